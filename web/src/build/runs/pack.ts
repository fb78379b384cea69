/** The other side of `model/engine/packed.ts`. */
import { gzipSync } from 'node:zlib';
import { LISTS, PLAIN, ROWS, STEPS, type Packed } from '../../model/engine/packed';

const size = (value: unknown) => gzipSync(JSON.stringify(value), { level: 9 }).length;

type Row = Readonly<Record<string, unknown>>;
const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function numbers(values: readonly number[]): Packed {
  const by = values.map((value, index) => value - (values[index - 1] ?? 0));
  return size(by) < size(values) ? [STEPS, ...by] : [PLAIN, ...values];
}

function rows(values: readonly Row[]): Packed {
  const shapes: string[][] = [];
  const known = new Map<string, number>();
  const columns: Record<string, unknown[]> = {};
  const which = values.map((row) => {
    const keys = Object.keys(row);
    for (const key of keys) (columns[key] ??= []).push(row[key]);
    const name = JSON.stringify(keys);
    const index = known.get(name) ?? shapes.push(keys) - 1;
    known.set(name, index);
    return index;
  });
  return [ROWS, shapes, pack(which), pack(columns)];
}

/** Of what JSON can say. */
export function pack(value: unknown): Packed {
  if (Array.isArray(value)) {
    const values: readonly unknown[] = value;
    if (values.length > 1) {
      if (values.every((one): one is number => Number.isSafeInteger(one))) return numbers(values);
      if (values.every(isRow)) return rows(values);
      if (values.every((one): one is unknown[] => Array.isArray(one)))
        return [LISTS, pack(values.map(({ length }) => length)), pack(values.flat())];
    }
    return [PLAIN, ...values.map(pack)];
  }
  return isRow(value)
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, pack(one)]))
    : (value as Packed);
}
