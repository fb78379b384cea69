import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  assignSeats,
  peak,
  type Extent,
  type GroupExtent,
} from '../../web/src/ui/views/scene/extent';
import type { Mark } from '../../web/src/ui/marks/marks';
import { wrap } from '../../web/src/ui/marks/measure';
import { ROOM } from '../../web/src/ui/views/scene/at';
import { worldOf } from '../../web/src/ui/views/scene/plan';
import { FieldView, type Look } from '../../web/src/ui/views/scene/field';
import { arc, grid, type Box, type Point } from '../../web/src/ui/views/scene/geometry';
import { groupWords } from '../../web/src/ui/views/scene/group-words';
import { wayIn } from '../../web/src/ui/views/scene/way';
import { SEAT_R, type Cell, type Line, type World } from '../../web/src/ui/views/scene/world';
import type { Event, Frame } from '../../web/src/model/run/types';
import { told } from '../marks';
import { runNamed } from '../seen';

interface Disc extends Point {
  readonly r: number;
}

function extent(
  groups: number,
  size: Omit<GroupExtent, 'group' | 'clients'> & { clients: number },
): Extent {
  return {
    own_threads: false,
    cached: undefined,
    seat_of: new Map(),
    groups: Array.from({ length: groups }, (_, group) => ({
      ...size,
      group,
      clients: Array.from({ length: size.clients }, (__, index) => group * size.clients + index),
    })),
  };
}

/** Like those of figures, from a wide page to a phone in landscape. */
const BOXES = [
  [850, 400],
  [850, 260],
  [720, 230],
  [600, 300],
  [400, 190],
  [370, 200],
  [340, 150],
  [1100, 600],
] as const;

const shape = ({ groups, own_threads, seat_of }: Extent, width: number, height: number) =>
  worldOf(
    {
      groups,
      few: true,
      own: own_threads,
      doors: true,
      cached: 0,
      gate: undefined,
      words: (group) => groupWords(group),
      noted: false,
      at_latch: 0,
      walks: false,
      seat_of,
    },
    width,
    height,
  );

const placesOf = ({ x, y, r = NaN }: Line): Disc[] =>
  Array.from(x, (at, rank) => ({ x: at, y: y[rank] ?? NaN, r }));

/** All places of a group where something round may be drawn at one time. */
function discs({ house }: Cell, at: number, { seats, members }: World): Disc[] {
  if (!house?.full) throw new Error('a house without names');
  const { letters, lane, high, door, rings, ring_r, full } = house;
  return [
    ...[letters, lane, ...(high ? [high.line] : [])].flatMap(placesOf),
    ...(members[at] ?? []).map((client) => ({
      x: seats.x[client] ?? NaN,
      y: seats.y[client] ?? NaN,
      r: SEAT_R,
    })),
    ...[...rings, ...(full.refused ? [full.refused] : [])].map((place) => ({
      ...place,
      r: ring_r,
    })),
    door,
  ];
}

function collisions(all: readonly Disc[]): Disc[] {
  return all.filter((a, index) =>
    all.slice(index + 1).some((b) => Math.hypot(a.x - b.x, a.y - b.y) < a.r + b.r),
  );
}

const within = ({ x, y, r }: Disc, box: Box) =>
  x - r >= box.x && x + r <= box.x + box.w && y - r >= box.y && y + r <= box.y + box.h;
const apart = (a: Box, b: Box) =>
  a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;

