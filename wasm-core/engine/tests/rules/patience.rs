//! Clients that give up, leave, try again and are refused. Source of all: scheduler rules, sections 15.1,
//! 15.2 and 15.6: measured on MariaDB 10.11.19, three runs of each.

use crate::common::{Case, MS, Run, S, cpu, m5, own, p8, wait};
use poolscope_engine::ClientCounts;
use poolscope_engine::event::EventKind;
use poolscope_engine::frame::{NONE, connection_state};
use poolscope_engine::sim::Stopped;
use serde_json::{Value, json};

/// Group 0 of two has both its threads asleep until 5 s and nobody listens there; connection 4 sends an
/// order at 300 ms.
fn unread(base: Case) -> Case {
    base.size(2)
        .max_threads(2)
        .ask(0, 0, "a", &[wait(5 * S)])
        .ask(2, 150 * MS, "b", &[wait(5 * S)])
        .ask(4, 300 * MS, "order", &[cpu(MS)])
        .until(20 * S)
}

/// The order waits in a queue, with a thread that listens.
fn queued() -> Case {
    m5().set("thread_pool_dedicated_listener", true)
        .max_threads(3)
        .ask(0, 0, "a", &[wait(5 * S)])
        .ask(1, 150 * MS, "b", &[wait(5 * S)])
        .ask(4, 300 * MS, "order", &[cpu(MS)])
        .until(20 * S)
}

fn leaving(case: Case, how: &[&str]) -> Run {
    let leaves: Vec<_> = how
        .iter()
        .map(|by| json!({"at_us": 1_300 * MS, "connection": 4, "by": by}))
        .collect();
    case.top("leaves", json!(leaves)).run()
}

fn for_nobody(run: &Run) -> Vec<u64> {
    run.times(|k| matches!(k, EventKind::AnsweredNobody { .. }))
}

fn refused(run: &Run) -> Vec<u64> {
    run.times(|k| matches!(k, EventKind::ConnectionRefused { .. }))
}

fn counts(run: &Run) -> ClientCounts {
    run.0.metrics.clients.unwrap_or_default()
}

/// An order that nobody has read, or that is queued, is executed whole for nobody after its client has
/// closed the connection; then the connection ends. Written at 4.7 s and 4.35 s after sending, 3 of 3 each.
#[test]
fn a_statement_runs_whole_after_its_client_has_left() {
    for case in [unread(m5()), unread(p8()), queued()] {
        let run = leaving(case, &["close"]);
        assert_eq!(for_nobody(&run).len(), 1);
        let done = for_nobody(&run)[0];
        assert!((5 * S..5 * S + 200 * MS).contains(&done), "{done}");
        assert_eq!(run.gone(4), [done]);
        let order = run.life("order");
        assert_eq!(order.given_up_ns, Some(1_300_000_000));
        assert!(order.failed);
        assert_eq!(order.end_ns, Some(done * 1_000));
        assert_eq!((counts(&run).given_up, counts(&run).for_nobody), (1, 1));
        assert_eq!(run.0.metrics.finished, 2);
    }
}

/// KILL QUERY before the start does nothing, whether the client is still there or not: with the client there
/// it gets its answer.
#[test]
fn kill_query_before_the_start_does_nothing() {
    for case in [unread(m5()), queued()] {
        let without = case.run().end("order");
        let run = leaving(case.clone(), &["kill_query"]);
        assert!(!run.life("order").failed);
        assert_eq!(run.end("order"), without);
        let run = leaving(case, &["close", "kill_query"]);
        assert_eq!(for_nobody(&run), [without.unwrap()]);
    }
}

/// KILL CONNECTION prevents the order. The connection keeps its place until a thread takes it.
#[test]
fn kill_connection_prevents_it_and_its_place_is_kept() {
    for how in [&["kill_connection"][..], &["close", "kill_connection"]] {
        for case in [unread(m5()), queued()] {
            let run = leaving(case.clone(), how);
            assert!(for_nobody(&run).is_empty());
            assert!(run.life("order").failed);
            let gone = run.gone(4)[0];
            assert!((5 * S..5 * S + 200 * MS).contains(&gone), "{gone}");
            let leaves = json!([{"at_us": 1_300 * MS, "connection": 4, "by": how[how.len() - 1]}]);
            let mut replay = case.top("leaves", leaves).replay();
            let there = |f: &poolscope_engine::frame::Frame| {
                let of = f.connections.id.iter().position(|id| *id == 4.0).unwrap();
                f.connections.state[of] != connection_state::CLOSED
            };
            assert!(there(&replay.frame(4_900 * MS * 1_000)));
            assert!(!there(&replay.frame(6 * S * 1_000)));
        }
    }
}

