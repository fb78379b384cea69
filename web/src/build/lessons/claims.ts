/** Checks the numbers in the prose against the runs and benchmarks that they are about. */
import { m } from '#paraglide/messages.js';
import { printUrl } from '../../model/link/url';
import type { BenchClaim, Claim, RealClaim, RunClaim, RunRef } from '../../features/lesson/types';
import { BENCHES } from '../../model/measures/bench-measure';
import {
  evaluate,
  holds,
  readCondition,
  readMeasure,
  readWritten,
  statesValue,
  WRITTEN_AS,
  writtenLike,
} from '../../model/measures/measure';
import type { Measure } from '../../model/measures/measure';
import type { Outcome, Overrides } from '../../model/run/types';
import type { Value } from '../../model/run/written';
import { COLON, LIST, SEMI } from '../../model/joined';
import { shownName } from '../../model/words/names';
import { holdsBySeed, passingRun } from '../runs/engine';
import { measuredFact } from '../measured/ask';
import type { Attributes } from './attributes';
import { benchOf, outcomeOf, scenarioOf, viewOf, type Library } from './library';
import { benchWordsOf, wordsOf } from './words';

/** A run that a figure of the step shows, or that an attribute names. */
export interface Run {
  readonly kind: 'run';
  readonly scenario: string;
  readonly set: Overrides;
}
/** The subject of a number. */
export type About = Run | { readonly kind: 'bench'; readonly bench: string };

/** The request in a measure, if any, so that a link can open with it chosen. */
function requestIn(measure: Measure): string | undefined {
  if (measure.kind === 'sum') return requestIn(measure.left) ?? requestIn(measure.right);
  const asks = ['latency', 'waited', 'arrived', 'started', 'ended', 'spent', 'share', 'thread_of'];
  return measure.kind === 'fact' && asks.includes(measure.name) ? measure.args[0] : undefined;
}

function refOf(library: Library, run: Run, request?: string): RunRef {
  scenarioOf(library, run.scenario);
  const { title } = viewOf(library, run.scenario);
  const search = printUrl({ overrides: run.set, time_ns: undefined, request });
  return { scenario: run.scenario, title, set: run.set, search };
}

function given(outcome: Outcome): string {
  return outcome.settings
    .filter(({ section, given }) => section === 'server' && given)
    .map(({ name, value }) => `${name} = ${value}`)
    .join(LIST);
}

/** The value as it is shown; throws with both numbers if the text states another. */
function said(text: string, value: Value, to: number, about: string): string {
  const shown = writtenLike(text, value);
  if (statesValue(text, value, to)) return shown;
  const unread = value.unit !== 'word' && !readWritten(text);
  throw new Error(
    unread
      ? `claim "${text}" is not understood; allowed: ${WRITTEN_AS}`
      : `claim "${text}" but ${about} is ${shown}`,
  );
}

const rounding = (to: number) => (to > 0 ? { to } : {});

/** The claim in the form that the page uses. */
function claimOf(library: Library, text: string, attributes: Attributes, run: Run) {
  const of = attributes.need('of');
  const to = attributes.to();
  const measure = readMeasure(of);
  const outcome = outcomeOf(library, run.scenario, run.set);
  const value = evaluate(measure, outcome);
  const claim: RunClaim = {
    kind: 'run',
    text,
    of,
    ...rounding(to),
    words: wordsOf(measure),
    value: said(text, value, to, `${of} of ${run.scenario}${setText(run.set)}`),
    run: refOf(library, run, requestIn(measure)),
    seed: outcome.settings.find(({ name }) => name === 'seed')?.value ?? '',
    settings: given(outcome),
  };
  return claim;
}

/** For each of the seeds from 1 on, whether a condition is true in its run. */
export function seedsThat(
  library: Library,
  { scenario, set }: Pick<Run, 'scenario' | 'set'>,
  of: string,
  seeds: number,
): readonly boolean[] {
  const condition = readCondition(of);
  return outcomeOf(library, scenario, set, (json, overrides) =>
    holdsBySeed(json, overrides, seeds, { of, holds: (outcome) => holds(condition, outcome) }),
  );
}

