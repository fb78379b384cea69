//! The whole input of a run: what the server is set to, what the clients do, how long to watch.
//! One JSON file; unknown fields, wrong types and values out of range are refused with their path.

mod arrivals;
mod check;
mod error;
mod machine;
mod overrides;
pub mod read;
mod server;
mod settings;
mod span;
mod start;
mod variables;
mod workload;

use serde::Serialize;

use crate::json::{self, FloatReader, Value};

pub use arrivals::Arrivals;
#[cfg(feature = "start")]
pub use check::no_state;
pub use check::{CONNECTIONS_MAX, GROUPS_MAX};
pub use error::{PROBLEMS_MAX, Problem, Problems, WORDS};
pub use machine::{ColdCache, Disk, Latch, Machine, RunQueue, Stall};
pub use overrides::read as read_overrides;
pub use overrides::{Overrides, parse_overrides};
pub use server::{HighPrioMode, PoolPriority, SIZE, Settings};
pub use server::{SchedulerName, Server, Start, StartThreads};
pub use settings::Setting;
pub use span::{Micros, RandomSpan, Span};
pub use start::{
    Due, Kill, StartClients, StartConnection, StartCores, StartCpu, StartGroup, StartQueued,
    StartRequest, StartState, StartThread, ThreadDoes,
};
pub use variables::{FIELDS, VARIABLES, Var, Variable, VariableKind, var, variable};
pub use workload::{
    Change, Clients, Connection, Loop, Port, Request, RowLock, Statement, Step, WaitKindName,
};

/// A scenario file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "schema", ts(rename = "ScenarioFile"))]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Where the JSON Schema of this file is, for editors.
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// Short title.
    #[serde(default)]
    pub title: String,
    /// The question that the run answers.
    #[serde(default)]
    pub question: String,
    /// What happens and where it was seen, in a few sentences.
    #[serde(default)]
    pub about: String,
    /// Where the case comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// The server and its variables.
    pub server: Server,
    /// The machine that it runs on.
    #[serde(default)]
    pub machine: Machine,
    /// The state at time 0.
    #[serde(default)]
    pub start: Start,
    /// Seed of every random stream.
    #[cfg_attr(feature = "schema", schemars(default = "default_seed"))]
    pub seed: u32,
    /// Length of the run in microseconds of simulated time.
    pub until_us: u64,
    /// Requests that arrive before this time are left out of the metrics.
    #[serde(default)]
    pub warm_up_us: u64,
    /// How much work the run may be.
    #[serde(default)]
    pub budget: Budget,
    /// How much of the run is kept to be looked at one by one.
    #[serde(default)]
    pub record: Keep,
    /// Connections that need more than an id.
    #[serde(default)]
    pub connections: Vec<Connection>,
    /// Single requests at given times.
    #[serde(default)]
    pub requests: Vec<Request>,
    /// Closed loops of given statements, one connection each.
    #[serde(default)]
    pub loops: Vec<Loop>,
    /// Crowds of clients.
    #[serde(default)]
    pub clients: Vec<Clients>,
    /// `SET GLOBAL` during the run.
    #[serde(default)]
    pub changes: Vec<Change>,
    /// `KILL` during the run. No file has it, as with the state.
    #[serde(skip)]
    pub kills: Vec<Kill>,
    /// Times at which the machine's latch is held up.
    #[serde(default)]
    pub stalls: Vec<Stall>,
    /// The few knobs that this scenario is about.
    #[serde(default)]
    pub knobs: Vec<Knob>,
    /// Published or measured results of the same case.
    #[serde(default)]
    pub published: Vec<Published>,
}

// schemars shows it as the default of the field.
#[cfg(feature = "schema")]
fn default_seed() -> u32 {
    1
}

/// Who published a case.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Author.
    pub author: String,
    /// Title of the article.
    pub title: String,
    /// Date as YYYY-MM-DD.
    pub date: String,
    /// Address, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

