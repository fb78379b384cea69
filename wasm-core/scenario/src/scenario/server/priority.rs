//! Which queue a statement joins: the words of the variables that decide it.

use crate::reason::{Lane, LaneReason};

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
    /// By its word; `auto` is the default.
    pub fn named(word: Option<&str>) -> PoolPriority {
        match word {
            Some("high") => PoolPriority::High,
            Some("low") => PoolPriority::Low,
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
    /// By its word; `transactions` is the default.
    pub fn named(word: Option<&str>) -> HighPrioMode {
        match word {
            Some("statements") => HighPrioMode::Statements,
            Some("none") => HighPrioMode::None,
            _ => HighPrioMode::Transactions,
        }
    }
}