describe.each(BOXES)('the scene of %s by %s', (width, height) => {
  test('draws nothing over anything else, nor over its edge', () => {
    const size = fc.record({
      clients: fc.integer({ min: 1, max: 64 }),
      seats: fc.integer({ min: 1, max: 64 }),
      high: fc.nat({ max: 40 }),
      low: fc.nat({ max: 64 }),
      unpolled: fc.nat({ max: 64 }),
      refusals: fc.boolean(),
    });
    fc.assert(
      // field.test.ts has many groups.
      fc.property(fc.integer({ min: 1, max: 2 }), size, (groups, size) => {
        const world = shape(extent(groups, size), width, height);
        world.cells.forEach((cell, at) => {
          const all = discs(cell, at, world);
          expect(all.every(({ x, y, r }) => x + y + r > 0)).toBe(true);
          expect(collisions(all)).toEqual([]);
          expect(all.filter((disc) => !within(disc, world.box))).toEqual([]);
        });
        const boxes = world.cells.flatMap(({ house }) => house?.box ?? []);
        const touching = boxes.filter((a, index) =>
          boxes.slice(index + 1).some((b) => !apart(a, b)),
        );
        expect(touching).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  test('keeps the parts of a group inside it', () => {
    const { cells } = shape(
      extent(2, {
        clients: 8,
        seats: 8,
        high: 2,
        low: 7,
        unpolled: 8,
        refusals: true,
      }),
      width,
      height,
    );
    for (const { house } of cells) {
      const { box = { x: 0, y: 0, w: 0, h: 0 }, lane_box, high, rings_box } = house ?? {};
      for (const part of [lane_box, high?.box, rings_box]) {
        if (!part) continue;
        expect(part.x).toBeGreaterThanOrEqual(box.x);
        expect(part.x + part.w).toBeLessThanOrEqual(box.x + box.w);
        expect(part.y + part.h).toBeLessThanOrEqual(box.y + box.h);
      }
    }
  });
});

test('in any box everybody has a place', () => {
  const [side, number] = [fc.integer({ min: 20, max: 1_200 }), fc.nat({ max: 600 })];
  const size = fc.record({
    clients: fc.integer({ min: 1, max: 600 }),
    seats: fc.integer({ min: 1, max: 600 }),
    high: number,
    low: number,
    unpolled: number,
    refusals: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), size, side, side, (groups, size, width, height) => {
      const world = shape(extent(groups, size), width, height);
      world.cells.forEach((cell, at) => {
        for (const { x, y, r } of discs(cell, at, world))
          expect([x, y, r].every(Number.isFinite)).toBe(true);
        const { rings = [], lane_box, door, box = world.box } = cell.house ?? {};
        expect(rings).toHaveLength(size.seats);
        // Half of the narrowest frame.
        if (width / groups < 110 || height < 90) return;
        expect(Math.min(lane_box?.w ?? 0, lane_box?.h ?? 0)).toBeGreaterThan(0);
        expect((door?.x ?? NaN) + (door?.r ?? NaN)).toBeLessThan(box.x + box.w);
      });
    }),
    { numRuns: 60 },
  );
});

test('a thread keeps its seat, and a free seat is taken before a new one', () => {
  const first = { thread_id: Uint32Array.of(0), thread_group: Uint32Array.of(0) } as Frame;
  const events = [
    { kind: 'thread_created', thread: 1, group: 0 },
    { kind: 'thread_exited', thread: 0, group: 0 },
    { kind: 'thread_created', thread: 2, group: 0 },
    { kind: 'thread_created', thread: 3, group: 1 },
  ] as Event[];
  const { seat_of, seats } = assignSeats(first, events);
  expect([...seat_of]).toEqual([
    [0, 0],
    [1, 1],
    [2, 0],
    [3, 0],
  ]);
  expect([...seats]).toEqual([
    [0, 2],
    [1, 1],
  ]);
});

test('the peak counts stretches that overlap, not those that touch', () => {
  const stretch = (start_ns: number, end_ns: number) => ({ start_ns, end_ns });
  expect(peak([stretch(0, 5), stretch(5, 9), stretch(2, 3)])).toBe(2);
  expect(peak([stretch(4, 4)])).toBe(0);
});

test('a long reason is broken between words', () => {
  expect(wrap('one two three', 70, 12)).toEqual(['one two', 'three']);
  expect(wrap('unbreakable', 10, 12)).toEqual(['unbreakable']);
});

test('a ring is drawn by its share', () => {
  expect(arc(10, 0.25)).toBe('M0 -10A10 10 0 0 1 10 0');
  expect(grid(5, 0, 0, 40, { w: 20, h: 10 })).toMatchObject({ columns: 2, height: 30 });
});

const MS = 1e6;

/** A run as the scene shows it. */
function shown(name: string) {
  const one = runNamed(name);
  const view = new FieldView(one.outcome, one.first);
  const marks = (at_ms: number, [w, h]: readonly [number, number], look: Look = {}) => {
    const frame = one.at(at_ms * MS);
    return view.piece(view.layout(w, h), frame, view.chronicle.lastRound(frame), look).marks;
  };
  const words = (...of: Parameters<typeof marks>) => told(marks(...of));
  return { ...one, view, marks, words };
}

describe('a group at three moments', () => {
  const { view, words } = shown('mariadb-max-threads-6');

  test('side by side', () => {
    const pictures = [0, 1_200, 2_600].map((at) => words(at, [850, 260]));
    expect(`${pictures.join('\n\n')}\n`).toMatchSnapshot();
  });

  test('fills every box, and shows in the smallest who has a thread and who waits where', () => {
    for (const [w, h] of BOXES) {
      expect(view.layout(w, h)).toMatchObject({ width: w, height: h });
      const picture = words(1_200, [w, h]);
      for (const part of ['thread:5', 'queue', 'listener', 'workers'])
        expect(picture, `${w} by ${h}`).toContain(`part ${part}`);
      // Every waiting request is there, with a number if its body has room for one.
      expect(picture.match(/fill --high/g), `${w} by ${h}`).toHaveLength(2);
    }
  });

  test('names the limit at the wall, and says how soon the timer looks', () => {
    expect(words(1_200, [850, 300])).toContain('"thread_pool_max_threads = 6"');
    expect(words(50, [850, 300])).toContain('"first check in 50.0 ms"');
    expect(words(1_200, [850, 300])).toMatch(/"next check in \d+ ms"/);
    expect(words(1_200, [850, 300])).toMatch(/"nobody"[^"]*"listens"/);
    expect(words(2_100, [850, 300])).toContain('"listens"');
  });

  test('has one queue until a request is prioritised', () => {
    expect(words(900, [850, 300])).not.toContain('"High priority"');
    expect(words(1_200, [850, 300])).toContain('"High priority"');
  });

  test('is lit where the text points', () => {
    const lit = words(1_200, [850, 300], { light: ['queue', 'request:7'] });
    expect(lit.match(/stroke --light|fill --light/g)).toHaveLength(3);
  });
});

test('a part that every group has is lit in the group that is meant', () => {
  const { words } = shown('percona-two-groups');
  const lit = (light: NonNullable<Look['light']>, chosen?: number) =>
    words(7_000, [920, 420], { light, chosen }).match(/fill --light|stroke --light/g)?.length;
  expect(lit(['listener'])).toBe(2);
  expect(lit(['listener', 'group:0'])).toBe(1);
  // Beside the frame of the subject.
  expect((lit(['listener'], 0) ?? 0) - (lit([], 0) ?? 0)).toBe(1);
});

test('an empty seat has no text, and a listening thread has left its own', () => {
  const { words } = shown('the-cast-one-request');
  expect(words(0, [850, 300])).not.toMatch(/waits|"idle"/);
});

test('the gate has the places that the present reason states, and is full when they are taken', () => {
  const { words } = shown('percona-oversubscribe-2');
  const places = words(2_100, [850, 300])
    .split('"gate')[0]
    ?.match(/7x\d.* fill --ink/g);
  expect(places).toHaveLength(3);
  expect(words(2_100, [850, 260])).toContain('"gate: 1 + oversubscribe = 3"');
  expect(shown('mariadb-max-threads-6').words(1_200, [850, 300])).not.toContain('oversubscribe');
});

test('no two adjacent marks share a key: a page could not distinguish them', () => {
  const twice = (marks: readonly Mark[], where: string): string[] => {
    const keys = marks.map(({ key }, index) => key ?? index);
    return [
      ...keys.filter((key, index) => keys.indexOf(key) !== index).map((key) => `${where}/${key}`),
      ...marks.flatMap((mark, index) =>
        mark.kind === 'group' ? twice(mark.marks, `${where}/${keys[index]}`) : [],
      ),
    ];
  };
  for (const name of ['small-server-cores', 'mariadb-max-threads-6', 'percona-oversubscribe-2']) {
    const { outcome, marks } = shown(name);
    for (const box of BOXES)
      for (const share of [0, 0.3, 0.6, 1])
        expect(twice(marks((outcome.end_ns / MS) * share, box), name)).toEqual([]);
  }
});

test('as many squares are full as cores are busy', () => {
  const { words } = shown('the-cast-eight');
  const cores = words(9.7, [850, 300]).split('part cores')[1]?.split('\ngroup')[0] ?? '';
  expect(cores.match(/1[47]x1[47] fill --run/g)).toHaveLength(1);
  expect(cores).toContain('1 of 4 busy');
});

test('a request goes in by the door and over those in line; answers have no path', () => {
  const { view } = shown('the-cast-eight');
  const { house } = view.layout(850, 300).world.cells[0] ?? {};
  if (!house) throw new Error('no house');
  const [ring = { x: 0, y: 0 }] = house.rings;
  const [start] = placesOf(house.letters);
  if (!start) throw new Error('no letters');
  const in_line = wayIn(house, ROOM.DOOR, ROOM.LINE, start, placesOf(house.lane)[0] ?? start) ?? [];
  const past = wayIn(house, ROOM.DOOR, ROOM.THREAD, start, ring) ?? [];
  for (const way of [in_line, past])
    expect(way).toContainEqual(expect.objectContaining({ x: house.door.x, y: house.door.y }));
  expect(Math.min(...past.map(({ y }) => y))).toBeLessThan(house.lane_box.y);
  expect(wayIn(house, ROOM.THREAD, ROOM.SEAT, ring, start)).toBeUndefined();
});