/// Clients of a loop that give up after 1 s, close, and connect anew; group 0 is deaf for 8 s.
fn wave(clients: u32, size: u64) -> Case {
    let statements = json!([{"name": "visit", "steps": [cpu(100)]}]);
    let loops = json!({"count": clients, "first_connection": 10, "statements": statements,
        "arrivals": {"closed": {"think": 100 * MS}},
        "patience": {"gives_up_us": S, "retries": 1_000_000, "refused_wait_us": 100 * MS}});
    m5().size(size)
        .max_threads(2)
        .set("max_connections", 1_000)
        .ask(0, 0, "a", &[wait(8 * S)])
        .ask(4, 150 * MS, "b", &[wait(8 * S)])
        .push("clients", loops)
        .until(12 * S)
}

/// Each new login takes the next ID, and with it a group, so that the clients escape from the deaf one. They
/// leave connections behind: 39 of 40 clients with two groups, 13 with four (in every run); n / (G - 1) says
/// 40 and 13.3.
#[test]
fn new_connections_escape_from_a_deaf_group() {
    for (size, least, most) in [(2, 38, 40), (4, 12, 14)] {
        let mut replay = wave(40, size).replay();
        let left = replay.frame(7_600 * MS * 1_000);
        let behind: u64 = left.connections.gone.iter().map(|g| u64::from(*g)).sum();
        assert!((least..=most).contains(&behind), "{size}: {behind}");
        let run = Run(replay.outcome().unwrap());
        // At 7.6 s nobody waits for the deaf group any more: each client had an answer in the last second.
        assert_eq!(counts(&run).given_up, behind);
        let last = run.times(|k| {
            matches!(
                k,
                EventKind::RequestGivenUp { .. } | EventKind::RequestWithdrawn { .. }
            )
        });
        assert!(*last.last().unwrap() < 7_600 * MS);
        // Its threads are free again: what was left behind is gone at once.
        let after = replay.frame(8_400 * MS * 1_000);
        assert_eq!(after.connections.gone.iter().max(), Some(&0));
    }
}

/// max_connections = 60: refused with error 1040 from 1.3 s on, and ten clients are stuck until the end of the
/// hang (in every run).
#[test]
fn a_full_server_refuses_clients_that_come_back() {
    let mut replay = wave(40, 2).set("max_connections", 60).replay();
    let run = Run(replay.outcome().unwrap());
    let first = refused(&run)[0];
    assert!((S..1_500 * MS).contains(&first), "{first}");
    let stuck = replay.frame(7_600 * MS * 1_000);
    let connected = stuck
        .connections
        .state
        .iter()
        .filter(|s| **s != connection_state::CLOSED)
        .count();
    assert_eq!(connected, 60);
    // They wait to be let in, or have just been refused.
    let waiting = stuck.crowds.retrying[0];
    assert!((9..=11).contains(&waiting), "{waiting}");
    // Once the group works again all get in.
    assert_eq!(replay.frame(10 * S * 1_000).crowds.retrying, [0]);
}

/// Visitors that log in for each request, 20 a second, two groups, max_connections = 60, one group deaf: its
/// dead logins fill the server, and from 5.9 s on the healthy group's visitors are refused too, none is
/// answered. Once the hang is over they are gone within 0.3 s.
#[test]
fn dead_logins_fill_the_server_for_the_healthy_group_too() {
    let visits = json!({"count": 1, "new": true, "first_connection": 10,
        "arrivals": {"open": {"between": 50 * MS, "from_us": 300 * MS}},
        "statements": [{"name": "visit", "steps": [cpu(100)]}],
        "patience": {"gives_up_us": S, "connection_each": true}});
    let mut replay = m5()
        .size(2)
        .max_threads(2)
        .set("max_connections", 60)
        .ask(0, 0, "a", &[wait(8 * S)])
        .ask(4, 150 * MS, "b", &[wait(8 * S)])
        .push("clients", visits)
        .until(12 * S)
        .replay();
    let run = Run(replay.outcome().unwrap());
    let first = refused(&run)[0];
    assert!((5_500 * MS..6_300 * MS).contains(&first), "{first}");
    let answered = run.times(|k| matches!(k, EventKind::RequestFinished { .. }));
    let between = |from: u64, to: u64| {
        answered
            .iter()
            .filter(|at| (from..to).contains(*at))
            .count()
    };
    assert_eq!(between(2 * S, 3 * S), 10);
    assert_eq!(between(first, 8 * S), 0);
    assert_eq!(between(9 * S, 10 * S), 20);
    // All of them are logins that nobody has served: PROCESSLIST does not show them, there is nothing to kill.
    let full = replay.frame(7_900 * MS * 1_000);
    let gone: u32 = full.connections.gone.iter().map(|g| u32::from(*g)).sum();
    assert_eq!(gone, 58);
    // None of them was ever executed.
    assert_eq!(counts(&run).for_nobody, 0);
    let emptied = replay.frame(8_300 * MS * 1_000);
    assert_eq!(emptied.connections.gone.iter().max(), Some(&0));
}

