//! Locks: first come first served, waits reported, time-outs.
//! Source: scheduler rules, sections 5, 8.3, 10.1 and 10.2.

use crate::common::{MS, S, cpu, lock, m5, own, p8, unlock, wait};
use poolscope_engine::event::EventKind;
use poolscope_engine::ids::RequestId;
use poolscope_engine::life::Place;
use poolscope_engine::reason::WaitReason;

/// Source: scheduler rules, section 8.3: the longest waiter is next.
#[test]
fn locks_are_first_come_first_served() {
    for case in [m5(), p8().oversubscribe(10), own()] {
        let steps = [lock("L"), cpu(10 * MS), unlock("L")];
        let run = case.spread([3, 1, 4, 0, 5, 2], 0, MS, &steps).run();
        assert_eq!(run.ends_ms(), [10.0, 20.0, 30.0, 40.0, 50.0, 60.0]);
        let taken = run.events(|k| matches!(k, EventKind::LockTaken { .. }));
        let order: Vec<RequestId> = taken
            .iter()
            .map(|e| match e.kind {
                EventKind::LockTaken { request, .. } => request,
                _ => RequestId::NONE,
            })
            .collect();
        assert_eq!(order, [0, 1, 2, 3, 4, 5].map(RequestId));
    }
}

/// Source: scheduler rules, section 5: a lock wait is reported, so in MariaDB each waiter frees its
/// slot and the next request is served at once.
#[test]
fn lock_waits_are_reported() {
    let case = m5()
        .oversubscribe(1)
        .ask(0, 0, "holder", &[lock("L"), wait(S), unlock("L")]);
    let case = case.batch(1..5, 10 * MS, &[lock("L"), unlock("L")]);
    let run = case.ask(5, 20 * MS, "other", &[cpu(MS)]).run();
    assert_eq!(run.end("other"), Some(21 * MS));
    assert_eq!(run.ends_ms()[1..5], [1e3; 4]);
    let locked = &run.life("1").segments;
    assert_eq!(locked[0].place, Place::Lock { lock: 0 });
    assert_eq!(
        locked[0].why,
        WaitReason::LockHeld {
            lock: 0,
            holder: RequestId(0)
        }
    );
}

/// A connection holds its lock beyond the statement, and taking it twice is no wait. Source: scheduler
/// rules, section 8.3.
#[test]
fn locks_outlast_statements() {
    for case in [m5(), p8(), own()] {
        let run = case
            .ask(0, 0, "lock", &[lock("L")])
            .ask(0, 10 * MS, "again", &[lock("L")])
            .ask(1, 20 * MS, "wants", &[lock("L"), unlock("L")])
            // Not its own: this releases nothing.
            .ask(2, 30 * MS, "stranger", &[unlock("L")])
            .ask(0, 40 * MS, "unlock", &[unlock("L")])
            .run();
        assert_eq!(run.end("again"), Some(10 * MS));
        assert_eq!(run.end("stranger"), Some(30 * MS));
        assert_eq!(run.end("wants"), Some(40 * MS));
    }
}

/// Source: scheduler rules, section 9, V26: until lock wait timeout. The statement fails, the session stays.
#[test]
fn a_lock_wait_times_out() {
    for case in [m5(), p8(), own()] {
        let run = case
            .set("innodb_lock_wait_timeout_s", 2)
            .ask(0, 0, "holder", &[lock("L"), wait(10 * S), unlock("L")])
            .ask(1, S, "gives up", &[lock("L"), cpu(S)])
            .ask(1, 5 * S, "next", &[cpu(MS)])
            .ask(2, 9 * S, "gets it", &[lock("L"), unlock("L")])
            .run();
        assert_eq!(run.end("gives up"), Some(3 * S));
        assert!(run.life("gives up").failed);
        assert_eq!(run.end("next"), Some(5_001 * MS));
        assert_eq!(run.end("gets it"), Some(10 * S));
        let told = run.times(|k| {
            matches!(
                k,
                EventKind::LockTimedOut {
                    waited_ns: 2_000_000_000,
                    ..
                }
            )
        });
        assert_eq!(told, [3 * S]);
    }
}

