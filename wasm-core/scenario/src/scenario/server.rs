//! The server, its variables under their own names, the machine, and the state at time 0.

use serde::Serialize;

use super::variables::{self, VariableKind};
use crate::ids::{NS_PER_MS, NS_PER_S};
use crate::reason::{Lane, LaneReason};

/// The schedulers that the engine has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum SchedulerName {
    /// MariaDB's pool-of-threads on Unix ("generic").
    Mariadb,
    /// Percona Server's pool-of-threads.
    Percona,
    /// Oracle's Thread Pool plugin for MySQL.
    Oracle,
    /// `thread_handling = one-thread-per-connection`.
    OneThreadPerConnection,
    /// A design of textbooks: one queue, `thread_pool_size` workers.
    OneQueue,
    /// A design of textbooks: a queue for each of `thread_pool_size` workers, connections bound to one.
    ManyQueues,
    /// A design of textbooks: as before, each request to the shorter of two queues drawn at random.
    TwoChoices,
    /// Workers that poll connections of their own, as nginx has them.
    NginxWorkers,
    /// The first pool-of-threads: MySQL 6.0, MariaDB 5.1 to 5.3.
    #[serde(rename = "mysql-6.0")]
    Mysql60,
    /// MariaDB on Windows with `thread_pool_mode = windows`.
    MariadbWindows,
}

impl SchedulerName {
    /// The name in scenario files.
    pub fn as_str(self) -> &'static str {
        match self {
            SchedulerName::Mariadb => "mariadb",
            SchedulerName::Percona => "percona",
            SchedulerName::Oracle => "oracle",
            SchedulerName::OneThreadPerConnection => "one-thread-per-connection",
            SchedulerName::OneQueue => "one-queue",
            SchedulerName::ManyQueues => "many-queues",
            SchedulerName::TwoChoices => "two-choices",
            SchedulerName::NginxWorkers => "nginx-workers",
            SchedulerName::Mysql60 => "mysql-6.0",
            SchedulerName::MariadbWindows => "mariadb-windows",
        }
    }

    /// A design that no database server has.
    pub fn is_textbook(self) -> bool {
        matches!(
            self,
            SchedulerName::OneQueue
                | SchedulerName::ManyQueues
                | SchedulerName::TwoChoices
                | SchedulerName::NginxWorkers
        )
    }

    /// The versions whose rules the engine has, oldest first. The first scenario without a
    /// version gets the last one.
    pub fn versions(self) -> &'static [&'static str] {
        match self {
            SchedulerName::Mariadb => &["10.4", "10.11"],
            SchedulerName::Percona => &["5.6", "8.0"],
            SchedulerName::Oracle => &["8.0.30", "9.7"],
            SchedulerName::OneQueue
            | SchedulerName::ManyQueues
            | SchedulerName::TwoChoices
            | SchedulerName::NginxWorkers => &["any"],
            // 5.5 and 5.6 differ in innodb_thread_concurrency alone; any has the newer form.
            SchedulerName::OneThreadPerConnection => &["5.5", "5.6", "any"],
            SchedulerName::Mysql60 => &["6.0", "mariadb-5.3"],
            SchedulerName::MariadbWindows => &["10.11"],
        }
    }
}

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

/// The value of a variable as given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given<'a> {
    Number(u64),
    Switch(bool),
    Word(&'a str),
}

impl std::fmt::Display for Given<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Given::Number(n) => write!(f, "{n}"),
            Given::Switch(true) => f.write_str("ON"),
            Given::Switch(false) => f.write_str("OFF"),
            Given::Word(word) => f.write_str(word),
        }
    }
}

