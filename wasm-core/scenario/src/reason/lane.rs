//! Which queue a request joined, and how it left it.

use serde::Serialize;

use crate::ids::GroupId;

/// The two queues of a group, and how a request bypassed them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Lane {
    /// The high-priority queue.
    High,
    /// The low-priority queue.
    Low,
}

/// Why a request was put into this queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum LaneReason {
    /// Not in a transaction, and not favoured by a variable.
    Autocommit,
    /// The session's transaction is active.
    InTransaction,
    /// A variable sends every statement of this session there.
    ByVariable,
    /// A new connection's login.
    Login,
    /// Percona: the session holds table, metadata or user-level locks.
    HoldsLocks,
    /// Percona: `thread_pool_high_prio_tickets` are spent; this turn is low and refills them.
    TicketsSpent,
    /// MariaDB: the connection was killed or timed out.
    Killed,
    /// Percona from September 2025: the connection came through the admin port.
    AdminPort,
    /// There is only one queue: first come, first served.
    InOrder,
    /// Two queues were drawn; this was the shorter one, including requests in service.
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
    /// MariaDB on Windows: a low-priority request goes to the end of that queue once more.
    Resubmitted,
}

/// How a thread got the request that it starts.
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
    /// From the single list or queue of a pool that has only one.
    Head,
    /// Oracle: the waiting thread executes it itself, because it was the only one.
    DirectExecution,
    /// Oracle: the thread had stayed with the connection, whose transaction is open.
    BoundThread,
}
