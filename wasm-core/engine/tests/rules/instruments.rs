//! The server's own instruments: SHOW STATUS LIKE 'Threadpool%' and the THREAD_POOL tables.
//! Source: scheduler rules, section 2.10; MariaDB documentation, "Thread Pool System and Status
//! Variables" and the pages of the four information_schema tables.

use crate::common::{MS, S, cell, cpu, m4, m5, number, own, p8, pools, status, wait};
use poolscope_engine::event::EventKind;
use poolscope_engine::instruments::{Cell, Instruments, Table};
use serde_json::json;

fn table<'a>(of: &'a Instruments, name: &str) -> &'a Table {
    of.tables.iter().find(|t| t.name == name).unwrap()
}

/// The first row in numbers, from this column on.
fn first(of: &Instruments, name: &str, from: usize) -> Vec<u64> {
    let columns = table(of, name).columns[from..].iter();
    columns.map(|c| number(of, name, c, 0)).collect()
}

fn rows(of: &Instruments, name: &str) -> usize {
    table(of, name).rows.len()
}

/// Source: scheduler rules, section 2.10: two status variables; the tables from 10.5 on, none in Percona.
#[test]
fn which_instruments_there_are() {
    let case = m5().ask(0, 0, "q", &[cpu(MS)]);
    let seen = case.instruments(MS);
    let all = seen.tables.iter();
    let all: Vec<String> = all
        .map(|t| format!("{}: {}", t.name, t.columns.join(" ")))
        .collect();
    let want = "\
THREAD_POOL_GROUPS: GROUP_ID CONNECTIONS THREADS ACTIVE_THREADS STANDBY_THREADS QUEUE_LENGTH HAS_LISTENER IS_STALLED
THREAD_POOL_QUEUES: GROUP_ID POSITION PRIORITY CONNECTION_ID QUEUEING_TIME_MICROSECONDS
THREAD_POOL_STATS: GROUP_ID THREAD_CREATIONS THREAD_CREATIONS_DUE_TO_STALL WAKES WAKES_DUE_TO_STALL THROTTLES STALLS \
POLLS_BY_LISTENER POLLS_BY_WORKER DEQUEUES_BY_LISTENER DEQUEUES_BY_WORKER
THREAD_POOL_WAITS: REASON COUNT";
    assert_eq!(all.join("\n"), want);
    for case in [m4(), p8()] {
        let seen = case.ask(0, 0, "q", &[cpu(MS)]).instruments(MS);
        assert!(seen.tables.is_empty());
        let names: Vec<_> = seen.status.iter().map(|(n, _)| n.as_str()).collect();
        assert_eq!(names, ["Threadpool_idle_threads", "Threadpool_threads"]);
    }
}

/// Source: scheduler rules, sections 2.10 and 10.12: idle counts listeners and waiting threads.
#[test]
fn idle_threads_are_all_that_are_not_active() {
    for case in pools() {
        let case = case.oversubscribe(5).batch(0..3, 0, &[wait(10 * S)]);
        let case = case.ask(3, 10 * MS, "q", &[cpu(S)]);
        // Three sleepers and one listener; then the listener serves.
        let seen = case.instruments(5 * MS);
        assert_eq!(status(&seen, "Threadpool_threads"), 4);
        assert_eq!(status(&seen, "Threadpool_idle_threads"), 4);
        let seen = case.instruments(20 * MS);
        assert_eq!(status(&seen, "Threadpool_threads"), 4);
        assert_eq!(status(&seen, "Threadpool_idle_threads"), 3);
    }
    // 16 groups, each with its listener: on an idle server all are idle.
    let seen = m5().size(16).ask(0, S, "q", &[]).instruments(0);
    assert_eq!(status(&seen, "Threadpool_idle_threads"), 16);
}

/// Source: scheduler rules, section 2.10, THREAD_POOL_GROUPS.
#[test]
fn groups() {
    let case = m5()
        .oversubscribe(1)
        .batch(0..8, 0, &[cpu(2 * S)])
        .ask(8, S, "late", &[cpu(MS)]);
    let group = |at_us: u64| first(&case.instruments(at_us), "THREAD_POOL_GROUPS", 0);
    // id, connections, threads, active, standby, queue, listener, stalled
    assert_eq!(group(10 * MS), [0, 9, 1, 1, 0, 7, 0, 0]);
    assert_eq!(group(700 * MS), [0, 9, 2, 2, 0, 6, 0, 0]);
    // The late request stays unread on its socket until a thread listens.
    assert_eq!(group(1_050 * MS), [0, 9, 2, 2, 0, 6, 0, 0]);
    assert_eq!(group(1_200 * MS), [0, 9, 3, 2, 0, 7, 1, 0]);
    assert_eq!(group(2_050 * MS), [0, 9, 3, 2, 0, 6, 1, 0]);
    assert_eq!(group(4_050 * MS), [0, 9, 4, 2, 1, 4, 1, 0]);
    // THREADS includes waiting threads, so the parts add up to less.
    let sleepers = m5().batch(0..3, 0, &[wait(S)]).instruments(MS);
    let of = |column| number(&sleepers, "THREAD_POOL_GROUPS", column, 0);
    assert_eq!(
        (of("THREADS"), of("ACTIVE_THREADS"), of("STANDBY_THREADS")),
        (4, 0, 0)
    );
}

