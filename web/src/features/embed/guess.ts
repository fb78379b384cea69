/** What a frame asks before it plays, what it offers, and what came of it: computed from the run, whatever its settings. */
import { m } from '#paraglide/messages.js';
import { LEAST_FOR_P99 } from '../../model/run/summary';
import type { Outcome } from '../../model/run/types';
import { count, shortDuration } from '../../model/words/format';

export interface Guess {
  readonly asks: string;
  readonly choices: readonly string[];
  /** The place of the right one. */
  readonly right: number;
  /** What came of it, in a sentence. */
  readonly told: string;
}

/** A run of which fewer are answered is asked how many are. */
const MOST_ANSWERED = 0.9;
/** Two runs that differ by less are alike. */
const ALIKE = 0.05;
/** How much longer each time is than the one before it. */
const APART = 2;
const CHOICES = 4;

type Run = Pick<Outcome, 'metrics' | 'lives' | 'end_ns'>;

const answeredShare = ({ metrics: { arrived, finished } }: Run) =>
  arrived === 0 ? 1 : Math.min(1, finished / arrived);

const lastAnswer = ({ lives }: Run) =>
  Math.max(
    0,
    ...lives.flatMap(({ end_ns, failed }) => (end_ns === null || failed ? [] : [end_ns])),
  );

/** Times of which one is the right one. Its place follows from its digits, so that it is not always the same. */
function times(truth_ns: number): Pick<Guess, 'choices' | 'right'> {
  const right =
    Math.floor(truth_ns / 10 ** Math.max(0, Math.floor(Math.log10(truth_ns)) - 2)) % CHOICES;
  const choices = Array.from({ length: CHOICES }, (_, at) =>
    shortDuration(truth_ns * APART ** (at - right)),
  );
  return { choices, right };
}

/** How many of a hundred, from none to all, of which the one that is nearest gives way to the right one. */
function ofHundred(truth: number): Pick<Guess, 'choices' | 'right'> {
  const right = Math.round((truth / 100) * CHOICES);
  const choices = Array.from({ length: CHOICES + 1 }, (_, at) =>
    count(at === right ? truth : (100 * at) / CHOICES),
  );
  return { choices, right };
}

/** When the last of a few has its answer, if it ever has one. */
function ofFew(run: Run): Guess {
  const { arrived, finished } = run.metrics;
  const all = finished >= arrived;
  const last_ns = all ? lastAnswer(run) : run.end_ns;
  const { choices, right } = times(last_ns);
  return {
    asks: m.embed_guess_last(),
    choices: [...choices, m.embed_guess_never()],
    right: all ? right : choices.length,
    told: all
      ? m.embed_guess_last_told({ time: shortDuration(last_ns) })
      : m.embed_guess_never_told({ count: count(arrived - finished), arrived: count(arrived) }),
  };
}

/** Undefined if nothing happens in it. */
function ofOne(run: Run): Guess | undefined {
  const { arrived, finished, latency } = run.metrics;
  if (arrived === 0) return undefined;
  if (arrived < LEAST_FOR_P99) return ofFew(run);
  const share = answeredShare(run);
  if (share < MOST_ANSWERED || finished < LEAST_FOR_P99)
    return {
      asks: m.embed_guess_answered(),
      ...ofHundred(Math.round(share * 100)),
      told: m.embed_guess_answered_told({ finished: count(finished), arrived: count(arrived) }),
    };
  return {
    asks: m.embed_guess_p99(),
    ...times(latency.p99_ns),
    told: m.embed_guess_p99_told({ time: shortDuration(latency.p99_ns) }),
  };
}

/** Which of two is better at what tells them apart. */
function ofTwo(runs: readonly [Run, Run], names: readonly [string, string]): Guess | undefined {
  if (runs.some(({ metrics }) => metrics.arrived === 0)) return undefined;
  const choices = [...names, m.embed_guess_alike()];
  const better = ([a, b]: readonly [number, number], most: boolean) => {
    if (Math.abs(a - b) <= ALIKE * Math.max(a, b)) return names.length;
    return a > b === most ? 0 : 1;
  };
  const both = (of: (run: Run) => number) => [of(runs[0]), of(runs[1])] as const;
  const shares = both(answeredShare);
  const right = better(shares, true);
  if (right < names.length) {
    const [first, second] = shares.map((share) => `${(share * 100).toFixed(0)} %`);
    return {
      ...{ asks: m.embed_guess_more(), choices, right },
      told: m.embed_guess_pair_told({
        ...{ first_name: names[0], first: first ?? '', second_name: names[1] },
        second: second ?? '',
      }),
    };
  }
  const many = runs.every(({ metrics }) => metrics.finished >= LEAST_FOR_P99);
  const took = both(many ? ({ metrics }) => metrics.latency.p99_ns : lastAnswer);
  return {
    asks: many ? m.embed_guess_sooner() : m.embed_guess_first_done(),
    choices,
    right: better(took, false),
    told: m.embed_guess_pair_told({
      ...{ first_name: names[0], first: shortDuration(took[0]), second_name: names[1] },
      second: shortDuration(took[1]),
    }),
  };
}

export function guessOf(runs: readonly Run[], names: readonly string[]): Guess | undefined {
  const [one, two] = runs;
  const [first = '', second = ''] = names;
  if (!one) return undefined;
  return two ? ofTwo([one, two], [first, second]) : ofOne(one);
}
