//! States that no server can be in, and what cannot be told as one.

use serde_json::{Value, json};

use super::{problems, refused};
use crate::common::{Case, S, case, cpu, m5, own};

fn state() -> Value {
    json!({
        "at_us": 10 * S,
        "groups": [{"group_id": 0, "threads": [
            {"does": "wait", "connection": 1, "left_us": 5},
            {"does": "row_lock", "row": 3, "connection": 2},
            {"does": "listener"},
        ], "low": [{"connection": 4}]}],
        "connections": [{"id": 1, "rows": [3]}, {"id": 2}, {"id": 4}, {"id": 5, "in_transaction": true}],
    })
}

fn with(case: Case, state: Value) -> Case {
    case.top("start", json!({"state": state}))
}

/// The state with one thing changed.
fn but(pointer: &str, value: Value) -> Case {
    let mut state = state();
    let (parent, field) = pointer.rsplit_once('/').unwrap();
    let parent = state.pointer_mut(parent).unwrap();
    match parent {
        Value::Array(items) => items.push(value),
        _ => parent[field] = value,
    }
    with(m5(), state)
}

#[test]
fn a_state_that_can_be_is_taken() {
    assert!(with(m5(), state()).run().0.events.len() > 3);
}

#[test]
fn what_contradicts_itself_is_told_with_its_place() {
    let top = "start.state";
    for (pointer, value, path, allowed) in [
        ("/at_us", json!(60 * S), "at_us", "less than until_us"),
        ("/next_tick_us", json!(9 * S), "next_tick_us", "(at_us)"),
        (
            "/last_tick_us",
            json!(11 * S),
            "last_tick_us",
            "at most at_us",
        ),
        ("/groups/0/group_id", json!(7), "groups[0].group_id", "0 to"),
        (
            "/groups/-",
            json!({"group_id": 0}),
            "groups[1].group_id",
            "each group once",
        ),
        (
            "/groups/0/threads/-",
            json!({"does": "listener"}),
            "groups[0].threads",
            "one at most",
        ),
        (
            "/groups/0/threads/-",
            json!({"does": "reading", "connection": 5}),
            "groups[0].threads[3].does",
            "a thread of a group",
        ),
        (
            "/groups/0/threads/-",
            json!({"does": "cpu", "left_us": 1}),
            "groups[0].threads[3].connection",
            "its connection",
        ),
        (
            "/groups/0/threads/-",
            json!({"does": "standby", "connection": 5}),
            "groups[0].threads[3].connection",
            "no connection",
        ),
        (
            "/groups/0/threads/-",
            json!({"does": "cpu", "connection": 5}),
            "groups[0].threads[3].left_us",
            "unknown_left_us",
        ),
        (
            "/groups/0/threads/-",
            json!({"does": "cpu", "connection": 4, "left_us": 1}),
            "groups[0].low[0].connection",
            "one place only",
        ),
        (
            "/groups/0/threads/-",
            json!({"does": "standby", "left_us": 1}),
            "groups[0].threads[3].left_us",
            "nothing, where",
        ),
        (
            "/groups/0/threads/1/row",
            json!(8),
            "groups[0].threads[1].row",
            "holds",
        ),
        (
            "/groups/0/threads/0/connection",
            json!(99),
            "groups[0].threads[0].connection",
            "a connection of the scenario",
        ),
        (
            "/threads",
            json!([{"does": "standby"}]),
            "threads[0].does",
            "a thread of no group",
        ),
        (
            "/connections/-",
            json!({"id": 5}),
            "connections[4].id",
            "each id once",
        ),
        (
            "/connections/3/rows",
            json!([3]),
            "connections[3].rows",
            "nobody else",
        ),
        (
            "/connections/3/request",
            json!({"name": "q"}),
            "connections[3].request",
            "unpolled",
        ),
        (
            "/connections/3/killed",
            json!(true),
            "connections[3].killed",
            "unpolled",
        ),
        (
            "/connections/2/closed",
            json!(true),
            "connections[2].closed",
            "nowhere else",
        ),
        (
            "/connections/2/query_killed",
            json!(true),
            "connections[2].query_killed",
            "on a thread",
        ),
        (
            "/connections/3/rng",
            json!([0, 0, 0, 0]),
            "connections[3].rng",
            "not all of them 0",
        ),
        (
            "/clients",
            json!([{"clients": 0}]),
            "clients[0].clients",
            "the place of a crowd",
        ),
        (
            "/cores",
            json!({"counted_us": S, "running": []}),
            "cores",
            "machine.cores",
        ),
        (
            "/same_instant",
            json!(["tick 5"]),
            "same_instant[0]",
            "tick, cores",
        ),
        (
            "/unknown_left_us",
            json!({"exponential": {"mean_us": 0}}),
            "unknown_left_us.exponential.mean_us",
            "1 to",
        ),
    ] {
        let all = problems(&but(pointer, value.clone()).0);
        let path = format!("{top}.{path}");
        let found = all.iter().find(|p| p.path == path);
        let found = found.unwrap_or_else(|| panic!("{path}: {all:?}"));
        assert!(found.allowed.contains(allowed), "{found:?}");
        assert_eq!(all.len(), 1, "{all:?}");
    }
}

#[test]
fn connections_are_in_their_own_group() {
    let case = but(
        "/groups/0/threads/-",
        json!({"does": "cpu", "connection": 5, "left_us": 1}),
    );
    let path = "start.state.groups[0].threads[3].connection";
    // 4 and 2 are of group 0, 1 and 5 of group 1.
    let all = problems(&case.size(2).0);
    assert!(
        all.iter()
            .any(|p| p.path == path && p.allowed.contains("group 0")),
        "{all:?}"
    );
}

#[test]
fn what_a_state_says_is_not_said_twice() {
    let mut json = with(m5(), state());
    json.0["start"]["idle_workers"] = json!(2);
    refused(json, "start.idle_workers", "idle_workers", "start.state");
}

#[test]
fn what_has_no_state_is_refused() {
    let plain = json!({"at_us": 0});
    for (case, path) in [
        (case("oracle", "9.7"), "server.scheduler"),
        (m5().machine("disk", json!({"channels": 1})), "machine.disk"),
        (
            m5().machine("latch", json!({"hold_us": 1})),
            "machine.latch",
        ),
        (
            own().set("innodb_thread_concurrency", 8),
            "server.innodb_thread_concurrency",
        ),
    ] {
        let all = problems(&with(case.ask(0, 0, "q", &[cpu(1)]), plain.clone()).0);
        assert!(all.iter().any(|p| p.path == path), "{all:?}");
    }
    let groups = json!({"at_us": 0, "groups": [{"group_id": 0}]});
    refused(
        with(own(), groups),
        "start.state.groups[0].group_id",
        "0",
        "a thread of its own",
    );
}

#[test]
fn kills_are_of_connections_that_there_are() {
    let kills = json!([{"at_us": 1, "connection": 3}]);
    let base = m5().ask(1, 0, "q", &[cpu(1)]).top("kills", kills.clone());
    refused(base, "kills[0].connection", "3", "the id of a connection");
    let oracle = case("oracle", "9.7")
        .ask(3, 0, "q", &[cpu(1)])
        .top("kills", kills);
    refused(oracle, "kills[0]", "KILL", "mariadb, percona");
}