/// A published or measured run of the same case.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// What it is.
    pub label: String,
    /// Server, version and settings of the run.
    pub settings: String,
    /// Who measured it.
    pub source: Source,
    /// Latency of each request in milliseconds, ascending.
    pub latencies_ms: Vec<f64>,
    /// What must be known to compare it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A knob of the figure: a server variable by its name, or any number of the scenario by its path.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Knob {
    /// Name of a server variable.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// JSON pointers of the numbers that it sets, for example `/clients/0/count`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<String>,
    /// Its name on the page and in the URL, where `paths` is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Unit of the number, for example `ms`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// What it does, in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// Least value that the figure offers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<u64>,
    /// Greatest value that the figure offers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<u64>,
    /// The values that the figure offers, where they are few.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stops: Vec<u64>,
}

/// How much work a run may be. A run that needs more stops and says so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct Budget {
    /// Engine steps.
    pub steps: u32,
    /// Memory for the run in megabytes, log and lives included, as they are kept and as they are printed.
    pub record_mb: u32,
}

/// How many requests and entries of the log are kept: the first ones. Figures, counts and the picture
/// of any moment are of the whole run all the same, and the outcome says how much was not kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct Keep {
    /// Requests whose lives are kept; without it all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lives: Option<u32>,
    /// Entries of the log that are kept; without it all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub events: Option<u32>,
}

impl Default for Budget {
    fn default() -> Self {
        Budget {
            steps: 20_000_000,
            record_mb: 64,
        }
    }
}

impl Scenario {
    /// A server that nobody asks anything of, for `until_us`.
    pub fn new(server: Server, until_us: u64) -> Scenario {
        Scenario {
            schema: None,
            title: String::new(),
            question: String::new(),
            about: String::new(),
            source: None,
            server,
            machine: Machine::default(),
            start: Start::default(),
            seed: 1,
            until_us,
            warm_up_us: 0,
            budget: Budget::default(),
            record: Keep::default(),
            connections: Vec::new(),
            requests: Vec::new(),
            loops: Vec::new(),
            clients: Vec::new(),
            changes: Vec::new(),
            kills: Vec::new(),
            stalls: Vec::new(),
            knobs: Vec::new(),
            published: Vec::new(),
        }
    }

    /// Reads and checks a scenario.
    ///
    /// # Errors
    /// Every problem found, each with its path, the value and what is allowed.
    pub fn from_json(text: &str) -> Result<Scenario, Problems> {
        Scenario::from_json_with(text, &[])
    }

    /// Reads a scenario, sets `overrides` (name or JSON pointer, value) and checks the result.
    ///
    /// # Errors
    /// Every problem found, each with its path, the value and what is allowed.
    pub fn from_json_with(
        text: &str,
        overrides: &[(String, serde_json::Value)],
    ) -> Result<Scenario, Problems> {
        let (scenario, _) = Scenario::with_file(text, &own(overrides), json::read_float)?;
        Ok(scenario)
    }

    /// As [`Scenario::from_json_with`], and the file itself with the overrides set in it.
    pub fn with_file(
        text: &str,
        overrides: &[(String, Value)],
        float: FloatReader,
    ) -> Result<(Scenario, Value), Problems> {
        let value =
            json::parse(text, float).map_err(|syntax| Problems::one(Problem::syntax(&syntax)))?;
        Scenario::with_value(value, overrides)
    }

    /// As [`Scenario::with_file`], of a file that has been read.
    ///
    /// # Errors
    /// Every problem found, each with its path, the value and what is allowed.
    pub fn with_value(
        mut value: Value,
        overrides: &[(String, Value)],
    ) -> Result<(Scenario, Value), Problems> {
        overrides::apply(&mut value, overrides)?;
        let scenario = read::scenario(&value)?;
        scenario.validate()?;
        Ok((scenario, value))
    }

    /// Reads and checks a scenario that was made by a program.
    ///
    /// # Errors
    /// Every problem found, each with its path, the value and what is allowed.
    pub fn from_value(value: &Value) -> Result<Scenario, Problems> {
        let scenario = read::scenario(value)?;
        scenario.validate()?;
        Ok(scenario)
    }

    /// Checks ranges and what belongs together; [`Scenario::from_json`] has done it already.
    ///
    /// # Errors
    /// Every problem found.
    pub fn validate(&self) -> Result<(), Problems> {
        check::validate(self)
    }
}

/// Overrides as the engine's own values.
pub fn own(overrides: &[(String, serde_json::Value)]) -> Overrides {
    let all = overrides.iter().cloned();
    all.map(|(name, value)| (name, value.into())).collect()
}
