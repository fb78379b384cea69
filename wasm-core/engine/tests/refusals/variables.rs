//! Variables that the server does not have, and overrides.

use poolscope_engine::scenario::{Scenario, var};
use serde_json::{Value, json};

use super::{each_refused, ok, refused};
use crate::common::{m4, m5, own, p5, p8};

#[test]
fn variables_of_another_server() {
    each_refused(
        m5(),
        r#"server.thread_pool_high_prio_tickets = 1 | mariadb 10.11 has
           server.version = "10.3" | 10.4 or 10.11
           server.thread_pool_priority = "max" | auto, high, low"#,
    );
    for (server, row) in [
        (
            m4(),
            "thread_pool_dedicated_listener = true | mariadb 10.4 has",
        ),
        (p5(), "admin_port_high_priority = true | percona 5.6 has"),
        (
            p8(),
            "thread_pool_prio_kickup_timer_ms = 1 | percona 8.0 has",
        ),
        (own(), "thread_pool_size = 1 | thread_cache_size"),
    ] {
        each_refused(server, &format!("server.{row}"));
    }
    let extra = json!({"id": 0, "port": "extra"});
    refused(
        ok(p8()).push("connections", extra),
        "connections[0].port",
        "\"extra\"",
        "8.0.14 removed extra_port",
    );
    let admin = json!({"id": 0, "port": "admin"});
    refused(
        ok(m5()).push("connections", admin),
        "connections[0].port",
        "\"admin\"",
        "main or extra",
    );
}

/// Source: the stall limit of Oracle's plugin counts tens of milliseconds, MariaDB's counts milliseconds.
#[test]
fn a_name_that_several_servers_have_is_the_own_servers() {
    let set = |scheduler: &str, more: &[(&str, Value)]| {
        let file = json!({"server": {"scheduler": scheduler}, "until_us": 1_000,
            "requests": [{"connection": 0, "at_us": 0, "steps": [{"cpu_us": 1}]}]});
        let all: Vec<_> = more
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.clone()))
            .collect();
        Scenario::from_json_with(&file.to_string(), &all)
            .unwrap()
            .server
    };
    let limit = ("thread_pool_stall_limit", json!(10));
    let moved = ("scheduler", json!("oracle"));
    let tens = var("thread_pool_stall_limit_10ms");
    for server in [
        set("oracle", std::slice::from_ref(&limit)),
        set("mariadb", &[limit.clone(), moved.clone()]),
        set("mariadb", &[moved, limit.clone()]),
    ] {
        assert_eq!(server.number(tens), Some(10));
    }
    let mariadb = set("mariadb", &[limit]);
    assert_eq!(mariadb.number(var("thread_pool_stall_limit_ms")), Some(10));
}

#[test]
fn overrides() {
    let text = ok(m5()).0.to_string();
    let with =
        |name: &str, value: Value| Scenario::from_json_with(&text, &[(name.to_owned(), value)]);
    assert_eq!(
        with("thread_pool_oversubscribe", json!(7))
            .unwrap()
            .server
            .number(var("thread_pool_oversubscribe")),
        Some(7)
    );
    assert_eq!(
        with("/requests/0/at_us", json!(9)).unwrap().requests[0].at_us,
        9
    );
    assert_eq!(with("cores", json!(2)).unwrap().machine.cores, Some(2));
    let problem = |name: &str, value: Value| with(name, value).unwrap_err().errors.remove(0);
    assert_eq!(
        problem("/requests/9/at_us", json!(9)).path,
        "/requests/9/at_us"
    );
    assert_eq!(
        problem("thread_pool_toobusy", json!(9)).path,
        "thread_pool_toobusy"
    );
    assert_eq!(
        problem("thread_pool_oversubscribe", json!(0)).path,
        "server.thread_pool_oversubscribe"
    );
    assert_eq!(
        problem("thread_pool_high_prio_mode", json!("none")).path,
        "server.thread_pool_high_prio_mode"
    );
    assert_eq!(problem("/server", json!(7)).path, "server");
}

/// A knob sets what the file has: a crowd without patience has no retries to set.
#[test]
fn a_pointer_into_a_part_that_is_not_given() {
    let crowd = |patience: Value| {
        json!({"count": 2, "arrivals": {"open": {"between": 1_000}},
            "statements": [{"steps": []}], "patience": patience})
    };
    let with = |patience: Value, name: &str, value: Value| {
        let text = ok(m5()).push("clients", crowd(patience)).0.to_string();
        Scenario::from_json_with(&text, &[(name.to_owned(), value)])
    };
    let retries = "/clients/0/patience/retries";
    let gives_up = json!({"gives_up_us": 1_000, "retries": 1});
    for missing in [Value::Null, json!({"gives_up_us": 1_000})] {
        let problem = with(missing, retries, json!(3)).unwrap_err().errors;
        assert_eq!(
            problem[0].message,
            "/clients/0/patience/retries: there is no such setting to set to 3; allowed: a JSON pointer to a value that the scenario has"
        );
    }
    let set = with(gives_up.clone(), retries, json!(3)).unwrap();
    let patience = set.clients[0].patience.as_ref().unwrap();
    assert_eq!(patience.retries, 3);
    let problem = with(gives_up, retries, json!(1_000_001))
        .unwrap_err()
        .errors;
    assert_eq!(problem[0].path, "clients[0].patience.retries");
    assert_eq!(problem[0].allowed, "a whole number, 0 to 1000000");
}
