//! Rules of Percona's pool alone.
//! Source of all: scheduler rules, section 3; Percona documentation, "Thread pool"; lotabout, "Percona
//! thread pool behaviour, verified", 2023-05-26.

mod common;

use common::{Case, MS, Run, S, begin, cpu, lock, p5, p8, unlock, wait};
use poolscope_engine::event::{EventKind, LogLevel};
use poolscope_engine::reason::{IdleReason, Lane, LaneReason, StartedVia, Trigger};
use serde_json::json;

fn lanes(run: &Run, of: u64) -> Vec<(Lane, LaneReason)> {
    let lane = |k: &EventKind| match k {
        EventKind::Queued {
            connection,
            lane,
            why,
            ..
        } if *connection == of => Some((*lane, *why)),
        _ => None,
    };
    run.0.events.iter().filter_map(|e| lane(&e.kind)).collect()
}

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

/// Source: scheduler rules, section 3.5: queues count as empty while the group is too busy, so it is
/// neither stalled nor given threads, unless the high queue has work.
#[test]
fn a_too_busy_group_is_not_stalled() {
    // Four past the queue, one by one; then a batch of two, of which the second joins the low queue.
    let case = p8().oversubscribe(1).spread(0..4, 0, MS, &[wait(10 * S)]);
    let case = case.batch(4..6, 10 * MS, &[wait(10 * S)]);
    let run = case.run();
    assert!(run.stalls().iter().all(|t| *t > 10 * S));
    // 1 + 1 does not exceed 2 when the fourth of them wakes.
    assert_eq!(run.start("5"), Some(10_003 * MS));
    // In a transaction it is not limited.
    let run = in_transaction(case, 5).run();
    assert_eq!(run.start("5"), Some(10 * MS));
}

/// Source: scheduler rules, section 3.3: the listener takes the first event of the batch directly;
/// neither queue nor attempt nor ticket is touched.
#[test]
fn listener_bypass_spends_no_ticket() {
    let case = in_transaction(p8().set("thread_pool_high_prio_tickets", 1), 0);
    let alone = |c: Case, at: u64| c.ask(0, at * MS, &format!("alone {at}"), &[cpu(MS)]);
    let case = [0, 10, 20].into_iter().fold(case, alone);
    // Behind another event of the same batch it joins a queue: high, low (refilled), high again.
    let behind = |c: Case, at: u64| {
        c.ask(9, at * MS, "9", &[cpu(MS)])
            .ask(0, at * MS, &format!("behind {at}"), &[cpu(MS)])
    };
    let case = [30, 40, 50].into_iter().fold(case, behind);
    let run = case.run();
    assert_eq!(
        lanes(&run, 0),
        [
            (Lane::High, LaneReason::InTransaction),
            (Lane::Low, LaneReason::TicketsSpent),
            (Lane::High, LaneReason::InTransaction),
        ]
    );
    let bypassed = |k: &EventKind| {
        matches!(
            k,
            EventKind::RequestStarted {
                connection: 0,
                via: StartedVia::ListenerSelfService,
                ..
            }
        )
    };
    assert_eq!(run.times(bypassed), [0, 10 * MS, 20 * MS]);
}

/// Source: scheduler rules, section 3.4: N turns in the high queue, then one in the low one; 0 is never.
#[test]
fn tickets_cycle() {
    for (tickets, want) in [(0, "llllll"), (1, "hlhlhl"), (2, "hhlhhl"), (5, "hhhhhl")] {
        let case = in_transaction(p8().set("thread_pool_high_prio_tickets", tickets), 0);
        let behind = |c: Case, i: u64| {
            let at = i * 10 * MS;
            c.ask(9, at, "9", &[cpu(MS)]).ask(0, at, "0", &[cpu(MS)])
        };
        let run = (0..6).fold(case, behind).run();
        let got: String = lanes(&run, 0)
            .iter()
            .map(|l| if l.0 == Lane::High { 'h' } else { 'l' })
            .collect();
        assert_eq!(got, want);
    }
}

// One request of connection 0 behind another one's in the same batch: how it is queued.
fn lane_of(case: Case) -> (Lane, LaneReason) {
    lanes(&case.batch([9, 0], 0, &[cpu(MS)]).run(), 0)[0]
}

/// Source: scheduler rules, section 3.4.
#[test]
fn high_prio_mode() {
    let mode = |mode: &str| p8().set("thread_pool_high_prio_mode", mode);
    assert_eq!(
        lane_of(mode("statements")),
        (Lane::High, LaneReason::ByVariable)
    );
    assert_eq!(
        lane_of(in_transaction(mode("none"), 0)),
        (Lane::Low, LaneReason::ByVariable)
    );
    assert_eq!(
        lane_of(mode("transactions")),
        (Lane::Low, LaneReason::Autocommit)
    );
    let active = in_transaction(mode("transactions"), 0);
    assert_eq!(lane_of(active), (Lane::High, LaneReason::InTransaction));
    // Statements always, whatever the tickets.
    let none_left = mode("statements").set("thread_pool_high_prio_tickets", 0);
    assert_eq!(lane_of(none_left).0, Lane::High);
}

/// Source: scheduler rules, section 3.4: locks make a session eligible in 8.0, not in the 5.6 snapshot.
#[test]
fn locks_make_eligible_in_8_0() {
    let holds = |c: Case| c.push("connections", json!({"id": 0, "holds_locks": true}));
    assert_eq!(lane_of(holds(p8())), (Lane::High, LaneReason::HoldsLocks));
    assert_eq!(lane_of(holds(p5())), (Lane::Low, LaneReason::Autocommit));
    let mode = holds(p8()).set("thread_pool_high_prio_mode", "none");
    assert_eq!(lane_of(mode), (Lane::Low, LaneReason::ByVariable));
}

