//! Checks between fields, which a declaration cannot express.

mod acts;
mod connections;
mod found;
mod patience;
mod workload;

pub use patience::{MAX_CONNECTIONS, MAX_CONNECTIONS_DEFAULT};

use super::acts::Act;
use super::error::{ProblemList, Problems};
use super::file::{Knob, Scenario};
use super::limits::{CONNECTIONS_MAX, GROUPS_MAX};
use super::server::SIZE;
use super::variables::variable;
use crate::json::Value;
use found::Check;

pub(super) fn validate(s: &Scenario) -> Result<(), Problems> {
    let mut c = Check {
        found: ProblemList::default(),
    };
    // In a file the reader has already checked it.
    s.server.fits(&mut |name, value, allowed| {
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
    for (i, act) in s.acts.iter().enumerate() {
        acts::act(&mut c, &format_args!("acts[{i}]"), s, act);
    }
    c.found.or(())
}

/// Checks one act against the scenario that it is for.
pub(super) fn fits(s: &Scenario, act: &Act) -> Result<(), Problems> {
    let mut c = Check {
        found: ProblemList::default(),
    };
    acts::act(&mut c, &"act", s, act);
    c.found.or(())
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
