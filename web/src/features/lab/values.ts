/** The values of a sweep as typed: "2 3 4 6 8", "1..12", "10..1000 by 10", "1..1024 times 2". */

export const MOST_SWEEP_VALUES = 60;

export type ValuesProblem =
  | { readonly kind: 'no_number'; readonly text: string }
  | { readonly kind: 'backwards'; readonly text: string }
  | { readonly kind: 'no_step'; readonly text: string }
  | { readonly kind: 'too_many'; readonly most: number }
  | { readonly kind: 'empty' };

export interface ValuesReading {
  readonly values: readonly number[];
  readonly problems: readonly ValuesProblem[];
}

const NUMBER = String.raw`-?\d+(?:\.\d+)?`;
const RANGE = new RegExp(
  String.raw`^(${NUMBER})\s*(?:\.\.\.?|…|–|to)\s*(${NUMBER})(?:\s*(by|step|times|x|\*)\s*(${NUMBER}))?$`,
  'i',
);
/** A range is one item, even if it is written with spaces. */
const WORDS = new RegExp(
  String.raw`${NUMBER}\s*(?:\.\.\.?|…|–|to)\s*${NUMBER}(?:\s*(?:by|step|times|x|\*)\s*${NUMBER})?|[^\s,;]+`,
  'gi',
);
const LONGEST = 400;

function inRange(word: string, found: RegExpExecArray): number[] | ValuesProblem {
  const from = Number(found[1]);
  const to = Number(found[2]);
  const times = /^(times|x|\*)$/i.test(found[3] ?? '');
  const step = found[4] === undefined ? 1 : Number(found[4]);
  if (to < from) return { kind: 'backwards', text: word };
  if (times ? step <= 1 || from <= 0 : step <= 0) return { kind: 'no_step', text: word };
  const values: number[] = [];
  for (let at = 0; at <= MOST_SWEEP_VALUES; at += 1) {
    // Computed from the start each time, because sums of fractions drift.
    const value = Number((times ? from * step ** at : from + at * step).toPrecision(12));
    if (value > to) break;
    values.push(value);
  }
  return values;
}

/** Sorted, without duplicates. Anything but a number is reported and left out. */
export function readValues(text: string): ValuesReading {
  const problems: ValuesProblem[] = [];
  const values = new Set<number>();
  for (const word of text.slice(0, LONGEST).normalize('NFKC').match(WORDS) ?? []) {
    const range = RANGE.exec(word);
    if (range) {
      const found = inRange(word, range);
      if (Array.isArray(found)) for (const value of found) values.add(value);
      else problems.push(found);
    } else if (new RegExp(`^${NUMBER}$`).test(word)) {
      values.add(Number(word));
    } else {
      problems.push({ kind: 'no_number', text: word.slice(0, 40) });
    }
  }
  const sorted = [...values].sort((a, b) => a - b);
  if (sorted.length > MOST_SWEEP_VALUES)
    problems.push({ kind: 'too_many', most: MOST_SWEEP_VALUES });
  if (sorted.length === 0 && problems.length === 0) problems.push({ kind: 'empty' });
  return { values: sorted.slice(0, MOST_SWEEP_VALUES), problems };
}

/** The reverse: evenly spaced values become a range. */
export function printValues(values: readonly number[]): string {
  const [first, second] = values;
  const last = values.at(-1);
  if (first === undefined || second === undefined || last === undefined || values.length < 4) {
    return values.join(' ');
  }
  const step = second - first;
  const even = values.every((value, index) => value === first + index * step);
  if (!even) return values.join(' ');
  return step === 1 ? `${first}..${last}` : `${first}..${last} by ${step}`;
}