/// A refused login takes no ID: the IDs of those that got in follow one another.
#[test]
fn refused_logins_take_no_id() {
    let visits = json!({"count": 1, "new": true, "arrivals": {"open": {"between": 10 * MS}},
        "statements": [{"name": "visit", "steps": [wait(150 * MS)]}],
        "patience": {"connection_each": true}});
    for case in [m5(), p8(), own()] {
        let run = case
            .set("max_connections", 10)
            .push("clients", visits.clone())
            .until(S)
            .run();
        let logins = run.events(|k| matches!(k, EventKind::Connected { .. }));
        let ids: Vec<u64> = logins
            .iter()
            .map(|e| match e.kind {
                EventKind::Connected { connection, .. } => connection.0,
                _ => 0,
            })
            .collect();
        let follow: Vec<u64> = (ids[0]..).take(ids.len()).collect();
        assert!(refused(&run).len() > 20 && ids.len() > 20);
        assert_eq!(ids, follow);
    }
}

/// Two clients want a row that is locked in group 0 of four. Those that wait deafen one group. Those that
/// give up after 1 s and try again on a new connection deafen all four by 4 s; the holder's COMMIT, sent at
/// 6 s into a deaf group, is done at 10 s, when the first waits end by their time limit. 2 updates wanted,
/// 6 done.
#[test]
fn a_retried_blocker_makes_one_group_after_the_other_deaf() {
    let row = json!({"row_lock": {"rows": 1, "hot_rows": 0, "hot_share": 0}});
    let wants = |patience: Value| {
        let mut case = m5()
            .size(4)
            .max_threads(8)
            .set("max_connections", 1_000)
            .set("innodb_lock_wait_timeout_s", 10)
            .ask(0, 0, "holder", &[json!({"begin": true}), row.clone()])
            .ask(0, 6 * S, "commit", &[json!({"commit": true})])
            .start("idle_workers", 1)
            .until(16 * S)
            .push(
                "clients",
                json!({"name": "want", "count": 2, "first_connection": 4, "connection_step": 4,
                       "arrivals": {"spread": {"at_us": 10 * MS, "gap_us": 100 * MS}},
                       "statements": [{"name": "want", "steps": [row.clone(), cpu(MS)]}], "patience": patience}),
            );
        // Somebody asks in each group all the time.
        for group in 0..4 {
            case = case.repeat(100 + group, 0, 50 * MS, 10_000, ("ping", &[cpu(100)]));
        }
        case
    };
    let silences = |run: &Run| {
        let longest = |group: u64| {
            let mut at = run.times(|k| matches!(k, EventKind::RequestFinished { connection, .. } if connection.0 == 100 + group));
            at.push(16 * S);
            let gaps = at.windows(2).map(|w| (w[1] - w[0], w[0]));
            gaps.max().unwrap()
        };
        (0..4).map(longest).collect::<Vec<_>>()
    };
    let patient = wants(json!({})).run();
    let of = silences(&patient);
    assert!(
        of[0].0 > 9 * S && of[1..].iter().all(|(gap, _)| *gap < S),
        "{of:?}"
    );
    let retrying = wants(json!({"gives_up_us": S, "retries": 1_000_000})).run();
    let of = silences(&retrying);
    assert!(
        of.iter()
            .all(|(gap, from)| *gap > 5 * S && *from <= 4_200 * MS),
        "{of:?}"
    );
    for run in [&patient, &retrying] {
        let done = run.end("commit").unwrap();
        assert!((10 * S..10_300 * MS).contains(&done), "{done}");
    }
    // What was given up is done all the same, as soon as it can.
    let updates = |run: &Run| {
        let named = run.0.lives.iter().filter(|l| l.name.starts_with("want"));
        let done = run
            .events(|k| matches!(k, EventKind::AnsweredNobody { .. }))
            .len();
        done + named.filter(|l| l.end_ns.is_some() && !l.failed).count()
    };
    assert!(updates(&retrying) > 2, "{}", updates(&retrying));
    assert!(updates(&patient) <= 2);
}

