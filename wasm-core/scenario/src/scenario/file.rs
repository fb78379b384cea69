//! A scenario file.

use super::acts::{ACTS_MAX, Act};
use super::fields::fields;
use super::limits::UNTIL_US_MAX;
use super::machine::{Machine, Stall};
use super::patience::{Leave, Opened};
use super::read::Fields;
use super::scheduler_name::SchedulerName;
use super::server::{SIZE, Server, Start};
use super::workload::{Change, Clients, Connection, Loop, NEEDS_LATCH, Request};

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
        /// What happens and where it was observed, in a few sentences.
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
        /// The figures start here: an answer counts when it arrives, even if its request was sent before.
        warm_up_us: u64 = 0,
        /// How much work the run may do.
        budget: Budget = Budget::default(),
        /// How many single requests and log entries are kept.
        record: Keep = Keep::default(),
        /// Connections that need more than an ID.
        connections: Vec<Connection> = Vec::new(),
        /// Single requests at given times.
        requests: Vec<Request> = Vec::new(),
        /// Closed loops of given statements, one connection each.
        loops: Vec<Loop> = Vec::new(),
        /// Crowds of clients.
        clients: Vec<Clients> = Vec::new(),
        /// `SET GLOBAL` during the run.
        changes: Vec<Change> = Vec::new(),
        /// In which order the crowds without a `first_connection` opened their connections.
        opened: Option<Opened>,
        /// Clients that leave, or that are sent away, during the run.
        leaves: Vec<Leave> [0, 1_000] = Vec::new(),
        /// Times at which the machine's latch stalls.
        stalls: Vec<Stall> [0, 1_000] = Vec::new(),
        /// What a hand does during the run.
        acts: Vec<Act> [0, ACTS_MAX] = Vec::new(),
        /// The knobs that this scenario is about.
        knobs: Vec<Knob> = Vec::new(),
        /// Published or measured results of the same case.
        published: Vec<Published> = Vec::new(),
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
    /// The publication of a case.
    pub struct Source {
        /// Author.
        author: String,
        /// Title of the article.
        title: String,
        /// Date as YYYY-MM-DD.
        date: String,
        /// Address, if there is one.
        url: Option<String>,
    }
}

fields! {
    /// A published or measured run of the same case.
    pub struct Published {
        /// What was run.
        label: String,
        /// Server, version and settings of the run.
        settings: String,
        /// Who measured it.
        source: Source,
        /// Latency of each request in milliseconds, ascending.
        latencies_ms: Vec<f64>,
        /// What one must know to compare it.
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
        /// Its name on the page and in the URL, if `paths` is given.
        label: Option<String>,
        /// Unit of the number, for example `ms`.
        unit: Option<String>,
        /// What it does, in a sentence.
        help: Option<String>,
        /// Least value that the figure offers.
        min: Option<u64>,
        /// Greatest value that the figure offers.
        max: Option<u64>,
        /// The values that the figure offers, if there are few.
        stops: Vec<u64> = Vec::new(),
    }
}

fields! {
    /// How much work a run may do. A run that needs more stops and says so.
    pub struct Budget {
        /// Engine steps.
        steps: u32 [1, 2_000_000_000] = 20_000_000,
        /// Memory for the run in megabytes, including log and lives, as kept and as printed.
        record_mb: u32 [1, 1_024] = 64,
    }
}

fields! {
    /// How many requests and log entries are kept: the first ones. Figures, counts and pictures always cover
    /// the whole run, and the outcome says how much was dropped.
    #[derive(Copy)]
    pub struct Keep {
        /// Number of requests whose lives are kept; without it all.
        lives: Option<u32>,
        /// Number of log entries that are kept; without it all.
        events: Option<u32>,
    }
}

impl Scenario {
    /// A server without requests, for `until_us`.
    pub fn new(server: Server, until_us: u64) -> Scenario {
        Scenario {
            server,
            until_us,
            ..Scenario::default()
        }
    }

    /// The most thread groups that a pool of MariaDB or Percona Server will have; 0 without such a pool.
    pub fn groups_most(&self) -> u32 {
        let own = self.server.settings(self.machine.cores).number(SIZE);
        let sizes = self.changes.iter().filter(|c| SIZE.field() == c.variable);
        let largest = sizes.filter_map(|c| c.value.as_u64()).max().unwrap_or(0);
        let largest = u32::try_from(largest).unwrap_or(u32::MAX);
        match self.server.scheduler {
            // A new size is limited to 128 or the size at the start, whichever is larger.
            SchedulerName::Mariadb => own.max(largest.min(own.max(128))),
            SchedulerName::Percona => own.max(largest),
            SchedulerName::Oracle
            | SchedulerName::OneThreadPerConnection
            | SchedulerName::OneQueue
            | SchedulerName::ManyQueues
            | SchedulerName::TwoChoices
            | SchedulerName::NginxWorkers
            | SchedulerName::Mysql60
            | SchedulerName::MariadbWindows => 0,
        }
    }
}
