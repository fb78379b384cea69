//! Oracle's Thread Pool plugin: the classic form, that of 8.0.31 to 8.4, and the one of 2026. Source: MySQL 8.0 and 8.4
//! Reference Manual, "Server System Variables"; for 9.7 the published plugin.

use super::Variable;
use super::row::{OFF, Release, number, release, unset};
use super::timeouts::{lock_wait_timeout_of_mysql, wait_timeout};
use crate::scenario::scheduler_name::SchedulerName::Oracle;

const ALL: Release = release(Oracle, &["8.0.30", "8.4", "9.7"]);
const BY_MANUAL: Release = release(Oracle, &["8.0.30", "8.4"]);
const V8_4: Release = release(Oracle, &["8.4"]);
const FROM_8_4: Release = release(Oracle, &["8.4", "9.7"]);
const FROM_9_7: Release = release(Oracle, &["9.7"]);

const ALGORITHM: &str = "0: low concurrency. 1: high concurrency: a thread always waits at the sockets, and one that sees more work wakes a sleeping one.";

const fn algorithm(of: Release, default: u64) -> Variable {
    let kind = number(0, 1, default);
    of.has("thread_pool_algorithm", kind, ALGORITHM).read_only()
}

const fn max_unused_threads(of: Release, default: u64) -> Variable {
    of.has(
        "thread_pool_max_unused_threads",
        number(0, 4_096, default),
        "The most sleeping threads that a group keeps; any more exit. 0: all are kept.",
    )
}

pub(super) const ROWS: &[Variable] = &[
    BY_MANUAL
        .has(
            "thread_pool_size",
            number(1, 512, 16),
            "Number of thread groups. Connections are dealt to them in turn.",
        )
        .read_only(),
    FROM_9_7
        .has(
            "thread_pool_size",
            unset(1, 512),
            "Number of thread groups. Connections are dealt to them in turn. Default: half the CPUs, 16 at most.",
        )
        .read_only(),
    algorithm(BY_MANUAL, 0),
    algorithm(FROM_9_7, 1),
    ALL.has(
        "thread_pool_stall_limit_10ms",
        number(4, 600, 6),
        "A statement that has run this long, in units of 10 ms, is stalled: it no longer counts, and the group may start another. 6 is 60 ms.",
    ),
    ALL.has(
        "thread_pool_prio_kickup_timer_ms",
        number(0, 4_294_967_294, 1_000),
        "A statement that has waited this long at the head of the low-priority queue moves to the high-priority queue, one per group every 10 ms. 0: all join the high-priority queue.",
    ),
    ALL.has(
        "thread_pool_high_priority_connection",
        OFF,
        "Every statement joins the high-priority queue. In the server, each session has its own value; here one value holds for all.",
    ),
    max_unused_threads(BY_MANUAL, 0),
    max_unused_threads(FROM_9_7, 32),
    ALL.has(
        "thread_pool_max_active_query_threads",
        number(0, 512, 0),
        "The most active query threads in a group. 0: no such limit. 8.4 and 9.7 obey it only if thread_pool_max_transactions_limit is 0.",
    ),
    BY_MANUAL
        .has(
            "thread_pool_max_transactions_limit",
            number(0, 1_000_000, 0),
            "The most transactions in all groups together; each group takes its share, rounded up. A thread stays with its connection until the transaction ends. 0: no limit.",
        )
        .since("8.0.23"),
    FROM_9_7.has(
        "thread_pool_max_transactions_limit",
        unset(0, 1_000_000),
        "The most transactions in all groups together; each group takes its share, rounded up, plus one. A thread stays with its connection until the transaction ends. 0: no limit. Default: 32 for each group, 512 at most.",
    ),
    V8_4.has(
        "thread_pool_query_threads_per_group",
        number(1, 4_096, 1),
        "Without a transaction limit, a group runs this many statements, not counting stalled ones. Also the most consumers.",
    ),
    FROM_9_7.has(
        "thread_pool_query_threads_per_group",
        number(1, 4_096, 2),
        "Without a transaction limit, a group runs this many statements plus one, not counting stalled ones. Also the most consumers.",
    ),
    FROM_8_4.has(
        "thread_pool_transaction_delay_ms",
        number(0, 300_000, 0),
        "How long each statement that begins a transaction waits before it runs.",
    )
    .since("8.0.31"),
    FROM_8_4
        .has(
            "thread_pool_longrun_trx_limit_ms",
            number(10, 86_400_000, 2_000),
            "When as many threads as the limit allows have run this long, the group's transaction limit is suspended.",
        )
        .since("8.4.0"),
    ALL.has(
        "thread_pool_dedicated_listeners",
        OFF,
        "One thread of each group only listens. Takes effect only with a transaction limit.",
    )
    .read_only()
    .since("8.0.23"),
    wait_timeout(ALL),
    lock_wait_timeout_of_mysql(ALL),
];