/// One group with six threads whose statements sleep 100 ms: 50 to 60 a second. 35 requests a second come; all
/// six threads sleep from 4 s to 9 s, and 27 s more are watched.
fn storm(rate: f64, patience: Value) -> Case {
    let visits = json!({"name": "visit", "count": 6, "patience": patience,
        "arrivals": {"open": {"between": {"exponential": {"mean_us": (1e6 / rate).round()}}}},
        "statements": [{"steps": [wait(100 * MS)]}]});
    let hang = json!({"name": "hang", "count": 6, "arrivals": {"batch": {"at_us": 4 * S}},
        "statements": [{"steps": [wait(5 * S)]}]});
    Case(
        json!({"server": {"scheduler": "mariadb", "version": "10.11", "thread_pool_size": 1,
                           "thread_pool_max_threads": 6, "max_connections": 2_000},
                "machine": {"cores": 2}, "until_us": 36 * S, "clients": [visits, hang], "changes": [],
                "record": {"lives": 0}}),
    )
}

/// Good answers a second in the last 10 s, and how many whole seconds after the hang three good seconds
/// begin.
fn after_the_hang(case: Case, seed: u64, rate: f64) -> (f64, Option<usize>) {
    let run = case.top("seed", seed).run();
    assert_eq!(run.0.stopped, Stopped::Until);
    let answered = run.events(|k| matches!(k, EventKind::RequestFinished { .. }));
    let mut of_second = [0_u32; 37];
    for event in answered {
        of_second[(event.at_ns / 1_000_000_000) as usize] += 1;
    }
    let last: u32 = of_second[26..36].iter().sum();
    let good: Vec<bool> = of_second[9..36]
        .iter()
        .map(|n| f64::from(*n) >= 0.6 * rate)
        .collect();
    let steady = good.windows(3).position(|w| w.iter().all(|ok| *ok));
    (f64::from(last) / 10.0, steady)
}

fn heals(case: &Case, rate: f64, within_s: usize) {
    for seed in 1..=8 {
        let (good, steady) = after_the_hang(case.clone(), seed, rate);
        assert!(
            good > 0.85 * rate && steady.is_some_and(|s| s <= within_s),
            "seed {seed}: {good}, {steady:?}: {}",
            case.0
        );
    }
}

fn stays_ill(case: &Case) {
    for seed in 1..=8 {
        let (good, steady) = after_the_hang(case.clone(), seed, 35.0);
        assert!(
            good < 2.0 && steady.is_none(),
            "seed {seed}: {good}, {steady:?}: {}",
            case.0
        );
    }
}

/// With retries the hang is never over although its cause is gone: the pool works at full speed, for nobody.
/// Measured: 0 to 0.4 good answers a second, however often they retry; backoff with full jitter, a shorter
/// time and an application's pool of 100 do not help, nor one deadline for place and answer.
#[test]
fn retries_keep_a_hang_alive() {
    let storm = |patience| storm(35.0, patience);
    for retries in [1, 2, 1_000_000] {
        stays_ill(&storm(json!({"gives_up_us": S, "retries": retries})));
    }
    let backoff = json!({"base_us": S, "cap_us": 8 * S});
    stays_ill(&storm(
        json!({"gives_up_us": S, "retries": 2, "backoff": backoff}),
    ));
    stays_ill(&storm(json!({"gives_up_us": 300 * MS, "retries": 2})));
    stays_ill(&storm(
        json!({"gives_up_us": S, "retries": 2, "places": 100, "place_timeout_us": S}),
    ));
    stays_ill(&storm(
        json!({"gives_up_us": S, "retries": 2, "places": 5, "one_deadline": true}),
    ));
}

/// What refuses heals: no retry, a retry budget, a small pool in the application with a time limit of its own,
/// max_connections even with endless retries; so do a longer patience and fewer requests. Measured: 34 to 36
/// good answers a second again after 0 to 4 s.
#[test]
fn what_refuses_heals() {
    heals(&storm(35.0, json!({"gives_up_us": S})), 35.0, 1);
    heals(
        &storm(35.0, json!({"gives_up_us": 10 * S, "retries": 2})),
        35.0,
        1,
    );
    heals(
        &storm(15.0, json!({"gives_up_us": S, "retries": 2})),
        15.0,
        4,
    );
    heals(
        &storm(
            35.0,
            json!({"gives_up_us": S, "retries": 2, "budget": {"percent": 10}}),
        ),
        35.0,
        4,
    );
    heals(
        &storm(
            35.0,
            json!({"gives_up_us": S, "retries": 2, "places": 5, "place_timeout_us": S}),
        ),
        35.0,
        1,
    );
    for retries in [2, 1_000_000] {
        let patience = json!({"gives_up_us": S, "retries": retries});
        heals(&storm(35.0, patience).set("max_connections", 30), 35.0, 1);
    }
}

