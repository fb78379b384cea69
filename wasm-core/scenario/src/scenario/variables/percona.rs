//! Percona Server's pool.

use super::priority::HighPrioMode;
use super::row::{OFF, Release, U32, number, release, unset};
use super::timeouts::{
    lock_wait_timeout_of_mysql, max_connections, metadata_lock_wait_timeout, wait_timeout,
};
use super::unix_pools::{IDLE, MAX, SIZE, STALL};
use super::{Variable, VariableKind};
use crate::scenario::scheduler_name::SchedulerName::Percona;

const ALL: Release = release(Percona, &["5.6", "8.0"]);
const FROM_8_0: Release = release(Percona, &["8.0"]);

pub(super) const ROWS: &[Variable] = &[
    ALL.has("thread_pool_size", unset(1, 1_024), SIZE),
    ALL.has("thread_pool_max_threads", number(1, 100_000, 100_000), MAX),
    ALL.has("thread_pool_stall_limit_ms", number(10, U32, 500), STALL),
    ALL.has(
        "thread_pool_oversubscribe",
        number(1, 1_000, 3),
        "A group may have this many requests from the low-priority queue in progress, plus one. Those that sleep or wait count.",
    ),
    ALL.has("thread_pool_idle_timeout_s", number(1, U32, 60), IDLE),
    ALL.has(
        "thread_pool_high_prio_mode",
        VariableKind::Choice {
            values: HighPrioMode::WORDS,
            default: "transactions",
        },
        "Which statements may join the high-priority queue.",
    ),
    ALL.has(
        "thread_pool_high_prio_tickets",
        number(0, U32, U32),
        "How many times in a row a connection may join the high-priority queue before it takes a turn in the low-priority one.",
    ),
    FROM_8_0
        .has(
            "admin_port_high_priority",
            OFF,
            "Not a server variable: ON gives the rules of releases from September 2025 on, in which connections of admin_port always have high priority.",
        )
        .read_only(),
    wait_timeout(ALL),
    lock_wait_timeout_of_mysql(ALL),
    metadata_lock_wait_timeout(ALL, 1, 31_536_000),
    max_connections(ALL, 1),
];
