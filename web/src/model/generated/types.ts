// Made from the Rust types by `npm run generate`.

/**
 * What a hand does at a time: exactly one of the fields besides `at_us`. It happens after everything else of
 * its moment; acts of the same moment happen in their order.
 */
export type Act = {
  /** When. */
  at_us?: Micros,
  /** Sends requests of a crowd whose arrivals are `open` or `bursts`. */
  pour?: Pour | null,
  /**
   * KILL QUERY of the statement on a thread: the nth of the living threads in the order of their IDs, from 0.
   * Without a statement there is nothing to kill.
   */
  kill_query?: number | null,
  /** The statement on a thread sleeps for so much longer. */
  hold?: Hold | null,
  /** `SET GLOBAL` of a variable that it can change. */
  set?: SetGlobal | null,
  /** Sets the time between a crowd's requests (`open`), or its clients' pauses (`closed`). */
  between?: Between | null,
  /** Sets the duration of a step of a crowd's statement. */
  work?: Work | null,
  /** Takes a named lock of the scenario, as soon as it is free and before those who wait for it. */
  lock?: string | null,
  /** Releases it. */
  unlock?: string | null,
  /** True: the pool reads its sockets, as always. False: nobody reads them until it is opened again. */
  door_open?: boolean | null,
  /** The machine's latch stalls for this long. */
  stall_us?: Micros | null,
};

/**
 * A stretch in which a connection waits, or is on a thread, without a request: a login whose client has withdrawn its
 * request, or a connection that is to be closed.
 */
export type Alone = {
  /** Server id of the connection. */
  connection: ConnectionId,
  /** Its thread group, where there are groups. */
  group: GroupId | null,
  /** Start. */
  start_ns: number,
  /** End, or the end of the run. */
  end_ns: number,
} & Place;

/** When a crowd of clients sends its requests. */
export type Arrivals =
  | {
    "batch": {
      /** When. */
      at_us: number,
    }
  }
  | {
    "spread": {
      /** When the first is sent. */
      at_us: number,
      /** Time between two clients. */
      gap_us: number,
    }
  }
  | {
    "open": {
      /** Time between two requests. */
      between: Span,
      /** When the stream starts. */
      from_us?: number,
      /** How many requests in total; without it the stream never ends. */
      count?: number | null,
    }
  }
  | {
    "closed": {
      /** Time between an answer and the next request. */
      think: Span,
      /** When the clients start. */
      from_us?: number,
      /** True: the first request is sent at once; false: the clients start by thinking. */
      ask_first?: boolean,
      /**
       * True: each client begins after a random part of its first pause, as clients of a real server do;
       * without it they begin together, and a seed changes nothing if no other time is random.
       */
      apart?: boolean,
      /** How many requests each client sends; by default the loop never ends. */
      count?: number | null,
    }
  }
  | {
    "bursts": {
      /** Time between two bursts. */
      every: Span,
      /** When the first burst comes. */
      from_us?: number,
      /** Requests in a burst; without it, one from each client. */
      size?: number | null,
      /** How many bursts; by default they never end. */
      count?: number | null,
    }
  };

/** A random wait before each retry: between 0 and a limit that doubles from one retry to the next. */
export type Backoff = {
  /** The limit before the first retry. */
  base_us: number,
  /** The largest limit. */
  cap_us: number,
};

/** Another time between requests. */
export type Between = {
  /** The crowd, by its place in `clients`, from 0. */
  client: number,
  /** The time. */
  span_us: Span,
};

/** How much work a run may do. A run that needs more stops and says so. */
export type Budget = {
  /** Engine steps. */
  steps?: number,
  /** Memory for the run in megabytes, including log and lives, as kept and as printed. */
  record_mb?: number,
};

/** A cell. */
export type Cell = number | string | null;

/** `SET GLOBAL` at a given time. */
export type Change = {
  /** When. */
  at_us: number,
  /** The variable, by its own name. */
  variable: string,
  /** Its new value. */
  value: number | string | boolean,
};

/**
 * What became of requests whose clients wait only for a time, and of new connections. Counted after the
 * warm-up.
 */
export type ClientCounts = {
  /** Attempts that clients gave up. */
  given_up: number,
  /** Attempts that followed another. */
  tried_again: number,
  /** Requests that clients gave up for good. */
  lost: number,
  /** Statements that the server executed although nobody waited for the answer any more. */
  for_nobody: number,
  /** Connections that the server refused: error 1040. */
  refused: number,
};

/** A crowd of clients that behave alike. */
export type Clients = {
  /** Name of the crowd. */
  name?: string,
  /** How many connections. */
  count: number,
  /** ID of the first connection; the others follow. By default after the highest ID so far. */
  first_connection?: ConnectionId | null,
  /** Step from one ID to the next; by default 1. The number of groups puts all of them into one group. */
  connection_step?: number | null,
  /** Each logs in before its first request. */
  new?: boolean,
  /** The port that they use. */
  port?: Port,
  /** Each of its connections has an open transaction from the start. */
  in_transaction?: boolean,
  /** How fast each client reads results; by default at once. */
  bandwidth_kb_per_s?: number | null,
  /** When they send requests. */
  arrivals: Arrivals,
  /** What they send: one of these at random by weight, or in order. */
  statements: Array<Statement>,
  /** Each client sends the statements in order instead of at random. */
  in_order?: boolean,
  /** Clients that give up, and that connect when they need a connection. */
  patience?: Patience | null,
  /**
   * Each arrival of an open stream is a transaction: all statements in order on one connection,
   * which it keeps, with this pause of the application between two of them.
   */
  pause_us?: Span | null,
  /** Which free connection a request of a stream gets; by default the one that has been free longest. */
  reuse?: Reuse | null,
};

/**
 * What a CPU step costs extra for state that has left the caches. With n contexts the share n / (n +
 * `contexts`) is cold. Microseconds with any fraction.
 */
export type ColdCache = {
  /** For the completely cold state of a connection; n is the number of connections. */
  connection_us?: number,
  /** For the completely cold state of a thread; n is the number of threads that don't listen. */
  thread_us?: number,
  /** Number of contexts of which half are cold. */
  contexts: number,
  /** What a pool's worker saves by taking request after request without sleeping. */
  warm_worker_us?: number,
};

/** A connection that needs more than an ID. */
export type Connection = {
  /** The ID that SHOW PROCESSLIST prints; determines the group. */
  id: ConnectionId,
  /** Its transaction is active from the start. */
  in_transaction?: boolean,
  /** It holds table, metadata or user-level locks from the start. */
  holds_locks?: boolean,
  /** Not connected yet: it logs in when its first request is due. */
  new?: boolean,
  /** The port that it uses. */
  port?: Port,
  /**
   * Its data is buffered before the socket (TLS, compression): a request that arrived while the
   * connection was busy is served without the poll.
   */
  buffered?: boolean,
  /** How fast its client reads results; by default at once. */
  bandwidth_kb_per_s?: number | null,
};

