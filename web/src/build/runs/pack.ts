/** The counterpart of `model/engine/packed.ts`. */
import { gzipSync } from 'node:zlib';
import {
  COLUMN_KINDS,
  LISTS,
  PLAIN,
  REPEATED,
  ROWS,
  STEPS,
  WORDS,
  type Packed,
  type PackedColumn,
} from '../../model/engine/packed';
import type { Frame } from '../../model/run/types';

const size = (value: unknown) => gzipSync(JSON.stringify(value), { level: 9 }).length;

type PackedRow = Readonly<Record<string, unknown>>;
const isRow = (value: unknown): value is PackedRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function numbers(values: readonly number[]): Packed {
  const by = values.map((value, index) => value - (values[index - 1] ?? 0));
  return size(by) < size(values) ? [STEPS, ...by] : [PLAIN, ...values];
}

function rows(values: readonly PackedRow[]): Packed {
  const shapes: string[][] = [];
  const known = new Map<string, number>();
  /** Without a prototype: a key may be called toString. */
  const columns = Object.create(null) as Record<string, unknown[]>;
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

const isWord = (value: unknown): value is string | boolean =>
  typeof value === 'string' || typeof value === 'boolean';

/** Packs any value that JSON can express. */
export function pack(value: unknown): Packed {
  if (Array.isArray(value)) {
    const values: readonly unknown[] = value;
    if (values.length > 1) {
      if (values.every((one): one is number => Number.isSafeInteger(one))) return numbers(values);
      if (values.every(isRow)) return rows(values);
      if (values.every((one): one is unknown[] => Array.isArray(one)))
        return [LISTS, pack(values.map(({ length }) => length)), pack(values.flat())];
      if (values.every(isWord)) {
        const words = [...new Set(values)];
        if (words.length * 2 < values.length)
          return [WORDS, words, pack(values.map((one) => words.indexOf(one)))];
      }
    }
    return [PLAIN, ...values.map(pack)];
  }
  return isRow(value)
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, pack(one)]))
    : (value as Packed);
}

/** The shortest number that a Float32Array reads as the same. */
function shortest(value: number): number {
  for (let digits = 1; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

const packedFrames = new WeakMap<Frame, string>();

/** The counterpart of `unpackFrame`. A page contains its frames twice. */
export function packFrame(frame: Frame): string {
  const known = packedFrames.get(frame);
  if (known !== undefined) return known;
  const repeated = new Set<string>(
    REPEATED.flatMap(([name, from]) =>
      frame.waiting_conn.every((client, at) => frame[name][at] === frame[from][client])
        ? [name]
        : [],
    ),
  );
  const columns: Record<string, number | PackedColumn> = {};
  for (const [name, value] of Object.entries(frame) as [string, number | ArrayLike<number>][]) {
    if (repeated.has(name)) continue;
    if (typeof value === 'number') {
      columns[name] = value;
      continue;
    }
    const kind = COLUMN_KINDS.findIndex((Kind) => value instanceof Kind);
    const plain = Array.from(value, value instanceof Float32Array ? shortest : (one) => one);
    const [first = 0] = plain;
    if (plain.length > 1 && plain.every((one) => one === first)) {
      columns[name] = [kind, first, plain.length];
      continue;
    }
    const steps = plain.map((one, at) => one - (plain[at - 1] ?? 0));
    const stepped =
      plain.every(Number.isSafeInteger) &&
      JSON.stringify(steps).length < JSON.stringify(plain).length;
    columns[name] = [kind, stepped ? [STEPS, ...steps] : [PLAIN, ...plain]];
  }
  const text = JSON.stringify(columns);
  packedFrames.set(frame, text);
  return text;
}
