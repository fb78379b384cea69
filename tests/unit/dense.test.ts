import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { count } from '../../web/src/model/words/format';
import type { Canvas } from '../../web/src/ui/marks/canvas';
import { dotMarks } from '../../web/src/ui/marks/cells';
import { markup } from '../../web/src/ui/marks/markup';
import type { Mark } from '../../web/src/ui/marks/marks';
import { CONNECTION_STATES, inLineOf, NONE, unreadOf } from '../../web/src/model/run/frame';
import { cards } from '../../web/src/ui/views/scene/cards';
import { extentOf, type GroupExtent } from '../../web/src/ui/views/scene/extent';
import { layoutScene } from '../../web/src/ui/views/scene/layout';
import { SceneView } from '../../web/src/ui/views/scene/view';
import { isCrowd } from '../../web/src/ui/views/scene/crowd';
import { Census } from '../../web/src/ui/views/scene/dense/census';
import { DenseMemory, DenseView } from '../../web/src/ui/views/scene/dense/dense';
import { Levels } from '../../web/src/ui/views/scene/dense/levels';
import { QueuePlaces, type Waiter } from '../../web/src/ui/views/scene/dense/line';
import { PoolPainter } from '../../web/src/ui/views/scene/dense/painter';
import { layoutPools } from '../../web/src/ui/views/scene/dense/pools';
import type { Frame, Outcome } from '../../web/src/model/run/types';
import { overprinted, placesIn, runNamed, seen, wordsIn } from '../seen';
import { turnsOf } from '../turns';

function frame(states: readonly string[], groups: readonly number[], queues = [0, 0]): Frame {
  return {
    connection_state: Uint8Array.from(states, (state) =>
      CONNECTION_STATES.indexOf(state as 'idle'),
    ),
    connection_group: Uint32Array.from(groups),
    thread_state: Uint8Array.of(2),
    thread_group: Uint32Array.of(1),
    group_high: Uint32Array.of(0, 0),
    group_low: Uint32Array.from(queues),
    group_unpolled: Uint32Array.of(0, 1),
    group_connections: Uint32Array.of(2, 1),
    group_threads: Uint32Array.of(0, 1),
    group_listener: Uint32Array.of(NONE, NONE),
  } as unknown as Frame;
}

test('a census counts by group; a client without a connection belongs to its future group', () => {
  const census = new Census(2, Uint32Array.of(0, 0, 1));
  census.take(frame(['running', 'closed', 'low_queue'], [0, NONE, 1], [0, 1]));
  expect(census.cellsOf(0, 'running')).toBe(1);
  expect(census.cellsOf(0, 'closed')).toBe(1);
  expect(census.cellsOf(1, 'low_queue')).toBe(1);
  expect(census.total('idle')).toBe(0);
});

/** Accepts every stroke and keeps none. */
const silent = { get: () => () => undefined, set: () => true };
const canvas = new Proxy({} as Canvas, silent);
beforeAll(() => {
  vi.stubGlobal('Path2D', function Path2D() {
    return new Proxy({}, silent);
  });
});
afterAll(() => {
  vi.unstubAllGlobals();
});

test('only changed pools are drawn, and all of them after a change of colours', () => {
  const census = new Census(2, Uint32Array.of(0, 0, 1));
  const levels = new Levels(2, 'mariadb');
  const painter = new PoolPainter(layoutPools([0, 1], { x: 0, y: 0, w: 200, h: 120 }), 'mariadb');
  const draw = (queues: [number, number], playing = false) => {
    const now = frame(['idle', 'idle', 'idle'], [0, 0, 1], queues);
    census.take(now);
    levels.take(now, census, playing);
    return painter.paint(canvas, String, (group) => levels.of(group));
  };
  expect(draw([0, 0])).toBe(2);
  expect(draw([0, 0])).toBe(0);
  expect(draw([3, 0])).toBe(1);
  painter.forget();
  expect(draw([3, 0])).toBe(2);
});

