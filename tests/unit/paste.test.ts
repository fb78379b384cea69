import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  makerOf,
  understand as understandReading,
  type ChosenServer,
  type PresentSettings,
} from '../../web/src/features/lab/paste';
import type { Form } from '../../web/src/model/generated/diagnosis';
import { readPaste } from './reading';
import type { OverrideValue, SchedulerName } from '../../web/src/model/run/types';

const understand = (text: string, settings: PresentSettings, chosen?: ChosenServer) =>
  understandReading(readPaste(text), settings, chosen);

const present = (
  scheduler: SchedulerName = 'mariadb',
  version = '10.4',
  values: Readonly<Record<string, OverrideValue>> = {},
): PresentSettings => ({ scheduler, version, value: (field) => values[field] ?? null });
const fates = (text: string, of = present()) =>
  Object.fromEntries(
    understand(text, of).lines.map(({ name, fate }) => [
      name,
      fate.kind === 'not_modelled' ? fate.why : fate.kind,
    ]),
  );

const TABLE = `mysql: [Warning] Using a password on the command line interface can be insecure.
MariaDB [(none)]> SHOW GLOBAL VARIABLES LIKE 'thread_pool%';
+--------------------------------+-------+
| Variable_name                  | Value |
+--------------------------------+-------+
| thread_pool_dedicated_listener | OFF   |
| thread_pool_exact_stats        | ON    |
| thread_pool_idle_timeout       | 60    |
| thread_pool_max_threads        | 65536 |
| thread_pool_oversubscribe      | 3     |
| thread_pool_prio_kickup_timer  | 1000  |
| thread_pool_priority           | auto  |
| thread_pool_size               | 16    |
| thread_pool_stall_limit        | 500   |
+--------------------------------+-------+
9 rows in set (0.001 sec)

MariaDB [(none)]> `;

const VERTICAL = `*************************** 1. row ***************************
Variable_name: thread_pool_high_prio_mode
        Value: transactions
*************************** 2. row ***************************
Variable_name: thread_pool_high_prio_tickets
        Value: 4294967295
*************************** 3. row ***************************
Variable_name: thread_pool_size
        Value: 8
3 rows in set (0,00 sec)`;

const TABS =
  'Variable_name\tValue\nthread_pool_size\t4\nthread_pool_stall_limit\t30\nversion\t8.0.36-28\n';
const OPTIONS = `[mariadb]
# a pool
thread_handling = pool-of-threads
thread-pool-size=12   # cores
thread_pool_max_threads = 2K
loose_thread_pool_priority = "high"
SET GLOBAL thread_pool_oversubscribe = 5;`;

test.each<[string, Form, SchedulerName, string, Record<string, OverrideValue>]>([
  [
    TABLE,
    'table',
    'mariadb',
    '10.11',
    { thread_pool_size: 16, thread_pool_stall_limit_ms: 500, thread_pool_exact_stats: true },
  ],
  [
    VERTICAL,
    'vertical',
    'percona',
    '8.0',
    { thread_pool_size: 8, thread_pool_high_prio_tickets: 4_294_967_295 },
  ],
  [TABS, 'tab', 'percona', '8.0', { thread_pool_size: 4, thread_pool_stall_limit_ms: 30 }],
  [
    OPTIONS,
    'options',
    'mariadb',
    '10.4',
    {
      thread_pool_size: 12,
      thread_pool_max_threads: 2_048,
      thread_pool_priority: 'high',
      thread_pool_oversubscribe: 5,
    },
  ],
])(
  'a paste is read in its form and for its server (%#)',
  (text, form, scheduler, version, values) => {
    for (const written of [text, text.replaceAll('\n', '\r\n'), text.replaceAll('\n', '\n\n')]) {
      const pasted = understand(written, present('one-thread-per-connection', 'any'));
      expect(pasted.reading.forms).toEqual([form]);
      expect(pasted.reading.odd).toEqual([]);
      expect(pasted.server).toMatchObject({ scheduler, version });
      const edits = Object.fromEntries(pasted.edits.map(({ at, value }) => [at, value]));
      for (const [field, value] of Object.entries(values)) {
        expect(edits[`/server/${field}`]).toBe(value);
      }
    }
  },
);

