/** What a search can lead to, and the file that holds all of it. Made when the site is built (build/search). */

import type { PackedIndex } from './packed';

export const KINDS = [
  'message',
  'variable',
  'counter',
  'column',
  'word',
  'claim',
  'lesson',
  'step',
  'scenario',
  'page',
] as const;
export type Kind = (typeof KINDS)[number];

export interface Entry {
  readonly kind: Kind;
  readonly name: string;
  /** From the site's root. */
  readonly address: string;
  /** Sentences: of those, a result shows the one that was found. */
  readonly text: string;
  /** Other names that lead to it as its own does. */
  readonly also: readonly string[];
  /** How a server words it, each number or name in braces. */
  readonly message?: string | undefined;
}

/** An entry as the file has it. */
export type Row = readonly [
  kind: number,
  name: string,
  address: string,
  text: string,
  also: readonly string[],
  message?: string,
];

export interface IndexFile {
  readonly rows: readonly Row[];
  /** What the library made of them and of the pages' other words. */
  readonly index: PackedIndex;
}

export function rowOf({ kind, name, address, text, also, message }: Entry): Row {
  const row = [KINDS.indexOf(kind), name, address, text, also] as const;
  return message === undefined ? row : [...row, message];
}

export const entryOf = ([kind, name, address, text, also, message]: Row): Entry => ({
  kind: KINDS[kind] ?? 'page',
  name,
  address,
  text,
  also,
  message,
});