test('while it plays a small pool shows the average of the last moments, in a pause the exact state', () => {
  const census = new Census(2, Uint32Array.of(0, 0, 1));
  const levels = new Levels(2, 'mariadb');
  const at = (queues: [number, number], playing: boolean) => {
    const now = frame(['idle', 'idle', 'idle'], [0, 0, 1], queues);
    census.take(now);
    levels.take(now, census, playing);
    return levels.of(0).low;
  };
  expect(at([8, 0], true)).toBe(8);
  expect(at([0, 0], true)).toBe(6);
  expect(at([8, 0], true)).toBe(7);
  expect(at([0, 0], false)).toBe(0);
});

describe('a queue that plays', () => {
  const one = (request: number, lane: Waiter['lane'] = 'low'): Waiter => ({
    client: request,
    request,
    lane,
    since_ns: 0,
    gone: false,
  });
  const look = ({ client }: Waiter) => (client >= 100 ? 'large' : 'small');
  const take = (line: QueuePlaces, requests: readonly number[], playing = true) =>
    line
      .take(
        requests.map((request) => one(request)),
        'group',
        playing,
        look,
      )
      .map(({ request }) => request);

  test('keeps everybody in place: a new client takes a place of its kind', () => {
    const line = new QueuePlaces();
    expect(take(line, [1, 100, 2, 3])).toEqual([1, 100, 2, 3]);
    // 1 and 100 leave; 4 and 101 arrive.
    expect(take(line, [2, 3, 4, 101])).toEqual([4, 101, 2, 3]);
    // It shrinks at its end.
    expect(take(line, [2, 3])).toEqual([3, 2]);
    expect(take(line, [])).toEqual([]);
    expect(line.most).toBe(4);
  });

  test('has a place for each waiting client, and each of them once, whatever comes and goes', () => {
    fc.assert(
      fc.property(fc.array(fc.uniqueArray(fc.nat({ max: 160 }), { maxLength: 40 })), (moments) => {
        const line = new QueuePlaces();
        for (const requests of moments)
          expect([...take(line, requests)].sort((a, b) => a - b)).toEqual(
            [...requests].sort((a, b) => a - b),
          );
      }),
    );
  });

  test('is in its own order at rest', () => {
    const line = new QueuePlaces();
    take(line, [1, 2, 3]);
    expect(take(line, [3, 2, 9], false)).toEqual([3, 2, 9]);
  });
});

test('a crowd as dots consists of a few dashed lines, while there are dots', () => {
  const counts = [3, 40, 0, 412].map((number) => ({ number, paint: '--run' }) as const);
  const [pitch, columns] = [5, 20];
  const rows = dotMarks(counts, { pitch, columns, cells: { x: 0, y: 0 } }, 4).map((mark) =>
    mark.kind === 'path' ? mark.d : '',
  );
  const drawn = rows.map((path) =>
    [...path.matchAll(/h([\d.]+)/g)].reduce(
      (sum, [, run]) => sum + Math.floor(Number(run) / pitch) + 1,
      0,
    ),
  );
  expect(drawn).toEqual([3, 40, 412]);
  expect(rows.join('').length).toBeLessThan(400);
});

describe.each([2, 3, 15, 35, 127, 511, 1_499])('%d small pools', (groups) => {
  test.each([
    [430, 380],
    [300, 200],
    [350, 90],
    [180, 160],
  ])('fill %d by %d, and none sticks out', (w, h) => {
    const numbers = Array.from({ length: groups }, (_, group) => group);
    const { places, shape, columns } = layoutPools(numbers, { x: 0, y: 0, w, h });
    expect(places).toHaveLength(groups);
    const { y = 0 } = places.at(-1) ?? {};
    expect(y + shape.h).toBeLessThanOrEqual(h);
    expect((places[Math.min(columns, groups) - 1]?.x ?? w) + shape.w).toBeLessThanOrEqual(w);
    expect(shape.w * shape.h * groups).toBeGreaterThan(w * h * 0.35);
  });
});

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
    if (groups < 3 && !isCrowd(outcome, first)) return [];
    const frames = SHARES.map((share) => at(Math.round(share * outcome.end_ns)));
    return [{ name: file.replace('.json', ''), outcome, first, frames }];
  } finally {
    run.free();
  }
});
const isOfCrowd = ({ outcome, first }: Shown) => isCrowd(outcome, first);
const numbered = (all: readonly Shown[]) => all.map((one, nth) => ({ ...one, nth }));
const crowds = numbered(shown.filter(isOfCrowd));
const carded = numbered(shown.filter((one) => !isOfCrowd(one)));

