/** The queue at the latch and the answers over the whole run, from the run's own time series. */
import { m } from '#paraglide/messages.js';
import type { Outcome } from '../../../model/run/types';
import { clock, count, duration } from '../../../model/words/format';
import { NEXT } from '../../../model/joined';
import {
  group,
  line,
  path,
  rect,
  text,
  type Length,
  type Mark,
  type Paint,
} from '../../marks/marks';

export interface Lane {
  readonly kind: 'latch' | 'run_queue' | 'answers';
  readonly most: number;
  /** At the displayed moment. */
  readonly now: number;
  /** In a square of 100: time to the right, the maximum at the top. */
  readonly path: string;
}

type Run = Pick<Outcome, 'metrics' | 'lives' | 'not_kept' | 'end_ns'>;

/** Answers per second in each step; undefined if the run doesn't record them. */
function answers({ metrics: { series }, lives, not_kept }: Run): readonly number[] | undefined {
  const column = series.columns.indexOf('answers_per_s');
  if (column >= 0) return series.values[column];
  if (not_kept && not_kept.lives > 0) return undefined;
  const found = Array.from({ length: series.values[0]?.length ?? 0 }, () => 0);
  for (const { end_ns, failed } of lives) {
    const at = end_ns === null || failed ? -1 : Math.floor(end_ns / series.bucket_ns);
    const before = found[Math.min(at, found.length - 1)];
    if (at >= 0 && before !== undefined)
      found[Math.min(at, found.length - 1)] = before + 1e9 / series.bucket_ns;
  }
  return found;
}

/** Few, wide steps: still distinguishable, and steadier if answers are rare. */
const STEPS = 80;

function coarse(values: readonly number[]): number[] {
  const each = Math.max(1, Math.round(values.length / STEPS));
  return Array.from({ length: Math.ceil(values.length / each) }, (_, step) => {
    const part = values.slice(step * each, (step + 1) * each);
    return part.reduce((sum, one) => sum + one, 0) / part.length;
  });
}

/** Up to a time: what comes later may be what a reader should predict. */
export function lanesOf(
  run: Run,
  end_ns: number,
  now_ns: number,
  until_ns = Infinity,
): readonly Lane[] {
  const { series } = run.metrics;
  const mean = (name: string) => series.values[series.columns.indexOf(name)];
  const lanes = [
    ['latch', mean('latch')],
    ['run_queue', mean('run_queue')],
    ['answers', answers(run)],
  ] as const;
  return lanes.flatMap(([kind, values]): Lane[] => {
    if (!values || values.length === 0) return [];
    const all = coarse(values);
    const step_ns = (series.bucket_ns * values.length) / all.length;
    const steps = all.slice(0, Math.floor(until_ns / step_ns));
    const most = Math.max(0, ...steps);
    if (most === 0 && kind !== 'latch') return [];
    const x = (step: number) => +Math.min(100, ((step * step_ns) / end_ns) * 100).toFixed(1);
    const y = (value: number) => +(100 - (value / (most || 1)) * 96).toFixed(1);
    const path = steps.map((value, step) => `V${y(value)}H${x(step + 1)}`).join('');
    const now = steps[Math.min(Math.floor(now_ns / step_ns), steps.length - 1)] ?? 0;
    return [{ kind, most, now, path: `M0 100${path}V100Z` }];
  });
}

const LANES: Readonly<Record<Lane['kind'], { words: () => string; fill: Paint }>> = {
  latch: { words: m.scene_over_latch, fill: '--latch' },
  run_queue: { words: m.scene_over_run_queue, fill: '--edge' },
  answers: { words: m.scene_over_answers, fill: '--run' },
};
const LANE = 72;
const TOP = 22;
const CURVE = 44;
const SMALL = { size: 11, fill: '--ink-2' } as const;
const told = (value: number) => (value < 10 ? value.toFixed(1) : count(Math.round(value)));

/** The lanes stacked; without a width, stretched over the whole drawing. */
export function overTime(
  outcome: Outcome,
  end_ns: number,
  now_ns: number,
  width?: number,
): { readonly marks: readonly Mark[]; readonly height: number } {
  const x = (share: number): Length =>
    width === undefined ? `${Number((share * 100).toFixed(3))}%` : share * width;
  const now = Math.min(1, now_ns / end_ns);
  const lanes = lanesOf(outcome, end_ns, now_ns);
  const upright = (share: number, top: number, look: { stroke: Paint; dash?: string }) =>
    line(x(share), top, x(share), top + CURVE, { thick: 2, ...look });
  const marks = lanes.flatMap(({ kind, most, now: value, path: d }, index): Mark[] => {
    const { words, fill } = LANES[kind];
    const top = index * LANE + TOP;
    const curve = path(d, { fill });
    return [
      text(0, top - 8, [
        { words: words() + NEXT, size: 13, fill: '--ink-2' },
        { words: told(value), size: 14, weight: 650, fill: '--ink' },
      ]),
      text(x(1), top - 8, m.scene_over_most({ most: told(most) }), { ...SMALL, anchor: 'end' }),
      rect(0, top, x(1), CURVE, { fill: '--sheet' }),
      width === undefined
        ? group([curve], { stretch: [100, 100], height: CURVE, y: top })
        : group([curve], { x: 0, y: top, scale: [width / 100, CURVE / 100] }),
      ...(outcome.scenario.stalls ?? [])
        .filter(({ for_us }) => for_us > 0)
        .map(({ at_us }) => upright((at_us * 1e3) / end_ns, top, { stroke: '--ink', dash: '4 3' })),
      rect(x(now), top, x(1 - now), CURVE, { fill: '--sheet', opacity: 0.62 }),
      upright(now, top, { stroke: '--ink' }),
      line(0, top + CURVE + 0.5, x(1), top + CURVE + 0.5, { stroke: '--ink-3' }),
    ];
  });
  const foot = lanes.length * LANE + 8;
  return {
    marks: [
      ...marks,
      text(0, foot, '0', SMALL),
      text(x(0.5), foot, clock(now_ns, end_ns), { ...SMALL, anchor: 'middle' }),
      text(x(1), foot, duration(end_ns), { ...SMALL, anchor: 'end' }),
    ],
    height: foot + 4,
  };
}
