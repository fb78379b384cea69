//! Oracle's Thread Pool plugin: what its published source says where the manual is silent, each worked out by hand
//! from plugin/thread_pool/src/thread_pool.cc of mysql/mysql-server, commit 3f9613c (plugin), and compared to the
//! microsecond; and which release has which variable, from the MySQL 8.0 and 8.4 Reference Manuals, "Server System
//! Variables" (variables) and "Server and Status Variables and Options Added, Deprecated, or Removed" of 8.4 (added).

use crate::common::{Case, MS, S, begin, commit, cpu, number, o8, o9, o84, wait};
use poolscope_engine::event::EventKind;
use poolscope_engine::instruments::Cell;
use poolscope_engine::reason::StartedVia;
use serde_json::json;

/// One group of 9.7 without a transaction limit, by algorithm 0, with one query thread.
fn single() -> Case {
    o9().set("thread_pool_algorithm", 0)
        .set("thread_pool_query_threads_per_group", 1)
        .set("thread_pool_max_transactions_limit", 0)
}

/// Source: plugin, `mark_and_count_stalled_threads`: a thread attached for exactly the stall limit is not yet stalled.
#[test]
fn exactly_the_stall_limit_is_not_yet_stalled() {
    let case = single().ask(0, 0, "slow", &[cpu(200 * MS)]);
    let case = case.ask(1, MS, "next", &[cpu(MS)]);
    assert_eq!(case.run().start("next"), Some(70 * MS));
    let later = single().ask(0, 5 * MS, "slow", &[cpu(200 * MS)]);
    let later = later.ask(1, 6 * MS, "next", &[cpu(MS)]);
    assert_eq!(later.run().start("next"), Some(70 * MS));
}

/// Source: plugin, `mark_and_count_stalled_threads` makes no exception for a thread in a reported wait: it is marked, which
/// brings a thread and gives one place more: four instead of R + 1. The checker, which asked for that thread at 70 ms, looks
/// at 71 ms and then each 10 ms, until it asks again.
#[test]
fn a_waiting_thread_is_marked_and_gives_a_place() {
    let case = o9().set("thread_pool_max_transactions_limit", 0);
    let case = case.start("idle_workers", 1);
    let case = case.ask(0, 0, "waits", &[wait(500 * MS)]);
    let case = case.batch(1..7, 100 * MS, &[json!({"unreported_us": 40 * MS})]);
    let starts = [0., 100., 100., 101., 102., 140., 140.];
    assert_eq!(case.run().starts_ms(), starts);
    let stalled = |case: &Case| {
        let seen = case.instruments(90 * MS);
        number(&seen, "tp_thread_group_state", "STALLED_THREAD_COUNT", 0)
    };
    assert_eq!(stalled(&case), 1);
    // 8.4 is taken to do as the later source, and 8.0.30, whose manual does not say it, not.
    let versions = ["8.4", "8.0.30"].map(|version| {
        let case = o84().set("version", version);
        stalled(&case.ask(0, 0, "waits", &[wait(500 * MS)]))
    });
    assert_eq!(versions, [1, 0]);
}

/// Source: plugin, the stall checker's `new_10ms`: no statement of any group is moved up in a pass that follows the one
/// before by less than 10 ms. Here a statement stalls in another group each millisecond for 40 ms.
#[test]
fn a_busy_checker_moves_nothing_up() {
    let long = [json!({"unreported_us": 10 * S})];
    let case = o9().size(41).set("thread_pool_max_transactions_limit", 0);
    let case = case
        .set("thread_pool_query_threads_per_group", 1)
        .set("thread_pool_max_active_query_threads", 1)
        .set("thread_pool_prio_kickup_timer_ms", 555)
        .until(700 * MS);
    let case = case.ask(0, 0, "first", &long);
    let case = (1..6).fold(case, |c, n| c.batch([41 * n], 0, &[cpu(MS)]));
    let case = (1..41).fold(case, |c, n| c.batch([n], 499_500 + 1_000 * n, &long));
    let case = (0..206).fold(case, |c, id| c.push("connections", json!({"id": id})));
    let moved = case
        .run()
        .times(|k| matches!(k, EventKind::Promoted { .. }));
    assert_eq!(moved, [561, 611, 621, 631, 641].map(|ms| ms * MS));
}

/// Source: plugin, `thd_pool_init`: a group starts with `thread_pool_query_threads_per_group` threads, of which one waits.
#[test]
fn a_group_starts_with_its_query_threads() {
    let starts = |case: Case| case.batch(0..2, 0, &[cpu(30 * MS)]).run().starts_ms();
    assert_eq!(starts(o9()), [0., 0.]);
    let one = o9().set("thread_pool_query_threads_per_group", 1);
    assert_eq!(starts(one), [0., 10.]);
    // The lab's own number of sleeping threads counts if it is larger.
    let case = o9().start("idle_workers", 5).ask(0, S, "a", &[cpu(1)]);
    let seen = case.instruments(MS);
    let threads = ["CONSUMER_THREADS", "RESERVE_THREADS"];
    let count = threads.map(|column| number(&seen, "tp_thread_group_state", column, 0));
    assert_eq!(count, [2, 3]);
}

