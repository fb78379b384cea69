//! The variables as the engine reads them.

use super::{HighPrioMode, PoolPriority, SchedulerName, Server};
use crate::ids::{NS_PER_MS, NS_PER_S};

/// The variables with their defaults filled in, in the engine's units.
#[expect(missing_docs, reason = "the fields are the variables")]
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    pub version: &'static str,
    pub size: u32,
    pub max_threads: u32,
    pub stall_limit_ns: u64,
    pub oversubscribe: u32,
    pub idle_timeout_ns: u64,
    pub priority: PoolPriority,
    pub prio_kickup_timer_ns: u64,
    pub exact_stats: bool,
    pub dedicated_listener: bool,
    pub high_prio_mode: HighPrioMode,
    pub high_prio_tickets: u64,
    pub admin_port_high_priority: bool,
    pub algorithm: u32,
    pub high_priority_connection: bool,
    pub max_unused_threads: u32,
    pub max_active_query_threads: u32,
    pub max_transactions_limit: u32,
    pub query_threads_per_group: u32,
    pub transaction_delay_ns: u64,
    pub longrun_trx_limit_ns: u64,
    /// CPUs that the server sees.
    pub cpus: u32,
    pub thread_cache_size: u32,
    pub worker_connections: u32,
    pub reuseport: bool,
    pub min_threads: u32,
    pub innodb_concurrency: u32,
    pub innodb_tickets: u64,
    pub innodb_sleep_us: u64,
    pub innodb_sleep_max_us: u64,
    pub wait_timeout_ns: u64,
    pub lock_wait_timeout_ns: Option<u64>,
}

// CPUs that a server sees where cores are unlimited.
const CPUS: u32 = 8;

// A variable of a server in whole numbers: as set, or its default, or 0 where it has none.
macro_rules! number {
    ($server:ident.$field:ident) => {
        $server
            .number(stringify!($field), $server.$field)
            .unwrap_or(0)
    };
}

macro_rules! count {
    ($server:ident.$field:ident) => {
        narrow(number!($server.$field))
    };
}

fn narrow(value: u64) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

fn ms(value: u64) -> u64 {
    value.saturating_mul(NS_PER_MS)
}

fn s(value: u64) -> u64 {
    value.saturating_mul(NS_PER_S)
}

impl Server {
    // thread_pool_size, or its default: the number of CPUs, if the variable's row has none. Oracle 9.7
    // takes half of them, 16 at most.
    fn size(&self, cores: Option<u32>) -> u32 {
        let cpus = cores.unwrap_or(CPUS);
        let own = match self.number("thread_pool_size", self.thread_pool_size) {
            None if self.scheduler == SchedulerName::Oracle => (cpus / 2).clamp(1, 16),
            None => cpus,
            Some(size) => narrow(size),
        };
        own.max(u32::from(self.thread_pool_size.is_none()))
    }

    // Oracle 9.7: 32 for each group, 512 at most.
    fn transactions(&self, cores: Option<u32>) -> u32 {
        match self.thread_pool_max_transactions_limit {
            Some(most) => narrow(most),
            None => self.size(cores).saturating_mul(32).clamp(1, 512),
        }
    }

    // Oracle has it in units of 10 ms, the others in milliseconds; none has both.
    fn stall_limit_ms(&self) -> u64 {
        let tens = number!(self.thread_pool_stall_limit_10ms);
        number!(self.thread_pool_stall_limit_ms).saturating_add(tens.saturating_mul(10))
    }

    /// All variables in the engine's units. Values are taken as validated; `cores` is the
    /// default of `thread_pool_size`.
    pub fn settings(&self, cores: Option<u32>) -> Settings {
        let versions = self.scheduler.versions();
        let version = versions.iter().find(|v| **v == self.version());
        Settings {
            version: version.copied().unwrap_or("any"),
            size: self.size(cores),
            max_threads: count!(self.thread_pool_max_threads),
            stall_limit_ns: ms(self.stall_limit_ms()),
            oversubscribe: count!(self.thread_pool_oversubscribe),
            idle_timeout_ns: s(number!(self.thread_pool_idle_timeout_s)),
            priority: PoolPriority::named(self.thread_pool_priority.as_deref()),
            prio_kickup_timer_ns: ms(number!(self.thread_pool_prio_kickup_timer_ms)),
            exact_stats: self.thread_pool_exact_stats.unwrap_or(false),
            dedicated_listener: self
                .thread_pool_dedicated_listener
                .or(self.thread_pool_dedicated_listeners)
                .unwrap_or(false),
            high_prio_mode: HighPrioMode::named(self.thread_pool_high_prio_mode.as_deref()),
            high_prio_tickets: number!(self.thread_pool_high_prio_tickets),
            admin_port_high_priority: self.admin_port_high_priority.unwrap_or(false),
            algorithm: count!(self.thread_pool_algorithm),
            high_priority_connection: self.thread_pool_high_priority_connection.unwrap_or(false),
            max_unused_threads: count!(self.thread_pool_max_unused_threads),
            max_active_query_threads: count!(self.thread_pool_max_active_query_threads),
            max_transactions_limit: self.transactions(cores),
            query_threads_per_group: count!(self.thread_pool_query_threads_per_group),
            transaction_delay_ns: ms(number!(self.thread_pool_transaction_delay_ms)),
            longrun_trx_limit_ns: ms(number!(self.thread_pool_longrun_trx_limit_ms)),
            cpus: cores.unwrap_or(CPUS),
            thread_cache_size: count!(self.thread_cache_size),
            worker_connections: count!(self.worker_connections),
            reuseport: self.reuseport.unwrap_or(false),
            min_threads: count!(self.thread_pool_min_threads),
            innodb_concurrency: count!(self.innodb_thread_concurrency),
            innodb_tickets: number!(self.innodb_concurrency_tickets),
            innodb_sleep_us: number!(self.innodb_thread_sleep_delay_us),
            innodb_sleep_max_us: number!(self.innodb_adaptive_max_sleep_delay_us),
            wait_timeout_ns: self
                .number("wait_timeout_s", self.wait_timeout_s)
                .map_or(u64::MAX, s),
            lock_wait_timeout_ns: self
                .number(
                    "innodb_lock_wait_timeout_s",
                    self.innodb_lock_wait_timeout_s,
                )
                .map(s),
        }
    }
}
