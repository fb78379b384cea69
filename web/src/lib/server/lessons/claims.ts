/** Numbers of the prose against the runs that they speak of. */
import { printUrl } from '../../player/url';
import type { Claim, RunRef } from '../../lesson/types';
import {
  evaluate,
  readMeasure,
  readWritten,
  says,
  WRITTEN_AS,
  writtenLike,
} from '../../run/measure';
import type { Measure } from '../../run/measure';
import type { Outcome, Overrides } from '../../run/types';
import { outcomeOf, scenarioOf, viewOf, type Library } from './library';
import { wordsOf } from './words';

/** A run that the figures of a step show, or that an attribute names. */
export interface Run {
  readonly scenario: string;
  readonly set: Overrides;
}

/** The requests that a measure asks for, so that a link can open with the first of them asked. */
function requestIn(measure: Measure): string | undefined {
  if (measure.kind === 'sum') return requestIn(measure.left) ?? requestIn(measure.right);
  const asks = ['latency', 'waited', 'arrived', 'started', 'ended', 'spent', 'share', 'thread_of'];
  return measure.kind === 'fact' && asks.includes(measure.name) ? measure.args[0] : undefined;
}

export function refOf(library: Library, run: Run, request?: string): RunRef {
  scenarioOf(library, run.scenario);
  const { title } = viewOf(library, run.scenario);
  const search = printUrl({ overrides: run.set, time_ns: undefined, request });
  return { scenario: run.scenario, title, set: run.set, search };
}

function given(outcome: Outcome): string {
  return outcome.settings
    .filter(({ section, given }) => section === 'server' && given)
    .map(({ name, value }) => `${name} = ${value}`)
    .join(', ');
}

/** The claim as the page shows it; thrown with both numbers if it is not true. */
export function claimOf(library: Library, text: string, of: string, run: Run): Claim {
  const measure = readMeasure(of);
  const outcome = outcomeOf(library, run.scenario, run.set);
  const value = evaluate(measure, outcome);
  const shown = writtenLike(text, value);
  const about = `${of} of ${run.scenario}${setText(run.set)}`;
  if (!says(text, value)) {
    const unread = value.unit !== 'word' && !readWritten(text);
    throw new Error(
      unread
        ? `claim "${text}" is not understood; allowed: ${WRITTEN_AS}`
        : `claim "${text}" but ${about} is ${shown}`,
    );
  }
  return {
    text,
    of,
    words: wordsOf(measure),
    value: shown,
    run: refOf(library, run, requestIn(measure)),
    seed: outcome.settings.find(({ name }) => name === 'seed')?.value ?? '',
    settings: given(outcome),
  };
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

/** A published figure, or how far the model is from it. */
export function measuredOf(library: Library, text: string, of: string, run: Run): Claim {
  const index = publishedIndex(readMeasure(of));
  if (index === undefined)
    throw new Error(`measured needs published(request) or difference, not "${of}"`);
  if (Object.keys(run.set).length > 0)
    throw new Error(
      `published times hold for the scenario's own settings: name it with run=, without set`,
    );
  const claim = claimOf(library, text, of, run);
  const published = viewOf(library, run.scenario).published?.[index];
  return published
    ? { ...claim, published: { source: published.source, settings: published.settings } }
    : claim;
}
