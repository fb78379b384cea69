//! The variables that a scenario sets.

use super::Server;

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

impl From<&u64> for Given<'_> {
    fn from(value: &u64) -> Self {
        Given::Number(*value)
    }
}

impl From<&bool> for Given<'_> {
    fn from(value: &bool) -> Self {
        Given::Switch(*value)
    }
}

impl<'a> From<&'a String> for Given<'a> {
    fn from(value: &'a String) -> Self {
        Given::Word(value)
    }
}

// Name and value of each, the name said once.
macro_rules! fields {
    ($server:ident: $($field:ident,)+) => {
        [$((stringify!($field), $server.$field.as_ref().map(Given::from)),)+]
    };
}

impl Server {
    /// The variables that are set, by their names in scenario files.
    pub fn given(&self) -> impl Iterator<Item = (&'static str, Given<'_>)> {
        fields!(self:
            thread_pool_size,
            thread_pool_max_threads,
            thread_pool_stall_limit_ms,
            thread_pool_oversubscribe,
            thread_pool_idle_timeout_s,
            thread_pool_priority,
            thread_pool_prio_kickup_timer_ms,
            thread_pool_exact_stats,
            thread_pool_dedicated_listener,
            thread_pool_high_prio_mode,
            thread_pool_high_prio_tickets,
            admin_port_high_priority,
            thread_pool_stall_limit_10ms,
            thread_pool_algorithm,
            thread_pool_high_priority_connection,
            thread_pool_max_unused_threads,
            thread_pool_max_active_query_threads,
            thread_pool_max_transactions_limit,
            thread_pool_query_threads_per_group,
            thread_pool_transaction_delay_ms,
            thread_pool_longrun_trx_limit_ms,
            thread_pool_dedicated_listeners,
            thread_cache_size,
            worker_connections,
            reuseport,
            thread_pool_min_threads,
            extra_port,
            extra_max_connections,
            innodb_thread_concurrency,
            innodb_concurrency_tickets,
            innodb_thread_sleep_delay_us,
            innodb_adaptive_max_sleep_delay_us,
            wait_timeout_s,
            innodb_lock_wait_timeout_s,
        )
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
    }
}