test('full-width characters mean the plain ones', () => {
  const pasted = understand(
    '｜ thread_pool_size ｜ １６ ｜\nthread_pool_oversubscribe ＝ ５',
    present(),
  );
  expect(pasted.edits).toEqual([
    { at: '/server/thread_pool_size', value: 16 },
    { at: '/server/thread_pool_oversubscribe', value: 5 },
  ]);
});

test('Windows, the first pool and the older InnoDB are recognised by what they print', () => {
  const of = (text: string) => {
    const { server, lines } = understand(text, present());
    const fate = (name: string) => lines.find((line) => line.name === name)?.fate.kind;
    return { server: `${server.scheduler} ${server.version}`, fate };
  };
  const windows = of('thread_pool_mode windows\nthread_pool_min_threads 4\nthread_pool_size 8');
  expect(windows.server).toBe('mariadb-windows 10.11');
  expect(windows.fate('thread_pool_min_threads')).toBe('taken');
  expect(windows.fate('thread_pool_size')).toBe('not_modelled');
  expect(of('version 6.0.9-alpha\nthread_pool_size 20').server).toBe('mysql-6.0 6.0');
  const port = of('version 5.3.12-MariaDB\nextra_port 3307');
  expect(port.server).toBe('mysql-6.0 mariadb-5.3');
  expect(port.fate('extra_port')).toBe('taken');
  const own = 'thread_handling one-thread-per-connection\ninnodb_thread_concurrency 32';
  const old = of(`version 5.5.62\n${own}`);
  expect(old.server).toBe('one-thread-per-connection 5.5');
  expect(old.fate('innodb_thread_concurrency')).toBe('taken');
  expect(of(own).server).toBe('one-thread-per-connection any');
});

test('the fate of each line is reported', () => {
  const text = `thread_pool_size = 16
thread_pool_oversubscribe = 3
thread_pool_stall_limit = 5
thread_pool_priority = urgent
thread_pool_high_prio_tickets_x = 1
thread_pool_min_threads = 1
extra_port = 3307
thread_pool_prio_kickup_timer = 100
thread_pool_prio_kickup_timer = 200
sort_buffer_size = 2M
Threadpool_threads = 12`;
  const settings = present('mariadb', '10.4', { thread_pool_oversubscribe: 3 });
  expect(fates(text, settings)).toEqual({
    thread_pool_size: 'taken',
    thread_pool_oversubscribe: 'same',
    thread_pool_stall_limit: 'not_valid', // 10.4 takes 10 and more
    thread_pool_priority: 'not_valid',
    thread_pool_high_prio_tickets_x: 'unknown',
    thread_pool_min_threads: 'windows',
    extra_port: 'left_out',
    thread_pool_prio_kickup_timer: 'taken',
    sort_buffer_size: 'unknown',
    threadpool_threads: 'status',
  });
  const { lines } = understand(text, settings);
  expect(lines.filter(({ fate }) => fate.kind === 'repeated').map(({ line }) => line)).toEqual([8]);
  const bad = lines.find(({ name }) => name === 'thread_pool_priority')?.fate;
  expect(bad).toEqual({ kind: 'not_valid', allowed: 'auto, high, low' });
});

test('limits of clients are taken, but max_connections only into a scenario that has it', () => {
  const text = 'max_connections = 151\nmax_statement_time = 0.000000\nlock_wait_timeout = 86400';
  const fate = { max_statement_time: 'taken', lock_wait_timeout: 'taken' };
  expect(fates(text)).toEqual({ ...fate, max_connections: 'left_out' });
  const full = present('mariadb', '10.11', { max_connections: 60 });
  expect(fates(text, full)).toEqual({ ...fate, max_connections: 'taken' });
});

