/** The pages of the reference with their figures, made while the site is built. */
import { m } from '#paraglide/messages.js';
import pagesJson from '../../../../content/reference/pages.json';
import type { Entry, Group, Leads, ReferenceFigure } from '../../features/reference/types';
import type { Section } from '../../figure/model/given';
import { REFERENCE, type ReferencePage } from '../../model/reference/list';
import { requestOf, type Cue } from '../../model/run/cue';
import { SCHEDULERS } from '../../model/run/families';
import { rowsNamed } from '../../model/servers/servers';
import { serverName } from '../../model/words/servers';
import { library } from '../lessons';
import { sourceOf } from '../lessons/library';
import { asMade, posterOf } from '../runs/engine';
import { knobsOf, scenarios } from '../runs/scenarios';
import { places } from '../site/places';
import { absolute } from '../widgets/addresses';
import { factsOf, groupOf } from './facts';
import { keyOf, readPages, type FigureAsk, type PageAsk } from './read';
import { readingsOf } from './readings';

const small = import.meta.glob<string>('/content/reference/scenarios/*.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const asks = readPages(pagesJson);

/** The log shows the effect of the knob; curves, tables and the other parts are on the scenario's own page. */
const SECTIONS: readonly Section[] = [
  'scene',
  'transport',
  'knobs',
  'timeline',
  'life',
  'log',
  'instruments',
];

function jsonOf(scenario: string): string {
  const json = scenario.startsWith('@')
    ? small[`/content/reference/scenarios/${scenario.slice(1)}.json`]
    : library.scenarios[scenario];
  if (json === undefined) throw new Error(`content/reference/pages.json: no scenario ${scenario}`);
  return json;
}

function figureOf(name: string, ask: FigureAsk): ReferenceFigure {
  const { scenario, at_ns, set, knob, stops, light, request } = ask;
  const cue: Cue = {
    time_ns: at_ns,
    ...(Object.keys(set).length > 0 ? { overrides: set } : {}),
    ...(request === undefined ? {} : { request }),
    ...(light.length > 0 ? { light } : {}),
  };
  const poster = posterOf(jsonOf(scenario), cue);
  const { outcome } = poster;
  if (at_ns > outcome.end_ns) throw new Error(`${name}: its moment is after the end of ${scenario}`);
  if (request !== undefined && requestOf(request, outcome.lives) === undefined)
    throw new Error(`${name}: ${scenario} has no request ${request}`);
  const [spec] = knobsOf(outcome, [knob]);
  return {
    name: scenario.startsWith('@') ? undefined : scenario,
    poster,
    knobs: spec ? [{ ...spec, stops }] : [],
    cue,
    sections: SECTIONS,
  };
}

const MOST = 8;

/** The scenarios that have it as a knob, then those that set it; the figure's own first. */
function usesOf({ page, figure }: PageAsk): readonly Leads[] {
  const own = scenarios.filter(({ name }) => name === figure?.scenario);
  const fields = new Set(rowsNamed(page.name).map(({ field }) => field));
  const turned = scenarios.filter(({ scenario }) =>
    scenario.knobs?.some(({ name }) => name === page.name),
  );
  const given = scenarios.filter(({ scenario }) =>
    Object.keys(scenario.server).some((field) => fields.has(field)),
  );
  const all = [...new Set([...own, ...(page.kind === 'variable' ? [...turned, ...given] : [])])];
  return all
    .slice(0, MOST)
    .map(({ name, scenario }) => ({ path: `/scenarios/${name}/`, title: scenario.title }));
}

function leadsTo(path: string): Leads {
  const found = places.get(path);
  if (!found) throw new Error(`content/reference/pages.json: ${path} leads nowhere`);
  return found;
}

const oembedOf = (name: string, title: string): Leads => ({
  path: absolute(`/oembed/${name}.json`),
  title,
});

const entries = new Map<string, Entry>();

export function entryOf(address: string): Entry | undefined {
  const ask = asks.find(({ page }) => page.address === address);
  if (!ask) return undefined;
  const known = entries.get(address);
  if (known) return known;
  const { page, figure, more, not, set, earlier, checked, how, near } = ask;
  const name = keyOf(page);
  const run = figure && figureOf(name, figure);
  const entry: Entry = {
    page,
    more,
    not,
    set,
    earlier,
    checked,
    how,
    near,
    facts: page.kind === 'variable' ? factsOf(ask) : [],
    see: figure?.see,
    readings: figure && {
      knob: figure.knob,
      says: figure.says ?? `\`${page.name}\``,
      rows: readingsOf(name, jsonOf(figure.scenario), figure, run?.knobs[0]?.unit),
    },
    figure: run,
    oembed: run?.name === undefined ? undefined : oembedOf(run.name, asMade(run.poster).outcome.scenario.title),
    step: ask.step === undefined ? undefined : leadsTo(ask.step),
    scenarios: usesOf(ask),
    measured: ask.measured.map((kind) => leadsTo(`/measured/${kind}/`)),
    sources: ask.sources.map((key) => sourceOf(library, key)),
  };
  entries.set(address, entry);
  return entry;
}

export interface Overview {
  readonly messages: readonly ReferencePage[];
  readonly variables: readonly Group[];
  readonly counters: readonly ReferencePage[];
  readonly columns: readonly Group[];
}

export function overview(): Overview {
  const of = (kind: ReferencePage['kind']) => REFERENCE.filter((page) => page.kind === kind);
  const variables = asks.filter(({ page }) => page.kind === 'variable');
  const groups = [...SCHEDULERS, 'other' as const].map((group): Group => ({
    title: group === 'other' ? m.reference_group_other() : serverName(group),
    pages: variables.filter((ask) => groupOf(ask) === group).map(({ page }) => page),
  }));
  const tables = [...new Set(of('column').map(({ name }) => name.replace(/\..*/, '')))];
  return {
    messages: of('message'),
    variables: groups.filter(({ pages }) => pages.length > 0),
    counters: of('counter'),
    columns: tables.map((table) => ({
      title: table,
      pages: of('column').filter(({ name }) => name.replace(/\..*/, '') === table),
    })),
  };
}
