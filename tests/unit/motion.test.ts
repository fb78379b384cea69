import { describe, expect, test } from 'vitest';
import { Motion, type MotionInput } from '../../web/src/ui/views/scene/motion';
import type { Placement, ThreadPlace, TokenPlace } from '../../web/src/ui/views/scene/place';
import { along, lengthOf } from '../../web/src/ui/views/scene/way';
import type { Event, Frame } from '../../web/src/model/run/types';

const MS = 1e6;
const home = { x: 0, y: 0 };
const seat = { x: 100, y: 0 };
const token = (at: typeof home): TokenPlace =>
  ({
    ...at,
    client: 0,
    home,
    radius: 9,
    state: at === home ? 'idle' : 'running',
    zone: at === home ? 'client' : 'worker',
    layout: {},
  }) as TokenPlace;
const thread = (number: number, x = 0): ThreadPlace =>
  ({ ...seat, x, thread: number }) as ThreadPlace;
const placement = (at: typeof home, ...threads: ThreadPlace[]): Placement => ({
  tokens: [token(at)],
  threads,
  overflows: [],
});
const frame = (time_ns: number, step: number) =>
  ({ time_ns, step, connection_id: [0], connection_request: [0] }) as unknown as Frame;

/** A picture every 16 ms of screen time, `speed` times as fast as the run. */
function player(speed: number, events: readonly Event[] = []) {
  const motion = new Motion();
  let now_ms = 0;
  return (at_ms: number, step: number, place: Placement, more: Partial<MotionInput> = {}) => {
    now_ms += 16;
    return motion.advance({
      frame: frame(at_ms * MS * speed, step),
      placement: place,
      playing: true,
      moves: true,
      now_ms,
      lives: [],
      events: (after, to) => events.filter((event) => event.step > after && event.step <= to),
      ...more,
    });
  };
}

describe.each([0.01, 1, 100])('at %d times the speed', (speed) => {
  test('a request travels for the same time on the screen, and arrives', () => {
    const show = player(speed);
    show(0, 0, placement(home));
    show(16, 0, placement(home));
    const set_out = show(32, 1, placement(seat)).travelling.get(0);
    expect(set_out?.x).toBeLessThan(20);
    let frames = 1;
    while (show(32 + 16 * frames, 1, placement(seat)).travelling.has(0)) frames += 1;
    expect(frames * 16).toBeGreaterThan(290);
    expect(frames * 16).toBeLessThan(360);
  });
});

test('a request that soon moves on travels faster than it stays', () => {
  const show = player(1);
  const lives = [{ segments: [{ start_ns: 0, end_ns: 80 * MS }] }] as never;
  show(0, 0, placement(home), { lives });
  show(16, 0, placement(home), { lives });
  show(32, 1, placement(seat), { lives });
  for (const at of [48, 64]) show(at, 1, placement(seat), { lives });
  expect(show(80, 1, placement(seat), { lives }).travelling.size).toBe(0);
});

test('after scrubbing or without motion everything is in its place', () => {
  const still = [
    ['back', 8, 0, {}],
    ['less motion', 40, 1, { moves: false }],
    ['far ahead while paused', 4_000, 500, { playing: false }],
  ] as const;
  for (const [, at_ms, step, more] of still) {
    const show = player(1);
    show(0, 0, placement(home));
    show(16, 0, placement(home));
    show(32, 1, placement(seat));
    const drawn = show(at_ms, step, placement(seat), more);
    expect(drawn.travelling.size).toBe(0);
    expect(drawn).toMatchObject({ mode: 'jumps', moving: false });
  }
});

test('a request that has set out arrives even if the run is paused, with its old look until then', () => {
  const show = player(1);
  show(0, 0, placement(home));
  show(16, 0, placement(home));
  const setOut = show(32, 1, placement(seat));
  expect(setOut.travelling.get(0)).toMatchObject({ state: 'idle' });
  let drawn = setOut;
  for (let at = 0; at < 30 && drawn.moving; at += 1) {
    drawn = show(32, 1, placement(seat), { playing: false });
    for (const { state } of drawn.travelling.values()) expect(state).toBe('idle');
  }
  expect(drawn).toMatchObject({ moving: false, mode: 'steps' });
});

test('an answer is there at once: it travels no way back', () => {
  const show = player(1);
  show(0, 0, placement(seat));
  show(16, 0, placement(seat));
  expect(show(32, 1, placement(home)).travelling.size).toBe(0);
});

test('in another box everything is in a new place at once, and a step from there slides', () => {
  const show = player(1);
  const still = { playing: false, box: 'narrow' };
  show(0, 0, placement(home), { playing: false, box: 'broad' });
  const modeAt = (step: number, place: Placement) => show(0, step, place, still).mode;
  expect(modeAt(0, placement(seat))).toBe('jumps');
  expect(modeAt(0, placement(seat)), 'drawn again before the screen is').toBe('jumps');
  expect(modeAt(1, placement(home))).toBe('steps');
  expect(modeAt(1, placement(home)), 'drawn again on its way').toBe('steps');
});

test('a thread that is created grows, and one that exits fades from its seat', () => {
  const events = [
    { kind: 'thread_created', thread: 7, at_ns: 30 * MS, step: 1 },
    { kind: 'thread_exited', thread: 7, at_ns: 1_000 * MS, step: 2 },
  ] as Event[];
  const show = player(1, events);
  show(0, 0, placement(home));
  show(16, 0, placement(home));
  const [made] = show(32, 1, placement(home, thread(7))).threads;
  expect(made).toMatchObject({ gone: false });
  expect(made?.presence).toBeLessThan(0.5);
  for (let at = 48; at < 1_000; at += 16) show(at, 1, placement(home, thread(7)));
  expect(show(992, 1, placement(home, thread(7))).threads[0]?.presence).toBe(1);
  const [gone] = show(1_008, 2, placement(home)).threads;
  expect(gone).toMatchObject({ gone: true, place: { thread: 7 } });
  for (let at = 1_024; at < 1_500; at += 16) show(at, 2, placement(home));
  expect(show(1_500, 2, placement(home)).threads).toEqual([]);
});

test('a path is followed at constant speed through its corners', () => {
  const way = [home, { x: 10, y: 0 }, { x: 10, y: 30 }];
  expect(lengthOf(way)).toBe(40);
  expect(along(way, 40, 0.25)).toEqual({ x: 10, y: 0 });
  expect(along(way, 40, 0.5)).toEqual({ x: 10, y: 10 });
  expect(along(way, 40, 1)).toEqual({ x: 10, y: 30 });
});
