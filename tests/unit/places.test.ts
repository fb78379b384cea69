import { expect, test } from 'vitest';
import { placesChart } from '../../web/src/ui/charts/places';

const series = {
  bucket_ns: 10,
  columns: ['socket', 'low_queue', 'running', 'waiting'],
  values: [
    [1, 0],
    [3, 1],
    [1, 0],
    [0, 1],
  ],
};

test('who is at work stands below who stands in line, and nobody is counted twice', () => {
  const { most, layers } = placesChart(series, 20, 100);
  expect(most).toBe(5);
  expect(layers.map(({ layer }) => layer)).toEqual(['run', 'wait', 'low']);
  // One of five runs: the lowest fifth. All five together reach the top.
  expect(layers[0]?.path).toMatch(/^M0,80/);
  expect(layers[2]?.path).toMatch(/^M0,0/);
});

test('a run without a mean has no picture and no exception', () => {
  const { layers } = placesChart({ bucket_ns: 10, columns: [], values: [] }, 20, 100);
  expect(layers.every(({ path }) => path === '')).toBe(true);
});
