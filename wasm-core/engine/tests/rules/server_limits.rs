//! Limits of the server on statements and idle transactions, and when a thread notices that its client has
//! left. Source of all: scheduler rules, sections 15.3 and 15.4: measured on MariaDB 10.11.19.

use crate::common::{Case, MS, Run, S, begin, commit, cpu, lock, m5, own, unlock, wait};
use poolscope_engine::event::EventKind;
use serde_json::{Value, json};

fn row() -> Value {
    json!({"row_lock": {"rows": 1, "hot_rows": 0, "hot_share": 0}})
}

fn at(case: Case, at_us: u64, connection: u64, by: &str) -> Run {
    let leaves = json!([{"at_us": at_us, "connection": connection, "by": by}]);
    case.top("leaves", leaves).run()
}

/// When the thread of connection 2, whose client left at 1 s, is free again.
fn free_after(case: Case) -> u64 {
    let run = at(case, S, 2, "close");
    run.gone(2)[0]
}

/// SLEEP() looks every five seconds whether its client is there: SLEEP(20) ends after 5.0 s.
#[test]
fn sleep_looks_every_five_seconds() {
    for case in [m5(), own()] {
        assert_eq!(
            free_after(case.clone().ask(2, 0, "q", &[wait(20 * S)])),
            5 * S
        );
        // Shorter ones end by themselves, and a client that leaves after the first look is found by the next.
        assert_eq!(
            free_after(case.clone().ask(2, 0, "q", &[wait(3 * S)])),
            3 * S
        );
        let run = at(case.ask(2, 0, "q", &[wait(20 * S)]), 6 * S, 2, "close");
        assert_eq!(run.gone(2), [10 * S]);
    }
}

/// GET_LOCK() looks every second: it ended after 1.0 to 2.1 s.
#[test]
fn get_lock_looks_every_second() {
    let waits = json!({"lock": "l", "kind": "user_lock"});
    let case = m5()
        .ask(1, 0, "holder", &[lock("l"), wait(30 * S), unlock("l")])
        .ask(2, 200 * MS, "q", &[waits]);
    assert_eq!(free_after(case), 1_200 * MS);
}

/// A wait for a row does not look: it lasts until innodb_lock_wait_timeout (12: 12.1 s).
#[test]
fn a_wait_for_a_row_does_not_look() {
    let case = m5()
        .set("innodb_lock_wait_timeout_s", 12)
        .ask(1, 0, "holder", &[begin(), row(), wait(30 * S)])
        .ask(2, MS, "q", &[row()]);
    let gone = free_after(case);
    assert!((12 * S..12_010 * MS).contains(&gone), "{gone}");
}

/// A statement that computes does not look: it ends when it ends, or by max_statement_time (3: 3.1 s).
#[test]
fn a_statement_that_computes_does_not_look() {
    for case in [m5(), own(), m5().machine("cores", 1)] {
        let case = case.ask(2, 0, "q", &[cpu(7 * S)]);
        assert_eq!(free_after(case.clone()), 7 * S);
        assert_eq!(free_after(case.set("max_statement_time_s", 3)), 3 * S);
    }
}

/// max_statement_time's clock starts when a thread takes the statement; its wait in the queue does not count
/// (assumed). The client gets an error, and keeps its connection.
#[test]
fn max_statement_time_counts_from_the_thread() {
    let case = m5()
        .max_threads(2)
        .set("max_statement_time_s", 2)
        .batch([0, 1], 0, &[wait(1_500 * MS)])
        .ask(2, 0, "long", &[wait(9 * S)])
        .ask(2, 5 * S, "next", &[cpu(MS)]);
    let run = case.run();
    let begun = run.start("long").unwrap();
    assert!(begun >= 1_500 * MS);
    assert_eq!(run.end("long"), Some(begun + 2 * S));
    assert!(run.life("long").failed);
    let ended = run.events(|k| {
        matches!(
            k,
            EventKind::StatementTimedOut {
                limit_ns: 2_000_000_000,
                ..
            }
        )
    });
    assert_eq!(ended.len(), 1);
    assert!(!run.life("next").failed);
    assert!(run.gone(2).is_empty());
}

