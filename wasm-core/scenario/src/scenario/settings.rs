//! Every setting of a run with its value: readers of this field distrust unstated settings.

use serde::Serialize;

use super::Scenario;
use super::fields::Field;
use super::variables::{Var, VariableKind, variables};
use crate::json::Value;

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

fn switch(on: bool) -> String {
    if on { "ON" } else { "OFF" }.to_owned()
}

impl Scenario {
    /// Every setting of this run, defaults filled in.
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
            let set = server.get(var);
            let value = match (set, row.kind) {
                (Some(Value::String(word)), _) => word.clone(),
                (Some(Value::Bool(on)), _) => switch(*on),
                (Some(value), _) => value.to_string(),
                (None, VariableKind::Number { .. }) => settings
                    .get(var)
                    .map_or_else(|| "not set".to_owned(), |n| n.to_string()),
                (None, VariableKind::Switch { default }) => switch(default),
                (None, VariableKind::Choice { default, .. }) => default.to_owned(),
            };
            add("server", row.field, value, set.is_some());
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
