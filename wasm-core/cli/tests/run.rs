//! `poolscope run`, and what it refuses.
use crate::common::{EIGHT, all_refused, eight, poolscope_reading, scratch, sentence, succeeds};
use serde_json::Value;

fn latencies_ms(outcome: &Value) -> Vec<u64> {
    let lives = outcome["lives"].as_array().unwrap().iter();
    lives
        .map(|l| (l["end_ns"].as_u64().unwrap() - l["arrive_ns"].as_u64().unwrap()) / 1_000_000)
        .collect()
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&succeeds(args)).unwrap()
}

#[test]
fn requests_stand_with_their_segments_and_reasons() {
    let out = succeeds(&["run", &eight("run.json")]);
    assert!(out.starts_with(
        "Eight sleeps\nmariadb 10.11, thread_pool_size = 1, thread_pool_max_threads = 6\n"
    ));
    let row = out.lines().find(|l| l.starts_with("7  query 7")).unwrap();
    assert!(
        row.contains("0.000 ms") && row.ends_with("4.000 s"),
        "{row}"
    );
    let why = sentence("why_max_threads", &[("threads", "6"), ("limit", "6")]);
    let place = sentence("place_low_queue", &[]);
    assert!(
        out.lines().any(|l| l.contains(&place) && l.ends_with(&why)),
        "{out}"
    );
    assert!(out.contains(&format!("2.000 s  {}", sentence("wait_sleep", &[]))));
    assert!(out.contains("Answered      8 of 8 requests in 5.000 s"));
    assert!(out.contains("Throughput    1.600 per second"));
    assert!(out.contains("p95 4.000 s"));
    assert!(out.contains("Peaks         group 0: at most 6 threads"));
    assert!(out.contains("Little's law  throughput times mean latency is 4.000"));
    let stopped = sentence("stopped_until", &[]);
    assert!(out.contains(&format!("Stopped       at 5.000 s, because {stopped}")));
    assert!(!out.contains(&sentence("log_title", &[])));
}

#[test]
fn the_log_is_printed_on_demand() {
    let out = succeeds(&["run", &eight("log.json"), "--log"]);
    let params = [("thread", "2"), ("request", "query 1"), ("threads", "3")];
    let created = sentence("event_thread_created_wait_began", &params);
    assert!(
        out.contains(&format!(
            "120 µs  {created}
"
        )),
        "{out}"
    );
}

#[test]
fn json_is_the_whole_outcome() {
    let outcome = json(&["run", &eight("json.json"), "--json"]);
    assert_eq!(outcome["lives"].as_array().unwrap().len(), 8);
    assert_eq!(outcome["metrics"]["finished"], 8);
    assert_eq!(outcome["scenario"]["title"], "Eight sleeps");
    assert!(!outcome["events"].as_array().unwrap().is_empty());
}

#[test]
fn settings_change_the_outcome() {
    let file = eight("set.json");
    let run = |more: &[&str]| latencies_ms(&json(&[&["run", &file, "--json"], more].concat()));
    assert_eq!(*run(&[]).iter().max().unwrap(), 4_000);
    assert_eq!(
        *run(&["--set", "thread_pool_max_threads=8"])
            .iter()
            .max()
            .unwrap(),
        2_000
    );
    assert_eq!(run(&["--set", "/clients/0/count=12"]).len(), 12);
    let percona = [
        "--set",
        "scheduler=percona",
        "--set",
        "version=8.0",
        "--until",
        "9s",
    ];
    assert_eq!(run(&percona).len(), 8);
    let outcome = json(&["run", &file, "--json", "--until", "5500ms", "--seed", "7"]);
    assert_eq!(outcome["end_ns"], 5_500_000_000_u64);
    let seed = outcome["settings"]
        .as_array()
        .unwrap()
        .iter()
        .find(|s| s["name"] == "seed")
        .unwrap();
    assert_eq!(seed["value"], "7");
}

