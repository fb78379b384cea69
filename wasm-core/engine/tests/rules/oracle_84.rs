//! Oracle's Thread Pool plugin, 8.0.31 to 8.4: the manual only, with the later source's rules where it says nothing.
//! Sources: MySQL 8.4 Reference Manual, "Thread Pool Operation" (operation), "Thread Pool Tuning" (tuning), "Server
//! System Variables" (variables), "The tp_thread_group_state Table" (tables).

use crate::common::{Case, MS, S, begin, commit, cpu, number, o8, o9, o84, wait};
use poolscope_engine::event::EventKind;
use poolscope_engine::frame::NONE;
use poolscope_engine::reason::{StartedVia, WaitReason};

fn limited(most: u64) -> Case {
    o84().set("thread_pool_max_transactions_limit", most)
}

fn setting(case: &Case, name: &str) -> Option<String> {
    let settings = case.scenario().settings();
    let found = settings.into_iter().find(|s| s.name == name);
    found.map(|s| s.value)
}

/// Source: variables: defaults that do not depend on the machine; thread_pool_longrun_trx_limit came with 8.4.0, and the
/// others with 8.0.23 and 8.0.31.
#[test]
fn each_release_has_its_own_defaults() {
    let rows = [
        ("thread_pool_size", Some("16"), Some("16"), Some("4")),
        ("thread_pool_algorithm", Some("0"), Some("0"), Some("1")),
        (
            "thread_pool_max_unused_threads",
            Some("0"),
            Some("0"),
            Some("32"),
        ),
        (
            "thread_pool_max_transactions_limit",
            Some("0"),
            Some("0"),
            Some("128"),
        ),
        (
            "thread_pool_query_threads_per_group",
            None,
            Some("1"),
            Some("2"),
        ),
        (
            "thread_pool_transaction_delay_ms",
            None,
            Some("0"),
            Some("0"),
        ),
        (
            "thread_pool_dedicated_listeners",
            Some("OFF"),
            Some("OFF"),
            Some("OFF"),
        ),
        (
            "thread_pool_longrun_trx_limit_ms",
            None,
            Some("2000"),
            Some("2000"),
        ),
    ];
    for (name, classic, by_manual, by_source) in rows {
        for (mut case, value) in [(o8(), classic), (o84(), by_manual), (o9(), by_source)] {
            let server = case.0["server"].as_object_mut().unwrap();
            server.remove("thread_pool_size");
            let case = case.machine("cores", 8).ask(0, 0, "a", &[cpu(1)]);
            let release = case.0["server"]["version"].to_string();
            assert_eq!(setting(&case, name).as_deref(), value, "{name} {release}");
        }
    }
}

/// Source: variables, the ranges.
#[test]
fn values_out_of_range_are_refused() {
    for (field, value, fits) in [
        ("thread_pool_max_transactions_limit", 1_000_000, true),
        ("thread_pool_max_transactions_limit", 1_000_001, false),
        ("thread_pool_query_threads_per_group", 4_096, true),
        ("thread_pool_query_threads_per_group", 0, false),
        ("thread_pool_transaction_delay_ms", 300_000, true),
        ("thread_pool_transaction_delay_ms", 300_001, false),
        ("thread_pool_longrun_trx_limit_ms", 10, true),
        ("thread_pool_longrun_trx_limit_ms", 9, false),
    ] {
        let case = o84().set(field, value).ask(0, 0, "a", &[cpu(1)]);
        let text = case.0.to_string();
        let read = poolscope_engine::scenario::Scenario::from_json(&text);
        assert_eq!(read.is_ok(), fits, "{field} {value}");
    }
}

/// Source: tuning: the manual of 8.4 works out the same worst case as before: 222 seconds.
#[test]
fn the_manuals_worst_case_is_still_222_seconds() {
    let text = include_str!("../../../../content/scenarios/oracle-222-seconds.json");
    let case = Case(serde_json::from_str(text).unwrap()).set("version", "8.4");
    assert_eq!(case.run().start("low 200"), Some(222 * S));
}

/// Source: operation: by default at most one statement of a group executes; variables:
/// thread_pool_query_threads_per_group is the most query threads; the default of 1 means one active one.
#[test]
fn as_many_statements_run_as_there_are_query_threads() {
    for (most, ends) in [(1, [20., 40., 60., 80.]), (2, [20., 20., 40., 40.])] {
        for algorithm in [0, 1] {
            let case = o84().set("thread_pool_query_threads_per_group", most);
            let case = case.set("thread_pool_algorithm", algorithm);
            let case = case
                .start("idle_workers", 4)
                .batch(0..4, 0, &[cpu(20 * MS)]);
            assert_eq!(case.run().ends_ms(), ends, "{most}, algorithm {algorithm}");
        }
    }
    // A stalled statement makes room as before.
    let run = o84().batch(0..3, 0, &[cpu(S)]).run();
    assert_eq!(run.starts_ms()[1], 60.);
}

