//! The server, its variables under their own names, and the state at time 0.

mod given;
mod priority;
mod scheduler_name;
mod settings;

use serde::Serialize;

use super::variables::{self, VariableKind};
pub use given::Given;
pub use priority::{HighPrioMode, PoolPriority};
pub use scheduler_name::SchedulerName;
pub use settings::Settings;

/// The server: which scheduler, which version, and the variables that are not at their default.
/// Names are the server's own, with the unit appended where the value has one.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Server {
    /// Which scheduler.
    pub scheduler: SchedulerName,
    /// Version whose rules apply, of those that the scheduler has; the newest unless told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Number of thread groups; the number of cores unless set. MySQL 6.0: number of workers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread_pool_size: Option<u64>,
    /// Most pool threads in all groups; every group may have two all the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread_pool_max_threads: Option<u64>,
    /// Period of the stall timer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread_pool_stall_limit_ms: Option<u64>,
    /// MariaDB: how many running threads a group keeps. Percona: how many more than one request
    /// from the low queue may be in flight, waiting ones included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread_pool_oversubscribe: Option<u64>,
    /// How long a worker stays idle before it exits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread_pool_idle_timeout_s: Option<u64>,
    /// MariaDB: `high`, `low` or `auto`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread_pool_priority: Option<String>,
    /// MariaDB: a low-priority request that has waited longer moves to the high queue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread_pool_prio_kickup_timer_ms: Option<u64>,
    /// MariaDB from 10.5: exact time stamps in the queues.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread_pool_exact_stats: Option<bool>,
    /// MariaDB from 10.5: the listener never serves a request itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread_pool_dedicated_listener: Option<bool>,
    /// Percona: `transactions`, `statements` or `none`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread_pool_high_prio_mode: Option<String>,
    /// Percona: turns in the high queue before one in the low queue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread_pool_high_prio_tickets: Option<u64>,
    /// Percona from September 2025: connections of the admin port are always high priority.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub admin_port_high_priority: Option<bool>,
    /// Oracle: how long a statement runs before it counts as stalled, in units of 10 ms.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread_pool_stall_limit_10ms: Option<u64>,
    /// Oracle: 0 low concurrency, 1 high concurrency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread_pool_algorithm: Option<u64>,
    /// Oracle: every statement joins the high queue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread_pool_high_priority_connection: Option<bool>,
    /// Oracle: sleeping threads that a group keeps; 0: all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread_pool_max_unused_threads: Option<u64>,
    /// Oracle: most active threads of a group; 0: no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread_pool_max_active_query_threads: Option<u64>,
    /// Oracle 9.7: transactions in all groups together; 0: no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread_pool_max_transactions_limit: Option<u64>,
    /// Oracle 9.7: query threads of a group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread_pool_query_threads_per_group: Option<u64>,
    /// Oracle 9.7: what a new transaction waits before it begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread_pool_transaction_delay_ms: Option<u64>,
    /// Oracle 9.7: the transaction limit of a group is suspended when all its places are held so long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread_pool_longrun_trx_limit_ms: Option<u64>,
    /// Oracle 9.7: a listener of its own in every group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread_pool_dedicated_listeners: Option<bool>,
    /// One thread per connection: threads of closed connections that are kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread_cache_size: Option<u64>,
    /// nginx: most connections of one worker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worker_connections: Option<u64>,
    /// nginx: the system deals new connections out to the workers by chance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reuseport: Option<bool>,
    /// MariaDB on Windows: pool threads that never leave.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread_pool_min_threads: Option<u64>,
    /// A port past the pool, one thread per connection; 0: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra_port: Option<u64>,
    /// Most connections of that port.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra_max_connections: Option<u64>,
    /// Most threads inside InnoDB; 0: no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub innodb_thread_concurrency: Option<u64>,
    /// Row operations after the first that a thread may do before it has to enter anew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub innodb_concurrency_tickets: Option<u64>,
    /// How long a thread sleeps that may not enter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub innodb_thread_sleep_delay_us: Option<u64>,
    /// Most that the sleep may grow to by itself; 0: it stays as it is set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub innodb_adaptive_max_sleep_delay_us: Option<u64>,
    /// A client that asks nothing for so long is disconnected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait_timeout_s: Option<u64>,
    /// A request gives up waiting for a lock after so long; without it, never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub innodb_lock_wait_timeout_s: Option<u64>,
}

/// Which threads there are at time 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum StartThreads {
    /// Every group has its listener: a pool that was used before.
    #[default]
    Listener,
    /// No group has a thread before its first connection: a server just started.
    None,
}

/// The state at time 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct Start {
    /// First round of the stall timer; one stall limit after the start unless set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_tick_us: Option<u64>,
    /// Threads of each group.
    pub threads: StartThreads,
    /// Idle workers of each group besides the listener.
    pub idle_workers: u32,
    /// Attempts to dequeue already counted in group 0.
    pub dequeue_attempts: u32,
    /// CPU that a new connection's login takes.
    pub login_cpu_us: u64,
}

impl Server {
    /// The version, or the newest one of this scheduler.
    pub fn version(&self) -> &str {
        self.version
            .as_deref()
            .unwrap_or_else(|| self.scheduler.versions().last().copied().unwrap_or("any"))
    }

    /// The value of a variable: as set, or its default for this scheduler and version. None if
    /// this server has no such variable or its default is "not set".
    pub fn number(&self, field: &str, set: Option<u64>) -> Option<u64> {
        set.or_else(
            || match variables::variable(self.scheduler, self.version(), field)?.kind {
                VariableKind::Number { default, .. } => default,
                VariableKind::Switch { .. } | VariableKind::Choice { .. } => None,
            },
        )
    }
}
