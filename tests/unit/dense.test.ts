import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Canvas } from '../../web/src/ui/marks/canvas';
import { cellMarks } from '../../web/src/ui/marks/cells';
import { CLIENT_STATES, NONE } from '../../web/src/model/run/frame';
import { Census } from '../../web/src/ui/views/scene/dense/census';
import { History } from '../../web/src/ui/views/scene/dense/history';
import { TilePainter } from '../../web/src/ui/views/scene/dense/painter';
import { columnsOf, nominalOf, tileShape } from '../../web/src/ui/views/scene/dense/tile';
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
  expect([...census.queued]).toEqual([0, 2]);
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
  const shape = tileShape(2, 116, 116);
  const painter = new TilePainter(2, 2, shape);
  const spots = [0, 1].map((group) => ({ group, x: 0, y: 0 }));
  const paint = (states: readonly string[]) => {
    census.take(frame(states, [0, 0, 1]));
    return painter.paint(canvas, String, spots, census, undefined, false);
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
  const shape = tileShape(455, 116, 116);
  const counts = [3, 40, 0, 412].map((number) => ({ number, paint: '--run' }) as const);
  const rows = cellMarks(counts, shape).map((mark) => (mark.kind === 'path' ? mark.d : ''));
  const drawn = rows.map((path) =>
    [...path.matchAll(/h(\d+)/g)].reduce(
      (sum, [, run]) => sum + (Number(run) + 1) / shape.pitch,
      0,
    ),
  );
  expect(drawn).toEqual([3, 40, 412]);
  expect(rows.join('').length).toBeLessThan(400);
});

describe.each([36, 128])('%d tiles', (groups) => {
  test('hold all their cells from the narrowest phone on', () => {
    const { narrow } = columnsOf(groups);
    const least = Math.floor((280 - 10 * (narrow - 1)) / narrow) - 18;
    const most = Math.ceil(16_384 / groups);
    const planned = tileShape(most, nominalOf(groups), nominalOf(groups));
    for (const width of [least, 116, 180]) {
      const { columns, pitch, cells, height } = tileShape(most, width, nominalOf(groups));
      expect(Math.ceil(most / columns) * pitch).toBeLessThanOrEqual(cells.h);
      expect(height).toBe(planned.height);
    }
  });
});