/// SET GLOBAL reaches every session at once here (a choice: real sessions keep their own value).
#[test]
fn set_global_limits_the_next_statement() {
    let run = m5()
        .ask(2, 0, "before", &[cpu(4 * S)])
        .change(S, "max_statement_time", 1)
        .ask(2, 5 * S, "after", &[cpu(4 * S)])
        .run();
    assert_eq!(
        (run.end("before"), run.end("after")),
        (Some(4 * S), Some(6 * S))
    );
    assert!(run.life("after").failed);
}

/// Waits for metadata and table locks have a limit of their own, lock_wait_timeout.
#[test]
fn metadata_locks_have_their_own_limit() {
    let waits = |kind: &str| json!({"lock": "t", "kind": kind});
    let run = m5()
        .set("lock_wait_timeout_s", 2)
        .set("innodb_lock_wait_timeout_s", 5)
        .ask(1, 0, "holder", &[lock("t"), wait(20 * S), unlock("t")])
        .ask(2, 0, "metadata", &[waits("meta_data_lock")])
        .ask(3, 0, "table", &[waits("table_lock")])
        .ask(4, 0, "row", &[waits("row_lock")])
        .run();
    assert_eq!(
        (run.end("metadata"), run.end("table"), run.end("row")),
        (Some(2 * S), Some(2 * S), Some(5 * S))
    );
}

/// A row lock makes group 0 deaf: its holder is idle in its transaction, two clients of group 0 wait for the
/// row (limit 8 s), and an innocent statement there is not read. The holder is in the group of its ID.
fn deaf(holder: u64) -> Case {
    m5().size(2)
        .max_threads(2)
        .set("innodb_lock_wait_timeout_s", 8)
        .ask(holder, 0, "holder", &[begin(), row()])
        .ask(2, 10 * MS, "first", &[row()])
        .ask(4, 110 * MS, "second", &[row()])
        .ask(6, 410 * MS, "innocent", &[cpu(100)])
        .until(20 * S)
}

/// When the innocent statement is answered, in tenths of a second.
fn answered(run: &Run) -> u64 {
    run.life("innocent").end_ns.unwrap() / 100_000_000
}

/// Nothing that needs a thread of the deaf group ends the hang: 8 s, the waiters' own time limit, despite the
/// holder's COMMIT, its closing, a KILL of it, idle_transaction_timeout and wait_timeout.
#[test]
fn a_deaf_group_does_nothing_for_its_holder() {
    assert_eq!(answered(&deaf(0).run()), 80);
    assert_eq!(
        answered(&deaf(0).ask(0, S, "commit", &[commit()]).run()),
        80
    );
    for by in ["close", "kill_connection", "kill_query"] {
        assert_eq!(answered(&at(deaf(0), S, 0, by)), 80, "{by}");
    }
    for timeout in ["idle_transaction_timeout_s", "wait_timeout_s"] {
        assert_eq!(answered(&deaf(0).set(timeout, 2).run()), 80, "{timeout}");
    }
}

/// A holder next door is let go at once: closing 1.0 s, idle_transaction_timeout = 2 at 2.1 to 2.2 s.
#[test]
fn a_holder_in_a_group_that_works_is_let_go() {
    assert_eq!(answered(&at(deaf(1), S, 1, "close")), 10);
    assert_eq!(answered(&at(deaf(1), S, 1, "kill_connection")), 10);
    let idle = answered(&deaf(1).set("idle_transaction_timeout_s", 2).run());
    assert!((20..=31).contains(&idle), "{idle}");
    // Outside a transaction it has no say.
    let run = m5()
        .set("idle_transaction_timeout_s", 1)
        .ask(1, 0, "q", &[cpu(MS)])
        .until(9 * S)
        .run();
    assert!(run.idle_killed(1).is_empty());
}

/// Limits of the waiters themselves need no other thread: KILL of one of them 1.0 s, max_statement_time = 2 and
/// innodb_lock_wait_timeout = 2: 2.0 s.
#[test]
fn limits_of_the_waiters_reach_a_deaf_group() {
    for by in ["kill_connection", "kill_query"] {
        assert_eq!(answered(&at(deaf(0), S, 2, by)), 10, "{by}");
    }
    assert_eq!(answered(&deaf(0).set("max_statement_time_s", 2).run()), 20);
    assert_eq!(
        answered(&deaf(0).set("innodb_lock_wait_timeout_s", 2).run()),
        20
    );
    // A waiter that closes its connection changes nothing.
    assert_eq!(answered(&at(deaf(0), S, 2, "close")), 80);
}