/** The ID of a connection as `SHOW PROCESSLIST` prints it; determines the group. */
export type ConnectionId = number;

/** The disk. */
export type Disk = {
  /** Number of waits that it serves at a time. */
  channels: number,
};

/** One entry of the log. */
export type Event = {
  /** When it happened. */
  at_ns: number,
  /** The engine's step in which it happened: the unit of stepping forward and back. */
  step: number,
} & EventKind;

/** What can happen. IDs are those of the run's tables; times are simulated. */
export type EventKind =
  | { "kind": "request_arrived", request: RequestId, connection: ConnectionId, group: GroupId | null, }
  | { "kind": "connected", connection: ConnectionId, group: GroupId | null, }
  | { "kind": "login_started", connection: ConnectionId, thread: ThreadId, group: GroupId | null, }
  | { "kind": "login_finished", connection: ConnectionId, thread: ThreadId, group: GroupId | null, }
  | { "kind": "poll_returned", group: GroupId, thread: ThreadId, events: number, }
  | { "kind": "queued", request: RequestId, connection: ConnectionId, group: GroupId, lane: Lane, } & LaneReason
  | { "kind": "promoted", request: RequestId, group: GroupId, waited_ns: number, limit_ns: number, }
  | { "kind": "request_started", request: RequestId, connection: ConnectionId, group: GroupId | null, thread: ThreadId, waited_ns: number, } & StartedVia
  | { "kind": "wait_began", request: RequestId, thread: ThreadId, group: GroupId | null, wait: WaitKind, }
  | { "kind": "wait_held", request: RequestId, thread: ThreadId, group: GroupId | null, wait: WaitKind, }
  | { "kind": "innodb_sleep", request: RequestId, thread: ThreadId, group: GroupId | null, inside: number, limit: number, sleeps: number, sleep_ns: number, }
  | { "kind": "innodb_queued", request: RequestId, thread: ThreadId, group: GroupId | null, inside: number, limit: number, ahead: number, }
  | { "kind": "innodb_entered", request: RequestId, thread: ThreadId, group: GroupId | null, waited_ns: number, sleeps: number, }
  | { "kind": "wait_ended", request: RequestId, thread: ThreadId, group: GroupId | null, wait: WaitKind, }
  | { "kind": "lock_wait", request: RequestId, thread: ThreadId, group: GroupId | null, lock: string, holder: RequestId, }
  | { "kind": "lock_taken", request: RequestId, group: GroupId | null, lock: string, }
  | { "kind": "lock_released", request: RequestId, group: GroupId | null, lock: string, }
  | { "kind": "lock_timed_out", request: RequestId, group: GroupId | null, lock: string, waited_ns: number, }
  | { "kind": "deadlock", request: RequestId, group: GroupId | null, lock: string, holder: RequestId, }
  | { "kind": "latch_wait", request: RequestId, thread: ThreadId, group: GroupId | null, ahead: number, }
  | { "kind": "latch_taken", request: RequestId, thread: ThreadId, group: GroupId | null, waiters: number, open_transactions: number, hold_ns: number, }
  | { "kind": "latch_released", request: RequestId, thread: ThreadId, group: GroupId | null, waiters: number, }
  | { "kind": "latch_stalled", for_ns: number, }
  | { "kind": "latch_stall_ended", waiters: number, }
  | { "kind": "suspended", request: RequestId, thread: ThreadId, group: GroupId | null, }
  | { "kind": "request_continued", request: RequestId, thread: ThreadId, group: GroupId | null, }
  | { "kind": "resumed", request: RequestId, group: GroupId | null, }
  | { "kind": "request_finished", request: RequestId, connection: ConnectionId, group: GroupId | null, thread: ThreadId, latency_ns: number, }
  | { "kind": "request_failed", request: RequestId, connection: ConnectionId, group: GroupId | null, }
  | { "kind": "thread_created", thread: ThreadId, group: GroupId | null, threads: number, } & Trigger
  | { "kind": "thread_refused", group: GroupId, asked: Trigger, } & RefuseReason
  | { "kind": "thread_woken", thread: ThreadId, group: GroupId | null, } & Trigger
  | { "kind": "thread_listens", thread: ThreadId, group: GroupId, }
  | { "kind": "thread_idle", thread: ThreadId, group: GroupId | null, } & IdleReason
  | { "kind": "thread_exited", thread: ThreadId, group: GroupId | null, threads: number, idle_ns: number, }
  | { "kind": "thread_cached", thread: ThreadId, cached: number, }
  | { "kind": "timer_tick", groups: number, stalled: number, no_listener: number, next_ns: number, }
  | { "kind": "group_stalled", group: GroupId, queued: number, }
  | { "kind": "group_unattended", group: GroupId, unpolled: number, }
  | { "kind": "pool_blocked_message", group: GroupId, threads: number, limit: number, blocked_ns: number, level: LogLevel, connection: ConnectionId | null, }
  | { "kind": "idle_client_killed", connection: ConnectionId, group: GroupId | null, idle_ns: number, }
  | { "kind": "connection_killed", connection: ConnectionId, group: GroupId | null, }
  | { "kind": "query_killed", connection: ConnectionId, group: GroupId | null, }
  | { "kind": "request_given_up", request: RequestId, connection: ConnectionId, group: GroupId | null, waited_ns: number, }
  | { "kind": "request_withdrawn", request: RequestId, connection: ConnectionId, group: GroupId | null, waited_ns: number, }
  | { "kind": "answered_nobody", request: RequestId, connection: ConnectionId, group: GroupId | null, thread: ThreadId, latency_ns: number, }
  | { "kind": "client_left", connection: ConnectionId, group: GroupId | null, }
  | { "kind": "connection_refused", connections: number, limit: number, }
  | { "kind": "statement_timed_out", request: RequestId, connection: ConnectionId, group: GroupId | null, limit_ns: number, }
  | { "kind": "disconnected", connection: ConnectionId, group: GroupId | null, }
  | { "kind": "variable_set", variable: string, value: string, }
  | { "kind": "acted", act: string, }
  | { "kind": "statement_stalled", request: RequestId, thread: ThreadId, group: GroupId, ran_ns: number, limit_ns: number, }
  | { "kind": "thread_bound", thread: ThreadId, group: GroupId, connection: ConnectionId, }
  | { "kind": "limit_suspended", group: GroupId, threads: number, limit: number, }
  | { "kind": "limit_restored", group: GroupId, limit: number, }
  | { "kind": "group_changed", connection: ConnectionId, from: GroupId, to: GroupId, };

