//! Problems of an input: the value, its place, and what is allowed there.

use std::fmt;

use serde::Serialize;

use crate::json::Syntax;

/// Most problems that are listed: a file with ten thousand mistakes needs no ten thousand sentences.
pub const PROBLEMS_MAX: usize = 100;

/// One thing that is wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Problem {
    /// Place in the scenario, for example `server.thread_pool_size`.
    pub path: String,
    /// The value as it was given, as JSON (shortened where it is long).
    pub value: String,
    /// What would be right.
    pub allowed: String,
    /// All three in a sentence, the same in the command line and on the page.
    pub message: String,
}

/// All problems of an input; never empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Problems {
    /// In the order of the file; after [`PROBLEMS_MAX`] of them, one that says where the list was cut.
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
}

/// A value short enough for a sentence.
pub(super) fn shortened(value: String) -> String {
    if value.chars().count() > 60 {
        value.chars().take(57).collect::<String>() + "..."
    } else {
        value
    }
}

/// Problems as they are found.
#[derive(Default)]
pub(super) struct ProblemList(Vec<Problem>);

impl ProblemList {
    /// Whether the list was cut.
    pub fn full(&self) -> bool {
        self.0.len() > PROBLEMS_MAX
    }

    pub fn count(&self) -> usize {
        self.0.len()
    }

    pub fn note(&mut self, problem: impl FnOnce() -> Problem) {
        if self.0.len() < PROBLEMS_MAX {
            self.0.push(problem());
        } else if !self.full() {
            let Problem { path, value, .. } = problem();
            let allowed = format!("at most {PROBLEMS_MAX} problems: mend those first");
            let message = format!(
                "{path}: one problem more than the {PROBLEMS_MAX} that are listed; the rest is left out"
            );
            self.0.push(Problem {
                path,
                value,
                allowed,
                message,
            });
        }
    }

    /// The result, if no problem was found.
    pub fn or<T>(self, result: T) -> Result<T, Problems> {
        if self.0.is_empty() {
            Ok(result)
        } else {
            Err(Problems { errors: self.0 })
        }
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

/// The text is not JSON.
impl From<Syntax> for Problems {
    fn from(Syntax { what, line, column }: Syntax) -> Self {
        Problems::one(Problem {
            path: format!("line {line}, column {column}"),
            value: String::new(),
            allowed: "JSON".to_owned(),
            message: format!("not JSON: {what} at line {line} column {column}"),
        })
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
