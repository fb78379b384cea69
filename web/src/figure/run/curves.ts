/** Computes the curve of one knob: which runs, in which order, and the results so far. */
import { coarseToFine, knobValues } from '../../model/measures/knob-values';
import type { CurvePoint } from '../../ui/charts/curve';
import type { KnobSpec } from '../../model/run/knob';
import { isRecord, partsOf } from '../../model/run/pointer';
import { Sweeper, type PointResult } from '../../model/engine/sweep';
import {
  measured,
  measuresFor,
  untilFor,
  type SweepMeasure,
} from '../../model/measures/sweep-measure';
import type { Outcome, OverrideValue, ScenarioFile } from '../../model/run/types';
import type { PageFigure } from '../model/page-figure.svelte';

/** The result for one value, whichever measure is shown. */
type Known = Exclude<PointResult, { kind: 'broken' }>;
type Curve = Map<OverrideValue, Known>;

/** Curves for this many settings are kept, so that turning a knob back costs nothing. */
const MOST_CURVES = 48;
const kept = new Map<string, Curve>();

function curveFor(key: string): Curve {
  const found = kept.get(key) ?? new Map<OverrideValue, Known>();
  kept.delete(key);
  kept.set(key, found);
  const [oldest] = kept.keys();
  if (kept.size > MOST_CURVES && oldest !== undefined) kept.delete(oldest);
  return found;
}

/** Removes what the knob itself sets: its curve is the same whatever its value. */
function without(scenario: ScenarioFile, pointers: readonly string[]): ScenarioFile {
  const copy = structuredClone(scenario);
  for (const pointer of pointers) {
    const path = [...partsOf(pointer)];
    const last = path.pop() ?? '';
    let at: unknown = copy;
    for (const part of path) at = isRecord(at) ? at[part] : undefined;
    if (isRecord(at)) at[last] = null;
  }
  return copy;
}

export interface CurvePlan {
  /** Identifies everything but the knob's own value. */
  readonly key: string;
  readonly scenario: string;
  readonly until_us: number;
  readonly values: readonly OverrideValue[];
  readonly name: string;
  /** True if all requests got time to be answered: one without an answer never gets one. */
  readonly patient: boolean;
}

export function scenarioOf(outcome: Outcome): ScenarioFile {
  // The page's type of the scenario omits what pages do not read.
  return outcome.scenario as unknown as ScenarioFile;
}

export function measuresOf(outcome: Outcome): readonly [SweepMeasure, ...SweepMeasure[]] {
  return measuresFor(scenarioOf(outcome), outcome.metrics.finished);
}

/** The chosen measure of the curves, or the first. */
export function measureOf({ player, desk }: PageFigure): SweepMeasure {
  const measures = measuresOf(player.outcome);
  return measures.find((one) => one === desk.measure) ?? measures[0];
}

export function planOf(
  outcome: Outcome,
  spec: KnobSpec,
  present: OverrideValue,
  measure: SweepMeasure,
): CurvePlan {
  const scenario = scenarioOf(outcome);
  const own = (scenario.knobs ?? []).find(({ label }) => (label ?? null) === spec.name)?.paths;
  const until_us = untilFor(measure, scenario);
  const base = without(scenario, own && own.length > 0 ? own : [spec.at]);
  return {
    key: `${spec.name} ${until_us} ${JSON.stringify(base)}`,
    scenario: JSON.stringify(scenario),
    until_us,
    values: knobValues(spec, present),
    name: spec.name,
    patient: until_us > scenario.until_us,
  };
}

function pointOf(
  value: OverrideValue,
  known: Known | undefined,
  measure: SweepMeasure,
  patient: boolean,
): CurvePoint {
  if (!known) return { value, state: 'pending' };
  if (known.kind === 'refused') {
    return { value, state: 'refused', message: known.errors[0]?.message ?? '' };
  }
  const y = measured(measure, known.summary);
  if (y === undefined) return { value, state: 'none' };
  const { open, stopped } = known.summary;
  return { value, state: 'known', y, open: patient ? open : 0, cut: stopped !== 'until' };
}

export interface CurveState {
  readonly points: readonly CurvePoint[];
  readonly complete: boolean;
}

export function stateOf(plan: CurvePlan, measure: SweepMeasure): CurveState {
  const curve = kept.get(plan.key);
  const points = plan.values.map((value) =>
    pointOf(value, curve?.get(value), measure, plan.patient),
  );
  return { points, complete: points.every(({ state }) => state !== 'pending') };
}

/** Long enough for a curve of quick runs; with slow runs, as many points as fit. */
const MOST_MS = 8_000;

export class CurveRunner {
  readonly #sweeper: Sweeper;
  constructor(sweeper = new Sweeper()) {
    this.#sweeper = sweeper;
  }

  /** Computes the missing points, the present value first. */
  run(plan: CurvePlan, present: OverrideValue, onpoint: () => void, onend: () => void): void {
    const curve = curveFor(plan.key);
    const order = coarseToFine(plan.values.length, plan.values.indexOf(present));
    const missing = order
      .flatMap((index) => plan.values[index] ?? [])
      .filter((value) => !curve.has(value));
    const began = performance.now();
    const points = missing.map((value) => ({
      scenario: plan.scenario,
      overrides: { [plan.name]: value, '/until_us': plan.until_us },
    }));
    void this.#sweeper
      .run(points, (result) => {
        const value = missing[result.index];
        if (value !== undefined && result.kind !== 'broken') curve.set(value, result);
        onpoint();
        if (performance.now() - began > MOST_MS) this.#sweeper.cancel();
      })
      .then(onend);
  }

  cancel(): void {
    this.#sweeper.cancel();
  }
}
