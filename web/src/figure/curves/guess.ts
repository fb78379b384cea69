/** A line that a reader draws over the client counts, and its comparison with the truth. */
import { COUNTS, type PairLine, type Point } from '../../model/benchmarks/benchmark';
import { known, placeOf } from './words';

export interface Guess {
  readonly values: readonly number[];
  /** Which values the reader has set; the others follow from those. */
  readonly set: readonly boolean[];
}

/** A flat line through the one given point. */
export const begin = (first: number): Guess => ({
  values: COUNTS.map(() => first),
  set: COUNTS.map((_, index) => index === 0),
});

/** Sets a value and derives the unset ones: between two set values by equal factors, beyond the last one equal to it. */
export function put(guess: Guess, index: number, value: number): Guess {
  const set = guess.set.map((was, at) => was || at === index);
  const given = guess.values.map((was, at) => (at === index ? value : was));
  const values = given.map((was, at) => {
    if (set[at]) return was;
    const before = set.lastIndexOf(true, at);
    const after = set.indexOf(true, at);
    const low = given[before] ?? was;
    if (after < 0) return low;
    const high = given[after] ?? was;
    return low * (high / low) ** ((at - before) / (after - before));
  });
  return { values, set };
}

export interface Stroke {
  readonly index: number;
  readonly value: number;
}

/** A stroke from one place to another also sets those in between. */
export function stroke(guess: Guess, from: Stroke, to: Stroke): Guess {
  const steps = Math.abs(to.index - from.index);
  let drawn = guess;
  for (let step = 0; step <= steps; step += 1) {
    const share = steps === 0 ? 1 : step / steps;
    const index = from.index + Math.sign(to.index - from.index) * step;
    drawn = put(drawn, index, from.value * (to.value / from.value) ** share);
  }
  return drawn;
}

export const pointsOf = (guess: Guess): readonly Point[] =>
  COUNTS.map((clients, index): Point => [clients, guess.values[index] ?? 0]);

export function truthOf(line: PairLine): readonly Point[] {
  return COUNTS.flatMap((clients) => {
    const value = known(placeOf(line, clients));
    return value === undefined ? [] : [[clients, value] as const];
  });
}

export interface Furthest {
  readonly clients: number;
  readonly guess: number;
  readonly truth: number;
  /** How many times too high or too low; at least 1. */
  readonly factor: number;
  readonly high: boolean;
}

/** Where the guess is furthest off, as a factor. */
export function furthest(guess: Guess, truth: readonly Point[]): Furthest | undefined {
  return truth
    .map(([clients, value]): Furthest => {
      const drawn = guess.values[COUNTS.indexOf(clients)] ?? value;
      const ratio = drawn / value;
      return {
        clients,
        guess: drawn,
        truth: value,
        factor: Math.max(ratio, 1 / ratio),
        high: ratio >= 1,
      };
    })
    .reduce<Furthest | undefined>((a, b) => (a && a.factor >= b.factor ? a : b), undefined);
}

/** The first place after which a line stays below half of its best. */
export function halfFrom(points: readonly Point[]): number | undefined {
  const best = Math.max(...points.map(([, y]) => y));
  const from = points.findLastIndex(([, y]) => y >= best / 2) + 1;
  return points[from]?.[0];
}

/** As text, for storage in this tab. */
export const printGuess = ({ values, set }: Guess): string =>
  values
    .map((value, index) => (set[index] ? String(Math.round(value * 100) / 100) : '-'))
    .join(' ');

export function readGuess(text: string, first: number): Guess | undefined {
  const parts = text.split(' ');
  if (parts.length !== COUNTS.length) return undefined;
  return parts.reduce<Guess>((guess, part, index) => {
    const value = Number(part);
    return part !== '-' && Number.isFinite(value) && value > 0 ? put(guess, index, value) : guess;
  }, begin(first));
}
