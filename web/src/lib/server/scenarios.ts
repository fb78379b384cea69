/** The scenario files, read when the site is built. */
import variables from '../engine/generated/variables.json';
import type { KnobSpec } from '../controls/knob';
import type { OverrideValue, Outcome, ScenarioKnob, ScenarioView } from '../run/types';
import { valueOf } from '../widgets/settings';
import { posterOf } from './engine';

const files = import.meta.glob<string>('/content/scenarios/*.json', { query: '?raw', import: 'default', eager: true });

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

const ORDER: readonly ScenarioLink['scheduler'][] = ['mariadb', 'percona', 'one-thread-per-connection'];

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
  readonly unit?: string | null;
  readonly scheduler: readonly string[];
  readonly min?: number | null;
  readonly max?: number | null;
  readonly default?: OverrideValue;
  readonly help?: string;
}

function knobSpec(knob: ScenarioKnob, outcome: Outcome): KnobSpec {
  const name = knob.name ?? knob.path ?? '';
  const scheduler = outcome.scenario.server.scheduler;
  const known = (variables as readonly Variable[]).find((variable) => variable.name === name && variable.scheduler.includes(scheduler));
  return {
    name,
    label: knob.label ?? name,
    unit: knob.unit ?? known?.unit ?? '',
    min: knob.min ?? known?.min ?? undefined,
    max: knob.max ?? known?.max ?? undefined,
    stops: knob.stops ?? [],
    normal: known?.default ?? undefined,
    help: known?.help ?? '',
    initial: valueOf(outcome.scenario, name),
  };
}

/** All that a figure's page needs. */
export function figureData(file: ScenarioFile) {
  const poster = posterOf(file.json);
  const knobs = (poster.outcome.scenario.knobs ?? []).map((knob) => knobSpec(knob, poster.outcome));
  return { name: file.name, poster, knobs };
}
