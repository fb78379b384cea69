//! MariaDB's pool-of-threads on Unix ("generic"), 10.4 and 10.11.
//!
//! The rule in words. A thread that looks for work takes the head of the high queue, else of the low one, unless the
//! group is saturated: itself included, more than `thread_pool_oversubscribe` threads are active (10.4), or more than
//! 1 + `thread_pool_oversubscribe` (10.11). Threads in reported waits (SLEEP, locks, disk, network) are not active,
//! so oversubscribe never limits them: only `thread_pool_max_threads` does. Whenever a wait leaves the group with no
//! active thread and there is work or no listener, the next thread is woken or created at once. The listener serves
//! one event itself if both queues were empty when its poll returned, and leaves the rest queued without waking
//! anybody. Once per `thread_pool_stall_limit` the timer looks at each group: one with no listener and no event since
//! the last look, or with a queue that nobody has tried to take from, gets one more thread. A request in the low
//! queue for longer than `thread_pool_prio_kickup_timer` moves to the high queue. A connection's priority is set at
//! the end of each request: high if its transaction is active; logins are high.
//!
//! 10.4 and 10.11 differ in how many run in a saturated group, in the throttle of thread creation, in
//! `thread_pool_dedicated_listener` and in asynchronous commit.
//!
//! Source: scheduler rules, section 2 (MariaDB server 10.2 to 11.x; MariaDB documentation, "Thread Groups in
//! the Unix Implementation of the Thread Pool" and "Thread Pool System and Status Variables").

use crate::ids::{NS_PER_MS, TimeNs};
use crate::kernel::Connection;
use crate::reason::{Lane, LaneReason};
use crate::scenario::{PoolPriority, Settings, Var, var};
use crate::scheduler::pool::{DEDICATED, OVERSUBSCRIBE, PoolRules, STALL_LIMIT};

const KICKUP: Var = var("thread_pool_prio_kickup_timer_ms");

/// MariaDB's rules; what depends on the version is determined once.
#[derive(Clone, Debug)]
pub struct MariaDb {
    /// 10.5 and later: new throttle table, tables in information_schema.
    newer: bool,
}

impl MariaDb {
    pub fn new(set: &Settings) -> Self {
        MariaDb {
            newer: set.version != "10.4",
        }
    }
}

impl PoolRules for MariaDb {
    // Sources of 10.2 to 10.5 say `active >= 1 + oversubscribe`; a real 10.11.19 continues at equality.
    fn active_most(&self, set: &Settings) -> u32 {
        set.number(OVERSUBSCRIBE) + u32::from(self.newer)
    }

    // MariaDB never closes a queue: waiting threads are not limited.
    fn low_limit(&self, _: &Settings) -> Option<u32> {
        None
    }

    fn listener_bypasses_queue(&self) -> bool {
        false
    }

    fn worker_polls_one(&self) -> bool {
        false
    }

    // The 10.6+ generation leaves polling to a dedicated listener.
    fn worker_polls(&self, set: &Settings) -> bool {
        !set.on(DEDICATED)
    }

    fn throttle_ns(&self, threads: u32, set: &Settings) -> TimeNs {
        if !self.newer {
            return old_throttle_ns(threads);
        }
        // An integer quotient in the server: 0 below the default of 500 ms, else 1. So any shorter stall
        // limit switches the throttle off.
        let factor = u64::from(set.ns(STALL_LIMIT) >= 500 * NS_PER_MS);
        let interval_ms = match threads {
            n if n < set.number(OVERSUBSCRIBE) + 1 => 0,
            n if n < 8 => 50,
            n if n < 16 => 100,
            // 20, not 200: the documentation says the same.
            _ => 20,
        };
        interval_ms * NS_PER_MS * factor
    }

    fn lane(&self, conn: &mut Connection, _: &Settings) -> (Lane, LaneReason) {
        conn.priority
    }

    fn login_lane(&self, conn: &Connection, _: &Settings) -> (Lane, LaneReason) {
        if conn.killed {
            (Lane::High, LaneReason::Killed)
        } else {
            (Lane::High, LaneReason::Login)
        }
    }

    fn request_over(&self, conn: &mut Connection, set: &Settings) {
        conn.priority = PoolPriority::in_force(set).of(conn.in_transaction);
    }

    fn kickup_ns(&self, set: &Settings) -> Option<TimeNs> {
        Some(set.ns(KICKUP))
    }

    fn tells_blocked_at_once(&self) -> bool {
        false
    }

    fn suspends(&self) -> bool {
        self.newer
    }

    fn spares_pending_data(&self) -> bool {
        self.newer
    }

    fn has_tables(&self) -> bool {
        self.newer
    }
}

/// Least time between two creations in MariaDB up to 10.4 and in every Percona Server.
/// Source: scheduler rules, sections 2.4 and 3.5.
pub(super) fn old_throttle_ns(threads: u32) -> TimeNs {
    NS_PER_MS
        * match threads {
            0..=3 => 0,
            4..=7 => 50,
            8..=15 => 100,
            _ => 200,
        }
}
