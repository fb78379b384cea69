// Groups as cards: many groups of few connections, each in the same room, and those without work as cells of one strip.
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Frame, Outcome } from '../../web/src/model/run/types';
import { markup } from '../../web/src/ui/marks/markup';
import type { Mark } from '../../web/src/ui/marks/marks';
import { cards } from '../../web/src/ui/views/scene/cards';
import { extentOf, type GroupExtent } from '../../web/src/ui/views/scene/extent';
import { isField } from '../../web/src/ui/views/scene/field';
import { layoutScene } from '../../web/src/ui/views/scene/layout';
import { SceneView } from '../../web/src/ui/views/scene/view';
import { overprinted, placesIn, runNamed, seen, wordsIn } from '../seen';
import { turnsOf } from '../turns';

/** From half a phone's screen to the site's widest figure. */
const SIZES = [
  [360, 200],
  [358, 330],
  [420, 260],
  [560, 300],
  [700, 330],
  [760, 180],
  [920, 420],
] as const;
const SHARES = [0, 0.13, 0.4, 0.72, 1];

interface Shown {
  readonly name: string;
  readonly outcome: Outcome;
  readonly first: Frame;
  readonly frames: readonly Frame[];
}

const shown = readdirSync('content/scenarios').flatMap((file): Shown[] => {
  const { run, outcome, first, at } = runNamed(file.replace('.json', ''));
  try {
    const groups = first.group_connections.length;
    if (groups < 3 || isField(outcome, first)) return [];
    const frames = SHARES.map((share) => at(Math.round(share * outcome.end_ns)));
    return [{ name: file.replace('.json', ''), outcome, first, frames }];
  } finally {
    run.free();
  }
});
const carded = shown.map((one, nth) => ({ ...one, nth }));

test('there are runs with cards', () => {
  expect(carded.length).toBeGreaterThan(3);
});

/** What is illegible, or outside the box. */
function faults(marks: readonly Mark[], [width, height]: readonly [number, number]): string[] {
  const words = wordsIn(marks);
  const rooms = [...words, ...placesIn(marks).map((room) => ({ ...room, words: 'a shape' }))];
  return [
    ...(markup(marks).match(/NaN|undefined|Infinity/g) ?? []),
    ...words.filter(({ size }) => size < 11).map((one) => `"${one.words}" has ${one.size} px`),
    ...overprinted(words),
    ...rooms
      .filter(({ x, y, w, h }) => x < -3 || y < -3 || x + w > width + 3 || y + h > height + 3)
      .map((one) => `${one.words} at ${one.x.toFixed(0)}, ${one.y.toFixed(0)} is outside`),
  ];
}

describe.each(carded)('the cards of $name', ({ outcome, first, frames, nth }) => {
  const view = new SceneView(outcome, first, extentOf(outcome, first), cards);
  const sizes = turnsOf(SIZES, nth, 3);

  test.each(sizes)(
    'in %d by %d: text is large enough and does not overlap, nothing is outside',
    (...size) => {
      const layout = view.layout(...size);
      for (const frame of frames)
        expect(faults(view.marks(layout, frame, { playing: true }).marks, size)).toEqual([]);
    },
  );

  test('a waiting client is a body at its group, or is counted', () => {
    for (const [width, height] of sizes) {
      const layout = view.layout(width, height);
      for (const frame of frames) {
        const { marks } = view.marks(layout, frame, { playing: true });
        let [bodies, more] = [0, 0];
        for (const { mark } of seen(marks)) {
          const { state, more: counted = 0, request } = mark.data ?? {};
          if (request !== undefined && ['low', 'high', 'socket'].includes(String(state)))
            bodies += 1;
          more += Number(counted);
        }
        expect(bodies + more).toBe(frame.waiting_conn.length);
      }
    }
  });
});

describe('96 groups of which four are busy', () => {
  const groups = Array.from({ length: 96 }, (_, group): GroupExtent => {
    const clients = group === 0 ? Array.from({ length: 20 }, (__, client) => client) : [20 + group];
    const work = {
      high: 0,
      low: group === 0 ? 12 : 1,
      unpolled: 1,
      refusals: group === 0,
    };
    return {
      group,
      clients,
      seats: group === 0 ? 12 : 2,
      ...work,
      at_rest: group > 2 && group !== 50,
    };
  });
  const extent = { own_threads: false, cached: undefined, seat_of: new Map(), groups };

  test.each([
    [850, 400],
    [850, 320],
    [600, 300],
    [370, 200],
  ])('are cards and one strip of cells in %d by %d', (width, height) => {
    const made = layoutScene({ extent, width, height, cards });
    expect(made.width / made.height).toBeCloseTo(width / height, 2);
    expect(made.groups.map(({ group }) => group).sort((a, b) => a - b)).toEqual([0, 1, 2, 50]);
    const { strip } = made;
    expect(strip?.cells).toHaveLength(92);
    const boxes = [...made.groups, ...(strip?.cells ?? [])].map(({ box }) => box);
    boxes.forEach((a, index) => {
      expect(a.x).toBeGreaterThanOrEqual(0);
      expect(a.x + a.w).toBeLessThanOrEqual(made.width);
      expect(a.y + a.h).toBeLessThanOrEqual(made.height);
      for (const b of boxes.slice(index + 1))
        expect(
          a.x + a.w <= b.x + 0.01 ||
            b.x + b.w <= a.x + 0.01 ||
            a.y + a.h <= b.y + 0.01 ||
            b.y + b.h <= a.y + 0.01,
        ).toBe(true);
    });
    // Busy groups take most of it, and the single busiest the largest part.
    expect(strip?.box.h ?? 0).toBeLessThan(made.height * 0.3);
    const areas = made.groups.map(({ group, box }) => ({ group, area: box.w * box.h }));
    expect(areas.sort((a, b) => b.area - a.area)[0]?.group).toBe(0);
  });
});
