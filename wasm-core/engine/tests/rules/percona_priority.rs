//! Which requests join the high queue in Percona's pool: tickets, modes, locks, logins, the admin port.
//! Source of all: scheduler rules, sections 3.3 and 3.4; Percona documentation, "Thread pool".

use crate::common::{Case, MS, Run, S, begin, cpu, lock, p5, p8, unlock, wait};
use poolscope_engine::event::EventKind;
use poolscope_engine::ids::ConnectionId;
use poolscope_engine::reason::{Lane, LaneReason, StartedVia};
use serde_json::json;

fn lanes(run: &Run, of: u64) -> Vec<(Lane, LaneReason)> {
    let lane = |k: &EventKind| match k {
        EventKind::Queued {
            connection,
            lane,
            why,
            ..
        } if connection.0 == of => Some((*lane, *why)),
        _ => None,
    };
    run.0.events.iter().filter_map(|e| lane(&e.kind)).collect()
}

fn in_transaction(case: Case, id: u64) -> Case {
    case.push("connections", json!({"id": id, "in_transaction": true}))
}

/// Source: scheduler rules, section 3.3: the listener takes the first event of the batch directly; queue,
/// attempts and tickets are untouched.
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
                connection: ConnectionId(0),
                via: StartedVia::ListenerSelfService,
                ..
            }
        )
    };
    assert_eq!(run.times(bypassed), [0, 10 * MS, 20 * MS]);
}

/// Source: scheduler rules, section 3.4: N turns in the high queue, then one in the low one; 0 means never.
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

// How a request of connection 0 is queued behind another one in the same batch.
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
    let case = case.ask(0, 20 * MS, "third", &[crate::common::commit(), cpu(MS)]);
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

/// Source: scheduler rules, sections 3.4 and 3.5: an admin login may force the creation of a thread, but it
/// is in the low queue, out of reach while the group is too busy.
#[test]
fn the_admin_port_creates_a_thread_and_still_waits() {
    let run = admin_case().run();
    assert_eq!(run.creations(), [0, 5 * S]);
    assert_eq!(run.threads(0), 3);
    assert_eq!(run.start("admin"), Some(60 * S));
    // Not through the main port: max_threads.
    let mut case = admin_case();
    case.0["connections"][0]["port"] = json!("main");
    assert_eq!(case.run().creations(), [0]);
}

/// Source: scheduler rules, section 3.4 (PS-9452, September 2025): high, the login included. Its
/// query is still polled by a listener that may not serve behind a queue (section 2.3).
#[test]
fn the_admin_port_is_high_from_2025_on() {
    let run = admin_case().set("admin_port_high_priority", true).run();
    let login = run.times(|k| {
        matches!(
            k,
            EventKind::LoginFinished {
                connection: ConnectionId(8),
                ..
            }
        )
    });
    assert_eq!(login, [5 * S]);
    assert_eq!(
        lanes(&run, 8).last(),
        Some(&(Lane::High, LaneReason::AdminPort))
    );
    assert_eq!(run.start("admin"), Some(30 * S));
}
