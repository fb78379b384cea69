/** Names of the tables and other blocks that a paste can hold. */
import { m } from '#paraglide/messages.js';
import type { Kind } from '../generated/diagnosis';

export const TABLES: Readonly<Record<Kind, string>> = {
  now: 'SELECT NOW(6)',
  variables: 'SHOW GLOBAL VARIABLES',
  status: 'SHOW GLOBAL STATUS',
  groups: 'THREAD_POOL_GROUPS',
  queues: 'THREAD_POOL_QUEUES',
  stats: 'THREAD_POOL_STATS',
  waits: 'THREAD_POOL_WAITS',
  processlist: 'PROCESSLIST',
  trx: 'INNODB_TRX',
  lock_waits: 'INNODB_LOCK_WAITS',
  locks: 'INNODB_LOCKS',
  innodb_status: 'SHOW ENGINE INNODB STATUS',
  metadata_locks: 'metadata_locks',
  transactions: 'events_transactions_current',
  xa: 'XA RECOVER',
  sessions: 'SHOW ENGINE INNODB STATUS',
  log: m.capture_error_log(),
  oracle_pool: 'performance_schema.tp_*',
  threadpool_status: 'SHOW THREADPOOL STATUS',
  alisql_groups: 'THREAD_POOL_STATUS',
  plugins: 'SHOW PLUGINS',
  other: '?',
};
