//! What is wrong with an input: the value, its place, and what is allowed there.

use std::fmt;

use serde::Serialize;

use crate::json::Syntax;

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Problem {
    /// Place in the scenario, for example `server.thread_pool_size`.
    pub path: String,
    /// The value as it was given, as JSON (shortened where it is long).
    pub value: String,
    /// What would be right.
    pub allowed: String,
    /// All three in a sentence; the same in the command line and on the page.
    pub message: String,
}

/// All that is wrong with an input; never empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Problems {
    /// In the order of the file.
    pub errors: Vec<Problem>,
}

impl Problem {
    /// A problem from its three parts.
    pub fn new(
        path: impl Into<String>,
        value: impl fmt::Display,
        allowed: impl Into<String>,
    ) -> Self {
        Problem::of(path.into(), value.to_string(), allowed.into())
    }

    // Compiled once.
    fn of(path: String, value: String, allowed: String) -> Self {
        let value = shortened(value);
        let place = if path.is_empty() {
            "the scenario"
        } else {
            &path
        };
        let message = format!("{place}: {value} is not allowed here; allowed: {allowed}");
        Problem {
            path,
            value,
            allowed,
            message,
        }
    }

    /// The text is not JSON.
    pub fn syntax(error: &Syntax) -> Self {
        let Syntax { what, line, column } = error;
        Problem {
            path: format!("line {line}, column {column}"),
            value: String::new(),
            allowed: "JSON".to_owned(),
            message: format!("not JSON: {what} at line {line} column {column}"),
        }
    }
}

/// A value short enough for a sentence.
pub(super) fn shortened(value: String) -> String {
    if value.chars().count() > 60 {
        value.chars().take(57).collect::<String>() + "..."
    } else {
        value
    }
}

impl Problems {
    /// A single problem.
    pub fn one(problem: Problem) -> Self {
        Problems {
            errors: vec![problem],
        }
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.errors.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            f.write_str(&problem.message)?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}
