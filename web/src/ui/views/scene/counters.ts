/** A group's counters under the names that the server gives them. */
import { NONE } from '../../../model/run/frame';
import { familyOf, hasOwnThreads } from '../../../model/run/families';
import type { Frame, SchedulerName } from '../../../model/run/types';

export interface Counter {
  readonly name: string;
  readonly value: number;
}

export interface Counters {
  readonly group: readonly Counter[];
  readonly listener: readonly Counter[];
  readonly queue: readonly Counter[];
  readonly workers: readonly Counter[];
}

/**
 * MariaDB: columns of information_schema.THREAD_POOL_GROUPS. Oracle: of
 * performance_schema.tp_thread_group_state. The others have no such table.
 */
export function countersOf(frame: Frame, group: number, scheduler: SchedulerName): Counters {
  const at = (column: ArrayLike<number>) => column[group] ?? 0;
  const listener = at(frame.group_listener) === NONE ? 0 : 1;
  const queued = at(frame.group_high) + at(frame.group_low);
  const counter = (name: string, value: number): Counter => ({ name, value });
  if (scheduler === 'mariadb') {
    return {
      group: [
        counter('CONNECTIONS', at(frame.group_connections)),
        counter('IS_STALLED', at(frame.group_stalled)),
      ],
      listener: [counter('HAS_LISTENER', listener)],
      queue: [counter('QUEUE_LENGTH', queued)],
      workers: [
        counter('THREADS', at(frame.group_threads)),
        counter('ACTIVE_THREADS', at(frame.group_active)),
        counter('STANDBY_THREADS', at(frame.group_idle)),
      ],
    };
  }
  if (scheduler === 'oracle') {
    return {
      group: [
        counter('CONNECTION_COUNT', at(frame.group_connections)),
        counter('stalled', at(frame.group_stalled)),
      ],
      listener: [counter('waiting', listener)],
      queue: [counter('high', at(frame.group_high)), counter('low', at(frame.group_low))],
      workers: [
        counter('THREAD_COUNT', at(frame.group_threads)),
        counter('active', at(frame.group_active)),
        counter('asleep', at(frame.group_idle)),
      ],
    };
  }
  if (hasOwnThreads(scheduler)) {
    const connected = countOf(frame.client_state, (state) => state !== 0);
    return {
      group: [],
      listener: [],
      queue: [],
      workers: [counter('Threads_connected', connected)],
    };
  }
  return {
    group: [
      counter('connections', at(frame.group_connections)),
      // Only a pool with a stall timer finds stalls.
      ...(familyOf(scheduler) === 'pool' ? [counter('stalled', at(frame.group_stalled))] : []),
    ],
    listener: familyOf(scheduler) === 'event_loops' ? [] : [counter('listener', listener)],
    queue: [counter('queued', queued)],
    workers: [
      counter('threads', at(frame.group_threads)),
      counter('active', at(frame.group_active)),
      counter('waiting', at(frame.group_waiting)),
      counter('idle', at(frame.group_idle)),
    ],
  };
}

export function countOf(column: ArrayLike<number>, is: (value: number) => boolean): number {
  let found = 0;
  for (let index = 0; index < column.length; index += 1) if (is(column[index] ?? 0)) found += 1;
  return found;
}
