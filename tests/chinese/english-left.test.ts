// English is left in Chinese words only where a server, a source or a name says it so.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import names from '../../content/reference/names.json';

/** Runs of English words, by why they stay. */
const SAID_SO: ReadonlySet<string> = new Set([
  // What servers and their manuals print.
  'number of allowed threads was reached',
  'queries in queue',
  'likely cause of pool blocks are clients that lock resources for long time',
  'timeout reading communication packets',
  'an error reading communication packets',
  'server has gone away',
  'connection to',
  'server during query',
  'maximum statement execution time exceeded',
  'connection established slowly',
  'established slowly',
  'could not create additional thread to handle queries',
  'could not create additional thread',
  'temporarily unavailable',
  'pool blocked',
  'too many connections',
  'many connections',
  'too busy',
  'disk is full',
  'wsrep in pre',
  'commit stage',
  'flow control',
  'primary component',
  'connection id mod thread',
  'is dangerous and could lead to deadlocks',
  'same as num',
  'but used for different purposes',
  'connect handler',
  'from client',
  'from net',
  'stall checker',
  'query threads',
  'processlist id',
  'database flags',
  // Tools, and the names that authors gave their machines.
  'poolscope watch',
  'shadow root',
  'percona ps',
  'priority auto',
  'priority high',
  'priority low',
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
  'abandoned request',
  'active thread',
  'application pool',
  'buffer pool',
  'cache line',
  'connection pool',
  'exponential backoff',
  'extra port',
  'full jitter',
  'hardware thread',
  'hot group',
  'kick up',
  'max threads',
  'metastable failure',
  'open transaction',
  'orphaned query',
  'point select',
  'priority queue',
  'read view',
  'reported wait',
  'retry budget',
  'retry storm',
  'row lock',
  'run queue',
  'stall limit',
  'stall timer',
  'think time',
  'thread group',
  'thread pool',
  'thundering herd',
  'timer thread',
  'try again',
]);
const ZH = 'content/zh';
/** Pictures leave out how they begin. */
const VARIABLES = Object.keys(names.variables);
/** Without code, quotations, what is filled in, tags, and where links lead. */
const own = (text: string) =>
  text.replaceAll(/```[^]*?```|`[^`]*`|“[^”]*”|\{[^}]*\}|<[^>]*>|\]\([^)]*\)|^:::.*$/gm, '·');
const english = (text: string) => own(text).match(/\b[a-z][a-z’']+(?: [a-z][a-z’']+)+/g) ?? [];

/** Texts of a file, by where they are. */
function textsOf(file: string): readonly (readonly [at: string, text: string])[] {
  const text = readFileSync(`${ZH}/${file}`, 'utf8');
  if (file.endsWith('.md')) return [[file, text.replaceAll(/^"[^"]*": \["\w*", /gm, '')]];
  return Object.entries(JSON.parse(text) as object).flatMap(([at, said]: [string, unknown]) =>
    Array.isArray(said) ? [[`${file} ${at}`, String(said[1])] as const] : [],
  );
}

test('no sentence of the Chinese edition has English that nobody said', () => {
  const files = readdirSync(ZH, { recursive: true, encoding: 'utf8' });
  const found = files
    .filter((file) => /\.(?:json|md)$/.test(file) && !/terms\.json|README\.md/.test(file))
    .flatMap(textsOf)
    .flatMap(([at, text]) => english(text).map((run) => [at, run] as const));
  expect(found.filter(([, run]) => !SAID_SO.has(run))).toEqual([]);
  const runs = new Set(found.map(([, run]) => run));
  expect([...SAID_SO].filter((run) => !runs.has(run))).toEqual([]);
});

/** Words in Latin letters in figures that are no name of a server's and no statement. */
const IN_FIGURES: ReadonlySet<string> = new Set([
  'timer', // the thread's own name
  'sleep', // the statement
  'slow', // what a statement returns
  'fast',
  'nginx',
  'pool-of-threads',
  'point-select', // of sysbench
  'update-index',
]);

test('no picture of the Chinese edition has English but names', () => {
  const pages = readdirSync('build/zh', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^(?:index\.html|(?:lessons|scenarios|figures|story|embed)\/.*index\.html)$/.test(file),
  );
  expect(pages.length).toBeGreaterThan(150);
  const left = pages.flatMap((page) => {
    const html = readFileSync(`build/zh/${page}`, 'utf8');
    const said = Array.from(
      html.matchAll(/<(text|tspan)\b[^>]*>([^<]*)/g),
      ([, , text]) => text ?? '',
    );
    return said
      .flatMap((text) => text.match(/(?<![A-Za-z_&])[a-z][a-z-]{2,}(?![A-Za-z_(;])/g) ?? [])
      .filter((word) => !IN_FIGURES.has(word) && !VARIABLES.some((name) => name.includes(word)))
      .map((word) => `${page}: ${word}`);
  });
  expect([...new Set(left)]).toEqual([]);
});