test('crowds and cards are recognised', () => {
  expect(crowds.length).toBeGreaterThan(15);
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

describe.each(crowds)('the crowd of $name', ({ outcome, first, frames, nth }) => {
  const view = new DenseView(outcome, first);
  const sizes = turnsOf(SIZES, nth, 3);
  const drawn = (frame: Frame, [width, height]: readonly [number, number]) => {
    const layout = view.layout(width, height);
    const { marks } = view.piece(layout, frame, undefined, new DenseMemory());
    return { layout, marks };
  };

  test.each(sizes)(
    'in %d by %d: text is large enough and does not overlap, nothing is outside',
    (...size) => {
      for (const frame of frames) expect(faults(drawn(frame, size).marks, size)).toEqual([]);
    },
  );

  const groups = first.group_connections.length;
  test.each(groups > 2 ? sizes : [])('in %d by %d the subject has half of the width', (...size) => {
    const { subject, pools } = view.layout(...size);
    expect(subject?.basin.box.w ?? 0).toBeGreaterThanOrEqual(size[0] * 0.5 - 1);
    expect(pools?.groups).toHaveLength(groups - 1);
    expect(pools?.groups).not.toContain(subject?.shape.group);
  });

  if (groups === 0) return;
  test('every waiting client in the subject is a body or is counted', () => {
    for (const size of sizes)
      for (const frame of frames) {
        const { layout, marks } = drawn(frame, size);
        const group = layout.subject?.shape.group ?? 0;
        const [line, unread] = [inLineOf(frame, group), unreadOf(frame, group)];
        const bodies = [...seen(marks)].reduce((sum, { mark }) => {
          const { state = '', count: bodies = 1 } = mark.data ?? {};
          return ['high', 'low'].includes(String(state)) ? sum + Number(bodies) : sum;
        }, 0);
        const words = wordsIn(marks).map(({ words: one }) => one);
        const told = (number: number) => words.some((one) => one.includes(count(number)));
        expect(told(line) || told(line + unread), words.join(' | ')).toBe(true);
        expect(bodies === line || told(line) || told(line + unread)).toBe(true);
        if (unread > 0)
          expect(told(unread) || told(line + unread) || lettersIn(marks) === unread).toBe(true);
        for (const { mark } of seen(marks))
          if (mark.data?.['state'] !== undefined)
            expect(mark.data['request'] ?? mark.data['count']).toBeDefined();
      }
  });
});

const lettersIn = (marks: readonly Mark[]) =>
  [...seen(marks)].filter(({ mark }) => mark.data?.['state'] === 'socket').length;

test('a body’s size shows its work, and the legend says so', () => {
  const one = crowds.find(({ name }) => name === 'dense-36-groups');
  if (!one) throw new Error('no such scenario');
  const view = new DenseView(one.outcome, one.first);
  expect(view.telling).toBe(5);
  expect(view.kinds.list.map(({ name, size }) => [name, size])).toEqual([
    ['query', 0.56],
    ['report', 1],
  ]);
  // The ids of the reports leave the remainder 5.
  expect(view.clientsOf(5).filter((client) => view.kinds.of(client) === 1)).toHaveLength(28);
  const asked = view.clientsOf(5)[0] ?? 0;
  const layout = view.layout(920, 420, view.groupOf(asked));
  const moment = {
    frame: one.frames[3] ?? one.first,
    round: undefined,
    playing: false,
    light: [],
    chosen: asked,
  };
  const words = wordsIn(view.marks(layout, moment, new DenseMemory())).map((text) => text.words);
  expect(words).toContain('Group 5');
  expect(words.some((text) => /^report, (about )?50 ms$/.test(text))).toBe(true);
  expect(words.some((text) => text.startsWith('query, '))).toBe(true);
  expect(words.some((text) => text.startsWith('client '))).toBe(true);
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
