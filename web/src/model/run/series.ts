/** The series of a run as counts: whole numbers, which its rates are made of. */
import type { Outcome, Series } from './types';

type Measured = Pick<Outcome['metrics'], 'series' | 'measured_ns'>;

const NS_PER_S = 1e9;

/** How many in each stretch. A rate is rounded down, so the nearest whole number is the count. */
export function bucketCounts(
  { bucket_ns, columns, values }: Series,
  column: string,
): readonly number[] {
  const rates = values[columns.indexOf(column)] ?? [];
  return rates.map((rate) => Math.round((rate * bucket_ns) / NS_PER_S));
}

/** How long answers took up to a moment, and how many were inside meanwhile, by the stretches that are complete. */
export interface SoFar {
  /** Undefined as long as a hundredth of the answers is less than one. */
  readonly p50_ns: number | undefined;
  readonly p99_ns: number | undefined;
  /** Undefined during the warm-up. */
  readonly inside: number | undefined;
}

/** The last of the columns that are places of requests. */
const LAST_PLACE = 'login';

/** How many are in the server on average, in each stretch. */
export function insideOf({ columns, values }: Series): readonly number[] {
  const places = values.slice(0, columns.indexOf(LAST_PLACE) + 1);
  return (places[0] ?? []).map((_, at) => places.reduce((all, means) => all + (means[at] ?? 0), 0));
}

export function soFar({ series, measured_ns }: Measured, end_ns: number, time_ns: number): SoFar {
  const { bucket_ns, columns, values } = series;
  const complete = Math.floor(time_ns / bucket_ns);
  const before = (name: string) => values[columns.indexOf(name)]?.[complete - 1] || undefined;
  const warm = Math.ceil((end_ns - measured_ns) / bucket_ns);
  const inside = insideOf(series)
    .slice(warm, complete)
    .reduce((all, mean) => all + mean, 0);
  return {
    p50_ns: before('p50_ns'),
    p99_ns: before('p99_ns'),
    inside: complete > warm ? inside / (complete - warm) : undefined,
  };
}

/** How many in each second. */
export function secondCounts(series: Series, column: string): readonly number[] {
  const seconds: number[] = [];
  for (const [at, count] of bucketCounts(series, column).entries()) {
    // Stretches are whole nanoseconds, so six of a sixth of a second are a little more than one.
    const second = Math.floor((at * series.bucket_ns) / NS_PER_S + 1e-6);
    seconds[second] = (seconds[second] ?? 0) + count;
  }
  return seconds;
}
