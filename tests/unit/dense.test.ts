import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Canvas } from '../../web/src/ui/marks/canvas';
import { cellMarks } from '../../web/src/ui/marks/cells';
import { CLIENT_STATES, NONE } from '../../web/src/model/run/frame';
import { cards } from '../../web/src/ui/views/scene/cards';
import type { GroupExtent } from '../../web/src/ui/views/scene/extent';
import { layoutScene } from '../../web/src/ui/views/scene/layout';
import { Census } from '../../web/src/ui/views/scene/dense/census';
import { History } from '../../web/src/ui/views/scene/dense/history';
import { TilePainter } from '../../web/src/ui/views/scene/dense/painter';
import { tileCount } from '../../web/src/ui/views/scene/dense/picture';
import { layoutTiles, tileShape } from '../../web/src/ui/views/scene/dense/tile';
import type { Frame } from '../../web/src/model/run/types';

function frame(states: readonly string[], groups: readonly number[], queues = [0, 0]): Frame {
  return {
    client_state: Uint8Array.from(states, (state) => CLIENT_STATES.indexOf(state as 'idle')),
    client_group: Uint32Array.from(groups),
    thread_state: Uint8Array.of(2),
    thread_group: Uint32Array.of(1),
    group_high: Uint32Array.of(0, 0),
    group_low: Uint32Array.from(queues),
    group_unpolled: Uint32Array.of(0, 1),
  } as unknown as Frame;
}

test('a census counts by group; who is not connected belongs to the group that it will have', () => {
  const census = new Census(2, Uint32Array.of(0, 0, 1));
  census.take(frame(['running', 'closed', 'low_queue'], [0, NONE, 1], [0, 1]));
  expect(census.cellsOf(0, 'running')).toBe(1);
  expect(census.cellsOf(0, 'closed')).toBe(1);
  expect(census.cellsOf(1, 'low_queue')).toBe(1);
  expect(census.total('idle')).toBe(0);
  // What lies on a socket is in no queue, and the server's tables show nothing of it.
  expect([...census.queued]).toEqual([0, 1]);
  expect([...census.unread]).toEqual([0, 1]);
  expect([...census.waiting]).toEqual([0, 2]);
});

test('a tile tells the queue from what lies unread on sockets', () => {
  const words = (queued: number, unread: number, w: number) =>
    tileCount(queued, unread, tileShape(40, w, 160)).map((mark) => 'words' in mark && mark.words);
  expect(words(0, 33, 240)).toEqual(['unread 33']);
  expect(words(3, 33, 300)).toEqual(['3 + 33 unread']);
  expect(words(3, 0, 240)).toEqual(['queue 3']);
  expect(words(0, 33, 90)).toEqual(['+33']);
  expect(words(3, 33, 90)).toEqual(['3+33']);
});

/** Takes every stroke and keeps none. */
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

test('only cells that changed are drawn, all of them again after a change of colours', () => {
  const census = new Census(2, Uint32Array.of(0, 0, 1));
  const painter = new TilePainter(2, layoutTiles(2, 2, 240, 100));
  const paint = (states: readonly string[]) => {
    census.take(frame(states, [0, 0, 1]));
    return painter.paint(canvas, String, census, [0, 0], undefined, false);
  };
  expect(paint(['idle', 'idle', 'idle'])).toBe(3);
  expect(paint(['idle', 'idle', 'idle'])).toBe(0);
  // Who runs comes first, whichever of the two it is.
  expect(paint(['idle', 'running', 'idle'])).toBe(1);
  expect(paint(['running', 'idle', 'idle'])).toBe(0);
  painter.forget();
  expect(paint(['running', 'idle', 'idle'])).toBe(3);
});

test('a line follows simulated time, and begins anew when that goes back', () => {
  const history = new History(1, 6_400_000);
  expect(history.bucket_ns).toBe(10_000);
  const add = (time_ns: number, length: number) => history.add(time_ns, Uint32Array.of(length));
  expect(add(0, 1)).toBe(true);
  expect(add(9_999, 2)).toBe(false);
  expect(add(30_000, 5)).toBe(true);
  expect([0, 1, 2, 3].map((back) => history.at(0, back))).toEqual([5, 5, 5, 1]);
  expect(history.filled).toBe(4);
  add(10_000, 7);
  expect(history.filled).toBe(1);
  expect(history.most(0)).toBe(7);
});

test('the picture without script is a few lines of dashes, as long as there are cells', () => {
  const { pitch = 0, columns, cells } = tileShape(455, 116, 120);
  const counts = [3, 40, 0, 412].map((number) => ({ number, paint: '--run' }) as const);
  const rows = cellMarks(counts, { pitch, columns, cells }).map((mark) =>
    mark.kind === 'path' ? mark.d : '',
  );
  const drawn = rows.map((path) =>
    [...path.matchAll(/h(\d+)/g)].reduce((sum, [, run]) => sum + (Number(run) + 1) / pitch, 0),
  );
  expect(drawn).toEqual([3, 40, 412]);
  expect(rows.join('').length).toBeLessThan(400);
});

test('a tile has room inside, however many there are', () => {
  for (const [width, height] of [
    [280, 180],
    [358, 220],
    [640, 400],
  ] as const) {
    const { shape, places } = layoutTiles(1500, 1, width, height);
    expect(shape.cells.w, `${width} x ${height}`).toBeGreaterThan(0);
    expect(shape.cells.h).toBeGreaterThan(0);
    expect((places.at(-1)?.y ?? 0) + shape.h).toBeLessThanOrEqual(height);
  }
});

describe.each([1, 4, 16, 36, 96, 128])('%d tiles', (groups) => {
  test.each([
    [850, 400],
    [850, 260],
    [600, 300],
    [370, 200],
    [280, 120],
  ])('fill %d by %d, whatever their connections, and none leaves its tile', (width, height) => {
    for (const connections of [groups, 1_024, 16_384]) {
      const most = Math.ceil(connections / groups);
      const { places, shape, columns } = layoutTiles(groups, most, width, height);
      const { x = 0, y = 0 } = places.at(-1) ?? {};
      expect(places).toHaveLength(groups);
      expect(y + shape.h).toBeLessThanOrEqual(height);
      expect(y + shape.h).toBeGreaterThan(height * 0.85);
      expect((places[columns - 1]?.x ?? x) + shape.w).toBeLessThanOrEqual(width);
      const { pad, pitch, cells, seats, line } = shape;
      if (pitch !== undefined) expect(Math.ceil(most / shape.columns) * pitch).toBe(cells.h);
      let bottom = 0;
      for (const part of [cells, seats, line]) {
        if (!part) continue;
        expect(part.y).toBeGreaterThanOrEqual(bottom);
        bottom = part.y + part.h;
      }
      expect(bottom).toBeLessThanOrEqual(shape.h - pad + 2);
    }
  });
});

describe('96 groups of which four have something to do', () => {
  const groups = Array.from({ length: 96 }, (_, group): GroupExtent => {
    const clients = group === 0 ? Array.from({ length: 20 }, (__, client) => client) : [20 + group];
    const work = {
      high: 0,
      low: group === 0 ? 12 : 1,
      unpolled: 1,
      idle: 0,
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
    const made = layoutScene({ extent, width, height, why_lines: () => 1, cards });
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
    // What asks takes most of it, and the one group that has much to do the most of that.
    expect(strip?.box.h ?? 0).toBeLessThan(made.height * 0.3);
    const areas = made.groups.map(({ group, box }) => ({ group, area: box.w * box.h }));
    expect(areas.sort((a, b) => b.area - a.area)[0]?.group).toBe(0);
  });
});
