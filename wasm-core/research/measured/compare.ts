/** Compares measured with simulated runs: each fact of each scenario, and the verdict. */
import type { Comparison, Finding, Values } from '../../../web/src/build/measured/compared';
import type {
  MeasuredFile,
  MeasuredRun,
  MeasuredScenario,
  Range,
} from '../../../web/src/build/measured/format';
import { heldUpMs, lateness, TRIED } from '../../../web/src/build/measured/samples';
import { NotExpressible, sleepOf } from '../../../web/src/build/measured/sql';
import { median } from '../../../web/src/model/measures/stats';
import { barsOf } from './bars';
import { specsOf, type Spec } from './facts';
import { simulateAll, simulateOtherwise, traceOf, type Sighting } from './simulate';

/** How often each value occurred. */
type Tally = readonly (readonly [value: number | string, runs: number])[];

/** What is compared: every value of each side, or only the range that was recorded. */
interface Judged {
  readonly spec: Spec;
  readonly measured: Tally;
  readonly measured_range: Range | undefined;
  readonly simulated: Tally;
  readonly holds: boolean;
}

/** The tolerated difference of a time, in milliseconds. */
export interface Tolerance {
  /**
   * The part that modelled latencies can explain: one creation and one wake-up per thread, and one wake-up per turn of a
   * sleeping loop.
   */
  readonly modelled_ms: number;
  /** Nine of ten plain sleeps were no later than this. */
  readonly usual_ms: number;
  /** The longest time for which the machine delayed a statement that had nothing to wait for. */
  readonly held_up_ms: number;
}

function toleranceOf(
  file: MeasuredFile,
  { clients }: MeasuredScenario,
  simulated: readonly Sighting[],
): Tolerance {
  const peaks = simulated.map(({ threads_peak }) => threads_peak.reduce((a, b) => a + b, 0));
  const each_us = TRIED.thread_create_us[1] + TRIED.thread_wake_us[1];
  const loops = clients.some(({ steps }) =>
    steps.some(({ sql, until_ms }) => until_ms !== undefined && sleepOf(sql) > 0),
  );
  const turns = simulated.flatMap(({ loops: all }) => all.map(({ answers }) => answers));
  const turn_us = loops ? Math.max(...turns) * TRIED.thread_wake_us[1] : 0;
  const modelled_ms = (Math.max(...peaks) * each_us + TRIED.poll_wake_us[1] + turn_us) / 1000;
  const late = lateness(file);
  const usual_ms = late[Math.floor(late.length * 0.9)] ?? 0;
  return { modelled_ms, usual_ms, held_up_ms: heldUpMs(file) };
}

const sighting = (run: MeasuredRun): Sighting => ({
  answers: run.answers,
  loops: run.loops ?? [],
  threads_peak: run.threads_peak ?? [],
  births_ms: run.births_ms,
  deaths_ms: run.deaths_ms ?? [],
  waits: run.waits ?? {},
  counters: {},
  running: run.running,
});

function tally(runs: readonly Sighting[], value: Spec['value']): Tally {
  const counts = new Map<number | string, number>();
  for (const run of runs) {
    const seen = value(run);
    if (seen !== undefined) counts.set(seen, (counts.get(seen) ?? 0) + 1);
  }
  return [...counts].sort(([a, m], [b, n]) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : n - m,
  );
}

const numbers = (values: Tally) =>
  values.flatMap(([value, runs]) =>
    typeof value === 'number' ? Array.from({ length: runs }, () => value) : [],
  );

function rangeOf(values: Tally): Range | undefined {
  const numbers = values.flatMap(([value]) => (typeof value === 'number' ? [value] : []));
  return numbers.length > 0 ? [Math.min(...numbers), Math.max(...numbers)] : undefined;
}

