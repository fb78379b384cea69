/** The figures of one run, without its log and lives: sweeps consist of these. */
import type { Stopped } from './types';

export interface Summary {
  /** Requests that arrived in the measured period. */
  readonly arrived: number;
  readonly finished: number;
  readonly failed: number;
  /** Requests without an answer when the run ended. */
  readonly open: number;
  readonly throughput_per_s: number;
  readonly mean_ns: number;
  readonly p50_ns: number;
  readonly p95_ns: number;
  readonly p99_ns: number;
  readonly max_ns: number;
  readonly last_answer_ns: number;
  readonly end_ns: number;
  readonly stopped: Stopped;
  readonly in_system_mean: number;
  readonly threads_peak: number;
  /** Lower bounds of the latencies once the unanswered requests are counted too. */
  readonly at_least: {
    readonly mean_ns: number;
    readonly p50_ns: number;
    readonly p95_ns: number;
    readonly p99_ns: number;
    readonly max_ns: number;
  };
  /** How long the oldest unanswered request has waited. */
  readonly open_longest_ns: number;
}

/** A hundredth of fewer requests is none: they have no 99th percentile. The engine's series keep to it, too. */
export const LEAST_FOR_P99 = 100;

const STOPPED: readonly Stopped[] = ['until', 'budget_steps', 'budget_memory'];

/** Names the numbers that the engine returns, in its order. */
export function summaryFrom(numbers: ArrayLike<number>): Summary {
  const at = (position: number) => numbers[position] ?? 0;
  return {
    arrived: at(0),
    finished: at(1),
    failed: at(2),
    open: at(3),
    throughput_per_s: at(4),
    mean_ns: at(5),
    p50_ns: at(6),
    p95_ns: at(7),
    p99_ns: at(8),
    max_ns: at(9),
    last_answer_ns: at(10),
    end_ns: at(11),
    stopped: STOPPED[at(12)] ?? 'until',
    in_system_mean: at(13),
    threads_peak: at(14),
    at_least: {
      mean_ns: at(15),
      p50_ns: at(16),
      p95_ns: at(17),
      p99_ns: at(18),
      max_ns: at(19),
    },
    open_longest_ns: at(20),
  };
}
