/** The columns that a captured pool is read from, and the meaning of each. */
import { m } from '#paraglide/messages.js';

export interface ColumnTable {
  readonly table: string;
  readonly rows: readonly { readonly columns: readonly string[]; readonly means: string }[];
}

const row = (means: string, ...columns: readonly string[]) => ({ columns, means });

export function columnTables(): readonly ColumnTable[] {
  return [
    {
      table: 'THREAD_POOL_GROUPS',
      rows: [
        row(m.capture_col_group(), 'GROUP_ID'),
        row(m.capture_col_connections(), 'CONNECTIONS'),
        row(m.capture_col_threads(), 'THREADS'),
        row(m.capture_col_active(), 'ACTIVE_THREADS'),
        row(m.capture_col_standby(), 'STANDBY_THREADS'),
        row(m.capture_col_queue(), 'QUEUE_LENGTH'),
        row(m.capture_col_listener(), 'HAS_LISTENER'),
        row(m.capture_col_stalled(), 'IS_STALLED'),
      ],
    },
    {
      table: 'THREAD_POOL_QUEUES',
      rows: [
        row(m.capture_col_position(), 'GROUP_ID', 'POSITION'),
        row(m.capture_col_priority(), 'PRIORITY'),
        row(m.capture_col_connection(), 'CONNECTION_ID'),
        row(m.capture_col_queueing(), 'QUEUEING_TIME_MICROSECONDS'),
      ],
    },
    {
      table: 'THREAD_POOL_STATS',
      rows: [
        row(
          m.capture_col_creations(),
          'GROUP_ID',
          'THREAD_CREATIONS',
          'THREAD_CREATIONS_DUE_TO_STALL',
        ),
        row(m.capture_col_wakes(), 'WAKES', 'WAKES_DUE_TO_STALL'),
        row(m.capture_col_throttles(), 'THROTTLES'),
        row(m.capture_col_stalls(), 'STALLS'),
        row(m.capture_col_polls(), 'POLLS_BY_LISTENER', 'POLLS_BY_WORKER'),
        row(m.capture_col_dequeues(), 'DEQUEUES_BY_LISTENER', 'DEQUEUES_BY_WORKER'),
      ],
    },
    { table: 'THREAD_POOL_WAITS', rows: [row(m.capture_col_waits(), 'REASON', 'COUNT')] },
    {
      table: 'SHOW GLOBAL STATUS',
      rows: [
        row(m.capture_col_status_threads(), 'Threadpool_threads'),
        row(m.capture_col_status_idle(), 'Threadpool_idle_threads'),
      ],
    },
  ];
}
