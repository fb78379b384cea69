/** The values of a knob for which its curve is computed. */
import type { OverrideValue } from '../run/types';

export interface KnobRange {
  readonly stops: readonly OverrideValue[];
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly normal: OverrideValue | undefined;
  readonly initial: OverrideValue;
}

export const MOST_VALUES = 40;
/** A range at least this wide gets logarithmic steps. */
const WIDE = 50;
/** A range without a practical end (2^32 ms) is narrowed to values around those in use. */
const ENDLESS = 10_000;
const AROUND = 30;

export function isWide(min: number, max: number): boolean {
  return (max + 1) / (min + 1) > WIDE;
}

const isNumber = (value: OverrideValue | undefined): value is number => typeof value === 'number';

function bounds({ min = 0, max = 0, normal, initial }: KnobRange, present: OverrideValue) {
  if ((max + 1) / (min + 1) <= ENDLESS) return { low: min, high: max };
  const used = [initial, normal, present].filter(isNumber).filter((value) => value > 0);
  const low = Math.max(min, Math.floor(Math.min(...used) / AROUND));
  const high = Math.min(max, Math.ceil(Math.max(...used) * AROUND));
  return used.length > 0 ? { low, high } : { low: min, high: max };
}

/** All stops; else the whole numbers of the range, or a selection of them with equal differences or equal factors. */
export function knobValues(range: KnobRange, present: OverrideValue): readonly OverrideValue[] {
  if (range.stops.length > 0) {
    return range.stops.includes(present) || present === null
      ? range.stops
      : [...range.stops, present].sort((a, b) => (isNumber(a) && isNumber(b) ? a - b : 0));
  }
  if (range.min === undefined || range.max === undefined) return [];
  const { low, high } = bounds(range, present);
  const wide = isWide(low, high);
  const count = Math.min(MOST_VALUES, high - low + 1);
  const found = new Set<number>();
  for (let index = 0; index < count; index += 1) {
    const share = count === 1 ? 0 : index / (count - 1);
    const at = wide
      ? (low + 1) * ((high + 1) / (low + 1)) ** share - 1
      : low + (high - low) * share;
    found.add(Math.round(at));
  }
  for (const value of [range.initial, range.normal, present]) {
    if (isNumber(value) && value >= low && value <= high) found.add(value);
  }
  return [...found].sort((a, b) => a - b);
}

/** The order of computing: the knob's value, the ends, then ever finer between them. */
export function coarseToFine(count: number, first: number): readonly number[] {
  const order = new Set<number>();
  if (first >= 0 && first < count) order.add(first);
  for (let step = Math.max(1, count - 1); count > 0; step = Math.max(1, Math.floor(step / 2))) {
    for (let at = 0; at < count; at += step) order.add(at);
    if (step === 1) break;
  }
  if (count > 0) order.add(count - 1);
  return [...order];
}
