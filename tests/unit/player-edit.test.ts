import { expect, test } from 'vitest';
import type { ClientListener } from '../../web/src/model/engine/client';
import { Player, type MakeEngine, type Poster } from '../../web/src/figure/player/player.svelte';
import type { Frame, Outcome } from '../../web/src/model/run/types';
import { handClock } from '../clock';

const outcome = (title: string, end_ns = 10) =>
  ({
    scenario: { title },
    lives: [],
    events: [],
    end_ns,
    stopped: 'until',
  }) as unknown as Outcome;
const frame = { time_ns: 0 } as Frame;

function desk() {
  const opened: string[] = [];
  let listener: ClientListener | undefined;
  const poster: Poster = {
    scenario_json: 'first',
    overrides: {},
    outcome: outcome('first'),
    first: frame,
    frame,
  };
  const make: MakeEngine = (own) => {
    listener = own;
    return {
      open: (json: string) => {
        opened.push(json);
        return Promise.resolve();
      },
      frame: () => undefined,
      instruments: () => undefined,
      reset: () => undefined,
      close: () => undefined,
    };
  };
  const player = new Player(poster, {}, make, handClock());
  const accept = (title: string, end_ns?: number) =>
    listener?.opened(outcome(title, end_ns), frame);
  const refuse = (path: string) =>
    listener?.failed({
      kind: 'input',
      errors: [{ path, value: '0', allowed: '1 to 9', message: `${path}: 0` }],
    });
  return { player, opened, accept, refuse };
}

test('an edited scenario replaces the previous one', () => {
  const { player, opened, accept } = desk();
  player.edit('second');
  expect(opened).toEqual(['second']);
  accept('second');
  expect(player.outcome.scenario.title).toBe('second');
  player.turn(player.main, 'seed', 2);
  expect(opened).toEqual(['second', 'second']);
});

test('a refused edit leaves the previous run, and its message until the next edit', () => {
  const { player, opened, accept, refuse } = desk();
  player.edit('second');
  accept('second');
  player.edit('bad');
  refuse('seed');
  expect(player.outcome.scenario.title).toBe('second');
  expect(player.problems.map(({ path }) => path)).toEqual(['seed']);
  expect(player.state).toBe('ready');
  player.edit('second');
  expect(player.problems).toEqual([]);
  player.turn(player.main, 'seed', 2);
  expect(opened).toEqual(['second', 'bad', 'second']);
});

test('an edit that is refused before the first run leaves the picture of the page', () => {
  const { player, opened, accept, refuse } = desk();
  player.edit('bad');
  refuse('seed');
  expect(opened).toEqual(['bad', 'first']);
  accept('first');
  expect(player.outcome.scenario.title).toBe('first');
  expect(player.problems).toHaveLength(1);
});

test('another case opens at a moment of its own, not where the reader was', () => {
  const { player, accept } = desk();
  player.start();
  accept('first');
  player.seek(7);
  player.edit('first, edited');
  accept('first, edited');
  expect(player.time_ns).toBe(7);
  player.edit('second', true);
  accept('second');
  expect(player.touched).toBe(false);
  expect(player.time_ns).toBe(0);
});

test('a reader who moves while a run loads is there once it has loaded', () => {
  const { player, accept } = desk();
  player.start();
  accept('first');
  player.turn(player.main, 'seed', 2);
  player.seek(7);
  player.seek(-1);
  player.seek(4);
  accept('first');
  expect([player.state, player.time_ns]).toEqual(['paused', 4]);

  // The end is that of the new run, longer or shorter; it does not play again from its start.
  for (const end_ns of [25, 8]) {
    player.play();
    player.turn(player.main, 'seed', 3);
    player.seek(player.end_ns);
    accept('first', end_ns);
    expect([player.state, player.time_ns]).toEqual(['paused', end_ns]);
  }

  // The last request wins.
  player.turn(player.main, 'seed', 4);
  player.seek(player.end_ns);
  player.reset();
  accept('first');
  expect([player.state, player.time_ns, player.touched]).toEqual(['ready', 0, false]);
});
