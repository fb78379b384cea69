//! The state of a server at a moment, from which a run goes on: read off a real server, or off a run that was
//! frozen. Times are on the run's clock, so that what was before the moment is in the past of that clock.

use super::span::{Micros, Span};
use super::workload::{Step, WaitKindName};
use crate::ids::ConnectionId;
use crate::reason::{Lane, LaneReason};

/// A state. What is left out has the default that is told with each field; a frozen run leaves nothing out
/// that decides how it goes on. Requests that were sent before, and changes and kills that are due at `at_us` or
/// earlier, have happened.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StartState {
    /// The moment on the run's clock at which the server is like this; the run goes on from here to `until_us`.
    /// All times of the state are on this clock: a wait that began 40 s ago has `since_us` 40 s before this.
    pub at_us: Micros,
    /// The stall timer's next round; one `thread_pool_stall_limit` after `at_us` unless told.
    pub next_tick_us: Option<Micros>,
    /// Its last round, the coarse clock of the queues; `at_us` unless told.
    pub last_tick_us: Option<Micros>,
    /// How much longer statements take of which `left_us` is not told: unknown, and drawn from this. Must be
    /// there if one is not told.
    pub unknown_left_us: Option<Span>,
    /// Thread groups, one entry each. A group without an entry has a listener and nothing to do.
    pub groups: Vec<StartGroup>,
    /// Threads of no group: one thread per connection, and `extra_port`. An idle connection there needs no entry: its
    /// thread reads. Those in the thread cache in the order in which they went there.
    pub threads: Vec<StartThread>,
    /// Connections of which more is known than that they are there and idle. Those of the scenario without an entry
    /// are idle, or not connected yet if they are `new`; those that the scenario does not have are added to it.
    pub connections: Vec<StartConnection>,
    /// Crowds. One that sends a stream (`open`, `bursts`) and has no entry begins it anew at `at_us`.
    pub clients: Vec<StartClients>,
    /// Since when creations of threads fail in vain; they do not unless told.
    pub blocked_since_us: Option<Micros>,
    /// The error log has been told of it.
    pub blocked_told: bool,
    /// CPU left on cores that are shared, to the last fraction; `left_us` of the threads says it unless told.
    pub cores: Option<StartCores>,
    /// What is due at one instant, in the order in which it comes; threads by place in this state, groups first. What is not
    /// told comes in the order of [`Due`], after what is.
    pub same_instant: Vec<Due>,
}

/// A thread group. Its counters follow from its threads.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StartGroup {
    /// GROUP_ID of THREAD_POOL_GROUPS.
    pub group_id: u32,
    /// Its threads. Standby threads in the order in which they went to sleep: the last one is woken first.
    pub threads: Vec<StartThread>,
    /// Queued with high priority, in order.
    pub high: Vec<StartQueued>,
    /// Queued with low priority, in order.
    pub low: Vec<StartQueued>,
    /// Sent and not read: it lies on the socket, and no table shows it. In order.
    pub unpolled: Vec<StartQueued>,
    /// IS_STALLED of THREAD_POOL_GROUPS.
    pub is_stalled: bool,
    /// When its last thread was created; long ago unless told.
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
    /// Was created and does not run yet.
    Creating,
    /// Was woken and does not run yet.
    Waking,
    /// Has no group: waits for its one client.
    Reading,
    /// Has no group: in the thread cache.
    Cached,
    /// Runs its connection's statement or login, on CPU.
    Cpu,
    /// Is in a wait that the server reports; `kind` says in which.
    Wait,
    /// Waits for the lock `lock`, which another connection holds; reported.
    Lock,
    /// Waits for the row `row`, which another connection has locked; reported.
    RowLock,
    /// Is held by its statement, neither on CPU nor in a wait that is reported.
    Unreported,
}

impl ThreadDoes {
    /// It runs the statement, or the login, of a connection.
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
    /// Whose statement it runs, or whom it waits for.
    pub connection: Option<ConnectionId>,
    /// Since when it does this; `at_us` unless told.
    pub since_us: Option<Micros>,
    /// How much longer its wait takes, or how much CPU the step of its statement still needs; drawn from
    /// `unknown_left_us` unless told.
    pub left_us: Option<Span>,
    /// When it stops doing this: a standby thread leaves (and one that was woken and finds nothing), a reading one's
    /// client is disconnected, a wait for a lock is given up or, where the lock is its own by now, over. Counted from
    /// `since_us` by the server's variables unless told.
    pub until_us: Option<Micros>,
    /// A thread that was created or woken, or a listener whose poll is about to return: when it runs; the machine's
    /// latency after `at_us` unless told.
    pub runs_us: Option<Micros>,
    /// Which wait is reported; `sleep` unless told, `row_lock` for locks.
    pub kind: Option<WaitKindName>,
    /// The lock that it waits for, by name.
    pub lock: Option<String>,
    /// The row that it waits for, by number.
    pub row: Option<u32>,
    /// So many wait before it for this lock; in the order of `since_us` unless told.
    pub ahead: Option<u32>,
    /// A cached thread is of `extra_port`.
    pub extra: bool,
}

