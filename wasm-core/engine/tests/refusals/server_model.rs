//! The machine of the server model: its parts and their ranges.

use serde_json::{Value, json};

use super::{ok, refused};
use crate::common::own;

#[test]
fn the_server_model_and_its_ranges() {
    let latch = |field: &str, value: Value| {
        let mut costs = json!({"hold_us": 1});
        costs[field] = value;
        ok(own()).machine("latch", costs)
    };
    for (field, value, shown, allowed) in [
        ("scan_us", json!(1e9), "1000000000.0", "0 to 1000000"),
        ("herd_growth_waiters", json!(0), "0", "0.001 to 1000000"),
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
        "0 to 864000000000",
    );
}
