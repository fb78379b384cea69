/** Tells a query that is written like a server's name from one in words of one's own. */
import { wordsOf } from './words';

/** A name that a query has by its shape. */
export interface Named {
  /** As typed. */
  readonly name: string;
  /** By its own words it belongs to a thread pool, and this site has those of every server that it describes. */
  readonly of_pool: boolean;
}

const POOL = /thread[ _-]?pool|(?<![a-z\d_])tp_/i;
/** A statement, a client's error, and what a list of connections has in the column STATE: names of several words. */
const SEVERAL: readonly RegExp[] = [
  /^show (?!.*\blike\b)[\w ]*thread ?pool[\w ]*$/i,
  /^error \d{4}\b.*thread ?pool.*$/i,
  /^Waiting for [\w ]*\bpool\b[\w ]*$/,
];
/** Written as no other word is: with an underscore inside, or a table with its column or its schema. */
const ONE = /(?:[a-z]\w*\.){0,2}[a-z][a-z\d]*(?:_[a-z\d]+)+%?|(?<![\w.])[a-z]\w*_\w*\.[a-z]\w*/i;
/** As option files write it; other words have hyphens too. */
const OPTION = /(?<![\w.])(?:--)?(?:loose-)?(?:thread-?pool|innodb)-[\w-]+/i;

export function nameIn(query: string): Named | undefined {
  const [line = ''] = query.trim().split(/[\r\n;]+/);
  if (SEVERAL.some((shape) => shape.test(line))) return { name: line, of_pool: true };
  const [name] = OPTION.exec(line) ?? ONE.exec(line) ?? [];
  return name === undefined ? undefined : { name, of_pool: POOL.test(name) };
}

/** What a name may be written behind. */
const BEFORE =
  /^(?:--)?(?:loose-)?(?:(?:information_schema|performance_schema|sys|mysql|global|session)\.)*/i;
/** The words of a name by which it is known: `performance_schema.tp_connections` is `tp_connections`. */
export const ownWords = (name: string): readonly string[] => wordsOf(name.replace(BEFORE, ''));
