/** What lessons may refer to: terms, sources and scenarios by name. */
import { z } from 'zod/v4';
import type { Overrides, Outcome, ScenarioView, Source } from '../../model/run/types';
import type { BenchSubject } from '../../model/measures/bench-measure';
import { CONNECTION_STATES } from '../../model/run/frame';
import { runOf } from '../runs/engine';
import { fields, list, readContent, words } from '../content/read';
import type { Experiments } from '../measured/ask';
import { oneOf } from './problems';

const key = z.string().regex(/^[a-z][a-z0-9-]*$/, 'a-z, 0-9 and - only');
const GLOSSARY = z.record(
  key,
  fields({
    term: words,
    also: list(words).optional(),
    text: words,
    /** The state that its shape shows. */
    shape: z.enum(CONNECTION_STATES).optional(),
  }),
);
const SOURCES = z.record(
  z.string(),
  fields({
    author: words,
    title: words,
    date: words,
    url: words.optional(),
    note: words.optional(),
  }),
) as z.ZodType<Readonly<Record<string, Source & { readonly note?: string | undefined }>>>;

/** A benchmark's file with the model's results, as lessons read it. */
export interface Bench extends BenchSubject {
  readonly id: string;
  readonly title: string;
  readonly source: Source;
  readonly settings: Readonly<Record<string, string>>;
}

export interface Library {
  readonly glossary: z.infer<typeof GLOSSARY>;
  readonly sources: z.infer<typeof SOURCES>;
  /** Scenario files as text, by name. */
  readonly scenarios: Readonly<Record<string, string>>;
  /** Published benchmarks, by id. */
  readonly benches: Readonly<Record<string, Bench>>;
  /** Measurements of a real server. */
  readonly experiments: Experiments;
  /** The addresses of all lessons in their order, from which their numbers come. */
  readonly lessons: readonly string[];
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

/** Throws the engine's own message if it refuses. */
export function outcomeOf(library: Library, name: string, set: Overrides): Outcome;
export function outcomeOf<Told>(
  library: Library,
  name: string,
  set: Overrides,
  run: (scenario_json: string, set: Overrides) => Told,
): Told;
export function outcomeOf(
  library: Library,
  name: string,
  set: Overrides,
  run: (scenario_json: string, set: Overrides) => unknown = runOf,
): unknown {
  const json = scenarioOf(library, name);
  try {
    return run(json, set);
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

/** Reads glossary and sources from their files. */
export function readLibrary(
  glossary: unknown,
  sources: unknown,
  scenarios: Library['scenarios'],
  benches: Library['benches'] = {},
  experiments: Experiments = { files: [], sysbench: [], clients: [] },
  lessons: Library['lessons'] = [],
): Library {
  return {
    glossary: readContent(GLOSSARY, glossary, 'content/glossary.json'),
    sources: readContent(SOURCES, sources, 'content/sources.json'),
    scenarios,
    benches,
    experiments,
    lessons,
  };
}
