//! The variables as the engine reads them.

use super::{SchedulerName, Server};
use crate::scenario::variables::{FIELDS, Var, var, variables};

/// Number of thread groups, or of workers.
pub const SIZE: Var = var("thread_pool_size");
const TRANSACTIONS: Var = var("thread_pool_max_transactions_limit");

/// The variables of a server, including defaults.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The version of the rules.
    pub version: &'static str,
    /// CPUs that the server sees.
    pub cpus: u32,
    // Indexed by variable; NOT_SET also if this server has no such variable.
    values: [u64; FIELDS.len()],
}

// CPUs that a server sees if cores are unlimited.
const CPUS: u32 = 8;
const NOT_SET: u64 = u64::MAX;

impl Settings {
    /// The value: a switch is 0 or 1, a word its index. None if it is not set, or the server does not have
    /// it.
    #[inline]
    pub fn get(&self, var: Var) -> Option<u64> {
        Some(self.values[var.place]).filter(|value| *value != NOT_SET)
    }

    /// SET GLOBAL.
    pub fn put(&mut self, var: Var, value: u64) {
        self.values[var.place] = value;
    }

    /// A number, or the index of a word; 0 without a value.
    #[inline]
    pub fn number(&self, var: Var) -> u32 {
        let number = self.get(var).unwrap_or(0);
        u32::try_from(number).unwrap_or(u32::MAX)
    }

    /// A switch; off without a value.
    #[inline]
    pub fn on(&self, var: Var) -> bool {
        self.values[var.place] == 1
    }

    /// A time in nanoseconds; 0 without a value.
    #[inline]
    pub fn ns(&self, var: Var) -> u64 {
        self.get(var).unwrap_or(0).saturating_mul(var.unit_ns)
    }

    /// A time limit in nanoseconds; unlimited without a value.
    #[inline]
    pub fn limit_ns(&self, var: Var) -> u64 {
        self.values[var.place].saturating_mul(var.unit_ns)
    }
}

impl Server {
    /// All variables, as validated; `cores` determines the defaults that depend on the machine.
    pub fn settings(&self, cores: Option<u32>) -> Settings {
        let versions = self.scheduler.versions();
        let version = versions.iter().find(|v| **v == self.version());
        let cpus = cores.unwrap_or(CPUS);
        let mut set = Settings {
            version: version.copied().unwrap_or("any"),
            cpus,
            values: [NOT_SET; FIELDS.len()],
        };
        for row in variables(self.scheduler, set.version) {
            let Some(var) = Var::named(row.field) else {
                continue;
            };
            let value = match self.get(var) {
                Some(value) => row.code(value),
                None => row.default_code(),
            };
            set.put(var, value.unwrap_or(NOT_SET));
        }
        let oracle = self.scheduler == SchedulerName::Oracle;
        if set.get(SIZE).is_none() {
            // 9.7 uses half of the CPUs, at most 16.
            let size = if oracle { (cpus / 2).min(16) } else { cpus };
            set.put(SIZE, size.max(1).into());
        }
        if oracle && set.get(TRANSACTIONS).is_none() {
            // 9.7 allows 32 per group, at most 512.
            let size = u64::from(set.number(SIZE));
            set.put(TRANSACTIONS, size.saturating_mul(32).clamp(1, 512));
        }
        set
    }
}
