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

const FIELDS = {
  max: 'max_ns',
  p99: 'p99_ns',
  p95: 'p95_ns',
  p50: 'p50_ns',
  mean: 'mean_ns',
  throughput: 'throughput_per_s',
  answered: 'finished',
  threads: 'threads_peak',
} as const satisfies Readonly<Record<SweepMeasure, keyof Summary>>;

/** Undefined: there was no answer to measure. */
export const measured = (measure: SweepMeasure, summary: Summary): number | undefined =>
  UNIT[measure] === 'ns' && summary.finished === 0 ? undefined : summary[FIELDS[measure]];

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
