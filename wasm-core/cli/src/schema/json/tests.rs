use super::{LIMITS, schema};
use poolscope_engine::scenario::Scenario;
use serde_json::{Value, json};

fn scenario() -> Value {
    json!({
        "server": { "scheduler": "mariadb", "thread_pool_size": 1 },
        "machine": { "cores": 1, "poll_wake_us": 0, "thread_wake_us": 0, "thread_create_us": 0, "timer_round_us": 0, "hand_over_us": 0, "injection_us": 1_000,
                     "cold_cache": { "contexts": 1, "connection_us": 1, "thread_us": 1, "warm_worker_us": 0 },
                     "latch": { "hold_us": 1, "scan_us": 1, "hand_over_us": 1, "herd_us": 1, "stages": 1 },
                     "run_queue": { "time_slice_us": 1, "context_switch_us": 0 }, "disk": { "channels": 1 },
                     "socket_buffer_kb": 0 },
        "stalls": [{ "at_us": 0, "for_us": 0 }],
        "start": { "idle_workers": 0, "login_cpu_us": 0, "first_tick_us": 0 },
        "budget": { "steps": 1, "record_mb": 1 },
        "until_us": 1_000,
        "requests": [{ "connection": 1, "at_us": 0, "steps": [{ "cpu_us": 1 }, { "result_kb": 0 }, { "row_lock": { "rows": 1 } }] }],
        "loops": [{ "connection": 2, "at_us": 0, "think_us": 0, "statements": [{ "weight": 1, "steps": [{ "cpu_us": 1 }] }] }],
        "clients": [{ "count": 1, "connection_step": 1, "bandwidth_kb_per_s": 1, "arrivals": { "batch": { "at_us": 0 } }, "statements": [{ "steps": [{ "cpu_us": 1 }] }] }],
    })
}

fn pointer(definition: &str, field: &str) -> String {
    let place = match definition {
        "" => "",
        "Clients" => "/clients/0",
        "Statement" => "/loops/0/statements/0",
        "Request" => "/requests/0",
        "Loop" => "/loops/0",
        "ColdCache" => "/machine/cold_cache",
        "Latch" => "/machine/latch",
        "RunQueue" => "/machine/run_queue",
        "Disk" => "/machine/disk",
        "Step" => "/requests/0/steps/1",
        "RowLock" => "/requests/0/steps/2/row_lock",
        "Stall" => "/stalls/0",
        section => &format!("/{}", section.to_lowercase()),
    };
    format!("{place}/{field}")
}

#[test]
fn limits_are_those_of_the_engine() {
    for (definition, field, min, max) in LIMITS {
        let place = pointer(definition, field);
        let refused = |value: u64| {
            let mut scenario = scenario();
            *scenario.pointer_mut(&place).unwrap() = json!(value);
            let path = place
                .trim_start_matches('/')
                .replace("/0", "[0]")
                .replace("/1", "[1]")
                .replace("/2", "[2]")
                .replace('/', ".");
            let read = Scenario::from_json(&scenario.to_string());
            read.is_err_and(|problems| problems.errors.iter().any(|p| p.path == path))
        };
        assert!(!refused(min) && refused(max + 1), "{place}");
        // As many clients as a run may have leave no room for the other connections.
        assert!(
            !refused(max - u64::from(definition == "Clients") * 2),
            "{place}"
        );
        assert!(min == 0 || refused(min - 1), "{place}");
    }
}

#[test]
fn ranges_of_variables_are_those_of_the_servers() {
    let schema = schema();
    let field = |name: &str| schema["$defs"]["Server"]["properties"][name].clone();
    assert_eq!(field("thread_pool_oversubscribe")["maximum"], 1_000);
    assert_eq!(field("thread_pool_stall_limit_ms")["minimum"], 1);
    assert_eq!(
        field("thread_pool_priority")["enum"],
        json!(["auto", "high", "low", null])
    );
    let help = field("thread_pool_stall_limit_ms")["description"].to_string();
    assert!(
        help.contains("MariaDB 10.4: 10 to 4294967295 ms, default 500 ms"),
        "{help}"
    );
    assert_eq!(schema["required"], json!(["server", "until_us"]));
    assert!(!schema.to_string().contains("uint"));
}
