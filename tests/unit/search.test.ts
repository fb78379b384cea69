// Every search finds its page, at a place where readers look first.
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import MiniSearch from 'minisearch';
import { describe, expect, test } from 'vitest';
import glossary from '../../content/glossary.json';
import names from '../../content/reference/names.json';
import asked from '../fixtures/search/en.json';
import { many, missed } from '../questions';
import vocabulary from '../../content/search/en.json';
import { searchIndex } from '../../web/src/build/search';
import { REFERENCE } from '../../web/src/model/reference/list';
import type { IndexFile, EntryKind } from '../../web/src/model/search/entry';
import { OPTIONS, Search } from '../../web/src/model/search/find';
import { pack, unpack } from '../../web/src/model/search/packed';
import { withoutPrefixes } from '../../web/src/model/search/words';

// As it comes over the network.
const file = JSON.parse(JSON.stringify(searchIndex())) as IndexFile;
const search = new Search(file);
const addresses = (query: string) => search.find(query).map(({ entry }) => entry.address);
const first = (query: string) => addresses(query)[0];
const message = (slug: keyof typeof names.messages) => `/reference/messages/${slug}/`;

describe('an exact name', () => {
  test('of the reference finds its own page first', () => {
    for (const { name, address } of REFERENCE) expect(first(name), name).toBe(address);
  });

  test('of a column finds it with a dot, with a space, in small letters', () => {
    for (const query of [
      'THREAD_POOL_GROUPS.IS_STALLED',
      'THREAD_POOL_GROUPS IS_STALLED',
      'thread_pool_groups is_stalled',
      'IS_STALLED',
      'is_stalled',
    ])
      expect(first(query), query).toBe('/reference/columns/thread_pool_groups/is_stalled/');
  });

  test('of a column is found with a blank for its line beside its table', () => {
    for (const query of [
      'queue length in thread_pool_groups means',
      'thread_pool_groups queue length',
    ])
      expect(first(query), query).toBe('/reference/columns/thread_pool_groups/queue_length/');
  });

  test('of the glossary is found, at once unless the reference has it too', () => {
    const printed = new Set(
      REFERENCE.flatMap(({ name, aliases }) => [name, ...aliases]).map((name) =>
        name.toLowerCase(),
      ),
    );
    for (const [key, { term }] of Object.entries(glossary)) {
      const place = addresses(term).indexOf(`/glossary/#${key}`);
      if (printed.has(term.toLowerCase())) expect(place, term).toBeGreaterThanOrEqual(0);
      else expect(place, term).toBe(0);
    }
  });

  test.each([
    ['SET GLOBAL thread_pool_max_threads = 8;', 'thread_pool_max_threads'],
    ['--thread-pool-size=16', 'thread_pool_size'],
    ['thread-pool-size = 16', 'thread_pool_size'],
    ['SELECT @@global.thread_pool_stall_limit', 'thread_pool_stall_limit'],
    ["SHOW VARIABLES LIKE 'thread_pool_idle_timeout'", 'thread_pool_idle_timeout'],
    ['stall_limit', 'thread_pool_stall_limit'],
    ['how large should thread_pool_size be', 'thread_pool_size'],
  ])('is found within other text: %s', (query, name) => {
    expect(first(query)).toBe(`/reference/variables/${name}/`);
  });

  test('of a table, or a prefix, finds every name that starts with it', () => {
    expect(addresses('SELECT * FROM information_schema.THREAD_POOL_WAITS').slice(0, 2)).toEqual([
      '/reference/columns/thread_pool_waits/reason/',
      '/reference/columns/thread_pool_waits/count/',
    ]);
    const status = addresses("SHOW GLOBAL STATUS LIKE 'Threadpool%'");
    for (const name of Object.keys(names.counters).filter((one) => one.startsWith('Threadpool')))
      expect(status, name).toContain(`/reference/counters/${name.toLowerCase()}/`);
  });
});

