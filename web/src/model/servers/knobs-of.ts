/** The knobs of a run: those the scenario names, with range, default and help from its server's table. */
import type { KnobSpec } from '../run/knob';
import { knobName } from '../words/knob';
import { variableNamed, variablesOf, versionsOf } from './servers';
import type { Outcome, OverrideValue, ScenarioKnob, Variable } from '../run/types';
import { valueAt } from '../run/values';

function variableOf(knob: ScenarioKnob, outcome: Outcome): Variable | undefined {
  const { scheduler, version } = outcome.scenario.server;
  return variableNamed(knob.name ?? '', scheduler, version ?? undefined);
}

function stopsOf(knob: ScenarioKnob, variable: Variable | undefined): readonly OverrideValue[] {
  if (knob.stops && knob.stops.length > 0) return knob.stops;
  if (variable?.kind.type === 'switch') return [false, true];
  return variable?.kind.type === 'choice' ? variable.kind.values : [];
}

function knobSpec(knob: ScenarioKnob, outcome: Outcome): KnobSpec {
  const variable = variableOf(knob, outcome);
  const range = variable?.kind.type === 'number' ? variable.kind : undefined;
  const at = variable ? `/server/${variable.field}` : (knob.paths?.[0] ?? `/${knob.name ?? ''}`);
  const name = knob.label ?? knob.name ?? at;
  return {
    name: knob.paths && knob.paths.length > 0 ? name : (knob.name ?? name),
    at,
    label: knobName(knob.label ?? variable?.name ?? name),
    unit: knob.unit ?? variable?.unit ?? '',
    min: knob.min ?? range?.min,
    max: knob.max ?? range?.max,
    stops: stopsOf(knob, variable),
    normal: variable?.kind.default ?? undefined,
    help: knob.help ?? variable?.help ?? '',
    set_global: variable?.dynamic ? variable.name : undefined,
    initial: valueAt(outcome, at),
  };
}

/**
 * The knobs of a figure: the scenario's own, or those in `names`, which may be any server variable of its scheduler. Throws
 * for an unknown name, and lists the known ones.
 */
export function knobsOf(outcome: Outcome, names?: readonly string[]): KnobSpec[] {
  const own = outcome.scenario.knobs ?? [];
  if (!names) return own.map((knob) => knobSpec(knob, outcome));
  return names.map((name) => {
    const knob = own.find((one) => (one.label ?? one.name) === name) ?? { name };
    if (!knob.label && !variableOf(knob, outcome)) {
      const { scheduler } = outcome.scenario.server;
      const allowed = new Set([
        ...own.flatMap((one) => one.label ?? one.name ?? []),
        ...versionsOf(scheduler).flatMap((version) =>
          variablesOf(scheduler, version).map((row) => row.name),
        ),
      ]);
      throw new Error(`no knob "${name}"; allowed: ${[...allowed].join(', ')}`);
    }
    return knobSpec(knob, outcome);
  });
}
