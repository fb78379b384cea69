//! What a group and a thread of this pool have besides what every pool shows.

use std::collections::VecDeque;

use crate::ids::{ConnectionIndex, ThreadId, TimeNs};

/// A group's own state. Names after the manual's where it has them.
#[derive(Clone, Debug)]
pub(super) struct Own {
    /// Registered as the waiting thread; it may execute a statement all the same.
    pub waiter: ThreadId,
    /// Sleepers that are woken first; the others of the group's sleepers are reserves.
    pub consumers: u32,
    /// Threads with a connection, those in reported waits not counted unless they are stalled.
    pub active: u32,
    pub stalled: u32,
    /// Threads with a connection while there is a transaction limit.
    pub bound: u32,
    /// Threads with a connection, in order of attachment.
    pub attached: Vec<ThreadId>,
    pub last_create_ns: Option<TimeNs>,
    pub last_kickup_ns: Option<TimeNs>,
    /// The transaction limit does not hold for now.
    pub suspended: bool,
    pub longrun_checked_ns: TimeNs,
    /// Since when few enough threads run long.
    pub calm_since_ns: Option<TimeNs>,
    /// Connections that are to be logged in.
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
    pub delays: u64,
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
            last_kickup_ns: None,
            suspended: false,
            longrun_checked_ns: 0,
            calm_since_ns: None,
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
    /// Since when it is with its connection.
    pub attach_ns: TimeNs,
    /// One of the group's `active`.
    pub counted: bool,
    /// One of the group's `bound`.
    pub bound: bool,
    pub stalled: bool,
    /// Asleep as a reserve.
    pub reserve: bool,
}
