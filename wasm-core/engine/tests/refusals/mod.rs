//! Wrong scenarios are refused with the place, the value and what is allowed; none crashes or runs for ever.

mod budget;
mod clients;
mod fields;
mod fuzz;
mod ranges;
mod record;
mod server_model;
mod together;
mod variables;

use crate::common::{Case, cpu};
use poolscope_engine::scenario::{Problem, Scenario};
use serde_json::Value;

fn problems(json: &Value) -> Vec<Problem> {
    Scenario::from_json(&json.to_string()).unwrap_err().errors
}

// Checks the only problem: its path, its value, and words that its `allowed` and its message contain.
fn refused(case: Case, path: &str, value: &str, allowed: &str) {
    let all = problems(&case.0);
    assert_eq!(all.len(), 1, "{all:?}");
    let problem = &all[0];
    assert_eq!(
        (problem.path.as_str(), problem.value.as_str()),
        (path, value),
        "{problem:?}"
    );
    assert!(problem.allowed.contains(allowed), "{problem:?}");
    assert!(
        problem.message.contains(path) && problem.message.contains(allowed),
        "{problem:?}"
    );
}

// The same for each line of a table: a field, its value, and words of what is allowed.
fn each_refused(case: Case, table: &str) {
    let case = ok(case);
    for line in table.trim().lines() {
        let (field, rest) = line.trim().split_once(" = ").unwrap();
        let (value, allowed) = rest.split_once(" | ").unwrap();
        let pointer = ["/", field].concat().replace(['.', '['], "/");
        let pointer = pointer.replace(']', "");
        let (above, name) = pointer.rsplit_once('/').unwrap();
        let mut case = case.clone();
        case.0.pointer_mut(above).unwrap()[name] = serde_json::from_str(value).unwrap();
        refused(case, field, value, allowed);
    }
}

fn ok(case: Case) -> Case {
    case.ask(0, 0, "q", &[cpu(1)])
}
