/** A stacked chart of where requests are over time, from the run's own averages, as marks. */
import { max, sum, ticks } from 'd3-array';
import type { Series } from '../../model/run/types';
import { line, path, rect, type Mark } from '../marks/marks';
import { stepArea } from '../marks/steps';

export type Layer = 'sleep' | 'run' | 'ready' | 'latch' | 'low';

/** From the bottom up: requests at work first, queues on top. */
const LAYERS: readonly {
  readonly layer: Layer;
  readonly columns: readonly string[];
  /** Only machines of a finer model have it. */
  readonly rare?: true;
}[] = [
  { layer: 'run', columns: ['running', 'login'] },
  { layer: 'ready', columns: ['run_queue'], rare: true },
  { layer: 'latch', columns: ['latch'], rare: true },
  { layer: 'sleep', columns: ['waiting', 'lock'] },
  { layer: 'low', columns: ['application', 'socket', 'low_queue', 'high_queue', 'thread_wait'] },
];

export interface PlacesChart {
  readonly most: number;
  readonly ticks: readonly number[];
  readonly layers: readonly Layer[];
  /** In a square of `size`, which the page stretches to its width. */
  readonly marks: readonly Mark[];
}

/** `until_ns`: the chart ends here, because later values are still unknown. */
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
  // To a tenth of a per cent: a page draws it at most a thousand pixels wide.
  const tenths = (share: number) => Math.round(share * size * 10) / 10;
  const known = Math.min(buckets, Math.ceil(until_ns / series.bucket_ns));
  const xs = Array.from({ length: known + 1 }, (_, bucket) =>
    tenths(Math.min(end_ns, until_ns, bucket * series.bucket_ns) / end_ns),
  );
  const y = (value: number) => tenths(1 - value / most);
  const top = (layer: number) =>
    Array.from({ length: known }, (_, bucket) => y(below(layer, bucket)));
  const marks = [
    ...steps.map((value) =>
      line(0, y(value), size, y(value), { key: `grid ${value}`, stroke: '--grid', steady: true }),
    ),
    ...shown.map(({ layer }, index) =>
      path(known > 0 ? stepArea(top(index), top(index + 1), xs) : '', {
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

/** The present moment, in the same square. */
export const nowMark = (now_ns: number, end_ns: number, size: number): Mark => {
  const x = (now_ns / end_ns) * size;
  return line(x, 0, x, size, { key: 'now', stroke: '--ink', thick: 2, steady: true });
};

/** The sample of a layer for the legend. */
export const layerMark = (layer: Layer): Mark =>
  rect(-7, -7, 14, 14, { r: 3, fill: `--${layer}`, stroke: '--edge' });
