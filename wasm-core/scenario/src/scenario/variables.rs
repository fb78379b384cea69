//! The server variables that the engine knows: range, unit, default and help by scheduler and
//! version. Validation, the JSON Schema and the knobs of the page read this one table.
//! Source: the servers' documentation and variable tables (scheduler rules, sections 2.9 and 3.7).

use serde::Serialize;

use super::server::SchedulerName;
use SchedulerName::{
    ManyQueues, Mariadb, MariadbWindows as Windows, Mysql60, NginxWorkers, OneQueue,
    OneThreadPerConnection as OneThread, Oracle, Percona, TwoChoices,
};

/// What values a variable takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum VariableKind {
    /// A whole number.
    Number {
        /// Least.
        min: u64,
        /// Greatest.
        max: u64,
        /// Default; null where it depends on the machine or is "not set".
        default: Option<u64>,
    },
    /// ON or OFF.
    Switch {
        /// Default.
        default: bool,
    },
    /// One of a few words.
    Choice {
        /// The words.
        #[cfg_attr(feature = "schema", ts(type = "string[]"))]
        values: &'static [&'static str],
        /// Default.
        default: &'static str,
    },
}

/// A server variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Variable {
    /// Name in the server.
    pub name: &'static str,
    /// Name in scenario files: with the unit appended.
    pub field: &'static str,
    /// Unit, empty for a plain number.
    pub unit: &'static str,
    /// The scheduler that has it.
    pub scheduler: SchedulerName,
    /// The versions (of those that the engine has) for which this row holds.
    #[cfg_attr(feature = "schema", ts(type = "string[]"))]
    pub versions: &'static [&'static str],
    /// Its values.
    pub kind: VariableKind,
    /// SET GLOBAL changes it at run time.
    pub dynamic: bool,
    /// What it does, in a sentence. Pages have it from the generated table; the wasm goes without.
    #[cfg(feature = "schema")]
    pub help: &'static str,
}

const M: &[&str] = &["10.4", "10.11"];
const M4: &[&str] = &["10.4"];
const M11: &[&str] = &["10.11"];
const P: &[&str] = &["5.6", "8.0"];
const P8: &[&str] = &["8.0"];
const O: &[&str] = &["8.0.30", "9.7"];
const O8: &[&str] = &["8.0.30"];
const O9: &[&str] = &["9.7"];
const ANY: &[&str] = &["any"];
const OWN: &[&str] = &["5.5", "5.6", "any"];
const OLD_INNODB: &[&str] = &["5.5"];
const NEW_INNODB: &[&str] = &["5.6", "any"];
const V6: &[&str] = &["6.0", "mariadb-5.3"];
const V53: &[&str] = &["mariadb-5.3"];
const W: &[&str] = &["10.11"];
const U32: u64 = 4_294_967_295;

const fn number(min: u64, max: u64, default: u64) -> VariableKind {
    VariableKind::Number {
        min,
        max,
        default: Some(default),
    }
}

const fn unset(min: u64, max: u64) -> VariableKind {
    VariableKind::Number {
        min,
        max,
        default: None,
    }
}

const OFF: VariableKind = VariableKind::Switch { default: false };

const SIZE: &str = "Number of thread groups. A connection belongs to the group connection id mod thread_pool_size. Default: the number of CPUs.";
const MAX: &str =
    "Most pool threads in all groups together. Every group may have two threads all the same.";
const STALL: &str = "Period of the stall timer, which looks at each group once per period. It is no limit for a query.";
const IDLE: &str = "A worker that has been idle this long exits. The listener never does.";
const WORKERS: &str =
    "Number of workers, and of queues where each worker has its own. Default: the number of CPUs.";
const WAIT_TIMEOUT: &str = "A client that asks nothing for this long is disconnected.";
const DEALT: &str = "Number of thread groups. Connections are dealt to them in turn.";
const DEALT9: &str = "Number of thread groups. Connections are dealt to them in turn. Default: half the CPUs, 16 at most.";
const ALGORITHM: &str = "0: low concurrency. 1: high concurrency: somebody always waits at the sockets, and a thread that sees more work wakes a sleeping one.";
const UNUSED: &str = "Most sleeping threads of a group; another one exits. 0: all are kept.";
const LOCK_TIMEOUT: &str =
    "A request gives up waiting for a lock after this long. Not set here: it waits for ever.";

