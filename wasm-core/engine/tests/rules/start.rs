//! What a run does that goes on from a state, and `KILL`.
//! Source: scheduler rules, sections 2.3 to 2.7, item 10 of section 10, and 14; measured on MariaDB 10.11 (section 14.3).

use poolscope_engine::event::EventKind;
use poolscope_engine::reason::WaitReason;
use poolscope_engine::scenario::{
    Kill, Micros, Scenario, Span, StartConnection, StartGroup, StartQueued, StartRequest,
    StartState, StartThread, Step, ThreadDoes,
};
use poolscope_engine::sim::{Detail, Sim};
use serde_json::{Value, json};

use crate::common::{Case, MS, Run, S, cpu, m5, number, own};

/// When the state holds.
const AT: u64 = 60 * S;

fn from(case: Case, state: Value) -> Case {
    case.top("start", json!({"state": state}))
        .until(AT + 30 * S)
}

/// Two statements sleep on both threads of a group at the limit; what 408 sends is not read.
fn deaf() -> Value {
    json!({
        "at_us": AT, "next_tick_us": AT + 300 * MS,
        "groups": [{"group_id": 0, "threads": [
            {"does": "wait", "connection": 404, "since_us": AT - 40 * S, "left_us": 20 * S},
            {"does": "wait", "connection": 406, "since_us": AT - 39 * S, "left_us": 25 * S},
        ], "unpolled": [{"connection": 408, "since_us": AT - 2 * S}]}],
        "connections": [
            {"id": 404, "request": {"name": "404", "sent_us": AT - 40 * S}},
            {"id": 406, "request": {"name": "406", "sent_us": AT - 39 * S}},
            {"id": 408, "request": {"name": "408", "sent_us": AT - 2 * S, "steps": [cpu(200)]}},
        ],
    })
}

fn kill(case: Case, at_us: u64, connection: u64) -> Case {
    case.top("kills", json!([{"at_us": at_us, "connection": connection}]))
}

#[test]
fn a_deaf_group_is_what_it_was() {
    let run = from(m5().max_threads(2), deaf()).run();
    // Nobody reads before the first of the two wakes up, and then it is the thread that listens.
    let life = run.life("408");
    assert_eq!(
        (life.arrive_ns, life.start_ns),
        ((AT - 2 * S) * 1_000, Some((AT + 20 * S) * 1_000))
    );
    assert_eq!(run.end("408"), Some(AT + 20 * S + 200));
    // Told from the state on, with the reason that is read off it.
    let first = &life.segments[0];
    let full = WaitReason::NoListenerMaxThreads {
        threads: 2,
        limit: 2,
    };
    assert_eq!((first.start_ns, first.why), (AT * 1_000, full));
    // Figures count from the state on: what was sent before is not among them.
    assert_eq!(run.0.metrics.measured_ns, 30 * S * 1_000);
    assert_eq!((run.0.metrics.arrived, run.0.metrics.finished), (0, 3));
}

#[test]
fn instruments_show_the_state() {
    let shown = from(m5().max_threads(2), deaf()).instruments(AT);
    for (column, value) in [
        ("CONNECTIONS", 3),
        ("THREADS", 2),
        ("ACTIVE_THREADS", 0),
        ("STANDBY_THREADS", 0),
        ("QUEUE_LENGTH", 0),
        ("HAS_LISTENER", 0),
        ("IS_STALLED", 0),
    ] {
        assert_eq!(
            number(&shown, "THREAD_POOL_GROUPS", column, 0),
            value,
            "{column}"
        );
    }
}

/// Measured: a raised limit acts at the next tick of the stall timer.
#[test]
fn a_raised_limit_acts_at_the_next_tick() {
    let raised =
        from(m5().max_threads(2), deaf()).change(AT + 100 * MS, "thread_pool_max_threads", 3);
    assert_eq!(raised.run().start("408"), Some(AT + 300 * MS));
    // After that tick: at the one after it, half a second later.
    let late =
        from(m5().max_threads(2), deaf()).change(AT + 400 * MS, "thread_pool_max_threads", 3);
    assert_eq!(late.run().start("408"), Some(AT + 800 * MS));
}

#[test]
fn what_has_happened_is_in_force() {
    // Raised before the state: the pool was not at its limit, and the next tick finds nobody listening.
    let raised = from(m5().max_threads(2), deaf()).change(AT - S, "thread_pool_max_threads", 3);
    let run = raised.run();
    assert_eq!(run.start("408"), Some(AT + 300 * MS));
    assert!(
        run.events(|k| matches!(k, EventKind::VariableSet { .. }))
            .is_empty()
    );
}

#[test]
fn a_sleep_is_interrupted_by_kill_and_its_thread_is_free() {
    let case = from(m5().max_threads(2).machine("thread_wake_us", 50), deaf());
    let run = kill(case, AT + 10 * MS, 404).run();
    assert!(run.life("404").failed);
    assert_eq!(run.start("408"), Some(AT + 10 * MS + 50));
    let gone = |k: &EventKind| {
        matches!(
            k,
            EventKind::Disconnected {
                connection: 404,
                ..
            }
        )
    };
    assert_eq!(run.times(gone), [AT + 10 * MS + 50]);
}

