//! Why things happen and why requests wait: data, never sentences. The words for each variant
//! stand in the message catalogue under a key made from the variant's name.

use serde::Serialize;

use crate::ids::{GroupId, RequestId, TimeNs};

/// The two queues of a group, and how a request got past them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Lane {
    /// The high-priority queue.
    High,
    /// The low-priority queue.
    Low,
}

/// Why a request was put into the queue that it was put into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum LaneReason {
    /// Neither in a transaction nor favoured by a variable.
    Autocommit,
    /// The session's transaction is active.
    InTransaction,
    /// A variable sends every statement of this session there.
    ByVariable,
    /// A new connection's login.
    Login,
    /// Percona: the session holds table, metadata or user-level locks.
    HoldsLocks,
    /// Percona: `thread_pool_high_prio_tickets` are used up; this turn is low and refills them.
    TicketsSpent,
    /// MariaDB: the connection was killed or timed out.
    Killed,
    /// Percona from September 2025: the connection came in by the admin port.
    AdminPort,
    /// There is one line, first come first served.
    InOrder,
    /// Two queues were drawn; this was the shorter one, those in service counted.
    ShorterOfTwo {
        /// Its length.
        length: u32,
        /// The other one that was drawn.
        other: GroupId,
        /// The other one's length.
        other_length: u32,
    },
    /// MySQL 6.0: put in front; the newest is taken first.
    NewestFirst,
    /// MariaDB on Windows: handed to the system's queue.
    Submitted,
    /// MariaDB on Windows: a request of low priority goes to the end of that queue once more.
    Resubmitted,
}

/// How a thread came by the request that it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(tag = "via", rename_all = "snake_case")]
pub enum StartedVia {
    /// The listener serves an event itself, because the queues were empty when it polled.
    ListenerSelfService,
    /// A worker took it from the head of a queue.
    Queue {
        /// The queue it came from.
        lane: Lane,
    },
    /// A worker polled the sockets without waiting and served what it found.
    WorkerPoll,
    /// More data of this client was already buffered: served without a queue.
    BufferedData,
    /// The connection's own thread (one thread per connection, extra port).
    OwnThread,
    /// From the one list or queue of a pool that has only one.
    Head,
    /// Oracle: the waiting thread executes it itself; it was alone.
    DirectExecution,
    /// Oracle: the thread had stayed with the connection, whose transaction is open.
    BoundThread,
}

/// Who asked for a thread to be woken or created.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(tag = "trigger", rename_all = "snake_case")]
pub enum Trigger {
    /// A request began a reported wait and left the group with no active thread.
    WaitBegan {
        /// The request that waits.
        request: RequestId,
    },
    /// The listener queued events and found no active thread.
    ListenerFoundNoneActive,
    /// The stall timer found no listener and no event since the last check.
    TimerNoListener,
    /// The stall timer found a queue that nobody had tried to take from since the last check.
    TimerStalled,
    /// A new connection arrived at a group with no active thread.
    Connect,
    /// A connection moved to a group that has no thread (`thread_pool_size` was changed).
    GroupChange,
    /// A suspended request became ready and no thread was active.
    Resume,
    /// A request came into line and a worker was idle.
    RequestInLine,
    /// The run's initial state.
    Start,
    /// MySQL 6.0: the pool's one mutex came free.
    MutexFree,
    /// MariaDB on Windows: there is work, and a core without a running pool thread.
    CoreFree,
    /// MariaDB on Windows: the queue stood still although a thread ran on every core.
    Injected,
    /// Oracle: a request began a reported wait and freed its place.
    PlaceFreed {
        /// The request that waits.
        request: RequestId,
    },
    /// Oracle: a connection is to be logged in, by a thread that does nothing else.
    Login,
    /// Oracle: the checker marked a statement as stalled.
    StatementStalled,
    /// Oracle: the checker found work and no thread for it.
    CheckerFoundWork,
    /// Oracle: a thread that took a statement found more work, or nobody waiting.
    MoreWork,
    /// Oracle: the dedicated listener has queued statements.
    ListenerQueued,
}

/// Why no thread was created when one was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum RefuseReason {
    /// `thread_pool_max_threads` is reached, counted over all groups.
    MaxThreads {
        /// Pool threads in all groups.
        threads: u32,
        /// `thread_pool_max_threads`.
        limit: u32,
    },
    /// The group has more threads than connections.
    MoreThreadsThanConnections {
        /// Threads of the group.
        threads: u32,
        /// Connections of the group.
        connections: u32,
    },
    /// The last creation is too recent for this many threads.
    Throttled {
        /// Threads of the group.
        threads: u32,
        /// The interval that must pass between creations.
        interval_ns: TimeNs,
        /// Time since the last creation.
        since_ns: TimeNs,
    },
    /// Oracle: the group has the threads that its transaction limit needs.
    TransactionLimit {
        /// Query threads of the group.
        threads: u32,
        /// The group's share of `thread_pool_max_transactions_limit`.
        limit: u32,
    },
}