test('MySQL’s plugin shares names with the pools, not meanings: its stall limit is in units of 10 ms', () => {
  const text = 'thread_pool_algorithm 1\nthread_pool_size 16\nthread_pool_stall_limit 6';
  const classic = understand(text, present());
  expect(classic.server).toMatchObject({ scheduler: 'oracle', version: '8.0.30' });
  expect(classic.edits).toContainEqual({ at: '/server/thread_pool_stall_limit_10ms', value: 6 });
  const limit = 'thread_pool_max_transactions_limit 0\nthread_pool_oversubscribe 3';
  expect(fates(`${text}\n${limit}`)).toMatchObject({
    thread_pool_max_transactions_limit: 'taken',
    thread_pool_oversubscribe: 'other_server',
  });
  // The names tell the release where no version is printed.
  const version = (more: string) => understand(`${text}\n${more}`, present()).server.version;
  expect(version(limit)).toBe('8.0.30');
  expect(version(`${limit}\nthread_pool_longrun_trx_limit 2000`)).toBe('8.4');
  expect(version(`${limit}\nthread_pool_connection_report_interval 120`)).toBe('9.7');
});

test.each([
  ['8.0.30-commercial', '8.0.30', ['max_transactions_limit', 'dedicated_listeners']],
  ['8.4.5-commercial', '8.4', ['longrun_trx_limit', 'query_threads_per_group']],
  ['26.7.0', '9.7', ['longrun_trx_limit', 'max_transactions_limit']],
] as const)(
  'the plugin of MySQL %s is read by the rules of %s, whatever it has',
  (text, is, own) => {
    const value = (name: string) =>
      name === 'longrun_trx_limit' ? 3000 : name === 'dedicated_listeners' ? 'ON' : 7;
    const rows = own.map((name) => `thread_pool_${name}\t${value(name)}`);
    const pasted = `version\t${text}\nthread_handling\tloaded-dynamically\n${rows.join('\n')}`;
    const { server, lines } = understand(pasted, present());
    expect(server).toMatchObject({ scheduler: 'oracle', version: is });
    const own_lines = lines.filter(({ name }) => name.startsWith('thread_pool_'));
    expect(own_lines.map(({ fate }) => fate.kind)).toEqual(own.map(() => 'taken'));
  },
);

test('Kunpeng’s plugin is loaded like Oracle’s and has Percona’s units, Huawei’s names are Percona’s', () => {
  const loaded = 'version\t8.0.25\nthread_handling\tloaded-dynamically\n';
  const kunpeng = understand(
    `${loaded}thread_pool_oversubscribe\t3\nthread_pool_size\t8\nthread_pool_stall_limit\t400`,
    present(),
  );
  expect(makerOf(kunpeng.reading)).toBe('Kunpeng');
  expect(kunpeng.edits).toContainEqual({ at: '/server/thread_pool_stall_limit_ms', value: 400 });
  const huawei = understand('threadpool_size 5\nthreadpool_oversubscribe 7', present());
  expect(huawei.edits).toContainEqual({ at: '/server/thread_pool_size', value: 5 });
  expect(huawei.edits).toContainEqual({ at: '/server/thread_pool_oversubscribe', value: 7 });
  // Percona Server 9.7 keeps its own pool's names beside those of Oracle's plugin.
  const both = `${loaded}thread_pool_oversubscribe\t3\nthread_pool_algorithm\t1`;
  expect(understand(both, present()).server.scheduler).toBe('oracle');
  expect(makerOf(understand(both, present()).reading)).toBeUndefined();
});

test('one thread per connection is taken literally, and the variables it ignores are listed', () => {
  const pasted = understand(
    'thread_handling\tone-thread-per-connection\nthread_pool_size\t8\nthread_cache_size\t100',
    present(),
  );
  expect(pasted.server.scheduler).toBe('one-thread-per-connection');
  expect(
    pasted.lines.map(({ fate }) => (fate.kind === 'not_modelled' ? fate.why : fate.kind)),
  ).toEqual(['tells_server', 'no_pool', 'taken']);
});

