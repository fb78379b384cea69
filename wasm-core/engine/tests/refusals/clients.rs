//! Clients that give up, leave, or share a pool in their application, and the server's limits on them.

use serde_json::{Value, json};

use super::{each_refused, ok, problems, refused};
use crate::common::{Case, case, m5, p8, windows};

/// A crowd with one more field.
fn crowd(arrivals: &Value, field: &str, value: Value) -> Value {
    let mut crowd = json!({"count": 2, "arrivals": arrivals, "statements": [{"steps": []}]});
    crowd[field] = value;
    crowd
}

fn once() -> Value {
    json!({"batch": {"at_us": 0}})
}

fn stream() -> Value {
    json!({"open": {"between": 5}})
}

fn with(arrivals: &Value, field: &str, value: Value) -> Case {
    m5().push("clients", crowd(arrivals, field, value))
}

#[test]
fn waits_must_fit_together() {
    let patience = |value: Value| with(&once(), "patience", value);
    let backoff = json!({"base_us": 5, "cap_us": 9});
    refused(
        patience(json!({"gives_up_us": 9, "wait_us": 3, "backoff": backoff})),
        "clients[0].patience.wait_us",
        "3",
        "0, or no backoff",
    );
    refused(
        patience(json!({"place_timeout_us": 3})),
        "clients[0].patience.places",
        "nothing",
        "a number, beside place_timeout_us",
    );
    for both in [
        json!({"one_deadline": true}),
        json!({"one_deadline": true, "gives_up_us": 9, "places": 2, "place_timeout_us": 9}),
    ] {
        refused(
            patience(both),
            "clients[0].patience.one_deadline",
            "true",
            "gives_up_us without place_timeout_us",
        );
    }
    refused(
        patience(json!({"retries": 2, "places": 2})),
        "clients[0].patience.gives_up_us",
        "nothing",
        "a time, beside retries",
    );
    patience(json!({"retries": 2, "places": 2, "place_timeout_us": 9})).scenario();
    patience(json!({"gives_up_us": 9, "places": 2, "one_deadline": true})).scenario();
}

#[test]
fn each_field_has_its_range() {
    let full = json!({"gives_up_us": 9, "backoff": {"base_us": 1, "cap_us": 1}, "budget": {"percent": 5}, "places": 2});
    each_refused(
        with(&once(), "patience", full).top("leaves", json!([{"at_us": 0, "connection": 0}])),
        r#"clients[0].patience.gives_up_us = 0 | 1 to
           clients[0].patience.retries = 1000001 | 0 to 1000000
           clients[0].patience.refused_wait_us = 0 | 1 to
           clients[0].patience.places = 0 | 1 to 65536
           clients[0].patience.on_give_up = "sulk" | kill_query
           clients[0].patience.backoff.base_us = 0 | 1 to
           clients[0].patience.budget.percent = 10001 | 0 to 10000
           clients[0].patience.budget.saved = 1000001 | 0 to 1000000
           clients[0].reuse = "any" | returned_last
           opened = "random" | in_turn
           leaves[0].by = "shout" | kill_connection
           leaves[0].connection = 9 | the id of a connection"#,
    );
}

/// A client can be told to leave only by the id of a connection that the file gives; a refusal says which.
#[test]
fn an_unknown_connection_is_told_the_known_ones() {
    let sparse = json!({"count": 3, "first_connection": 20, "connection_step": 4,
        "arrivals": once(), "statements": [{"steps": []}]});
    let case = [1, 2, 3, 9]
        .into_iter()
        .fold(m5(), |case, id| case.push("connections", json!({"id": id})));
    let gone = |case: Case, id: u64| case.top("leaves", json!([{"at_us": 0, "connection": id}]));
    let case = case.push("clients", sparse);
    refused(
        gone(case.clone(), 21),
        "leaves[0].connection",
        "21",
        "the id of a connection of the scenario: 1 to 3, 9, 20 to 28 in steps of 4 (one that a retry opens later",
    );
    let many = (0..20).fold(case, |case, i| {
        case.push("connections", json!({"id": 100 + 2 * i}))
    });
    refused(
        gone(many, 21),
        "leaves[0].connection",
        "21",
        "100, 102, 104, 106, 108 and 15 more",
    );
}

#[test]
fn a_crowd_is_of_one_kind() {
    let patience = json!({"gives_up_us": 9});
    let allowed = "an open stream without patience";
    refused(
        with(&once(), "pause_us", json!(5)),
        "clients[0].pause_us",
        "a time",
        allowed,
    );
    let mut both = crowd(&stream(), "pause_us", json!(5));
    both["patience"] = patience.clone();
    refused(
        m5().push("clients", both),
        "clients[0].pause_us",
        "a time",
        allowed,
    );
    refused(
        with(&once(), "reuse", json!("returned_last")),
        "clients[0].reuse",
        "a word",
        "a stream: open or bursts",
    );
    for (field, value, told) in [
        ("port", json!("extra"), "another port"),
        ("bandwidth_kb_per_s", json!(7), "a rate"),
    ] {
        let mut both = crowd(&stream(), field, value);
        both["patience"] = patience.clone();
        let path = ["clients[0].", field].concat();
        refused(m5().push("clients", both), &path, told, "beside patience");
    }
    for own in ["first_connection", "connection_step"] {
        refused(
            with(&stream(), own, json!(5)).top("opened", "in_turn"),
            "clients[0].first_connection",
            "an id or a step",
            "beside opened",
        );
    }
}

#[test]
fn other_servers_have_no_such_clients() {
    let patience = crowd(&stream(), "patience", json!({"gives_up_us": 9}));
    let leaves = json!([{"at_us": 0, "connection": 0}]);
    for other in [windows(2), case("oracle", "9.7"), case("one-queue", "any")] {
        let name = other.0["server"]["scheduler"].as_str().unwrap().to_owned();
        let servers = "mariadb, percona or one-thread-per-connection";
        let clients = ok(other.clone()).push("clients", patience.clone());
        refused(clients, "clients[0].patience", &name, servers);
        let left = ok(other).top("leaves", leaves.clone());
        refused(left, "leaves[0]", &name, servers);
    }
}

#[test]
fn all_connections_of_the_start_fit() {
    let many = |count: u64| {
        let mut crowd = crowd(&stream(), "patience", json!({"gives_up_us": 9}));
        crowd["count"] = json!(count);
        m5().push("clients", crowd)
    };
    many(151).scenario();
    refused(many(152), "server.max_connections", "151", "at least 152");
    many(152).set("max_connections", 152).scenario();
    let full = many(20).set("max_connections", 19);
    refused(full, "server.max_connections", "19", "at least 20");
    // Those that log in later may be refused.
    let mut late = many(20).set("max_connections", 19);
    late.0["clients"][0]["new"] = json!(true);
    late.scenario();
    // Without patience and without the variable nobody counts.
    let crowd = json!({"count": 900, "arrivals": once(), "statements": [{"steps": []}]});
    m5().push("clients", crowd).scenario();
}

#[test]
fn limits_are_those_of_the_server() {
    each_refused(
        m5(),
        "server.max_connections = 9 | 10 to 100000
         server.max_statement_time_s = 31536001 | 0 to 31536000
         server.idle_transaction_timeout_s = 31536001 | 0 to 31536000",
    );
    for field in ["max_statement_time_s", "idle_transaction_timeout_s"] {
        let all = problems(&ok(p8()).set(field, 1).0);
        assert_eq!(all[0].path, ["server.", field].concat(), "{all:?}");
    }
}
