/** An entry of the search, and the file that holds all of them. Made when the site is built (build/search). */

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
export type EntryKind = (typeof KINDS)[number];

export interface Entry {
  readonly kind: EntryKind;
  readonly name: string;
  /** From the site's root. */
  readonly address: string;
  /** Its sentences; a result shows the one that matches. */
  readonly text: string;
  /** Other names, equal to its own for the search. */
  readonly also: readonly string[];
  /** A server's message, with each number or name in braces. */
  readonly message?: string | undefined;
}

/** An entry as stored in the file. */
export type StoredEntry = readonly [
  kind: number,
  name: string,
  address: string,
  text: string,
  also: readonly string[],
  message?: string,
];

export interface IndexFile {
  readonly rows: readonly StoredEntry[];
  /** MiniSearch's index of the entries and of the pages' other words. */
  readonly index: PackedIndex;
}

export function rowOf({ kind, name, address, text, also, message }: Entry): StoredEntry {
  const row = [KINDS.indexOf(kind), name, address, text, also] as const;
  return message === undefined ? row : [...row, message];
}

export const entryOf = ([kind, name, address, text, also, message]: StoredEntry): Entry => ({
  kind: KINDS[kind] ?? 'page',
  name,
  address,
  text,
  also,
  message,
});
