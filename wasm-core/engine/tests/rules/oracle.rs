//! Oracle's Thread Pool plugin, the classic rules (5.5 to 8.0.30), as documented in the manual. Sources:
//! MySQL 8.0 Reference Manual, "Thread Pool Operation" (operation), "Thread Pool Tuning" (tuning), "Server
//! System Variables" (variables), "Performance Schema Thread Pool Tables" (tables).

use crate::common::{Case, MS, S, begin, commit, cpu, number, o8, o9, o84, wait};
use poolscope_engine::event::EventKind;
use poolscope_engine::frame::NONE;
use poolscope_engine::ids::GroupId;
use poolscope_engine::instruments::Cell;
use poolscope_engine::reason::{Lane, StartedVia, Trigger, WaitReason};
use serde_json::json;

fn lanes(case: &Case) -> Vec<Lane> {
    let run = case.run();
    let queued = run.events(|k| matches!(k, EventKind::Queued { .. }));
    let lane = |k: &EventKind| match k {
        EventKind::Queued { lane, .. } => *lane,
        _ => Lane::Low,
    };
    queued.iter().map(|e| lane(&e.kind)).collect()
}

fn direct(case: &Case) -> Vec<u64> {
    let by = |k: &EventKind| {
        matches!(
            k,
            EventKind::RequestStarted {
                via: StartedVia::DirectExecution,
                ..
            }
        )
    };
    case.run().times(by)
}

/// Source: operation: connections are assigned to the groups in round-robin fashion.
#[test]
fn connections_are_assigned_to_the_groups_in_turn() {
    for server in [o8(), o84(), o9()] {
        let run = server.size(3).batch([40, 7, 8, 9], 0, &[cpu(MS)]).run();
        let groups: Vec<_> = run.0.lives.iter().map(|l| l.group.unwrap()).collect();
        assert_eq!(groups, [0, 1, 2, 0].map(GroupId));
    }
    // In the order of connecting, not of their IDs.
    let case = o8().size(2).new_connections([9, 4, 5]);
    let case = case.ask(5, 3, "5", &[cpu(1)]).ask(9, 4, "9", &[cpu(1)]);
    let run = case.ask(4, 5, "4", &[cpu(1)]).run();
    assert_eq!(run.life("5").group, Some(GroupId(0)));
    assert_eq!(run.life("9").group, Some(GroupId(1)));
    assert_eq!(run.life("4").group, Some(GroupId(0)));
}

/// Source: operation: immediate execution if the statement is the only one received and none is queued or
/// executing; the listener thread does it, so nobody listens meanwhile.
#[test]
fn a_statement_that_comes_alone_is_executed_by_the_listener() {
    let case = o8().ask(0, 0, "a", &[cpu(50 * MS)]);
    assert_eq!(direct(&case), [0]);
    assert_eq!(case.replay().frame(1).groups.listener[0], NONE);
    // It returns to listening if it is quick, so it also serves the next lone one itself.
    let case = case.ask(1, 20 * MS, "b", &[cpu(MS)]);
    assert_eq!(direct(&case), [0, 50 * MS]);
    assert_eq!(case.run().threads(0), 1);
    let two = o8().batch(0..2, 0, &[cpu(MS)]);
    assert!(direct(&two).is_empty());
}

/// Source: operation: a thread group tries to have at most one short-running statement executing.
#[test]
fn a_group_runs_one_short_statement_at_a_time() {
    let run = o8().batch(0..8, 0, &[cpu(5 * MS)]).run();
    assert_eq!(run.ends_ms(), [5., 10., 15., 20., 25., 30., 35., 40.]);
    assert_eq!(run.running(0), 1);
}

/// Source: operation: a statement that does not end within thread_pool_stall_limit is stalled, and the
/// group starts another; variables: the value is in units of 10 ms, 6 (60 ms) by default.
#[test]
fn after_the_stall_limit_the_next_statement_starts() {
    let case = o8().batch(0..4, 0, &[cpu(S)]);
    assert_eq!(case.run().starts_ms(), [0., 60., 120., 180.]);
    let slower = case.set("thread_pool_stall_limit_10ms", 25);
    assert_eq!(slower.run().starts_ms(), [0., 250., 500., 750.]);
}