/// Source: operation: a listener listens, except while it executes a statement itself; a blocked statement lets the
/// group start another at once, creating a thread if need be.
#[test]
fn somebody_listens_and_a_wait_starts_another_at_once() {
    let case = o84().batch(0..2, 0, &[cpu(40 * MS)]);
    assert_ne!(case.replay().frame(5_000_000).groups.listener[0], NONE);
    let run = o84().batch(0..4, 0, &[wait(S)]).run();
    assert_eq!(run.starts_ms(), [0.; 4]);
    let run = o84().ask(0, 0, "a", &[cpu(MS)]).run();
    let direct = StartedVia::DirectExecution;
    let started =
        |k: &EventKind| matches!(k, EventKind::RequestStarted { via, .. } if *via == direct);
    assert_eq!(run.times(started), [0]);
}

/// Source: variables: thread_pool_max_transactions_limit is the most transactions, and binds a thread to one until it
/// commits. Our choice: a group's share is rounded up, and counts each thread with a connection, as in the later
/// source, but no more are let in than the manual says.
#[test]
fn as_many_transactions_are_let_in_as_the_limit_says() {
    let case = limited(10).size(3).batch(0..60, 0, &[begin(), cpu(S)]);
    let run = case.until(500 * MS).run();
    assert_eq!([0, 1, 2].map(|g| run.running(g)), [4, 4, 4]);
    let why = run.life("59").segments.last().unwrap().why;
    let (bound, limit) = (4, 4);
    assert_eq!(why, WaitReason::TransactionLimit { bound, limit });
    let two = [
        ("in", &[begin(), cpu(MS)][..]),
        ("out", &[cpu(MS), commit()][..]),
    ];
    let case = limited(2).sequence(7, 0, 300 * MS, &two).until(S);
    let bound = |k: &EventKind| matches!(k, EventKind::RequestStarted { via, .. } if *via == StartedVia::BoundThread);
    assert_eq!(case.run().times(bound), [301 * MS]);
}

/// Source: variables: thread_pool_transaction_delay before each new transaction; thread_pool_dedicated_listeners:
/// the listener executes nothing, if there is a transaction limit.
#[test]
fn a_delay_and_dedicated_listeners_work_as_in_9_7() {
    let run = o84().set("thread_pool_transaction_delay_ms", 50);
    let run = run.ask(0, 0, "a", &[cpu(MS)]).run();
    assert_eq!(run.end("a"), Some(51 * MS));
    let case = o84().set("thread_pool_dedicated_listeners", true);
    let case = case.ask(0, 0, "a", &[cpu(5 * MS)]);
    assert_eq!(case.replay().frame(2_000_000).groups.listener[0], NONE);
    let case = case.set("thread_pool_max_transactions_limit", 4);
    assert_ne!(case.replay().frame(2_000_000).groups.listener[0], NONE);
}

/// Source: variables: thread_pool_max_active_query_threads. Our choice: it replaces the query threads, and gives way to
/// a transaction limit, as in the later source.
#[test]
fn active_query_threads_replace_the_query_threads() {
    let case = o84().start("idle_workers", 8);
    let case = case.batch(0..12, 0, &[cpu(20 * MS)]);
    let case = case.set("thread_pool_max_active_query_threads", 5);
    assert_eq!(case.run().running(0), 5);
    let limited = case.set("thread_pool_max_transactions_limit", 8);
    assert_eq!(limited.run().running(0), 8);
}

/// Source: tables: CONNECT_THREAD_COUNT: at most four threads of a group log connections in, and all of them end.
#[test]
fn at_most_four_connect_threads_come_and_all_end() {
    let case = o84().start("login_cpu_us", 100 * MS);
    let case = case.new_connections(0..6).batch(0..6, 0, &[cpu(MS)]);
    let case = case.until(70 * S);
    let count = |at: u64| {
        let seen = case.instruments(at);
        number(&seen, "tp_thread_group_state", "CONNECT_THREAD_COUNT", 0)
    };
    assert_eq!((count(50 * MS), count(69 * S)), (4, 0));
}
