//! Why a thread is woken, created, refused, or goes to sleep.

use serde::Serialize;

use crate::ids::{RequestId, TimeNs};

/// Why a thread was woken or created.
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
    /// A connection moved to a group without a thread (`thread_pool_size` was changed).
    GroupChange,
    /// A suspended request became ready and no thread was active.
    Resume,
    /// A request was queued while a worker was idle.
    RequestInLine,
    /// The run's initial state.
    Start,
    /// MySQL 6.0: the pool's one mutex became free.
    MutexFree,
    /// MariaDB on Windows: there is work, and a core without a running pool thread.
    CoreFree,
    /// MariaDB on Windows: the queue did not move although a thread ran on every core.
    Injected,
    /// Oracle: a request began a reported wait and freed its place.
    PlaceFreed {
        /// The request that waits.
        request: RequestId,
    },
    /// Oracle: a connection needs a login, by a dedicated thread.
    Login,
    /// Oracle: the checker marked a statement as stalled.
    StatementStalled,
    /// Oracle: the checker found work and no thread for it.
    CheckerFoundWork,
    /// Oracle: a thread that took a statement found more work, or no waiting thread.
    MoreWork,
    /// Oracle: the dedicated listener has queued statements.
    ListenerQueued,
}

/// Why no thread was created.
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
    /// Nothing to do: queues and sockets are empty, and another thread listens.
    NothingToDo,
    /// Too many active threads: oversubscribe.
    Saturated {
        /// Active threads, this one included.
        active: u32,
        /// The number that this version keeps active.
        limit: u32,
        /// `thread_pool_oversubscribe`, from which the limit follows.
        oversubscribe: u32,
    },
    /// Percona: active plus waiting threads exceed 1 + oversubscribe; the low queue is closed.
    TooBusy {
        /// Active threads.
        active: u32,
        /// Threads in reported waits.
        waiting: u32,
        /// 1 + `thread_pool_oversubscribe`.
        limit: u32,
    },
    /// One thread per connection: the client sends nothing.
    AwaitsClient,
    /// No request is queued.
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
