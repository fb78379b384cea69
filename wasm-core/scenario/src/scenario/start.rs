//! The state of a server at one moment, from which a run starts: read from a real server, or from a frozen
//! run. Times are on the run's clock, so anything before that moment is in the past of that clock.

use super::span::{Micros, Span};
use super::workload::{Step, WaitKindName};
use crate::ids::ConnectionId;
use crate::reason::{Lane, LaneReason};

/// A state. Omitted fields have the default documented with each; a frozen run omits nothing that affects
/// its future. Earlier requests, and changes and kills due at `at_us` or earlier, have already happened.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StartState {
    /// The moment of the state on the run's clock; the run continues from here to `until_us`. All times of
    /// the state are on this clock: a wait that began 40 s ago has a `since_us` 40 s before this.
    pub at_us: Micros,
    /// The stall timer's next round; by default one `thread_pool_stall_limit` after `at_us`.
    pub next_tick_us: Option<Micros>,
    /// Its last round, the coarse clock of the queues; by default `at_us`.
    pub last_tick_us: Option<Micros>,
    /// Remaining time of statements without `left_us`: unknown, and drawn from this. Required if there is
    /// such a statement.
    pub unknown_left_us: Option<Span>,
    /// Thread groups, one entry each. A group without an entry has a listener and nothing to do.
    pub groups: Vec<StartGroup>,
    /// Threads without a group: one thread per connection, and `extra_port`. An idle connection there needs
    /// no entry, because its thread reads. Those in the thread cache are in the order in which they entered
    /// it.
    pub threads: Vec<StartThread>,
    /// Connections that are more than existing and idle. Connections of the scenario without an entry are
    /// idle, or not connected yet if they are `new`; entries that the scenario does not have are added to
    /// it.
    pub connections: Vec<StartConnection>,
    /// Crowds. One that sends a stream (`open`, `bursts`) and has no entry restarts it at `at_us`.
    pub clients: Vec<StartClients>,
    /// Since when creations of threads have failed; by default they have not.
    pub blocked_since_us: Option<Micros>,
    /// Whether the message about it is in the error log.
    pub blocked_reported: bool,
    /// CPU left on shared cores, to the last fraction; by default given by `left_us` of the threads.
    pub cores: Option<StartCores>,
    /// Events of the same instant, in their order; threads by position in this state, groups first. Events
    /// not listed follow in the order of [`Due`].
    pub same_instant: Vec<Due>,
}

/// A thread group. Its counters follow from its threads.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StartGroup {
    /// GROUP_ID of THREAD_POOL_GROUPS.
    pub group_id: u32,
    /// Its threads. Standby threads are in the order in which they went to sleep: the last one is woken
    /// first.
    pub threads: Vec<StartThread>,
    /// Queued with high priority, in order.
    pub high: Vec<StartQueued>,
    /// Queued with low priority, in order.
    pub low: Vec<StartQueued>,
    /// Sent but unread on the socket, and shown in no table. In order.
    pub unpolled: Vec<StartQueued>,
    /// IS_STALLED of THREAD_POOL_GROUPS.
    pub is_stalled: bool,
    /// When its last thread was created; by default long ago.
    pub last_thread_creation_us: Option<Micros>,
    /// Events that the poll returned since the timer last looked.
    pub io_event_count: u32,
    /// Attempts to take from the queues since the timer last looked.
    pub queue_event_count: u32,
}

/// What a thread does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ThreadDoes {
    /// Sleeps in reserve (STANDBY_THREADS).
    #[default]
    Standby,
    /// Polls for its group (HAS_LISTENER).
    Listener,
    /// Created, not running yet.
    Creating,
    /// Woken, not running yet.
    Waking,
    /// Without a group: waits for its one client.
    Reading,
    /// Without a group: in the thread cache.
    Cached,
    /// Runs its connection's statement or login, on CPU.
    Cpu,
    /// In a reported wait of the given `kind`.
    Wait,
    /// Waits for the lock `lock`, which another connection holds; reported.
    Lock,
    /// Waits for the row `row`, which another connection has locked; reported.
    RowLock,
    /// Blocked by its statement, neither on CPU nor in a reported wait.
    Unreported,
}

impl ThreadDoes {
    /// Whether it runs the statement or the login of a connection.
    pub fn executes(self) -> bool {
        use ThreadDoes::{Cpu, Lock, RowLock, Unreported, Wait};
        matches!(self, Cpu | Wait | Lock | RowLock | Unreported)
    }
}

/// A thread.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StartThread {
    /// What it does.
    pub does: ThreadDoes,
    /// The connection whose statement it runs, or for which it waits.
    pub connection: Option<ConnectionId>,
    /// Since when it does this; by default `at_us`.
    pub since_us: Option<Micros>,
    /// How much longer its wait takes, or how much CPU the step of its statement still needs; by default
    /// drawn from `unknown_left_us`.
    pub left_us: Option<Span>,
    /// When it stops doing this: a standby thread exits (as does a woken one that finds nothing), the client
    /// of a reading thread is disconnected, a wait for a lock is given up or, if the lock is now its own,
    /// over. By default counted from `since_us` by the server's variables.
    pub until_us: Option<Micros>,
    /// When a created or woken thread runs, or a listener's poll returns; by default the machine's latency
    /// after `at_us`.
    pub runs_us: Option<Micros>,
    /// The kind of the reported wait; by default `sleep`, and `row_lock` for locks.
    pub kind: Option<WaitKindName>,
    /// The lock that it waits for, by name.
    pub lock: Option<String>,
    /// The row that it waits for, by number.
    pub row: Option<u32>,
    /// How many wait before it for this lock; by default in the order of `since_us`.
    pub ahead: Option<u32>,
    /// Whether a cached thread belongs to `extra_port`.
    pub extra: bool,
}

