//! Every setting of a run with its value, because readers in this field distrust unstated settings.

use serde::Serialize;

use super::Scenario;
use super::fields::Field;
use super::variables::{CLIENT_LIMITS, Var, VariableKind, variables};

/// A setting and its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Setting {
    /// `server`, `machine`, `start` or `run`.
    pub section: String,
    /// Name in scenario files.
    pub name: String,
    /// Value as words.
    pub value: String,
    /// Given in the scenario; false: a default.
    pub given: bool,
}

impl Scenario {
    /// Every setting of this run, including defaults.
    pub fn settings(&self) -> Vec<Setting> {
        let mut all = Vec::new();
        let mut add = |section: &str, name: &str, value: String, given: bool| {
            all.push(Setting {
                section: section.to_owned(),
                name: name.to_owned(),
                value,
                given,
            });
        };
        let server = &self.server;
        add(
            "server",
            "scheduler",
            server.scheduler.as_str().to_owned(),
            true,
        );
        add(
            "server",
            "version",
            server.version().to_owned(),
            server.version.is_some(),
        );
        let settings = server.settings(self.machine.cores);
        for row in variables(server.scheduler, server.version()) {
            let Some(var) = Var::named(row.field) else {
                continue;
            };
            // Limits of clients say nothing about a pool, unless the scenario sets them.
            if CLIENT_LIMITS.contains(&row.field) && server.get(var).is_none() {
                continue;
            }
            let value = match (settings.get(var), row.kind) {
                (None, _) => "not set".to_owned(),
                (Some(number), VariableKind::Number { .. }) => number.to_string(),
                (Some(on), VariableKind::Switch { .. }) => {
                    if on == 1 { "ON" } else { "OFF" }.to_owned()
                }
                (Some(place), VariableKind::Choice { values, .. }) => {
                    let word = values.get(place as usize).copied();
                    word.unwrap_or_default().to_owned()
                }
            };
            add("server", row.field, value, server.get(var).is_some());
        }
        if self.machine.cores.is_none() {
            add("machine", "cores", "unlimited".to_owned(), false);
        }
        self.machine.tell("", false, &mut |path, value, given| {
            add("machine", path, value, given);
        });
        if let Some(tick) = self.start.first_tick_us {
            add("start", "first_tick_us", tick.to_string(), true);
        }
        add(
            "start",
            "login_cpu_us",
            self.start.login_cpu_us.to_string(),
            self.start.login_cpu_us != 0,
        );
        add("run", "seed", self.seed.to_string(), true);
        add("run", "until_us", self.until_us.to_string(), true);
        all
    }
}
