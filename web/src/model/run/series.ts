/** The series of a run as counts: whole numbers, which its rates are made of. */
import type { Series } from './types';

const NS_PER_S = 1e9;

/** How many in each stretch. A rate is rounded down, so the nearest whole number is the count. */
export function bucketCounts(
  { bucket_ns, columns, values }: Series,
  column: string,
): readonly number[] {
  const rates = values[columns.indexOf(column)] ?? [];
  return rates.map((rate) => Math.round((rate * bucket_ns) / NS_PER_S));
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
