/** The question that two runs side by side, or a published table, put to a reader. */
import * as pairs from '../words/keyed/pair_asks';
import * as tables from '../words/keyed/table_asks';

const keyOf = (name: string) => name.replaceAll(/[^a-z0-9]/gi, '_');
const within = (all: Readonly<Record<string, () => string>>) => (name: string) =>
  all[keyOf(name)]?.();

/** By the name of its frame; undefined for a pair without one. */
export const pairAsks = within(pairs);
export const tableAsks = within(tables);

/** Its frame was published under another title, which stays. */
const KEPT = 'mariadb-max-threads-6-vs-mariadb-max-threads-8';
export const pairTitle = (name: string, beside: string): string =>
  (name === KEPT ? undefined : pairAsks(name)) ?? beside;
