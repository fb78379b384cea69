//! Why a request does not run.

use serde::Serialize;

use crate::ids::RequestId;

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
    /// A thread was woken or created and is not running yet.
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
    /// Active threads of the group are busy, and no other is woken for the queue before the stall timer
    /// finds it untouched.
    ActiveThreadsAtWork {
        /// Active threads.
        active: u32,
    },
    /// The high queue goes first.
    HighQueueFirst,
    /// Oversubscribe keeps this many threads active; one more would be too many.
    Saturated {
        /// Active threads.
        active: u32,
        /// The number that this version keeps active.
        limit: u32,
        /// `thread_pool_oversubscribe`, from which the limit follows.
        oversubscribe: u32,
    },
    /// Percona: running plus waiting threads fill 1 + oversubscribe; the low queue is closed.
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
    /// All threads of the group wait; the listener wakes none because no one is idle and it is not alone.
    /// The stall timer will.
    NobodyWokenUntilTimer {
        /// Threads in reported waits.
        waiting: u32,
    },
    /// The group has more threads than connections, so none is added.
    MoreThreadsThanConnections {
        /// Threads of the group.
        threads: u32,
    },
    /// The connection's own thread is waking up.
    OwnThreadWaking,
    /// On a thread, using CPU or sharing a core.
    Running,
    /// In a wait that the server reports to the pool.
    InWait,
    /// Another request holds the lock.
    LockHeld {
        /// The lock: an index into the run's list of locks.
        lock: u32,
        /// The request that took it.
        holder: RequestId,
    },
    /// Another request holds the latch; this many come first, including the holder.
    LatchHeld {
        /// Requests before it.
        ahead: u32,
    },
    /// Every core is busy.
    RunQueue {
        /// Threads that wait for one, including this one.
        runnable: u32,
        /// Cores.
        cores: u32,
    },
    /// In a reported wait for the disk, whose channels are all busy.
    DiskQueue {
        /// Waits before it.
        ahead: u32,
        /// Channels.
        channels: u32,
    },
    /// On a thread, holding the latch.
    HoldsLatch,
    /// Suspended until an asynchronous completion; it occupies no thread.
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
    /// MySQL 6.0: the pool's one mutex is being passed on, or another thread holds it.
    MutexPassing,
    /// MySQL 6.0: a worker has taken it and holds the mutex for the hand-over.
    HandOver,
    /// MySQL 6.0: every worker has a statement, running or waiting, and workers are never added.
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
    /// `innodb_thread_concurrency`: InnoDB contains as many threads as allowed.
    InnodbFull {
        /// Threads inside.
        inside: u32,
        /// `innodb_thread_concurrency`.
        limit: u32,
    },
    /// Oracle: the waiting thread executes a statement itself, so nobody polls.
    WaiterExecutes,
    /// Oracle: nobody waits at the sockets.
    NobodyWaits {
        /// Active threads.
        active: u32,
    },
    /// Oracle: the group has a free place, and no thread is awake to take it.
    PlaceFree {
        /// Active threads.
        active: u32,
    },
    /// Oracle: the group runs as many statements as it may, not counting stalled ones.
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