/** Index of a thread group, 0-based. */
export type GroupId = number;

/** The peaks of a group. */
export type GroupPeaks = {
  /** Threads. */
  threads_peak: number,
  /** Threads at the end. */
  threads_end: number,
  /** Requests that have started and not ended, including waiting ones. */
  running_peak: number,
  /** The same at the end. */
  running_end: number,
};

/** A longer sleep. */
export type Hold = {
  /** The nth of the living threads in the order of their IDs, from 0. */
  thread: number,
  /** For how long. */
  for_us: Micros,
  /** If the thread has no statement, this crowd sends one request instead. */
  client?: number | null,
};

/** Why a thread went to sleep on the group's stack of idle workers. */
export type IdleReason =
  | { "reason": "nothing_to_do" }
  | {
    "reason": "saturated",
    /** Active threads, this one included. */
    active: number,
    /** The number that this version keeps active. */
    limit: number,
    /** `thread_pool_oversubscribe`, from which the limit follows. */
    oversubscribe: number,
  }
  | {
    "reason": "too_busy",
    /** Active threads. */
    active: number,
    /** Threads in reported waits. */
    waiting: number,
    /** 1 + `thread_pool_oversubscribe`. */
    limit: number,
  }
  | { "reason": "awaits_client" }
  | { "reason": "nobody_in_line" }
  | { "reason": "awaits_mutex" }
  | { "reason": "queue_empty" }
  | {
    "reason": "cores_busy",
    /** Pool threads that run. */
    running: number,
    /** Cores. */
    cores: number,
  }
  | { "reason": "consumer" }
  | { "reason": "reserve" };

/** The instruments that the server would show. */
export type Instruments = {
  /** `SHOW GLOBAL STATUS`: name and value. */
  status: Array<[string, number]>,
  /** information_schema tables; empty if the server has none. */
  tables: Array<Table>,
};

/**
 * How many requests and log entries are kept: the first ones. Figures, counts and pictures always cover
 * the whole run, and the outcome says how much was dropped.
 */
export type Keep = {
  /** Number of requests whose lives are kept; without it all. */
  lives?: number | null,
  /** Number of log entries that are kept; without it all. */
  events?: number | null,
};

/** A knob of the figure: a server variable by its name, or any number of the scenario by its path. */
export type Knob = {
  /** Name of a server variable. */
  name?: string | null,
  /** JSON pointers of the numbers that it sets, for example `/clients/0/count`. */
  paths?: Array<string>,
  /** Its name on the page and in the URL, if `paths` is given. */
  label?: string | null,
  /** Unit of the number, for example `ms`. */
  unit?: string | null,
  /** What it does, in a sentence. */
  help?: string | null,
  /** Least value that the figure offers. */
  min?: number | null,
  /** Greatest value that the figure offers. */
  max?: number | null,
  /** The values that the figure offers, if there are few. */
  stops?: Array<number>,
};

/** The two queues of a group, and how a request bypassed them. */
export type Lane = "high" | "low";

/** Why a request was put into this queue. */
export type LaneReason =
  | { "reason": "autocommit" }
  | { "reason": "in_transaction" }
  | { "reason": "by_variable" }
  | { "reason": "login" }
  | { "reason": "holds_locks" }
  | { "reason": "tickets_spent" }
  | { "reason": "killed" }
  | { "reason": "admin_port" }
  | { "reason": "in_order" }
  | {
    "reason": "shorter_of_two",
    /** Its length. */
    length: number,
    /** The other one that was drawn. */
    other: GroupId,
    /** The other one's length. */
    other_length: number,
  }
  | { "reason": "newest_first" }
  | { "reason": "submitted" }
  | { "reason": "resubmitted" };

/**
 * The hot latch. With W waiters and T open transactions a visit takes on average `hold_us` + T *
 * `scan_us` + g * (`hand_over_us` + W * `herd_us` * (1 + (W / `herd_growth_waiters`)^2)), where g is
 * the share of sleeping waiters: (W / `spin_waiters`)^4 / (1 + (W / `spin_waiters`)^4). Microseconds
 * with any fraction.
 */
export type Latch = {
  /** Minimum time that it is held. */
  hold_us: number,
  /** For each open transaction: the list of them is scanned while the latch is held. */
  scan_us?: number,
  /** Waking one sleeping thread, when the latch passes from one to the next. */
  hand_over_us?: number,
  /** For each sleeping waiter: a release wakes all of them. */
  herd_us?: number,
  /** About this many waiters spin; more than that sleep. 0: every waiter sleeps. */
  spin_waiters?: number,
  /** Stages of the Erlang distribution of a visit; 0: always exactly the mean. */
  stages?: number,
  /** This many waiters double the cost of waking one; without it that cost is the same for any number. */
  herd_growth_waiters?: number | null,
};

/** Client-side latency. */
export type LatencySummary = {
  /** Mean. */
  mean_ns: number,
  /** Half were faster. */
  p50_ns: number,
  /** 95 of 100 were faster. */
  p95_ns: number,
  /** 99 of 100 were faster. */
  p99_ns: number,
  /** The slowest. */
  max_ns: number,
};

/** A client that leaves, or that is sent away, at a given time. */
export type Leave = {
  /** When. */
  at_us: number,
  /** ID of its connection. */
  connection: ConnectionId,
  /** How. */
  by?: Leaving,
};

/** How a client leaves. */
export type Leaving = "close" | "kill_query" | "kill_connection";

/** A request and its outcome. */
export type Life = {
  /** Its number, in order of arrival. */
  request: RequestId,
  /** Its name in the scenario. */
  name: string,
  /** Server id of its connection. */
  connection: ConnectionId,
  /** Thread group, where there are groups. */
  group: GroupId | null,
  /** When the client sent it. */
  arrive_ns: number,
  /** When a thread started to execute it. */
  start_ns: number | null,
  /** When its answer was complete. */
  end_ns: number | null,
  /** The thread that started it. */
  thread: ThreadId | null,
  /** True if it failed (connection closed, lock wait timed out). */
  failed: boolean,
  /** When its client gave up; nobody waits for the answer any more. */
  given_up_ns?: number,
  /** Its segments, in order. */
  segments: Array<Segment>,
};

/** Severity in the server's error log. */
export type LogLevel = "warning" | "error";

