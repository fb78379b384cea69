/** Parses and prints times as readers type them; scenarios have whole microseconds. */
import { getAt, type JsonObject } from '../../model/run/json';

const UNITS: readonly (readonly [unit: string, us: number])[] = [
  ['h', 3_600_000_000],
  ['min', 60_000_000],
  ['s', 1_000_000],
  ['ms', 1_000],
  ['µs', 1],
];
const SPELT: Readonly<Record<string, string>> = { us: 'µs', μs: 'µs', m: 'min', sec: 's' };

export type TimeUnit = string;

/** In the unit that gives the shortest number: 2000000 is "2 s", 1500 is "1.5 ms". */
export function printUs(us: number): string {
  if (!Number.isSafeInteger(us) || us < 0) return String(us);
  if (us === 0) return '0 ms';
  for (const [unit, size] of UNITS) {
    if (unit === 'h' || unit === 'min') {
      if (us >= size * 2 && us % size === 0) return `${us / size} ${unit}`;
    } else if (us >= size) {
      const value = us / size;
      if (Math.round(value * 1000) / 1000 === value) return `${value} ${unit}`;
    }
  }
  return `${us} µs`;
}

export function unitOf(text: string): TimeUnit {
  const unit = /[a-zµμ]+$/i.exec(text.trim())?.[0] ?? 'ms';
  return UNITS.some(([name]) => name === unit) ? unit : 'ms';
}

/**
 * Whole microseconds; a number without a unit is in `unit`. Other text is returned unchanged, so that the engine's message
 * refuses it.
 */
export function parseUs(text: string, unit: TimeUnit): number | string {
  const typed = text.trim();
  const found = /^(\d+(?:[.,]\d+)?)\s*([a-zµμ]*)$/i.exec(typed);
  if (!found) return typed;
  const [, digits = '', given = ''] = found;
  const name = given === '' ? unit : (SPELT[given.toLowerCase()] ?? given.toLowerCase());
  const size = UNITS.find(([known]) => known === name)?.[1];
  if (size === undefined) return typed;
  const us = Number(digits.replace(',', '.')) * size;
  const whole = Math.round(us);
  return Math.abs(us - whole) < 1e-6 && Number.isSafeInteger(whole) ? whole : typed;
}

/** The length of a scenario's run. */
export const lengthOf = (scenario: JsonObject): string =>
  printUs(Number(getAt(scenario, '/until_us')));
