//! A scenario prepared for running: names become indices, microseconds nanoseconds, distributions draws. It
//! never changes during a run, so all snapshots share one.

use std::sync::Arc;

use crate::dist::Dist;
use crate::ids::{ConnectionIndex, StatementIndex, TimeNs};
use crate::kernel::IndexVec;
use crate::reason::WaitKind;
use crate::rng::Rng;
use crate::scenario::{Connection, Leave, Patience, Stall, Var, var};

pub const LOCK_WAIT_TIMEOUT: Var = var("innodb_lock_wait_timeout_s");

/// One step of a statement.
#[derive(Clone, Debug)]
pub enum StepPlan {
    /// With its mean, ns.
    Cpu(Dist, f64),
    Wait(Dist, WaitKind),
    Unreported(Dist),
    Async(Dist),
    Lock(u32, WaitKind),
    Unlock(u32),
    Begin,
    Commit,
    Latch,
    RowLock(RowPlan),
    /// Kilobytes.
    Result(u64),
}

/// Which rows a step locks.
#[derive(Clone, Debug)]
pub struct RowPlan {
    pub rows: u32,
    pub hot_rows: u32,
    pub hot_share: f64,
    pub kind: WaitKind,
}

impl RowPlan {
    /// Draws a row: hot rows come first.
    pub fn draw(&self, rng: &mut Rng) -> u32 {
        if rng.unit_f64() < self.hot_share {
            rng.below(self.hot_rows)
        } else {
            self.hot_rows + rng.below(self.rows - self.hot_rows)
        }
    }
}

/// How requests of a statement are numbered in their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbering {
    None,
    /// `name.0`, as in the loops of the vectors.
    Dot,
    /// `name 0`, or `0` without a name.
    Space,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct StatementPlan {
    pub name: String,
    /// Index of its name in [`Plan::classes`]; `NONE` if there are too many to list.
    pub class: u32,
    pub numbering: Numbering,
    pub steps: Vec<StepPlan>,
    pub holds_locks: Option<bool>,
}

/// A single request.
#[derive(Clone, Copy, Debug)]
pub struct Script {
    pub conn: ConnectionIndex,
    pub at_ns: TimeNs,
    pub statement: StatementIndex,
}

/// When a client of a closed loop sends its first request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// At once.
    AtOnce,
    /// After a pause, like every later one.
    AfterAPause,
    /// After a part of a pause, each part equally likely.
    Apart,
}

/// When a driver's connections send requests.
#[derive(Clone, Debug)]
pub enum Drive {
    /// Each connection once, the first at `at_ns`, then `gap_ns` apart.
    Once { at_ns: TimeNs, gap_ns: TimeNs },
    /// Closed loop.
    Closed {
        think: Dist,
        from_ns: TimeNs,
        first: First,
        count: Option<u64>,
    },
    /// A stream of batches of one or more requests.
    Stream {
        between: Dist,
        from_ns: TimeNs,
        at_once: bool,
        size: u32,
        count: Option<u64>,
    },
}

/// A loop or a crowd of clients.
#[derive(Clone, Debug)]
pub struct Driver {
    pub drive: Drive,
    pub first: ConnectionIndex,
    pub count: u32,
    /// With weights.
    pub statements: Vec<(StatementIndex, u32)>,
    pub weight_sum: u32,
    pub in_order: bool,
    pub patience: Option<Patience>,
    /// Each arrival is a transaction, with this pause between its statements.
    pub pause: Option<Dist>,
    /// The connection that was returned last is handed out first.
    pub returned_last: bool,
}

/// What a hand does, and when.
#[derive(Clone, Debug)]
pub struct ActPlan {
    pub at_ns: TimeNs,
    pub deed: Deed,
}

