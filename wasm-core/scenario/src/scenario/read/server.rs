//! Reads the server and the state at time 0.

use super::place::Place;
use crate::scenario::server::{SchedulerName, Server, Start, StartThreads};

/// Reads the server and its variables.
pub fn server(p: &Place<'_>) -> Server {
    let f = p.fields(&[
        "scheduler",
        "version",
        "thread_pool_size",
        "thread_pool_max_threads",
        "thread_pool_stall_limit_ms",
        "thread_pool_oversubscribe",
        "thread_pool_idle_timeout_s",
        "thread_pool_priority",
        "thread_pool_prio_kickup_timer_ms",
        "thread_pool_exact_stats",
        "thread_pool_dedicated_listener",
        "thread_pool_high_prio_mode",
        "thread_pool_high_prio_tickets",
        "admin_port_high_priority",
        "thread_pool_stall_limit_10ms",
        "thread_pool_algorithm",
        "thread_pool_high_priority_connection",
        "thread_pool_max_unused_threads",
        "thread_pool_max_active_query_threads",
        "thread_pool_max_transactions_limit",
        "thread_pool_query_threads_per_group",
        "thread_pool_transaction_delay_ms",
        "thread_pool_longrun_trx_limit_ms",
        "thread_pool_dedicated_listeners",
        "thread_cache_size",
        "worker_connections",
        "reuseport",
        "thread_pool_min_threads",
        "extra_port",
        "extra_max_connections",
        "innodb_thread_concurrency",
        "innodb_concurrency_tickets",
        "innodb_thread_sleep_delay_us",
        "innodb_adaptive_max_sleep_delay_us",
        "wait_timeout_s",
        "innodb_lock_wait_timeout_s",
    ]);
    let words = |name: &str| f.get(name).map(|p| p.text());
    let switch = |name: &str| f.get(name).map(|p| p.bool());
    let schedulers = [
        SchedulerName::Mariadb,
        SchedulerName::Percona,
        SchedulerName::Oracle,
        SchedulerName::OneThreadPerConnection,
        SchedulerName::OneQueue,
        SchedulerName::ManyQueues,
        SchedulerName::TwoChoices,
        SchedulerName::NginxWorkers,
        SchedulerName::Mysql60,
        SchedulerName::MariadbWindows,
    ];
    let schedulers = schedulers.map(|s| (s.as_str(), s));
    Server {
        scheduler: f
            .need("scheduler")
            .choice(&schedulers)
            .unwrap_or(SchedulerName::Mariadb),
        version: words("version"),
        thread_pool_size: f.u64("thread_pool_size"),
        thread_pool_max_threads: f.u64("thread_pool_max_threads"),
        thread_pool_stall_limit_ms: f.u64("thread_pool_stall_limit_ms"),
        thread_pool_oversubscribe: f.u64("thread_pool_oversubscribe"),
        thread_pool_idle_timeout_s: f.u64("thread_pool_idle_timeout_s"),
        thread_pool_priority: words("thread_pool_priority"),
        thread_pool_prio_kickup_timer_ms: f.u64("thread_pool_prio_kickup_timer_ms"),
        thread_pool_exact_stats: switch("thread_pool_exact_stats"),
        thread_pool_dedicated_listener: switch("thread_pool_dedicated_listener"),
        thread_pool_high_prio_mode: words("thread_pool_high_prio_mode"),
        thread_pool_high_prio_tickets: f.u64("thread_pool_high_prio_tickets"),
        admin_port_high_priority: switch("admin_port_high_priority"),
        thread_pool_stall_limit_10ms: f.u64("thread_pool_stall_limit_10ms"),
        thread_pool_algorithm: f.u64("thread_pool_algorithm"),
        thread_pool_high_priority_connection: switch("thread_pool_high_priority_connection"),
        thread_pool_max_unused_threads: f.u64("thread_pool_max_unused_threads"),
        thread_pool_max_active_query_threads: f.u64("thread_pool_max_active_query_threads"),
        thread_pool_max_transactions_limit: f.u64("thread_pool_max_transactions_limit"),
        thread_pool_query_threads_per_group: f.u64("thread_pool_query_threads_per_group"),
        thread_pool_transaction_delay_ms: f.u64("thread_pool_transaction_delay_ms"),
        thread_pool_longrun_trx_limit_ms: f.u64("thread_pool_longrun_trx_limit_ms"),
        thread_pool_dedicated_listeners: switch("thread_pool_dedicated_listeners"),
        thread_cache_size: f.u64("thread_cache_size"),
        worker_connections: f.u64("worker_connections"),
        reuseport: switch("reuseport"),
        thread_pool_min_threads: f.u64("thread_pool_min_threads"),
        extra_port: f.u64("extra_port"),
        extra_max_connections: f.u64("extra_max_connections"),
        innodb_thread_concurrency: f.u64("innodb_thread_concurrency"),
        innodb_concurrency_tickets: f.u64("innodb_concurrency_tickets"),
        innodb_thread_sleep_delay_us: f.u64("innodb_thread_sleep_delay_us"),
        innodb_adaptive_max_sleep_delay_us: f.u64("innodb_adaptive_max_sleep_delay_us"),
        wait_timeout_s: f.u64("wait_timeout_s"),
        innodb_lock_wait_timeout_s: f.u64("innodb_lock_wait_timeout_s"),
    }
}

pub(super) fn start(p: &Place<'_>) -> Start {
    let f = p.fields(&[
        "first_tick_us",
        "threads",
        "idle_workers",
        "dequeue_attempts",
        "login_cpu_us",
    ]);
    let threads = [
        ("listener", StartThreads::Listener),
        ("none", StartThreads::None),
    ];
    Start {
        first_tick_us: f.u64("first_tick_us"),
        threads: f
            .get("threads")
            .and_then(|p| p.choice(&threads))
            .unwrap_or_default(),
        idle_workers: f.u32_or("idle_workers", 0),
        dequeue_attempts: f.u32_or("dequeue_attempts", 0),
        login_cpu_us: f.u64_or("login_cpu_us", 0),
    }
}