/** A closed loop on one connection. */
export type Loop = {
  /** ID of its connection. */
  connection: ConnectionId,
  /** When the first statement is sent. */
  at_us: number,
  /** From the end of a statement to the next. */
  think_us: number,
  /** Send the one given statement this many times. */
  count?: number | null,
  /** The statements in order. */
  statements: Array<Statement>,
};

/** The machine. The latencies are modelling choices, not published figures. */
export type Machine = {
  /** Cores that CPU steps share; unlimited if null. */
  cores?: number | null,
  /** From an event on a socket to the return of the listener's poll (a modelling choice). */
  poll_wake_us?: Micros,
  /** From the signal to the moment when a sleeping thread runs (a modelling choice). */
  thread_wake_us?: Micros,
  /** From the decision to create a thread to the moment when it runs (a modelling choice). */
  thread_create_us?: Micros,
  /** Duration of a round of the stall timer, added to its period (a modelling choice). */
  timer_round_us?: Micros,
  /**
   * MySQL 6.0: how long each statement holds the pool's one mutex on its way to a worker. The default
   * is the geometric mean of what one user lost per statement in the four settings of MySQL bug 42288
   * (26, 44, 93 and 156 µs).
   */
  hand_over_us?: Micros,
  /**
   * MariaDB on Windows: how long the queue must stop, with a thread running on every core, before the
   * system adds a thread (a modelling choice: Windows documents no figure).
   */
  injection_us?: Micros,
  /** Threads queue for a core; without it all threads share the cores evenly. */
  run_queue?: RunQueue | null,
  /** Waits of kind `diskio` queue for the disk; without it every wait has its own disk. */
  disk?: Disk | null,
  /** Kilobytes of a result that the server can send before the client has read any; none by default. */
  socket_buffer_kb?: number | null,
  /** CPU steps take longer when more connections and threads share the caches. */
  cold_cache?: ColdCache | null,
  /** The hot latch that `latch` steps visit. */
  latch?: Latch | null,
};

/** Figures of a whole run. Times are simulated. */
export type Metrics = {
  /** Length of the measured stretch: the run without its warm-up. */
  measured_ns: number,
  /** Requests that arrived in it. */
  arrived: number,
  /** Requests that were answered in it, including those that arrived earlier. */
  finished: number,
  /** Requests that failed in it: connection closed, or lock wait timed out. */
  failed: number,
  /** Requests under way at the end. */
  open: number,
  /**
   * What became of clients that wait only for a time; null if there are none, and no connection was
   * refused.
   */
  clients?: ClientCounts,
  /** Answers per second of simulated time. */
  throughput_per_s: number,
  /** How long the oldest of those has been under way; 0 if there is none. */
  open_longest_ns: number,
  /** Client-side latencies of the answered requests. */
  latency: LatencySummary,
  /**
   * Lower bounds of the latencies once the requests under way are answered too; null if none is under
   * way.
   */
  at_least: LatencySummary | null,
  /** The same for each statement name; empty if that adds nothing, and in runs for figures alone. */
  statements: Array<StatementFigures>,
  /**
   * Mean number of requests by place: application, socket, low_queue, high_queue, thread_wait,
   * running, waiting, lock, suspended, latch, run_queue, login; then threads: starting, listening,
   * idle, executing. A request whose connection is not logged in is where the login is.
   */
  mean: Array<number>,
  /** Mean number of requests between arrival and answer, including those held back in the application. */
  in_system_mean: number,
  /** Throughput times mean latency: by Little's law close to `in_system_mean`. */
  little: number,
  /** Share of the cores that was busy; null where cores are unlimited. */
  utilisation: number | null,
  /** How often a thread was put on a core; counted only on machines with a run queue. */
  context_switches: number,
  /** Most threads at one time, whatever they did. */
  threads_peak: number,
  /** Peaks by group. */
  groups: Array<GroupPeaks>,
  /** Means over equal stretches of the run. */
  series: Series,
};

/** Microseconds with at most three decimals: whole nanoseconds inside. */
export type Micros = number;

/** How much of a run was dropped. Figures and frames always cover the whole run. */
export type NotKept = {
  /** Requests without a life. */
  lives: number,
  /** Entries of the log. */
  events: number,
};

/**
 * What a client does with its connection when it gives up. It closes it in any case, because the
 * answer may still come.
 */
export type OnGiveUp = "close" | "kill_query" | "kill_connection";

/** In which order crowds opened their connections: it decides on which groups they are. */
export type Opened = "one_after_the_other" | "in_turn" | "together";

/** The full report of a finished run. Its log is copied or borrowed from the run. */
export type Outcome = {
  /** Version of the engine. */
  engine: string,
  /** Simulated time at the end. */
  end_ns: number,
  /** When the last request was answered; 0 if none was. */
  last_answer_ns: number,
  /** Engine steps. */
  steps: number,
  /** Why it stopped. */
  stopped: Stopped,
  /** The scenario file with its overrides applied; null if the scenario came from no file. */
  scenario: ScenarioFile,
  /** Every setting of the run, including defaults. */
  settings: Array<Setting>,
  /** Requests in order of arrival: all, or the first `record.lives` of the scenario. */
  lives: Array<Life>,
  /** Connections that wait, or are on a thread, without a request. */
  alone?: Array<Alone>,
  /** The log. */
  events: Array<Event>,
  /** Names of the locks. */
  locks: Array<string>,
  /** Reasons that frames refer to by index. */
  reasons: Array<WaitReason>,
  /** Figures. */
  metrics: Metrics,
  /** What was dropped because of the scenario's `record` and memory budget; null if everything was kept. */
  not_kept: NotKept | null,
};

/**
 * Clients that wait a limited time for an answer. Each request is sent on an idle connection of the
 * crowd, or else on a new one. A client that gives up closes its connection and may try again.
 */
export type Patience = {
  /**
   * How long a client waits for an answer, from sending the request (or opening the connection for
   * it) on; by default for ever.
   */
  gives_up_us?: number | null,
  /** What it does with its connection then. */
  on_give_up?: OnGiveUp,
  /** How often a client tries again; 1,000,000 is for ever. */
  retries?: number,
  /** How long it waits before it tries again. */
  wait_us?: number,
  /** Waits at random instead: full jitter. */
  backoff?: Backoff | null,
  /** How long it waits at least after the server refused the connection. */
  refused_wait_us?: number,
  /** Limits the retries of the whole crowd; by default nothing does. */
  budget?: RetryBudget | null,
  /**
   * The most connections that the crowd uses at once: the size of the application's pool. Further
   * requests wait in the application. By default there is no limit.
   */
  places?: number | null,
  /** How long a request waits for a place; by default for ever. */
  place_timeout_us?: number | null,
  /** Every request has a connection of its own, opened for it and closed after the answer. */
  connection_each?: boolean,
  /** `gives_up_us` limits the wait for a place and for the answer together. */
  one_deadline?: boolean,
};

