// Made from `engine/src/frame.rs` by `npm run generate`.

/** All of the picture at one moment: numbers, and columns of an entry each. */
export interface Frame {
  /** The moment. */
  readonly time_ns: number;
  /** Engine steps done. */
  readonly step: number;
  /** Requests that have been answered. */
  readonly finished: number;
  /** Last round of the stall timer. */
  readonly timer_last_ns: number;
  /** Next round of the stall timer; equal to `timer_last_ns` where there is no timer. */
  readonly timer_next_ns: number;
  /** Cores of the machine, 0 if unlimited. */
  readonly cores: number;
  /** Threads that use CPU now. */
  readonly on_cpu: number;
  /** Pool threads in all groups. */
  readonly workers: number;
  /** The machine's latch: a position in `LATCH_STATES`. */
  readonly latch_state: number;
  /** Thread that holds it, or `NONE`. */
  readonly latch_holder: number;
  /** Threads that wait for it, in order. */
  readonly latch_queue: Uint32Array;
  /** Roughly how many of them sleep instead of spinning. */
  readonly latch_asleep: number;
  /** Open transactions, including single statements under way. */
  readonly open_transactions: number;
  /** Threads that wait for a core, in order. */
  readonly run_queue: Uint32Array;
  /** Server id (below 2^53). A new connection of a client that tries again takes the entry of a closed one. */
  readonly connection_id: Float64Array;
  /** A position in `CONNECTION_STATES`. */
  readonly connection_state: Uint8Array;
  /** Group, or `NONE`. */
  readonly connection_group: Uint32Array;
  /** Its current request, or `NONE`. */
  readonly connection_request: Uint32Array;
  /** The thread that serves it, or `NONE`. */
  readonly connection_thread: Uint32Array;
  /** Time since which it has been in this state. */
  readonly connection_since_ns: Float64Array;
  /** 1 if its client has closed it: what it still does is for nobody. */
  readonly connection_gone: Uint8Array;
  /** How many requests are unread behind that one. */
  readonly connection_behind: Uint32Array;
  /** Number of the thread. */
  readonly thread_id: Uint32Array;
  /** Group, or `NONE`. */
  readonly thread_group: Uint32Array;
  /** A position in `THREAD_STATES`. */
  readonly thread_state: Uint8Array;
  /** Request, or `NONE`. */
  readonly thread_request: Uint32Array;
  /** Connection (index), or `NONE`. */
  readonly thread_conn: Uint32Array;
  /** Time since which it has been in this state. */
  readonly thread_since_ns: Float64Array;
  /** Completed share of the current step, 0 to 1. */
  readonly thread_progress: Float32Array;
  /** 1: its wait is a sleep. */
  readonly thread_asleep: Uint8Array;
  /** Connections. */
  readonly group_connections: Uint32Array;
  /** All threads. */
  readonly group_threads: Uint32Array;
  /** Active threads. */
  readonly group_active: Uint32Array;
  /** Threads in reported waits. */
  readonly group_waiting: Uint32Array;
  /** Threads on the idle stack. */
  readonly group_idle: Uint32Array;
  /** The listener, or `NONE`. */
  readonly group_listener: Uint32Array;
  /** Length of the high queue. */
  readonly group_high: Uint32Array;
  /** Length of the low queue. */
  readonly group_low: Uint32Array;
  /** Events in the kernel that nobody has polled. */
  readonly group_unpolled: Uint32Array;
  /** 1 if the stall flag is set. */
  readonly group_stalled: Uint8Array;
  /** Events polled since the last tick (`io_event_count`). */
  readonly group_io_seen: Uint32Array;
  /** Attempts to dequeue since the last tick. */
  readonly group_dequeue_tries: Uint32Array;
  /** Why the first waiting request waits: an index into the run's list of reasons, or `NONE`. */
  readonly group_why: Uint32Array;
  /** Group. */
  readonly waiting_group: Uint32Array;
  /** A position in `LANES`. */
  readonly waiting_lane: Uint8Array;
  /** Connection (index). */
  readonly waiting_conn: Uint32Array;
  /** Request, or `NONE` for a login. */
  readonly waiting_request: Uint32Array;
  /** Time since which it has waited there. */
  readonly waiting_since_ns: Float64Array;
  /** Requests that wait in the application for a connection. */
  readonly crowd_waiting: Uint32Array;
  /** Clients that wait to try again. */
  readonly crowd_retrying: Uint32Array;
  /** Connections in use, or promised. */
  readonly crowd_used: Uint32Array;
  /** The most that it may use; `NONE` without a pool in the application. */
  readonly crowd_places: Uint32Array;
}

/** What has ended since the last look, in order. */
export interface Answers {
  /** The request. */
  readonly request: Uint32Array;
  /** When its client sent it. */
  readonly arrive_ns: Float64Array;
  /** When it ended. */
  readonly end_ns: Float64Array;
  /** 1: killed, refused or withdrawn. */
  readonly killed: Uint8Array;
  /** 1: executed, and its client was gone. */
  readonly nobody: Uint8Array;
}

/** What somebody who measures a server can tell of a whole run: a small part of its outcome, and quickly read. */
export interface Timings {
  /** Most threads that each group had. */
  readonly threads_peak: Uint32Array;
  /** Server id of its connection (below 2^53). */
  readonly request_connection: Float64Array;
  /** When its client sent it; if the client had to hold it back, when it was released. */
  readonly request_sent_ns: Float64Array;
  /** When a thread started it; NaN if none did. */
  readonly request_start_ns: Float64Array;
  /** When it ended; NaN if it never did. */
  readonly request_end_ns: Float64Array;
  /** 1 if it was not answered. */
  readonly request_failed: Uint8Array;
  /** A position in `TURN_KINDS`. */
  readonly turn_kind: Uint8Array;
  /** When. */
  readonly turn_at_ns: Float64Array;
  /** Number of the thread. */
  readonly turn_thread: Uint32Array;
}

export { NONE } from './none';

/** The columns that are no `Uint32Array`. */
export const ARRAYS = {
  connection_id: Float64Array,
  connection_state: Uint8Array,
  connection_since_ns: Float64Array,
  connection_gone: Uint8Array,
  thread_state: Uint8Array,
  thread_since_ns: Float64Array,
  thread_progress: Float32Array,
  thread_asleep: Uint8Array,
  group_stalled: Uint8Array,
  waiting_lane: Uint8Array,
  waiting_since_ns: Float64Array,
} as const;

/** By their numbers. */
export const CONNECTION_STATES = [
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

/** By their numbers. */
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

/** By their numbers. */
export const LANES = [
  'high',
  'low',
  'socket',
] as const;

/** By their numbers. */
export const LATCH_STATES = [
  'free',
  'held',
  'stalled',
] as const;

/** By their numbers. */
export const TURN_KINDS = [
  'created',
  'listens',
  'exited',
] as const;

export type ConnectionState = (typeof CONNECTION_STATES)[number];
export type ThreadState = (typeof THREAD_STATES)[number];
export type LatchState = (typeof LATCH_STATES)[number];
