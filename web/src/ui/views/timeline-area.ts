/** All requests of a run together: how many were queued, running and answered, up to the present. */
import { min, sum } from 'd3-array';
import { m } from '#paraglide/messages.js';
import { censusOf } from '../../model/run/frame';
import type { Frame, Life, Outcome, Series } from '../../model/run/types';
import { count, tick } from '../../model/words/format';
import { group, line, path, rect, text, those, type Mark } from '../marks/marks';
import { roomOf } from '../marks/measure';
import { stepArea, stepLine } from '../marks/steps';
import type { TimeScale } from './time-scale';
import type { TimelineData } from './timeline';
import { us } from './timeline-bars';

/**
 * From the bottom up: running requests first, queued ones above, then unread ones; with the names that lives, series and frames
 * have for these places.
 */
const COLUMNS = {
  run: ['running', 'login'],
  ready: ['run_queue', 'runnable'],
  sleep: ['waiting', 'innodb', 'lock'],
  latch: ['latch'],
  high: ['high_queue'],
  low: ['low_queue', 'queue', 'thread_wait'],
  socket: ['socket'],
  idle: ['application'],
} satisfies Record<string, readonly string[]>;
export type Layer = keyof typeof COLUMNS;
export const LAYERS = Object.keys(COLUMNS) as Layer[];
const LAYER_OF: ReadonlyMap<string, Layer> = new Map(
  LAYERS.flatMap((layer) => COLUMNS[layer].map((place) => [place, layer] as const)),
);

/** How many requests of a frame are in any of some layers. */
type Standing = (layers: readonly Layer[]) => number;
export function standingIn(frame: Frame): Standing {
  const counts = new Map<string, number>(censusOf(frame));
  counts.set('application', sum(frame.crowd_waiting));
  return (layers) => sum(layers, (layer) => sum(COLUMNS[layer], (name) => counts.get(name)));
}

/** Layers that are counted together, from the top down. */
interface Line {
  readonly layers: readonly Layer[];
  readonly words: (told: { count: string }) => string;
}
const LATCH: Line = { layers: ['latch'], words: m.timeline_at_latch };
/** Places where requests wait without a thread, from the bottom of the area up. */
const LINES: readonly Line[] = [
  { layers: ['low', 'high'], words: m.timeline_in_line },
  LATCH,
  { layers: ['socket'], words: m.timeline_unread },
  { layers: ['idle'], words: m.timeline_unsent },
];
/** On a thread, from the top down. */
const WORK = LAYERS.slice(0, 4).reverse();

/** The number of steps over the run; a run with fewer averages has one step for each. */
const STEPS = 600;

interface Counts {
  readonly step_ns: number;
  readonly steps: number;
  readonly heights: Readonly<Record<Layer, Float64Array>>;
}

const columns = (steps: number) =>
  Object.fromEntries(LAYERS.map((layer) => [layer, new Float64Array(steps)])) as Record<
    Layer,
    Float64Array
  >;

type Stay = Pick<Life['segments'][number], 'place' | 'start_ns' | 'end_ns'>;

/** Adds stays to the heights: a step shows the number at its middle. */
function add(stays: Iterable<Stay>, { step_ns, steps, heights }: Counts): void {
  const changes = columns(steps + 1);
  for (const { place, start_ns, end_ns } of stays) {
    const layer = LAYER_OF.get(place);
    if (layer === undefined) continue;
    const of = changes[layer];
    const from = Math.min(steps, Math.max(0, Math.ceil(start_ns / step_ns - 0.5)));
    const to = Math.min(steps, Math.max(from, Math.ceil(end_ns / step_ns - 0.5)));
    of[from] = (of[from] ?? 0) + 1;
    of[to] = (of[to] ?? 0) - 1;
  }
  for (const layer of LAYERS) {
    let standing = 0;
    for (let at = 0; at < steps; at += 1) {
      standing += changes[layer][at] ?? 0;
      heights[layer][at] = (heights[layer][at] ?? 0) + standing;
    }
  }
}

/** Counted in the lives of the requests. */
function counted(lives: readonly Life[], end_ns: number): Counts {
  const all = { step_ns: end_ns / STEPS || 1, steps: STEPS, heights: columns(STEPS) };
  add(
    lives.flatMap(({ segments }) => segments),
    all,
  );
  return all;
}

/** If some lives were not recorded: the run's own averages. */
function meant({ bucket_ns, columns: names, values }: Series, end_ns: number): Counts {
  const most = Math.max(0, ...values.map(({ length }) => length));
  const steps = Math.min(most, Math.ceil(end_ns / bucket_ns));
  const heights = columns(steps);
  for (const layer of LAYERS)
    for (const name of COLUMNS[layer]) {
      const means = values[names.indexOf(name)] ?? [];
      const of = heights[layer];
      for (let at = 0; at < steps; at += 1) of[at] = (of[at] ?? 0) + (means[at] ?? 0);
    }
  return { step_ns: bucket_ns, steps, heights };
}