/** The place of a request. */
export type Place =
  | { "place": "application" }
  | { "place": "socket" }
  | { "place": "low_queue" }
  | { "place": "high_queue" }
  | { "place": "queue" }
  | { "place": "thread_wait" }
  | { "place": "login" }
  | { "place": "running" }
  | {
    "place": "waiting",
    /** The kind that the server reports. */
    wait: WaitKind,
  }
  | { "place": "innodb" }
  | {
    "place": "lock",
    /** The lock: an index into the run's list of locks. */
    lock: number,
  }
  | { "place": "latch" }
  | { "place": "run_queue" }
  | { "place": "suspended" };

/** The port through which a connection comes. */
export type Port = "main" | "extra" | "admin";

/** Requests at once. */
export type Pour = {
  /** The crowd, by its place in `clients`, from 0. */
  client: number,
  /** How many. */
  count?: number,
};

/** One thing that is wrong. */
export type Problem = {
  /** Place in the scenario, for example `server.thread_pool_size`. */
  path: string,
  /** The value as it was given, as JSON (shortened where it is long). */
  value: string,
  /** What would be right. */
  allowed: string,
  /** All three in a sentence, the same in the command line and on the page. */
  message: string,
};

/** All problems of an input; never empty. */
export type Problems = {
  /** In the order of the file; after [`PROBLEMS_MAX`] of them, one that says where the list was cut. */
  errors: Array<Problem>,
};

/** A published or measured run of the same case. */
export type Published = {
  /** What was run. */
  label: string,
  /** Server, version and settings of the run. */
  settings: string,
  /** Who measured it. */
  source: Source,
  /** Latency of each request in milliseconds, ascending. */
  latencies_ms: Array<number>,
  /** What one must know to compare it. */
  note?: string | null,
};

/** Distributions of service, think and inter-arrival times. */
export type RandomSpan =
  | {
    "exponential": {
      /** Mean. */
      mean_us: Micros,
    }
  }
  | {
    "lognormal": {
      /** Median. */
      median_us: Micros,
      /** Standard deviation of the logarithm. */
      sigma: number,
    }
  }
  | {
    "bimodal": {
      /** Probability of the long one. */
      p_long: number,
      /** The short one. */
      short_us: Micros,
      /** The long one. */
      long_us: Micros,
    }
  }
  | {
    "erlang": {
      /** Number of stages. */
      k: number,
      /** Mean of the sum. */
      mean_us: Micros,
    }
  }
  | {
    "uniform": {
      /** Least. */
      min_us: Micros,
      /** Greatest. */
      max_us: Micros,
    }
  };

/** Why no thread was created. */
export type RefuseReason =
  | {
    "reason": "max_threads",
    /** Pool threads in all groups. */
    threads: number,
    /** `thread_pool_max_threads`. */
    limit: number,
  }
  | {
    "reason": "more_threads_than_connections",
    /** Threads of the group. */
    threads: number,
    /** Connections of the group. */
    connections: number,
  }
  | {
    "reason": "throttled",
    /** Threads of the group. */
    threads: number,
    /** The interval that must pass between creations. */
    interval_ns: number,
    /** Time since the last creation. */
    since_ns: number,
  }
  | {
    "reason": "transaction_limit",
    /** Query threads of the group. */
    threads: number,
    /** The group's share of `thread_pool_max_transactions_limit`. */
    limit: number,
  };

/** One request at a given time. */
export type Request = {
  /** ID of its connection. */
  connection: ConnectionId,
  /** When the client sends it. */
  at_us: number,
  /** Its name in the log. */
  name?: string,
  /** What it does. */
  steps: Array<Step>,
  /** From the end of this request on, the connection holds (or no longer holds) locks. */
  holds_locks?: boolean | null,
};

/** Index of a request in the order of arrival. */
export type RequestId = number;

/** A token bucket: each new request adds a part of a token, each retry takes one. */
export type RetryBudget = {
  /** What a request adds, in percent of a token. */
  percent: number,
  /** The most tokens; so many are there at the start. */
  saved?: number,
};

/** Which free connection an application's pool hands out. */
export type Reuse = "free_longest" | "returned_last";

/** A row of a table in which some rows are hot. All steps of a run draw from the same table. */
export type RowLock = {
  /** Rows of the table. */
  rows: number,
  /** How many of them are hot. */
  hot_rows?: number,
  /** Share of accesses that go to the hot ones. */
  hot_share?: number,
  /** The kind that is reported for the wait; by default `row_lock`. */
  kind?: WaitKind | null,
};

/** How cores are shared if threads queue for them: first come, first served. */
export type RunQueue = {
  /**
   * A thread that has used its core for this long goes to the end of the queue if another waits;
   * without it threads are never preempted, and the next one starts when a burst ends.
   */
  time_slice_us?: Micros | null,
  /** The time to switch a core to another thread. */
  context_switch_us?: Micros,
};

/** A scenario file. */
export type ScenarioFile = {
  /** Where the JSON Schema of this file is, for editors. */
  $schema?: string | null,
  /** Short title. */
  title?: string,
  /** The question that the run answers. */
  question?: string,
  /** What happens and where it was observed, in a few sentences. */
  about?: string,
  /** Where the case comes from. */
  source?: Source | null,
  /** The server and its variables. */
  server: Server,
  /** The machine that it runs on. */
  machine?: Machine,
  /** The state at time 0. */
  start?: Start,
  /** Seed of every random stream. */
  seed?: number,
  /** Length of the run in microseconds of simulated time. */
  until_us: number,
  /** The figures start here: an answer counts when it arrives, even if its request was sent before. */
  warm_up_us?: number,
  /** How much work the run may do. */
  budget?: Budget,
  /** How many single requests and log entries are kept. */
  record?: Keep,
  /** Connections that need more than an ID. */
  connections?: Array<Connection>,
  /** Single requests at given times. */
  requests?: Array<Request>,
  /** Closed loops of given statements, one connection each. */
  loops?: Array<Loop>,
  /** Crowds of clients. */
  clients?: Array<Clients>,
  /** `SET GLOBAL` during the run. */
  changes?: Array<Change>,
  /** In which order the crowds without a `first_connection` opened their connections. */
  opened?: Opened | null,
  /** Clients that leave, or that are sent away, during the run. */
  leaves?: Array<Leave>,
  /** Times at which the machine's latch stalls. */
  stalls?: Array<Stall>,
  /** What a hand does during the run. */
  acts?: Array<Act>,
  /** The knobs that this scenario is about. */
  knobs?: Array<Knob>,
  /** Published or measured results of the same case. */
  published?: Array<Published>,
};

