//! The differences between the pools of MariaDB and Percona Server, and the variables that both have.

use crate::ids::TimeNs;
use crate::kernel::Connection;
use crate::reason::{Lane, LaneReason};
use crate::scenario::{Settings, Var, var};

pub const MAX_THREADS: Var = var("thread_pool_max_threads");
pub const OVERSUBSCRIBE: Var = var("thread_pool_oversubscribe");
pub const STALL_LIMIT: Var = var("thread_pool_stall_limit_ms");
pub const IDLE_TIMEOUT: Var = var("thread_pool_idle_timeout_s");
pub const EXACT_STATS: Var = var("thread_pool_exact_stats");
pub const DEDICATED: Var = var("thread_pool_dedicated_listener");
pub const TICKETS: Var = var("thread_pool_high_prio_tickets");

/// The differences between the two servers.
pub trait PoolRules {
    /// A thread may take from a queue with at most this many active threads, including itself.
    fn active_most(&self, set: &Settings) -> u32;
    /// The low-priority queue is closed while active plus waiting threads exceed this; none: never.
    fn low_limit(&self, set: &Settings) -> Option<u32>;
    /// The listener serves the first event of a batch without the queue (else: through it).
    fn listener_bypasses_queue(&self) -> bool;
    /// A worker's poll takes one event and serves it itself (else: takes a batch, which is queued).
    fn worker_polls_one(&self) -> bool;
    /// A worker may poll without waiting.
    fn worker_polls(&self, set: &Settings) -> bool;
    /// Least time between two creations in a group with this many threads.
    fn throttle_ns(&self, threads: u32, set: &Settings) -> TimeNs;
    /// The queue that a connection joins now, and why. May spend a ticket.
    fn lane(&self, conn: &mut Connection, set: &Settings) -> (Lane, LaneReason);
    /// The queue of a login.
    fn login_lane(&self, conn: &Connection, set: &Settings) -> (Lane, LaneReason);
    /// A request of this connection has ended: sets the priority of the next one.
    fn request_over(&self, conn: &mut Connection, set: &Settings);
    /// Low-priority requests that wait longer than this move to the high queue.
    fn kickup_ns(&self, set: &Settings) -> Option<TimeNs>;
    /// The blocked-pool message is printed at the first refusal (else: after 30 s).
    fn tells_blocked_at_once(&self) -> bool;
    /// An asynchronous commit frees the thread.
    fn suspends(&self) -> bool;
    /// wait_timeout spares an idle client whose socket has unread data.
    fn spares_pending_data(&self) -> bool;
    /// The server has the four THREAD_POOL tables.
    fn has_tables(&self) -> bool;
}
