import type { Transport } from '@sveltejs/kit';

const consecutive = (column: Float64Array) =>
  column.length > 16 && column.every((value, index) => value === (column[0] ?? 0) + index);

/** Connections are mostly numbered through: a page carries the first number and how many there are. */
export const transport: Transport = {
  Consecutive: {
    encode: (value: unknown) =>
      value instanceof Float64Array && consecutive(value) && [value[0], value.length],
    decode: ([from, count]: [number, number]) =>
      Float64Array.from({ length: count }, (_, index) => from + index),
  },
};
