//! Which queue a statement joins: the words of the variables that decide it.

use super::Settings;
use crate::reason::{Lane, LaneReason};
use crate::scenario::variables::{Var, var};

const PRIORITY: Var = var("thread_pool_priority");
const MODE: Var = var("thread_pool_high_prio_mode");

/// `thread_pool_priority` of MariaDB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoolPriority {
    /// By transaction.
    Auto,
    /// Always high.
    High,
    /// Always low.
    Low,
}

impl PoolPriority {
    /// As it is set; `auto` is the default.
    pub fn in_force(set: &Settings) -> PoolPriority {
        const HIGH: u64 = PRIORITY.word("high");
        const LOW: u64 = PRIORITY.word("low");
        match set.get(PRIORITY) {
            Some(HIGH) => PoolPriority::High,
            Some(LOW) => PoolPriority::Low,
            _ => PoolPriority::Auto,
        }
    }

    /// The queue of a session's next statement, and why.
    pub fn of(self, in_transaction: bool) -> (Lane, LaneReason) {
        match self {
            PoolPriority::High => (Lane::High, LaneReason::ByVariable),
            PoolPriority::Low => (Lane::Low, LaneReason::ByVariable),
            PoolPriority::Auto if in_transaction => (Lane::High, LaneReason::InTransaction),
            PoolPriority::Auto => (Lane::Low, LaneReason::Autocommit),
        }
    }
}

/// `thread_pool_high_prio_mode` of Percona.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HighPrioMode {
    /// Statements of active transactions, while tickets last.
    Transactions,
    /// Every statement.
    Statements,
    /// None.
    None,
}

impl HighPrioMode {
    /// As it is set; `transactions` is the default.
    pub fn in_force(set: &Settings) -> HighPrioMode {
        const STATEMENTS: u64 = MODE.word("statements");
        const NONE: u64 = MODE.word("none");
        match set.get(MODE) {
            Some(STATEMENTS) => HighPrioMode::Statements,
            Some(NONE) => HighPrioMode::None,
            _ => HighPrioMode::Transactions,
        }
    }
}