/// The holder's UNLOCK waits behind its own victims in 5.6, and for a tick in 8.0.
/// Source: scheduler rules, section 10.1; Percona PR 992.
#[test]
fn a_lock_holder_starves_in_5_6() {
    for (case, unlocked) in [(p5(), None), (p8(), Some(750 * MS))] {
        let holder = json!({"connection": 0, "at_us": 0, "name": "LOCK", "steps": [lock("L")], "holds_locks": true});
        let run = case
            .oversubscribe(1)
            .first_tick(250 * MS)
            .push("requests", holder)
            .batch(1..5, 10 * MS, &[lock("L"), cpu(MS), unlock("L")])
            .ask(0, 100 * MS, "UNLOCK", &[unlock("L")])
            .run();
        assert_eq!(run.start("UNLOCK"), unlocked);
    }
}

/// Source: scheduler rules, section 3.4: the first statement after BEGIN is low, the second high.
#[test]
fn the_second_statement_of_a_transaction_is_high() {
    let busy = |c: Case, i: u64| c.ask(9, i * 10 * MS, "9", &[cpu(MS)]);
    let case = (0..3)
        .fold(p8(), busy)
        .ask(0, 0, "begin", &[begin(), cpu(MS)]);
    let case = case.ask(0, 10 * MS, "second", &[cpu(MS)]);
    let case = case.ask(0, 20 * MS, "third", &[common::commit(), cpu(MS)]);
    let lanes: Vec<Lane> = lanes(&case.run(), 0).iter().map(|l| l.0).collect();
    assert_eq!(lanes, [Lane::Low, Lane::High, Lane::High]);
}

/// Source: scheduler rules, section 3.4: there is no kick-up, so the low queue can starve.
#[test]
fn the_low_queue_can_starve() {
    let busy = [cpu(50 * MS)];
    let case = (0..40).fold(p8().oversubscribe(1), |c, id| {
        in_transaction(c, id).repeat(id, 0, MS, 20, (&format!("h{id}"), &busy))
    });
    // 800 statements of 50 ms on one runner; it is queued as soon as a thread listens.
    let run = case.ask(40, 5_020 * MS, "low", &busy).run();
    assert_eq!(run.start("low"), Some(40 * S));
    assert_eq!(run.0.metrics.finished, 801);
}

/// Source: scheduler rules, sections 3.4 and 10.9: logins join the low queue.
#[test]
fn logins_are_low() {
    let case = p8().new_connections([2]).ask(0, 0, "long", &[cpu(50 * MS)]);
    let case = case.ask(2, 20 * MS, "newcomer", &[cpu(MS)]);
    assert_eq!(case.replay().frame(30_000_000).waiting.lane, [1]);
}

// A pool blocked by two sleepers, and a newcomer by the admin port at 5 s.
fn admin_case() -> Case {
    p8().oversubscribe(1)
        .max_threads(2)
        .batch(0..4, 0, &[wait(30 * S)])
        .push(
            "connections",
            json!({"id": 8, "port": "admin", "new": true}),
        )
        .ask(8, 5 * S, "admin", &[cpu(MS)])
}

/// Source: scheduler rules, sections 3.4 and 3.5: an admin login may force a thread to be created, but
/// sits in the low queue, unreachable while the group is too busy.
#[test]
fn the_admin_port_creates_a_thread_and_still_waits() {
    let run = admin_case().run();
    assert_eq!(run.creations(), [0, 5 * S]);
    assert_eq!(run.threads(0), 3);
    assert_eq!(run.start("admin"), Some(60 * S));
    // Not so by the main port: max_threads.
    let mut case = admin_case();
    case.0["connections"][0]["port"] = json!("main");
    assert_eq!(case.run().creations(), [0]);
}

/// Source: scheduler rules, section 3.4 (PS-9452, September 2025): high, the login included. Its
/// query is still polled by a listener that may not serve behind a queue (section 2.3).
#[test]
fn the_admin_port_is_high_from_2025_on() {
    let run = admin_case().set("admin_port_high_priority", true).run();
    let login = run.times(|k| matches!(k, EventKind::LoginFinished { connection: 8, .. }));
    assert_eq!(login, [5 * S]);
    assert_eq!(
        lanes(&run, 8).last(),
        Some(&(Lane::High, LaneReason::AdminPort))
    );
    assert_eq!(run.start("admin"), Some(30 * S));
}

/// A worker's poll takes one event, counts it as seen, and serves it past the queue; if the group is
/// too busy it is queued low and the worker goes idle.
/// Source: scheduler rules, section 3.3.
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
                connection: 3,
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
                connection: Some(2),
                blocked_ns: 0,
                ..
            }
        )
    };
    assert_eq!(run.times(message), [0]);
    assert_eq!(run.messages(), [0]);
    // A creation anywhere ends the episode; the next failure begins another.
    let run = blocked(p8()).ask(1, 20 * S, "elsewhere", &[wait(S)]).run();
    assert_eq!(run.messages(), [0, 20_100 * MS]);
    // 5.6 waits for more than 30 s.
    assert_eq!(blocked(p5()).run().messages(), [30_100 * MS]);
}

/// The published surprise: clients that come one by one all sleep at once.
/// Source: scheduler rules, sections 3.3 and 10.5; lotabout, 2023-05-26.
#[test]
fn the_gap_between_arrivals_decides_with_latencies() {
    // With the default latencies: batches of two, except where the gap meets the poll.
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