/// Source: operation: if the listener's own statement stalls, another thread listens, created if need be.
#[test]
fn a_stalled_listener_is_replaced() {
    let case = o8().ask(0, 0, "a", &[cpu(S)]).ask(1, MS, "b", &[cpu(MS)]);
    let run = case.run();
    assert_eq!(run.created_by(Trigger::StatementStalled), [60 * MS]);
    assert_eq!(run.start("b"), Some(60 * MS));
    let why = run.life("b").segments[0].why;
    assert_eq!(why, WaitReason::WaiterExecutes);
}

/// Source: operation: when a statement is blocked (disk, row or table lock, ...), a call-back lets the
/// group start another at once; when the block ends, the statement goes on at once, without a queue.
#[test]
fn a_blocked_statement_frees_its_place_and_returns_without_asking() {
    let run = o8().batch(0..8, 0, &[wait(2 * S)]).run();
    assert_eq!(run.ends_ms(), [2_000.; 8]);
    let steps = [cpu(MS), wait(10 * MS), cpu(30 * MS)];
    let run = o8().batch(0..2, 0, &steps).run();
    // The second one runs while the first sleeps, and both run when both are back.
    assert_eq!(run.ends_ms(), [41., 42.]);
}

/// Source: tables: tp_thread_group_stats has a column for each kind of wait that the plugin sees, and none for the
/// network; operation: a statement that does not end within the limit is stalled, and another starts.
#[test]
fn a_slow_client_counts_until_it_stalls() {
    for step in ["net_us", "unreported_us"] {
        let steps = [cpu(MS), json!({step: S})];
        let run = o8().batch(0..4, 0, &steps).run();
        assert_eq!(run.starts_ms(), [0., 60., 120., 180.], "{step}");
    }
    // Reported waits are not marked as stalled, however long: the first sleeps, the second waits for its row.
    let steps = [json!({"row_lock": {"rows": 1}}), wait(S), commit()];
    let run = o8().batch(0..2, 0, &steps).run();
    assert_eq!(run.ends_ms(), [1_000., 2_000.]);
    let stalled = run.times(|k| matches!(k, EventKind::StatementStalled { .. }));
    assert!(stalled.is_empty(), "{stalled:?}");
}

/// Source: operation: first statement of a transaction and autocommit: low; later ones: high.
#[test]
fn only_later_statements_of_a_transaction_join_the_high_queue() {
    let busy = o8().ask(9, 0, "busy", &[cpu(20 * MS)]);
    let busy = busy.ask(8, 0, "more", &[cpu(S)]);
    let one = [("first", &[begin()][..]), ("next", &[cpu(1)][..])];
    let case = busy.clone().push(
        "connections",
        serde_json::json!({"id": 1, "in_transaction": true}),
    );
    let case = case
        .ask(1, MS, "in", &[cpu(1)])
        .ask(2, MS, "auto", &[cpu(1)]);
    assert_eq!(lanes(&case), [Lane::Low, Lane::Low, Lane::High, Lane::Low]);
    let run = case.run();
    assert!(run.start("in") < run.start("more") && run.start("more") < run.start("auto"));
    let loops = o8().batch(10..12, 0, &[cpu(MS)]).sequence(1, 0, 0, &one);
    assert!(lanes(&loops).contains(&Lane::Low));
    // Source: variables: thread_pool_high_priority_connection = 1 sends all to the high queue.
    let all = case.set("thread_pool_high_priority_connection", true);
    assert!(lanes(&all).iter().all(|l| *l == Lane::High));
}

