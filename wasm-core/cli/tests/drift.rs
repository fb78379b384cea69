//! The committed files match the engine's types, and `--check` detects differences.

use std::fs;

use crate::common::{poolscope, scratch, succeeds};

#[test]
fn committed_files_are_up_to_date() {
    let said = poolscope(&["schema", "--check", "."]);
    assert_eq!(said.status, 0, "{}", said.err);
}

#[test]
fn drift_is_reported_with_its_first_line() {
    let folder = scratch("drift");
    let path = folder.to_str().unwrap();
    succeeds(&["schema", "--write", path]);
    assert!(succeeds(&["schema", "--check", path]).contains("types.ts: up to date"));
    let types = folder.join("web/src/model/generated/types.ts");
    let text = fs::read_to_string(&types).unwrap();
    fs::write(
        &types,
        text.replacen("waited_ns: number", "waited_ns: string", 1),
    )
    .unwrap();
    let said = poolscope(&["schema", "--check", path]);
    assert_eq!(said.status, 1);
    assert!(
        said.err.contains("types.ts: line ") && said.err.contains("npm run generate"),
        "{}",
        said.err
    );
    fs::remove_file(&types).unwrap();
    assert_eq!(poolscope(&["schema", "--check", path]).status, 2);
    // Only files that differ are written.
    let out = succeeds(&["schema", "--write", path]);
    assert!(
        out.contains("types.ts: written") && out.contains("variables.json: up to date"),
        "{out}"
    );
}

#[test]
fn each_part_is_printed_alone() {
    let schema: serde_json::Value = serde_json::from_str(&succeeds(&["schema"])).unwrap();
    assert_eq!(
        schema["$defs"]["Machine"]["properties"]["cores"]["maximum"],
        4_096
    );
    let variables: serde_json::Value =
        serde_json::from_str(&succeeds(&["schema", "--variables"])).unwrap();
    assert_eq!(variables[0]["name"], "thread_pool_size");
    let types = succeeds(&["schema", "--typescript"]);
    for wanted in [
        "\nexport type ScenarioFile = {\n",
        "\nexport type Outcome = {\n",
        "} & EventKind;\n",
        "  | { \"kind\": \"queued\", request: RequestId, connection: ConnectionId, group: GroupId, lane: Lane, } & LaneReason\n",
    ] {
        assert!(types.contains(wanted), "{wanted}");
    }
    assert!(!types.contains("bigint"));
}
