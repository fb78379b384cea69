/** What a curve or a map may show of each of its runs. */
import type { ScenarioFile } from '../run/types';
import type { Summary } from '../run/summary';
import { isEndless, unlike } from '../run/workload';

export type MeasureUnit = 'ns' | 'per_s' | 'count';

export const UNIT = {
  max: 'ns',
  p99: 'ns',
  p95: 'ns',
  p50: 'ns',
  mean: 'ns',
  throughput: 'per_s',
  answered: 'count',
  threads: 'count',
} as const satisfies Readonly<Record<string, MeasureUnit>>;
export type SweepMeasure = keyof typeof UNIT;

/** Undefined: there was no answer to measure. */
export function measured(measure: SweepMeasure, summary: Summary): number | undefined {
  const latency = (ns: number) => (summary.finished > 0 ? ns : undefined);
  switch (measure) {
    case 'max':
      return latency(summary.max_ns);
    case 'p99':
      return latency(summary.p99_ns);
    case 'p95':
      return latency(summary.p95_ns);
    case 'p50':
      return latency(summary.p50_ns);
    case 'mean':
      return latency(summary.mean_ns);
    case 'throughput':
      return summary.throughput_per_s;
    case 'answered':
      return summary.finished;
    case 'threads':
      return summary.threads_peak;
  }
}

/** The same, with those who have no answer at the time that they have waited: what settings are compared by. */
export const measuredAtLeast = (measure: SweepMeasure, summary: Summary): number | undefined =>
  measured(measure, {
    ...summary,
    ...summary.at_least,
    finished: UNIT[measure] === 'ns' ? summary.finished + summary.open : summary.finished,
  });

/** Some have waited longer than any answer took. */
export const leavesWaiting = ({ open_longest_ns, max_ns }: Summary): boolean =>
  open_longest_ns > max_ns;

/**
 * What is asked first comes first. Where requests keep coming that is p99, of a run with answers: one slowest answer says
 * little there. Where they are few, a percentile does; the slowest of requests that are unlike each other is the longest of
 * them, whatever the server does with the others.
 */
export function measuresFor(
  scenario: ScenarioFile,
  answers: number,
): readonly [SweepMeasure, ...SweepMeasure[]] {
  if (isEndless(scenario))
    return answers > 0
      ? ['p99', 'throughput', 'max', 'mean', 'threads']
      : ['throughput', 'p99', 'max', 'mean', 'threads'];
  return unlike(scenario)
    ? ['mean', 'max', 'answered', 'threads']
    : ['max', 'mean', 'answered', 'threads'];
}

/** Requests of a list are all given time to be answered, this many times the scenario's own length. */
const PATIENCE = 10;

/**
 * How long a point is run. A list's slowest answer is only known when all have theirs; what is told
 * per second, or by the end, keeps the scenario's own end.
 */
export function untilFor(measure: SweepMeasure, scenario: ScenarioFile): number {
  const waits = UNIT[measure] === 'ns' && !isEndless(scenario);
  return waits ? scenario.until_us * PATIENCE : scenario.until_us;
}
