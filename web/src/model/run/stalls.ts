/**
 * Stalls of the latch's holder as one override: "5ms@1.2s,2ms@3s", for so long from then on. The list
 * is the whole list: the scenario's own stalls stand in it too.
 */
import type { Stall } from './machine';
import type { Overrides } from './types';

/** The override's name, which is the field of scenario files. */
export const STALLS = 'stalls';
export const LONGEST_LIST = 400;

/** Microseconds of each, and decimals down to a nanosecond. */
const UNITS = [
  ['s', 1e6, 9],
  ['ms', 1e3, 6],
  ['us', 1, 3],
] as const;

function printSpan(us: number): string {
  const [unit, size, decimals] = UNITS.find(([, one]) => us >= one) ?? UNITS[2];
  return `${Number((us / size).toFixed(decimals))}${unit}`;
}

/** In microseconds with whole nanoseconds. */
function parseSpan(text: string): number | undefined {
  const found = /^(\d{1,15}(?:\.\d{1,9})?)(s|ms|us)$/.exec(text);
  const size = UNITS.find(([unit]) => unit === found?.[2])?.[1];
  if (!found || size === undefined) return undefined;
  return Math.round(Number(found[1]) * size * 1e3) / 1e3;
}

export function printStalls(stalls: readonly Stall[]): string {
  return stalls.map(({ at_us, for_us }) => `${printSpan(for_us)}@${printSpan(at_us)}`).join(',');
}

/** Undefined: no such list. */
export function parseStalls(text: string): Stall[] | undefined {
  const stalls: Stall[] = [];
  for (const one of text === '' ? [] : text.split(',')) {
    const [length = '', start = '', ...more] = one.split('@');
    const [for_us, at_us] = [parseSpan(length), parseSpan(start)];
    if (for_us === undefined || at_us === undefined || more.length > 0) return undefined;
    stalls.push({ at_us, for_us });
  }
  return stalls;
}

/**
 * As the engine reads them, one after the other: the list of stalls goes first, so that a knob for the
 * length of one of them holds, whichever was moved or pressed last. What is no list of stalls is passed
 * on, for the engine to refuse.
 */
export function engineOverrides(overrides: Overrides): string {
  const { [STALLS]: text, ...others } = overrides;
  const stalls = typeof text === 'string' ? parseStalls(text) : undefined;
  return JSON.stringify(stalls ? { [STALLS]: stalls, ...others } : overrides);
}
