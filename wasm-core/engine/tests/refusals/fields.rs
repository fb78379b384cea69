//! Fields that do not exist, and values of another type.

use poolscope_engine::scenario::Scenario;
use serde_json::{Value, json};

use crate::common::m5;
use crate::{ok, problems, refused};

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
fn a_file_of_mistakes_gets_a_page_of_sentences() {
    let bad: Vec<Value> = (0..1_000)
        .map(|i| json!({"connection": i, "at_us": "x", "steps": 7}))
        .collect();
    let all = problems(&m5().top("requests", bad).0);
    assert!(all.len() > 1 && all.len() <= 20);
}