impl Server {
    /// The variables that are set, by their names in scenario files.
    pub fn given(&self) -> impl Iterator<Item = (&'static str, Given<'_>)> {
        let number = |v: Option<u64>| v.map(Given::Number);
        let switch = |v: Option<bool>| v.map(Given::Switch);
        [
            ("thread_pool_size", number(self.thread_pool_size)),
            (
                "thread_pool_max_threads",
                number(self.thread_pool_max_threads),
            ),
            (
                "thread_pool_stall_limit_ms",
                number(self.thread_pool_stall_limit_ms),
            ),
            (
                "thread_pool_oversubscribe",
                number(self.thread_pool_oversubscribe),
            ),
            (
                "thread_pool_idle_timeout_s",
                number(self.thread_pool_idle_timeout_s),
            ),
            (
                "thread_pool_priority",
                self.thread_pool_priority.as_deref().map(Given::Word),
            ),
            (
                "thread_pool_prio_kickup_timer_ms",
                number(self.thread_pool_prio_kickup_timer_ms),
            ),
            (
                "thread_pool_exact_stats",
                switch(self.thread_pool_exact_stats),
            ),
            (
                "thread_pool_dedicated_listener",
                switch(self.thread_pool_dedicated_listener),
            ),
            (
                "thread_pool_high_prio_mode",
                self.thread_pool_high_prio_mode.as_deref().map(Given::Word),
            ),
            (
                "thread_pool_high_prio_tickets",
                number(self.thread_pool_high_prio_tickets),
            ),
            (
                "admin_port_high_priority",
                switch(self.admin_port_high_priority),
            ),
            (
                "thread_pool_stall_limit_10ms",
                number(self.thread_pool_stall_limit_10ms),
            ),
            ("thread_pool_algorithm", number(self.thread_pool_algorithm)),
            (
                "thread_pool_high_priority_connection",
                switch(self.thread_pool_high_priority_connection),
            ),
            (
                "thread_pool_max_unused_threads",
                number(self.thread_pool_max_unused_threads),
            ),
            (
                "thread_pool_max_active_query_threads",
                number(self.thread_pool_max_active_query_threads),
            ),
            (
                "thread_pool_max_transactions_limit",
                number(self.thread_pool_max_transactions_limit),
            ),
            (
                "thread_pool_query_threads_per_group",
                number(self.thread_pool_query_threads_per_group),
            ),
            (
                "thread_pool_transaction_delay_ms",
                number(self.thread_pool_transaction_delay_ms),
            ),
            (
                "thread_pool_longrun_trx_limit_ms",
                number(self.thread_pool_longrun_trx_limit_ms),
            ),
            (
                "thread_pool_dedicated_listeners",
                switch(self.thread_pool_dedicated_listeners),
            ),
            ("thread_cache_size", number(self.thread_cache_size)),
            ("worker_connections", number(self.worker_connections)),
            ("reuseport", switch(self.reuseport)),
            (
                "thread_pool_min_threads",
                number(self.thread_pool_min_threads),
            ),
            ("extra_port", number(self.extra_port)),
            ("extra_max_connections", number(self.extra_max_connections)),
            (
                "innodb_thread_concurrency",
                number(self.innodb_thread_concurrency),
            ),
            (
                "innodb_concurrency_tickets",
                number(self.innodb_concurrency_tickets),
            ),
            (
                "innodb_thread_sleep_delay_us",
                number(self.innodb_thread_sleep_delay_us),
            ),
            (
                "innodb_adaptive_max_sleep_delay_us",
                number(self.innodb_adaptive_max_sleep_delay_us),
            ),
            ("wait_timeout_s", number(self.wait_timeout_s)),
            (
                "innodb_lock_wait_timeout_s",
                number(self.innodb_lock_wait_timeout_s),
            ),
        ]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
    }

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

    // thread_pool_size, or its default: the number of CPUs, if the variable's row has none. Oracle 9.7
    // takes half of them, 16 at most.
    fn size(&self, cores: Option<u32>) -> u32 {
        let cpus = cores.unwrap_or(8);
        let own = match self.number("thread_pool_size", self.thread_pool_size) {
            None if self.scheduler == SchedulerName::Oracle => (cpus / 2).clamp(1, 16),
            None => cpus,
            Some(size) => u32::try_from(size).unwrap_or(u32::MAX),
        };
        own.max(u32::from(self.thread_pool_size.is_none()))
    }

    // Oracle 9.7: 32 for each group, 512 at most.
    fn transactions(&self, cores: Option<u32>) -> u32 {
        match self.thread_pool_max_transactions_limit {
            Some(most) => u32::try_from(most).unwrap_or(u32::MAX),
            None => self.size(cores).saturating_mul(32).clamp(1, 512),
        }
    }

