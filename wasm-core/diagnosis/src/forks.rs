//! Pools of other makers that MariaDB's and Percona's rules do not describe: how each is recognised, and the
//! names under which it prints what the others print too.

use crate::capture::{At, Capture, Kind};

/// A pool whose rules are not published, or only in part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fork {
    /// Tencent Cloud's TXSQL (TencentDB, TDSQL-C): <https://www.tencentcloud.com/document/product/236/43483>.
    Txsql,
    /// Kunpeng's plugin, with MariaDB's four tables:
    /// <https://www.hikunpeng.com/document/detail/en/kunpengdbs/appAccelFeatures/mysqlthreadpool/kunpengolapmysqlthreadpool_20_0011.html>.
    Kunpeng,
    /// Huawei Cloud's RDS: <https://support.huaweicloud.com/intl/en-us/kerneldesc-rds-mysql/rds_03_0000.html>.
    Huawei,
    /// Volcengine's RDS: <https://www.volcengine.com/docs/6313/1469437>.
    Volcengine,
    /// Alibaba Cloud's RDS (AliSQL) and PolarDB: <https://www.alibabacloud.com/help/en/rds/apsaradb-rds-for-mysql/thread-pool>,
    /// <https://www.alibabacloud.com/help/en/polardb/polardb-for-mysql/user-guide/thread-pool>.
    Alibaba,
    /// One of the last two, which share this switch.
    Enabled,
}

/// Variables that only Huawei's has; all others say `thread_pool_`.
const HUAWEI: [&str; 6] = [
    "threadpool_enabled",
    "threadpool_size",
    "threadpool_oversubscribe",
    "threadpool_stall_limit",
    "threadpool_long_conn_time",
    "threadpool_slow_conn_log",
];
/// Variables that only Alibaba's have.
const ALIBABA: [&str; 4] = [
    "bypass_thread_pool_ips",
    "thread_pool_high_priority_users",
    "thread_pool_normal_weights",
    "thread_pool_trans_weights",
];
/// The switches that replace `thread_handling`.
const SWITCHES: [&str; 2] = ["thread_pool_enabled", "threadpool_enabled"];

/// Alibaba's counters, which SHOW STATUS prints without a capital letter: `thread_pool_big_threads`.
pub(crate) fn is_counter(lower: &str) -> bool {
    const WHAT: &str = "active big dml idle qry total trx wait";
    let rest = lower.strip_prefix("thread_pool_");
    let what = rest.and_then(|rest| rest.strip_suffix("_threads"));
    what.is_some_and(|what| WHAT.split(' ').any(|one| one == what))
}

impl Fork {
    /// The pool that a paste is from, if it is one of these.
    #[inline(never)]
    pub fn of(capture: &Capture) -> Option<Fork> {
        let has = |names: &[&str]| {
            names
                .iter()
                .any(|name| capture.variables.contains_key(*name))
        };
        let block = |kinds: &[Kind]| {
            capture
                .blocks
                .iter()
                .any(|block| kinds.contains(&block.kind))
        };
        let says = |word| {
            let version = capture.version.as_ref();
            version.is_some_and(|at| at.value.to_ascii_lowercase().contains(word))
        };
        let counts = |start: &str| {
            let mut names = capture.looks.iter().flat_map(|look| look.status.keys());
            names.any(|name| name.starts_with(start))
        };
        // MariaDB numbers its releases from 10 on; MySQL, whose plugin this is, still has 5 to 9.
        let mysql = capture.version.as_ref().is_some_and(
            |at| matches!(at.value.split_once('.'), Some((major, _)) if major.len() == 1),
        );
        let tables = block(&[Kind::Groups, Kind::Queues, Kind::Stats, Kind::Waits]);
        let perconas = has(&[
            "thread_pool_high_prio_mode",
            "thread_pool_high_prio_tickets",
        ]);
        let maria = says("maria");
        Some(
            if block(&[Kind::ThreadpoolStatus])
                || has(&["thread_handling_switch_mode"])
                || says("txsql")
            {
                Fork::Txsql
            } else if !maria && (has(&["thread_pool_toobusy"]) || tables && (perconas || mysql)) {
                Fork::Kunpeng
            } else if has(&HUAWEI) {
                Fork::Huawei
            } else if counts("Threadpool_stalled_groups") || counts("Threadpool_all_threads") {
                Fork::Volcengine
            } else if block(&[Kind::AlisqlGroups])
                || has(&ALIBABA)
                || counts("Thread_pool_total_threads")
            {
                Fork::Alibaba
            } else if has(&SWITCHES) {
                Fork::Enabled
            } else {
                return None;
            },
        )
    }

