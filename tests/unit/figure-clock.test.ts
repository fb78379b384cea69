import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import type { ClientListener } from '../../web/src/model/engine/client';
import { bookmarksOf, nextBookmark } from '../../web/src/figure/player/bookmarks';
import { actionOf } from '../../web/src/figure/player/keys';
import { Player } from '../../web/src/figure/player/player.svelte';
import { isPart, requestOf } from '../../web/src/model/run/cue';
import type { Frame } from '../../web/src/model/run/types';
import { posterOf } from '../../web/src/build/runs/engine';
import { sample } from '../../web/src/ui/views/timeline';

const poster = posterOf(readFileSync('content/scenarios/mariadb-max-threads-6.json', 'utf8'));
const frame = { time_ns: 0 } as Frame;

/** A player whose engines answer when they are told to. */
function desk() {
  const engines: {
    opened: object[];
    times: (number | undefined)[];
    shown: object[];
    listener: ClientListener;
  }[] = [];
  const player = new Player(poster, {}, (listener) => {
    const engine = {
      opened: [] as object[],
      times: [] as (number | undefined)[],
      shown: [] as object[],
      listener,
    };
    engines.push(engine);
    return {
      open: (_: string, overrides: object, time_ns?: number) => {
        engine.opened.push(overrides);
        engine.times.push(time_ns);
        return Promise.resolve();
      },
      frame: (at: object) => void engine.shown.push(at),
      instruments: () => undefined,
      reset: () => undefined,
      close: () => undefined,
    };
  });
  const answer = (index: number) => engines[index]?.listener.opened(poster.outcome, frame);
  return { player, engines, answer };
}

test('one clock drives two runs, and both must be there', () => {
  const { player, engines, answer } = desk();
  player.pair(poster.scenario_json, { thread_pool_max_threads: 8 });
  expect(engines.map(({ opened }) => opened)).toEqual([[{}], [{ thread_pool_max_threads: 8 }]]);
  answer(0);
  expect(player.state).toBe('loading');
  answer(1);
  expect(player.state).toBe('ready');
  player.seek(2e9);
  for (const { shown } of engines) expect(shown.at(-1)).toEqual({ by: 'time', time_ns: 2e9 });
  player.stepForward();
  expect(player.time_ns).toBeGreaterThan(2e9);
  expect(player.position.step).toBeUndefined();
  player.unpair();
  player.stepBack();
  expect(player.position.step).toBeDefined();
});

test('a new run that brings its picture is asked for none, unless it is to be at another time', () => {
  const { player, engines, answer } = desk();
  player.start();
  answer(0);
  player.seek(2e9);
  player.turn(player.main, 'thread_pool_max_threads', 8);
  const [engine] = engines;
  expect(engine?.times).toEqual([1.2e9, 2e9]);
  const asked = engine?.shown.length;
  const picture = { time_ns: 2e9 } as Frame;
  engine?.listener.opened(poster.outcome, frame, picture);
  expect([player.state, player.frame, engine?.shown.length]).toEqual(['paused', picture, asked]);
  player.seek(1e9);
  player.seek(2e9);
  expect(engine?.shown.slice(asked)).toEqual(
    [1e9, 2e9].map((time_ns) => ({ by: 'time', time_ns })),
  );
});

test('a second run that is refused leaves the first unchanged', () => {
  const { player, engines, answer } = desk();
  player.pair(poster.scenario_json, {});
  answer(0);
  answer(1);
  const { twin } = player;
  if (twin) player.open(twin, { overrides: { thread_pool_max_threads: 0 } });
  expect(player.state).toBe('loading');
  engines[1]?.listener.failed({
    kind: 'input',
    errors: [{ path: 'server', value: '0', allowed: '1', message: 'no' }],
  });
  expect(player.state).toBe('ready');
  expect(player.twin?.problems).toHaveLength(1);
  expect(player.twin?.overrides).toEqual({});
  expect(player.problems).toEqual([]);
});

