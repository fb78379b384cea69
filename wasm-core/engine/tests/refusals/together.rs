//! Combinations that are not allowed: steps, loops, connections listed twice.

use poolscope_engine::scenario::Scenario;
use serde_json::json;

use super::{ok, problems, refused};
use crate::common::{cpu, m5};

#[test]
fn wrong_combinations() {
    refused(
        m5(),
        "requests",
        "[]",
        "at least one of requests, loops and clients",
    );
    let two = json!({"cpu_us": 1, "wait_us": 1});
    refused(
        m5().ask(0, 0, "q", &[two]),
        "requests[0].steps[0]",
        "a step with 2 actions",
        "exactly one of",
    );
    refused(
        m5().ask(0, 0, "q", &[json!({})]),
        "requests[0].steps[0]",
        "a step with 0 actions",
        "exactly one of",
    );
    let kind = json!({"cpu_us": 1, "kind": "sleep"});
    let all = problems(&m5().ask(0, 0, "q", &[kind]).0);
    assert_eq!(all[0].path, "requests[0].steps[0].kind");
    let many = json!({"connection": 1, "at_us": 0, "think_us": 0, "count": 2, "statements": [{"steps": []}, {"steps": []}]});
    refused(
        m5().push("loops", many),
        "loops[0].count",
        "2",
        "exactly one statement",
    );
}

#[test]
fn connections_are_one_each() {
    let id = |id: u64| json!({"id": id});
    let twice = ok(m5())
        .push("connections", id(3))
        .push("connections", id(3));
    refused(twice, "connections[1].id", "3", "each id once");
    let steps = [cpu(1)];
    let loops = m5()
        .repeat(1, 0, 0, 2, ("a", &steps))
        .repeat(1, 0, 0, 2, ("b", &steps));
    refused(loops, "loops[1].connection", "1", "one loop");
    let crowd = |first: u64, count: u64| json!({"count": count, "first_connection": first, "arrivals": {"batch": {"at_us": 0}}, "statements": [{"steps": []}]});
    let path = "clients[0].first_connection";
    refused(
        ok(m5()).push("clients", crowd(0, 5)),
        path,
        "0",
        "no other connection",
    );
    let overlap = m5()
        .push("clients", crowd(10, 5))
        .push("clients", crowd(14, 5));
    refused(
        overlap,
        "clients[1].first_connection",
        "14",
        "no other connection",
    );
    let row = |first: u64| {
        let mut row = crowd(first, 3);
        row["connection_step"] = json!(4);
        row
    };
    let beside = m5()
        .push("clients", row(0))
        .push("clients", row(1))
        .push("clients", row(2));
    assert!(Scenario::from_json(&beside.0.to_string()).is_ok());
    let inside = beside.push("clients", crowd(7, 2));
    refused(inside, "clients[3].first_connection", "7", "no other");
    assert!(
        Scenario::from_json(
            &m5()
                .push("clients", crowd(10, 5))
                .push("clients", crowd(15, 5))
                .0
                .to_string()
        )
        .is_ok()
    );
    let large = m5()
        .push("clients", crowd(0, 40_000))
        .push("clients", crowd(40_000, 40_000));
    refused(large, "clients", "80000 connections", "65536");
}