function holds(
  { rule }: Spec,
  measured: Tally,
  range: Range | undefined,
  simulated: Tally,
  { modelled_ms, usual_ms, held_up_ms }: Tolerance,
): boolean {
  const seen = range ?? rangeOf(measured);
  const made = rangeOf(simulated);
  switch (rule) {
    case 'among': {
      if (seen && made) return seen[0] >= made[0] && seen[1] <= made[1];
      return measured.every(([value]) => simulated.some(([other]) => other === value));
    }
    case 'always': {
      if (!seen || !made) return false;
      return [...seen, ...made].every((value) => value === seen[0]);
    }
    case 'usual': {
      const half = median(numbers(measured));
      return Boolean(made && half >= made[0] && half <= made[1]);
    }
    case 'at_most':
      return Boolean(seen && made && seen[1] <= made[1]);
    case 'overlaps':
      return Boolean(seen && made && seen[0] <= made[1] && made[0] <= seen[1]);
    case 'held_up':
    case 'within': {
      if (!seen || !made) return false;
      const half = median(numbers(measured));
      const [from, to] = [made[0] - modelled_ms, made[1] + modelled_ms];
      const usual = rule === 'held_up' || half <= to + usual_ms;
      return seen[0] >= from && usual && seen[1] <= to + held_up_ms;
    }
  }
}

/** Compares the measurements of a fact with simulated runs. */
function judge(
  file: MeasuredFile,
  scenario: MeasuredScenario,
  spec: Spec,
  simulated: readonly Sighting[],
): Judged {
  const { value } = spec;
  const measured_range =
    spec.name === 'counter'
      ? Object.entries(scenario.counters ?? {}).find(([name]) => name === spec.of)?.[1]
      : undefined;
  const measured = tally(scenario.runs.map(sighting), value);
  const made = tally(simulated, value);
  const tolerance = toleranceOf(file, scenario, simulated);
  const ok = holds(spec, measured, measured_range, made, tolerance);
  return { spec, measured, measured_range, simulated: made, holds: ok };
}

/**
 * Which facts are false under some other settings, by index: runs the scenario with each setting until all facts have
 * failed.
 */
function failing(
  file: MeasuredFile,
  scenario: MeasuredScenario,
  specs: readonly Spec[],
): readonly boolean[] {
  const failed = specs.map(() => false);
  const fails = (spec: Spec, simulated: readonly Sighting[]) =>
    !judge(file, scenario, spec, simulated).holds;
  for (const { few, all } of simulateOtherwise(file, scenario)) {
    // More runs only add values: a fact that holds for few runs holds for all, except for facts that need equal values.
    const open = specs.filter((_, i) => !failed[i]);
    if (!open.some((spec) => spec.rule === 'always' || fails(spec, few))) continue;
    const simulated = all();
    specs.forEach((spec, i) => {
      failed[i] ||= fails(spec, simulated);
    });
    if (failed.every(Boolean)) break;
  }
  return failed;
}

function valuesOf(values: Tally, given?: Range): Values {
  const range = given ?? rangeOf(values);
  if (range) return { range };
  return { words: values.map(([value, runs]) => [String(value), runs] as const) };
}

function findingOf(
  { spec, measured, measured_range, simulated, holds }: Judged,
  fails_elsewhere: boolean | undefined,
): Finding {
  const { value: _, ...fact } = spec;
  return {
    ...fact,
    measured: valuesOf(measured, measured_range),
    simulated: valuesOf(simulated),
    holds,
    can_fail: !holds || fails_elsewhere === true,
  };
}

export function compare(file: MeasuredFile, scenario: MeasuredScenario): Comparison {
  const base = { scenario, file };
  let simulated: readonly Sighting[];
  try {
    simulated = simulateAll(file, scenario);
  } catch (thrown) {
    if (!(thrown instanceof NotExpressible)) throw thrown;
    return { ...base, runs: 0, findings: [], not_expressible: thrown.message };
  }
  const measured = scenario.runs.map(sighting);
  // A fact without recorded values can't be compared.
  const judged = specsOf(scenario, file, measured).flatMap((spec) => {
    const found = judge(file, scenario, spec, simulated);
    return found.measured.length > 0 || found.measured_range ? [found] : [];
  });
  const can_fail = failing(
    file,
    scenario,
    judged.map(({ spec }) => spec),
  );
  const strip = barsOf(scenario, file, [measured, simulated]);
  return {
    ...base,
    trace: traceOf(file, scenario),
    runs: simulated.length,
    findings: judged.map((one, i) => findingOf(one, can_fail[i])),
    ...(strip ? { strip } : {}),
  };
}
