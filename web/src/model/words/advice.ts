/**
 * What a sweep says about the best setting, and whether that is more than chance. The command line prints the same
 * sentences (`cli/src/curves/advice.rs`); tests/golden/advice.json checks both.
 * The n-th run of each setting has the same seed and so the same requests: settings are compared by the differences within
 * a seed (paired t). The comparisons of the truly best one with all others hold together with 95 % (Bonferroni), so it is
 * among those that can't be distinguished from the one that came out best.
 */
import { m } from '#paraglide/messages.js';
import { interval } from '../measures/stats';
import { SEMI } from '../joined';

/** One setting of a sweep. */
export interface Candidate {
  /** Formatted for readers. */
  readonly name: string;
  /** The measured values, one per seed; null if nobody was answered and nobody waits. */
  readonly values: readonly (number | null)[];
  /** True if some unanswered requests have waited longer than any answer took. */
  readonly hangs: boolean;
}

export interface Question {
  readonly measure: string;
  /** True if the greatest value is the best. */
  readonly most: boolean;
  /** True if the outcome depends on the seed. */
  readonly chance: boolean;
  /** The index of the scenario's own setting, if it is among them. */
  readonly present: number | undefined;
}

/** The most settings that a sentence lists. */
const NAMED = 6;

function listed(names: readonly string[]): string {
  const list = names.slice(0, NAMED).join(SEMI);
  return names.length > NAMED ? m.advice_more({ list, count: names.length - NAMED }) : list;
}

/** The sentences; empty if there is nothing to compare. */
export function advice(
  candidates: readonly Candidate[],
  { measure, most, chance, present }: Question,
  say: (value: number) => string,
): readonly string[] {
  const all = candidates.flatMap(({ name, values }, at) => {
    const full = values.filter((value) => value !== null);
    const of = full.length === values.length ? interval(full) : undefined;
    return of ? [{ at, name, values: full, mean: of.mean, half: of.half }] : [];
  });
  const [first, ...rest] = all;
  if (!first || rest.length === 0) return [];
  type One = typeof first;
  const best = rest.reduce(
    (best, next) => ((most ? next.mean > best.mean : next.mean < best.mean) ? next : best),
    first,
  );
  const unsure = chance && best.values.length < 2;
  const value = ({ mean, half }: One) =>
    half === undefined || !chance
      ? say(mean)
      : m.advice_value({ mean: say(mean), half: say(half) });
  const differ = ({ values }: One) => {
    const by = interval(
      values.map((one, seed) => one - (best.values[seed] ?? 0)),
      1 - 0.05 / rest.length,
    );
    return { by: Math.abs(by?.mean ?? 0), half: by?.half ?? 0 };
  };
  const toldApart = (of: One) => differ(of).by > differ(of).half;
  const said = [m.advice_best({ measure, best: best.name, value: value(best) })];
  if (unsure) said.push(m.advice_one_seed());
  else {
    if (!chance) said.push(m.advice_no_chance());
    const alike = all.filter((of) => of !== best && !toldApart(of)).map(({ name }) => name);
    const list = listed(alike);
    if (alike.length > 0) said.push(chance ? m.advice_alike({ list }) : m.advice_equal({ list }));
    else if (chance) said.push(m.advice_alone({ count: rest.length }));
  }
  const now = all.find(({ at }) => at === present);
  if (now === best) said.push(m.advice_present_best());
  else if (now) {
    const { by, half } = differ(now);
    const words = {
      present: now.name,
      value: value(now),
      difference: say(by),
      half: say(half),
    };
    if (unsure) said.push(m.advice_present(words));
    else if (by <= half) said.push(m.advice_present_alike(words));
    else if (chance) said.push(m.advice_present_worse(words));
    else said.push(m.advice_present_differs(words));
  }
  const hanging = candidates.filter(({ hangs }) => hangs).map(({ name }) => name);
  if (hanging.length > 0) said.push(m.advice_hangs({ list: listed(hanging) }));
  return said;
}

/** The phrase for this number of cores; undefined if cores are not limited. */
export function advisedCores(cores: number | undefined): string {
  if (cores === undefined) return m.advice_cores_unlimited();
  return m.advice_cores({ cores });
}
