/** The data of the benchmark page; `build/benchmarks` makes it when the site is built. */
import type { Benchmark, Errors, Pair, PairLine } from '../../model/benchmarks/benchmark';

export interface Overall {
  readonly fit: Errors;
  /** The least and the greatest value over several seeds of the simulation. */
  readonly spread: {
    readonly seeds: number;
    readonly median: readonly [number, number];
    readonly p90: readonly [number, number];
  };
  /** How many parameters were fitted. */
  readonly numbers: number;
  readonly held_out: Errors | undefined;
  readonly usl: Errors;
  readonly simulated: boolean;
}

export interface BenchmarksProps {
  readonly pairs: readonly Pair[];
  /** The table that the pairs belong to, without its curves. */
  readonly set: Benchmark;
  readonly others: readonly Benchmark[];
  readonly hidden: readonly {
    readonly benchmark: Benchmark;
    readonly lines: readonly PairLine[];
  }[];
  readonly overall: Overall;
  /** The command that found the parameters. */
  readonly command: string;
  /** Puts the state into the page's address. */
  readonly onlink?: ((search: string) => void) | undefined;
}

export const FIRST_MACHINE = 'pitbull';
export const FIRST_WORKLOAD = 'POINT_SELECT';
export const FIRST_CLIENTS = 1024;
