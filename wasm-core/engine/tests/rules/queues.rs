//! The four textbook designs, one test per rule. Their rules and sources are at the top of
//! `scheduler/queues/mod.rs`.

use crate::common::{Case, MS, case, cpu, wait};
use poolscope_engine::event::EventKind;
use poolscope_engine::frame::NONE;
use poolscope_engine::reason::{LaneReason, WaitReason};
use serde_json::json;

fn design(name: &str, workers: u64) -> Case {
    case(name, "any").size(workers)
}

/// One queue: any free worker takes the head; a slow request delays nobody else. Source: M/M/c (Erlang
/// 1917): one queue, any server.
#[test]
fn any_worker_takes_the_head_of_the_one_queue() {
    let run = design("one-queue", 2)
        .ask(0, 0, "slow", &[cpu(90 * MS)])
        .batch([2, 4, 6], MS, &[cpu(10 * MS)])
        .run();
    let ends = ["2", "4", "6"].map(|name| run.end(name));
    assert_eq!(ends, [Some(11 * MS), Some(21 * MS), Some(31 * MS)]);
    let why = &run.life("4").segments[0].why;
    assert_eq!(*why, WaitReason::AllWorkersBusy { workers: 2 });
}

/// Many queues: connections 0, 2, 4 and 6 share worker 0, even though worker 1 is idle. Source: MariaDB
/// documentation, "Thread Groups in the Unix Implementation of the Thread Pool".
#[test]
fn a_bound_connection_waits_for_its_own_worker() {
    let run = design("many-queues", 2)
        .ask(0, 0, "slow", &[cpu(90 * MS)])
        .batch([2, 3], MS, &[cpu(10 * MS)])
        .run();
    assert_eq!(run.end("3"), Some(11 * MS));
    assert_eq!(run.end("2"), Some(100 * MS));
    assert_eq!(run.life("2").segments[0].why, WaitReason::OwnWorkerBusy);
}

/// A worker keeps its request through its waits: nothing is limited, nothing is added.
#[test]
fn a_wait_holds_its_worker() {
    for name in ["one-queue", "many-queues", "two-choices", "nginx-workers"] {
        let run = design(name, 1).batch([0, 1], 0, &[wait(20 * MS)]).run();
        assert_eq!(run.ends_ms(), [20.0, 40.0], "{name}");
        assert_eq!(run.creations(), [0; 0], "{name}");
    }
}

/// Two choices: the shorter of the two, requests in service counted, the first drawn at a tie.
/// Source: Mitzenmacher 2001, section 1 (the supermarket model).
#[test]
fn a_request_goes_to_the_shorter_of_two_queues() {
    let run = design("two-choices", 3)
        .spread(0..40, 0, MS, &[cpu(5 * MS)])
        .run();
    let queued = run.events(|k| matches!(k, EventKind::Queued { .. }));
    assert_eq!(queued.len(), 40);
    let mut differing = 0;
    for event in queued {
        let EventKind::Queued { group, why, .. } = event.kind else {
            continue;
        };
        let LaneReason::ShorterOfTwo {
            length,
            other,
            other_length,
        } = why
        else {
            panic!("{why:?}");
        };
        assert!(length <= other_length, "{why:?}");
        assert!(other != group || length == other_length, "{why:?}");
        differing += u32::from(other != group);
    }
    // With replacement: every third time the same queue is drawn twice.
    assert!((20..35).contains(&differing), "{differing}");
}

/// nginx: an idle worker takes the new connection; the last to fall asleep is first, so one worker collects
/// them. Source: Cloudflare, "Why does one NGINX worker take all the load?", 2017.
#[test]
fn the_worker_that_slept_last_takes_the_new_connection() {
    let case =
        design("nginx-workers", 4)
            .new_connections(0..6)
            .spread(0..6, 0, 10 * MS, &[cpu(MS)]);
    let frame = case.replay().frame(100 * MS * 1_000);
    assert_eq!(frame.groups.connections, [0, 0, 0, 6]);
}

/// A busy worker takes no new connection; another one does, and connections stay with their worker.
#[test]
fn a_busy_worker_does_not_accept() {
    let case = design("nginx-workers", 2)
        .new_connections(0..3)
        .ask(0, 0, "long", &[cpu(50 * MS)])
        .ask(1, MS, "other", &[cpu(50 * MS)])
        .ask(2, 2 * MS, "waits for either", &[cpu(MS)])
        .ask(1, 60 * MS, "again", &[cpu(MS)]);
    let run = case.run();
    assert_eq!(run.start("waits for either"), Some(50 * MS));
    let frame = case.replay().frame(70 * MS * 1_000);
    assert_eq!(frame.groups.connections, [1, 2]);
    assert_eq!(run.end("again"), Some(61 * MS));
}

/// Beyond 7/8 of its places a worker leaves new connections to other idle ones; a full one takes none.
/// Source: nginx documentation, "Core functionality", `worker_connections`.
#[test]
fn a_nearly_full_worker_leaves_connections_to_others() {
    let case = design("nginx-workers", 2)
        .set("worker_connections", 8)
        .new_connections(0..17)
        .spread(0..17, 0, 10 * MS, &[cpu(MS)]);
    let at = |nth: u64| {
        let replay = &mut case.replay();
        replay.frame((nth * 10 + 5) * MS * 1_000).groups.connections
    };
    assert_eq!(at(6), [0, 7]);
    // The eighth place is beyond 7/8 only once it is used.
    assert_eq!(at(7), [0, 8]);
    assert_eq!(at(8), [1, 8]);
    assert_eq!(at(15), [8, 8]);
    assert_eq!(at(16), [8, 8]);
    assert_eq!(case.run().start("16"), None);
}

/// With reuseport a connection belongs to a drawn worker at once, busy or not.
/// Source: nginx documentation, "ngx_http_core_module", `listen ... reuseport`.
#[test]
fn with_reuseport_connections_are_assigned_at_random() {
    let case = design("nginx-workers", 4)
        .set("reuseport", true)
        .new_connections(0..400)
        .spread(0..400, 0, 10, &[cpu(1)]);
    let frame = case.replay().frame(1_000 * MS * 1_000);
    let counts = &frame.groups.connections;
    // 100 each, with a standard deviation of 8.7.
    assert!(counts.iter().all(|n| (74..126).contains(n)), "{counts:?}");
    assert!(frame.connections.group.iter().all(|g| *g != NONE));
}

/// The instruments count busy workers and queued requests.
#[test]
fn instruments_count_workers_and_lines() {
    let seen = design("one-queue", 2)
        .batch(0..5, 0, &[cpu(10 * MS)])
        .instruments(5 * MS);
    assert_eq!(crate::common::status(&seen, "Workers_busy"), 2);
    assert_eq!(crate::common::status(&seen, "Requests_in_line"), 3);
    assert_eq!(crate::common::number(&seen, "QUEUES", "IN_LINE", 0), 3);
}

/// Textbook designs accept no other port and no pool limits.
#[test]
fn unknown_options_of_a_design_are_refused() {
    let refused =
        |case: Case| poolscope_engine::scenario::Scenario::from_json(&case.0.to_string()).is_err();
    let case = design("one-queue", 2);
    assert!(refused(case.clone().set("thread_pool_oversubscribe", 3)));
    assert!(refused(case.clone().set("worker_connections", 3)));
    assert!(refused(
        case.push("connections", json!({"id": 1, "port": "extra"}))
    ));
}
