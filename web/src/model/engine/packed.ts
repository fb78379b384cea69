/**
 * Compact form of plain data: lists are stored by column, because rows of one kind repeat each other, and growing numbers
 * are stored as differences. Packed when the site is built (`build/runs/pack.ts`).
 */
export type Packed =
  | null
  | boolean
  | number
  | string
  | readonly Packed[]
  | { readonly [key: string]: Packed };

/** How a list is stored; the code is its first item. */
export const PLAIN = 0;
/** Whole numbers, each as the difference from the one before. */
export const STEPS = 1;
/** Objects: the distinct lists of keys, the list that each object has, and the values of each key. */
export const ROWS = 2;
/** Lists: the length of each, and all their items in one list. */
export const LISTS = 3;

/** Repeated words: each word once, and the index of each item's word. */
export const WORDS = 4;

/** The array types of a frame's columns, by their numbers in a packed frame. */
export const COLUMN_KINDS = [Uint32Array, Uint8Array, Float64Array, Float32Array] as const;
/** Columns that usually repeat what the waiting clients' own columns say; left out if they do. */
export const REPEATED = [
  ['waiting_group', 'connection_group'],
  ['waiting_request', 'connection_request'],
] as const;

const isObject = (value: Packed): value is { readonly [key: string]: Packed } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const entries = (of: Packed) => Object.entries(isObject(of) ? of : {});

function list([form, ...rest]: readonly Packed[]): unknown[] {
  if (form === PLAIN) return rest.map(unpack);
  if (form === STEPS) {
    let sum = 0;
    return rest.map((by) => (sum += Number(by)));
  }
  const [first = [], second = [], third = {}] = rest;
  if (form === LISTS) {
    const all = unpack(second) as unknown[];
    let from = 0;
    return (unpack(first) as number[]).map((length) => all.slice(from, (from += length)));
  }
  if (form === WORDS) return (unpack(second) as number[]).map((at) => (first as unknown[])[at]);
  const next = Object.fromEntries(
    entries(third).map(([key, values]) => [key, (unpack(values) as unknown[]).values()]),
  );
  const shapes = first as readonly (readonly string[])[];
  return (unpack(second) as number[]).map((shape) =>
    Object.fromEntries((shapes[shape] ?? []).map((key) => [key, next[key]?.next().value])),
  );
}

export function unpack(value: Packed): unknown {
  if (Array.isArray(value)) return list(value);
  return isObject(value)
    ? Object.fromEntries(entries(value).map(([key, one]) => [key, unpack(one)]))
    : value;
}

type Column = InstanceType<(typeof COLUMN_KINDS)[number]>;

/** A column: its array type, and its packed list or one value and how often it is repeated. */
export type PackedColumn = readonly [kind: number, list: Packed, times?: number];

/** @param text a packed frame: its columns, and numbers as they are */
export function unpackFrame(text: string): unknown {
  const frame: Record<string, number | Column> = {};
  for (const [name, value] of Object.entries(
    JSON.parse(text) as Readonly<Record<string, number | PackedColumn>>,
  )) {
    if (typeof value === 'number') frame[name] = value;
    else {
      const [kind, list, times] = value;
      const Kind = COLUMN_KINDS[kind] ?? Float64Array;
      frame[name] =
        times === undefined
          ? Kind.from(unpack(list) as number[])
          : new Kind(times).fill(Number(list));
    }
  }
  for (const [name, from] of REPEATED)
    frame[name] ??= Uint32Array.from(
      frame['waiting_conn'] as Uint32Array,
      (client) => (frame[from] as Uint32Array)[client] ?? 0,
    );
  return frame;
}
