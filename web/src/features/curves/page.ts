/** What the benchmark page is made of; `build/benchmarks` makes it when the site is built. */
import type { Benchmark, Errors, Pair, PairLine } from '../../model/benchmarks/benchmark';

export interface Overall {
  readonly fit: Errors;
  /** Over so many seeds of the simulation: the least and the greatest. */
  readonly spread: {
    readonly seeds: number;
    readonly median: readonly [number, number];
    readonly p90: readonly [number, number];
  };
  /** How many numbers were fitted. */
  readonly numbers: number;
  readonly held_out: Errors | undefined;
  readonly usl: Errors;
  readonly simulated: boolean;
}

export interface BenchmarksProps {
  readonly pairs: readonly Pair[];
  /** The table that the pairs are of: its words, without its curves. */
  readonly set: Benchmark;
  readonly others: readonly Benchmark[];
  readonly hidden: readonly {
    readonly benchmark: Benchmark;
    readonly lines: readonly PairLine[];
  }[];
  readonly overall: Overall;
  /** How the parameters were found. */
  readonly command: string;
  /** Puts what is shown into the page's address. */
  readonly onlink?: ((search: string) => void) | undefined;
}

export const FIRST_MACHINE = 'pitbull';
export const FIRST_WORKLOAD = 'POINT_SELECT';
export const FIRST_CLIENTS = 1024;
