//! The checks that types alone cannot make: ranges, and what belongs together.

mod change;
mod connections;
mod machine;
#[cfg(feature = "start")]
mod start;
mod workload;

use std::fmt::{Display, from_fn};

#[cfg(feature = "start")]
pub use start::no_state;

use super::error::{Found, Problem, Problems};
use super::server::{SIZE, Server};
use super::variables::{VariableKind, variable, variables};
use super::{Knob, Micros, Scenario};
use crate::json::Value;

/// Most connections of a run.
pub const CONNECTIONS_MAX: u64 = 65_536;
/// Most simulated time of a run: ten days, in microseconds.
pub const UNTIL_US_MAX: u64 = 864_000_000_000;
/// Most thread groups of a run.
pub const GROUPS_MAX: u64 = 4_096;
const SPAN_US_MAX: u64 = UNTIL_US_MAX;
const CONNECTION_STEP_MAX: u32 = 4_096;
const CONNECTION_ID_MAX: u64 = (1 << 53) - 1;

struct Check {
    found: Found,
}

// Paths and words are written down where something is wrong: the text of one that is not told is work and WebAssembly.
impl Check {
    fn range(&mut self, path: impl Display, value: u64, min: u64, max: u64) {
        self.within(&path, value, min, max);
    }

    fn within(&mut self, path: &dyn Display, value: u64, min: u64, max: u64) {
        if value < min || value > max {
            self.note(path, &value, &format_args!("{min} to {max}"));
        }
    }

    /// The limits are whole microseconds.
    fn micros(&mut self, path: impl Display, value: Micros, min: u64, max: u64) {
        self.within_micros(&path, value, min, max);
    }

    fn within_micros(&mut self, path: &dyn Display, value: Micros, min: u64, max: u64) {
        if value < Micros::whole(min) || value > Micros::whole(max) {
            self.note(path, &value, &format_args!("{min} to {max}"));
        }
    }

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
        found: Found::default(),
    };
    server(&mut c, &s.server);
    let size = s.server.get(SIZE);
    let groups = size.and_then(Value::as_u64).unwrap_or(1);
    if groups > GROUPS_MAX {
        c.fail(
            format_args!("server.{}", SIZE.field()),
            groups,
            format_args!("1 to {GROUPS_MAX} in one run of this simulator"),
        );
    }
    machine::machine(&mut c, s);
    c.range(
        "start.idle_workers",
        u64::from(s.start.idle_workers),
        0,
        1_000,
    );
    if groups.saturating_mul(u64::from(s.start.idle_workers)) > CONNECTIONS_MAX {
        c.fail(
            "start.idle_workers",
            s.start.idle_workers,
            format_args!("at most {CONNECTIONS_MAX} in all groups"),
        );
    }
    c.range("start.login_cpu_us", s.start.login_cpu_us, 0, SPAN_US_MAX);
    if let Some(tick) = s.start.first_tick_us {
        c.range("start.first_tick_us", tick, 0, SPAN_US_MAX);
    }
    c.range("until_us", s.until_us, 1, UNTIL_US_MAX);
    c.range("warm_up_us", s.warm_up_us, 0, s.until_us);
    c.range("budget.steps", u64::from(s.budget.steps), 1, 2_000_000_000);
    c.range("budget.record_mb", u64::from(s.budget.record_mb), 1, 1_024);
    #[cfg(not(feature = "start"))]
    workload::workload(&mut c, s);
    #[cfg(feature = "start")]
    {
        let known = workload::workload(&mut c, s);
        start::start(&mut c, s, &known);
    }
    for (i, knob) in s.knobs.iter().enumerate() {
        check_knob(&mut c, s, i, knob);
    }
    c.found.or(())
}

fn server(c: &mut Check, server: &Server) {
    let versions = server.scheduler.versions();
    let version = server.version();
    if !versions.contains(&version) {
        c.fail(
            "server.version",
            format_args!("\"{version}\""),
            from_fn(|f| f.write_str(&versions.join(" or "))),
        );
        return;
    }
    for (var, value) in &server.set {
        let path = format_args!("server.{}", var.field());
        let Some(row) = variable(server.scheduler, version, var.field()) else {
            let allowed = from_fn(|f| {
                let has = variables(server.scheduler, version).map(|v| v.field);
                let has = has.collect::<Vec<&str>>().join(", ");
                let who = server.scheduler.as_str();
                write!(f, "a variable that {who} {version} has: {has}")
            });
            c.fail(path, value, allowed);
            continue;
        };
        if row.code(value).is_none() {
            let allowed = from_fn(|f| {
                f.write_str(&row.allowed())?;
                match row.kind {
                    VariableKind::Number { .. } if !row.unit.is_empty() => {
                        write!(f, " {}", row.unit)
                    }
                    _ => Ok(()),
                }
            });
            c.fail(path, value, allowed);
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
