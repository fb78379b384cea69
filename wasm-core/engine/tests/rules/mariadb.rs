//! Rules of MariaDB's pool alone.
//! Source of all: scheduler rules, section 2; MariaDB documentation, "Thread Groups in the Unix
//! Implementation of the Thread Pool" and "Thread Pool System and Status Variables".

use crate::common::{Case, MS, Run, S, begin, commit, cpu, m4, m5, wait};
use poolscope_engine::event::EventKind;
use poolscope_engine::ids::{ConnectionId, ThreadId};
use poolscope_engine::reason::{Lane, LaneReason};
use serde_json::json;

// Queue and reason each time that a connection's request was queued.
fn lanes(run: &Run, of: u64) -> Vec<(Lane, LaneReason)> {
    let of_it =
        |k: &EventKind| matches!(k, EventKind::Queued { connection, .. } if connection.0 == of);
    let lane = |k: &EventKind| match k {
        EventKind::Queued { lane, why, .. } => Some((*lane, *why)),
        _ => None,
    };
    run.events(of_it)
        .iter()
        .filter_map(|e| lane(&e.kind))
        .collect()
}

const LOW: (Lane, LaneReason) = (Lane::Low, LaneReason::Autocommit);
const HIGH: (Lane, LaneReason) = (Lane::High, LaneReason::InTransaction);

/// Source: scheduler rules, section 2.7 (auto): decided at the end of each request. The statement that
/// starts the transaction is still low, the commit is high.
#[test]
fn priority_auto_is_by_transaction() {
    for case in [m4(), m5()] {
        let case = case.sequence(
            0,
            0,
            MS,
            &[
                ("begin", &[begin(), cpu(MS)]),
                ("second", &[cpu(MS)]),
                ("commit", &[commit()]),
                ("after", &[cpu(MS)]),
            ],
        );
        assert_eq!(lanes(&case.run(), 0), [LOW, HIGH, HIGH, LOW]);
    }
}

/// Source: scheduler rules, section 2.7: high and low overrule the transaction.
#[test]
fn priority_by_variable() {
    for (value, lane) in [("high", Lane::High), ("low", Lane::Low)] {
        let case = m5().set("thread_pool_priority", value);
        let case = case.push("connections", json!({"id": 1, "in_transaction": true}));
        let run = case.batch(0..2, 0, &[cpu(MS)]).run();
        for id in 0..2 {
            assert_eq!(lanes(&run, id), [(lane, LaneReason::ByVariable)]);
        }
    }
}

/// Source: scheduler rules, section 2.7: locks do not raise the priority in MariaDB.
#[test]
fn locks_do_not_raise_the_priority() {
    let case = m5().push("connections", json!({"id": 0, "holds_locks": true}));
    assert_eq!(lanes(&case.ask(0, 0, "q", &[cpu(MS)]).run(), 0), [LOW]);
}

/// Source: scheduler rules, section 2.3: the listener takes from the high queue first, so a transaction's
/// event overtakes an autocommit one before it in the same batch.
#[test]
fn in_one_batch_the_high_queue_goes_first() {
    let case = m5().push("connections", json!({"id": 1, "in_transaction": true}));
    assert_eq!(
        case.batch(0..2, 0, &[cpu(MS)]).run().starts_ms(),
        [1.0, 0.0]
    );
}

/// Source: scheduler rules, sections 1 and 2.2: each queue is first in, first out, the high one goes first.
#[test]
fn queues_are_first_in_first_out() {
    let in_transaction =
        |c: Case, id: u64| c.push("connections", json!({"id": id, "in_transaction": true}));
    let case = [1, 4, 5].into_iter().fold(m5(), in_transaction);
    // The long one keeps the only thread busy; the batch is polled when it is done.
    let run = case
        .ask(9, 0, "long", &[cpu(5 * MS)])
        .spread(0..8, MS, 1, &[cpu(MS)])
        .run();
    let mut order: Vec<u64> = (0..8).collect();
    order.sort_by_key(|id| run.start(&id.to_string()));
    assert_eq!(order, [1, 4, 5, 0, 2, 3, 6, 7]);
}

/// Source: scheduler rules, sections 2.7 and 10.9: logins go to the high queue, whatever the variable says.
#[test]
fn logins_are_high() {
    for case in [m5(), m5().set("thread_pool_priority", "low")] {
        let case = case.new_connections([2]).ask(0, 0, "long", &[cpu(50 * MS)]);
        let case = case
            .ask(1, 10 * MS, "query", &[cpu(MS)])
            .start("login_cpu_us", 5 * MS);
        let case = case.ask(2, 20 * MS, "newcomer", &[cpu(MS)]);
        let waiting = case.replay().frame(30_000_000).waiting;
        assert_eq!(waiting.lane, [0, 2]);
        let run = case.run();
        // The login takes its turn at once; the newcomer's own query joins behind the other one.
        let login = run.times(|k| {
            matches!(
                k,
                EventKind::LoginStarted {
                    connection: ConnectionId(2),
                    ..
                }
            )
        });
        assert_eq!(login, [50 * MS]);
        assert_eq!(run.start("query"), Some(55 * MS));
        assert_eq!(run.start("newcomer"), Some(56 * MS));
    }
}

