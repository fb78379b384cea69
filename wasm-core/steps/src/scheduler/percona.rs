//! Percona Server's pool-of-threads, 5.6 and 8.0.
//!
//! The rule in words. Like MariaDB's, which has the same ancestor, with one more limit: the low queue is closed while
//! active plus waiting threads exceed 1 + `thread_pool_oversubscribe`. So at most 1 + oversubscribe requests from the
//! low queue are in flight in a group, however long they sleep. A group that is this full counts as having nothing to
//! do: it gets no more threads and is never considered stalled, unless its high queue has work. The high queue is not
//! limited. It is for statements of active transactions (and, from 8.0 on, of sessions that hold table, metadata or
//! user-level locks) as long as `thread_pool_high_prio_tickets` last; there is no kick-up, so the low queue can
//! starve. Logins join the low queue. The listener serves the first event of a batch directly, bypassing queues,
//! limits and counters; a worker that polls takes one event.
//!
//! 5.6 and 8.0 differ in what makes a session eligible for the high queue, in the time of the "could not
//! create" message, and in `admin_port`.
//!
//! Source: scheduler rules, section 3 (Percona Server 5.6, 8.0, 9.x; Percona documentation, "Thread pool").

use crate::ids::TimeNs;
use crate::kernel::Connection;
use crate::reason::{Lane, LaneReason};
use crate::scenario::{HighPrioMode, Port, Settings, Var, var};
use crate::scheduler::mariadb::old_throttle_ns;
use crate::scheduler::pool::{OVERSUBSCRIBE, PoolRules, TICKETS};

const ADMIN_PORT: Var = var("admin_port_high_priority");

/// Percona's rules; what depends on the version is determined once.
#[derive(Clone, Debug)]
pub struct Percona {
    v8: bool,
}

impl Percona {
    pub fn new(set: &Settings) -> Self {
        Percona {
            v8: set.version != "5.6",
        }
    }

    fn eligible(&self, conn: &Connection, set: &Settings) -> Result<LaneReason, LaneReason> {
        if conn.port == Port::Admin && set.on(ADMIN_PORT) {
            return Ok(LaneReason::AdminPort);
        }
        match HighPrioMode::in_force(set) {
            HighPrioMode::Statements => Ok(LaneReason::ByVariable),
            HighPrioMode::None => Err(LaneReason::ByVariable),
            HighPrioMode::Transactions => {
                let why = if conn.in_transaction {
                    LaneReason::InTransaction
                } else if conn.holds_locks && self.v8 {
                    LaneReason::HoldsLocks
                } else {
                    return Err(LaneReason::Autocommit);
                };
                if conn.tickets > 0 {
                    Ok(why)
                } else {
                    Err(LaneReason::TicketsSpent)
                }
            }
        }
    }
}

impl PoolRules for Percona {
    fn active_most(&self, set: &Settings) -> u32 {
        set.number(OVERSUBSCRIBE)
    }

    fn low_limit(&self, set: &Settings) -> Option<u32> {
        Some(set.number(OVERSUBSCRIBE) + 1)
    }

    fn listener_bypasses_queue(&self) -> bool {
        true
    }

    fn worker_polls_one(&self) -> bool {
        true
    }

    fn worker_polls(&self, _: &Settings) -> bool {
        true
    }

    fn throttle_ns(&self, threads: u32, _: &Settings) -> TimeNs {
        old_throttle_ns(threads)
    }

    fn lane(&self, conn: &mut Connection, set: &Settings) -> (Lane, LaneReason) {
        match self.eligible(conn, set) {
            Ok(why) => {
                conn.tickets = conn.tickets.saturating_sub(1);
                (Lane::High, why)
            }
            Err(why) => {
                conn.tickets = set.number(TICKETS);
                (Lane::Low, why)
            }
        }
    }

    fn login_lane(&self, conn: &Connection, set: &Settings) -> (Lane, LaneReason) {
        if conn.port == Port::Admin && set.on(ADMIN_PORT) {
            (Lane::High, LaneReason::AdminPort)
        } else {
            (Lane::Low, LaneReason::Login)
        }
    }

    fn request_over(&self, _: &mut Connection, _: &Settings) {}

    fn kickup_ns(&self, _: &Settings) -> Option<TimeNs> {
        None
    }

    fn tells_blocked_at_once(&self) -> bool {
        self.v8
    }

    fn suspends(&self) -> bool {
        false
    }

    fn spares_pending_data(&self) -> bool {
        false
    }

    fn has_tables(&self) -> bool {
        false
    }
}