/** The schedulers that the engine has. */
export type SchedulerName = "mariadb" | "percona" | "oracle" | "one-thread-per-connection" | "one-queue" | "many-queues" | "two-choices" | "nginx-workers" | "mysql-6.0" | "mariadb-windows";

/** One stretch of a request's life. The segments of a request have no gaps between them. */
export type Segment = {
  /** Start. */
  start_ns: number,
  /** End, or the end of the run for a request that was not finished. */
  end_ns: number,
  /** Why it was there. */
  why: WaitReason,
  /**
   * Set where the reasons changed too often to list each: this many stretches with the same reason are
   * summed up in this segment. `why` has the numbers of the first.
   */
  joined?: number,
} & Place;

/**
 * Means over equal stretches of the run, one row per stretch. After the means: the answers per second
 * (`answers_per_s`); if there are any, the statements that were executed for nobody (`for_nobody_per_s`); and if
 * 100 requests were answered, their median and 99th percentile up to the end of the stretch (`p50_ns`, `p99_ns`),
 * to three digits, 0 while there are fewer.
 */
export type Series = {
  /** Length of a stretch. */
  bucket_ns: number,
  /** Names of the columns. */
  columns: string[],
  /** One list per column, one number per stretch. */
  values: Array<Array<number>>,
};

/**
 * The server: which scheduler, which version, and the variables that are not at their default.
 * Names are the server's own, with the unit appended where the value has one.
 */
export type Server = {
  /** Which scheduler. */
  scheduler: SchedulerName,
  /** Version whose rules apply, one of those of the scheduler; by default the newest. */
  version?: string | null,
  /**
   * Number of thread groups. A connection belongs to the group connection id mod thread_pool_size. Default: the number of CPUs.
   * Number of thread groups. Connections are dealt to them in turn.
   * Number of thread groups. Connections are dealt to them in turn. Default: half the CPUs, 16 at most.
   * Number of workers, and of queues if each worker has its own. Default: the number of CPUs.
   * Number of worker threads. All are created at the start, and there are never more.
   */
  thread_pool_size?: number | null,
  /**
   * The most pool threads in all groups together. Every group may have two threads in any case.
   * The most pool threads.
   */
  thread_pool_max_threads?: number | null,
  /** Period of the stall timer, which checks each group once per period. It is not a time limit for queries. */
  thread_pool_stall_limit_ms?: number | null,
  /**
   * How many running threads a group keeps once it has too many. Threads in reported waits, such as SLEEP(), do not count.
   * Once it has too many, a group keeps this many running threads plus one (10.4: exactly this many). Threads in reported waits, such as SLEEP(), do not count.
   * A group may have this many requests from the low-priority queue in progress, plus one. Those that sleep or wait count.
   */
  thread_pool_oversubscribe?: number | null,
  /** A worker that has been idle this long exits. The listener never does. */
  thread_pool_idle_timeout_s?: number | null,
  /**
   * Which queue a statement joins. auto: the high-priority queue from the second statement of a transaction on.
   * A high-priority request runs as soon as a thread takes it; any other goes back to the end of the queue once. auto: high priority from the second statement of a transaction on.
   */
  thread_pool_priority?: string | null,
  /**
   * A request that has waited longer in the low-priority queue moves to the high-priority queue at the stall timer's next round.
   * A statement that has waited this long at the head of the low-priority queue moves to the high-priority queue, one per group every 10 ms. 0: all join the high-priority queue.
   */
  thread_pool_prio_kickup_timer_ms?: number | null,
  /** Stamp queued requests with the exact time instead of the time of the stall timer's last round. */
  thread_pool_exact_stats?: boolean | null,
  /** The listener never serves a request itself. */
  thread_pool_dedicated_listener?: boolean | null,
  /** A client that asks nothing for this long is disconnected. */
  wait_timeout_s?: number | null,
  /**
   * How long a request waits for a lock before it gives up. If not set, it waits for ever.
   * How long a request waits for a lock before it gives up.
   */
  innodb_lock_wait_timeout_s?: number | null,
  /** How long a statement waits for a metadata lock, a table lock or the lock on the whole server. If not set, it waits for ever. */
  lock_wait_timeout_s?: number | null,
  /** A client that asks nothing for this long within a transaction is disconnected; 0: wait_timeout applies there, too. */
  idle_transaction_timeout_s?: number | null,
  /** A statement ends with an error this long after a thread took it; 0: never. The wait in a queue does not count. */
  max_statement_time_s?: number | null,
  /** The most connections. A further one is refused with error 1040. Default: 151. */
  max_connections?: number | null,
  /** Which statements may join the high-priority queue. */
  thread_pool_high_prio_mode?: string | null,
  /** How many times in a row a connection may join the high-priority queue before it takes a turn in the low-priority one. */
  thread_pool_high_prio_tickets?: number | null,
  /** Not a server variable: ON gives the rules of releases from September 2025 on, in which connections of admin_port always have high priority. */
  admin_port_high_priority?: boolean | null,
  /** 0: low concurrency. 1: high concurrency: a thread always waits at the sockets, and one that sees more work wakes a sleeping one. */
  thread_pool_algorithm?: number | null,
  /** A statement that has run this long, in units of 10 ms, is stalled: it no longer counts, and the group may start another. 6 is 60 ms. */
  thread_pool_stall_limit_10ms?: number | null,
  /** Every statement joins the high-priority queue. In the server, each session has its own value; here one value holds for all. */
  thread_pool_high_priority_connection?: boolean | null,
  /** The most sleeping threads that a group keeps; any more exit. 0: all are kept. */
  thread_pool_max_unused_threads?: number | null,
  /** The most active query threads in a group. 0: no such limit. 8.4 and 9.7 obey it only if thread_pool_max_transactions_limit is 0. */
  thread_pool_max_active_query_threads?: number | null,
  /**
   * The most transactions in all groups together; each group takes its share, rounded up. A thread stays with its connection until the transaction ends. 0: no limit.
   * The most transactions in all groups together; each group takes its share, rounded up, plus one. A thread stays with its connection until the transaction ends. 0: no limit. Default: 32 for each group, 512 at most.
   */
  thread_pool_max_transactions_limit?: number | null,
  /**
   * Without a transaction limit, a group runs this many statements, not counting stalled ones. Also the most consumers.
   * Without a transaction limit, a group runs this many statements plus one, not counting stalled ones. Also the most consumers.
   */
  thread_pool_query_threads_per_group?: number | null,
  /** How long each statement that begins a transaction waits before it runs. */
  thread_pool_transaction_delay_ms?: number | null,
  /** When as many threads as the limit allows have run this long, the group's transaction limit is suspended. */
  thread_pool_longrun_trx_limit_ms?: number | null,
  /** One thread of each group only listens. Takes effect only with a transaction limit. */
  thread_pool_dedicated_listeners?: boolean | null,
  /** How many threads of closed connections are kept for new ones. 256 is MariaDB's default. */
  thread_cache_size?: number | null,
  /** The most connections of one worker. A worker that has used more than 7/8 of them leaves new ones to idle others. */
  worker_connections?: number | null,
  /** Each worker has its own listening socket: the system deals out new connections at random, to busy workers too. OFF: all share one socket, and the idle worker that was busy last takes the next connection. */
  reuseport?: boolean | null,
  /** The most threads inside InnoDB at once. 0: no limit. Threads that wait for a lock are outside. */
  innodb_thread_concurrency?: number | null,
  /** How many row operations after its first a thread may do before it must enter InnoDB again. Here each cpu_us step is one row operation. */
  innodb_concurrency_tickets?: number | null,
  /**
   * How long a thread that finds InnoDB full sleeps before it looks again. There is no queue.
   * How long a thread that holds no locks sleeps, once, when it finds InnoDB full, before it joins the queue.
   */
  innodb_thread_sleep_delay_us?: number | null,
  /** The sleep adapts up to this length. 0: it stays at innodb_thread_sleep_delay. */
  innodb_adaptive_max_sleep_delay_us?: number | null,
  /** A port that bypasses the pool: each of its connections has its own thread. 0: none. */
  extra_port?: number | null,
  /** The most connections through extra_port. */
  extra_max_connections?: number | null,
  /** How many pool threads stay, however long they are idle. */
  thread_pool_min_threads?: number | null,
};