/** Lines of the logs that were recorded next to the captures. */
const recorded = (capture: string, says: string): string => {
  const log = readFileSync(`wasm-core/diagnosis/tests/${capture}/error-log.txt`, 'utf8');
  const line = log.split('\n').find((one) => one.includes(says));
  if (line === undefined) throw new Error(`${capture} has no line with "${says}"`);
  return line;
};
const refused = recorded('captures/01-two-long-waits-deaf-group', 'could not create');
const percona =
  '2023-05-16T11:27:09.997916Z 406 [ERROR] [MY-000000] [Server] Threadpool could not create additional thread to handle queries, because the number of allowed threads was reached. Increasing ‘thread_pool_max_threads’ parameter can help in this situation.  If ‘admin_port’ parameter is set, you can still connect to the database with superuser account (it must be TCP connection using admin_port as TCP port) and troubleshoot the situation. A likely cause of pool blocks are clients that lock resources for long time. ‘show processlist’ or ‘show engine innodb status’ can give additional hints.';

describe('a pasted line finds its page first', () => {
  test.each<readonly [string, string, keyof typeof names.messages]>([
    ['as recorded', refused, 'could-not-create-additional-thread'],
    ['Percona Server, three sentences on one line', percona, 'could-not-create-additional-thread'],
    [
      'the second line of it alone',
      recorded('captures/01-two-long-waits-deaf-group', 'extra_port'),
      'if-extra-port-is-set',
    ],
    [
      'journald, another number of seconds',
      `Nov 22 01:44:01 db1 mariadbd[812]: ${recorded('captures/12-login-hangs', 'has been blocked').replace('30', '1296')}`,
      'threadpool-has-been-blocked',
    ],
    [
      'a container, and an errno of another system',
      "mariadb-1  | 2026-11-22 1:44:01 0 [ERROR] Threadpool could not create additional thread to handle queries: Can't create threads in threadpool (errno=35).",
      'cannot-create-threads-errno',
    ],
    [
      'grep, cut off by the terminal',
      `/var/log/mysql/error.log:1204:${refused.slice(0, 84)}`,
      'could-not-create-additional-thread',
    ],
    [
      'an aborted connection, its names changed',
      recorded('captures-2/h-too-many-connections', 'Aborted connection')
        .replace("'shop'", "'orders_2026'")
        .replace('127.0.0.1', 'web-14.internal'),
      'aborted-connection',
    ],
    [
      'PHP',
      'SQLSTATE[HY000] [1040] Too many connections in /srv/app/Db.php:31',
      'too-many-connections',
    ],
    [
      'Python',
      "pymysql.err.OperationalError: (1205, 'Lock wait timeout exceeded; try restarting transaction')",
      'lock-wait-timeout-exceeded',
    ],
    [
      'Java',
      'Caused by: com.mysql.cj.jdbc.exceptions.MySQLTransactionRollbackException: Deadlock found when trying to get lock; try restarting transaction',
      'deadlock-found',
    ],
    [
      'the client',
      'ERROR 2013 (HY000) at line 4: Lost connection to MySQL server during query',
      'lost-connection-during-query',
    ],
    ['a driver', 'PDO::query(): MySQL server has gone away', 'server-has-gone-away'],
    [
      'two lines of a log',
      `${recorded('captures/12-login-hangs', 'has been blocked')}\n${refused}`,
      'threadpool-has-been-blocked',
    ],
  ])('%s', (_, line, slug) => {
    expect(first(line)).toBe(message(slug));
  });

  test('followed by the variable that it names', () => {
    expect(addresses(refused)).toContain('/reference/variables/thread_pool_max_threads/');
  });

  test('and no message is found by a few of its words', () => {
    for (const query of [
      'how many connections are too many',
      'threads of the pool',
      'lock',
      'a thread that could handle queries in time',
    ])
      expect(first(query), query).not.toMatch(/^\/reference\/messages\/(too-many|could-not)/);
  });

  test('its prefixes are removed, and nothing else', () => {
    const said = 'Threadpool has been blocked for 30 seconds';
    for (const before of [
      '2026-11-22  1:44:01 0 [Note] ',
      '2026-11-22T01:44:01.123456Z 12 [Warning] [MY-013360] [Server] ',
      '261122  1:44:01 [Note] ',
      'Nov 22 01:44:01 db1 mariadbd[812]: 2026-11-22  1:44:01 0 [Note] ',
      'db_1  | 2026-11-22 1:44:01 0 [Note] ',
      'error.log:12:2026-11-22 1:44:01 0 [Note] ',
      'ERROR 1040 (HY000): ',
    ])
      expect(withoutPrefixes(before + said), before).toBe(said);
    for (const query of ['thread_pool_size = 8', 'listener', '6 threads', 'Nov'])
      expect(withoutPrefixes(query)).toBe(query);
  });
});

