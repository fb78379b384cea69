/** How many requests were where, over time: stacked, from the run's own means, as marks. */
import { max, sum, ticks } from 'd3-array';
import { area, curveStepAfter } from 'd3-shape';
import type { Series } from '../../model/run/types';
import { line, path, rect, type Mark } from '../marks/marks';

export type Layer = 'sleep' | 'run' | 'ready' | 'latch' | 'low';

/** From the bottom up: what is at work first, what stands in line on top of it. */
const LAYERS: readonly {
  readonly layer: Layer;
  readonly columns: readonly string[];
  /** Only machines of a finer model have it. */
  readonly rare?: true;
}[] = [
  { layer: 'run', columns: ['running'] },
  { layer: 'ready', columns: ['run_queue'], rare: true },
  { layer: 'latch', columns: ['latch'], rare: true },
  { layer: 'sleep', columns: ['waiting', 'lock'] },
  { layer: 'low', columns: ['application', 'socket', 'low_queue', 'high_queue', 'thread_wait'] },
];

export interface PlacesChart {
  readonly most: number;
  readonly ticks: readonly number[];
  readonly layers: readonly Layer[];
  /** In a square of `size`, which the page stretches to the width that it has. */
  readonly marks: readonly Mark[];
}

/** `until_ns`: what comes after it is not known yet. */
export function placesChart(
  series: Series,
  end_ns: number,
  size: number,
  until_ns = end_ns,
): PlacesChart {
  const buckets = Math.min(
    Math.ceil(end_ns / series.bucket_ns),
    max(series.values, (column) => column.length) ?? 0,
  );
  const column = (name: string) => series.values[series.columns.indexOf(name)] ?? [];
  const shown = LAYERS.filter(
    ({ columns, rare }) => !rare || columns.some((name) => sum(column(name)) > 0),
  );
  const heights = shown.map(({ columns }) =>
    Array.from({ length: buckets }, (_, bucket) =>
      sum(columns, (name) => column(name)[bucket] ?? 0),
    ),
  );
  const below = (layer: number, bucket: number) =>
    sum(heights.slice(0, layer), (of) => of[bucket] ?? 0);
  const tops = Array.from({ length: buckets }, (_, bucket) => below(shown.length, bucket));
  const steps = ticks(0, Math.max(1, max(tops) ?? 1), 4);
  const most = Math.max(steps.at(-1) ?? 1, max(tops) ?? 1);
  const x = (bucket: number) =>
    (Math.min(end_ns, until_ns, bucket * series.bucket_ns) / end_ns) * size;
  const known = Math.min(buckets, Math.ceil(until_ns / series.bucket_ns));
  const y = (value: number) => (1 - value / most) * size;
  // The last mean holds to the end of its stretch.
  const points = Array.from({ length: known + 1 }, (_, bucket) => bucket);
  const held = (bucket: number) => Math.min(bucket, known - 1);
  const outline = (index: number) =>
    area<number>()
      .curve(curveStepAfter)
      .x(x)
      .y0((bucket) => y(below(index, held(bucket))))
      .y1((bucket) => y(below(index + 1, held(bucket))));
  const marks = [
    ...steps.map((value) =>
      line(0, y(value), size, y(value), { key: `grid ${value}`, stroke: '--grid', steady: true }),
    ),
    ...shown.map(({ layer }, index) =>
      path(known > 0 ? (outline(index)(points) ?? '') : '', {
        key: layer,
        fill: `--${layer}`,
        stroke: '--edge',
        steady: true,
        data: { state: layer },
      }),
    ),
  ];
  return { most, ticks: steps, layers: shown.map(({ layer }) => layer), marks };
}

/** Now, in the same square. */
export const nowMark = (now_ns: number, end_ns: number, size: number): Mark => {
  const x = (now_ns / end_ns) * size;
  return line(x, 0, x, size, { key: 'now', stroke: '--ink', thick: 2, steady: true });
};

/** What a layer looks like beside its words. */
export const layerMark = (layer: Layer): Mark =>
  rect(-7, -7, 14, 14, { r: 3, fill: `--${layer}`, stroke: '--edge' });