/** A variable and its new value. */
export type SetGlobal = {
  /** The variable, by its own name. */
  variable: string,
  /** Its new value. */
  value: number | string | boolean,
};

/** A setting and its value. */
export type Setting = {
  /** `server`, `machine`, `start` or `run`. */
  section: string,
  /** Name in scenario files. */
  name: string,
  /** Value as words. */
  value: string,
  /** Given in the scenario; false: a default. */
  given: boolean,
};

/** The publication of a case. */
export type Source = {
  /** Author. */
  author: string,
  /** Title of the article. */
  title: string,
  /** Date as YYYY-MM-DD. */
  date: string,
  /** Address, if there is one. */
  url?: string | null,
};

/** A constant number of microseconds (at most three decimals), or a distribution. */
export type Span = Micros | RandomSpan;

/**
 * Something stalls the holder of the latch (a page fault, a lost time slice): no visit ends before
 * `at_us` + `for_us`.
 */
export type Stall = {
  /** When. */
  at_us: Micros,
  /** How long. */
  for_us: Micros,
};

/** The state at time 0. */
export type Start = {
  /** First round of the stall timer; by default one stall limit after the start. */
  first_tick_us?: number | null,
  /** Threads of each group. */
  threads?: StartThreads,
  /** Idle workers of each group besides the listener. */
  idle_workers?: number,
  /** Attempts to dequeue already counted in group 0. */
  dequeue_attempts?: number,
  /** CPU that a new connection's login takes. */
  login_cpu_us?: number,
};

/** The threads that exist at time 0. */
export type StartThreads = "listener" | "none";

/** How a thread got the request that it starts. */
export type StartedVia =
  | { "via": "listener_self_service" }
  | {
    "via": "queue",
    /** The queue it came from. */
    lane: Lane,
  }
  | { "via": "worker_poll" }
  | { "via": "buffered_data" }
  | { "via": "own_thread" }
  | { "via": "head" }
  | { "via": "direct_execution" }
  | { "via": "bound_thread" };

/** A class of statements. */
export type Statement = {
  /** Its name in the log. */
  name?: string,
  /** How often it is drawn, relative to the others; by default 1. */
  weight?: number | null,
  /** What it does. */
  steps: Array<Step>,
  /** From its end on, the connection holds (or no longer holds) locks. */
  holds_locks?: boolean | null,
};

/** Figures of all requests with one name. */
export type StatementFigures = {
  /** Name of the statement or its crowd; empty if neither has one. */
  name: string,
  /** Requests that were answered in the measured stretch. */
  finished: number,
  /** Requests under way at the end. */
  open: number,
  /** How long the oldest of those has been under way. */
  open_longest_ns: number,
  /** Latencies of the answered requests. */
  latency: LatencySummary,
  /** Lower bounds of the latencies once the requests under way are answered too. */
  at_least: LatencySummary | null,
};

/**
 * One step of a statement: exactly one of the fields, except `kind`, which belongs to `wait_us` and
 * `lock`.
 */
export type Step = {
  /** Uses this much CPU on its thread. */
  cpu_us?: Span | null,
  /** Waits this long in a wait that the server reports to the pool. */
  wait_us?: Span | null,
  /** The kind that is reported for the wait; by default `sleep` (`row_lock` for a lock). */
  kind?: WaitKind | null,
  /** Waits this long on the network (a slow client); reported as NET. */
  net_us?: Span | null,
  /**
   * Waits this long for an asynchronous commit: MariaDB from 10.6 on frees the thread meanwhile;
   * other servers keep it, unreported.
   */
  async_us?: Span | null,
  /**
   * Occupies its thread this long without CPU and without a report to the pool (a mutex, a page
   * fault).
   */
  unreported_us?: Span | null,
  /** Takes a named exclusive lock, first come, first served. */
  lock?: string | null,
  /** Releases it. */
  unlock?: string | null,
  /** The session's transaction becomes active (an engine is registered; BEGIN alone does not do that). */
  begin?: boolean | null,
  /** The transaction ends. */
  commit?: boolean | null,
  /** Visits the machine's hot latch: waits for it unreported, holds it, hands it over. */
  latch?: boolean | null,
  /** Takes an exclusive lock on a row drawn at random, until the transaction ends. */
  row_lock?: RowLock | null,
  /**
   * Sends a result of this many kilobytes. The part that the client has not read and the socket does
   * not buffer occupies the thread; reported as NET.
   */
  result_kb?: number | null,
};

/** Why a run stopped. */
export type Stopped = "until" | "budget_steps" | "budget_memory";

/** A table. */
export type Table = {
  /** Its name. */
  name: string,
  /** Names of the columns. */
  columns: Array<string>,
  /** Rows, one cell per column. */
  rows: Array<Array<Cell>>,
};

/** Index of a thread in the order of creation; never used twice in a run. */
export type ThreadId = number;