test('a switch of its own replaces thread_handling, and names that no rule knows are listed', () => {
  const of = (text: string) => understand(text, present()).server.scheduler;
  const own = 'one-thread-per-connection';
  expect(of('thread_handling=one-thread-per-connection\nthread_pool_enabled=OFF\n')).toBe(own);
  expect(of('thread_handling=one-thread-per-connection\nthread_pool_enabled=ON\n')).not.toBe(own);
  expect(of('threadpool_enabled=OFF\n')).toBe(own);
  expect(of('thread_handling=loaded-dynamically\nthread_pool_size=4\n')).toBe('oracle');
  expect(fates('threadpool_long_conn_time=2\nthread_pool_trans_weights=25\n')).toEqual({
    threadpool_long_conn_time: 'unknown',
    thread_pool_trans_weights: 'unknown',
  });
});

const variables = (folder: string) => {
  const text = readFileSync(
    `wasm-core/diagnosis/tests/captures-composed/${folder}/capture-table.txt`,
    'utf8',
  );
  // As printed by SHOW VARIABLES LIKE 'thread%': without the tables and without a version.
  const rows = text.split('\n').filter((line) => /^\| thread_?(pool|handling)\w* +\|/.test(line));
  return ['| Variable_name | Value |', ...rows].join('\n');
};

test.each([
  ['txsql-quiet', 'percona', 'Tencent Cloud (TXSQL)'],
  ['txsql-off', 'one-thread-per-connection', 'Tencent Cloud (TXSQL)'],
  ['huawei-one-lane', 'percona', 'Huawei Cloud'],
  ['huawei-off', 'one-thread-per-connection', 'Huawei Cloud'],
  ['kunpeng-quiet', 'percona', 'Kunpeng'],
  ['alibaba-busy', 'percona', 'Alibaba Cloud'],
  ['alibaba-off', 'one-thread-per-connection', 'Alibaba Cloud'],
  ['volcengine-quiet', 'percona', 'Alibaba Cloud or Volcengine'],
  ['percona-84-quiet', 'percona', undefined],
  ['percona-84-off', 'one-thread-per-connection', undefined],
] as const)('the variables of %s are read as %s, and their maker is known', (name, is, maker) => {
  const { server, reading, edits, lines } = understand(variables(name), present());
  expect(lines.length).toBeGreaterThan(2);
  expect(server.scheduler).toBe(is);
  expect(makerOf(reading)).toBe(maker);
  // Names that only the fork has are listed, and never set.
  const theirs = lines.filter((line) => /^threadpool_|switch_mode|toobusy|weights/.test(line.name));
  for (const line of theirs)
    expect(edits.map(({ at }) => at)).not.toContain(`/server/${line.name}`);
});

test('a pool has thread_cache_size too, and does not use it', () => {
  const said = fates('version\t10.11.19-MariaDB\nthread_cache_size\t100');
  expect(said).toMatchObject({ thread_cache_size: 'cache' });
});

test.each([
  ['Server version: 10.3.39-MariaDB-log', 'mariadb', '10.4'],
  ['version\t11.4.2-MariaDB', 'mariadb', '10.11'],
  ['version\t5.6.51-91.0', 'percona', '5.6'],
  ['version_comment\tPercona Server (GPL), Release 26', 'percona', '8.0'],
  ['', 'percona', '5.6'],
  ['version_comment\tMySQL Enterprise Server - Commercial', 'oracle', '8.0.30'],
  ['version_comment\tMySQL Enterprise Server\nversion\t8.0.30-commercial', 'oracle', '8.0.30'],
  ['version_comment\tMySQL Enterprise Server\nversion\t8.0.31-commercial', 'oracle', '8.4'],
  ['version_comment\tMySQL Enterprise Server\nversion\t8.4.3-commercial', 'oracle', '8.4'],
  ['version_comment\tMySQL Enterprise Server\nversion\t9.0.1-commercial', 'oracle', '9.7'],
  ['thread_handling\tloaded-dynamically\nversion\t26.7.0', 'oracle', '9.7'],
] as const)('the version line "%s" means %s %s', (line, scheduler, version) => {
  const { server } = understand(`${line}\nthread_pool_size\t8`, present('percona', '5.6'));
  expect(server).toMatchObject({ scheduler, version });
});