/** How many are in each layer at the middle of each step: requests, and whoever stands in the picture without one. */
export function countsOf(
  {
    metrics,
    lives,
    alone = [],
    not_kept,
  }: Pick<Outcome, 'metrics' | 'lives' | 'alone' | 'not_kept'>,
  end_ns: number,
): Counts {
  const cut = (not_kept?.lives ?? 0) > 0;
  const all = cut ? meant(metrics.series, end_ns) : counted(lives, end_ns);
  add(alone, all);
  return all;
}

interface Answers {
  readonly step_ns: number;
  readonly counts: readonly number[];
  /** Statements done for clients that had left; undefined if there are none in the whole run. */
  readonly vain: readonly number[] | undefined;
}

const ANSWER_STEPS = { least: 20, most: 110 } as const;
/** Averages have arbitrary nanoseconds; the intended number is rounder. */
const meantBy = (ns: number) => Number(ns.toPrecision(4));
const isRound = (ns: number) => /^[125]0*$/.test(String(meantBy(ns)));

/** How many were answered in each step of a round length; undefined if the run doesn't record it. */
export function answersOf(
  { metrics: { series }, lives, not_kept }: Outcome,
  end_ns: number,
): Answers | undefined {
  const { bucket_ns } = series;
  const buckets = Math.ceil(end_ns / bucket_ns);
  const rates = series.values[series.columns.indexOf('answers_per_s')];
  if (!rates && (not_kept?.lives ?? 0) > 0) return undefined;
  const countsOf = (all: readonly number[] | undefined) =>
    Array.from({ length: buckets }, (_, at) => ((all?.[at] ?? 0) * bucket_ns) / 1e9);
  const each = countsOf(rates);
  if (!rates)
    for (const life of lives) {
      const at = life.end_ns === null || life.failed ? -1 : Math.floor(life.end_ns / bucket_ns);
      if (at >= 0) each[Math.min(at, buckets - 1)] = (each[Math.min(at, buckets - 1)] ?? 0) + 1;
    }
  const sizes = Array.from({ length: buckets }, (_, index) => index + 1).filter((size) => {
    const steps = buckets / size;
    return steps >= ANSWER_STEPS.least && steps <= ANSWER_STEPS.most;
  });
  const size = sizes.find((one) => isRound(one * bucket_ns)) ?? sizes[0] ?? 1;
  const summed = (of: readonly number[]) =>
    Array.from({ length: Math.ceil(buckets / size) }, (_, step) =>
      sum(of.slice(step * size, (step + 1) * size)),
    );
  const spent = series.values[series.columns.indexOf('for_nobody_per_s')];
  const vain = spent?.some((rate) => rate > 0) ? summed(countsOf(spent)) : undefined;
  return { step_ns: size * bucket_ns, counts: summed(each), vain };
}

/** The maximum of the scale, shared by two runs. */
export interface AreaMost {
  readonly places: number;
  readonly answers: number;
}

export interface AreaLabel {
  readonly words: string;
  /** The base line, from the top of the area. */
  readonly y: number;
  /** The layers that it counts, from the top down: their colours stand beside it. */
  readonly layers: readonly Layer[];
}

/** The first given-up request and the first refused connection, as far as they are recorded. */
function firstsOf({ lives, events }: Pick<Outcome, 'lives' | 'events'>) {
  const given_up = min(lives, ({ given_up_ns }) => given_up_ns);
  const refused = events.find(({ kind }) => kind === 'connection_refused')?.at_ns;
  return [
    ...(given_up === undefined ? [] : [{ at_ns: given_up, words: m.timeline_given_up() }]),
    ...(refused === undefined ? [] : [{ at_ns: refused, words: m.timeline_refused() }]),
  ];
}

const CHUNK = 150;
const ANSWERS_FROM = 62;
const ANSWERS_SHARE = 0.32;
const LETTERS = 12;
/** From one label to the next, in pixels. */
const LABEL_STEP = 15;

/** The stacked area of a run, cut at the handle. The part before it is drawn once. */
export class Area {
  readonly #counts: Counts;
  readonly #answers: Answers | undefined;
  readonly #layers: readonly Layer[];
  readonly #tops: readonly Float64Array[];
  /** The places that can be named, that with the longest queue first, and those of them where somebody is seen to wait. */
  readonly #lines: readonly Line[];
  readonly #seen: readonly Line[];
  readonly #work: Line;
  /** Named moments. */
  readonly #moments: readonly { readonly at_ns: number; readonly words: string }[];
  /** The maximum of requests in one place, and of answers in a step. */
  readonly most: AreaMost;
  /** The longest possible labels, which must have room. */
  readonly widest: readonly string[];