/// Why a thread went to sleep on the group's stack of idle workers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum IdleReason {
    /// Nothing to do: queues and sockets are empty, and somebody listens.
    NothingToDo,
    /// Too many active threads: oversubscribe.
    Saturated {
        /// Active threads, this one included.
        active: u32,
        /// 1 + `thread_pool_oversubscribe`.
        limit: u32,
    },
    /// Percona: active plus waiting threads exceed 1 + oversubscribe; the low queue is shut.
    TooBusy {
        /// Active threads.
        active: u32,
        /// Threads in reported waits.
        waiting: u32,
        /// 1 + `thread_pool_oversubscribe`.
        limit: u32,
    },
    /// One thread per connection: the client has nothing to ask.
    AwaitsClient,
    /// Nobody is in line.
    NobodyInLine,
    /// MySQL 6.0: another thread holds the pool's one mutex.
    AwaitsMutex,
    /// Nothing is queued.
    QueueEmpty,
    /// MariaDB on Windows: a pool thread runs on every core.
    CoresBusy {
        /// Pool threads that run.
        running: u32,
        /// Cores.
        cores: u32,
    },
    /// Oracle: a consumer is woken first.
    Consumer,
    /// Oracle: a reserve is woken when there is no consumer.
    Reserve,
}

/// Why a request is not running at this moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum WaitReason {
    /// Its own connection is still busy with an earlier request.
    ConnectionBusy,
    /// The application has no free connection to send it on.
    NoFreeConnection,
    /// The listener's poll is about to return it.
    ListenerWaking,
    /// A thread was woken or created and is on its way.
    ThreadStarting,
    /// Nobody listens: every thread of the group executes, and creation waits for the stall timer.
    NoListenerUntilTimer {
        /// Threads of the group that execute and are active.
        active: u32,
        /// Threads of the group in reported waits.
        waiting: u32,
    },
    /// Nobody listens, and `thread_pool_max_threads` forbids another thread.
    NoListenerMaxThreads {
        /// Threads of the group.
        threads: u32,
        /// `thread_pool_max_threads`.
        limit: u32,
    },
    /// Active threads of the group are at work; nobody else is woken for the queue before the
    /// stall timer finds it untouched.
    ActiveThreadsAtWork {
        /// Active threads.
        active: u32,
    },
    /// The high queue goes first.
    HighQueueFirst,
    /// As many active threads as oversubscribe keeps: one more would find itself too many.
    Saturated {
        /// Active threads.
        active: u32,
        /// 1 + `thread_pool_oversubscribe`.
        limit: u32,
    },
    /// Percona: running plus waiting threads fill 1 + oversubscribe; the low queue is shut.
    TooBusy {
        /// Active threads.
        active: u32,
        /// Threads in reported waits.
        waiting: u32,
        /// 1 + `thread_pool_oversubscribe`.
        limit: u32,
    },
    /// All threads of the group wait, and `thread_pool_max_threads` forbids another.
    MaxThreads {
        /// Threads of the group.
        threads: u32,
        /// `thread_pool_max_threads`.
        limit: u32,
    },
    /// All threads of the group wait; the listener wakes nobody because no one is idle and it is
    /// not alone. The stall timer will.
    NobodyWokenUntilTimer {
        /// Threads in reported waits.
        waiting: u32,
    },
    /// The group has more threads than connections: none is added.
    MoreThreadsThanConnections {
        /// Threads of the group.
        threads: u32,
    },
    /// The connection's own thread is on its way.
    OwnThreadWaking,
    /// On a thread, using CPU or sharing a core.
    Running,
    /// In a wait that the server reports to the pool.
    InWait,
    /// Another request holds the lock.
    LockHeld {
        /// Name of the lock, as index into the run's list of locks.
        lock: u32,
        /// The request that took it.
        holder: RequestId,
    },
    /// Another request holds the latch; so many come first, the holder included.
    LatchHeld {
        /// Requests before it.
        ahead: u32,
    },
    /// Every core is at work.
    RunQueue {
        /// Threads that wait for one, this one included.
        runnable: u32,
        /// Cores.
        cores: u32,
    },
    /// In a reported wait for the disk, whose channels are all at work.
    DiskQueue {
        /// Waits before it.
        ahead: u32,
        /// Channels.
        channels: u32,
    },
    /// On a thread, holding the latch.
    HoldsLatch,
    /// Suspended until an asynchronous completion; no thread is held.
    Suspended,
    /// The connection's login is not finished.
    LoginPending,
    /// Every worker of the one queue serves another request.
    AllWorkersBusy {
        /// Workers.
        workers: u32,
    },
    /// The one worker of its queue serves another request; idle workers of other queues do not help.
    OwnWorkerBusy,
    /// MySQL 6.0: the pool's one mutex is passed on, or another thread holds it.
    MutexPassing,
    /// MySQL 6.0: a worker has it and holds the mutex for the hand-over.
    HandOver,
    /// MySQL 6.0: every worker has a statement, running or waiting, and there are never more.
    AllWorkersTaken {
        /// Workers.
        workers: u32,
        /// Those that wait.
        waiting: u32,
    },
    /// MariaDB on Windows: a pool thread runs on every core.
    CoresBusy {
        /// Pool threads that run.
        running: u32,
        /// Cores.
        cores: u32,
    },
    /// `innodb_thread_concurrency`: as many threads are inside InnoDB as may be.
    InnodbFull {
        /// Threads inside.
        inside: u32,
        /// `innodb_thread_concurrency`.
        limit: u32,
    },
    /// Oracle: the waiting thread executes a statement itself, so that nobody polls.
    WaiterExecutes,
    /// Oracle: nobody waits at the sockets.
    NobodyWaits {
        /// Active threads.
        active: u32,
    },
    /// Oracle: the group has a place free, and no thread is awake to take it.
    PlaceFree {
        /// Active threads.
        active: u32,
    },
    /// Oracle: the group runs as many statements as it may, stalled ones not counted.
    StatementRuns {
        /// Statements that are neither stalled nor in a reported wait.
        running: u32,
    },
    /// Oracle: as many threads as the transaction limit allows are with a connection.
    TransactionLimit {
        /// Threads with a connection.
        bound: u32,
        /// The group's share of `thread_pool_max_transactions_limit`.
        limit: u32,
    },
    /// Oracle: `thread_pool_max_active_query_threads`.
    ActiveQueryLimit {
        /// Active threads.
        active: u32,
        /// `thread_pool_max_active_query_threads`.
        limit: u32,
    },
    /// Oracle: `thread_pool_transaction_delay`.
    TransactionDelay,
}