test('what clients export and people type is read too', () => {
  for (const [text, form] of [
    ['"Variable_name","Value"\n"thread_pool_size","16"\n"thread_pool_oversubscribe","5"', 'csv'],
    ['Variable_name;Value\nthread_pool_size;16\nthread_pool_oversubscribe;5', 'csv'],
    [
      '[{"Variable_name":"thread_pool_size","Value":"16"},{"Variable_name":"thread_pool_oversubscribe","Value":"5"}]',
      'json',
    ],
    ['@@thread_pool_size\t@@global.thread_pool_oversubscribe\n16\t5', 'tab'],
    ['SET GLOBAL thread_pool_size = 16, GLOBAL thread_pool_oversubscribe = 5;', 'options'],
  ] as const) {
    const pasted = understand(text, present(), { scheduler: 'mariadb', version: '10.11' });
    expect(pasted.reading.forms, text).toEqual([form]);
    expect(Object.fromEntries(pasted.edits.map(({ at, value }) => [at, value])), text).toEqual({
      '/server/thread_pool_size': 16,
      '/server/thread_pool_oversubscribe': 5,
    });
    expect(pasted.server).toMatchObject({ known_by: 'chosen', version: '10.11' });
  }
});

test('nothing doubtful is set, and Huawei’s names are Percona’s', () => {
  expect(understand('thread_pool_size = 8', present()).server.known_by).toBe('present');
  const off = understand('thread_handling = no-threads\nthread_pool_size = 8', present());
  expect([off.no_threads, off.edits]).toEqual([true, []]);
  expect(fates('threadpool_size = 8\nThreadpool_threads = 8')).toEqual({
    threadpool_size: 'taken',
    threadpool_threads: 'status',
  });
});

test('a capture of a server at work is recognised as one', () => {
  const capture = 'content/captures/02-row-lock-pile-up/capture-table.txt';
  const { reading, server } = understand(readFileSync(capture, 'utf8'), present());
  expect(reading.tables).toEqual([
    'THREAD_POOL_GROUPS',
    'THREAD_POOL_QUEUES',
    'THREAD_POOL_STATS',
    'THREAD_POOL_WAITS',
    'PROCESSLIST',
    'INNODB_TRX',
    'INNODB_LOCK_WAITS',
  ]);
  expect(server).toMatchObject({ scheduler: 'mariadb', version: '10.11' });
});

test('garbage is not obeyed, and cut if it is long', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.string({ maxLength: 80 }),
          fc.constantFrom(
            '| a | b |',
            '+--+',
            'thread_pool_size',
            '\t',
            '=',
            'Value: 3',
            '\u0000',
            '| thread_pool_size | 0x10 |',
          ),
        ),
        { maxLength: 60 },
      ),
      (lines) => {
        const pasted = understand(lines.join('\n'), present());
        for (const { at, value } of pasted.edits) {
          expect(at).toMatch(/^\/server\/[a-z_0-9]+$/);
          expect(['number', 'boolean', 'string']).toContain(typeof value);
        }
      },
    ),
    { numRuns: 400 },
  );
  // A long text is cut before it is read.
  const huge = readPaste('|= thread_pool_'.repeat(80_000));
  const many = readPaste('thread_pool_size = 1\n'.repeat(60_000));
  expect(huge.cut && many.cut).toBe(true);
});
