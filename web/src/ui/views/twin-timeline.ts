/** Two runs row by row: the same request in each, and how much later one of them was. */
import { fellows } from '../../model/run/same';
import { livesCut } from '../../model/run/record';
import type { Life, Outcome, Series } from '../../model/run/types';
import { latencyOf, stretchesOf, type Stretch } from './timeline';

export interface TwinBar {
  readonly request: number;
  readonly latency_ns: number | undefined;
  readonly end_ns: number | undefined;
  readonly stretches: readonly Stretch[];
}

export interface TwinRow {
  readonly request: number;
  readonly name: string;
  readonly left: TwinBar;
  /** Undefined: the other run has no such request. */
  readonly right: TwinBar | undefined;
  /** Right minus left; undefined if either has no answer. */
  readonly difference_ns: number | undefined;
}

export interface TwinTimelineData {
  readonly rows: readonly TwinRow[];
  /** How many requests there are in all. */
  readonly total: number;
  /** Of either run all requests; or, where not every life was kept, how many were where in the mean. */
  readonly runs: readonly {
    readonly lives: readonly Life[];
    readonly series: Series | undefined;
  }[];
}

/** More rows than this are no picture: then those with the greatest differences are shown. */
const MOST_ROWS = 80;

export function twinTimelineOf(left: Outcome, right: Outcome): TwinTimelineData {
  const others = fellows(left.lives, right.lives);
  const bar = (outcome: Outcome, life: Outcome['lives'][number]): TwinBar => ({
    request: life.request,
    latency_ns: latencyOf(life),
    end_ns: life.end_ns ?? undefined,
    stretches: stretchesOf(life, outcome),
  });
  const gaps = left.lives.map((life, index): number => {
    const other = others[index];
    const a = latencyOf(life);
    const b = other && latencyOf(other);
    return a === undefined || b === undefined ? Infinity : Math.abs(a - b);
  });
  const widest = left.lives
    .map((life, index) => ({ life, index }))
    .sort((a, b) =>
      gaps[a.index] === gaps[b.index]
        ? a.index - b.index
        : (gaps[b.index] ?? 0) - (gaps[a.index] ?? 0),
    )
    .slice(0, MOST_ROWS)
    .sort((a, b) => a.index - b.index);
  const rows = widest.map(({ life, index }): TwinRow => {
    const other = others[index];
    const a = latencyOf(life);
    const b = other && latencyOf(other);
    return {
      request: life.request,
      name: life.name || String(life.request),
      left: bar(left, life),
      right: other && bar(right, other),
      difference_ns: a === undefined || b === undefined ? undefined : b - a,
    };
  });
  const runs = [left, right].map((outcome) => ({
    lives: outcome.lives,
    series: livesCut(outcome) ? outcome.metrics.series : undefined,
  }));
  return { rows, total: left.lives.length, runs };
}
