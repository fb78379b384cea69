//! Values out of range, by server and version.

use serde_json::{Value, json};

use super::{ok, refused};
use crate::common::{S, m4, m5, p8};

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
