// Ways from one place to the next, on the screen: those of bodies, and the coming and going of threads.
import { expect, test } from 'vitest';
import { CONNECTION_STATES } from '../../web/src/model/run/frame';
import { bodiesFor, ROOM, type Bodies } from '../../web/src/ui/views/scene/at';
import { worldOf } from '../../web/src/ui/views/scene/plan';
import { groupWords } from '../../web/src/ui/views/scene/group-words';
import { Threads, Travel } from '../../web/src/ui/views/scene/travel';
import { along, lengthOf } from '../../web/src/ui/views/scene/way';

const state = (name: (typeof CONNECTION_STATES)[number]) => CONNECTION_STATES.indexOf(name);

const world = worldOf(
  {
    groups: [{ group: 0, clients: [0], seats: 1, high: 0, low: 1, unpolled: 1, refusals: false }],
    few: true,
    own: false,
    doors: true,
    cached: 0,
    gate: undefined,
    words: (group) => groupWords(group),
    noted: false,
    at_latch: 0,
    walks: false,
    seat_of: new Map(),
  },
  900,
  400,
);
const house = world.cells[0]?.house ?? { rings: [], ring_r: 0 };
const home = { x: world.seats.x[0] ?? 0, y: world.seats.y[0] ?? 0 };
const ring = house.rings[0] ?? home;

/** The only body, at home or in the ring. */
function at(place: 'home' | 'ring'): Bodies {
  const bodies = bodiesFor(1);
  const [spot, room, of] =
    place === 'home' ? [home, ROOM.SEAT, 'idle' as const] : [ring, ROOM.THREAD, 'running' as const];
  bodies.x[0] = spot.x;
  bodies.y[0] = spot.y;
  bodies.r[0] = 0.8;
  bodies.room[0] = room;
  bodies.state[0] = bodies.look[0] = state(of);
  return bodies;
}

/** A picture every 16 ms. */
function player() {
  const travel = new Travel(world);
  let now_ms = 0;
  const show = (place: 'home' | 'ring', follows = true, stay_ms = Infinity) => {
    now_ms += 16;
    const bodies = at(place);
    travel.step(bodies, now_ms, follows, () => stay_ms);
    return { x: bodies.x[0] ?? NaN, look: bodies.look[0], on_way: travel.onWay(0) };
  };
  return { travel, show };
}

test('a request travels for a time that its way decides, and arrives', () => {
  const { show } = player();
  show('home');
  expect(show('ring').x).toBeLessThan(home.x + (ring.x - home.x) / 5);
  let pictures = 1;
  while (show('ring').on_way) pictures += 1;
  // scene.md: 240 ms, and 6 ms for each u.
  const least = 240 + 6 * Math.hypot(ring.x - home.x, ring.y - home.y);
  expect(pictures * 16).toBeGreaterThan(least - 32);
  expect(pictures * 16).toBeLessThan(least * 1.5);
  expect(show('ring').x).toBeCloseTo(ring.x, 4);
});

test('a request that soon moves on travels faster than it stays', () => {
  const { show } = player();
  show('home');
  show('ring', true, 160);
  let pictures = 1;
  while (show('ring').on_way) pictures += 1;
  expect(pictures * 16).toBeLessThanOrEqual(96);
  const other = player();
  other.show('home');
  expect(other.show('ring', true, 60).on_way).toBe(false);
});

test('after scrubbing or without motion everything is in its place', () => {
  const { show } = player();
  show('home');
  show('ring');
  expect(show('ring', false)).toMatchObject({ x: at('ring').x[0], on_way: false });
  expect(show('home', false)).toMatchObject({ x: at('home').x[0], on_way: false });
});

test('a request that has set out arrives even if the run is paused, with its old look until then', () => {
  const { show, travel } = player();
  show('home');
  for (let picture = 0; picture < 80; picture += 1) {
    const { on_way, look } = show('ring');
    expect(look).toBe(state(on_way ? 'idle' : 'running'));
  }
  expect(travel.moving).toBe(0);
});

test('an answer is there at once: it travels no way back', () => {
  const { show } = player();
  show('ring');
  expect(show('home')).toMatchObject({ x: at('home').x[0], on_way: false });
});

test('a thread that is created grows, and one that exits fades from its ring', () => {
  const threads = new Threads();
  let now_ms = 0;
  const show = (...there: readonly (readonly [number, number])[]) => {
    now_ms += 16;
    threads.step(new Map(there), now_ms, true);
    return threads.presence(3);
  };
  expect(show()).toBe(0);
  expect(show([3, 7])).toBeLessThan(0.5);
  for (let picture = 0; picture < 30; picture += 1) show([3, 7]);
  expect(show([3, 7])).toBe(1);
  expect(threads.changing).toBe(false);
  const left = [show(), show(), show()];
  expect(left.toSorted((a, b) => b - a)).toEqual(left);
  expect(Math.min(...left)).toBeGreaterThan(0);
  for (let picture = 0; picture < 30; picture += 1) show();
  expect(show()).toBe(0);
  expect(threads.changing).toBe(false);
  // After a jump it is simply there.
  threads.step(new Map([[3, 8]]), now_ms, false);
  expect(threads.presence(3)).toBe(1);
});

test('a path is followed at constant speed through its corners', () => {
  const way = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 30 },
  ];
  expect(lengthOf(way)).toBe(40);
  expect(along(way, 40, 0.25)).toEqual({ x: 10, y: 0 });
  expect(along(way, 40, 0.5)).toEqual({ x: 10, y: 10 });
  expect(along(way, 40, 1)).toEqual({ x: 10, y: 30 });
});
