/** Where all requests of a run were, over time: stacked, as marks of one strip. */
import type { Life, Series } from '../../model/run/types';
import { group, path, type Mark, type Paint } from '../marks/marks';
import type { TimeScale } from './time-scale';
import { toneOf } from './timeline';

/** From the bottom up: what is at work first, what stands in line on top of it. */
const LAYERS = ['run', 'ready', 'latch', 'sleep', 'low'] as const;
type Layer = (typeof LAYERS)[number];

const COLUMNS: Readonly<Record<Layer, readonly string[]>> = {
  run: ['running'],
  ready: ['run_queue'],
  latch: ['latch'],
  sleep: ['waiting', 'lock'],
  low: ['application', 'socket', 'low_queue', 'high_queue', 'thread_wait'],
};

function layerOf(tone: ReturnType<typeof toneOf>): Layer | undefined {
  switch (tone) {
    case 'run':
    case 'ready':
    case 'latch':
    case 'sleep':
      return tone;
    case 'lock':
      return 'sleep';
    case 'idle':
    case 'socket':
    case 'low':
    case 'high':
    case 'soon':
      return 'low';
    case 'away':
    case 'closed':
    case 'login':
      return undefined;
  }
}

/** Of the plot's width. */
const WIDTH = 1_000;
type Heights = Readonly<Record<Layer, Float64Array>>;

const empty = (): Heights => {
  const column = () => new Float64Array(WIDTH + 1);
  return { run: column(), ready: column(), latch: column(), sleep: column(), low: column() };
};
const columnAt = (share: number) => Math.min(WIDTH, Math.max(0, Math.round(share * (WIDTH / 100))));

/** Counted in the lives of the requests. */
function counted(lives: readonly Life[], scale: TimeScale): Heights {
  const heights = empty();
  for (const life of lives) {
    const own = scale.of(life.request);
    for (const segment of life.segments) {
      const layer = layerOf(toneOf(segment));
      if (layer === undefined) continue;
      const [from, to] = [
        columnAt(own.share(segment.start_ns)),
        columnAt(own.share(segment.end_ns)),
      ];
      for (let at = from; at < to; at += 1) heights[layer][at] = (heights[layer][at] ?? 0) + 1;
    }
  }
  return heights;
}

/** Where not every life was kept: from the run's own means. */
function meant({ bucket_ns, columns, values }: Series, scale: TimeScale): Heights {
  const heights = empty();
  for (const layer of LAYERS)
    for (const name of COLUMNS[layer]) {
      const means = values[columns.indexOf(name)] ?? [];
      means.forEach((mean, bucket) => {
        const from = columnAt(scale.share(bucket * bucket_ns));
        const to = columnAt(scale.share(Math.min(scale.end_ns, (bucket + 1) * bucket_ns)));
        for (let at = from; at < to; at += 1) heights[layer][at] = (heights[layer][at] ?? 0) + mean;
      });
    }
  return heights;
}

/** The outline between two lines of steps, in so many digits. */
function outline(below: Float64Array, above: Float64Array, most: number, digits: number): string {
  const edge = (heights: Float64Array, from: number, to: number) => {
    const by = from < to ? 1 : -1;
    let d = '';
    let x = from;
    let last: number | undefined;
    for (let at = from; at !== to; at += by) {
      const y = +(most - (heights[by > 0 ? at : at - 1] ?? 0)).toFixed(digits);
      if (y === last) continue;
      // From one to the next: equal steps are equal letters, which take no room in a page.
      d += last === undefined ? `${at} ${y}` : `h${at - x}v${+(y - last).toFixed(digits)}`;
      x = at;
      last = y;
    }
    return `${d}H${to}`;
  };
  return `M${edge(above, 0, WIDTH)}L${edge(below, WIDTH, 0)}Z`;
}

export interface Strip {
  readonly marks: readonly Mark[];
  /** The most requests that were somewhere at once. */
  readonly most: number;
}

export function stripOf(
  lives: readonly Life[],
  series: Series | undefined,
  scale: TimeScale,
  { y, height }: { readonly y: number; readonly height: number },
): Strip {
  const heights = series ? meant(series, scale) : counted(lives, scale);
  let below = new Float64Array(WIDTH + 1);
  const stacked = LAYERS.map((layer) => {
    const above = below.map((value, at) => value + (heights[layer][at] ?? 0));
    const one = { layer, below, above };
    below = above;
    return one;
  }).filter(({ layer }) => heights[layer].some((value) => value > 0));
  const most = Math.max(1, ...below);
  // A fifth of a pixel is nothing to see, and a step of it as long as any.
  const digits = Math.min(2, Math.max(0, Math.ceil(Math.log10((2.5 * height) / most))));
  const marks = stacked.map(({ layer, below: from, above }) =>
    path(outline(from, above, most, digits), { key: layer, fill: `--${layer}` satisfies Paint }),
  );
  return {
    most: Math.round(most),
    marks: [group([group(marks, { stretch: [WIDTH, most], height })], { key: 'strip', y })],
  };
}