    /// All variables in the engine's units. Values are taken as validated; `cores` is the
    /// default of `thread_pool_size`.
    pub fn settings(&self, cores: Option<u32>) -> Settings {
        let number = |field: &str, set: Option<u64>| self.number(field, set).unwrap_or(0);
        let clamp = |value: u64| u32::try_from(value).unwrap_or(u32::MAX);
        let versions = self.scheduler.versions();
        let version = versions.iter().find(|v| **v == self.version());
        Settings {
            version: version.copied().unwrap_or("any"),
            size: self.size(cores),
            max_threads: clamp(number(
                "thread_pool_max_threads",
                self.thread_pool_max_threads,
            )),
            stall_limit_ns: number(
                "thread_pool_stall_limit_ms",
                self.thread_pool_stall_limit_ms,
            )
            .saturating_add(
                number(
                    "thread_pool_stall_limit_10ms",
                    self.thread_pool_stall_limit_10ms,
                )
                .saturating_mul(10),
            )
            .saturating_mul(NS_PER_MS),
            oversubscribe: clamp(number(
                "thread_pool_oversubscribe",
                self.thread_pool_oversubscribe,
            )),
            idle_timeout_ns: number(
                "thread_pool_idle_timeout_s",
                self.thread_pool_idle_timeout_s,
            )
            .saturating_mul(NS_PER_S),
            priority: PoolPriority::named(self.thread_pool_priority.as_deref()),
            prio_kickup_timer_ns: number(
                "thread_pool_prio_kickup_timer_ms",
                self.thread_pool_prio_kickup_timer_ms,
            )
            .saturating_mul(NS_PER_MS),
            exact_stats: self.thread_pool_exact_stats.unwrap_or(false),
            dedicated_listener: self
                .thread_pool_dedicated_listener
                .or(self.thread_pool_dedicated_listeners)
                .unwrap_or(false),
            high_prio_mode: match self.thread_pool_high_prio_mode.as_deref() {
                Some("statements") => HighPrioMode::Statements,
                Some("none") => HighPrioMode::None,
                _ => HighPrioMode::Transactions,
            },
            high_prio_tickets: number(
                "thread_pool_high_prio_tickets",
                self.thread_pool_high_prio_tickets,
            ),
            admin_port_high_priority: self.admin_port_high_priority.unwrap_or(false),
            algorithm: clamp(number("thread_pool_algorithm", self.thread_pool_algorithm)),
            high_priority_connection: self.thread_pool_high_priority_connection.unwrap_or(false),
            max_unused_threads: clamp(number(
                "thread_pool_max_unused_threads",
                self.thread_pool_max_unused_threads,
            )),
            max_active_query_threads: clamp(number(
                "thread_pool_max_active_query_threads",
                self.thread_pool_max_active_query_threads,
            )),
            max_transactions_limit: self.transactions(cores),
            query_threads_per_group: clamp(number(
                "thread_pool_query_threads_per_group",
                self.thread_pool_query_threads_per_group,
            )),
            transaction_delay_ns: number(
                "thread_pool_transaction_delay_ms",
                self.thread_pool_transaction_delay_ms,
            )
            .saturating_mul(NS_PER_MS),
            longrun_trx_limit_ns: number(
                "thread_pool_longrun_trx_limit_ms",
                self.thread_pool_longrun_trx_limit_ms,
            )
            .saturating_mul(NS_PER_MS),
            cpus: cores.unwrap_or(8),
            thread_cache_size: clamp(number("thread_cache_size", self.thread_cache_size)),
            worker_connections: clamp(number("worker_connections", self.worker_connections)),
            reuseport: self.reuseport.unwrap_or(false),
            min_threads: clamp(number(
                "thread_pool_min_threads",
                self.thread_pool_min_threads,
            )),
            innodb_concurrency: clamp(number(
                "innodb_thread_concurrency",
                self.innodb_thread_concurrency,
            )),
            innodb_tickets: number(
                "innodb_concurrency_tickets",
                self.innodb_concurrency_tickets,
            ),
            innodb_sleep_us: number(
                "innodb_thread_sleep_delay_us",
                self.innodb_thread_sleep_delay_us,
            ),
            innodb_sleep_max_us: number(
                "innodb_adaptive_max_sleep_delay_us",
                self.innodb_adaptive_max_sleep_delay_us,
            ),
            wait_timeout_ns: self
                .number("wait_timeout_s", self.wait_timeout_s)
                .map_or(u64::MAX, |s| s.saturating_mul(NS_PER_S)),
            lock_wait_timeout_ns: self
                .number(
                    "innodb_lock_wait_timeout_s",
                    self.innodb_lock_wait_timeout_s,
                )
                .map(|s| s.saturating_mul(NS_PER_S)),
        }
    }
}
