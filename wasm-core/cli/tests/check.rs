//! `poolscope check` on the vectors of the rules, right and wrong.

use crate::common::{poolscope, project, scratch, succeeds};

const VECTORS: &str = "tests/golden/vectors/thread-pool.json";

#[test]
fn every_vector_passes() {
    let out = succeeds(&["check", VECTORS]);
    assert_eq!(out, "99 passed, 0 failed\n");
}

#[test]
fn verbose_has_a_line_for_each() {
    let out = succeeds(&["check", "--verbose", VECTORS]);
    assert_eq!(out.lines().filter(|l| l.ends_with(": passed")).count(), 99);
    assert!(out.ends_with("\n99 passed, 0 failed\n"));
}

#[test]
fn differing_figures_are_printed() {
    let text = std::fs::read_to_string(project().join(VECTORS)).unwrap();
    let mut file: serde_json::Value = serde_json::from_str(&text).unwrap();
    let id = file["vectors"][0]["id"].as_str().unwrap().to_owned();
    file["vectors"][0]["expect"]["threads_peak"] = serde_json::json!([77]);
    let path = scratch("wrong-vectors.json");
    std::fs::write(&path, file.to_string()).unwrap();
    let said = poolscope(&["check", path.to_str().unwrap()]);
    assert_eq!(said.status, 1);
    let mut lines = said.out.lines();
    let first = lines.next().unwrap();
    assert!(
        first.starts_with(&format!("{id}: threads_peak: expected [77], got [")),
        "{first}"
    );
    assert_eq!(lines.last(), Some("98 passed, 1 failed"));
}

#[test]
fn other_files_are_refused() {
    let path = scratch("no-vectors.json");
    for (text, wanted) in [
        ("[]", "no pool-vectors/1: "),
        (
            r#"{"format":"pool-vectors/1"}"#,
            "no pool-vectors/1: missing field",
        ),
        (
            r#"{"server":{"scheduler":"mariadb"}}"#,
            "this is a scenario",
        ),
        ("{", "not JSON: "),
        (
            r#"{"format":"pool-vectors/2","vectors":[]}"#,
            "pool-vectors/1",
        ),
    ] {
        std::fs::write(&path, text).unwrap();
        let said = poolscope(&["check", path.to_str().unwrap()]);
        assert_eq!(said.status, 2, "{text}");
        assert!(said.err.contains(wanted), "{text}: {}", said.err);
    }
    assert_eq!(poolscope(&["check", "no-such-file.json"]).status, 2);
    assert_eq!(poolscope(&["check"]).status, 2);
}
