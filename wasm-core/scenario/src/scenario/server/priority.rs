//! Which queue a statement joins: the variables that determine it, as they are in force.

use super::Settings;
use crate::scenario::variables::{HighPrioMode, PoolPriority, Var, var};

const PRIORITY: Var = var("thread_pool_priority");
const MODE: Var = var("thread_pool_high_prio_mode");

impl PoolPriority {
    /// The value in force.
    pub fn in_force(set: &Settings) -> PoolPriority {
        let place = set.number(PRIORITY) as usize;
        Self::ALL.get(place).copied().unwrap_or_default()
    }
}

impl HighPrioMode {
    /// The value in force.
    pub fn in_force(set: &Settings) -> HighPrioMode {
        let place = set.number(MODE) as usize;
        Self::ALL.get(place).copied().unwrap_or_default()
    }
}
