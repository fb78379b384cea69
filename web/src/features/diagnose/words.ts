/** Of a diagnosis what the page itself puts into words. */
import { m } from '#paraglide/messages.js';
import type { Guilty, Kind, Remedy } from '../../model/generated/diagnosis';
import { count, shortDuration } from '../../model/words/format';
import { judged } from '../../model/words/judged';

export const verdictWords = (guilty: Guilty | null) =>
  judged({ key: `diagnose_guilty_${guilty ?? 'unknown'}`, params: [] });

export function sureness(sure: number): string {
  const how =
    sure >= 0.9 ? m.capture_sure() : sure >= 0.6 ? m.capture_likely() : m.capture_perhaps();
  return m.capture_sure_percent({ how, percent: Math.round(100 * sure) });
}

export const helps = (it: boolean | null) =>
  it === null ? m.capture_may_help() : it ? m.capture_helps() : m.capture_no_help();

export function answered({ futures, answered: all, answer_ms }: Remedy): string {
  if (futures === 0) return '';
  const counts = { answered: all, futures };
  return answer_ms && all > 0
    ? m.capture_tried_time({ ...counts, time: shortDuration(answer_ms[1] * 1e6) })
    : m.capture_tried(counts);
}

const MOST_IDS = 24;

export function idsWords(ids: readonly number[]): string {
  const shown = ids.slice(0, MOST_IDS).join(', ');
  const more = ids.length - MOST_IDS;
  return more > 0 ? `${shown} ${m.capture_and_more({ count: count(more) })}` : shown;
}

const TABLES: Readonly<Record<Kind, string>> = {
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
  log: 'error log',
  oracle_pool: 'performance_schema.tp_*',
  other: '?',
};

export const tableName = (kind: Kind) => TABLES[kind];