/// The kinds of reported waits, with the numbers of the server's wait interface.
/// Source: scheduler rules, section 5; MariaDB's THREAD_POOL_WAITS lists them in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum WaitKind {
    /// Not told.
    Unknown = 0,
    /// `SLEEP()`.
    Sleep = 1,
    /// A page read or write.
    Diskio = 2,
    /// A row lock.
    RowLock = 3,
    /// A global lock.
    GlobalLock = 4,
    /// A metadata lock, GET_LOCK included.
    MetaDataLock = 5,
    /// A table lock.
    TableLock = 6,
    /// A user lock.
    UserLock = 7,
    /// Waiting for the binary log (MASTER_POS_WAIT and its like).
    Binlog = 8,
    /// A follower in a group commit.
    GroupCommit = 9,
    /// fsync.
    Sync = 10,
    /// The network would block.
    Net = 11,
}

impl WaitKind {
    /// All kinds in the order of THREAD_POOL_WAITS.
    pub const ALL: [WaitKind; 12] = [
        WaitKind::Unknown,
        WaitKind::Sleep,
        WaitKind::Diskio,
        WaitKind::RowLock,
        WaitKind::GlobalLock,
        WaitKind::MetaDataLock,
        WaitKind::TableLock,
        WaitKind::UserLock,
        WaitKind::Binlog,
        WaitKind::GroupCommit,
        WaitKind::Sync,
        WaitKind::Net,
    ];

    /// The name that THREAD_POOL_WAITS prints.
    pub fn server_name(self) -> &'static str {
        match self {
            WaitKind::Unknown => "UNKNOWN",
            WaitKind::Sleep => "SLEEP",
            WaitKind::Diskio => "DISKIO",
            WaitKind::RowLock => "ROW_LOCK",
            WaitKind::GlobalLock => "GLOBAL_LOCK",
            WaitKind::MetaDataLock => "META_DATA_LOCK",
            WaitKind::TableLock => "TABLE_LOCK",
            WaitKind::UserLock => "USER_LOCK",
            WaitKind::Binlog => "BINLOG",
            WaitKind::GroupCommit => "GROUP_COMMIT",
            WaitKind::Sync => "SYNC",
            WaitKind::Net => "NET",
        }
    }
}
