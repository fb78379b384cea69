//! A server variable: its range, unit, default and help.

use serde::Serialize;

use crate::json::Value;
use crate::scenario::scheduler_name::SchedulerName;

/// What values a variable takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum VariableKind {
    /// A whole number.
    Number {
        /// Least.
        min: u64,
        /// Greatest.
        max: u64,
        /// Default; null if it depends on the machine or is "not set".
        default: Option<u64>,
    },
    /// ON or OFF.
    Switch {
        /// Default.
        default: bool,
    },
    /// One of a few words.
    Choice {
        /// The words.
        #[cfg_attr(feature = "schema", ts(type = "string[]"))]
        values: &'static [&'static str],
        /// Default.
        default: &'static str,
    },
}

/// A server variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Variable {
    /// Name in the server.
    pub name: &'static str,
    /// Name in scenario files: with the unit appended.
    pub field: &'static str,
    /// Unit, empty for a plain number.
    pub unit: &'static str,
    /// The scheduler that has it.
    pub scheduler: SchedulerName,
    /// The versions (of those that the engine has) to which this row applies.
    #[cfg_attr(feature = "schema", ts(type = "string[]"))]
    pub versions: &'static [&'static str],
    /// Its values.
    pub kind: VariableKind,
    /// SET GLOBAL changes it at run time.
    pub dynamic: bool,
    /// What it does, in a sentence. Pages read it from the generated table; the WebAssembly omits it.
    #[cfg(feature = "schema")]
    pub help: &'static str,
    /// The first release that has it, if it is newer than the server's pool. Source: scheduler rules,
    /// section 2.9; MySQL manual, "Server System Variables".
    #[cfg(feature = "schema")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub since: Option<&'static str>,
}

impl Variable {
    /// A value in the engine's form: a switch is 0 or 1, a word its index. None if it is not allowed.
    pub fn code(&self, value: &Value) -> Option<u64> {
        match self.kind {
            VariableKind::Number { min, max, .. } => {
                value.as_u64().filter(|n| (min..=max).contains(n))
            }
            VariableKind::Switch { .. } => value.as_bool().map(u64::from),
            VariableKind::Choice { values, .. } => place(values, value.as_str()?),
        }
    }

    /// The default in the engine's form.
    pub fn default_code(&self) -> Option<u64> {
        match self.kind {
            VariableKind::Number { default, .. } => default,
            VariableKind::Switch { default } => Some(default.into()),
            VariableKind::Choice { values, default } => place(values, default),
        }
    }

    /// What is allowed, in words.
    pub fn allowed(&self) -> String {
        match self.kind {
            VariableKind::Number { min, max, .. } => format!("{min} to {max}"),
            VariableKind::Switch { .. } => "true or false".to_owned(),
            VariableKind::Choice { values, .. } => values.join(", "),
        }
    }
}

fn place(values: &[&str], word: &str) -> Option<u64> {
    values.iter().position(|v| *v == word).map(|at| at as u64)
}
