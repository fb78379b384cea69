//! Cores with a run queue, row locks, the disk and slow clients: server model (RULES.md), sections 12.2 and 12.5.
use crate::common::{Case, MS, Run, S, begin, commit, cpu, m5, own, wait};
use poolscope_engine::event::EventKind;
use poolscope_engine::frame::{connection_state, thread_state};
use poolscope_engine::life::Place;
use poolscope_engine::reason::WaitReason;
use serde_json::{Value, json};

fn line(cores: u64, slice_us: Option<u64>, switch_us: u64) -> Case {
    let queue = json!({"time_slice_us": slice_us, "context_switch_us": switch_us});
    own().machine("cores", cores).machine("run_queue", queue)
}

fn row(n: u64) -> Value {
    // A table of one hot row n is a row of its own: rows are identified by number, hot ones first.
    json!({"row_lock": {"rows": n + 1, "hot_rows": n, "hot_share": 0}})
}

fn ends(run: &Run) -> Vec<u64> {
    run.0
        .lives
        .iter()
        .map(|l| l.end_ns.unwrap() / 1_000)
        .collect()
}

#[test]
fn a_core_serves_one_after_the_other() {
    let run = line(1, None, 0).batch([1, 2, 3], 0, &[cpu(10)]).run();
    assert_eq!(ends(&run), [10, 20, 30]);
    let third = &run.life("3").segments;
    assert_eq!(third[0].place, Place::RunQueue);
    let why = WaitReason::RunQueue {
        runnable: 2,
        cores: 1,
    };
    assert_eq!((third[0].why, third[0].end_ns), (why, 20_000));
    // Without a run queue all share the core evenly.
    let shared = own().machine("cores", 1).batch([1, 2, 3], 0, &[cpu(10)]);
    assert_eq!(ends(&shared.run()), [30, 30, 30]);
}

#[test]
fn a_burst_longer_than_the_slice_goes_to_the_end_of_the_line() {
    let run = line(1, Some(4), 0)
        .ask(1, 0, "long", &[cpu(10)])
        .ask(2, 0, "short", &[cpu(3)])
        .run();
    // long 4, short 3, long 4 and, with nobody waiting, 2 more on the same core.
    assert_eq!(ends(&run), [13, 7]);
    assert_eq!(run.0.metrics.context_switches, 3);
}

#[test]
fn changing_threads_costs_going_on_does_not() {
    let run = line(2, None, 1)
        .batch([1, 2, 3], 0, &[cpu(10), cpu(10)])
        .run();
    // Two cores: 1 and 2 until 11. 3 waits, so 1 yields to it and 2 yields to 1; at 22, 3 yields to 2.
    assert_eq!(ends(&run), [22, 33, 33]);
    let alone = line(1, Some(4), 1)
        .ask(1, 0, "a", &[cpu(10), cpu(10)])
        .run();
    assert_eq!(ends(&alone), [21]);
    assert_eq!(alone.0.metrics.context_switches, 1);
}

#[test]
fn a_pools_worker_keeps_its_core_from_request_to_request() {
    // 20 requests in one batch: one thread serves all of them.
    let pool = m5()
        .machine("cores", 1)
        .machine("run_queue", json!({"context_switch_us": 2}))
        .batch(1..=20, 0, &[cpu(10)]);
    let run = pool.run();
    assert_eq!(run.0.last_answer_ns, 202_000);
    assert_eq!(run.0.metrics.context_switches, 1);
    let threads = line(1, None, 2).batch(1..=20, 0, &[cpu(10)]).run();
    assert_eq!(threads.0.last_answer_ns, 240_000);
    assert_eq!(threads.0.metrics.context_switches, 20);
}

#[test]
fn the_picture_has_the_line() {
    let case = line(1, Some(4), 0).batch([1, 2, 3], 0, &[cpu(10)]);
    let mut replay = case.replay();
    let f = replay.frame(1_000);
    assert_eq!((f.on_cpu, f.run_queue), (1, vec![1, 2]));
    assert_eq!(f.connections.state[1], connection_state::RUNNABLE);
    assert_eq!(f.threads.state[2], thread_state::RUNNABLE);
    let f = replay.frame(5_000);
    assert_eq!(f.run_queue, [2, 0]);
    // 4 of 10 are done, and 1 of 10.
    assert_eq!(f.threads.progress, [0.4, 0.1, 0.0]);
    assert_eq!(f.open_transactions, 1);
}

