/** Summarises how far computed values are from measured ones. */
import {
  errorOf,
  PARAMETERS,
  type Errors,
  type Pair,
  type PairLine,
} from '../benchmarks/benchmark';

export function errorsOf(shares: readonly number[]): Errors {
  const sizes = shares.map(Math.abs).sort((a, b) => a - b);
  const at = (share: number) => {
    const place = share * (sizes.length - 1);
    const low = sizes[Math.floor(place)] ?? 0;
    return low + (place % 1) * ((sizes[Math.ceil(place)] ?? low) - low);
  };
  const near = shares.filter((one) => one + 1 <= 1.5 && one + 1 >= 1 / 1.5);
  return { points: shares.length, median: at(0.5), p90: at(0.9), within_1_5: near.length };
}

/** The model's value at a measured point: simulated, or analytic if it was not simulated. */
export function modelAt(line: PairLine, clients: number): number | undefined {
  return (
    line.simulated.find((one) => one.clients === clients)?.throughput ??
    line.analytic.find(([x]) => x === clients)?.[1]
  );
}

export function errorsIn(
  lines: readonly PairLine[],
  at: (line: PairLine, clients: number) => number | undefined,
): readonly number[] {
  return lines.flatMap((line) =>
    line.measured.flatMap(([clients, value]) => {
      const computed = at(line, clients);
      return computed === undefined ? [] : [errorOf(computed, value)];
    }),
  );
}

export const lineErrors = (line: PairLine): Errors => errorsOf(errorsIn([line], modelAt));

/** How many parameters were fitted; one that several cases share counts once. */
export const fittedNumbers = (pairs: readonly Pair[]): number =>
  new Set(
    pairs.flatMap((pair) => PARAMETERS.map((name) => `${name} ${pair.case.parameters[name]}`)),
  ).size;
