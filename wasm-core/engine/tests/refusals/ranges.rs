//! Values out of range, by server and version.

use serde_json::{Value, json};

use super::{each_refused, refused};
use crate::common::{S, m4, m5, p8};

#[test]
fn values_out_of_range() {
    each_refused(
        m5().until(S),
        "server.thread_pool_oversubscribe = 0 | 1 to 1000
         server.thread_pool_oversubscribe = 1001 | 1 to 1000
         server.thread_pool_stall_limit_ms = 0 | 1 to 4294967295
         server.thread_pool_max_threads = 65537 | 1 to 65536
         server.thread_pool_size = 5000 | 1 to 4096
         until_us = 0 | 1 to 864000000000
         machine.cores = 0 | 1 to 4096
         warm_up_us = 2000000 | 0 to 1000000",
    );
    each_refused(
        m4(),
        "server.thread_pool_stall_limit_ms = 9 | 10 to 4294967295",
    );
    each_refused(
        p8(),
        "server.thread_pool_stall_limit_ms = 9 | 10 to 4294967295
         server.thread_pool_max_threads = 100001 | 1 to 100000
         server.thread_pool_size = 1025 | 1 to 1024",
    );
    each_refused(m5().size(4_096), "start.idle_workers = 1000 | 65536");
    for (span, at, value, allowed) in [
        (
            json!({"bimodal": {"p_long": 1.5, "short_us": 1, "long_us": 2}}),
            "bimodal.p_long",
            "1.5",
            "0 to 1",
        ),
        (
            json!({"uniform": {"min_us": 9, "max_us": 2}}),
            "uniform.min_us",
            "9",
            "0 to 2",
        ),
    ] {
        let case = m5().ask(0, 0, "q", &[json!({"cpu_us": span})]);
        let path = format!("requests[0].steps[0].cpu_us.{at}");
        refused(case, &path, value, allowed);
    }
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
