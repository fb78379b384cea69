/** One moment of a run: columns, one typed array each. Mirrors `engine/src/frame.rs`. */
export interface Frame {
  readonly time_ns: number;
  readonly step: number;
  readonly finished: number;
  readonly timer_last_ns: number;
  readonly timer_next_ns: number;
  /** 0: unlimited. */
  readonly cores: number;
  readonly on_cpu: number;
  readonly workers: number;
  /** 0 free (or no latch), 1 held, 2 held up. */
  readonly latch_state: number;
  /** Thread, or `NONE`. */
  readonly latch_holder: number;
  /** Threads that wait at the latch, the next one first. */
  readonly latch_queue: Uint32Array;
  /** How many of them sleep, the others spin. */
  readonly latch_asleep: number;
  readonly open_transactions: number;
  /** Threads that want a core, the next one first. */
  readonly run_queue: Uint32Array;

  readonly client_id: Float64Array;
  readonly client_state: Uint8Array;
  readonly client_group: Uint32Array;
  readonly client_request: Uint32Array;
  readonly client_thread: Uint32Array;
  readonly client_since_ns: Float64Array;

  readonly thread_id: Uint32Array;
  readonly thread_group: Uint32Array;
  readonly thread_state: Uint8Array;
  readonly thread_request: Uint32Array;
  readonly thread_client: Uint32Array;
  readonly thread_since_ns: Float64Array;
  readonly thread_progress: Float32Array;

  readonly group_connections: Uint32Array;
  readonly group_threads: Uint32Array;
  readonly group_active: Uint32Array;
  readonly group_waiting: Uint32Array;
  readonly group_idle: Uint32Array;
  readonly group_listener: Uint32Array;
  readonly group_high: Uint32Array;
  readonly group_low: Uint32Array;
  readonly group_unpolled: Uint32Array;
  readonly group_stalled: Uint8Array;
  readonly group_io_seen: Uint32Array;
  readonly group_dequeue_tries: Uint32Array;
  readonly group_why: Uint32Array;

  readonly waiting_group: Uint32Array;
  readonly waiting_lane: Uint8Array;
  readonly waiting_client: Uint32Array;
  readonly waiting_request: Uint32Array;
  readonly waiting_since_ns: Float64Array;
}

/** No group, thread, request or connection. */
export const NONE = 0xffff_ffff;

/** States of a connection; the position is the number in `client_state`. */
export const CLIENT_STATES = [
  'closed',
  'idle',
  'socket',
  'low_queue',
  'high_queue',
  'thread_wait',
  'running',
  'waiting',
  'lock',
  'suspended',
  'login',
  'latch',
  'runnable',
] as const;
export type ClientState = (typeof CLIENT_STATES)[number];

/** States of a thread; the position is the number in `thread_state`. */
export const THREAD_STATES = [
  'starting',
  'waking',
  'listening',
  'idle',
  'running',
  'waiting',
  'lock',
  'reading',
  'cached',
  'latch',
  'holds_latch',
  'runnable',
  'connecting',
  'connect_idle',
] as const;
export type ThreadState = (typeof THREAD_STATES)[number];

/** Where a waiting request stands; the position is the number in `waiting_lane`. */
export const LANES = ['high', 'low', 'socket'] as const;
export type WaitingLane = (typeof LANES)[number];

export function clientState(frame: Frame, client: number): ClientState {
  return CLIENT_STATES[frame.client_state[client] ?? 0] ?? 'closed';
}

export function threadState(frame: Frame, thread: number): ThreadState {
  return THREAD_STATES[frame.thread_state[thread] ?? 3] ?? 'idle';
}