#[test]
fn kill_query_ends_the_statement_and_keeps_the_session() {
    let case = from(m5().max_threads(2), deaf()).ask(404, AT + 50 * MS, "next", &[cpu(100)]);
    let run = case
        .top(
            "kills",
            json!([{"at_us": AT + 10 * MS, "connection": 404, "query": true},
                             {"at_us": AT + 900 * MS, "connection": 408, "query": true}]),
        )
        .run();
    assert!(run.life("404").failed);
    assert_eq!(run.start("408"), Some(AT + 10 * MS));
    assert_eq!(run.end("next"), Some(AT + 50 * MS + 100));
    // Where no statement is on a thread there is nothing to end.
    let told = run.times(|k| matches!(k, EventKind::QueryKilled { .. }));
    assert_eq!(told, [AT + 10 * MS]);
    assert!(
        run.events(|k| matches!(k, EventKind::Disconnected { .. }))
            .is_empty()
    );
}

/// Two statements wait for a row that connection 7 has locked; its transaction is open and it sends nothing.
fn row_pile_up(more_threads: Value) -> Value {
    let mut state = json!({
        "at_us": AT,
        "groups": [{"group_id": 0, "threads": [
            {"does": "row_lock", "row": 1, "connection": 9, "since_us": AT - 5 * S},
            {"does": "row_lock", "row": 1, "connection": 11, "since_us": AT - 4 * S},
        ]}],
        "connections": [
            {"id": 7, "in_transaction": true, "rows": [1]},
            {"id": 9, "request": {"name": "9", "steps": [cpu(100)]}},
            {"id": 11, "request": {"name": "11", "steps": [cpu(100)]}},
        ],
    });
    let threads = state["groups"][0]["threads"].as_array_mut().unwrap();
    threads.extend(more_threads.as_array().unwrap().clone());
    state
}

/// Measured: the client of a killed holder is cut off, and its rows stay locked until a thread can roll it back.
#[test]
fn the_kill_of_a_locks_holder_fails_in_a_deaf_pool() {
    let case = from(m5().max_threads(2), row_pile_up(json!([])));
    let run = kill(case, AT + 10 * MS, 7).run();
    let told = |k: &EventKind| matches!(k, EventKind::ConnectionKilled { connection: 7, .. });
    assert_eq!(run.times(told), [AT + 10 * MS]);
    assert!(
        run.events(|k| matches!(k, EventKind::Disconnected { .. }))
            .is_empty()
    );
    assert_eq!((run.end("9"), run.end("11")), (None, None));
    // The limit raised besides: the next tick brings the thread that rolls back.
    let case = from(m5().max_threads(2), row_pile_up(json!([])));
    let both = case.change(AT + 10 * MS, "thread_pool_max_threads", 3);
    let run = kill(both, AT + 10 * MS, 7).run();
    assert_eq!(run.end("9"), Some(AT + 500 * MS + 100));
}

#[test]
fn with_a_listener_the_kill_of_a_locks_holder_frees_the_row() {
    let case = from(
        m5().max_threads(3),
        row_pile_up(json!([{"does": "listener"}])),
    );
    let run = kill(case, AT + 10 * MS, 7).run();
    assert_eq!(run.end("9"), Some(AT + 10 * MS + 100));
    // First come first served: 11 has the row when 9, which is a transaction of its own, is over.
    assert_eq!(run.end("11"), Some(AT + 10 * MS + 200));
    // The lock is said to be held by what that connection had asked before.
    let waits = run.life("9").segments[0].why;
    let WaitReason::LockHeld { holder, .. } = waits else {
        panic!("{waits:?}");
    };
    let earlier = &run.0.lives[holder.0 as usize];
    assert_eq!((earlier.connection, earlier.end_ns), (7, Some(AT * 1_000)));
}

#[test]
fn a_killed_waiter_leaves_the_line() {
    let case = from(
        m5().max_threads(3),
        row_pile_up(json!([{"does": "listener"}])),
    );
    let case = case.ask(7, AT + S, "commit", &[json!({"commit": true})]);
    let run = kill(case, AT + 10 * MS, 9).run();
    assert!(run.life("9").failed);
    assert_eq!(run.end("11"), Some(AT + S + 100));
    assert!(
        run.events(|k| matches!(k, EventKind::LockTimedOut { .. }))
            .is_empty()
    );
}

#[test]
fn unknown_lengths_are_drawn_anew_for_each_seed() {
    let end = |seed: u32| {
        let mut state = deaf();
        state["unknown_left_us"] = json!({"uniform": {"min_us": 0, "max_us": 20 * S}});
        for thread in 0..2 {
            let thread = &mut state["groups"][0]["threads"][thread];
            thread.as_object_mut().unwrap().remove("left_us");
        }
        let run = from(m5().max_threads(2), state).top("seed", seed).run();
        run.life("408").start_ns.unwrap()
    };
    assert_eq!(end(1), end(1));
    assert!(end(1) != end(2) && end(2) != end(3));
    assert!((AT * 1_000..(AT + 20 * S) * 1_000).contains(&end(3)));
}

