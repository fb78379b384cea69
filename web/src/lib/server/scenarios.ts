/** The scenario files, read when the site is built. */
import variables from '../engine/generated/variables.json';
import type { KnobSpec } from '../controls/knob';
import type { OverrideValue, Outcome, ScenarioKnob, ScenarioView } from '../run/types';
import { valueAt } from '../widgets/settings';
import { posterOf } from './engine';

const files = import.meta.glob<string>('/content/scenarios/*.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export interface ScenarioFile {
  readonly name: string;
  readonly json: string;
  readonly scenario: ScenarioView;
}

export interface ScenarioLink {
  readonly name: string;
  readonly title: string;
  readonly question: string;
  readonly scheduler: ScenarioView['server']['scheduler'];
}

const ORDER: readonly ScenarioLink['scheduler'][] = [
  'mariadb',
  'percona',
  'one-thread-per-connection',
];

export const scenarios: readonly ScenarioFile[] = Object.entries(files)
  .map(([path, json]) => ({
    name: path.replace(/^.*\/(.+)\.json$/, '$1'),
    json,
    scenario: JSON.parse(json) as ScenarioView,
  }))
  .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'en', { numeric: true }));

function rank(file: ScenarioFile): number {
  return ORDER.indexOf(file.scenario.server.scheduler);
}

export const links: readonly ScenarioLink[] = scenarios.map(({ name, scenario }) => ({
  name,
  title: scenario.title,
  question: scenario.question,
  scheduler: scenario.server.scheduler,
}));

interface Variable {
  readonly name: string;
  readonly field: string;
  readonly unit: string;
  readonly scheduler: string;
  readonly versions: readonly string[];
  readonly kind:
    | {
        readonly type: 'number';
        readonly min: number;
        readonly max: number;
        readonly default: number | null;
      }
    | { readonly type: 'switch'; readonly default: boolean }
    | { readonly type: 'choice'; readonly values: readonly string[]; readonly default: string };
  readonly dynamic: boolean;
  readonly help: string;
}

function variableOf(knob: ScenarioKnob, outcome: Outcome): Variable | undefined {
  const { scheduler, version } = outcome.scenario.server;
  const rows = (variables as readonly Variable[]).filter(
    (row) => row.scheduler === scheduler && (row.name === knob.name || row.field === knob.name),
  );
  return rows.find((row) => row.versions.includes(version ?? '')) ?? rows.at(-1);
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
    label: knob.label ?? variable?.name ?? name,
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
 * The knobs of a figure: the scenario's own, or those named, which may be any server variable of its
 * scheduler. Thrown where a name is neither, with what there is.
 */
export function knobsOf(outcome: Outcome, names?: readonly string[]): KnobSpec[] {
  const own = outcome.scenario.knobs ?? [];
  if (!names) return own.map((knob) => knobSpec(knob, outcome));
  return names.map((name) => {
    const knob = own.find((one) => (one.label ?? one.name) === name) ?? { name };
    if (!knob.label && !variableOf(knob, outcome)) {
      const { scheduler } = outcome.scenario.server;
      const of = (variables as readonly Variable[]).filter((row) => row.scheduler === scheduler);
      const allowed = new Set([
        ...own.flatMap((one) => one.label ?? one.name ?? []),
        ...of.map((row) => row.name),
      ]);
      throw new Error(`no knob "${name}"; allowed: ${[...allowed].join(', ')}`);
    }
    return knobSpec(knob, outcome);
  });
}

/** All that a figure's page needs. */
export function figureData(file: ScenarioFile) {
  const poster = posterOf(file.json);
  return { name: file.name, poster, knobs: knobsOf(poster.outcome) };
}
