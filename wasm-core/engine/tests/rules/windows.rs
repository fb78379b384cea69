//! Rules of MariaDB's pool on Windows, thread_pool_mode = windows. Source of all: scheduler rules, section 4
//! (MariaDB server, the thread pool on Windows; MariaDB documentation, "Thread Pool in MariaDB" and "Thread
//! Pool System and Status Variables"). Two tests cover choices of ours, and say so.

use crate::common::{MS, S, begin, cpu, lock, status, unlock, wait, windows};
use poolscope_engine::event::EventKind;
use poolscope_engine::reason::{LaneReason, RefuseReason, Trigger, WaitReason};
use serde_json::json;

/// No groups: one queue, and about one running thread for each core.
#[test]
fn one_thread_runs_for_each_core() {
    let case = windows(4).batch(0..10, 0, &[cpu(100 * MS)]);
    let run = case.run();
    let count = |ms: f64| run.ends_ms().iter().filter(|end| **end == ms).count();
    assert_eq!((count(100.0), count(200.0), count(300.0)), (4, 4, 2));
    assert_eq!(run.threads(0), 4);
    let busy = WaitReason::CoresBusy {
        running: 4,
        cores: 4,
    };
    assert!(run.life("9").segments.iter().any(|s| s.why == busy));
    assert!(run.ticks().is_empty());
}

/// The system sees a thread block, in whatever wait, and lets another run at once.
#[test]
fn a_blocked_thread_is_replaced_at_once() {
    for blocked in [
        wait(2 * S),
        json!({"net_us": 2 * S}),
        json!({"unreported_us": 2 * S}),
        json!({"async_us": 2 * S}),
    ] {
        let run = windows(1).batch(0..8, 0, &[blocked]).run();
        assert_eq!(run.ends_ms(), [2_000.0; 8]);
        assert_eq!(run.threads(0), 8);
    }
    let run = windows(1)
        .ask(0, 0, "holder", &[lock("row"), wait(S), unlock("row")])
        .batch(1..4, MS, &[lock("row"), unlock("row")])
        .run();
    assert_eq!(run.ends_ms(), [1_000.0; 4]);
}

/// No limit is applied when blocked threads come back.
#[test]
fn returning_threads_run_together() {
    let case = windows(1)
        .batch(0..8, 0, &[wait(S), cpu(MS)])
        .machine("cores", 1);
    let mut replay = case.replay();
    assert_eq!(replay.frame(1_000_500_000).groups.active[0], 8);
}

/// thread_pool_max_threads is the upper limit.
#[test]
fn max_threads() {
    let case = windows(1).max_threads(6).batch(0..8, 0, &[wait(2 * S)]);
    let run = case.run();
    let count = |ms: f64| run.ends_ms().iter().filter(|end| **end == ms).count();
    assert_eq!((count(2_000.0), count(4_000.0)), (6, 2));
    let full = RefuseReason::MaxThreads {
        threads: 6,
        limit: 6,
    };
    assert!(!run.refusals(|why| *why == full).is_empty());
    let why = WaitReason::MaxThreads {
        threads: 6,
        limit: 6,
    };
    assert!(run.life("7").segments.iter().any(|s| s.why == why));
}

/// First in, first out; a low-priority request goes to the end of the queue a second time, a high-priority
/// one runs when its turn comes first.
#[test]
fn low_priority_goes_to_the_end_once_more() {
    let case = windows(1)
        .ask(9, 0, "first", &[cpu(10 * MS)])
        .ask(1, MS, "low", &[cpu(MS)])
        .ask(2, 2 * MS, "high", &[cpu(MS)])
        .push("connections", json!({"id": 2, "in_transaction": true}));
    let run = case.run();
    assert_eq!(
        (run.start("high"), run.start("low")),
        (Some(10 * MS), Some(11 * MS))
    );
    let again = |k: &EventKind| matches!(k, EventKind::Queued { why, .. } if *why == LaneReason::Resubmitted);
    assert_eq!(run.events(again).len(), 2);
    // thread_pool_priority overrides this for all.
    let run = case.clone().set("thread_pool_priority", "high").run();
    assert_eq!(run.start("low"), Some(10 * MS));
    assert!(run.events(again).is_empty());
}

