//! Reads the server and the state at time 0.

use super::place::Place;
use crate::scenario::server::{SchedulerName, Server, Start, StartThreads};
use crate::scenario::variables::{FIELDS, Var, VariableKind};

/// Reads the server and its variables.
pub fn server(p: &Place<'_>) -> Server {
    let own = ["scheduler", "version"];
    let f = p.fields(&[own.as_slice(), FIELDS].concat());
    let variables = Var::all().filter_map(|(var, kind)| {
        let p = f.get(var.field())?;
        match kind {
            VariableKind::Number { .. } => {
                p.u64();
            }
            VariableKind::Switch { .. } => {
                p.bool();
            }
            VariableKind::Choice { .. } => {
                p.text();
            }
        }
        Some((var, p.value().clone()))
    });
    let schedulers = SchedulerName::ALL.map(|s| (s.as_str(), s));
    Server {
        scheduler: f
            .need("scheduler")
            .choice(&schedulers)
            .unwrap_or(SchedulerName::Mariadb),
        version: f.get("version").map(|p| p.text()),
        set: variables.collect(),
    }
}

pub(super) fn start(p: &Place<'_>) -> Start {
    let f = p.fields(&[
        "first_tick_us",
        "threads",
        "idle_workers",
        "dequeue_attempts",
        "login_cpu_us",
    ]);
    let threads = [
        ("listener", StartThreads::Listener),
        ("none", StartThreads::None),
    ];
    Start {
        first_tick_us: f.u64("first_tick_us"),
        threads: f
            .given("threads")
            .and_then(|p| p.choice(&threads))
            .unwrap_or_default(),
        idle_workers: f.u32_or("idle_workers", 0),
        dequeue_attempts: f.u32_or("dequeue_attempts", 0),
        login_cpu_us: f.u64_or("login_cpu_us", 0),
        #[cfg(feature = "start")]
        state: None,
    }
}
