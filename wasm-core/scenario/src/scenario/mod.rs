//! The whole input of a run: what the server is set to, what the clients do, how long to watch.
//! One JSON file; unknown fields, wrong types and values out of range are refused with their path.

mod arrivals;
mod check;
mod error;
pub(crate) mod fields;
mod machine;
mod overrides;
pub mod read;
mod server;
mod settings;
mod span;
mod start;
mod variables;
mod workload;

use crate::json::{self, FloatReader, Value};
use fields::{Field, fields};
use read::Fields;
use workload::NEEDS_LATCH;

pub use arrivals::{Arrivals, Batch, Bursts, Closed, Open, Spread};
pub use check::GROUPS_MAX;
#[cfg(feature = "start")]
pub use check::no_state;
pub use error::{PROBLEMS_MAX, Problem, Problems, WORDS};
pub use machine::{ColdCache, Disk, Latch, Machine, RunQueue, Stall};
pub use overrides::read as read_overrides;
pub use overrides::{Overrides, parse_overrides};
pub use server::{HighPrioMode, PoolPriority, SIZE, Settings};
pub use server::{SchedulerName, Server, Start, StartThreads};
pub use settings::Setting;
pub use span::{Bimodal, Erlang, Exponential, Lognormal, Micros, RandomSpan, Span, Uniform};
pub use start::{
    Due, Kill, StartClients, StartConnection, StartCores, StartCpu, StartGroup, StartQueued,
    StartRequest, StartState, StartThread, ThreadDoes,
};
pub use variables::{FIELDS, VARIABLES, Var, Variable, VariableKind, var, variable};
pub use workload::{
    Change, Clients, Connection, Loop, Port, Request, RowLock, Statement, Step, WaitKindName,
};

/// Most simulated time of a run: ten days, in microseconds.
pub const UNTIL_US_MAX: u64 = 864_000_000_000;
/// Most connections of a run.
pub const CONNECTIONS_MAX: u64 = 65_536;
const CONNECTION_STEP_MAX: u64 = 4_096;
const CONNECTION_ID_MAX: u64 = (1 << 53) - 1;

fields! {
    /// A scenario file.
    #[cfg_attr(feature = "schema", ts(rename = "ScenarioFile"))]
    pub struct Scenario held to together {
        /// Where the JSON Schema of this file is, for editors.
        schema as "$schema": Option<String>,
        /// Short title.
        title: String = String::new(),
        /// The question that the run answers.
        question: String = String::new(),
        /// What happens and where it was seen, in a few sentences.
        about: String = String::new(),
        /// Where the case comes from.
        source: Option<Source>,
        /// The server and its variables.
        server: Server,
        /// The machine that it runs on.
        machine: Machine = Machine::default(),
        /// The state at time 0.
        start: Start = Start::default(),
        /// Seed of every random stream.
        seed: u32 = 1,
        /// Length of the run in microseconds of simulated time.
        until_us: u64 [1, UNTIL_US_MAX],
        /// The figures are of what happens from this time on: an answer counts when it comes, also of a request from before.
        warm_up_us: u64 = 0,
        /// How much work the run may be.
        budget: Budget = Budget::default(),
        /// How much of the run is kept to be looked at one by one.
        record: Keep = Keep::default(),
        /// Connections that need more than an id.
        connections: Vec<Connection> = Vec::new(),
        /// Single requests at given times.
        requests: Vec<Request> = Vec::new(),
        /// Closed loops of given statements, one connection each.
        loops: Vec<Loop> = Vec::new(),
        /// Crowds of clients.
        clients: Vec<Clients> = Vec::new(),
        /// `SET GLOBAL` during the run.
        changes: Vec<Change> = Vec::new(),
        /// Times at which the machine's latch is held up.
        stalls: Vec<Stall> [0, 1_000] = Vec::new(),
        /// The few knobs that this scenario is about.
        knobs: Vec<Knob> = Vec::new(),
        /// Published or measured results of the same case.
        published: Vec<Published> = Vec::new(),
    }
    beside {
        /// `KILL` during the run: made by who runs remedies ahead.
        kills: Vec<Kill>,
    }
}

fn together(s: &Scenario, f: &Fields<'_>) {
    if s.warm_up_us > s.until_us {
        let allowed = format_args!("0 to {}", s.until_us);
        f.refuse("warm_up_us", s.warm_up_us, allowed);
    }
    if !s.stalls.is_empty() && s.machine.latch.is_none() {
        f.refuse("stalls", s.stalls.len(), NEEDS_LATCH);
    }
    if s.clients.is_empty() && s.requests.is_empty() && s.loops.is_empty() {
        let allowed = "at least one of requests, loops and clients";
        f.refuse("requests", "[]", allowed);
    }
}

fields! {
    /// Who published a case.
    pub struct Source {
        /// Author.
        author: String,
        /// Title of the article.
        title: String,
        /// Date as YYYY-MM-DD.
        date: String,
        /// Address, if it has one.
        url: Option<String>,
    }
}

fields! {
    /// A published or measured run of the same case.
    pub struct Published {
        /// What it is.
        label: String,
        /// Server, version and settings of the run.
        settings: String,
        /// Who measured it.
        source: Source,
        /// Latency of each request in milliseconds, ascending.
        latencies_ms: Vec<f64>,
        /// What must be known to compare it.
        note: Option<String>,
    }
}

fields! {
    /// A knob of the figure: a server variable by its name, or any number of the scenario by its path.
    pub struct Knob {
        /// Name of a server variable.
        name: Option<String>,
        /// JSON pointers of the numbers that it sets, for example `/clients/0/count`.
        paths: Vec<String> = Vec::new(),
        /// Its name on the page and in the URL, where `paths` is given.
        label: Option<String>,
        /// Unit of the number, for example `ms`.
        unit: Option<String>,
        /// What it does, in a sentence.
        help: Option<String>,
        /// Least value that the figure offers.
        min: Option<u64>,
        /// Greatest value that the figure offers.
        max: Option<u64>,
        /// The values that the figure offers, where they are few.
        stops: Vec<u64> = Vec::new(),
    }
}

fields! {
    /// How much work a run may be. A run that needs more stops and says so.
    pub struct Budget {
        /// Engine steps.
        steps: u32 [1, 2_000_000_000] = 20_000_000,
        /// Memory for the run in megabytes, log and lives included, as they are kept and as they are printed.
        record_mb: u32 [1, 1_024] = 64,
    }
}

fields! {
    /// How many requests and entries of the log are kept: the first ones. Figures, counts and the picture
    /// of any moment are of the whole run all the same, and the outcome says how much was not kept.
    #[derive(Copy)]
    pub struct Keep {
        /// Requests whose lives are kept; without it all of them.
        lives: Option<u32>,
        /// Entries of the log that are kept; without it all of them.
        events: Option<u32>,
    }
}

impl Scenario {
    /// A server that nobody asks anything of, for `until_us`.
    pub fn new(server: Server, until_us: u64) -> Scenario {
        Scenario {
            server,
            until_us,
            ..Scenario::default()
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
        let value = json::parse(text, float)?;
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
        Ok((Scenario::from_value(&value)?, value))
    }

    /// Reads and checks a scenario that was made by a program.
    ///
    /// # Errors
    /// Every problem found, each with its path, the value and what is allowed.
    pub fn from_value(value: &Value) -> Result<Scenario, Problems> {
        let scenario = read::collect(value, |place| Scenario::read(place, ()))?;
        scenario.validate()?;
        Ok(scenario)
    }

    /// Checks what belongs together; [`Scenario::from_json`] has done it already.
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