    /// Its permanent name, and the sentence about it.
    pub(crate) fn names(self) -> (&'static str, &'static str) {
        match self {
            Fork::Txsql => ("txsql", "diagnose_server_txsql"),
            Fork::Kunpeng => ("kunpeng", "diagnose_server_kunpeng"),
            Fork::Huawei => ("huawei", "diagnose_server_huawei"),
            Fork::Volcengine => ("volcengine", "diagnose_server_volcengine"),
            Fork::Alibaba => ("alibaba", "diagnose_server_alibaba"),
            Fork::Enabled => ("thread_pool_enabled", "diagnose_server_enabled"),
        }
    }

    /// What to ask such a server for.
    pub(crate) fn asks(self) -> &'static str {
        match self {
            Fork::Txsql => "SHOW THREADPOOL STATUS;",
            Fork::Kunpeng => "SELECT * FROM information_schema.THREAD_POOL_GROUPS;",
            Fork::Huawei | Fork::Volcengine => "SHOW GLOBAL STATUS LIKE 'Threadpool%';",
            Fork::Alibaba | Fork::Enabled => "SHOW GLOBAL STATUS LIKE 'thread%pool%';",
        }
    }
}

/// The switch that some of them have instead of `thread_handling`, whose value then means nothing.
pub(crate) fn switch(capture: &Capture) -> Option<(&'static str, &At<String>)> {
    SWITCHES
        .into_iter()
        .find_map(|name| Some((name, capture.variables.get(name)?)))
}

/// The table and the column under which a column of THREAD_POOL_GROUPS was printed; `None` if it was not.
pub(crate) fn column(
    capture: &Capture,
    column: &'static str,
) -> Option<(&'static str, &'static str)> {
    let printed = |kind: Kind| capture.blocks.iter().any(|block| block.kind == kind);
    if printed(Kind::AlisqlGroups) {
        let name = match column {
            "GROUP_ID" => "ID",
            "CONNECTIONS" => "CONNECTION_COUNT",
            "THREADS" => "THREAD_COUNT",
            "ACTIVE_THREADS" => "ACTIVE_THREAD_COUNT",
            "QUEUE_LENGTH" => "LOW_QUEUE_COUNT + HIGH_QUEUE_COUNT",
            _ => return None,
        };
        return Some(("THREAD_POOL_STATUS", name));
    }
    if !printed(Kind::ThreadpoolStatus) {
        return Some(("THREAD_POOL_GROUPS", column));
    }
    let name = match column {
        "GROUP_ID" => "groupid",
        "CONNECTIONS" => "connection_count",
        "THREADS" => "thread_count",
        "ACTIVE_THREADS" => "active_thread_count",
        "STANDBY_THREADS" => "waiting_threads_size",
        "QUEUE_LENGTH" => "queue_size + high_prio_queue_size",
        "HAS_LISTENER" => "havelistener",
        _ => return None,
    };
    Some(("SHOW THREADPOOL STATUS", name))
}

/// Counters that forks print, each with what it counts in the words of all.
pub(crate) const COUNTERS: [(&str, &str); 16] = [
    ("Threadpool_high_prio_queue_len", "diagnose_fact_queued"),
    ("Threadpool_low_prio_queue_len", "diagnose_fact_queued"),
    (
        "Threadpool_stalled_groups_last_period",
        "diagnose_fact_fork_stalled",
    ),
    ("Threadpool_all_threads", "diagnose_fact_fork_threads"),
    ("Threadpool_threads", "diagnose_fact_fork_threads"),
    ("Thread_pool_total_threads", "diagnose_fact_fork_threads"),
    ("Threadpool_active_threads", "diagnose_fact_fork_active"),
    ("Thread_pool_active_threads", "diagnose_fact_fork_active"),
    ("Threadpool_wait_threads", "diagnose_fact_fork_waiting"),
    ("Thread_pool_wait_threads", "diagnose_fact_fork_waiting"),
    ("Threadpool_sleep_threads", "diagnose_fact_fork_idle"),
    ("Threadpool_idle_threads", "diagnose_fact_fork_idle"),
    ("Thread_pool_idle_threads", "diagnose_fact_fork_idle"),
    ("Thread_pool_trx_threads", "diagnose_fact_fork_transactions"),
    ("Thread_pool_big_threads", "diagnose_fact_fork_big"),
    ("Threadpool_dump_threads", "diagnose_fact_fork_replicas"),
];
