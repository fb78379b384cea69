//! `poolscope sweep`, as a reader would use it.

use crate::common::{EIGHT, all_refused, eight, poolscope_reading, sentence, succeeds};
use serde_json::Value;

#[test]
fn every_value_of_one_setting_meets_every_value_of_the_other() {
    let file = eight("sweep.json");
    let args = [
        "sweep",
        &file,
        "--set",
        "thread_pool_max_threads=2,6,8",
        "--set",
        "/clients/0/count=4,8",
        "--json",
    ];
    let out = succeeds(&args);
    let rows: Vec<Value> = out
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect();
    let settings: Vec<[u64; 2]> = rows
        .iter()
        .map(|r| [0, 1].map(|i| r["settings"][i]["value"].as_u64().unwrap()))
        .collect();
    assert_eq!(settings, [[2, 4], [2, 8], [6, 4], [6, 8], [8, 4], [8, 8]]);
    assert_eq!(rows[0]["settings"][1]["name"], "/clients/0/count");
    // Eight sleeps of two seconds: the same as a `poolscope run` with the same values.
    let run = succeeds(&["run", &file, "--set", "thread_pool_max_threads=6", "--json"]);
    let run: Value = serde_json::from_str(&run).unwrap();
    assert_eq!(rows[3]["p50_ns"], run["metrics"]["latency"]["p50_ns"]);
    assert_eq!(rows[3]["threads_peak"], run["metrics"]["threads_peak"]);
    assert_eq!(rows[3]["complete"], true);
}

#[test]
fn csv_and_the_table_have_a_row_a_run() {
    let args = [
        "sweep",
        "-",
        "--set",
        "version=10.4,10.11",
        "--seeds",
        "2",
        "--until",
        "3s",
    ];
    let csv = poolscope_reading(&[&args[..], &["--csv"]].concat(), EIGHT);
    assert_eq!(csv.status, 0, "{}", csv.err);
    let lines: Vec<&str> = csv.out.lines().collect();
    assert!(
        lines[0].starts_with("version,seed,finished,open,"),
        "{}",
        lines[0]
    );
    let begins: Vec<String> = lines[1..]
        .iter()
        .map(|l| l.split(',').take(2).collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(begins, ["10.4 1", "10.4 2", "10.11 1", "10.11 2"]);
    let table = poolscope_reading(&args, EIGHT);
    let rows = table.out.lines().take_while(|line| !line.is_empty());
    assert_eq!(rows.count(), 5, "{}", table.out);
}

#[test]
fn the_best_value_is_reported_with_its_significance() {
    let args = [
        "sweep",
        "sizing-unequal",
        "--set",
        "thread_pool_size=4..16 times 2",
        "--until",
        "3s",
        "--seeds",
        "5",
        "--best",
        "p95",
    ];
    let out = succeeds(&args);
    let (_, said) = out.split_once(&sentence("advice_title", &[])).unwrap();
    assert!(
        said.contains(&sentence("advice_cores", &[("cores", "4")])),
        "{said}"
    );
    let p95 = sentence("figure_curve_measure_p95", &[]);
    let params = [
        ("measure", &*p95),
        ("best", "thread_pool_size = 16"),
        ("value", "V"),
    ];
    let best = sentence("advice_best", &params);
    assert!(said.contains(best.trim_end_matches("V.")), "{said}");
    assert!(
        said.contains("What the scenario has now, thread_pool_size = 4, gives"),
        "{said}"
    );
    assert!(said.contains("it is not the best."), "{said}");
    let cores = succeeds(&[&args[..], &["--cores", "1"]].concat());
    assert!(
        cores.contains(&sentence("advice_cores", &[("cores", "1")])),
        "{cores}"
    );
    let alone = succeeds(&["sweep", "sizing-unequal", "--until", "1s"]);
    assert!(!alone.contains(&sentence("advice_title", &[])), "{alone}");
}

#[test]
fn a_wrong_value_is_refused_before_anything_runs() {
    let file = eight("sweep-wrong.json");
    let refused = [
        (
            "sweep FILE --set thread_pool_oversubscribe=1,0",
            "server.thread_pool_oversubscribe: 0 is not allowed here",
        ),
        ("sweep FILE --set thread_pool_size", "NAME=VALUE,VALUE,..."),
        (
            "sweep FILE --set thread_pool_size=1,,2",
            "NAME=VALUE,VALUE,...",
        ),
        (
            "sweep FILE --set no_such_thing=1",
            "no_such_thing: there is no such setting",
        ),
        ("sweep FILE --seeds 0", "0 is not in 1..=10000"),
        ("sweep FILE --json --csv", "cannot be used with"),
        (
            "sweep no-such-scenario",
            "no-such-scenario: there is no such file",
        ),
    ];
    all_refused(&file, &refused);
}