/// What a hand does. A driver is an index in [`Plan::drivers`], a lock one in [`Plan::locks`].
#[derive(Clone, Debug)]
pub enum Deed {
    Pour {
        driver: u32,
        count: u32,
    },
    KillQuery {
        nth: u32,
    },
    Hold {
        nth: u32,
        for_ns: TimeNs,
        instead: Option<u32>,
    },
    Set(ChangePlan),
    /// The plan has the new time.
    Between {
        driver: u32,
    },
    /// The plan has the new duration.
    Work,
    Lock {
        lock: u32,
    },
    Unlock {
        lock: u32,
    },
    Door {
        open: bool,
    },
    Stall {
        for_ns: TimeNs,
    },
}

impl Deed {
    /// Its name in scenario files.
    pub fn name(&self) -> &'static str {
        match self {
            Deed::Pour { .. } => "pour",
            Deed::KillQuery { .. } => "kill_query",
            Deed::Hold { .. } => "hold",
            Deed::Set(_) => "set",
            Deed::Between { .. } => "between",
            Deed::Work => "work",
            Deed::Lock { .. } => "lock",
            Deed::Unlock { .. } => "unlock",
            Deed::Door { .. } => "door_open",
            Deed::Stall { .. } => "stall_us",
        }
    }
}

/// A `SET GLOBAL`.
#[derive(Clone, Debug)]
pub struct ChangePlan {
    pub at_us: u64,
    /// Name and value as the scenario has them.
    pub variable: String,
    pub value: String,
    pub var: Var,
    /// The value as the engine holds it.
    pub code: u64,
}

impl Driver {
    /// Whether its requests arrive by a clock, each on any of its connections.
    pub fn is_stream(&self) -> bool {
        matches!(self.drive, Drive::Stream { .. })
    }

    /// Its connections.
    pub fn conns(&self) -> impl Iterator<Item = ConnectionIndex> + use<> {
        let first = self.first;
        (0..self.count).map(move |n| first.after(n))
    }

    /// The statement of the request with this number.
    pub fn choose(&self, nth: u64, rng: &mut Rng) -> StatementIndex {
        // A transaction begins with its first statement.
        if self.pause.is_some() {
            return self.statements[0].0;
        }
        if self.in_order {
            self.statements[(nth % self.statements.len() as u64) as usize].0
        } else {
            self.draw(rng)
        }
    }

    // One at random by weight.
    fn draw(&self, rng: &mut Rng) -> StatementIndex {
        if let [(only, _)] = self.statements[..] {
            return only;
        }
        let mut at = rng.below(self.weight_sum.max(1));
        for (statement, weight) in &self.statements {
            if at < *weight {
                return *statement;
            }
            at -= weight;
        }
        self.statements.first().map_or(StatementIndex(0), |s| s.0)
    }
}

/// A connection at time 0.
#[derive(Clone, Debug)]
pub struct ConnectionPlan {
    pub settings: Connection,
    pub driver: u32,
}

/// A scenario prepared for running. Its clone shares the connections.
#[derive(Clone, Debug)]
pub struct Plan {
    pub conns: Arc<IndexVec<ConnectionIndex, ConnectionPlan>>,
    pub statements: Vec<StatementPlan>,
    /// Names of statements, each once; empty if there are too many.
    pub classes: Vec<String>,
    pub scripts: Vec<Script>,
    pub drivers: Vec<Driver>,
    /// How many of them are loops; these come first.
    pub loops: u32,
    pub locks: Vec<String>,
    /// Index in `locks` of the common name of the rows.
    pub row_locks: u32,
    pub socket_buffer_kb: u64,
    pub changes: Vec<ChangePlan>,
    pub stalls: Vec<Stall>,
    pub leaves: Vec<Leave>,
    /// The first connection that new clients may use.
    pub spares_from: u32,
    /// The limit where `max_connections` is not set.
    pub connections_most: u64,
    pub login_cpu_ns: TimeNs,
    pub lock_timeout_ns: Option<TimeNs>,
    pub seed: u32,
    pub until_ns: TimeNs,
}

impl Plan {
    /// One of its statements.
    #[inline]
    pub fn statement(&self, statement: StatementIndex) -> &StatementPlan {
        &self.statements[statement.0 as usize]
    }
}
