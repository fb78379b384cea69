/**
 * What a law need not be asked for each scenario and each moment, box or server in one run, because it would be the same
 * question: they take turns. With `EVERY=1` in the environment everything is asked.
 */
const EVERY = Boolean(process.env['EVERY']);

/** Of what each scenario could be asked, so many that the nth one is asked. */
export const turnsOf = <Asked>(all: readonly Asked[], nth: number, most: number): Asked[] =>
  all.filter((_, at) => EVERY || (at + all.length - (nth % all.length)) % all.length < most);

export const turnOf = <Asked>(all: readonly Asked[], nth: number): Asked[] => turnsOf(all, nth, 1);

/** The first of each kind. */
export const oneOfEach = <One>(all: readonly One[], kind: (one: One) => string): readonly One[] =>
  EVERY ? all : [...new Map(all.toReversed().map((one) => [kind(one), one])).values()].reverse();

/** Of many alike, each nth. */
export const everyNth = <One>(n: number, all: readonly One[]): One[] =>
  all.filter((_, at) => EVERY || at % n === 0);