#[test]
fn a_pending_login_gets_an_id_of_its_group() {
    let state = json!({
        "at_us": AT,
        "groups": [{"group_id": 1, "threads": [{"does": "cpu", "connection": 5, "left_us": 100}],
                    "high": [{"since_us": AT - S}]}],
        "connections": [{"id": 5}],
    });
    let case = m5().size(4);
    let mut case = from(case, state);
    case.0["start"]["login_cpu_us"] = json!(70);
    let run = case.run();
    let logged_in = run.events(|k| matches!(k, EventKind::LoginFinished { .. }));
    let EventKind::LoginFinished { connection, .. } = logged_in[0].kind else {
        panic!("{logged_in:?}");
    };
    assert_eq!((connection, logged_in[0].at_ns), (9, (AT + 170) * 1_000));
}

/// What queue entries and standby threads are old for: the kick-up timer and the idle timeout count from then.
#[test]
fn ages_count() {
    let state = json!({
        "at_us": AT, "next_tick_us": AT + 100 * MS,
        "groups": [{"group_id": 0, "threads": [
            {"does": "standby", "since_us": AT - 59 * S},
            {"does": "cpu", "connection": 1, "left_us": 5 * S},
            {"does": "cpu", "connection": 2, "left_us": 5 * S},
            {"does": "listener"},
        ], "low": [{"connection": 3, "since_us": AT - 950 * MS}, {"connection": 4, "since_us": AT - 850 * MS}],
           "queue_event_count": 1}],
        "connections": [{"id": 1}, {"id": 2}, {"id": 3}, {"id": 4}],
    });
    let run = from(m5().oversubscribe(1), state).run();
    let promoted = run.times(|k| matches!(k, EventKind::Promoted { .. }));
    assert_eq!(promoted, [AT + 100 * MS, AT + 600 * MS]);
    // Nobody has taken from the queue since that tick: the one after it wakes the thread in reserve in time.
    assert_eq!(run.wakes().first(), Some(&(AT + 600 * MS)));
}

#[test]
fn one_thread_per_connection_goes_on_too() {
    let state = json!({
        "at_us": AT,
        "threads": [{"does": "cpu", "connection": 1, "left_us": 400}, {"does": "cached"}],
        "connections": [{"id": 1, "request": {"name": "1"}}, {"id": 2}],
    });
    let case = from(own().machine("cores", 1), state)
        .ask(2, AT + 100, "2", &[cpu(300)])
        .top(
            "kills",
            json!([{"at_us": AT + 200, "connection": 1}, {"at_us": AT + S, "connection": 2}]),
        );
    let run = case.run();
    assert!(run.life("1").failed);
    // From 100 on both shared the core; alone from 200 on: 50 of 300 were done by then.
    assert_eq!(run.end("2"), Some(AT + 450));
    let gone = run.times(|k| matches!(k, EventKind::Disconnected { .. }));
    assert_eq!(gone, [AT + 200, AT + S]);
}

#[test]
fn a_state_can_be_built_in_code() {
    let mut scenario = Scenario::from_json(
        &m5()
            .max_threads(2)
            .ask(8, AT + S, "q", &[cpu(1)])
            .0
            .to_string(),
    )
    .unwrap();
    scenario.start = Default::default();
    scenario.until_us = AT + 10 * S;
    let asleep = |id| StartThread {
        does: ThreadDoes::Wait,
        connection: Some(id),
        since_us: Some(Micros::whole(AT - S)),
        ..StartThread::default()
    };
    let step = Step {
        cpu_us: Some(Span::Us(Micros::whole(100))),
        ..Step::default()
    };
    scenario.start.state = Some(Box::new(StartState {
        at_us: Micros::whole(AT),
        unknown_left_us: Some(Span::Us(Micros::whole(100 * S))),
        groups: vec![StartGroup {
            threads: vec![asleep(2), asleep(4)],
            unpolled: vec![StartQueued {
                connection: Some(6),
                ..StartQueued::default()
            }],
            ..StartGroup::default()
        }],
        connections: vec![
            StartConnection {
                id: 2,
                ..StartConnection::default()
            },
            StartConnection {
                id: 4,
                ..StartConnection::default()
            },
            StartConnection {
                id: 6,
                request: Some(StartRequest {
                    name: "stuck".to_owned(),
                    steps: vec![step],
                    ..StartRequest::default()
                }),
                ..StartConnection::default()
            },
        ],
        ..StartState::default()
    }));
    scenario.kills.push(Kill {
        at_us: AT + S / 2,
        connection: 4,
        query: false,
    });
    scenario.validate().unwrap();
    let mut sim = Sim::new(&scenario, Detail::Full);
    while !sim.run(scenario.until_us * 1_000, 1_000) {}
    let run = Run(sim.outcome(&scenario).unwrap());
    assert_eq!(run.end("stuck"), Some(AT + S / 2 + 100));
}