#[test]
fn one_seed_gives_one_outcome() {
    let open = EIGHT.replace(
        r#""batch": { "at_us": 0 }"#,
        r#""open": { "between": { "exponential": { "mean_us": 100000 } } }"#,
    );
    let run = |seed: &str| {
        let said = poolscope_reading(&["run", "-", "--json", "--seed", seed], &open);
        assert_eq!(said.status, 0, "{}", said.err);
        said.out
    };
    assert_eq!(run("1"), run("1"));
    let events = |text: &str| serde_json::from_str::<Value>(text).unwrap()["events"].clone();
    assert_ne!(events(&run("1")), events(&run("2")));
}

#[test]
fn scenarios_are_known_by_name() {
    let list = succeeds(&["list"]);
    let name = list
        .lines()
        .nth(1)
        .unwrap()
        .split_whitespace()
        .next()
        .unwrap();
    assert!(succeeds(&["run", name]).contains("Stopped"));
}

#[test]
fn bad_input_is_reported_on_standard_error() {
    let file = eight("bad.json");
    let refused = [
        (
            "run FILE --set thread_pool_oversubscribe=0",
            "server.thread_pool_oversubscribe: 0 is not allowed here; allowed: 1 to 1000\n",
        ),
        (
            "run FILE --set /clients/0/count=many",
            "clients[0].count: \"many\" is not allowed here; allowed: a whole number, 1 to 65536",
        ),
        (
            "run FILE --set no_such_thing=1",
            "no_such_thing: there is no such setting to set to 1; allowed: ",
        ),
        (
            "run no-such-scenario",
            "no-such-scenario: there is no such file and no scenario of that name; allowed: ",
        ),
        ("run no/such/file.json", "no/such/file.json: "),
        ("run FILE --until 4", "a time such as 1.2s, 300ms or 50us"),
        ("run FILE --set seed", "NAME=VALUE"),
        ("run", "Usage: poolscope run"),
        ("fly", "unrecognized subcommand"),
    ];
    all_refused(&file, &refused);
    let said = poolscope_reading(&["run", "-"], "{ \"server\": ");
    assert_eq!(said.status, 2);
    assert!(said.err.starts_with("not JSON: "), "{}", said.err);
}

#[test]
fn a_run_that_uses_up_its_budget_says_so() {
    let short = EIGHT.replacen('{', r#"{ "budget": { "steps": 5 },"#, 1);
    let out = poolscope_reading(&["run", "-"], &short).out;
    assert!(
        out.contains(&sentence("stopped_budget_steps", &[])),
        "{out}"
    );
    assert!(out.contains(&sentence("table_open", &[])), "{out}");
}

/// One statement takes a lock for good: later requests for it hang, and the figures show it.
const HANGS: &str = r#"{"server":{"scheduler":"one-thread-per-connection"},"until_us":12000000,
    "requests":[{"connection":9000,"at_us":0,"name":"holder","steps":[{"lock":"a"}]}],
    "clients":[
        {"count":100,"arrivals":{"spread":{"at_us":1000000,"gap_us":1000}},
         "statements":[{"name":"select","steps":[{"cpu_us":1000}]}]},
        {"count":201,"arrivals":{"spread":{"at_us":2000000,"gap_us":1000}},
         "statements":[{"name":"update","steps":[{"lock":"a"}]}]}]}"#;

#[test]
fn a_server_that_hangs_does_not_look_healthy() {
    let said = poolscope_reading(&["run", "-"], HANGS);
    assert_eq!(said.status, 0, "{}", said.err);
    let open = sentence("figures_open", &[("count", "201"), ("time", "10.000 s")]);
    assert!(
        said.out.contains(&format!("Still open    {open}")),
        "{}",
        said.out
    );
    let line = |name: &str| {
        let lines = said.out.lines().skip_while(|l| !l.starts_with("Statement"));
        lines
            .filter(|l| l.starts_with(name))
            .last()
            .unwrap()
            .to_owned()
    };
    let words: Vec<String> = line("select")
        .split("  ")
        .map(|w| w.trim().to_owned())
        .collect();
    assert_eq!(
        words.iter().filter(|w| !w.is_empty()).nth(1).unwrap(),
        "100"
    );
    let oldest = sentence(
        "statements_oldest",
        &[("count", "201"), ("time", "10.000 s")],
    );
    assert!(line("update").contains("≥ 10.000 s") && line("update").ends_with(&oldest));
}