/// Source: scheduler rules, section 9, V26: the time-out resolves Percona's deadlock.
#[test]
fn the_time_out_ends_the_deadlock() {
    let run = p8()
        .oversubscribe(1)
        .set("innodb_lock_wait_timeout_s", 5)
        .ask(0, 0, "LOCK", &[lock("L")])
        .batch(1..5, 10 * MS, &[lock("L"), cpu(MS), unlock("L")])
        .ask(0, 100 * MS, "UNLOCK", &[unlock("L")])
        .run();
    // Two victims give up after 5 s and let two more in; 5 s later, UNLOCK gets a thread just before the
    // last one times out.
    let failed = run
        .0
        .lives
        .iter()
        .filter(|l| l.failed)
        .map(|l| l.name.as_str());
    assert_eq!(failed.collect::<Vec<_>>(), ["1", "2", "3"]);
    assert_eq!(run.end("1"), Some(5_010 * MS));
    assert_eq!(run.end("UNLOCK"), Some(10_010 * MS));
    assert_eq!(run.end("4"), Some(10_011 * MS));
}

/// A disconnected session releases its locks. Source: scheduler rules, section 2.6 (a kill tears the session down).
#[test]
fn a_session_that_goes_releases_its_locks() {
    for case in [m5(), p8()] {
        let run = case
            .set("wait_timeout_s", 1)
            .ask(0, 0, "holder", &[lock("L")])
            .ask(1, 10 * MS, "wants", &[lock("L"), unlock("L")])
            .run();
        assert_eq!(run.gone(0), [1_600 * MS]);
        assert_eq!(run.end("wants"), Some(1_600 * MS));
    }
}

/// The woken waiter runs after the wake-up latency. Source: scheduler rules, section 8.2.
#[test]
fn a_waiter_wakes_with_the_latency_of_a_wake_up() {
    let run = m5()
        .machine("thread_wake_us", 50)
        .start("idle_workers", 1)
        .ask(0, 0, "holder", &[lock("L"), wait(10 * MS), unlock("L")])
        .ask(1, MS, "wants", &[lock("L")])
        .run();
    assert_eq!(run.start("wants"), Some(MS));
    assert_eq!(run.end("wants"), Some(10_050));
}

/// A lock is never given back, and later requests for it hang: the figures must not look like those of a
/// healthy server.
#[test]
fn hanging_requests_are_in_the_figures() {
    let ask = |case: crate::common::Case, from: u64, name: &str, steps: &[serde_json::Value]| {
        (from..from + 100).fold(case, |case, id| case.ask(id, id * MS, name, steps))
    };
    let case = own().ask(0, 0, "holder", &[lock("L")]);
    let case = ask(case, 1_000, "select", &[cpu(MS)]);
    let case = ask(case, 2_000, "update", &[lock("L"), cpu(MS)]);
    let outcome = case.until(12 * S).run().0;
    let m = &outcome.metrics;
    assert_eq!((m.finished, m.open), (101, 100));
    assert_eq!((m.latency.p99_ns, m.latency.max_ns), (1_000_000, 1_000_000));
    assert_eq!(m.open_longest_ns, 10_000_000_000);
    let at_least = m.at_least.unwrap();
    assert_eq!(
        (at_least.p50_ns / 10_000, at_least.max_ns),
        (100, 10_000_000_000)
    );
    assert!(at_least.p95_ns > 9_900_000_000);
    let of = |name: &str| m.statements.iter().find(|s| s.name == name).unwrap();
    assert_eq!((of("select").finished, of("select").open), (100, 0));
    assert_eq!(of("select").latency.p99_ns, 1_000_000);
    assert_eq!(of("select").at_least, None);
    assert_eq!((of("update").finished, of("update").open), (0, 100));
    assert_eq!(of("update").open_longest_ns, 10_000_000_000);
}

/// If each request has its own name, its life already says what a table of names would.
#[test]
fn names_that_nobody_shares_are_no_table() {
    let run = own().batch(1..9, 0, &[cpu(MS)]).run();
    assert_eq!(run.0.metrics.statements, []);
}
