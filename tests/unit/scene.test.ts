import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  assignSeats,
  peak,
  type Extent,
  type GroupExtent,
} from '../../web/src/ui/views/scene/extent';
import { wrap } from '../../web/src/ui/marks/measure';
import { arc, grid, type Box, type Point } from '../../web/src/ui/views/scene/geometry';
import { layoutScene } from '../../web/src/ui/views/scene/layout';
import type { GroupLayout } from '../../web/src/ui/views/scene/layout-types';
import type { Event, Frame } from '../../web/src/model/run/types';

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

/** As figures have them, from a wide page to a phone on its side. */
const BOXES = [
  [850, 400],
  [850, 260],
  [720, 230],
  [600, 300],
  [400, 190],
  [370, 200],
  [340, 150],
  [1100, 600],
  [850, undefined],
  [372, undefined],
] as const;

const shape = (of: Extent, width: number, height?: number) =>
  layoutScene({ extent: of, width, height, why_lines: () => 1 });

/** All places of a group where something round may be drawn at one time. */
function discs(group: GroupLayout): Disc[] {
  const lines = [group.sockets, group.queue?.high, group.queue?.low].filter(
    (line) => line !== undefined,
  );
  // In a card the three lines share their places.
  const shown = group.detail === 'full' ? lines : lines.slice(0, 1);
  const { listener, workers } = group;
  const idle = workers.idle;
  return [
    ...shown.flatMap(({ places, radius }) => places.map((at) => ({ ...at, r: radius }))),
    ...[...group.clients.places.values()].map((at) => ({ ...at, r: group.clients.radius })),
    ...group.workers.seats.map((at) => ({ ...at, r: group.workers.radius })),
    ...(listener ? [{ ...listener.seat, r: listener.radius }] : []),
    // They lie one over the other.
    ...(idle?.places.slice(0, 1).map((at) => ({ ...at, r: idle.radius })) ?? []),
    ...(workers.refused ? [{ ...workers.refused, r: workers.radius }] : []),
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
  test('never draws one thing over another, nor over its edge', () => {
    const size = fc.record({
      clients: fc.integer({ min: 1, max: 64 }),
      seats: fc.integer({ min: 1, max: 64 }),
      high: fc.nat({ max: 40 }),
      low: fc.nat({ max: 64 }),
      unpolled: fc.nat({ max: 64 }),
      idle: fc.nat({ max: 30 }),
      refusals: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), size, (groups, of) => {
        const few = (most: number) => (groups > 2 ? Math.min(most, 6) : most);
        const size = { ...of, clients: few(of.clients), seats: few(of.seats) };
        const layout = shape(extent(groups, size), width, height);
        const canvas = { x: 0, y: 0, w: layout.width, h: layout.height };
        for (const group of layout.groups) {
          const all = discs(group);
          expect(collisions(all)).toEqual([]);
          expect(
            all.filter((disc) => !within(disc, group.detail === 'card' ? group.box : canvas)),
          ).toEqual([]);
        }
        const boxes = [
          ...layout.groups.map(({ box }) => box),
          ...(layout.cores ? [layout.cores] : []),
        ];
        if (layout.timer) boxes.push(layout.timer);
        const touching = boxes.filter((a, index) =>
          boxes.slice(index + 1).some((b) => !apart(a, b)),
        );
        expect(touching).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  test('keeps the parts of a group inside it', () => {
    const layout = shape(
      extent(2, {
        clients: 8,
        seats: 8,
        high: 2,
        low: 7,
        unpolled: 8,
        idle: 3,
        refusals: true,
      }),
      width,
      height,
    );
    for (const { box, listener, queue, workers } of layout.groups) {
      for (const part of [listener?.box, queue?.box, workers.box]) {
        if (!part) continue;
        expect(part.x).toBeGreaterThanOrEqual(box.x);
        expect(part.x + part.w).toBeLessThanOrEqual(box.x + box.w);
        expect(part.y + part.h).toBeLessThanOrEqual(box.y + box.h);
      }
    }
  });
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
  expect(arc(10, 0.25)).toBe('M0 -10A10 10 0 0 1 10.00 -0.00');
  expect(grid(5, 0, 0, 40, { w: 20, h: 10 })).toMatchObject({ columns: 2, height: 30 });
});
