/** Counts connections and threads of each group by state. */
import {
  CONNECTION_STATES,
  NONE,
  THREAD_STATES,
  type ConnectionState,
  type ThreadState,
} from '../../../../model/run/frame';
import type { Frame } from '../../../../model/run/types';

/** The order in which a grid is filled: connections that wait for a thread first, idle ones last. */
export const CELL_ORDER: readonly ConnectionState[] = [
  'latch',
  'runnable',
  'low_queue',
  'high_queue',
  'socket',
  'thread_wait',
  'running',
  'waiting',
  'lock',
  'suspended',
  'login',
  'idle',
  'closed',
];
export const SEAT_ORDER: readonly ThreadState[] = [
  'listening',
  'running',
  'holds_latch',
  'runnable',
  'latch',
  'waiting',
  'lock',
  'starting',
  'waking',
  'reading',
  'connecting',
  'idle',
  'cached',
  'connect_idle',
];
export const STATES = CELL_ORDER.length;
export const SEATS = SEAT_ORDER.length;

const cell_rank = Uint8Array.from(CONNECTION_STATES, (state) => CELL_ORDER.indexOf(state));
const seat_rank = Uint8Array.from(THREAD_STATES, (state) => SEAT_ORDER.indexOf(state));

/** Counts by group, then by rank in the orders above. The buffers are reused for each frame. */
export class Census {
  readonly groups: number;
  readonly cells: Uint32Array;
  readonly seats: Uint32Array;
  readonly #group_of: Uint32Array;

  /** `group_of`: each connection's group, by its index. */
  constructor(groups: number, group_of: Uint32Array) {
    this.groups = groups;
    this.#group_of = group_of;
    this.cells = new Uint32Array(groups * STATES);
    this.seats = new Uint32Array(groups * SEATS);
  }

  take(frame: Frame): void {
    const { cells, seats, groups } = this;
    cells.fill(0);
    seats.fill(0);
    const { connection_state, connection_group, thread_state, thread_group } = frame;
    for (let client = 0; client < connection_state.length; client += 1) {
      const now = connection_group[client] ?? NONE;
      const group = now < groups ? now : (this.#group_of[client] ?? 0);
      const at = group * STATES + (cell_rank[connection_state[client] ?? 0] ?? 0);
      cells[at] = (cells[at] ?? 0) + 1;
    }
    for (let index = 0; index < thread_state.length; index += 1) {
      const group = thread_group[index] ?? NONE;
      const at = (group < groups ? group : 0) * SEATS + (seat_rank[thread_state[index] ?? 0] ?? 0);
      seats[at] = (seats[at] ?? 0) + 1;
    }
  }

  cellsOf(group: number, state: ConnectionState): number {
    return this.cells[group * STATES + CELL_ORDER.indexOf(state)] ?? 0;
  }

  seatsOf(group: number, state: ThreadState): number {
    return this.seats[group * SEATS + SEAT_ORDER.indexOf(state)] ?? 0;
  }

  total(state: ConnectionState): number {
    let sum = 0;
    for (let group = 0; group < this.groups; group += 1) sum += this.cellsOf(group, state);
    return sum;
  }
}
