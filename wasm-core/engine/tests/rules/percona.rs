//! Rules of Percona's pool alone.
//! Source of all: scheduler rules, section 3; Percona documentation, "Thread pool"; lotabout, "Percona
//! thread pool behaviour, verified", 2023-05-26.

use crate::common::{Case, MS, S, cpu, p5, p8, wait};
use poolscope_engine::event::{EventKind, LogLevel};
use poolscope_engine::ids::ConnectionId;
use poolscope_engine::reason::{IdleReason, Lane, StartedVia, Trigger};
use serde_json::json;

fn in_transaction(case: Case, id: u64) -> Case {
    case.push("connections", json!({"id": id, "in_transaction": true}))
}

/// Source: scheduler rules, sections 3.1 and 3.2: at most 1 + oversubscribe requests from the low
/// queue are in flight, however long they sleep.
#[test]
fn the_low_queue_lets_one_plus_oversubscribe_through() {
    for oversubscribe in 1..6 {
        let run = p8()
            .oversubscribe(oversubscribe)
            .batch(0..20, 0, &[wait(S)])
            .run();
        assert_eq!(u64::from(run.running(0)), 1 + oversubscribe);
        let ends = run.ends_ms();
        let round = |i: u64| (i / (1 + oversubscribe) + 1) as f64 * 1e3;
        assert!(
            ends.iter().zip(0..).all(|(end, i)| *end == round(i)),
            "{ends:?}"
        );
    }
}

/// Source: scheduler rules, section 3.1: stalled suspends `saturated`, never `too_busy`: a worker that
/// the timer creates finds the low queue shut and goes idle.
#[test]
fn too_busy_is_not_suspended_by_stalled() {
    let run = p8().oversubscribe(1).batch(0..8, 0, &[wait(2 * S)]).run();
    assert_eq!(run.created_by(Trigger::TimerStalled), [600 * MS]);
    let too_busy = |k: &EventKind| {
        matches!(
            k,
            EventKind::ThreadIdle {
                why: IdleReason::TooBusy {
                    active: 1,
                    waiting: 2,
                    limit: 2
                },
                ..
            }
        )
    };
    assert_eq!(run.times(too_busy)[..2], [600 * MS, 1_600 * MS]);
    assert_eq!(run.running(0), 2);
}

/// Source: scheduler rules, section 3.5: queues count as empty while the group is too busy, so it is neither
/// stalled nor given threads, unless the high queue has work.
#[test]
fn a_too_busy_group_is_not_stalled() {
    // Four that bypass the queue, one by one; then a batch of two, of which the second joins the low queue.
    let case = p8().oversubscribe(1).spread(0..4, 0, MS, &[wait(10 * S)]);
    let case = case.batch(4..6, 10 * MS, &[wait(10 * S)]);
    let run = case.run();
    assert!(run.stalls().iter().all(|t| *t > 10 * S));
    // 1 + 1 does not exceed 2 when the fourth of them wakes.
    assert_eq!(run.start("5"), Some(10_003 * MS));
    // Inside a transaction it is not limited.
    let run = in_transaction(case, 5).run();
    assert_eq!(run.start("5"), Some(10 * MS));
}

/// A worker's poll takes one event, counts it as seen, and serves it without the queue; if the group is too
/// busy, the event is queued low and the worker goes idle. Source: scheduler rules, section 3.3.
#[test]
fn a_workers_poll_takes_one_event() {
    let case = p8()
        .machine("poll_wake_us", 20)
        .start("idle_workers", 1)
        .ask(0, 0, "first", &[wait(100), cpu(500)])
        .batch(1..3, 610, &[cpu(MS)]);
    let run = case.run();
    let started = |name| run.life(name).start_ns.map(|t| t / 1_000);
    // One by the worker at 620, the other by the listener, whose poll returns at 630.
    assert_eq!((started("1"), started("2")), (Some(620), Some(630)));
    let polled = run.times(|k| {
        matches!(
            k,
            EventKind::RequestStarted {
                via: StartedVia::WorkerPoll,
                ..
            }
        )
    });
    assert_eq!(polled, [620]);
    let groups = case.replay().frame(625_000).groups;
    assert_eq!(
        (
            groups.io_seen[0],
            groups.dequeue_tries[0],
            groups.unpolled[0]
        ),
        (2, 3, 1)
    );
}