test('a cue opens the figure, and reset leads back to it', () => {
  const { player, answer } = desk();
  player.start();
  answer(0);
  player.moveTo({ time_ns: 3e9, overrides: { thread_pool_max_threads: 7 } });
  answer(0);
  expect(player.time_ns).toBe(3e9);
  player.seek(1e9);
  player.reset();
  answer(0);
  expect([player.time_ns, player.overrides]).toEqual([3e9, { thread_pool_max_threads: 7 }]);
  expect(player.main.at_home).toBe(true);
});

test('bookmarks are few, in order, and found from either side', () => {
  const marks = bookmarksOf(poster.outcome);
  expect(marks.map(({ kind }) => kind)).toEqual([
    'refused',
    'unattended',
    'longest_wait',
    'promoted',
    'last_answer',
  ]);
  expect(marks.at(-1)?.at_ns).toBe(4_000_120_000);
  const from = { time_ns: 1.2e9, step: undefined };
  expect(nextBookmark(marks, from, 1)?.kind).toBe('last_answer');
  expect(nextBookmark(marks, from, -1)?.kind).toBe('promoted');
  expect(bookmarksOf(poster.outcome, 1.2e9).some(({ kind }) => kind === 'fork')).toBe(true);
});

test('keys play and step, but controls that need them keep them', () => {
  const key = (name: string, shift = false) => ({ key: name, shift, other: false });
  expect(actionOf(key(' '), 'plain')).toBe('play');
  expect(actionOf(key(' '), 'button')).toBeUndefined();
  expect(actionOf(key('k'), 'button')).toBe('play');
  expect(actionOf(key('k'), 'field')).toBeUndefined();
  expect(actionOf(key('ArrowRight'), 'button')).toBe('forward');
  expect(actionOf(key('ArrowRight'), 'slider')).toBeUndefined();
  expect(actionOf(key('ArrowLeft', true), 'plain')).toBe('tick_back');
  expect(actionOf({ ...key('k'), other: true }, 'plain')).toBeUndefined();
});

test('a part and a request are recognised by their text', () => {
  expect(['queue', 'group:2', 'request:7'].every(isPart)).toBe(true);
  expect(['group', 'group:x', 'roof', 'queue:1'].some(isPart)).toBe(false);
  const lives = [
    { request: 0, name: 'slow' },
    { request: 1, name: '' },
  ];
  expect([requestOf('slow', lives), requestOf(1, lives), requestOf('1', lives)]).toEqual([0, 1, 1]);
  expect(requestOf(9, lives)).toBeUndefined();
});

test('a sample of many rows keeps the first and the last', () => {
  expect(sample(3, 10)).toEqual([0, 1, 2]);
  const ranks = sample(5_000, 160);
  expect([ranks[0], ranks.at(-1)]).toEqual([0, 4_999]);
  expect(ranks.length).toBeLessThanOrEqual(160);
});

test('in a hidden tab, which gets no frames, a figure stands still, and does not jump afterwards', () => {
  const asked: FrameRequestCallback[] = [];
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (call: FrameRequestCallback) => asked.push(call));
  const cancel = vi.fn();
  vi.stubGlobal('cancelAnimationFrame', cancel);
  try {
    const { player, answer } = desk();
    player.start();
    answer(0);
    player.seek(0);
    player.setSpeed(1);
    player.play();
    const picture = (now_ms: number) => asked.shift()?.(now_ms);
    picture(0);
    picture(16);
    expect(player.time_ns).toBe(0); // it moves with its picture,
    picture(32); // and continues if the picture is late
    const seen = player.time_ns;
    expect(seen).toBeGreaterThan(0);
    expect(asked).toHaveLength(1); // the one that a hidden tab has delayed
    vi.advanceTimersByTime(3_600_000);
    expect(player.time_ns).toBe(seen);
    picture(3_600_016);
    expect(player.time_ns - seen).toBeLessThanOrEqual(0.1e9);
    expect(player.state).toBe('playing');
    player.pause();
    expect(cancel).toHaveBeenCalledOnce();
  } finally {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  }
});
