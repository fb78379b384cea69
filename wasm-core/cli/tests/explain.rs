//! `poolscope explain` and `poolscope instruments`.

use crate::common::{eight, poolscope, sentence, succeeds};

#[test]
fn a_life_is_explained_in_sentences() {
    let file = eight("explain.json");
    let out = succeeds(&["explain", &file, "7"]);
    let title = sentence(
        "life_title",
        &[("request", "query 7"), ("latency", "4.000 s")],
    );
    assert!(
        out.starts_with(&format!(
            "{title}\n\nConnection 7, group 0, started by thread "
        )),
        "{out}"
    );
    let limit = sentence("why_max_threads", &[("threads", "6"), ("limit", "6")]);
    for (place, why) in [
        ("wait_sleep", sentence("why_in_wait", &[])),
        ("place_low_queue", limit),
    ] {
        let told = format!(" %), {}\n    {why}\n", sentence(place, &[]));
        assert!(out.contains(&told), "{told}: {out}");
    }
    assert!(out.contains("2.000 s to 4.000 s: 2.000 s (50 %), "));
    let arrived = sentence(
        "event_request_arrived",
        &[("request", "query 7"), ("connection", "7")],
    );
    assert!(out.contains(&format!("0 µs  {arrived}\n")));
    assert!(!out.contains("query 3"));
    assert_eq!(out, succeeds(&["explain", &file, "query 7"]));
    assert_eq!(out, succeeds(&["explain", &file, "#7"]));
}

#[test]
fn settings_change_a_life() {
    let file = eight("explain-set.json");
    let out = succeeds(&["explain", &file, "7", "--set", "thread_pool_max_threads=8"]);
    assert!(out.starts_with("Why did query 7 take 2.00"), "{out}");
    let out = succeeds(&["explain", &file, "7", "--until", "3s"]);
    assert!(
        out.starts_with(&sentence("life_title_open", &[("request", "query 7")])),
        "{out}"
    );
}

#[test]
fn an_unknown_request_is_refused() {
    let said = poolscope(&["explain", &eight("explain-bad.json"), "8"]);
    assert_eq!(said.status, 2);
    assert_eq!(
        said.err,
        "request: \"8\" is not allowed here; allowed: 0 (query 0) to 7 (query 7)\n"
    );
}

#[test]
fn tables_are_those_of_the_mysql_client() {
    let file = eight("instruments.json");
    let out = succeeds(&["instruments", &file, "--at", "1s"]);
    for wanted in [
        "\n+-------------------------+-------+\n| Variable_name           | Value |\n",
        "| Threadpool_threads      | 6     |\n",
        "SELECT * FROM information_schema.THREAD_POOL_GROUPS;\n",
        "|        0 |           8 |       6 |              0 |               0 |            2 |            0 |          0 |\n",
        "| SLEEP          |     6 |\n",
        "\n12 rows in set",
    ] {
        assert!(out.contains(wanted), "{wanted}\n{out}");
    }
    let json: serde_json::Value =
        serde_json::from_str(&succeeds(&["instruments", &file, "--at", "1s", "--json"])).unwrap();
    assert_eq!(json["tables"][0]["rows"][0][2], 6);
    // Before the queue builds up it is empty.
    assert!(
        succeeds(&["instruments", &file, "--at", "0s"])
            .contains("THREAD_POOL_QUEUES;\nEmpty set\n")
    );
}

#[test]
fn missing_tables_and_late_times_are_reported() {
    let file = eight("instruments-none.json");
    let percona = ["--set", "scheduler=percona", "--set", "version=8.0"];
    let out = succeeds(&[&["instruments", &file, "--at", "1s"], &percona[..]].concat());
    assert!(
        out.trim_end().ends_with(&sentence("instruments_none", &[])),
        "{out}"
    );
    let said = poolscope(&["instruments", &file, "--at", "6s"]);
    assert_eq!(said.status, 2);
    assert_eq!(
        said.err,
        "--at: 6.000 s is not allowed here; allowed: 0 s to 5.000 s, the end of the run\n"
    );
    assert_eq!(poolscope(&["instruments", &file]).status, 2);
}
