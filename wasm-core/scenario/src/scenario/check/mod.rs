//! Checks between fields, which a declaration cannot express.

mod connections;
mod patience;
mod workload;

use std::fmt::{Display, from_fn};

pub use patience::{MAX_CONNECTIONS, MAX_CONNECTIONS_DEFAULT};

use super::error::{Problem, ProblemList, Problems};
use super::server::{SIZE, Server};
use super::variables::{VariableKind, variable, variables};
use super::{CONNECTIONS_MAX, Knob, Scenario};
use crate::json::Value;

/// Most thread groups of a run.
pub const GROUPS_MAX: u64 = 4_096;

struct Check {
    found: ProblemList,
}

// Paths and words are formatted only if something is wrong: unused text costs time and WebAssembly.
impl Check {
    fn fail(&mut self, path: impl Display, value: impl Display, allowed: impl Display) {
        self.note(&path, &value, &allowed);
    }

    // Compiled once.
    fn note(&mut self, path: &dyn Display, value: &dyn Display, allowed: &dyn Display) {
        let problem = || Problem::new(path.to_string(), value, allowed.to_string());
        self.found.note(problem);
    }
}

pub(super) fn validate(s: &Scenario) -> Result<(), Problems> {
    let mut c = Check {
        found: ProblemList::default(),
    };
    // In a file the reader has already checked it.
    server(&s.server, &mut |name, value, allowed| {
        c.note(&format_args!("server.{name}"), value, allowed);
    });
    let size = s.server.get(SIZE);
    let groups = size.and_then(Value::as_u64).unwrap_or(1);
    if groups > GROUPS_MAX {
        c.fail(
            format_args!("server.{}", SIZE.field()),
            groups,
            format_args!("1 to {GROUPS_MAX} in one run of this simulator"),
        );
    }
    let idle = s.start.idle_workers;
    if groups.saturating_mul(u64::from(idle)) > CONNECTIONS_MAX {
        let allowed = format_args!("at most {CONNECTIONS_MAX} in all groups");
        c.fail("start.idle_workers", idle, allowed);
    }
    workload::workload(&mut c, s);
    let known = connections::connections(&mut c, s);
    patience::patience(&mut c, s, &known);
    for (i, knob) in s.knobs.iter().enumerate() {
        check_knob(&mut c, s, i, knob);
    }
    c.found.or(())
}

/// Combinations that a server can't have, reported with the name of the field.
pub(super) fn server(server: &Server, refuse: &mut dyn FnMut(&str, &dyn Display, &dyn Display)) {
    let versions = server.scheduler.versions();
    let version = server.version();
    if !versions.contains(&version) {
        let value = format_args!("\"{version}\"");
        let allowed = from_fn(|f| f.write_str(&versions.join(" or ")));
        return refuse("version", &value, &allowed);
    }
    for (var, value) in &server.set {
        let Some(row) = variable(server.scheduler, version, var.field()) else {
            let allowed = from_fn(|f| {
                let has = variables(server.scheduler, version).map(|v| v.field);
                let has = has.collect::<Vec<&str>>().join(", ");
                let who = server.scheduler.as_str();
                write!(f, "a variable that {who} {version} has: {has}")
            });
            refuse(var.field(), value, &allowed);
            continue;
        };
        if row.code(value).is_none() {
            let allowed = from_fn(|f| {
                f.write_str(&row.allowed())?;
                if matches!(row.kind, VariableKind::Number { .. }) && !row.unit.is_empty() {
                    write!(f, " {}", row.unit)?;
                }
                Ok(())
            });
            refuse(var.field(), value, &allowed);
        }
    }
}

fn check_knob(c: &mut Check, s: &Scenario, i: usize, knob: &Knob) {
    let path = format_args!("knobs[{i}]");
    match (&knob.name, &knob.label) {
        (Some(name), _) if knob.paths.is_empty() => {
            if variable(s.server.scheduler, s.server.version(), name).is_none() {
                c.fail(
                    format_args!("{path}.name"),
                    name,
                    "a variable that this server has",
                );
            }
        }
        (None, Some(_)) if !knob.paths.is_empty() => {}
        _ => c.fail(path, "a knob", "either name, or label and paths"),
    }
}