describe('words', () => {
  test.each([
    ['oversubscirbe', '/glossary/#oversubscribe'],
    ['thread_pool_stal_limit', '/reference/variables/thread_pool_stall_limit/'],
    ['gruop', '/glossary/#group'],
    ['listner', '/glossary/#listener'],
  ])('with typing errors are found: %s', (query, address) => {
    expect(addresses(query).slice(0, 3)).toContain(address);
  });

  test('are found while they are typed', () => {
    for (const query of ['thread_pool_st', 'thread_pool_stall', 'thread_pool_stall_li'])
      expect(addresses(query).slice(0, 2), query).toContain(
        '/reference/variables/thread_pool_stall_limit/',
      );
  });

  test('of a lesson’s prose lead to its step, with the sentence that contains them', () => {
    const found = search.find('rhythm not a limit').find(({ entry }) => entry.kind === 'step');
    expect(found?.entry.address).toMatch(/^\/lessons\//);
    expect(found?.sentence).toContain('limit');
  });

  test('that occur nowhere find nothing', () => {
    for (const query of ['xyzzy', '', '   ', '%%%', '…'])
      expect(addresses(query), query).toEqual([]);
  });

  test('in any mixture break nothing, and no page is found twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (query) => {
        const found = addresses(query);
        expect(new Set(found).size).toBe(found.length);
      }),
      { numRuns: 200 },
    );
  });
});

describe('questions', () => {
  test.each([
    ['of the papers on this site', asked.seen],
    ['of its own', asked.own],
    ['written after these were met', asked.later],
    ['written last, by who had tuned nothing', asked.latest],
  ])('%s find their page first in 90 %% and in the first three in 98 %%', (_, questions) => {
    const [first, three] = [missed(search, questions, 1), missed(search, questions, 3)];
    expect(first.length, first.join('\n')).toBeLessThanOrEqual(0.1 * many(questions));
    expect(three.length, three.join('\n')).toBeLessThanOrEqual(0.02 * many(questions));
  });

  test('that a page is said to answer find it in the first three', () => {
    expect(missed(search, vocabulary.asked, 3)).toEqual([]);
  });

  test('are counted only where nearly all of them is met', () => {
    const found = search.find('aurora thread pool');
    const whole = found.filter((one) => one.whole);
    expect(whole.length).toBeGreaterThan(0);
    expect(whole.length).toBeLessThan(10);
    expect(found.length - whole.length).toBeLessThanOrEqual(20);
  });
});

describe('words that no page has', () => {
  test.each(['kafka', 'rabbitmq prefetch', 'Redis', 'RocketMQ'])('are named: %s', (query) => {
    expect(search.unknown(query)).toEqual({ name: query, of_pool: false });
  });

  test.each([
    ['elasticsearch thread pool queue_size', 'elasticsearch'],
    ['couchbase thread pool idle_timeout', 'couchbase'],
  ])('are named beside a name of several parts: %s', (query, name) => {
    expect(search.unknown(query)).toEqual({ name, of_pool: false });
  });

  test('are not those of a longer question, nor mistyped ones', () => {
    for (const query of [
      'stall limt',
      'conection pool',
      'oversubscirbe',
      'an example of a configuration for the thread pool',
    ])
      expect(search.unknown(query), query).toBeUndefined();
  });
});