/** Why a thread was woken or created. */
export type Trigger =
  | {
    "trigger": "wait_began",
    /** The request that waits. */
    request: RequestId,
  }
  | { "trigger": "listener_found_none_active" }
  | { "trigger": "timer_no_listener" }
  | { "trigger": "timer_stalled" }
  | { "trigger": "connect" }
  | { "trigger": "group_change" }
  | { "trigger": "resume" }
  | { "trigger": "request_in_line" }
  | { "trigger": "start" }
  | { "trigger": "mutex_free" }
  | { "trigger": "core_free" }
  | { "trigger": "injected" }
  | {
    "trigger": "place_freed",
    /** The request that waits. */
    request: RequestId,
  }
  | { "trigger": "login" }
  | { "trigger": "statement_stalled" }
  | { "trigger": "checker_found_work" }
  | { "trigger": "more_work" }
  | { "trigger": "listener_queued" };

/** A server variable. */
export type Variable = {
  /** Name in the server. */
  name: string,
  /** Name in scenario files: with the unit appended. */
  field: string,
  /** Unit, empty for a plain number. */
  unit: string,
  /** The scheduler that has it. */
  scheduler: SchedulerName,
  /** The versions (of those that the engine has) to which this row applies. */
  versions: string[],
  /** Its values. */
  kind: VariableKind,
  /** SET GLOBAL changes it at run time. */
  dynamic: boolean,
  /** What it does, in a sentence. Pages read it from the generated table; the WebAssembly omits it. */
  help: string,
  /**
   * The first release that has it, if it is newer than the server's pool. Source: scheduler rules,
   * section 2.9; MySQL manual, "Server System Variables".
   */
  since?: string,
};

/** What values a variable takes. */
export type VariableKind =
  | {
    "type": "number",
    /** Least. */
    min: number,
    /** Greatest. */
    max: number,
    /** Default; null if it depends on the machine or is "not set". */
    default: number | null,
  }
  | {
    "type": "switch",
    /** Default. */
    default: boolean,
  }
  | {
    "type": "choice",
    /** The words. */
    values: string[],
    /** Default. */
    default: string,
  };

/**
 * The kinds of reported waits, with the numbers of the server's wait interface.
 * Source: scheduler rules, section 5; MariaDB's THREAD_POOL_WAITS lists them in this order.
 */
export type WaitKind = "unknown" | "sleep" | "diskio" | "row_lock" | "global_lock" | "meta_data_lock" | "table_lock" | "user_lock" | "binlog" | "group_commit" | "sync" | "net";

/** Why a request is not running at this moment. */
export type WaitReason =
  | { "reason": "connection_busy" }
  | { "reason": "no_free_connection" }
  | { "reason": "listener_waking" }
  | { "reason": "thread_starting" }
  | {
    "reason": "no_listener_until_timer",
    /** Threads of the group that execute and are active. */
    active: number,
    /** Threads of the group in reported waits. */
    waiting: number,
  }
  | {
    "reason": "no_listener_max_threads",
    /** Threads of the group. */
    threads: number,
    /** `thread_pool_max_threads`. */
    limit: number,
  }
  | {
    "reason": "active_threads_at_work",
    /** Active threads. */
    active: number,
  }
  | { "reason": "high_queue_first" }
  | {
    "reason": "saturated",
    /** Active threads. */
    active: number,
    /** The number that this version keeps active. */
    limit: number,
    /** `thread_pool_oversubscribe`, from which the limit follows. */
    oversubscribe: number,
  }
  | {
    "reason": "too_busy",
    /** Active threads. */
    active: number,
    /** Threads in reported waits. */
    waiting: number,
    /** 1 + `thread_pool_oversubscribe`. */
    limit: number,
  }
  | {
    "reason": "max_threads",
    /** Threads of the group. */
    threads: number,
    /** `thread_pool_max_threads`. */
    limit: number,
  }
  | {
    "reason": "nobody_woken_until_timer",
    /** Threads in reported waits. */
    waiting: number,
  }
  | {
    "reason": "more_threads_than_connections",
    /** Threads of the group. */
    threads: number,
  }
  | { "reason": "own_thread_waking" }
  | { "reason": "running" }
  | { "reason": "in_wait" }
  | {
    "reason": "lock_held",
    /** The lock: an index into the run's list of locks. */
    lock: number,
    /** The request that took it. */
    holder: RequestId,
  }
  | {
    "reason": "latch_held",
    /** Requests before it. */
    ahead: number,
  }
  | {
    "reason": "run_queue",
    /** Threads that wait for one, including this one. */
    runnable: number,
    /** Cores. */
    cores: number,
  }
  | {
    "reason": "disk_queue",
    /** Waits before it. */
    ahead: number,
    /** Channels. */
    channels: number,
  }
  | { "reason": "holds_latch" }
  | { "reason": "suspended" }
  | { "reason": "login_pending" }
  | {
    "reason": "all_workers_busy",
    /** Workers. */
    workers: number,
  }
  | { "reason": "own_worker_busy" }
  | { "reason": "mutex_passing" }
  | { "reason": "hand_over" }
  | {
    "reason": "all_workers_taken",
    /** Workers. */
    workers: number,
    /** Those that wait. */
    waiting: number,
  }
  | {
    "reason": "cores_busy",
    /** Pool threads that run. */
    running: number,
    /** Cores. */
    cores: number,
  }
  | {
    "reason": "innodb_full",
    /** Threads inside. */
    inside: number,
    /** `innodb_thread_concurrency`. */
    limit: number,
  }
  | { "reason": "waiter_executes" }
  | {
    "reason": "nobody_waits",
    /** Active threads. */
    active: number,
  }
  | {
    "reason": "place_free",
    /** Active threads. */
    active: number,
  }
  | {
    "reason": "statement_runs",
    /** Statements that are neither stalled nor in a reported wait. */
    running: number,
  }
  | {
    "reason": "transaction_limit",
    /** Threads with a connection. */
    bound: number,
    /** The group's share of `thread_pool_max_transactions_limit`. */
    limit: number,
  }
  | {
    "reason": "active_query_limit",
    /** Active threads. */
    active: number,
    /** `thread_pool_max_active_query_threads`. */
    limit: number,
  }
  | { "reason": "transaction_delay" };

/** Another duration of a step. */
export type Work = {
  /** The crowd, by its place in `clients`, from 0. */
  client: number,
  /** The statement, by its place in the crowd's `statements`, from 0. */
  statement?: number,
  /** The step, by its place in the statement's `steps`, from 0: one that has a duration. */
  step?: number,
  /** The duration. */
  span_us: Span,
};