/// Source: operation: a low entry that is older than thread_pool_prio_kickup_timer moves up, at most one of
/// a group per 10 ms; not at the pass where its age is exactly equal (the checker of 9.7 likewise).
#[test]
fn the_kick_up_moves_one_statement_each_ten_milliseconds() {
    let run = o8()
        .set("thread_pool_stall_limit_10ms", 600)
        .batch(0..6, 0, &[cpu(2 * S)])
        .run();
    let moved = run.times(|k| matches!(k, EventKind::Promoted { .. }));
    assert_eq!(moved, [1_010, 1_020, 1_030, 1_040, 1_050].map(|ms| ms * MS));
}

/// Source: tuning, the manual's worst case: one group, 200 statements in the low queue and 10 in the
/// high one, which never empties, kick-up timer 10 s, stall limit 1 s: 10 + 2 + 210 = 222 seconds.
#[test]
fn the_manuals_worst_case_is_222_seconds() {
    let text = include_str!("../../../../content/scenarios/oracle-222-seconds.json");
    let run = Case(serde_json::from_str(text).unwrap()).run();
    assert_eq!(run.start("low 200"), Some(222 * S));
    let moved = run.events(|k| matches!(k, EventKind::Promoted { .. }));
    assert_eq!(moved.first().map(|e| e.at_ns), Some(10_010_000_000));
    assert_eq!(moved.len(), 201);
    assert_eq!(moved.last().map(|e| e.at_ns), Some(12_010_000_000));
}

/// Source: variables: thread_pool_prio_kickup_timer is in milliseconds. Our choice: 0 means at once, as in
/// the later source.
#[test]
fn without_a_kick_up_timer_all_statements_are_of_high_priority() {
    let case = o8().set("thread_pool_prio_kickup_timer_ms", 0);
    let all = lanes(&case.batch(0..3, 0, &[cpu(MS)]));
    assert_eq!(all, [Lane::High; 3]);
}

/// Source: variables: thread_pool_max_unused_threads: 0 keeps every thread, 1 keeps one consumer and no
/// reserve, N one consumer and N - 1 reserves; tables: CONSUMER_THREADS is at most one.
#[test]
fn sleepers_are_one_consumer_and_reserves() {
    let case = o8().batch(0..6, 0, &[wait(S)]);
    let state = |case: &Case, column: &str| {
        number(&case.instruments(3 * S), "tp_thread_group_state", column, 0)
    };
    let all = ["CONSUMER_THREADS", "RESERVE_THREADS", "THREAD_COUNT"];
    let with = |most: u64| {
        let case = case.clone().set("thread_pool_max_unused_threads", most);
        all.map(|column| state(&case, column))
    };
    // One of the threads listens.
    assert_eq!(with(1), [1, 0, 2]);
    assert_eq!(with(3), [1, 2, 4]);
    let [consumers, reserves, threads] = with(0);
    assert_eq!((consumers, reserves + 2), (1, threads));
    assert!(threads >= 7);
}

/// Source: variables: thread_pool_max_active_query_threads bounds the active threads of a group.
#[test]
fn active_threads_can_be_bounded() {
    let case = o8().batch(0..4, 0, &[cpu(S)]);
    let run = case.set("thread_pool_max_active_query_threads", 2).run();
    assert_eq!(run.starts_ms(), [0., 60., 1_000., 1_060.]);
}

/// Source: variables: thread_pool_algorithm 1 is the high-concurrency algorithm. Our choice: one more
/// statement runs in a group.
#[test]
fn the_aggressive_algorithm_runs_one_more() {
    let case = o8()
        .start("idle_workers", 2)
        .batch(0..4, 0, &[cpu(10 * MS)]);
    assert_eq!(case.run().ends_ms(), [10., 20., 30., 40.]);
    let run = case.set("thread_pool_algorithm", 1).run();
    assert_eq!(run.ends_ms(), [10., 10., 20., 20.]);
}