/// Source: scheduler rules, section 3.3: too busy, so the polled event is queued low.
#[test]
fn a_workers_poll_queues_the_event_if_too_busy() {
    let run = p8()
        .oversubscribe(1)
        .machine("poll_wake_us", 20)
        .batch(0..2, 0, &[wait(10 * S)])
        .ask(2, MS, "past the queue", &[wait(100), cpu(500)])
        // It ends at 1,620 us.
        .ask(3, 1_610, "low", &[cpu(MS)])
        .until(20 * S)
        .run();
    assert_eq!(run.end("past the queue"), Some(1_620));
    let queued = run.times(|k| {
        matches!(
            k,
            EventKind::Queued {
                connection: ConnectionId(3),
                lane: Lane::Low,
                ..
            }
        )
    });
    assert_eq!(queued, [1_620]);
    let idle = |k: &EventKind| {
        matches!(
            k,
            EventKind::ThreadIdle {
                why: IdleReason::TooBusy { .. },
                ..
            }
        )
    };
    assert_eq!(run.times(idle)[0], 1_620);
    assert_eq!(run.start("low"), Some(10_000_020));
}

/// Source: scheduler rules, section 3.6: 8.0 prints at the first failure of an episode, as an error
/// that carries the id of the session whose wait asked for the thread.
#[test]
fn the_blocked_message_comes_at_once_in_8_0() {
    let blocked = |c: Case| {
        c.size(2)
            .max_threads(3)
            .batch([0, 2, 4], 0, &[wait(90 * S)])
            .until(80 * S)
    };
    let run = blocked(p8()).run();
    let message = |k: &EventKind| {
        matches!(
            k,
            EventKind::PoolBlockedMessage {
                level: LogLevel::Error,
                connection: Some(ConnectionId(2)),
                blocked_ns: 0,
                ..
            }
        )
    };
    assert_eq!(run.times(message), [0]);
    assert_eq!(run.messages(), [0]);
    // A creation anywhere ends the episode; the next failure starts another.
    let run = blocked(p8()).ask(1, 20 * S, "elsewhere", &[wait(S)]).run();
    assert_eq!(run.messages(), [0, 20_100 * MS]);
    // 5.6 waits for more than 30 s.
    assert_eq!(blocked(p5()).run().messages(), [30_100 * MS]);
}

/// The published surprise: clients that arrive one by one all sleep at the same time. Source: scheduler
/// rules, sections 3.3 and 10.5; lotabout, 2023-05-26.
#[test]
fn the_gap_between_arrivals_decides_with_latencies() {
    // With the default latencies: batches of two, except where the gap coincides with the poll.
    let together = |gap_us: u64| {
        let case = p8()
            .oversubscribe(1)
            .spread(0..8, 0, gap_us, &[wait(2 * S)]);
        let case = case
            .machine("poll_wake_us", 20)
            .machine("thread_wake_us", 50);
        let run = case.machine("thread_create_us", 100).run();
        let rounds: Vec<u64> = run
            .0
            .lives
            .iter()
            .map(|l| l.end_ns.unwrap() / 2_000_000_000)
            .collect();
        (1..=4)
            .map(|round| rounds.iter().filter(|r| **r == round).count())
            .collect::<Vec<_>>()
    };
    assert_eq!(together(0), [2, 2, 2, 2]);
    assert_eq!(together(5), [2, 2, 2, 2]);
    assert_eq!(together(20), [3, 2, 2, 1]);
    assert_eq!(together(50), [2, 2, 2, 2]);
    assert_eq!(together(100), [8, 0, 0, 0]);
    assert_eq!(together(1_000), [8, 0, 0, 0]);
}