/// Source: scheduler rules, section 2.10: IS_STALLED is the flag, from the tick until a thread leaves fetch.
#[test]
fn is_stalled() {
    // The woken worker runs only after its latency, so the flag stays set for that long.
    let case = m5().oversubscribe(1).machine("thread_create_us", 100);
    let case = case.batch(0..4, 0, &[cpu(2 * S)]);
    let at = |us: u64| number(&case.instruments(us), "THREAD_POOL_GROUPS", "IS_STALLED", 0);
    let stall = case
        .run()
        .times(|k| matches!(k, EventKind::GroupStalled { .. }))[0];
    assert_eq!(
        (at(stall - 1), at(stall), at(stall + 99), at(stall + 100)),
        (0, 1, 1, 0)
    );
}

/// Source: scheduler rules, sections 1 and 2.10: events that nobody has polled are in no table.
#[test]
fn unpolled_events_are_invisible() {
    let case = m5()
        .ask(0, 0, "long", &[cpu(10 * S)])
        .spread(1..5, MS, MS, &[cpu(MS)]);
    let seen = case.instruments(50 * MS);
    assert_eq!(number(&seen, "THREAD_POOL_GROUPS", "QUEUE_LENGTH", 0), 0);
    assert_eq!(rows(&seen, "THREAD_POOL_QUEUES"), 0);
    assert_eq!(case.replay().frame(50_000_000).groups.unpolled[0], 4);
}

/// Source: scheduler rules, section 2.10, THREAD_POOL_QUEUES: high first, positions numbered through, NULL
/// for a connection that has not logged in; the time is coarse unless exact_stats is on.
#[test]
fn queues() {
    let case = m5()
        .new_connections([7])
        .push("connections", json!({"id": 2, "in_transaction": true}))
        .set("thread_pool_dedicated_listener", true)
        .start("idle_workers", 1)
        .max_threads(2)
        .ask(0, 0, "long", &[cpu(10 * S)])
        .spread(1..4, 150 * MS, 10 * MS, &[cpu(MS)])
        .ask(7, 200 * MS, "newcomer", &[cpu(MS)]);
    let table = |exact: bool| {
        let seen = case
            .clone()
            .set("thread_pool_exact_stats", exact)
            .instruments(250 * MS);
        let read = |row| {
            let n = |column| cell(&seen, "THREAD_POOL_QUEUES", column, row);
            [
                "POSITION",
                "PRIORITY",
                "CONNECTION_ID",
                "QUEUEING_TIME_MICROSECONDS",
            ]
            .map(n)
        };
        assert_eq!(rows(&seen, "THREAD_POOL_QUEUES"), 4);
        (0..4).map(read).collect::<Vec<_>>()
    };
    let n = Cell::Number;
    // Stamped with the tick at 100 ms.
    let coarse = || n(150 * MS);
    assert_eq!(
        table(false),
        [
            [n(0), n(0), n(2), coarse()],
            [n(1), n(0), Cell::Null, coarse()],
            [n(2), n(1), n(1), coarse()],
            [n(3), n(1), n(3), coarse()],
        ]
    );
    let times: Vec<Cell> = table(true).iter().map(|row| row[3].clone()).collect();
    assert_eq!(times, [n(90 * MS), n(50 * MS), n(100 * MS), n(80 * MS)]);
}

/// Source: scheduler rules, section 2.10, THREAD_POOL_STATS, on the worked trace of V13.
#[test]
fn stats() {
    let case = m5()
        .oversubscribe(1)
        .batch(0..8, 0, &[cpu(2 * S)])
        .until(20 * S);
    let read = |at_us: u64| first(&case.instruments(at_us), "THREAD_POOL_STATS", 1);
    // creations, due to stall, wakes, due to stall, throttles, stalls,
    // polls by listener and by worker, dequeues by listener and by worker
    assert_eq!(read(50 * MS), [0, 0, 0, 0, 0, 0, 1, 0, 1, 0]);
    // Both branches of the timer count as due to stall, only the second as a stall.
    assert_eq!(read(700 * MS), [1, 1, 0, 0, 0, 0, 1, 0, 1, 1]);
    assert_eq!(read(1_500 * MS), [2, 2, 0, 0, 0, 0, 1, 0, 1, 1]);
    assert_eq!(read(3_500 * MS), [3, 3, 0, 0, 0, 1, 1, 0, 1, 4]);
    assert_eq!(read(4_500 * MS), [3, 3, 1, 1, 0, 2, 1, 0, 1, 5]);
}

