//! The additional state of groups and threads in this pool.

use std::collections::VecDeque;

use crate::ids::{ConnectionIndex, ThreadId, TimeNs};

/// A group's own state. Fields are named after the manual's terms where these exist.
#[derive(Clone, Debug)]
pub(super) struct Own {
    /// Registered as the waiting thread, though it may be executing a statement.
    pub waiter: ThreadId,
    /// Sleepers that are woken first; the group's other sleepers are reserves.
    pub consumers: u32,
    /// Threads with a connection, without those in reported waits unless they are stalled.
    pub active: u32,
    pub stalled: u32,
    /// Threads with a connection while there is a transaction limit.
    pub bound: u32,
    /// Threads with a connection, in order of attachment.
    pub attached: Vec<ThreadId>,
    pub last_create_ns: Option<TimeNs>,
    /// When the transaction limit is suspended: when the checker last saw too many long transactions.
    pub suspended_ns: Option<TimeNs>,
    pub longrun_checked_ns: TimeNs,
    /// Connections that wait for their login.
    pub connecting: VecDeque<ConnectionIndex>,
    pub handlers: u32,
    pub handlers_asleep: Vec<ThreadId>,
    pub stats: Stats,
}

/// Columns of tp_thread_group_stats.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stats {
    pub connections_started: u64,
    pub connections_closed: u64,
    pub queries_executed: u64,
    pub queries_queued: u64,
    pub threads_started: u64,
    pub prio_kickups: u64,
    pub stalled_queries: u64,
    pub became_consumer: u64,
    pub became_reserve: u64,
    pub became_waiting: u64,
    pub woken_by_checker: u64,
    /// By kind.
    pub waits: [u64; 12],
}

impl Default for Own {
    fn default() -> Self {
        Own {
            waiter: ThreadId::NONE,
            consumers: 0,
            active: 0,
            stalled: 0,
            bound: 0,
            attached: Vec::new(),
            last_create_ns: None,
            suspended_ns: None,
            longrun_checked_ns: 0,
            connecting: VecDeque::new(),
            handlers: 0,
            handlers_asleep: Vec::new(),
            stats: Stats::default(),
        }
    }
}

/// A thread, while it is with a connection or asleep.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seat {
    /// Time since which it has been with its connection.
    pub attach_ns: TimeNs,
    /// Whether it is included in the group's `active`.
    pub counted: bool,
    /// Whether it is included in the group's `bound`.
    pub bound: bool,
    pub stalled: bool,
    /// Asleep as a reserve.
    pub reserve: bool,
    /// It executes the statement of the only event of its own poll, without a queue.
    pub direct: bool,
}