/// KILL CONNECTION at each timeout heals in every run here. On the real server it did in one of three: there
/// the KILLs are sent by connections of their own, whose time and threads the engine leaves out.
#[test]
fn kill_at_each_timeout_heals_here() {
    heals(
        &storm(
            35.0,
            json!({"gives_up_us": S, "retries": 2, "on_give_up": "kill_connection"}),
        ),
        35.0,
        8,
    );
}

/// Rescues 10 s after the hang: more threads, or refusing from then on. Measured: 34 to 35 good answers a second
/// after 0 to 3 s; 0 to 4 s here.
#[test]
fn more_threads_or_a_limit_rescue() {
    let ill = storm(35.0, json!({"gives_up_us": S, "retries": 2}));
    heals(
        &ill.clone().change(19 * S, "thread_pool_max_threads", 40),
        35.0,
        13,
    );
    heals(&ill.change(19 * S, "max_connections", 30), 35.0, 14);
}

/// The next request in the application does not get a connection that its client has closed.
#[test]
fn a_closed_connection_is_not_handed_on() {
    let crowd = json!({"count": 1, "first_connection": 4, "statements": [{"steps": [wait(S)]}],
        "arrivals": {"open": {"between": 400 * MS, "count": 2}}, "patience": {"places": 1}});
    let leaves = json!([{"at_us": 500 * MS, "connection": 4, "by": "close"}]);
    let run = m5()
        .push("clients", crowd)
        .top("leaves", leaves)
        .until(9 * S)
        .run();
    assert_eq!(for_nobody(&run), [1_400 * MS]);
    let second = &run.0.lives[1];
    assert!(second.connection.0 > 4 && !second.failed, "{second:?}");
    assert_eq!(second.end_ns, Some(2_400_000_000));
}

/// What clients of a crowd see of its pool: places in use, requests that wait for one, clients that wait to
/// try again.
#[test]
fn the_picture_has_the_applications_view() {
    let crowd = |patience: Value| {
        json!({"count": 4, "arrivals": {"batch": {"at_us": 0}},
               "statements": [{"steps": [wait(S)]}], "patience": patience})
    };
    let patience = json!({"gives_up_us": 500 * MS, "places": 3, "retries": 1, "wait_us": S});
    let mut replay = m5()
        .size(1)
        .push("clients", crowd(patience))
        .push(
            "clients",
            json!({"count": 2, "arrivals": {"batch": {"at_us": 0}}, "statements": [{"steps": []}]}),
        )
        .replay();
    let f = replay.frame(100 * MS * 1_000);
    assert_eq!(
        (f.crowds.used[0], f.crowds.places[0], f.crowds.waiting[0]),
        (3, 3, 1)
    );
    assert_eq!((f.crowds.used[1], f.crowds.places[1]), (NONE, NONE));
    // At 500 ms three give up, and the fourth gets a place.
    let f = replay.frame(600 * MS * 1_000);
    assert_eq!(
        (f.crowds.used[0], f.crowds.waiting[0], f.crowds.retrying[0]),
        (1, 0, 3)
    );
    assert_eq!(f.connections.gone.iter().filter(|g| **g == 1).count(), 3);
}

/// A picture has as many entries as a group has connections at once, not as many as the server allows: a new
/// connection takes the entry of a closed one of its group, with another ID.
#[test]
fn a_new_connection_takes_the_entry_of_a_closed_one_of_its_group() {
    let patience = json!({"gives_up_us": S, "retries": 2});
    let mut replay = storm(35.0, patience).replay();
    let first = replay.frame(0).connections;
    let mut most = 0;
    let mut changed = false;
    for second in 0..=36 {
        let now = replay.frame(second * S * 1_000).connections;
        assert_eq!(now.id.len(), first.id.len());
        let open = |state: &&u8| **state != connection_state::CLOSED;
        most = most.max(now.state.iter().filter(open).count());
        changed |= now
            .id
            .iter()
            .zip(&now.state)
            .zip(&first.id)
            .any(|((id, state), before)| *state != connection_state::CLOSED && id != before);
    }
    assert!(changed);
    // The peak may lie between two looks.
    assert!(
        most <= first.id.len() && first.id.len() < most + 60,
        "{most}"
    );
}
