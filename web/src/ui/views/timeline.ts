/** All requests as rows of stretches, with the published times on the same rows. */
import { ticks } from 'd3-array';
import { byLatency, latencyOf, partners } from '../../model/measures/ranks';
import { placeName } from '../../model/words/why';
import { livesCut } from '../../model/run/record';
import type { Life, Outcome, Place, Published, Series } from '../../model/run/types';
import type { Tone } from './shapes';

export { byLatency, latencyOf, partners };

export interface Stretch {
  readonly tone: Tone;
  readonly words: string;
  readonly start_ns: number;
  readonly end_ns: number;
}

export interface Mark {
  /** Which of the published runs. */
  readonly run: number;
  readonly at_ns: number;
  readonly latency_ns: number;
}

export interface Row {
  readonly request: number;
  readonly name: string;
  readonly connection: number;
  readonly latency_ns: number | undefined;
  readonly end_ns: number | undefined;
  readonly stretches: readonly Stretch[];
  readonly marks: readonly Mark[];
}

export interface TimelineData {
  readonly rows: readonly Row[];
  /** How many requests there are in all. */
  readonly total: number;
  readonly lives: readonly Life[];
  /** Where not every life was kept: how many were where, in the mean. */
  readonly series: Series | undefined;
  /** The last thing that has a mark. */
  readonly end_ns: number;
  readonly ticks: readonly number[];
}

const NS_PER_MS = 1e6;

export function toneOf(place: Place): Tone {
  switch (place.place) {
    case 'application':
      return 'idle';
    case 'socket':
      return 'socket';
    case 'low_queue':
    case 'queue':
      return 'low';
    case 'high_queue':
      return 'high';
    case 'thread_wait':
      return 'soon';
    case 'run_queue':
      return 'ready';
    case 'latch':
      return 'latch';
    case 'running':
      return 'run';
    case 'waiting':
    case 'innodb':
      return 'sleep';
    case 'lock':
      return 'lock';
    case 'suspended':
      return 'away';
  }
}

/** The request that a reader should ask first: it spent the longest without a thread. */
export function mostDelayed(lives: readonly Life[]): Life | undefined {
  const waited = (life: Life) =>
    life.segments
      .filter(
        (segment) =>
          segment.place === 'innodb' ||
          !['run', 'sleep', 'lock', 'away', 'latch', 'ready'].includes(toneOf(segment)),
      )
      .reduce((sum, { start_ns, end_ns }) => sum + end_ns - start_ns, 0);
  let best: Life | undefined;
  for (const life of lives) if (!best || waited(life) >= waited(best)) best = life;
  return best;
}

function marksFor(life: Life, published_ms: readonly (number | undefined)[]): Mark[] {
  return published_ms.flatMap((ms, index) => {
    if (ms === undefined) return [];
    const latency_ns = ms * NS_PER_MS;
    return [{ run: index, latency_ns, at_ns: life.arrive_ns + latency_ns }];
  });
}

/** Segments in one place are one bar, whatever the reasons were meanwhile. */
export function stretchesOf(life: Life, outcome: Outcome): Stretch[] {
  const stretches: Stretch[] = [];
  for (const segment of life.segments) {
    if (segment.end_ns <= segment.start_ns) continue;
    const words = placeName(segment, outcome);
    const last = stretches.at(-1);
    if (last?.words === words)
      stretches[stretches.length - 1] = { ...last, end_ns: segment.end_ns };
    else
      stretches.push({
        tone: toneOf(segment),
        words,
        start_ns: segment.start_ns,
        end_ns: segment.end_ns,
      });
  }
  return stretches;
}

/** More rows than this are no picture: then a sample from the fastest to the slowest is shown. */
const MOST_ROWS = 160;
export const isSampled = ({ lives }: Pick<Outcome, 'lives'>): boolean => lives.length > MOST_ROWS;

/** Evenly over the ranks, the first, the last and the one that is asked for among them. */
export function sample(ranks: number, most: number, always: number): number[] {
  if (ranks <= most) return Array.from({ length: ranks }, (_, rank) => rank);
  const step = (ranks - 1) / (most - 1);
  const chosen = new Set(Array.from({ length: most }, (_, index) => Math.round(index * step)));
  if (always >= 0) chosen.add(always);
  return [...chosen].sort((a, b) => a - b);
}

export function timelineOf(
  outcome: Outcome,
  end_ns: number,
  published: readonly Published[],
  chosen?: number,
): TimelineData {
  const lives = byLatency(outcome.lives);
  const partner = published.map((run) => partners(run, lives));
  const wanted = lives.findIndex(({ request }) => request === chosen);
  const shown = sample(lives.length, MOST_ROWS, wanted).flatMap((rank) => {
    const life = lives[rank];
    return life ? [{ life, rank }] : [];
  });
  const rows = shown.map(({ life, rank }): Row => ({
    request: life.request,
    name: life.name || String(life.request),
    connection: life.connection,
    latency_ns: latencyOf(life),
    end_ns: life.end_ns ?? undefined,
    stretches: stretchesOf(life, outcome),
    marks: marksFor(
      life,
      partner.map((of) => of[rank]),
    ),
  }));
  // Only the first requests were kept: their stretch is the picture, not the whole run.
  const shown_ns = outcome.not_kept
    ? Math.max(0, ...lives.map((life) => life.segments.at(-1)?.end_ns ?? 0))
    : end_ns;
  const last = Math.max(shown_ns, ...rows.flatMap((row) => row.marks.map((mark) => mark.at_ns)));
  return {
    rows,
    total: lives.length,
    lives: outcome.lives,
    series: livesCut(outcome) ? outcome.metrics.series : undefined,
    end_ns: last,
    ticks: ticks(0, last, 6),
  };
}

/** The largest distance between a published time and the simulated one of its rank. */
export function largestDifference(rows: readonly Row[], run: number): number | undefined {
  const differences = rows.flatMap((row) =>
    row.marks
      .filter((mark) => mark.run === run && row.latency_ns !== undefined)
      .map((mark) => Math.abs(mark.latency_ns - (row.latency_ns ?? 0))),
  );
  return differences.length > 0 ? Math.max(...differences) : undefined;
}
