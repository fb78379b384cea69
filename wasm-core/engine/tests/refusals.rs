//! Wrong scenarios are refused with the place, the value and what is allowed.

#![allow(
    clippy::unwrap_used,
    reason = "a wrong test may fail loudly; the helpers are no test functions"
)]

mod common;

use common::{Case, S, cpu, m4, m5, own, p5, p8};
use poolscope_engine::scenario::{Problem, Scenario};
use serde_json::{Value, json};

fn problems(json: &Value) -> Vec<Problem> {
    Scenario::from_json(&json.to_string()).unwrap_err().errors
}

// The only problem: its path, its value, and words that its allowed part and its message have.
fn refused(case: Case, path: &str, value: &str, allowed: &str) {
    let all = problems(&case.0);
    assert_eq!(all.len(), 1, "{all:?}");
    let problem = &all[0];
    assert_eq!(
        (problem.path.as_str(), problem.value.as_str()),
        (path, value),
        "{problem:?}"
    );
    assert!(problem.allowed.contains(allowed), "{problem:?}");
    assert!(
        problem.message.contains(path) && problem.message.contains(allowed),
        "{problem:?}"
    );
}

fn ok(case: Case) -> Case {
    case.ask(0, 0, "q", &[cpu(1)])
}

#[test]
fn unknown_fields() {
    refused(ok(m5()).top("untill_us", 5), "untill_us", "5", "until_us");
    refused(
        ok(m5()).set("oversubscribe", 5),
        "server.oversubscribe",
        "5",
        "thread_pool_oversubscribe",
    );
    refused(ok(m5()).machine("core", 5), "machine.core", "5", "cores");
    refused(ok(m5()).start("thread", 5), "start.thread", "5", "threads");
    let request = json!({"connection": 1, "at_us": 0, "steps": [{"cpu": 5}]});
    let all = problems(&ok(m5()).push("requests", request).0);
    assert_eq!(all[0].path, "requests[1].steps[0].cpu");
    let span = json!({"cpu_us": {"exponential": {"mean": 5}}});
    let all = problems(&m5().ask(0, 0, "q", &[span]).0);
    assert!(
        all[0].path.starts_with("requests[0].steps[0].cpu_us"),
        "{all:?}"
    );
}

#[test]
fn wrong_types() {
    refused(
        ok(m5()).top("until_us", "long"),
        "until_us",
        "\"long\"",
        "whole number",
    );
    refused(
        ok(m5()).top("until_us", 1.5),
        "until_us",
        "1.5",
        "whole number",
    );
    refused(
        ok(m5()).top("until_us", -1),
        "until_us",
        "-1",
        "whole number",
    );
    refused(
        ok(m5()).top("seed", 1_u64 << 32),
        "seed",
        "4294967296",
        "4294967296",
    );
    refused(ok(m5()).top("title", 7), "title", "7", "text");
    refused(
        ok(m5()).set("scheduler", "postgres"),
        "server.scheduler",
        "\"postgres\"",
        "percona",
    );
    refused(
        ok(m5()).start("threads", "some"),
        "start.threads",
        "\"some\"",
        "none",
    );
    refused(
        ok(m5()).machine("cores", "two"),
        "machine.cores",
        "\"two\"",
        "whole number",
    );
    let all = problems(&json!([1, 2]));
    assert!(all[0].message.contains("an object"), "{all:?}");
    let all = Scenario::from_json("{\"server\": ").unwrap_err().errors;
    assert!(all[0].message.contains("not JSON"), "{all:?}");
    assert!(all[0].path.contains("line 1"), "{all:?}");
}

#[test]
fn values_out_of_range() {
    refused(
        ok(m5()).oversubscribe(0),
        "server.thread_pool_oversubscribe",
        "0",
        "1 to 1000",
    );
    refused(
        ok(m5()).oversubscribe(1_001),
        "server.thread_pool_oversubscribe",
        "1001",
        "1 to 1000",
    );
    refused(
        ok(m4()).stall_ms(9),
        "server.thread_pool_stall_limit_ms",
        "9",
        "10 to 4294967295",
    );
    refused(
        ok(m5()).stall_ms(0),
        "server.thread_pool_stall_limit_ms",
        "0",
        "1 to 4294967295",
    );
    refused(
        ok(p8()).stall_ms(9),
        "server.thread_pool_stall_limit_ms",
        "9",
        "10 to 4294967295",
    );
    refused(
        ok(m5()).max_threads(65_537),
        "server.thread_pool_max_threads",
        "65537",
        "1 to 65536",
    );
    refused(
        ok(p8()).max_threads(100_001),
        "server.thread_pool_max_threads",
        "100001",
        "1 to 100000",
    );
    refused(
        ok(p8()).size(1_025),
        "server.thread_pool_size",
        "1025",
        "1 to 1024",
    );
    refused(
        ok(m5()).size(5_000),
        "server.thread_pool_size",
        "5000",
        "1 to 4096",
    );
    refused(ok(m5()).until(0), "until_us", "0", "1 to 864000000000");
    refused(
        ok(m5()).machine("cores", 0),
        "machine.cores",
        "0",
        "1 to 4096",
    );
    refused(
        ok(m5()).until(S).top("warm_up_us", 2 * S),
        "warm_up_us",
        "2000000",
        "0 to 1000000",
    );
    refused(
        m5().ask(
            0,
            0,
            "q",
            &[json!({"cpu_us": {"bimodal": {"p_long": 1.5, "short_us": 1, "long_us": 2}}})],
        ),
        "requests[0].steps[0].cpu_us.bimodal.p_long",
        "1.5",
        "0 to 1",
    );
    refused(
        m5().ask(
            0,
            0,
            "q",
            &[json!({"cpu_us": {"uniform": {"min_us": 9, "max_us": 2}}})],
        ),
        "requests[0].steps[0].cpu_us.uniform.min_us",
        "9",
        "0 to 2",
    );
    refused(
        ok(m5()).size(4_096).start("idle_workers", 1_000),
        "start.idle_workers",
        "1000",
        "65536",
    );
}