const CONCURRENCY: &str =
    "Most threads inside InnoDB at once; 0: no limit. Threads that wait for a lock are outside.";
const TICKETS: &str = "Row operations after the first that a thread may do before it has to enter InnoDB anew. Here each cpu_us step is one row operation.";
const SLEEP: &str =
    "How long a thread sleeps that finds InnoDB full; then it looks again. There is no queue.";
const SLEEP_OLD: &str = "How long a thread that holds no locks sleeps, once, when it finds InnoDB full, before it joins the queue.";
const SLEEP_MAX: &str =
    "The sleep adapts itself up to this. 0: it stays at innodb_thread_sleep_delay.";
const EXTRA_PORT: &str = "A port past the pool: its connections have a thread each. 0: none.";

const fn row(
    field: &'static str,
    unit: &'static str,
    scheduler: SchedulerName,
    versions: &'static [&'static str],
    kind: VariableKind,
    dynamic: bool,
    help: &'static str,
) -> Variable {
    #[cfg(not(feature = "schema"))]
    let _ = help;
    Variable {
        name: strip_unit(field, unit),
        field,
        // What a reader sees behind the number.
        unit: if matches!(unit.as_bytes(), b"10ms") {
            "× 10 ms"
        } else {
            unit
        },
        scheduler,
        versions,
        kind,
        dynamic,
        #[cfg(feature = "schema")]
        help,
    }
}

// The server's own name: without the unit.
const fn strip_unit(field: &'static str, unit: &'static str) -> &'static str {
    if unit.is_empty() {
        return field;
    }
    let (name, _) = field.split_at(field.len() - unit.len() - 1);
    name
}

