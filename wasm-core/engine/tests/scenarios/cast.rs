//! The cast of the first lesson: one request, eight, and no listener.

use poolscope_engine::ids::ThreadId;
use poolscope_engine::sim::Outcome;

use super::{latencies_ms, latency_ms, run, run_with, tenths};

fn created(outcome: &Outcome) -> usize {
    let log = serde_json::to_value(&outcome.events).unwrap();
    let all = log.as_array().unwrap().iter();
    all.filter(|e| e["kind"] == "thread_created").count()
}

/// Source: scheduler rules, section 2.3 and 2.5: the listener serves the request itself, and its wait
/// creates the thread that listens next.
#[test]
fn one_request_makes_one_thread() {
    let outcome = run("the-cast-one-request");
    assert_eq!(created(&outcome), 1);
    assert_eq!(outcome.lives[0].thread, Some(ThreadId(0)));
    assert_eq!(latency_ms(&outcome, "question"), 12);
}

/// The same eight on one group, on one group per core, and with one thread each.
#[test]
fn the_cast_in_three_arrangements() {
    let worst = |outcome: &Outcome| latencies_ms(outcome).last().copied().unwrap();
    assert!((28.0..28.5).contains(&worst(&run("the-cast-eight"))));
    let four = run_with("the-cast-eight", &[("/server/thread_pool_size", 4)]);
    assert!((14.0..14.5).contains(&worst(&four)));
    assert_eq!(
        tenths(&run("the-cast-four-groups")),
        [3, 3, 3, 3, 6, 6, 6, 6]
    );
    assert_eq!(tenths(&run("the-cast-one-thread-each")), [6; 8]);
}

/// Source: scheduler rules, vectors V17 and V21; a MariaDB 10.11.19 took 532 to 972 ms for the first.
#[test]
fn nobody_at_the_door() {
    assert_eq!(latency_ms(&run("the-cast-stall"), "short"), 551);
    assert_eq!(latency_ms(&run("the-cast-stall-waiting"), "short"), 1);
}
