// Names of all servers, pasted into the search, lead to the right page; names that no server has lead to the page that says so.
import { describe, expect, test } from 'vitest';
import pagesJson from '../../content/reference/pages.json';
import { lists, namesOf } from '../../web/src/build/content/lists';
import { listAt } from '../../web/src/build/reference/lists';
import { searchIndex } from '../../web/src/build/search';
import { REFERENCE } from '../../web/src/model/reference/list';
import type { IndexFile } from '../../web/src/model/search/entry';
import { Search } from '../../web/src/model/search/find';
import { anchorOf, wordsOf } from '../../web/src/model/search/words';

const pages: Readonly<Record<string, object>> = pagesJson;

const search = new Search(JSON.parse(JSON.stringify(searchIndex())) as IndexFile);
const first = (query: string) => search.find(query)[0]?.address;

const listNamed = (slug: string) => {
  const found = lists.find(({ address }) => address === `/reference/${slug}/`);
  if (!found) throw new Error(`no list ${slug}`);
  return found;
};
const NO_SUCH = listNamed('no-such-name');
const spelled = (name: string) => wordsOf(name).join(' ');

describe('a name that no server has', () => {
  const rows = NO_SUCH.groups.flatMap((group) => group.rows);
  const names = rows.map(({ name }) => name);

  test('is really in no list of names', () => {
    const real = [
      ...REFERENCE.flatMap(({ name, aliases }) => [name, ...aliases]),
      ...lists.filter((one) => one !== NO_SUCH).flatMap(namesOf),
    ];
    const known = new Set(real.map(spelled));
    expect(known.size).toBeGreaterThan(400);
    expect(namesOf(NO_SUCH).filter((name) => known.has(spelled(name)))).toEqual([]);
  });

  test('has company: at least thirty', () => {
    expect(names.length).toBeGreaterThanOrEqual(30);
    // Those that were seen on pages of the web.
    for (const name of [
      'Threadpool_threads_stalled',
      'Threadpool_waited_dialog_cond',
      'THD_COUNT',
      'BUSY_COUNT',
      'performance_schema.thread_pool_status',
      'ERROR 1040 (HY000): Thread pool is full',
    ])
      expect(names).toContain(name);
  });

  test.each(rows)(
    '$name: pasted, in small letters and in a statement, it leads to its row',
    ({ name, also }) => {
      const ids = [name, ...also].map((one) => `${NO_SUCH.address}#${anchorOf(one)}`);
      const asked = [name, name.toLowerCase()];
      if (/^[a-z_]+$/.test(name)) asked.push(`SET GLOBAL ${name} = 8;`);
      for (const query of asked) expect(ids, query).toContain(first(query));
    },
  );

  test('also as it is searched for', () => {
    expect(first("SHOW STATUS LIKE 'Threadpool_threads_stalled'")).toBe(
      `${NO_SUCH.address}#threadpool-threads-stalled`,
    );
    expect(first('SELECT * FROM performance_schema.thread_pool_status')).toContain(NO_SUCH.address);
    expect(first('1040 Thread pool is full')).toContain(NO_SUCH.address);
  });
});

const variable = (name: string) => `/reference/variables/${name}/`;
const counter = (name: string) => `/reference/counters/${name.toLowerCase()}/`;
const column = (table: string, name: string) =>
  `/reference/columns/${table}/${name.toLowerCase()}/`;
const listed = (slug: string, name: string) => `/reference/${slug}/#${anchorOf(name)}`;

