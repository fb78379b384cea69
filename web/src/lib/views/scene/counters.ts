/** A group's counters under the names that the server gives them. */
import { NONE } from '../../run/frame';
import type { Frame, SchedulerName } from '../../run/types';

export interface Counters {
  readonly group: readonly string[];
  readonly listener: readonly string[];
  readonly queue: readonly string[];
  readonly workers: readonly string[];
}

/** MariaDB: columns of information_schema.THREAD_POOL_GROUPS. Percona Server has no such table. */
export function countersOf(frame: Frame, group: number, scheduler: SchedulerName): Counters {
  const at = (column: ArrayLike<number>) => column[group] ?? 0;
  const listener = at(frame.group_listener) === NONE ? 0 : 1;
  const queued = at(frame.group_high) + at(frame.group_low);
  switch (scheduler) {
    case 'mariadb':
      return {
        group: [
          `CONNECTIONS ${at(frame.group_connections)}`,
          `IS_STALLED ${at(frame.group_stalled)}`,
        ],
        listener: [`HAS_LISTENER ${listener}`],
        queue: [`QUEUE_LENGTH ${queued}`],
        workers: [
          `THREADS ${at(frame.group_threads)}  ACTIVE_THREADS ${at(frame.group_active)}`,
          `STANDBY_THREADS ${at(frame.group_idle)}`,
        ],
      };
    case 'percona':
      return {
        group: [`connections ${at(frame.group_connections)}`, `stalled ${at(frame.group_stalled)}`],
        listener: [`listener ${listener}`],
        queue: [`queued ${queued}`],
        workers: [
          `threads ${at(frame.group_threads)}  active ${at(frame.group_active)}`,
          `waiting ${at(frame.group_waiting)}  idle ${at(frame.group_idle)}`,
        ],
      };
    case 'one-thread-per-connection':
      return {
        group: [],
        listener: [],
        queue: [],
        workers: [`Threads_connected ${frame.client_state.filter((state) => state !== 0).length}`],
      };
  }
}
