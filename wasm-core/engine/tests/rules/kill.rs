//! `KILL`. Source: scheduler rules, sections 2.7, 10 (item 10) and 14; measured on MariaDB 10.11 (section 14).
//! What it does to clients that wait, and in a group whose threads all wait: `patience.rs`, `server_limits.rs`.

use poolscope_engine::event::EventKind;
use poolscope_engine::reason::WaitReason;
use serde_json::json;

use crate::common::{Case, MS, Run, S, cpu, m5, own, wait};

/// With these KILLs: when, of whom, and how.
fn killed(case: Case, kills: &[(u64, u64, &str)]) -> Case {
    let leave = |(at_us, connection, by): &(u64, u64, &str)| json!({"at_us": at_us, "connection": connection, "by": by});
    case.top("leaves", kills.iter().map(leave).collect::<Vec<_>>())
}

/// Two statements sleep on both threads of a group at the limit; nobody reads the request of 8.
fn deaf() -> Case {
    m5().max_threads(2)
        .ask(4, 0, "4", &[wait(20 * S)])
        .ask(6, 0, "6", &[wait(25 * S)])
        .ask(8, 2 * S, "8", &[cpu(200)])
        .until(30 * S)
}

/// When connections were torn down.
fn ends(run: &Run) -> Vec<u64> {
    run.times(|k| matches!(k, EventKind::Disconnected { .. }))
}

#[test]
fn a_sleep_is_interrupted_and_its_thread_is_free() {
    let case = deaf().machine("thread_wake_us", 50);
    let at = 10 * S + 10 * MS;
    let run = killed(case, &[(at, 4, "kill_connection")]).run();
    assert!(run.life("4").failed);
    assert_eq!(run.start("8"), Some(at + 50));
    assert_eq!(run.gone(4), [at + 50]);
}

#[test]
fn kill_query_ends_the_statement_and_keeps_the_session() {
    let case = deaf().ask(4, 10 * S + 50 * MS, "next", &[cpu(100)]);
    let kills = [
        (10 * S + 10 * MS, 4, "kill_query"),
        (11 * S, 8, "kill_query"),
    ];
    let run = killed(case, &kills).run();
    assert!(run.life("4").failed);
    assert_eq!(run.start("8"), Some(10 * S + 10 * MS));
    assert_eq!(run.end("next"), Some(10 * S + 50 * MS + 100));
    // A connection without a statement has nothing to end.
    let told = run.times(|k| matches!(k, EventKind::QueryKilled { .. }));
    assert_eq!(told, [10 * S + 10 * MS]);
    assert!(ends(&run).is_empty());
}

/// Connection 7 has locked a row, its transaction is open, and it sends nothing; two statements wait for the row.
fn row_pile_up(max_threads: u64) -> Case {
    let row = json!({"row_lock": {"rows": 1}});
    m5().max_threads(max_threads)
        .ask(7, 0, "7", &[json!({"begin": true}), row.clone()])
        .ask(9, S, "9", &[row.clone(), cpu(100)])
        .ask(11, 2 * S, "11", &[row, cpu(100)])
        .until(30 * S)
}

/// Measured: the client of a killed holder is cut off, and its rows stay locked until a thread can roll it back.
#[test]
fn the_kill_of_a_locks_holder_needs_a_thread() {
    let at = 10 * S + 10 * MS;
    let run = killed(row_pile_up(2), &[(at, 7, "kill_connection")]).run();
    let told = run.times(|k| matches!(k, EventKind::ConnectionKilled { .. }));
    assert_eq!(told, [at]);
    assert!(ends(&run).is_empty());
    assert_eq!((run.end("9"), run.end("11")), (None, None));
    // With the limit raised too, the next tick creates the thread that rolls back.
    let raised = row_pile_up(2).change(at, "thread_pool_max_threads", 3);
    let run = killed(raised, &[(at, 7, "kill_connection")]).run();
    assert_eq!(run.end("9"), Some(10 * S + 100 * MS + 100));
}

#[test]
fn with_a_listener_the_kill_of_a_locks_holder_frees_the_row() {
    let at = 10 * S + 10 * MS;
    let run = killed(row_pile_up(3), &[(at, 7, "kill_connection")]).run();
    assert_eq!(run.end("9"), Some(at + 100));
    // First come, first served: 11 gets the row when 9, whose statement is its own transaction, ends.
    assert_eq!(run.end("11"), Some(at + 200));
    let waits = run.life("9").segments.iter().map(|segment| segment.why);
    let held = waits.filter(|why| matches!(why, WaitReason::LockHeld { .. }));
    assert_eq!(held.count(), 1);
}

#[test]
fn a_killed_waiter_leaves_the_line() {
    let case = row_pile_up(3).ask(7, 11 * S, "commit", &[json!({"commit": true})]);
    let run = killed(case, &[(10 * S, 9, "kill_connection")]).run();
    assert!(run.life("9").failed);
    assert_eq!(run.end("11"), Some(11 * S + 100));
    assert!(
        run.events(|k| matches!(k, EventKind::LockTimedOut { .. }))
            .is_empty()
    );
}

#[test]
fn one_thread_per_connection_needs_no_other_thread() {
    let case = own()
        .machine("cores", 1)
        .ask(1, 0, "1", &[cpu(400)])
        .ask(2, 100, "2", &[cpu(300)]);
    let kills = [(200, 1, "kill_connection"), (S, 2, "kill_connection")];
    let run = killed(case, &kills).until(2 * S).run();
    assert!(run.life("1").failed);
    // From 100 on both shared the core; alone from 200 on: 50 of 300 were done by then.
    assert_eq!(run.end("2"), Some(450));
    assert_eq!(ends(&run), [200, S]);
}