/// Every variable, scheduler by scheduler.
pub const VARIABLES: &[Variable] = &[
    row(
        "thread_pool_size",
        "",
        Mariadb,
        M,
        unset(1, 100_000),
        true,
        SIZE,
    ),
    row(
        "thread_pool_max_threads",
        "",
        Mariadb,
        M,
        number(1, 65_536, 65_536),
        true,
        MAX,
    ),
    row(
        "thread_pool_stall_limit_ms",
        "ms",
        Mariadb,
        M4,
        number(10, U32, 500),
        true,
        STALL,
    ),
    row(
        "thread_pool_stall_limit_ms",
        "ms",
        Mariadb,
        M11,
        number(1, U32, 500),
        true,
        STALL,
    ),
    row(
        "thread_pool_oversubscribe",
        "",
        Mariadb,
        M,
        number(1, 1_000, 3),
        true,
        "How many running threads a group keeps once it has too many. Threads in reported waits, such as SLEEP(), do not count.",
    ),
    row(
        "thread_pool_idle_timeout_s",
        "s",
        Mariadb,
        M,
        number(1, U32, 60),
        true,
        IDLE,
    ),
    row(
        "thread_pool_priority",
        "",
        Mariadb,
        M,
        VariableKind::Choice {
            values: &["auto", "high", "low"],
            default: "auto",
        },
        true,
        "Which queue a statement joins; auto: high from the second statement of a transaction on.",
    ),
    row(
        "thread_pool_prio_kickup_timer_ms",
        "ms",
        Mariadb,
        M,
        number(0, U32, 1_000),
        true,
        "A request that has waited longer in the low queue moves to the high queue at the next tick.",
    ),
    row(
        "thread_pool_exact_stats",
        "",
        Mariadb,
        M11,
        OFF,
        true,
        "Stamp queued requests with the exact time instead of the time of the last tick.",
    ),
    row(
        "thread_pool_dedicated_listener",
        "",
        Mariadb,
        M11,
        OFF,
        true,
        "The listener never serves a request itself.",
    ),
    row(
        "wait_timeout_s",
        "s",
        Mariadb,
        M,
        number(1, 31_536_000, 28_800),
        true,
        WAIT_TIMEOUT,
    ),
    row(
        "innodb_lock_wait_timeout_s",
        "s",
        Mariadb,
        M,
        unset(0, 100_000_000),
        true,
        LOCK_TIMEOUT,
    ),
    row(
        "thread_pool_size",
        "",
        Percona,
        P,
        unset(1, 1_024),
        true,
        SIZE,
    ),
    row(
        "thread_pool_max_threads",
        "",
        Percona,
        P,
        number(1, 100_000, 100_000),
        true,
        MAX,
    ),
    row(
        "thread_pool_stall_limit_ms",
        "ms",
        Percona,
        P,
        number(10, U32, 500),
        true,
        STALL,
    ),
    row(
        "thread_pool_oversubscribe",
        "",
        Percona,
        P,
        number(1, 1_000, 3),
        true,
        "One more than this many requests from the low queue may be in flight in a group. Sleeping and waiting ones count.",
    ),
    row(
        "thread_pool_idle_timeout_s",
        "s",
        Percona,
        P,
        number(1, U32, 60),
        true,
        IDLE,
    ),
    row(
        "thread_pool_high_prio_mode",
        "",
        Percona,
        P,
        VariableKind::Choice {
            values: &["transactions", "statements", "none"],
            default: "transactions",
        },
        true,
        "Which statements may join the high queue.",
    ),
    row(
        "thread_pool_high_prio_tickets",
        "",
        Percona,
        P,
        number(0, U32, U32),
        true,
        "How many times in a row a connection may join the high queue before it takes a turn in the low one.",
    ),
    row(
        "admin_port_high_priority",
        "",
        Percona,
        P8,
        OFF,
        false,
        "Not a server variable: ON gives the rules of the releases from September 2025, where connections of admin_port are always high priority.",
    ),
    row(
        "wait_timeout_s",
        "s",
        Percona,
        P,
        number(1, 31_536_000, 28_800),
        true,
        WAIT_TIMEOUT,
    ),
    row(
        "innodb_lock_wait_timeout_s",
        "s",
        Percona,
        P,
        unset(1, 1_073_741_824),
        true,
        LOCK_TIMEOUT,
    ),
    row(
        "thread_pool_size",
        "",
        Oracle,
        O8,
        number(1, 512, 16),
        false,
        DEALT,
    ),
    row(
        "thread_pool_size",
        "",
        Oracle,
        O9,
        unset(1, 512),
        false,
        DEALT9,
    ),
    row(
        "thread_pool_algorithm",
        "",
        Oracle,
        O8,
        number(0, 1, 0),
        false,
        ALGORITHM,
    ),
    row(
        "thread_pool_algorithm",
        "",
        Oracle,
        O9,
        number(0, 1, 1),
        false,
        ALGORITHM,
    ),
    row(
        "thread_pool_stall_limit_10ms",
        "10ms",
        Oracle,
        O,
        number(4, 600, 6),
        true,
        "A statement that has run this long, in units of 10 ms, is stalled: it does not count any more, and the group may start another. 6 is 60 ms.",
    ),
    row(
        "thread_pool_prio_kickup_timer_ms",
        "ms",
        Oracle,
        O,
        number(0, 4_294_967_294, 1_000),
        true,
        "A statement that has waited this long at the head of the low queue moves to the high queue: one of a group each 10 ms. 0: all join the high queue.",
    ),
    row(
        "thread_pool_high_priority_connection",
        "",
        Oracle,
        O,
        OFF,
        true,
        "Every statement joins the high queue. A session's variable in the server; here for all.",
    ),
    row(
        "thread_pool_max_unused_threads",
        "",
        Oracle,
        O8,
        number(0, 4_096, 0),
        true,
        UNUSED,
    ),
    row(
        "thread_pool_max_unused_threads",
        "",
        Oracle,
        O9,
        number(0, 4_096, 32),
        true,
        UNUSED,
    ),
    row(
        "thread_pool_max_active_query_threads",
        "",
        Oracle,
        O,
        number(0, 512, 0),
        true,
        "Most active query threads of a group. 0: no such limit. 9.7 heeds it only where thread_pool_max_transactions_limit is 0.",
    ),
    row(
        "thread_pool_max_transactions_limit",
        "",
        Oracle,
        O9,
        unset(0, 1_000_000),
        true,
        "Transactions in all groups together: each group takes its share, rounded up, and one more. A thread stays with its connection until the transaction ends. 0: no limit. Default: 32 for each group, 512 at most.",
    ),
    row(
        "thread_pool_query_threads_per_group",
        "",
        Oracle,
        O9,
        number(1, 4_096, 2),
        true,
        "Without a transaction limit: one more than this many statements run in a group, stalled ones not counted. Also the most consumers.",
    ),
    row(
        "thread_pool_transaction_delay_ms",
        "ms",
        Oracle,
        O9,
        number(0, 300_000, 0),
        true,
        "What every statement that begins a transaction waits before it runs.",
    ),
    row(
        "thread_pool_longrun_trx_limit_ms",
        "ms",
        Oracle,
        O9,
        number(10, 86_400_000, 2_000),
        true,
        "When as many threads as the limit allows have run this long, the group's transaction limit is suspended.",
    ),
    row(
        "thread_pool_dedicated_listeners",
        "",
        Oracle,
        O9,
        OFF,
        false,
        "A thread of each group only listens. Takes effect with a transaction limit.",
    ),
    row(
        "wait_timeout_s",
        "s",
        Oracle,
        O,
        number(1, 31_536_000, 28_800),
        true,
        WAIT_TIMEOUT,
    ),
    row(
        "innodb_lock_wait_timeout_s",
        "s",
        Oracle,
        O,
        unset(1, 1_073_741_824),
        true,
        LOCK_TIMEOUT,
    ),
    row(
        "thread_cache_size",
        "",
        OneThread,
        OWN,
        number(0, 16_384, 256),
        true,
        "Threads of closed connections that are kept for the next ones. 256 is MariaDB's default.",
    ),
    row(
        "wait_timeout_s",
        "s",
        OneThread,
        OWN,
        number(1, 31_536_000, 28_800),
        true,
        WAIT_TIMEOUT,
    ),
    row(
        "innodb_lock_wait_timeout_s",
        "s",
        OneThread,
        OWN,
        unset(0, 100_000_000),
        true,
        LOCK_TIMEOUT,
    ),
    row(
        "thread_pool_size",
        "",
        OneQueue,
        ANY,
        unset(1, 1_024),
        false,
        WORKERS,
    ),
    row(
        "innodb_lock_wait_timeout_s",
        "s",
        OneQueue,
        ANY,
        unset(0, 100_000_000),
        true,
        LOCK_TIMEOUT,
    ),
    row(
        "thread_pool_size",
        "",
        ManyQueues,
        ANY,
        unset(1, 1_024),
        false,
        WORKERS,
    ),
    row(
        "innodb_lock_wait_timeout_s",
        "s",
        ManyQueues,
        ANY,
        unset(0, 100_000_000),
        true,
        LOCK_TIMEOUT,
    ),
    row(
        "thread_pool_size",
        "",
        TwoChoices,
        ANY,
        unset(1, 1_024),
        false,
        WORKERS,
    ),
    row(
        "innodb_lock_wait_timeout_s",
        "s",
        TwoChoices,
        ANY,
        unset(0, 100_000_000),
        true,
        LOCK_TIMEOUT,
    ),
    row(
        "thread_pool_size",
        "",
        NginxWorkers,
        ANY,
        unset(1, 1_024),
        false,
        WORKERS,
    ),
    row(
        "innodb_lock_wait_timeout_s",
        "s",
        NginxWorkers,
        ANY,
        unset(0, 100_000_000),
        true,
        LOCK_TIMEOUT,
    ),
    row(
        "worker_connections",
        "",
        NginxWorkers,
        ANY,
        number(1, 65_536, 512),
        false,
        "Most connections of one worker. A worker that has used more than 7/8 of them leaves new ones to idle others.",
    ),
    row(
        "reuseport",
        "",
        NginxWorkers,
        ANY,
        OFF,
        false,
        "A listening socket for each worker: the system deals new connections out by chance, to busy workers too. OFF: one socket for all, and the idle worker that was busy last takes the next.",
    ),
    row(
        "innodb_thread_concurrency",
        "",
        Mariadb,
        M4,
        number(0, 1_000, 0),
        true,
        CONCURRENCY,
    ),
    row(
        "innodb_concurrency_tickets",
        "",
        Mariadb,
        M4,
        number(1, U32, 5_000),
        true,
        TICKETS,
    ),
    row(
        "innodb_thread_sleep_delay_us",
        "us",
        Mariadb,
        M4,
        number(0, 1_000_000, 10_000),
        true,
        SLEEP,
    ),
    row(
        "innodb_adaptive_max_sleep_delay_us",
        "us",
        Mariadb,
        M4,
        number(0, 1_000_000, 150_000),
        true,
        SLEEP_MAX,
    ),
    row(
        "innodb_thread_concurrency",
        "",
        Percona,
        P,
        number(0, 1_000, 0),
        true,
        CONCURRENCY,
    ),
    row(
        "innodb_concurrency_tickets",
        "",
        Percona,
        P,
        number(1, U32, 5_000),
        true,
        TICKETS,
    ),
    row(
        "innodb_thread_sleep_delay_us",
        "us",
        Percona,
        P,
        number(0, 1_000_000, 10_000),
        true,
        SLEEP,
    ),
    row(
        "innodb_adaptive_max_sleep_delay_us",
        "us",
        Percona,
        P,
        number(0, 1_000_000, 150_000),
        true,
        SLEEP_MAX,
    ),
    row(
        "innodb_thread_concurrency",
        "",
        OneThread,
        NEW_INNODB,
        number(0, 1_000, 0),
        true,
        CONCURRENCY,
    ),
    row(
        "innodb_concurrency_tickets",
        "",
        OneThread,
        NEW_INNODB,
        number(1, U32, 5_000),
        true,
        TICKETS,
    ),
    row(
        "innodb_thread_sleep_delay_us",
        "us",
        OneThread,
        NEW_INNODB,
        number(0, 1_000_000, 10_000),
        true,
        SLEEP,
    ),
    row(
        "innodb_adaptive_max_sleep_delay_us",
        "us",
        OneThread,
        NEW_INNODB,
        number(0, 1_000_000, 150_000),
        true,
        SLEEP_MAX,
    ),
    row(
        "innodb_thread_concurrency",
        "",
        OneThread,
        OLD_INNODB,
        number(0, 1_000, 0),
        true,
        CONCURRENCY,
    ),
    row(
        "innodb_concurrency_tickets",
        "",
        OneThread,
        OLD_INNODB,
        number(1, U32, 500),
        true,
        TICKETS,
    ),
    row(
        "innodb_thread_sleep_delay_us",
        "us",
        OneThread,
        OLD_INNODB,
        number(0, U32, 10_000),
        true,
        SLEEP_OLD,
    ),
    row(
        "thread_pool_size",
        "",
        Mysql60,
        V6,
        number(1, 16_384, 20),
        false,
        "Number of worker threads. All are created at the start; there are never more.",
    ),
    row(
        "extra_port",
        "",
        Mysql60,
        V53,
        number(0, 65_535, 0),
        false,
        EXTRA_PORT,
    ),
    row(
        "extra_max_connections",
        "",
        Mysql60,
        V53,
        number(1, 100_000, 1),
        true,
        "Most connections of extra_port.",
    ),
    row(
        "innodb_lock_wait_timeout_s",
        "s",
        Mysql60,
        V6,
        number(1, 1_073_741_824, 50),
        false,
        "A request gives up waiting for a lock after this long.",
    ),
    row(
        "thread_pool_min_threads",
        "",
        Windows,
        W,
        number(1, 256, 1),
        true,
        "Pool threads that stay however long they are idle.",
    ),
    row(
        "thread_pool_max_threads",
        "",
        Windows,
        W,
        number(1, 65_536, 65_536),
        true,
        "Most pool threads.",
    ),
    row(
        "thread_pool_priority",
        "",
        Windows,
        W,
        VariableKind::Choice {
            values: &["auto", "high", "low"],
            default: "auto",
        },
        true,
        "A high-priority request runs as soon as a thread takes it; another goes to the end of the queue once more. auto: high from the second statement of a transaction on.",
    ),
    row(
        "wait_timeout_s",
        "s",
        Windows,
        W,
        number(1, 31_536_000, 28_800),
        true,
        WAIT_TIMEOUT,
    ),
    row(
        "innodb_lock_wait_timeout_s",
        "s",
        Windows,
        W,
        unset(0, 100_000_000),
        true,
        LOCK_TIMEOUT,
    ),
];

/// The row of a variable, by its name in the server or in scenario files.
pub fn variable(scheduler: SchedulerName, version: &str, name: &str) -> Option<&'static Variable> {
    VARIABLES.iter().find(|v| {
        v.scheduler == scheduler
            && v.versions.contains(&version)
            && (v.field == name || v.name == name)
    })
}
