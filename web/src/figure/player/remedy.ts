/** Whether a setting would have made a request faster, found by trying it in the engine. */
import { valuesToTry, type Lever } from '../../model/servers/levers';
import { counterparts } from '../../model/run/same';
import type { Outcome, OverrideValue } from '../../model/run/types';

export type LeverVerdict =
  | {
      readonly kind: 'helps';
      readonly value: OverrideValue;
      readonly after_ns: number;
      /** Undefined if it was not answered. */
      readonly before_ns: number | undefined;
    }
  | { readonly kind: 'no_help'; readonly values: readonly OverrideValue[] };

/** A gain below this share of the wait does not count as help. */
const WORTH = 0.1;

interface Question {
  readonly outcome: Pick<Outcome, 'lives'>;
  readonly request: number;
  readonly lever: Lever;
  readonly present: OverrideValue;
  /** How long the request waited for this reason. */
  readonly waited_ns: number;
}

/** `run` returns the outcome with another value of the lever; undefined if there is none. */
export async function verdictOn(
  { outcome, request, lever, present, waited_ns }: Question,
  run: (value: OverrideValue) => Promise<Pick<Outcome, 'lives'> | undefined>,
  isCurrent: () => boolean = () => true,
): Promise<LeverVerdict | undefined> {
  const life = outcome.lives[request];
  if (!life) return undefined;
  const before_ns = life.end_ns === null ? undefined : life.end_ns - life.arrive_ns;
  const values = valuesToTry(lever, present);
  for (const value of values) {
    const tried = await run(value);
    if (!isCurrent()) return undefined;
    const same = tried && counterparts(outcome.lives, tried.lives)[request];
    if (!same || same.end_ns === null || same.failed) continue;
    const after_ns = same.end_ns - same.arrive_ns;
    if (before_ns === undefined || before_ns - after_ns >= waited_ns * WORTH)
      return { kind: 'helps', value, after_ns, before_ns };
  }
  return values.length > 0 ? { kind: 'no_help', values } : undefined;
}