/// Source: scheduler rules, section 2.6: kick-up happens at ticks, and only beyond the timer; a queue entry
/// is stamped with the last tick unless exact_stats is on.
#[test]
fn kick_up_is_rounded_to_ticks() {
    // One endless runner, a listener that may not serve, and no third thread: "low" stays queued.
    let case = m5()
        .set("thread_pool_dedicated_listener", true)
        .set("thread_pool_prio_kickup_timer_ms", 900)
        .max_threads(2)
        .start("idle_workers", 1)
        .ask(0, 0, "long", &[cpu(100 * S)])
        .ask(1, 250 * MS, "low", &[cpu(MS)])
        .until(3 * S);
    let promoted = |run: &Run| run.times(|k| matches!(k, EventKind::Promoted { .. }));
    // 1.1 s - 0.1 s > 0.9 s
    assert_eq!(promoted(&case.run()), [1_100 * MS]);
    let limit = |ms: u64| {
        case.clone()
            .set("thread_pool_prio_kickup_timer_ms", ms)
            .run()
    };
    // Strictly more: 1.1 s - 0.1 s is not more than 1 s.
    assert_eq!(promoted(&limit(1_000)), [1_600 * MS]);
    assert_eq!(promoted(&limit(0)), [600 * MS]);
    // With exact stamps 1.1 s - 0.25 s is not yet 0.9 s.
    let exact = case.clone().set("thread_pool_exact_stats", true).run();
    assert_eq!(promoted(&exact), [1_600 * MS]);
    let exact = case.set("thread_pool_exact_stats", true);
    let exact = exact.set("thread_pool_prio_kickup_timer_ms", 849).run();
    assert_eq!(promoted(&exact), [1_100 * MS]);
}

/// Source: scheduler rules, section 2.7: promoted requests join the tail of the high queue.
#[test]
fn promoted_requests_join_the_tail_of_the_high_queue() {
    let case = m5()
        .oversubscribe(1)
        .max_threads(2)
        .set("thread_pool_dedicated_listener", true)
        .start("idle_workers", 1)
        .push("connections", json!({"id": 3, "in_transaction": true}))
        .ask(0, 0, "long", &[cpu(3 * S)])
        .batch([1, 2], 10 * MS, &[cpu(MS)])
        .ask(3, 20 * MS, "transaction", &[cpu(MS)])
        .ask(4, 1_800 * MS, "late", &[cpu(MS)]);
    let run = case.run();
    let promoted = run.times(|k| matches!(k, EventKind::Promoted { .. }));
    assert_eq!(promoted, [1_100 * MS, 1_100 * MS, 3_100 * MS][..2]);
    assert_eq!(run.start("transaction"), Some(3 * S));
    assert_eq!(run.start("1"), Some(3_001 * MS));
    assert_eq!(run.start("2"), Some(3_002 * MS));
    assert_eq!(run.start("late"), Some(3_003 * MS));
}

/// Source: scheduler rules, section 2.9: a dedicated listener never serves; section 2.2: in the newer
/// generation workers then leave polling to it.
#[test]
fn a_dedicated_listener_never_serves() {
    let case = m5()
        .set("thread_pool_dedicated_listener", true)
        .start("idle_workers", 1)
        .spread(0..5, 0, 10 * MS, &[cpu(MS)]);
    let run = case.run();
    assert_eq!(run.starts_ms(), [0.0, 10.0, 20.0, 30.0, 40.0]);
    let started = run.events(|k| matches!(k, EventKind::RequestStarted { .. }));
    let by_worker = |k: &EventKind| {
        matches!(
            k,
            EventKind::RequestStarted {
                thread: ThreadId(1),
                ..
            }
        )
    };
    assert!(started.iter().all(|e| by_worker(&e.kind)));
    let seen = case.instruments(S);
    assert_eq!(
        crate::common::number(&seen, "THREAD_POOL_STATS", "POLLS_BY_WORKER", 0),
        0
    );
    assert_eq!(
        crate::common::number(&seen, "THREAD_POOL_STATS", "DEQUEUES_BY_LISTENER", 0),
        0
    );
}

/// A worker's poll takes the whole batch through the queues and does not count as seen events.
/// Source: scheduler rules, section 2.2.
#[test]
fn a_workers_poll_takes_the_batch() {
    let case = m5()
        .machine("poll_wake_us", 20)
        .start("idle_workers", 1)
        .ask(0, 0, "first", &[wait(100), cpu(500)])
        .push("connections", json!({"id": 2, "in_transaction": true}))
        // Ten microseconds before "first" ends; the listener's poll would return at 630.
        .batch(1..3, 610, &[cpu(MS)]);
    let run = case.run();
    assert_eq!(run.end("first"), Some(620));
    // By priority, not by order of arrival.
    assert_eq!((run.start("2"), run.start("1")), (Some(620), Some(1_620)));
    let mut replay = case.replay();
    let groups = replay.frame(700_000).groups;
    assert_eq!((groups.io_seen[0], groups.low[0]), (1, 1));
}
