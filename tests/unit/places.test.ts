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

test('running requests are below queued ones, and nobody is counted twice', () => {
  const { most, layers, marks } = placesChart(series, 20, 100);
  expect(most).toBe(5);
  expect(layers).toEqual(['run', 'sleep', 'low']);
  const [run, , low] = marks.filter((mark) => mark.kind === 'path');
  // One of five runs: the lowest fifth. All five together reach the top.
  expect(run?.d).toMatch(/^M0 80/);
  expect(low?.d).toMatch(/^M0 0/);
});

test('a run without averages has no picture and throws nothing', () => {
  const { marks } = placesChart({ bucket_ns: 10, columns: [], values: [] }, 20, 100);
  expect(marks.every((mark) => mark.kind !== 'path' || mark.d === '')).toBe(true);
});

test('what is not known yet is not drawn', () => {
  const { marks } = placesChart(series, 20, 100, 10);
  const xs = marks.flatMap((mark) =>
    mark.kind === 'path' ? [...mark.d.matchAll(/H([\d.]+)/g)].map(([, x]) => Number(x)) : [],
  );
  expect(Math.max(...xs)).toBe(50);
});
