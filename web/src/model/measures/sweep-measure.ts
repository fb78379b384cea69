/** The measures that a curve or a map can show of its runs. */
import type { ScenarioFile } from '../run/types';
import type { Summary } from '../run/summary';
import { isEndless, hasUnequalRequests } from '../run/workload';

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

/** Undefined if there was no answer. */
export const measured = (measure: SweepMeasure, summary: Summary): number | undefined =>
  UNIT[measure] === 'ns' && summary.finished === 0 ? undefined : summary[FIELDS[measure]];

/** Like `measured`, but counts each unanswered request with the time it has waited so far: settings are compared by this. */
export const measuredAtLeast = (measure: SweepMeasure, summary: Summary): number | undefined =>
  measured(measure, {
    ...summary,
    ...summary.at_least,
    finished: UNIT[measure] === 'ns' ? summary.finished + summary.open : summary.finished,
  });

/** Whether a request has waited longer than any answer took. */
export const leavesWaiting = ({ open_longest_ns, max_ns }: Summary): boolean =>
  open_longest_ns > max_ns;

/**
 * The default measure comes first. With endless requests that is p99 of the answers, since the single slowest says little;
 * with few similar requests it is a percentile; with very unequal requests the slowest is always the longest one, whatever
 * the server does with the others.
 */
export function measuresFor(
  scenario: ScenarioFile,
  answers: number,
): readonly [SweepMeasure, ...SweepMeasure[]] {
  if (isEndless(scenario))
    return answers > 0
      ? ['p99', 'throughput', 'max', 'mean', 'threads']
      : ['throughput', 'p99', 'max', 'mean', 'threads'];
  return hasUnequalRequests(scenario)
    ? ['mean', 'max', 'answered', 'threads']
    : ['max', 'mean', 'answered', 'threads'];
}

/** Requests of a list get this multiple of the scenario's own length to be answered. */
const PATIENCE = 10;

/**
 * How long a point runs. The slowest answer of a list is known only when all are answered; rates and totals keep the
 * scenario's own end.
 */
export function untilFor(measure: SweepMeasure, scenario: ScenarioFile): number {
  const waits = UNIT[measure] === 'ns' && !isEndless(scenario);
  return waits ? scenario.until_us * PATIENCE : scenario.until_us;
}
