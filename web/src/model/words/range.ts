/** The range of a knob in words. */
import { m } from '#paraglide/messages.js';
import type { KnobSpec } from '../run/knob';
import { count, tick } from './format';

const NS: Readonly<Partial<Record<string, number>>> = { us: 1e3, µs: 1e3, ms: 1e6, s: 1e9 };
const DAY_NS = 86_400e9;

function bound(value: number, unit: string): string {
  const ns = value * (NS[unit] ?? NaN);
  if (ns >= 2 * DAY_NS) return m.knob_days({ count: count(Math.floor(ns / DAY_NS)) });
  if (ns >= 10e9) return tick(ns);
  return `${count(value)}${unit === '' ? '' : ` ${unit}`}`;
}

/** "1 to 65,536", "10 ms to 49 days". */
export function rangeWords({ min, max, unit }: Pick<KnobSpec, 'min' | 'max' | 'unit'>): string {
  if (min === undefined || max === undefined) return '';
  const [least, most] = [bound(min, unit), bound(max, unit)];
  const shared = unit !== '' && least.endsWith(` ${unit}`) && most.endsWith(` ${unit}`);
  return m.knob_range({ min: shared ? count(min) : least, max: most, unit: '' });
}