/// A transaction's second statement is high.
#[test]
fn priority_is_decided_at_the_end_of_each_request() {
    let case = windows(1)
        .sequence(0, 0, MS, &[("a", &[begin(), cpu(MS)]), ("b", &[cpu(MS)])])
        .ask(9, MS / 2, "long", &[cpu(10 * MS)])
        .ask(5, 3 * MS / 2, "low", &[cpu(MS)]);
    let run = case.run();
    assert_eq!(run.life("b").arrive_ns, 2_000_000);
    assert_eq!(
        (run.start("b"), run.start("low")),
        (Some(11 * MS), Some(12 * MS))
    );
}

/// A login is work like any other.
#[test]
fn a_login_is_a_piece_of_work() {
    let case = windows(1)
        .start("login_cpu_us", 5 * MS)
        .new_connections(0..2)
        .batch(0..2, 0, &[cpu(MS)]);
    let run = case.run();
    let logins = run.times(|k| matches!(k, EventKind::LoginStarted { .. }));
    assert_eq!(logins, [0, 5 * MS]);
    assert_eq!(run.start("0"), Some(10 * MS));
}

/// wait_timeout is a timer of each connection: exact.
#[test]
fn wait_timeout_is_exact() {
    let run = windows(2)
        .set("wait_timeout_s", 3)
        .ask(0, 123 * MS, "q", &[cpu(MS)])
        .run();
    assert_eq!(run.idle_killed(0), [3_124 * MS]);
    assert_eq!(run.gone(0), [3_124 * MS]);
}

/// thread_pool_min_threads stay; the others leave after a minute (the documentation calls this an
/// observation; exactly 60 s is our choice).
#[test]
fn min_threads_stay() {
    let case = windows(1)
        .set("thread_pool_min_threads", 3)
        .batch(0..8, 10 * MS, &[wait(S)])
        .until(200 * S);
    let mut replay = case.replay();
    assert_eq!(replay.frame(0).workers, 3);
    assert_eq!(replay.frame(2_000_000_000).workers, 8);
    assert_eq!(replay.frame(199_000_000_000).workers, 3);
    assert_eq!(case.run().exits(), [61 * S + 10 * MS; 5]);
}

/// Our choice, because Windows documents nothing: if a queue does not move for machine.injection_us though a
/// thread runs on every core, one thread is added, and one more after the same time again.
#[test]
fn a_thread_is_injected() {
    let case = windows(1)
        .machine("injection_us", 500 * MS)
        .batch(0..2, 0, &[cpu(10 * S)])
        .ask(5, 0, "trivial", &[cpu(MS)]);
    let run = case.run();
    // From then on they share the one core.
    assert_eq!(run.created_by(Trigger::Injected), [500 * MS, S]);
    assert_eq!(run.start("trivial"), Some(S));
    let sooner = case.machine("injection_us", 10 * MS).run();
    assert_eq!(sooner.start("trivial"), Some(20 * MS));
    // A queue that moves gets no thread.
    let moving = windows(1).batch(0..20, 0, &[cpu(400 * MS)]).run();
    assert!(moving.created_by(Trigger::Injected).is_empty());
}

/// Threadpool_threads counts; Threadpool_idle_threads is always 0 on Windows.
#[test]
fn instruments() {
    let seen = windows(1).batch(0..5, 0, &[wait(S)]).instruments(500 * MS);
    assert_eq!(status(&seen, "Threadpool_threads"), 5);
    assert_eq!(status(&seen, "Threadpool_idle_threads"), 0);
    assert!(seen.tables.is_empty());
}
