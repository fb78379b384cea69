//! MariaDB's pool on Unix.

use super::priority::PoolPriority;
use super::row::{OFF, Release, U32, number, release, unset};
use super::timeouts::{
    idle_transaction_timeout, lock_wait_timeout, max_connections, max_statement_time,
    metadata_lock_wait_timeout, wait_timeout,
};
use super::unix_pools::{IDLE, MAX, SIZE, STALL};
use super::{Variable, VariableKind};
use crate::scenario::scheduler_name::SchedulerName::Mariadb;

const ALL: Release = release(Mariadb, &["10.4", "10.11"]);
const TO_10_4: Release = release(Mariadb, &["10.4"]);
const FROM_10_5: Release = release(Mariadb, &["10.11"]);

/// `thread_pool_priority`, on Windows too.
pub(super) const PRIORITY: VariableKind = VariableKind::Choice {
    values: PoolPriority::WORDS,
    default: "auto",
};

pub(super) const ROWS: &[Variable] = &[
    ALL.has("thread_pool_size", unset(1, 100_000), SIZE),
    ALL.has("thread_pool_max_threads", number(1, 65_536, 65_536), MAX),
    TO_10_4.has("thread_pool_stall_limit_ms", number(10, U32, 500), STALL),
    FROM_10_5.has("thread_pool_stall_limit_ms", number(1, U32, 500), STALL),
    TO_10_4.has(
        "thread_pool_oversubscribe",
        number(1, 1_000, 3),
        "How many running threads a group keeps once it has too many. Threads in reported waits, such as SLEEP(), do not count.",
    ),
    FROM_10_5.has(
        "thread_pool_oversubscribe",
        number(1, 1_000, 3),
        "Once it has too many, a group keeps this many running threads plus one (10.4: exactly this many). Threads in reported waits, such as SLEEP(), do not count.",
    ),
    ALL.has("thread_pool_idle_timeout_s", number(1, U32, 60), IDLE),
    ALL.has(
        "thread_pool_priority",
        PRIORITY,
        "Which queue a statement joins. auto: the high-priority queue from the second statement of a transaction on.",
    )
    .since("10.2.2"),
    ALL.has(
        "thread_pool_prio_kickup_timer_ms",
        number(0, U32, 1_000),
        "A request that has waited longer in the low-priority queue moves to the high-priority queue at the stall timer's next round.",
    )
    .since("10.2.2"),
    FROM_10_5.has(
        "thread_pool_exact_stats",
        OFF,
        "Stamp queued requests with the exact time instead of the time of the stall timer's last round.",
    )
    .since("10.5.0"),
    FROM_10_5
        .has(
            "thread_pool_dedicated_listener",
            OFF,
            "The listener never serves a request itself.",
        )
        .since("10.5.0"),
    wait_timeout(ALL),
    lock_wait_timeout(ALL),
    metadata_lock_wait_timeout(ALL, 0, 31_536_000),
    idle_transaction_timeout(ALL),
    max_statement_time(ALL),
    max_connections(ALL, 10),
];
