//! Which queue a statement joins: the values of the variables that determine it.

use super::Settings;
use crate::reason::{Lane, LaneReason};
use crate::scenario::fields::words;
use crate::scenario::variables::{Var, var};

const PRIORITY: Var = var("thread_pool_priority");
const MODE: Var = var("thread_pool_high_prio_mode");

words! {
    /// `thread_pool_priority` of MariaDB.
    pub enum PoolPriority {
        /// By transaction.
        Auto = "auto",
        /// Always high.
        High = "high",
        /// Always low.
        Low = "low",
    }
}

impl PoolPriority {
    /// The value in force.
    pub fn in_force(set: &Settings) -> PoolPriority {
        let place = set.number(PRIORITY) as usize;
        Self::ALL.get(place).copied().unwrap_or_default()
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

words! {
    /// `thread_pool_high_prio_mode` of Percona.
    pub enum HighPrioMode {
        /// Statements of active transactions, while tickets last.
        Transactions = "transactions",
        /// Every statement.
        Statements = "statements",
        /// None.
        None = "none",
    }
}

impl HighPrioMode {
    /// The value in force.
    pub fn in_force(set: &Settings) -> HighPrioMode {
        let place = set.number(MODE) as usize;
        Self::ALL.get(place).copied().unwrap_or_default()
    }
}