#[test]
fn a_row_is_kept_until_the_transaction_ends() {
    let case = own()
        .machine("thread_wake_us", 0)
        .ask(1, 0, "holder", &[begin(), row(7), cpu(100)])
        .ask(1, 500, "commit", &[cpu(10), commit()])
        .ask(2, 10, "victim", &[row(7), cpu(10)])
        .ask(3, 20, "other", &[row(8), cpu(10)])
        .ask(4, 30, "next", &[row(7)]);
    let run = case.run();
    assert_eq!(run.end("other"), Some(30));
    // The commit comes at 510; a statement outside a transaction gives its row back at its end.
    assert_eq!(run.end("victim"), Some(520));
    assert_eq!(run.end("next"), Some(520));
    let waits = &run.life("victim").segments[0];
    let holder = run.life("holder").request;
    assert_eq!(waits.why, WaitReason::LockHeld { lock: 0, holder });
    assert_eq!(run.0.locks, ["rows"]);
}

#[test]
fn a_deadlock_is_refused_and_rolled_back() {
    let case = own()
        .machine("thread_wake_us", 0)
        .ask(
            1,
            0,
            "a",
            &[begin(), row(1), cpu(100), row(2), cpu(10), commit()],
        )
        .ask(
            2,
            0,
            "b",
            &[begin(), row(2), cpu(50), row(1), cpu(10), commit()],
        );
    let run = case.run();
    // b waits for a from 50 on; a needs b's row at 100, which completes the deadlock.
    let refused = run.times(|k| matches!(k, EventKind::Deadlock { .. }));
    assert_eq!(refused, [100]);
    assert!(run.life("a").failed);
    assert_eq!(run.end("b"), Some(110));
    assert_eq!(run.0.metrics.failed, 1);
}

#[test]
fn a_wait_for_a_row_is_reported_and_has_its_limit() {
    let case = m5()
        .set("innodb_lock_wait_timeout_s", 1)
        .until(10 * S)
        .ask(1, 0, "holder", &[begin(), row(1), wait(5 * S)])
        .ask(2, MS, "victim", &[begin(), row(3), row(1)])
        .ask(3, 2 * MS, "freed", &[row(3)]);
    let run = case.run();
    assert!(run.life("victim").failed);
    let given_up = run.times(|k| matches!(k, EventKind::LockTimedOut { .. }));
    assert_eq!(given_up.len(), 1);
    let after = given_up[0] - run.life("victim").start_ns.unwrap() / 1_000;
    assert_eq!(after, S);
    // Its transaction ended with it, which freed its other row.
    assert!(run.end("freed").unwrap() >= given_up[0]);
    assert!(!run.life("freed").failed);
}

#[test]
fn the_disk_serves_as_many_as_it_has_channels() {
    let read = json!({"wait_us": 10, "kind": "diskio"});
    let case = own()
        .machine("disk", json!({"channels": 2}))
        .batch(1..=5, 0, &[read]);
    let run = case.run();
    assert_eq!(ends(&run), [10, 10, 20, 20, 30]);
    let fifth = &run.life("5").segments;
    let why = WaitReason::DiskQueue {
        ahead: 2,
        channels: 2,
    };
    assert_eq!((fifth[0].why, fifth[0].end_ns), (why, 20_000));
    assert_eq!(fifth[1].why, WaitReason::InWait);
    // Sleeps are not disk reads.
    let sleeps = own()
        .machine("disk", json!({"channels": 1}))
        .batch(1..=5, 0, &[wait(10)]);
    assert_eq!(ends(&sleeps.run()), [10; 5]);
}

#[test]
fn a_slow_client_holds_a_thread_while_its_result_drains() {
    let crowd = |kb_per_s: Value| {
        json!({"count": 1, "bandwidth_kb_per_s": kb_per_s, "arrivals": {"batch": {"at_us": 0}},
               "statements": [{"steps": [cpu(100), {"result_kb": 300}]}]})
    };
    let case = |kb_per_s: Value| {
        m5().machine("socket_buffer_kb", 100)
            .push("clients", crowd(kb_per_s))
    };
    // 200 of the 300 KB must be read before the rest fits into the buffer.
    let slow = case(json!(1_000)).run();
    assert_eq!(ends(&slow), [200_100]);
    let net = slow.events(|k| matches!(k, EventKind::WaitBegan { .. }));
    assert_eq!(net.len(), 1);
    assert_eq!(ends(&case(json!(null)).run()), [100]);
}
