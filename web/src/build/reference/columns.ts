/** The columns of Oracle's plugin that a paste is read for, with what the reference says of each. */
import type { ColumnTable } from '../../features/diagnose/columns';
import { referenceNamed } from '../../model/reference/list';

/** By table; `tests/unit/capture.test.ts` compares them with the reader. Of `tp_connections`, which has one page, ids, states and arrivals are read. */
const READ = {
  tp_thread_group_state:
    'CONNECTION_COUNT THREAD_COUNT CONSUMER_THREADS RESERVE_THREADS QUEUED_QUERIES QUEUED_TRANSACTIONS OLDEST_QUEUED STALL_LIMIT PRIO_KICKUP_TIMER ACTIVE_THREAD_COUNT STALLED_THREAD_COUNT WAITING_THREAD_NUMBER CONNECT_THREAD_COUNT EFFECTIVE_MAX_TRANSACTIONS_LIMIT THREADS_BOUND_TO_TRANSACTION NUM_CONNECT_HANDLER_THREAD_IN_SLEEP',
  tp_thread_group_stats: 'PRIO_KICKUPS',
  tp_thread_state: 'PROCESS_COUNT TIME_OF_ATTACH WAIT_TYPE',
};

export const oracleColumns = (): readonly ColumnTable[] =>
  Object.entries(READ).map(([table, columns]) => ({
    table,
    rows: columns.split(' ').map((column) => {
      const page = referenceNamed(`${table}.${column}`);
      if (!page) throw new Error(`no page of ${table}.${column}`);
      return { columns: [column], means: page.answer };
    }),
  }));