/// An entry of a queue, or a request on a socket.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StartQueued {
    /// CONNECTION_ID of THREAD_POOL_QUEUES. None: a login, which has no ID yet; the run assigns one of this
    /// group.
    pub connection: Option<ConnectionId>,
    /// Since when; by default `at_us`.
    pub since_us: Option<Micros>,
    /// The server's coarse clock at that time (the stamp from which QUEUEING_TIME and
    /// `thread_pool_prio_kickup_timer` count); by default `since_us`.
    pub stamp_us: Option<Micros>,
}

/// A connection. Its place (idle, on a socket, in a queue, on a thread) follows from the entry that names
/// it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StartConnection {
    /// The ID that SHOW PROCESSLIST prints.
    pub id: ConnectionId,
    /// Its group; by default the ID modulo `thread_pool_size`. Differs after the size was changed.
    pub group_id: Option<u32>,
    /// Its request without an answer. Without this field, a connection on a thread, in a queue or on a
    /// socket has a request that takes no more time.
    pub request: Option<StartRequest>,
    /// Sent while it was busy, or before it was logged in.
    pub behind: Vec<StartRequest>,
    /// Since when it has been idle or suspended; by default `at_us`.
    pub since_us: Option<Micros>,
    /// Whether its transaction is active; by default as in the scenario.
    pub in_transaction: Option<bool>,
    /// Whether it holds table, metadata or user-level locks; by default as in the scenario.
    pub holds_locks: Option<bool>,
    /// Locks that it holds, by name.
    pub locks: Vec<String>,
    /// Rows that its transaction or its statement has locked, by number.
    pub rows: Vec<u32>,
    /// It is not connected yet.
    pub new: bool,
    /// Its login has not ended.
    pub login: bool,
    /// After KILL CONNECTION or `wait_timeout`: its next turn on a thread tears it down.
    pub killed: bool,
    /// KILL QUERY has arrived for its statement on a thread.
    pub query_killed: bool,
    /// It is gone.
    pub closed: bool,
    /// MariaDB: the queue that its next statement joins, and why; by default from its transaction and
    /// `thread_pool_priority`.
    pub priority: Option<(Lane, LaneReason)>,
    /// Percona: what is left of `thread_pool_high_prio_tickets`; by default all.
    pub high_prio_tickets: Option<u64>,
    /// When it will have been idle for too long; by default `wait_timeout` after `since_us`. Past times take
    /// effect at the next tick of the stall timer.
    pub idle_until_us: Option<Micros>,
    /// Suspended, on no thread: the time of its completion.
    pub resumes_us: Option<Micros>,
    /// When its loop or closed crowd sends its next statement; by default after a think time from `at_us`.
    pub next_statement_us: Option<Micros>,
    /// Statements that its loop or closed crowd has sent on it.
    pub statements_sent: u64,
    /// State of its random stream of service times and statements: four words; by default the beginning.
    pub rng: Option<[u32; 4]>,
    /// State of its random stream of think times; by default the beginning.
    pub rng_think: Option<[u32; 4]>,
}

/// A request without an answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StartRequest {
    /// Its name in the log.
    pub name: String,
    /// When the client sent it; by default when it reached its place.
    pub sent_us: Option<Micros>,
    /// When a thread started it. By default, on a thread: since when the thread does what it does; others
    /// have not started.
    pub begun_us: Option<Micros>,
    /// Its remaining steps; on a thread: after the thread's current one.
    pub steps: Vec<Step>,
    /// From its end on, the connection holds (or no longer holds) locks.
    pub holds_locks: Option<bool>,
    /// Sent by its connection's loop or crowd, which continues when it is answered; by default true if there
    /// is one.
    pub driven: Option<bool>,
    /// Its number in its crowd's stream, which determines its draws.
    pub serial: u32,
}

/// A crowd. All fields except `statements_sent` are for streams.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StartClients {
    /// Its index in the scenario's `clients`.
    pub clients: u32,
    /// When its next batch is due; by default drawn from `at_us` on.
    pub next_us: Option<Micros>,
    /// Requests that it has sent.
    pub statements_sent: u64,
    /// Connections without a request, the one that has been free longest first; by default its idle ones in
    /// order of their IDs.
    pub free: Option<Vec<ConnectionId>>,
    /// Requests that found no free connection.
    pub backlog: Vec<StartRequest>,
    /// State of its random stream: four words; by default the beginning.
    pub rng: Option<[u32; 4]>,
}

/// Shared cores.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StartCores {
    /// The time up to which the threads' CPU use has been counted.
    pub counted_us: Micros,
    /// Threads on the cores, in order of arrival.
    pub running: Vec<StartCpu>,
}

/// CPU that a thread's step still needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StartCpu {
    /// The connection whose statement or login it is.
    pub connection: ConnectionId,
    /// In 1/1024 of a nanosecond, as of `counted_us`.
    pub left_ns_1024ths: u64,
}

/// A pending event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Due {
    /// The stall timer's round.
    Tick,
    /// The next end of a step on shared cores.
    Cores,
    /// Anything that the thread waits for.
    Thread(u32),
    /// A single request of the scenario.
    Request(u32),
    /// A `SET GLOBAL`.
    Change(u32),
    /// A `KILL`.
    Kill(u32),
    /// The next batch of a crowd's stream.
    Clients(u32),
    /// A connection's next statement.
    Statement(ConnectionId),
    /// A suspended request's completion.
    Resume(ConnectionId),
}

/// `KILL` at a given time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kill {
    /// When.
    pub at_us: u64,
    /// ID of the connection.
    pub connection: ConnectionId,
    /// KILL QUERY: only its statement. Otherwise KILL CONNECTION.
    pub query: bool,
}