/// Source: the variable's own unit in Oracle's server is ten milliseconds.
#[test]
fn a_variable_goes_by_the_name_that_its_server_has() {
    let oracle = r#"{"server":{"scheduler":"oracle"},"until_us":1000,
        "requests":[{"connection":0,"at_us":0,"steps":[{"cpu_us":1}]}]}"#;
    for set in [
        "thread_pool_stall_limit=10",
        "thread_pool_stall_limit_10ms=10",
    ] {
        let said = poolscope_reading(&["run", "-", "--json", "--set", set], oracle);
        assert_eq!(said.status, 0, "{set}: {}", said.err);
        let outcome: Value = serde_json::from_str(&said.out).unwrap();
        assert_eq!(
            outcome["scenario"]["server"]["thread_pool_stall_limit_10ms"], 10,
            "{set}"
        );
    }
    let moved = [
        "--set",
        "thread_pool_stall_limit=10",
        "--set",
        "scheduler=oracle",
    ];
    let said = poolscope_reading(
        &[&["run", "-", "--json"], &moved[..]].concat(),
        &oracle.replace("oracle", "mariadb"),
    );
    assert_eq!(said.status, 0, "{}", said.err);
}

/// One worker is held; a client gives up its statement, which is executed for nobody, and the next one finds the
/// server full.
const GIVES_UP: &str = r#"{
  "server": {"scheduler": "one-thread-per-connection", "max_connections": 10},
  "machine": {"thread_wake_us": 0, "thread_create_us": 0},
  "until_us": 9000000,
  "clients": [{"name": "visit", "count": 10, "arrivals": {"open": {"between": 100000, "count": 11}},
    "statements": [{"name": "visit", "steps": [{"wait_us": 4000000, "kind": "diskio"}]}],
    "patience": {"gives_up_us": 1050000, "retries": 1, "wait_us": 100000}}]
}"#;

#[test]
fn a_run_says_what_clients_that_give_up_cost() {
    let file = scratch("gives-up.json");
    std::fs::write(&file, GIVES_UP).unwrap();
    let file = file.to_string_lossy();
    let out = succeeds(&["run", &file]);
    for (label, key) in [
        ("Given up", "run_given_up"),
        ("Tried again", "run_tried_again"),
        ("Lost", "run_lost"),
        ("For nobody", "run_for_nobody"),
        ("Refused", "run_refused"),
    ] {
        let line = out.lines().find(|l| l.starts_with(&format!("{label} ")));
        let told = line.unwrap_or_else(|| panic!("{label}: {out}"));
        let n = told
            .split_whitespace()
            .find_map(|w| w.trim_end_matches(':').parse().ok());
        let n: u64 = n.unwrap();
        assert!(
            n > 0 && told.ends_with(&sentence(key, &[("count", &n.to_string())])),
            "{told}"
        );
    }
    let done = sentence("explain_for_nobody_done", &[("time", "4.100 s")]);
    assert!(out.contains(&format!("    {done}\n")), "{out}");
    let first = succeeds(&["explain", &file, "0"]);
    let given_up = sentence("explain_given_up", &[("time", "1.150 s")]);
    assert!(first.contains(&format!("{given_up}. {done}\n")), "{first}");
    // A run without such clients says none of it.
    let plain = succeeds(&["run", &eight("plain.json")]);
    assert!(
        !plain.contains("Given up") && !plain.contains("Refused"),
        "{plain}"
    );
}
