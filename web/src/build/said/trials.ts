/**
 * Tries what would be visible if a claim were true: with eight seeds, eight phases of the stall timer, or in published
 * points.
 */
import { z } from 'zod/v4';
import { BENCHES } from '../../model/measures/bench-measure';
import { holds, readCondition } from '../../model/measures/measure';
import { printUrl } from '../../model/link/url';
import type { Outcome, Overrides } from '../../model/run/types';
import type { Trial, TriedClaim } from '../../features/said/types';
import type { Verdict } from '../../model/said/claims';
import { fields, words } from '../content/read';
import { Attributes } from '../lessons/attributes';
import { benchOf, outcomeOf, scenarioOf, viewOf, type Library } from '../lessons/library';
import { passingRun } from '../runs/engine';

export const TRIES = 8;
const LUCKS = ['seeds', 'phases'] as const;
/** The schema of a trial in a claim's file, under `would`. */
export const TRIAL = fields({
  words,
  of: words,
  run: words.optional(),
  set: words.optional(),
  luck: z.enum(LUCKS).default('seeds'),
  bench: words.optional(),
  holds: z.union([z.number(), z.boolean()], 'how often it held, or whether it does'),
});

/** The timer's first look, spread evenly over its period; in a run it is never random. */
function phases(library: Library, run: string, set: Overrides): Outcome[] {
  const { settings } = outcomeOf(library, run, set);
  const limit = settings.find(({ name }) => name === 'thread_pool_stall_limit_ms');
  if (!limit) throw new Error(`luck: phases, but ${run} has no thread_pool_stall_limit in ms`);
  const period_us = Number(limit.value) * 1000;
  const scenario = JSON.parse(scenarioOf(library, run)) as { readonly start?: object };
  return Array.from({ length: TRIES }, (_, index) => {
    const first_tick_us = Math.round((period_us * (2 * index + 1)) / (2 * TRIES));
    return passingRun(JSON.stringify({ ...scenario, start: { ...scenario.start, first_tick_us } }), set);
  });
}

const seeds = (library: Library, run: string, set: Overrides): Outcome[] =>
  Array.from({ length: TRIES }, (_, index) => outcomeOf(library, run, { ...set, seed: index + 1 }, passingRun));

/** Whether they differ in anything that a request experienced. */
const differ = ([first, ...others]: readonly Outcome[]): boolean =>
  others.some(({ lives }) => JSON.stringify(lives) !== JSON.stringify(first?.lives));

/** Throws with the result if the file states another. */
export function readTrial(
  library: Library,
  { words: said, of, run = '', set: given, luck: kind, bench: id, holds: told }: z.infer<typeof TRIAL>,
): Trial {
  const tried: Pick<TriedClaim, 'words' | 'of'> = { words: said, of };
  if (id !== undefined) {
    const bench = benchOf(library, id);
    const { model: _, ...published } = bench;
    const found = BENCHES.holds(BENCHES.readCondition(of), published);
    if (told !== found) throw new Error(`"${of}" of ${bench.id}: ${found ? 'yes' : 'no'}`);
    const page = `curves/?v=1&b=${bench.id}`;
    return { ...tried, kind: 'published', holds: found, title: bench.title, page };
  }
  const set = new Attributes('claim', { of, ...(given === undefined ? {} : { set: given }) }).set();
  const condition = readCondition(of);
  const runs = (kind === 'seeds' ? seeds : phases)(library, run, set);
  const found = runs.filter((outcome) => holds(condition, outcome)).length;
  if (told !== found)
    throw new Error(`"${of}" of ${run} holds in ${found} of ${TRIES}, by ${kind}`);
  const search = printUrl({ overrides: set, time_ns: undefined, request: undefined });
  const page = `scenarios/${run}/${search}`;
  return {
    ...tried,
    kind,
    holds: found,
    tries: TRIES,
    luck: differ(runs),
    title: viewOf(library, run).title,
    page,
  };
}

const always = ({ holds }: Trial) => holds === true || holds === TRIES;

/** A verdict must not go beyond its runs: what is wrong with it, or undefined. */
export function unfounded(verdict: Verdict, trials: readonly Trial[]): string | undefined {
  const [first] = trials;
  if (!first) return 'a verdict needs what would be seen: would';
  const all = trials.every(always);
  const none = !trials.some(always);
  switch (verdict) {
    case 'true':
      return all ? undefined : 'true, but what would be seen is not always seen';
    case 'not-so':
      return none ? undefined : 'not-so, but something that would be seen is always seen';
    case 'true-if':
      return !always(first) && !none
        ? undefined
        : 'true-if: first what is not always seen, then what is, under the condition';
    case 'open':
      return !all && !none ? undefined : 'open, but all that was tried says the same';
  }
}
