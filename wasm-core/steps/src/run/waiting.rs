//! What clients with patience, and the server's limits on them, remember: the data of `patience.rs`.

use std::collections::{BTreeMap, VecDeque};

use crate::ids::{ConnectionId, ConnectionIndex, NS_PER_S, NS_PER_US, StatementIndex, TimeNs};
use crate::reason::WaitKind;
use crate::rng::Rng;
use crate::run::Plan;
use crate::run::plan::{Drive, Driver};
use crate::run::timers::Timers;
use crate::scenario::{MAX_CONNECTIONS, Patience, Settings, Var, var};

const STATEMENT_TIME: Var = var("max_statement_time_s");
const LOCK_WAIT: Var = var("lock_wait_timeout_s");
/// A token of the retry budget, in the parts that requests add.
pub(super) const TOKEN: u64 = 100;

/// What the server limits, and the clients that wait for a time.
#[derive(Clone, Debug)]
pub struct Waiting {
    pub timers: Timers,
    /// Per crowd; none if it has no patience.
    pub crowds: Vec<Option<Box<Crowd>>>,
    /// The ID of the next connection.
    pub next_id: ConnectionId,
    /// Entries of the connection table that nobody has used yet, in order.
    pub fresh: VecDeque<ConnectionIndex>,
    /// Entries of closed connections, the last one closed at the end. A new connection takes one of its own group, so
    /// that pictures need only as many entries as each group has connections at once.
    pub(super) closed: Vec<ConnectionIndex>,
    pub(super) max_connections: u64,
    pub(super) statement_ns: TimeNs,
    metadata_lock_ns: Option<TimeNs>,
}

/// A crowd that gives up.
#[derive(Clone, Debug)]
pub struct Crowd {
    /// Requests that have a place: a connection, or the promise of one.
    pub held: u32,
    /// Requests under way or waiting to be tried again, by number.
    pub visits: BTreeMap<u32, Visit>,
    /// How many of them wait to be tried again.
    pub retrying: u32,
    /// The connection of each client of a loop.
    pub(super) homes: Vec<ConnectionIndex>,
    pub(super) tokens: u64,
    pub(super) rng: Rng,
}

/// What a client wants, until it has it or no longer tries.
#[derive(Clone, Copy, Debug)]
pub struct Visit {
    pub(super) statement: StatementIndex,
    /// The client of a loop, `NONE` in a stream.
    pub(super) client: u32,
    /// Attempts that failed.
    pub(super) tries: u32,
}

impl Waiting {
    pub fn new(plan: &Plan, settings: &Settings) -> Waiting {
        let crowd = |(i, d): (u32, &Driver)| {
            let patience = d.patience.as_ref()?;
            let homes = match d.drive {
                Drive::Stream { .. } => Vec::new(),
                Drive::Once { .. } | Drive::Closed { .. } => d.conns().collect(),
            };
            Some(Box::new(Crowd {
                held: 0,
                visits: BTreeMap::new(),
                retrying: 0,
                homes,
                tokens: patience.budget.as_ref().map_or(0, |b| u64::from(b.saved)) * TOKEN,
                rng: Rng::stream(u64::from(plan.seed), "retries", i),
            }))
        };
        let is_unused = |conn: &ConnectionIndex| {
            let c = &plan.conns[*conn];
            let driver = plan.drivers.get(c.driver as usize);
            let impatient = driver.is_some_and(|d| d.patience.is_some());
            conn.0 >= plan.spares_from || (impatient && c.settings.new)
        };
        let fresh: VecDeque<_> = plan.conns.indices().filter(is_unused).collect();
        let used = plan.conns.indices().filter(|conn| !is_unused(conn));
        let last = used.map(|conn| plan.conns[conn].settings.id).max();
        let first = fresh.front().map(|conn| plan.conns[*conn].settings.id);
        let next_id = last.map(|id| id.after(1)).or(first).unwrap_or_default();
        let mut waiting = Waiting {
            timers: Timers::default(),
            crowds: (0..).zip(&plan.drivers).map(crowd).collect(),
            next_id,
            fresh,
            closed: Vec::new(),
            max_connections: u64::MAX,
            statement_ns: TimeNs::MAX,
            metadata_lock_ns: None,
        };
        waiting.max_connections = settings
            .get(MAX_CONNECTIONS)
            .unwrap_or(plan.connections_most);
        waiting.put(STATEMENT_TIME, settings.get(STATEMENT_TIME).unwrap_or(0));
        waiting.metadata_lock_ns = settings.get(LOCK_WAIT).map(|s| s.saturating_mul(NS_PER_S));
        waiting
    }

    /// SET GLOBAL. Real sessions keep their own value of a timeout; here all follow at once.
    pub fn put(&mut self, var: Var, value: u64) {
        if var == MAX_CONNECTIONS {
            self.max_connections = value;
        } else if var == STATEMENT_TIME {
            let none = value == 0;
            let limit_ns = value.saturating_mul(NS_PER_S);
            self.statement_ns = if none { TimeNs::MAX } else { limit_ns };
        } else if var == LOCK_WAIT {
            self.metadata_lock_ns = Some(value.saturating_mul(NS_PER_S));
        }
    }

    /// How long a wait of this kind for a lock may last.
    pub fn lock_limit_ns(&self, kind: WaitKind, rows_ns: Option<TimeNs>) -> Option<TimeNs> {
        match kind {
            WaitKind::MetaDataLock | WaitKind::GlobalLock | WaitKind::TableLock => {
                self.metadata_lock_ns
            }
            WaitKind::RowLock | WaitKind::UserLock => rows_ns,
            // Not for a lock.
            WaitKind::Unknown
            | WaitKind::Sleep
            | WaitKind::Diskio
            | WaitKind::Binlog
            | WaitKind::GroupCommit
            | WaitKind::Sync
            | WaitKind::Net => rows_ns,
        }
    }

    /// Approximate memory.
    pub fn bytes(&self) -> usize {
        let visits = self.crowds.iter().flatten().map(|c| c.visits.len());
        (self.timers.len() + visits.sum::<usize>()) * 64
    }
}

pub(super) fn ns(us: u64) -> TimeNs {
    us.saturating_mul(NS_PER_US)
}

impl Crowd {
    pub(super) fn wait_ns(&mut self, patience: &Patience, tries: u32) -> TimeNs {
        let Some(backoff) = &patience.backoff else {
            return ns(patience.wait_us);
        };
        let doubled = 1_u64.checked_shl(tries - 1).unwrap_or(u64::MAX);
        let most_us = backoff.base_us.saturating_mul(doubled).min(backoff.cap_us);
        (self.rng.unit_f64() * ns(most_us) as f64) as TimeNs
    }
}
