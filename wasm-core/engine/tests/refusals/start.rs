//! States that no server can be in, and runs whose state can't be written down.

use poolscope_engine::ids::ConnectionId;
use poolscope_engine::scenario::{
    Due, Micros, StartClients, StartConnection, StartCores, StartGroup, StartRequest, StartState,
    StartThread, ThreadDoes,
};

use serde_json::{Value, json};

use crate::common::begun::{
    FromState, at, at_work, connection, for_us, from, group, queued, row_lock, thread,
};
use crate::common::{Case, S, case, cpu, m5, own};

fn begun(case: Case) -> FromState {
    let threads = vec![
        at_work(ThreadDoes::Wait, 1, 5),
        row_lock(3, 2),
        thread(ThreadDoes::Listener),
    ];
    let holder = StartConnection {
        rows: vec![3],
        ..connection(1)
    };
    let state = StartState {
        at_us: Micros::whole(10 * S),
        groups: vec![StartGroup {
            low: vec![queued(4)],
            ..group(threads)
        }],
        connections: vec![holder, connection(2), connection(4), connection(5)],
        same_instant: vec![Due::Tick],
        ..StartState::default()
    };
    from(case, state)
}

#[track_caller]
fn refused(begun: &FromState, allowed: &str) {
    let problems = begun.scenario().unwrap_err();
    let all: Vec<_> = problems.errors.iter().collect();
    let found = all.iter().any(|p| p.allowed.contains(allowed));
    assert!(found && all.len() == 1, "{allowed}: {all:?}");
}

#[test]
fn a_state_that_can_be_is_taken() {
    assert!(begun(m5()).run().0.events.len() > 3);
}

#[test]
fn contradictions_are_refused() {
    type Spoil = fn(&mut StartState);
    let spoilt: [(Spoil, &str); 22] = [
        (|s| s.at_us = Micros::whole(60 * S), "before until_us"),
        (|s| s.next_tick_us = at(9 * S), "from at_us on"),
        (|s| s.last_tick_us = at(11 * S), "before at_us"),
        (|s| s.groups[0].group_id = 7, "groups that the server has"),
        (|s| s.groups.push(StartGroup::default()), "each group once"),
        (
            |s| s.groups[0].threads.push(thread(ThreadDoes::Listener)),
            "one listener",
        ),
        (
            |s| s.groups[0].threads.push(thread(ThreadDoes::Reading)),
            "what such a thread can do",
        ),
        (
            |s| {
                s.groups[0].threads.push(StartThread {
                    left_us: for_us(1),
                    ..thread(ThreadDoes::Cpu)
                })
            },
            "a connection for threads that have one",
        ),
        (
            |s| {
                s.groups[0].threads.push(StartThread {
                    connection: Some(ConnectionId(5)),
                    ..thread(ThreadDoes::Standby)
                })
            },
            "a connection for threads that have one",
        ),
        (
            |s| s.groups[0].threads[0].left_us = None,
            "or unknown_left_us",
        ),
        (
            |s| s.groups[0].threads.push(at_work(ThreadDoes::Cpu, 4, 1)),
            "one place only",
        ),
        (
            |s| s.groups[0].threads[2].left_us = for_us(1),
            "what goes with what it does",
        ),
        (
            |s| s.groups[0].threads[1].row = Some(8),
            "a lock that a connection of the state holds",
        ),
        (
            |s| s.groups[0].threads[0].connection = Some(ConnectionId(99)),
            "connections of the scenario or of the state",
        ),
        (
            |s| s.threads.push(thread(ThreadDoes::Standby)),
            "what such a thread can do",
        ),
        (
            |s| s.connections.push(connection(5)),
            "each connection once",
        ),
        (|s| s.connections[3].rows.push(3), "nobody else"),
        (
            |s| s.connections[3].request = Some(StartRequest::default()),
            "a queue or a socket has",
        ),
        (|s| s.connections[2].closed = true, "one place only"),
        (|s| s.connections[2].query_killed = true, "on a thread"),
        (
            |s| s.clients.push(StartClients::default()),
            "crowds of the scenario",
        ),
        (
            |s| s.cores = Some(StartCores::default()),
            "a number of cores",
        ),
    ];
    for (spoil, allowed) in spoilt {
        let mut begun = begun(m5());
        spoil(&mut begun.state);
        refused(&begun, allowed);
    }
}

#[test]
fn connections_are_in_their_own_group() {
    // 4 and 2 belong to group 0, 1 and 5 to group 1.
    refused(&begun(m5().size(2)), "in its own group");
}

#[test]
fn runs_without_a_state_are_refused() {
    let plain = |case: Case| from(case, StartState::default());
    for (case, path) in [
        (case("oracle", "9.7"), "server.scheduler"),
        (
            m5().machine("disk", serde_json::json!({"channels": 1})),
            "machine.disk",
        ),
        (
            m5().machine("latch", serde_json::json!({"hold_us": 1})),
            "machine.latch",
        ),
        (
            own().set("innodb_thread_concurrency", 8),
            "server.innodb_thread_concurrency",
        ),
    ] {
        let problems = plain(case).scenario().unwrap_err();
        let all: Vec<_> = problems.errors.iter().collect();
        assert!(all.iter().any(|p| p.path == path), "{all:?}");
    }
    // There, each connection has its own thread.
    let mut groups = plain(own());
    groups.state.groups.push(StartGroup::default());
    refused(&groups, "groups that the server has");
}

#[test]
fn kills_are_of_connections_that_there_are() {
    let plain = |case: Case| from(case, StartState::default());
    refused(&plain(m5()).kill(1, 3, false), "the id of a connection");
    let oracle = FromState {
        case: case("oracle", "9.7").ask(3, 0, "q", &[cpu(1)]),
        ..plain(m5())
    };
    let problems = oracle.kill(1, 3, false).scenario().unwrap_err();
    assert!(
        problems.errors.iter().any(|p| p.path == "kills[0]"),
        "{problems}"
    );
}

/// What clients wait for is not part of a state.
#[test]
fn clients_that_give_up_have_no_state() {
    let crowd = |field: &str, value: Value| {
        let mut crowd = json!({"count": 2, "arrivals": {"open": {"between": 5}}, "statements": [{"steps": []}]});
        crowd[field] = value;
        m5().push("clients", crowd)
    };
    for case in [
        crowd("patience", json!({"gives_up_us": 9})),
        crowd("pause_us", json!(9)),
        m5().ask(9, 11 * S, "q", &[cpu(1)])
            .top("leaves", json!([{"at_us": 0, "connection": 9}])),
        m5().set("max_statement_time_s", 1),
        m5().set("idle_transaction_timeout_s", 1),
        m5().change(11 * S, "max_statement_time", 1),
        m5().top("opened", json!("together")),
    ] {
        refused(&begun(case), "neither patience, pause_us, leaves");
    }
}
