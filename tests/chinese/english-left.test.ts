// English is left in Chinese words only where a server, a source or a name says it so.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Runs of English words, by why they stay. */
const SAID_SO: ReadonlySet<string> = new Set([
  // What servers and their manuals print.
  'number of allowed threads was reached',
  'queries in queue',
  'likely cause of pool blocks are clients that lock resources for long time',
  'timeout reading communication packets',
  'an error reading communication packets',
  'server has gone away',
  'server during query',
  'maximum statement execution time exceeded',
  'connection established slowly',
  'could not create additional thread to handle queries',
  'could not create additional thread',
  'too many connections',
  'disk is full',
  'wsrep in pre',
  'connection id mod thread',
  'is dangerous and could lead to deadlocks',
  'same as num',
  'but used for different purposes',
  // An author's own words.
  'quite stable and smooth',
  // Terms beside their Chinese, and under which the glossary is searched.
  'pool of threads',
  'slow query log',
  'one thread per connection',
  'time limit of',
  'work for nobody',
  'token bucket for retries',
  'saturation and errors',
]);
const ZH = 'content/zh';
/** Without code, quotations, what is filled in, and tags. */
const own = (text: string) => text.replaceAll(/`[^`]*`|“[^”]*”|\{[^}]*\}|<[^>]*>/g, '·');
const english = (text: string) => own(text).match(/\b[a-z][a-z’']+(?: [a-z][a-z’']+){2,}/g) ?? [];

test('no sentence of the Chinese edition has English that nobody said', () => {
  const files = readdirSync(ZH, { recursive: true, encoding: 'utf8' });
  const found = files
    .filter((file) => file.endsWith('.json') && file !== 'terms.json')
    .flatMap((file) =>
      Object.entries(JSON.parse(readFileSync(`${ZH}/${file}`, 'utf8')) as object).flatMap(
        ([at, said]: [string, unknown]) =>
          Array.isArray(said)
            ? english(String(said[1])).map((run) => [file, at, run] as const)
            : [],
      ),
    );
  expect(found.filter(([, , run]) => !SAID_SO.has(run))).toEqual([]);
  const runs = new Set(found.map(([, , run]) => run));
  expect([...SAID_SO].filter((run) => !runs.has(run))).toEqual([]);
});