/// Source: tables: CONNECT_THREAD_COUNT: at most four threads of a group log connections in, and they end
/// after a time of inactivity (60 s: our choice). No query thread is needed for a login.
#[test]
fn logins_have_threads_of_their_own() {
    let case = o8()
        .start("login_cpu_us", 100 * MS)
        .ask(99, 0, "busy", &[cpu(S)]);
    let case = case
        .new_connections(0..6)
        .batch(0..6, 0, &[cpu(MS)])
        .until(70 * S);
    let count = |at: u64| {
        number(
            &case.instruments(at),
            "tp_thread_group_state",
            "CONNECT_THREAD_COUNT",
            0,
        )
    };
    assert_eq!((count(50 * MS), count(69 * S)), (4, 0));
    let logins = case
        .run()
        .times(|k| matches!(k, EventKind::LoginFinished { .. }));
    assert_eq!(logins, [100, 100, 100, 100, 200, 200].map(|ms| ms * MS));
}

/// Source: tables, the columns of tp_thread_group_state, tp_thread_group_stats and tp_thread_state.
#[test]
fn the_tables_show_what_happens() {
    let steps = [cpu(100 * MS), wait(100 * MS)];
    let case = o8()
        .batch(0..4, 0, &steps)
        .ask(5, 90 * MS, "late", &[begin(), commit()]);
    let now = case.instruments(95 * MS);
    let state = |column| number(&now, "tp_thread_group_state", column, 0);
    assert_eq!(state("QUEUED_TRANSACTIONS"), 3);
    assert_eq!(state("QUEUED_QUERIES"), 0);
    assert_eq!(
        (state("ACTIVE_THREAD_COUNT"), state("STALLED_THREAD_COUNT")),
        (2, 1)
    );
    assert_eq!(
        (state("STALL_LIMIT"), state("PRIO_KICKUP_TIMER")),
        (6, 1_000)
    );
    assert_eq!(state("OLDEST_QUEUED"), 95);
    let end = case.instruments(2 * S);
    let stats = |column| number(&end, "tp_thread_group_stats", column, 0);
    assert_eq!((stats("QUERIES_EXECUTED"), stats("QUERIES_QUEUED")), (5, 5));
    assert_eq!((stats("SLEEP_WAITS"), stats("PRIO_KICKUPS")), (4, 0));
    assert_eq!(stats("STALLED_QUERIES_EXECUTED"), 4);
    let thread = |column| number(&now, "tp_thread_state", column, 0);
    assert_eq!((thread("PROCESS_COUNT"), thread("MARKED_STALLED")), (9, 1));
}

/// Source: tables: WAIT_TYPE is the kind of the statement's wait, including a row of the server model; its words are those
/// of include/mysql/service_thd_wait.h in mysql/mysql-server, commit 3f9613c.
#[test]
fn a_wait_for_a_row_has_its_type() {
    let only_row = json!({"row_lock": {"rows": 1}});
    let case = o8().batch(0..2, 0, &[begin(), only_row, cpu(S), commit()]);
    let now = case.instruments(500 * MS);
    let table = now.tables.iter().find(|t| t.name == "tp_thread_state");
    let types: Vec<_> = table.unwrap().rows.iter().map(|row| &row[3]).collect();
    let row_lock = Cell::Text("Waiting for row lock".to_owned());
    assert_eq!(types.iter().filter(|&&one| *one == row_lock).count(), 1);
}

/// Source: operation: a group has at most 4,096 threads; variables: the ranges.
#[test]
fn values_out_of_range_are_refused() {
    for (field, value) in [
        ("thread_pool_stall_limit_10ms", 3),
        ("thread_pool_stall_limit_10ms", 601),
        ("thread_pool_size", 513),
        ("thread_pool_algorithm", 2),
        ("thread_pool_max_active_query_threads", 513),
        ("thread_pool_query_threads_per_group", 1),
        ("thread_pool_oversubscribe", 3),
    ] {
        let text = o8().set(field, value).0.to_string();
        let refused = poolscope_engine::scenario::Scenario::from_json(&text).unwrap_err();
        assert!(refused.to_string().contains(field), "{refused}");
    }
}
