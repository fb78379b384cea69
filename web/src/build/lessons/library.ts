/** What lessons may refer to: terms, sources and scenarios by name. */
import type { ConnectionState } from '../../model/run/frame';
import type { Overrides, Outcome, ScenarioView, Source } from '../../model/run/types';
import type { BenchSubject } from '../../model/measures/bench-measure';
import { CONNECTION_STATES } from '../../model/run/frame';
import { runOf } from '../runs/engine';
import type { Experiments } from '../measured/ask';
import { oneOf } from './problems';

export interface GlossaryEntry {
  readonly term: string;
  readonly also?: readonly string[];
  readonly text: string;
  /** The state whose token stands for it. */
  readonly shape?: ConnectionState;
}
export type SourceEntry = Source & { readonly note?: string };

/** What lessons read of a benchmark's file, and of what the model gives for it. */
export interface Bench extends BenchSubject {
  readonly id: string;
  readonly title: string;
  readonly source: Source;
  readonly settings: Readonly<Record<string, string>>;
}

export interface Library {
  readonly glossary: Readonly<Record<string, GlossaryEntry>>;
  readonly sources: Readonly<Record<string, SourceEntry>>;
  /** Scenario files as text, by name. */
  readonly scenarios: Readonly<Record<string, string>>;
  /** Published benchmarks, by id. */
  readonly benches: Readonly<Record<string, Bench>>;
  /** What a real server did. */
  readonly experiments: Experiments;
}

function entryOf<T>(all: Readonly<Record<string, T>>, what: string, key: string): T {
  const found = Object.hasOwn(all, key) ? all[key] : undefined;
  if (found === undefined)
    throw new Error(`no ${what} "${key}"; allowed: ${oneOf(Object.keys(all))}`);
  return found;
}

export const termOf = (library: Library, key: string) => entryOf(library.glossary, 'term', key);
export const sourceOf = (library: Library, key: string) => entryOf(library.sources, 'source', key);
export const benchOf = (library: Library, id: string) => entryOf(library.benches, 'benchmark', id);
export const scenarioOf = (library: Library, name: string) =>
  entryOf(library.scenarios, 'scenario', name);

/** The engine's own words where it refuses. */
export function outcomeOf(library: Library, name: string, set: Overrides): Outcome {
  const json = scenarioOf(library, name);
  try {
    return runOf(json, set);
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    throw new Error(`${name}: ${refusals(message)}`, { cause: thrown });
  }
}

function refusals(message: string): string {
  try {
    const { errors } = JSON.parse(message) as { errors: { message: string }[] };
    return errors.map((error) => error.message).join(' ');
  } catch {
    return message;
  }
}

export function viewOf(library: Library, name: string): ScenarioView {
  return JSON.parse(scenarioOf(library, name)) as ScenarioView;
}

function check(ok: boolean, file: string, key: string, message: string): void {
  if (!ok) throw new Error(`${file}: "${key}" ${message}`);
}

/** Glossary and sources as they stand in their files. */
export function readLibrary(
  glossary: unknown,
  sources: unknown,
  scenarios: Library['scenarios'],
  benches: Library['benches'] = {},
  experiments: Experiments = { files: [], sysbench: [] },
): Library {
  const terms = glossary as Library['glossary'];
  for (const [key, entry] of Object.entries(terms)) {
    const file = 'content/glossary.json';
    check(/^[a-z][a-z0-9-]*$/.test(key), file, key, 'is no key: a-z, 0-9 and - only');
    check(Boolean(entry.term && entry.text), file, key, 'needs term and text');
    const shape = entry.shape;
    const known = shape === undefined || CONNECTION_STATES.includes(shape);
    check(known, file, key, `has the shape ${shape ?? ''}; allowed: ${oneOf(CONNECTION_STATES)}`);
  }
  const cited = sources as Library['sources'];
  for (const [key, entry] of Object.entries(cited)) {
    const whole = Boolean(entry.author && entry.title && entry.date);
    check(whole, 'content/sources.json', key, 'needs author, title and date');
  }
  return { glossary: terms, sources: cited, scenarios, benches, experiments };
}