/// Source: scheduler rules, section 2.10: polls of workers count even if they find nothing; throttled
/// refusals count, others do not.
#[test]
fn worker_polls_and_throttles() {
    let case = m5().start("idle_workers", 1).ask(0, 0, "q", &[wait(MS)]);
    let seen = case.instruments(S);
    assert_eq!(number(&seen, "THREAD_POOL_STATS", "POLLS_BY_WORKER", 0), 1);
    assert_eq!(number(&seen, "THREAD_POOL_STATS", "WAKES", 0), 1);
    assert_eq!(
        number(&seen, "THREAD_POOL_STATS", "WAKES_DUE_TO_STALL", 0),
        0
    );
    let throttled = m5()
        .oversubscribe(1)
        .ask(0, 0, "waits", &[cpu(570 * MS), wait(10 * S)])
        .ask(1, 0, "computes", &[cpu(10 * S)]);
    let seen = throttled.instruments(700 * MS);
    assert_eq!(number(&seen, "THREAD_POOL_STATS", "THROTTLES", 0), 1);
    let blocked = m5()
        .max_threads(2)
        .batch(0..3, 0, &[wait(10 * S)])
        .instruments(5 * S);
    assert_eq!(number(&blocked, "THREAD_POOL_STATS", "THROTTLES", 0), 0);
}

/// Source: scheduler rules, section 2.10, THREAD_POOL_WAITS: twelve rows, server-wide.
#[test]
fn waits() {
    let kind = |kind: &str| json!({"wait_us": MS, "kind": kind});
    let case = m5()
        .size(2)
        .ask(
            0,
            0,
            "a",
            &[wait(MS), wait(MS), kind("diskio"), json!({"net_us": MS})],
        )
        .ask(
            1,
            0,
            "b",
            &[wait(MS), kind("group_commit"), kind("sync"), wait(5)],
        )
        .ask(
            2,
            50 * MS,
            "c",
            &[json!({"lock": "L"}), cpu(10 * MS), json!({"unlock": "L"})],
        )
        .ask(
            4,
            51 * MS,
            "d",
            &[json!({"lock": "L", "kind": "meta_data_lock"})],
        );
    // "d" comes while nobody listens, so its wait for the lock never happens.
    let seen = case.instruments(S);
    assert_eq!(rows(&seen, "THREAD_POOL_WAITS"), 12);
    let row = |i| {
        let reason = match cell(&seen, "THREAD_POOL_WAITS", "REASON", i) {
            Cell::Text(text) => text,
            other => panic!("{other:?}"),
        };
        (reason, number(&seen, "THREAD_POOL_WAITS", "COUNT", i))
    };
    let all: Vec<(String, u64)> = (0..12).map(row).collect();
    let want = [
        ("UNKNOWN", 0),
        ("SLEEP", 3),
        ("DISKIO", 1),
        ("ROW_LOCK", 0),
        ("GLOBAL_LOCK", 0),
        ("META_DATA_LOCK", 0),
        ("TABLE_LOCK", 0),
        ("USER_LOCK", 0),
        ("BINLOG", 0),
        ("GROUP_COMMIT", 1),
        ("SYNC", 1),
        ("NET", 1),
    ];
    assert_eq!(all, want.map(|(name, n)| (name.to_owned(), n)));
}

/// Source: MariaDB documentation, status variables `Threads_%`.
#[test]
fn one_thread_per_connection() {
    let case = own().new_connections([1]).ask(0, 0, "q", &[cpu(S)]);
    let case = case.ask(1, 500 * MS, "r", &[cpu(S)]);
    let read = |at_us: u64| {
        let seen = case.instruments(at_us);
        [
            "Threads_cached",
            "Threads_connected",
            "Threads_created",
            "Threads_running",
        ]
        .map(|name| status(&seen, name))
    };
    assert_eq!(read(100 * MS), [0, 1, 1, 1]);
    assert_eq!(read(600 * MS), [0, 2, 2, 2]);
    assert_eq!(read(1_200 * MS), [0, 2, 2, 1]);
}