/// Source: plugin: `thread_pool_transaction_delay` is slept without telling the pool, so that the thread keeps its place.
#[test]
fn a_transactions_delay_keeps_its_place() {
    let case = single().set("thread_pool_max_active_query_threads", 1);
    let case = case.set("thread_pool_transaction_delay_ms", 1_000);
    let run = case.batch(0..3, 0, &[cpu(10 * MS)]).run();
    assert_eq!(run.ends_ms(), [1_010., 2_020., 3_030.]);
}

/// Source: plugin, start: `thread_pool_query_threads_per_group` is at most the group's share of the transactions; with one
/// the waiting thread executes directly.
#[test]
fn query_threads_are_at_most_the_groups_share() {
    let share = |limit: u64| {
        let case = o9()
            .size(4)
            .set("thread_pool_max_transactions_limit", limit);
        let case = case.batch([0, 4], 0, &[cpu(30 * MS)]);
        let direct = |k: &EventKind| matches!(k, EventKind::RequestStarted { via, .. } if *via == StartedVia::DirectExecution);
        case.run().times(direct).len()
    };
    assert_eq!([share(4), share(8)], [2, 0]);
}

/// Source: variables: thread_pool_max_transactions_limit and thread_pool_dedicated_listeners came with 8.0.23. Our choice:
/// 8.0.30 obeys them as 8.4 does.
#[test]
fn the_classic_rules_know_a_transaction_limit() {
    for server in [o8(), o84()] {
        let two = [("in", &[begin(), cpu(MS)][..]), ("out", &[commit()][..])];
        let case = server.set("thread_pool_max_transactions_limit", 2);
        let case = (0..2).fold(case, |c, id| c.sequence(id, 0, 300 * MS, &two));
        let case = case.ask(9, 100 * MS, "waits", &[cpu(MS)]).until(S);
        let start = case.run().start("waits").unwrap();
        assert!((301 * MS..303 * MS).contains(&start), "{start}");
        let listens = case.set("thread_pool_dedicated_listeners", true);
        assert!(listens.run().start("waits").is_some());
    }
}

/// Source: added: thread_pool_longrun_trx_limit came with 8.4.0, and so the limit is suspended there, too.
#[test]
fn long_transactions_suspend_the_limit_of_8_4() {
    let case = o84().set("thread_pool_max_transactions_limit", 2);
    let case = case.batch(0..4, 0, &[begin(), cpu(20 * S), commit()]);
    let run = case.run();
    let suspended = run.times(|k| matches!(k, EventKind::LimitSuspended { .. }));
    assert!((2 * S..=3 * S + 20 * MS).contains(&suspended[0]));
    assert!(run.starts_ms()[3] < 3_100.);
}

/// Source: the published tables: OLDEST_QUEUED is of the head of the low queue, NULL without one; the last row is that of
/// the Admin group, whose limit on transactions is 0; words of ALGORITHM, of a thread's and of a connection's STATE.
#[test]
fn the_tables_say_what_the_published_server_prints() {
    let case = single().batch(0..5, 0, &[cpu(30 * MS)]);
    let rows = |case: &Case, name: &str| {
        let seen = case.instruments(5 * MS);
        let table = seen.tables.into_iter().find(|t| t.name == name).unwrap();
        let at = |column: &str| table.columns.iter().position(|c| c == column).unwrap();
        let columns = match name {
            "tp_thread_group_state" => vec![
                at("TP_GROUP_ID"),
                at("ALGORITHM"),
                at("QUEUED_QUERIES"),
                at("QUEUED_TRANSACTIONS"),
                at("OLDEST_QUEUED"),
                at("EFFECTIVE_MAX_TRANSACTIONS_LIMIT"),
            ],
            _ => vec![at("STATE")],
        };
        let cells = |row: &Vec<Cell>| columns.iter().map(|i| row[*i].clone()).collect();
        table.rows.iter().map(cells).collect::<Vec<Vec<Cell>>>()
    };
    let word = |text: &str| Cell::Text(text.to_owned());
    let n = Cell::Number;
    let low = word("Low Concurrency");
    let admin = vec![n(1), low.clone(), n(0), n(0), Cell::Null, n(0)];
    let first = vec![n(0), low.clone(), n(0), n(4), n(5), n(0)];
    assert_eq!(rows(&case, "tp_thread_group_state"), [first, admin.clone()]);
    // A timer of 0 sends all to the high queue, whose age the table does not show.
    let high = case.set("thread_pool_prio_kickup_timer_ms", 0);
    let first = vec![n(0), low, n(4), n(0), Cell::Null, n(0)];
    assert_eq!(rows(&high, "tp_thread_group_state"), [first, admin]);
    let one = |case: &Case, name: &str| rows(case, name)[0][0].clone();
    assert_eq!(one(&high, "tp_connections"), word("ATTACHED"));
    assert_eq!(one(&high, "tp_thread_state"), word("PROCESSING_QUEUED"));
    let alone = single().ask(0, 0, "a", &[cpu(30 * MS)]);
    assert_eq!(one(&alone, "tp_thread_state"), word("PROCESSING_DIRECT"));
    let idle = single().ask(0, S, "a", &[cpu(1)]);
    assert_eq!(one(&idle, "tp_thread_state"), word("POLLING"));
    assert_eq!(one(&idle, "tp_connections"), word("ARMED"));
}