#[test]
fn the_server_model_and_its_ranges() {
    let latch = |field: &str, value: Value| {
        let mut costs = json!({"hold_us": 1});
        costs[field] = value;
        ok(own()).machine("latch", costs)
    };
    for (field, value, shown, allowed) in [
        ("hold_us", json!(-1), "-1", "0 to 1000000"),
        ("scan_us", json!(1e9), "1000000000", "0 to 1000000"),
        ("herd_growth_waiters", json!(0), "0", "0.001 to 1000000"),
        ("stages", json!(1_001), "1001", "0 to 1000"),
        ("herd_us", json!("many"), "\"many\"", "a number"),
    ] {
        let path = format!("machine.latch.{field}");
        refused(latch(field, value), &path, shown, allowed);
    }
    refused(
        ok(own()).machine("cold_cache", json!({"connection_us": 3})),
        "machine.cold_cache.contexts",
        "",
        "must be there",
    );
    refused(
        ok(own()).machine("thread_wake_us", 0.0001),
        "machine.thread_wake_us",
        "0.0001",
        "three decimals",
    );
    let needs = "a machine that has a latch";
    let visit = json!({"latch": true});
    refused(
        own().ask(0, 0, "q", std::slice::from_ref(&visit)),
        "requests[0].steps[0].latch",
        "latch",
        needs,
    );
    let stalls = json!([{"at_us": 0, "for_us": 1}]);
    refused(ok(own()).top("stalls", stalls), "stalls", "1", needs);
    refused(
        ok(own()).machine("run_queue", json!({})),
        "machine.run_queue",
        "a run queue",
        "machine.cores",
    );
    refused(
        ok(own()).machine("disk", json!({"channels": 0})),
        "machine.disk.channels",
        "0",
        "1 to 65536",
    );
    for (field, rows, shown, allowed) in [
        ("hot_rows", json!({"rows": 5, "hot_rows": 6}), "6", "0 to 5"),
        (
            "hot_rows",
            json!({"rows": 5, "hot_share": 0.5}),
            "0",
            "1 or more",
        ),
        (
            "hot_rows",
            json!({"rows": 5, "hot_rows": 5}),
            "5",
            "fewer than rows",
        ),
        (
            "hot_share",
            json!({"rows": 5, "hot_rows": 1, "hot_share": 1.5}),
            "1.5",
            "0 to 1",
        ),
        ("rows", json!({"rows": 0}), "0", "1 to 1000000000"),
    ] {
        let path = format!("requests[0].steps[0].row_lock.{field}");
        let case = own().ask(0, 0, "q", &[json!({"row_lock": rows})]);
        refused(case, &path, shown, allowed);
    }
    let late = json!([{"at_us": 0, "for_us": -1}]);
    refused(
        latch("scan_us", json!(0)).top("stalls", late),
        "stalls[0].for_us",
        "-1",
        "0 or more",
    );
}

#[test]
fn variables_of_another_server() {
    let tickets = "thread_pool_high_prio_tickets";
    refused(
        ok(m5()).set(tickets, 1),
        &format!("server.{tickets}"),
        "1",
        "mariadb 10.11 has",
    );
    let kickup = "thread_pool_prio_kickup_timer_ms";
    refused(
        ok(p8()).set(kickup, 1),
        &format!("server.{kickup}"),
        "1",
        "percona 8.0 has",
    );
    let dedicated = "thread_pool_dedicated_listener";
    refused(
        ok(m4()).set(dedicated, true),
        &format!("server.{dedicated}"),
        "true",
        "mariadb 10.4 has",
    );
    refused(
        ok(p5()).set("admin_port_high_priority", true),
        "server.admin_port_high_priority",
        "true",
        "percona 5.6 has",
    );
    refused(
        ok(own()).set("thread_pool_size", 1),
        "server.thread_pool_size",
        "1",
        "thread_cache_size",
    );
    refused(
        ok(m5()).set("version", "10.3"),
        "server.version",
        "\"10.3\"",
        "10.4 or 10.11",
    );
    refused(
        ok(m5()).set("thread_pool_priority", "max"),
        "server.thread_pool_priority",
        "\"max\"",
        "auto, high, low",
    );
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

#[test]
fn what_does_not_belong_together() {
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
    let mut still = row(0);
    still["connection_step"] = json!(0);
    refused(
        m5().push("clients", still),
        "clients[0].connection_step",
        "0",
        "1 to 4096",
    );
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

#[test]
fn weights_that_add_up_to_more_than_32_bits() {
    let statements: Vec<Value> = (0..5_000)
        .map(|_| json!({"weight": 1_000_000, "steps": []}))
        .collect();
    let crowd = json!({"count": 1, "arrivals": {"batch": {"at_us": 0}}, "statements": statements});
    refused(
        m5().push("clients", crowd),
        "clients[0].statements",
        "5000000000",
        "4294967295",
    );
}

#[test]
fn a_file_of_mistakes_gets_a_page_of_sentences() {
    let bad: Vec<Value> = (0..1_000)
        .map(|i| json!({"connection": i, "at_us": "x", "steps": 7}))
        .collect();
    let all = problems(&m5().top("requests", bad).0);
    assert!(all.len() > 1 && all.len() <= 20);
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
            .thread_pool_oversubscribe,
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