  constructor({ outcome }: TimelineData, end_ns: number) {
    this.#counts = countsOf(outcome, end_ns);
    const { heights, steps } = this.#counts;
    const found = LAYERS.filter((layer) => heights[layer].some((value) => value > 0));
    const mostIn = ({ layers }: Line) => sum(layers, (layer) => Math.max(0, ...heights[layer]));
    const lines = LINES.toSorted((a, b) => mostIn(b) - mostIn(a));
    const latched = lines[0] === LATCH;
    // Whoever is at the latch of a pool has a thread, and is counted there.
    this.#lines = latched ? [LATCH] : lines.filter((one) => one !== LATCH);
    this.#seen = this.#lines.filter((one, at) => at === 0 || mostIn(one) > 0);
    this.#layers = latched ? ['run', 'latch'] : found;
    const work: readonly Layer[] = latched ? ['run'] : WORK;
    const others = work.some((layer) => layer !== 'run' && found.includes(layer));
    this.#work = { layers: work, words: others ? m.timeline_on_threads : m.timeline_running };
    const answers = answersOf(outcome, end_ns);
    this.#answers = found.includes('latch') || answers?.vain ? answers : undefined;
    this.#moments = [
      ...(outcome.scenario.stalls ?? []).map(({ at_us, for_us }) => ({
        at_ns: at_us * 1e3,
        words: m.timeline_held_up({ time: tick(for_us * 1e3) }),
      })),
      ...firstsOf(outcome),
    ];
    let below = new Float64Array(steps);
    this.#tops = this.#layers.map((layer) => {
      below = below.map((value, at) => value + (heights[layer][at] ?? 0));
      return below;
    });
    this.most = {
      places: Math.max(1, ...below),
      answers: Math.max(
        1,
        ...(this.#answers?.counts ?? []).map((one, at) => one + (this.#answers?.vain?.[at] ?? 0)),
      ),
    };
    const most = Math.round(this.most.places);
    const words = [...this.#lines, this.#work].map((one) => one.words({ count: count(most) }));
    this.widest = [...words, ...this.#answerWords()];
  }

  #answerWords(): readonly string[] {
    if (!this.#answers) return [];
    return [
      m.timeline_answers(),
      this.#answers.vain
        ? m.timeline_vain()
        : m.timeline_each({ step: tick(meantBy(this.#answers.step_ns)) }),
    ];
  }

  /** How many requests are where in this frame: where somebody waits before where nobody does. */
  labels(frame: Frame, height: number): readonly AreaLabel[] {
    const { stack, bars } = this.#parts(height);
    const standing = standingIn(frame);
    const label = ({ layers, words }: Line, y: number): AreaLabel => ({
      words: words({ count: count(standing(layers)) }),
      y,
      layers: layers.filter((layer) => this.#layers.includes(layer)),
    });
    const room = Math.floor(stack / LABEL_STEP) - 1;
    const wait = this.#lines.filter(({ layers }) => standing(layers) > 0);
    const told = [...new Set([...wait, ...this.#seen])].slice(0, Math.max(1, room));
    return [
      ...LINES.filter((one) => told.includes(one))
        .reverse()
        .map((one, index) => label(one, LETTERS + index * LABEL_STEP)),
      ...(room < 1 ? [] : [label(this.#work, stack - 2)]),
      ...(bars === undefined ? [] : this.#answerWords()).map((words, index) => ({
        words,
        y: (stack + height) / 2 + 6 + index * LABEL_STEP,
        layers: [],
      })),
    ];
  }

  #parts(height: number): { readonly stack: number; readonly bars: number | undefined } {
    if (!this.#answers || height < ANSWERS_FROM) return { stack: height, bars: undefined };
    const bars = Math.max(30, height * ANSWERS_SHARE);
    return { stack: height - bars - 8, bars };
  }

  /** A picture in a box, as a function of the time. */
  in(scale: TimeScale, y: number, height: number, most = this.most): (now_ns: number) => Mark {
    const { stack, bars } = this.#parts(height);
    const { step_ns, steps } = this.#counts;
    const high = (value: number) => +(stack - (value / most.places) * (stack - 2)).toFixed(1);
    const chunk = (from: number, to: number, to_ns: number): Mark[] => {
      if (to <= from) return [];
      const xs = Array.from(
        { length: to - from + 1 },
        (_, at) => +scale.px(Math.min(to_ns, (from + at) * step_ns)).toFixed(1),
      );
      // Overlap, so that there is no visible seam.
      if (to_ns === Infinity) xs[to - from] = (xs[to - from] ?? 0) + 0.5;
      const tops = this.#tops.map((of) => Array.from(of.slice(from, to), high));
      const ground = tops[0]?.map(() => stack) ?? [];
      const whole = tops.at(-1) ?? [];
      return [
        // Each area reaches down to the ground, the highest first, so that each edge is written once.
        ...this.#layers.toReversed().map((layer, index) =>
          path(stepArea(ground, tops.at(-1 - index) ?? ground, xs), {
            key: layer,
            fill: `--${layer}`,
            data: {
              state: layer,
              'from-us': us(from * step_ns),
              'to-us': us(Math.min(to_ns, to * step_ns)),
            },
          }),
        ),
        path(stepLine(whole, xs), {
          key: 'edge',
          fill: 'none',
          stroke: '--edge',
          thick: 1,
          steady: true,
        }),
      ];
    };
    const made: Mark[] = [];
    const whole = (index: number): Mark =>
      (made[index] ??= group(chunk(index * CHUNK, Math.min(steps, (index + 1) * CHUNK), Infinity), {
        key: `part ${index}`,
      }));
    const moments = this.#moments.map((one, row) => ({
      at_ns: one.at_ns,
      mark: this.#moment(one, row, scale, stack, high),
    }));
    const answers = bars === undefined ? undefined : this.#bars(scale, stack + 8, bars, most);
    return (now_ns) => {
      const done = Math.min(Math.floor(now_ns / step_ns), steps);
      const chunks = Math.floor(done / CHUNK);
      const part = chunk(chunks * CHUNK, Math.min(steps, Math.ceil(now_ns / step_ns)), now_ns);
      const marks = [
        ...Array.from({ length: chunks }, (_, index) => whole(index)),
        group(part, { key: `part ${chunks}` }),
        ...(answers?.(now_ns) ?? []),
      ];
      // Stretched with a plot that turns out wider or narrower.
      const stretch = [scale.px(scale.to_ns), height] as const;
      const passed = moments.filter(({ at_ns }) => at_ns <= now_ns);
      return group(
        [group(marks, { key: 'steps', stretch, height }), ...passed.map(({ mark }) => mark)],
        { key: 'area', y },
      );
    };
  }

  /** A line through the area, with its words if nothing is in their way. Each has a row of its own. */
  #moment(
    { at_ns, words }: { readonly at_ns: number; readonly words: string },
    row: number,
    scale: TimeScale,
    height: number,
    high: (value: number) => number,
  ): Mark {
    const base = LETTERS + 1 + row * (LETTERS + 3);
    const left = scale.px(at_ns) - 8 - roomOf(words, LETTERS);
    const { step_ns } = this.#counts;
    const tops = this.#tops.at(-1) ?? new Float64Array();
    const from_ns = (left * scale.to_ns) / scale.px(scale.to_ns);
    const under = tops.slice(Math.max(0, Math.floor(from_ns / step_ns)), at_ns / step_ns);
    const clear = left >= 0 && under.every((value) => high(value) > base + 5);
    return group(
      those(
        line(0, 0, 0, height, { stroke: '--ink', thick: 1.5, dash: '2 4' }),
        clear && text(-8, base, words, { anchor: 'end', size: LETTERS }),
      ),
      { key: `moment ${words}`, class: 'moment', x: scale.x(at_ns) },
    );
  }

  #bars(scale: TimeScale, y: number, height: number, most: AreaMost): (now_ns: number) => Mark[] {
    const { step_ns, counts, vain } = this.#answers ?? { step_ns: 1, counts: [], vain: undefined };
    const high = (value: number) => (value / most.answers) * (height - 2);
    const one = (step: number, to_ns: number): Mark[] => {
      const [left, right] = [scale.px(step * step_ns), scale.px(to_ns)];
      const h = high(counts[step] ?? 0);
      const spent = high(vain?.[step] ?? 0);
      const w = Math.max(0.5, right - left - 1);
      const data = { 'from-us': us(step * step_ns), 'to-us': us(to_ns) };
      return those(
        rect(left + 0.5, y + height - h, w, h, {
          key: `answers ${step}`,
          fill: '--ink-2',
          data: { ...data, state: 'answered' },
        }),
        spent > 1 &&
          rect(left + 0.5, y + height - h - spent + 0.5, w, spent - 1, {
            key: `vain ${step}`,
            fill: '--cup',
            stroke: '--ink-2',
            thick: 1,
            data: { ...data, state: 'gone' },
          }),
      );
    };
    const made: Mark[][] = [];
    const base = line(0, y + height, scale.px(scale.to_ns), y + height, {
      key: 'base',
      stroke: '--ink-3',
    });
    return (now_ns) => {
      // A step that is not over lacks some of its answers.
      const done = Math.min(counts.length, Math.floor(now_ns / step_ns));
      for (let step = made.length; step < done; step += 1)
        made.push(one(step, (step + 1) * step_ns));
      return [base, ...made.slice(0, done).flat()];
    };
  }
}
