//! Which queue a statement joins: the words of the variables that determine it.

use crate::reason::{Lane, LaneReason};
use crate::scenario::fields::words;

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