/// An entry of a queue, or a request on a socket.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StartQueued {
    /// CONNECTION_ID of THREAD_POOL_QUEUES. None: a login, which has no id yet; the run gives it one of this group.
    pub connection: Option<ConnectionId>,
    /// Since when; `at_us` unless told.
    pub since_us: Option<Micros>,
    /// What the server's coarse clock said then (the stamp that QUEUEING_TIME and
    /// `thread_pool_prio_kickup_timer` count from); `since_us` unless told.
    pub stamp_us: Option<Micros>,
}

/// A connection. Where it is (idle, on a socket, in a queue, on a thread) is said by who names it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StartConnection {
    /// The id that SHOW PROCESSLIST prints.
    pub id: ConnectionId,
    /// Its group; id modulo `thread_pool_size` unless told. Another one after the size was changed.
    pub group_id: Option<u32>,
    /// What it has sent and not got an answer to. Without it, a connection on a thread, in a queue or on a socket has
    /// asked for something that takes no time from then on.
    pub request: Option<StartRequest>,
    /// Sent while it was busy, or before it was logged in.
    pub behind: Vec<StartRequest>,
    /// Since when it is idle, or suspended; `at_us` unless told.
    pub since_us: Option<Micros>,
    /// Its transaction is active; as in the scenario unless told.
    pub in_transaction: Option<bool>,
    /// It holds table, metadata or user-level locks; as in the scenario unless told.
    pub holds_locks: Option<bool>,
    /// Locks that it holds, by name.
    pub locks: Vec<String>,
    /// Rows that its transaction, or its statement, has locked, by number.
    pub rows: Vec<u32>,
    /// It is not connected yet.
    pub new: bool,
    /// Its login is not over.
    pub login: bool,
    /// KILL CONNECTION has come, or `wait_timeout`: its next turn on a thread tears it down.
    pub killed: bool,
    /// KILL QUERY has come for the statement that is on a thread.
    pub query_killed: bool,
    /// It is gone.
    pub closed: bool,
    /// MariaDB: the queue that its next statement joins, and why; by its transaction and `thread_pool_priority` unless told.
    pub priority: Option<(Lane, LaneReason)>,
    /// Percona: what is left of `thread_pool_high_prio_tickets`; all unless told.
    pub high_prio_tickets: Option<u64>,
    /// When it is idle for too long; by `wait_timeout` from `since_us` on unless told. What is past is acted on at the
    /// next tick of the stall timer.
    pub idle_until_us: Option<Micros>,
    /// Suspended, on no thread: when its completion comes.
    pub resumes_us: Option<Micros>,
    /// When its loop or closed crowd sends its next statement; after a think time from `at_us` unless told.
    pub next_statement_us: Option<Micros>,
    /// Statements that its loop or closed crowd has sent on it.
    pub statements_sent: u64,
    /// Where its random stream of service times and statements is: four words; at its beginning unless told.
    pub rng: Option<[u32; 4]>,
    /// Where its random stream of think times is; at its beginning unless told.
    pub rng_think: Option<[u32; 4]>,
}

/// A request that was sent and is not answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StartRequest {
    /// Its name in the log.
    pub name: String,
    /// When the client sent it; when it came to where it is unless told.
    pub sent_us: Option<Micros>,
    /// When a thread began it. One that is on a thread: since the thread does what it does unless told; others
    /// have not begun unless told.
    pub begun_us: Option<Micros>,
    /// What it does from here on; on a thread: after what the thread does at the moment.
    pub steps: Vec<Step>,
    /// From its end on, the connection holds (or no longer holds) locks.
    pub holds_locks: Option<bool>,
    /// Its connection's loop or crowd sent it and goes on when it is answered; so unless told, where there is one.
    pub driven: Option<bool>,
    /// Its number in its crowd's stream, which decides its draws.
    pub serial: u32,
}

/// A crowd. All but `statements_sent` is for those that send a stream.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StartClients {
    /// Its place in the scenario's `clients`.
    pub clients: u32,
    /// When its next batch is due; drawn, from `at_us` on, unless told.
    pub next_us: Option<Micros>,
    /// Requests that it has sent.
    pub statements_sent: u64,
    /// Connections without a request, the one that has been free longest first; its idle ones in the order of
    /// their ids unless told.
    pub free: Option<Vec<ConnectionId>>,
    /// Requests that found no free connection.
    pub backlog: Vec<StartRequest>,
    /// Where its random stream is: four words; at its beginning unless told.
    pub rng: Option<[u32; 4]>,
}

/// Cores that are shared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StartCores {
    /// Up to when the CPU that the threads have had was counted.
    pub counted_us: Micros,
    /// Threads on the cores, in the order in which they came.
    pub running: Vec<StartCpu>,
}

/// CPU that a thread's step still needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StartCpu {
    /// Whose statement or login it is.
    pub connection: ConnectionId,
    /// In 1/1024 of a nanosecond, as of `counted_us`.
    pub left_ns_1024ths: u64,
}

/// Something that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Due {
    /// The stall timer's round.
    Tick,
    /// The next end of a step on shared cores.
    Cores,
    /// Whatever the thread waits for.
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
    /// Id of the connection.
    pub connection: ConnectionId,
    /// KILL QUERY: its statement alone. Without it KILL CONNECTION.
    pub query: bool,
}
