/**
 * Stalls of the latch's holder as one override: "5ms@1.2s,2ms@3s" means a stall of 5 ms at 1.2 s, and so on. The list is
 * complete: it includes the scenario's own stalls.
 */
import type { Stall } from './machine';
import type { Overrides } from './types';

/** The override's name, which is also the field in scenario files. */
export const STALLS = 'stalls';
export const LONGEST_LIST = 400;

/** Microseconds per unit, and the decimals that reach a nanosecond. */
const UNITS = [
  ['s', 1e6, 9],
  ['ms', 1e3, 6],
  ['us', 1, 3],
] as const;

function printSpan(us: number): string {
  const [unit, size, decimals] = UNITS.find(([, one]) => us >= one) ?? UNITS[2];
  return `${Number((us / size).toFixed(decimals))}${unit}`;
}

/** In microseconds, rounded to whole nanoseconds. */
function parseSpan(text: string): number | undefined {
  const found = /^(\d{1,15}(?:\.\d{1,9})?)(s|ms|us)$/.exec(text);
  const size = UNITS.find(([unit]) => unit === found?.[2])?.[1];
  if (!found || size === undefined) return undefined;
  return Math.round(Number(found[1]) * size * 1e3) / 1e3;
}

export function printStalls(stalls: readonly Stall[]): string {
  return stalls.map(({ at_us, for_us }) => `${printSpan(for_us)}@${printSpan(at_us)}`).join(',');
}

/** Undefined if the text is not such a list. */
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
 * The overrides in the order that the engine applies them. The list of stalls goes first, so that a knob for the length of
 * one stall takes effect whichever was changed last. Invalid text is passed on for the engine to refuse.
 */
export function engineOverrides(overrides: Overrides): string {
  const { [STALLS]: text, ...others } = overrides;
  const stalls = typeof text === 'string' ? parseStalls(text) : undefined;
  return JSON.stringify(stalls ? { [STALLS]: stalls, ...others } : overrides);
}