/** The number of seeds for which a condition is true, because a single seed may be luck. */
function seedsClaimOf(
  library: Library,
  text: string,
  attributes: Attributes,
  run: Run,
  seeds: number,
): RunClaim {
  const of = attributes.need('of');
  const value = seedsThat(library, run, of, seeds).filter(Boolean).length;
  const about = `the seeds 1 to ${seeds} with ${of} of ${run.scenario}${setText(run.set)}`;
  return {
    kind: 'run',
    text,
    of,
    seeds,
    words: m.lesson_claim_seeds({ seeds }),
    value: said(text, { unit: 'count', value }, attributes.to(), about),
    run: refOf(library, run),
    seed: `1 – ${seeds}`,
    settings: given(outcomeOf(library, run.scenario, { ...run.set, seed: 1 }, passingRun)),
  };
}

/** A number from a benchmark; one that is said to be measured uses published points only. */
function benchClaimOf(
  library: Library,
  text: string,
  attributes: Attributes,
  id: string,
  published: boolean,
): BenchClaim {
  const of = attributes.need('of');
  const to = attributes.to();
  const { model, ...bench } = benchOf(library, id);
  const measure = BENCHES.read(of);
  const value = BENCHES.evaluate(measure, published ? bench : { ...bench, model });
  return {
    kind: 'bench',
    text,
    of,
    ...rounding(to),
    words: benchWordsOf(measure),
    value: said(text, value, to, `${of} of ${id}`),
    bench: { id, title: bench.title },
    published,
    source: bench.source,
    settings: Object.entries(bench.settings)
      .map(([name, setting]) => shownName(name) + COLON + setting)
      .join(SEMI),
  };
}

export function anyClaimOf(
  library: Library,
  text: string,
  attributes: Attributes,
  about: About,
  published: boolean,
): Claim {
  const seeds = attributes.seeds();
  if (about.kind === 'bench' && seeds !== undefined)
    throw new Error('seeds are those of a run; a benchmark has none');
  if (about.kind === 'bench')
    return benchClaimOf(library, text, attributes, about.bench, published);
  if (seeds !== undefined) return seedsClaimOf(library, text, attributes, about, seeds);
  return (published ? measuredOf : claimOf)(library, text, attributes, about);
}

function setText(set: Overrides): string {
  const parts = Object.entries(set).map(([name, value]) => `${name}=${String(value)}`);
  return parts.length > 0 ? ` with ${parts.join(' ')}` : '';
}

function publishedIndex(measure: Measure): number | undefined {
  if (measure.kind === 'sum') return publishedIndex(measure.left) ?? publishedIndex(measure.right);
  if (measure.kind !== 'fact') return undefined;
  if (measure.name === 'published') return Number(measure.args[1] ?? 1) - 1;
  return measure.name === 'difference' ? Number(measure.args[0] ?? 1) - 1 : undefined;
}

/** A published figure, or the model's error. */
function measuredOf(library: Library, text: string, attributes: Attributes, run: Run) {
  const of = attributes.need('of');
  const index = publishedIndex(readMeasure(of));
  if (index === undefined)
    throw new Error(`measured needs published(request) or difference, not "${of}"`);
  if (Object.keys(run.set).length > 0)
    throw new Error(
      `published times hold for the scenario's own settings: name it with run=, without set`,
    );
  const claim = claimOf(library, text, attributes, run);
  const published = viewOf(library, run.scenario).published?.[index];
  return published
    ? { ...claim, published: { source: published.source, settings: published.settings } }
    : claim;
}

/** The page that shows an experiment, from the site's root. */
export function placeOf({ experiments }: Library, name: string): string {
  return measuredFact(name === 'sysbench' ? 'pairs(oltp_point_select)' : 'runs', name, experiments).path;
}

/** A fact of the runs of a real server. */
export function realOf(
  { experiments }: Library,
  text: string,
  attributes: Attributes,
  name: string,
): RealClaim {
  for (const other of ['run', 'bench'])
    if (attributes.get(other) !== undefined)
      throw new Error(`measured: real names an experiment, ${other} something else: one of them`);
  const of = attributes.need('of');
  const to = attributes.to();
  const { value, words, ...experiment } = measuredFact(of, name, experiments);
  return {
    kind: 'real',
    text,
    of,
    ...rounding(to),
    words,
    value: said(text, value, to, `${of} of ${name}`),
    experiment,
  };
}
