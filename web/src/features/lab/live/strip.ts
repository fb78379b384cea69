/** The number of waiting requests over the last seconds, as an area whose right end is now. */
import { m } from '#paraglide/messages.js';
import { STEP_NS } from '../../../model/engine/live-run';
import { count } from '../../../model/words/format';
import { circle, line, path, text, type Mark } from '../../../ui/marks/marks';
import { SPAN_S, type Waited } from './record';

export interface Strip {
  readonly record: Waited;
  readonly now_ns: number;
  readonly waiting: number;
}

const LEAST_TOP = 16;
const n = (value: number) => Math.round(value * 10) / 10;

export function stripMarks({ record, now_ns, waiting }: Strip, w: number, h: number): Mark[] {
  const left = w < 620 ? 54 : 96;
  const [right, foot] = [w - 10, h - 20];
  const top = Math.max(LEAST_TOP, waiting, ...record.counts) * 1.08;
  const x = (time_ns: number) => n(right - ((now_ns - time_ns) / 1e9 / SPAN_S) * (right - left));
  const y = (value: number) => n(foot - (value / top) * (foot - 16));
  const first = record.last - record.counts.length + 1;
  const points = record.counts
    .map((value, index) => [x((first + index) * STEP_NS), y(value)] as const)
    .filter(([at]) => at >= left);
  const from = points[0]?.[0] ?? right;
  const outline = [...points, [right, y(waiting)] as const]
    .map(([px, py]) => `L${px} ${py}`)
    .join('');
  const ticks = (w < 620 ? [20, 10, 0] : [20, 15, 10, 5, 0]).map((ago) =>
    text(
      ago === 0 ? right + 8 : n(x(now_ns - ago * 1e9)),
      h - 4,
      ago === 0 ? m.live_now() : m.live_ago({ count: ago }),
      {
        key: `ago${ago}`,
        size: 12.5,
        weight: 500,
        fill: '--ink-2',
        anchor: ago === 20 ? 'start' : ago === 0 ? 'end' : 'middle',
      },
    ),
  );
  const level = Math.min(Math.max(y(waiting) + 7, 20), foot - 20);
  return [
    path(`M${from} ${foot}${outline}V${foot}Z`, {
      key: 'area',
      fill: '--low',
      stroke: '--edge',
      thick: 1.25,
    }),
    line(left, foot, right, foot, { key: 'ground', stroke: '--ink-3', thick: 1.25 }),
    text(left - 12, n(level), count(waiting), {
      key: 'count',
      size: 19,
      weight: 700,
      display: true,
      anchor: 'end',
    }),
    text(left - 12, foot - 2, m.live_wait(), {
      key: 'what',
      size: 12.5,
      weight: 600,
      fill: '--ink-2',
      anchor: 'end',
    }),
    ...ticks,
    line(right, 10, right, foot, { key: 'now', stroke: '--ink', thick: 2 }),
    circle(right, 9, 7, { key: 'handle', fill: '--paper', stroke: '--ink', thick: 2.5 }),
    circle(right, 9, 3, { key: 'pebble', fill: '--ink' }),
  ];
}
