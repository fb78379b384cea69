//! Rules of one thread per connection.
//! Source of all: MariaDB documentation, "Thread Pool in MariaDB" and the system variables
//! `thread_handling`, `thread_cache_size` and `wait_timeout`.

use crate::common::{MS, S, cpu, own, wait};
use poolscope_engine::event::EventKind;
use poolscope_engine::life::Place;
use poolscope_engine::reason::{StartedVia, WaitReason};
use serde_json::json;

/// Nothing is queued and nothing limits how many run at once.
#[test]
fn everybody_runs_at_once() {
    let run = own().batch(0..200, 0, &[cpu(50 * MS)]).run();
    assert_eq!(run.ends_ms(), [50.0; 200]);
    assert!(
        run.events(|k| matches!(k, EventKind::Queued { .. }))
            .is_empty()
    );
    assert!(run.ticks().is_empty());
    assert!(run.0.lives.iter().all(|l| l.group.is_none()));
}

/// The cores are shared: processor sharing.
#[test]
fn cores_are_shared() {
    let run = own()
        .machine("cores", 2)
        .batch(0..8, 0, &[cpu(50 * MS)])
        .run();
    assert_eq!(run.ends_ms(), [200.0; 8]);
    // Two alone for 10 ms, then four: 40 ms left at half the speed.
    let case = own().machine("cores", 2).batch(0..2, 0, &[cpu(50 * MS)]);
    let run = case.batch(2..4, 10 * MS, &[cpu(10 * MS)]).run();
    assert_eq!(run.ends_ms(), [60.0, 60.0, 30.0, 30.0]);
    // Waits hold no core.
    let run = own()
        .machine("cores", 1)
        .batch(0..8, 0, &[wait(50 * MS)])
        .run();
    assert_eq!(run.ends_ms(), [50.0; 8]);
}

/// The connection's own thread wakes for each request.
#[test]
fn the_own_thread_wakes() {
    let case = own()
        .machine("thread_wake_us", 50)
        .ask(0, 0, "q", &[cpu(MS)]);
    let run = case.run();
    assert_eq!(run.start("q"), Some(50));
    let segments = &run.life("q").segments;
    assert_eq!(segments[0].place, Place::ThreadWait);
    assert_eq!(segments[0].why, WaitReason::OwnThreadWaking);
    let own = |k: &EventKind| {
        matches!(
            k,
            EventKind::RequestStarted {
                via: StartedVia::OwnThread,
                ..
            }
        )
    };
    assert_eq!(run.events(own).len(), 1);
}

/// A new connection gets a thread, then logs in on it, then is served.
#[test]
fn a_new_connection_gets_a_thread() {
    let case = own()
        .machine("thread_create_us", 100)
        .start("login_cpu_us", MS);
    let run = case
        .new_connections([0])
        .ask(0, 5 * MS, "q", &[cpu(MS)])
        .run();
    assert_eq!(run.creations(), [5 * MS]);
    assert_eq!(run.start("q"), Some(6_100));
    assert_eq!(run.end("q"), Some(7_100));
}

/// wait_timeout limits the read, exactly.
#[test]
fn wait_timeout_is_exact() {
    let run = own()
        .set("wait_timeout_s", 3)
        .ask(0, 123 * MS, "q", &[cpu(MS)])
        .run();
    assert_eq!(run.idle_killed(0), [3_124 * MS]);
    assert_eq!(run.gone(0), [3_124 * MS]);
    // A closed connection gets no answer.
    let case = own()
        .set("wait_timeout_s", 3)
        .ask(0, 0, "q", &[])
        .ask(0, 4 * S, "late", &[]);
    assert!(case.run().life("late").failed);
}

/// thread_cache_size: threads of closed connections are kept for later ones.
#[test]
fn the_thread_cache() {
    let case = |size: u64| {
        own()
            .set("thread_cache_size", size)
            .set("wait_timeout_s", 1)
            .batch(0..5, 0, &[cpu(MS)])
            .new_connections(5..10)
            .batch(5..10, 2 * S, &[cpu(MS)])
            .until(2_500 * MS)
    };
    for (size, kept) in [(0, 0), (3, 3), (16, 5)] {
        let run = case(size).run();
        let cached = run.events(|k| matches!(k, EventKind::ThreadCached { .. }));
        assert_eq!(cached.len(), kept);
        assert_eq!(run.exits().len(), 5 - kept);
        assert_eq!(run.wakes().len(), kept);
        assert_eq!(run.creations().len(), 5 - kept);
    }
    let run = case(16).change(500 * MS, "thread_cache_size", 2).run();
    assert_eq!(
        run.events(|k| matches!(k, EventKind::ThreadCached { .. }))
            .len(),
        2
    );
}

/// A pool's extra_port works by the same rule; its connections have no group.
#[test]
fn extra_port_connections_have_no_group() {
    let case = crate::common::m5().push("connections", json!({"id": 3, "port": "extra"}));
    let case = case.ask(3, 0, "q", &[cpu(MS)]);
    let run = case.run();
    assert_eq!(run.life("q").group, None);
    let seen = case.instruments(500);
    assert_eq!(
        crate::common::number(&seen, "THREAD_POOL_GROUPS", "CONNECTIONS", 0),
        0
    );
    assert_eq!(crate::common::status(&seen, "Threadpool_threads"), 1);
}