describe('a real name, pasted, finds its page first', () => {
  test.each<readonly [server: string, name: string, address: string]>([
    ['MariaDB', 'thread_pool_dedicated_listener', variable('thread_pool_dedicated_listener')],
    ['MariaDB', 'thread_pool_exact_stats', variable('thread_pool_exact_stats')],
    ['MariaDB', 'THREAD_POOL_GROUPS.HAS_LISTENER', column('thread_pool_groups', 'HAS_LISTENER')],
    ['MariaDB', 'POLLS_BY_WORKER', column('thread_pool_stats', 'POLLS_BY_WORKER')],
    ['MariaDB', 'connect_timeout', variable('connect_timeout')],
    [
      'MariaDB Enterprise',
      'THREAD_POOL_CONNECTIONS',
      '/reference/columns/thread_pool_connections/',
    ],
    ['Percona Server', 'thread_pool_high_prio_tickets', variable('thread_pool_high_prio_tickets')],
    [
      'Percona Server',
      'Threadpool_requests_starved_in_queue',
      counter('Threadpool_requests_starved_in_queue'),
    ],
    ['Percona Server', 'admin_port', variable('admin_port')],
    [
      'MySQL',
      'thread_pool_connection_report_interval',
      variable('thread_pool_connection_report_interval'),
    ],
    ['MySQL', 'thread_pool_longrun_trx_limit', variable('thread_pool_longrun_trx_limit')],
    ['MySQL', 'Thread_pool_query_threads', counter('Thread_pool_query_threads')],
    [
      'MySQL',
      'SELECT * FROM performance_schema.tp_connections',
      '/reference/columns/tp_connections/',
    ],
    ['MySQL', 'Waiting for Credit', '/reference/columns/tp_connections/'],
    [
      'MySQL',
      'EFFECTIVE_MAX_TRANSACTIONS_LIMIT',
      column('tp_thread_group_state', 'EFFECTIVE_MAX_TRANSACTIONS_LIMIT'),
    ],
    [
      'MySQL',
      'time_of_earliest_con_expire',
      column('tp_thread_group_state', 'TIME_OF_EARLIEST_CON_EXPIRE'),
    ],
    ['MySQL', 'GRANT TP_CONNECTION_ADMIN ON *.* TO dba', listed('releases', 'TP_CONNECTION_ADMIN')],
    ['MySQL', 'loaded-dynamically', listed('releases', 'loaded-dynamically')],
    ['MySQL', 'MySQL 8.4', listed('releases', 'MySQL 8.4')],
    ['MariaDB', 'MariaDB 11.8', listed('releases', 'MariaDB 11.8')],
    ['Huawei', 'threadpool_oversubscribe', listed('forks', 'threadpool_oversubscribe')],
    [
      'Huawei',
      "show variables like 'threadpool_stall_limit'",
      listed('forks', 'threadpool_stall_limit'),
    ],
    [
      'Huawei',
      '2026-11-26 10:00:01 [Warning] connection 88123 is established slowly',
      '/reference/messages/connection-is-established-slowly/',
    ],
    ['PolarDB', 'loose_bypass_thread_pool_ips', listed('forks', 'loose_bypass_thread_pool_ips')],
    ['PolarDB', 'thread_pool_enabled', listed('forks', 'thread_pool_enabled')],
    ['AliSQL', 'thread_pool_qry_threads', listed('forks', 'thread_pool_qry_threads')],
    ['TXSQL', 'thread_handling_switch_mode', listed('forks', 'thread_handling_switch_mode')],
    ['TXSQL', 'show threadpool status', listed('forks', 'SHOW THREADPOOL STATUS')],
    ['TXSQL', 'average_wait_usecs_in_queue', listed('forks', 'average_wait_usecs_in_queue')],
    [
      'Volcengine',
      'Threadpool_stalled_groups_last_period',
      listed('forks', 'Threadpool_stalled_groups_last_period'),
    ],
    ['Volcengine', 'threadpool_dump_threads', listed('forks', 'Threadpool_dump_threads')],
    ['Kunpeng', 'thread_pool_toobusy', variable('thread_pool_toobusy')],
  ])('%s: %s', (_, name, address) => {
    expect(first(name)).toBe(address);
  });

  test.each([
    [
      'HikariPool-1 - Connection is not available, request timed out after 30000ms',
      'Connection is not available, request timed out',
    ],
    ['cl_waiting', 'cl_waiting'],
    ['ConnFree', 'ConnFree'],
    ['readpool.unified.max-thread-count', 'readpool.unified.max-thread-count'],
    ['cpu_quota_concurrency', 'cpu_quota_concurrency'],
    ['max_thread_pool_size', 'max_thread_pool_size'],
    ['corePoolSize', 'corePoolSize'],
  ])('of another pool: %s', (query, name) => {
    expect(first(query)).toBe(listed('other-pools', name));
  });
});

test('each word of another pool has ours beside it, and leads to a figure', () => {
  const figured = new Set(
    Object.entries(pages).flatMap(([name, page]) => ('figure' in page ? [name] : [])),
  );
  for (const { rows } of listNamed('other-pools').groups)
    for (const { name, ours, see } of rows) {
      expect(ours, name).toBeDefined();
      const shows = see.some((one) => /^\/(scenarios|lessons)\//.test(one) || figured.has(one));
      expect(shows, name).toBe(true);
    }
});

test('every place on these pages has an id of its own', () => {
  for (const { address } of lists) {
    const groups = listAt(address)?.groups ?? [];
    const ids = groups.flatMap(({ id, rows }) => [
      id,
      ...rows.flatMap((row) => [row.id, ...row.ids]),
    ]);
    expect(ids).not.toContain('');
    expect(new Set(ids).size, address).toBe(ids.length);
  }
});