describe('a name that nobody has', () => {
  const unknown = (query: string) => search.unknown(query)?.name;

  test.each([
    ['thread_pool_worker_threads', 'thread_pool_worker_threads'],
    ['SET GLOBAL thread_pool_oversubscription = 3;', 'thread_pool_oversubscription'],
    ['thread-pool-cpu-affinity=on', 'thread-pool-cpu-affinity'],
    ["SHOW STATUS LIKE 'Threadpool_rejected_queries'", 'Threadpool_rejected_queries'],
    ['sys.thread_pool_summary', 'sys.thread_pool_summary'],
    ['innodb_thread_pool_size', 'innodb_thread_pool_size'],
    ['SELECT * FROM performance_schema.tp_queue', 'performance_schema.tp_queue'],
    ['THREAD_POOL_GROUPS.BUSY_THREADS', 'THREAD_POOL_GROUPS.BUSY_THREADS'],
    ['tp_thread_state.SLEEP_COUNT', 'tp_thread_state.SLEEP_COUNT'],
    ['SHOW ENGINE THREADPOOL STATUS', 'SHOW ENGINE THREADPOOL STATUS'],
    ['show thread pool queues;', 'show thread pool queues'],
    ['Waiting for free thread in pool', 'Waiting for free thread in pool'],
    ['ERROR 3987 (HY000): Thread pool exhausted', 'ERROR 3987 (HY000): Thread pool exhausted'],
  ])('is told by its shape: %s', (query, name) => {
    expect(search.unknown(query)).toEqual({ name, of_pool: true });
  });

  test.each(['galera_flow_quota', 'innodb_pool_threads'])(
    'elsewhere in a server it is not said to be nobody’s, only not to be here: %s',
    (name) => {
      expect(search.unknown(name)).toEqual({ name, of_pool: false });
    },
  );

  test('is none that a page, a list, a message or a sentence of the site has', () => {
    const own = search.entries.flatMap(({ name, also }) => [name, ...also]);
    expect(own.length).toBeGreaterThan(800);
    expect(own.flatMap((name) => unknown(name) ?? [])).toEqual([]);
    for (const query of [
      'performance_schema.tp_connections',
      'log_slow_verbosity', // on a page of which no sentence is kept
      '@@global.thread_pool_size',
      "SHOW GLOBAL STATUS LIKE 'Threadpool%'",
      'SHOW ENGINE INNODB STATUS',
      'thread_pool_st',
      'stall_limit',
      'a pool of long-running connections',
      'why is the cpu idle?',
      'waiting for a connection from the pool',
    ])
      expect(unknown(query), query).toBeUndefined();
  });

  test('is found in a known one with any letters in its middle', () => {
    const named = REFERENCE.filter(({ name }) => /^(thread_pool|threadpool)_\w+$/i.test(name));
    fc.assert(
      fc.property(
        fc.constantFrom(...named.map(({ name }) => name)),
        fc.string({ unit: fc.constantFrom('q', 'z', 'x', 'j'), minLength: 3, maxLength: 6 }),
        (name, letters) => {
          const made = name.replace(/_/, `_${letters}_`);
          expect(unknown(`what is ${made}?`)).toBe(made);
        },
      ),
    );
  });
});

describe('the file', () => {
  test('has every lesson, step, scenario, name and word, each with a sentence', () => {
    const of = (kind: EntryKind) => search.entries.filter((one) => one.kind === kind);
    for (const kind of ['message', 'variable', 'counter', 'column'] as const)
      expect(of(kind)).toHaveLength(Object.keys(names[`${kind}s`]).length);
    expect(of('word')).toHaveLength(Object.keys(glossary).length);
    const files = (place: string, ext: string) =>
      readdirSync(place).filter((file) => file.endsWith(ext)).length;
    expect(of('lesson')).toHaveLength(files('content/lessons/en', '.md'));
    expect(of('scenario')).toHaveLength(files('content/scenarios', '.json'));
    for (const { name, text } of search.entries) expect(text.trim(), name).not.toBe('');
  });

  test('unpacks to what the library wrote', () => {
    const index = new MiniSearch(OPTIONS);
    index.addAll([
      { id: 0, name: 'stall limit', also: '', text: 'The timer looks', words: 'pool' },
      { id: 1, name: 'pool', also: 'thread pool', text: '', words: 'timer stall' },
      { id: 2, name: 'listener', also: '', text: 'looks at sockets', words: '' },
    ]);
    const written = index.toJSON();
    const { index: terms, ...rest } = unpack(pack(written), OPTIONS.fields);
    const { index: given, ...whole } = JSON.parse(JSON.stringify(written)) as typeof written;
    expect(rest).toEqual(whole);
    expect(new Map(terms)).toEqual(new Map(given));
  });
});
