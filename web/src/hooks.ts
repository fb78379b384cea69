import type { Transport } from '@sveltejs/kit';
import { unpack, type Packed } from './model/engine/packed';

const packing = import.meta.env.SSR ? await import('./build/runs/pack') : undefined;
/** A page says what it carries twice, and many pages show one run. */
const packed = new WeakMap<object, string>();

function encodeOutcome(value: unknown) {
  if (typeof value !== 'object' || value === null || !('lives' in value && 'events' in value))
    return false;
  const text = packed.get(value) ?? JSON.stringify(packing?.pack(value));
  packed.set(value, text);
  return text;
}

const consecutive = (column: Float64Array) =>
  column.length > 16 && column.every((value, index) => value === (column[0] ?? 0) + index);

export const transport: Transport = {
  /** Connections are mostly numbered through: a page carries the first number and how many there are. */
  Consecutive: {
    encode: (value: unknown) =>
      value instanceof Float64Array && consecutive(value) && [value[0], value.length],
    decode: ([from, count]: [number, number]) =>
      Float64Array.from({ length: count }, (_, index) => from + index),
  },
  /** What a run came to is rows that say nearly the same. */
  Outcome: {
    encode: encodeOutcome,
    decode: (text: string) => unpack(JSON.parse(text) as Packed),
  },
};
