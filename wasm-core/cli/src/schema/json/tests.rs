use super::schema;
use serde_json::json;

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
