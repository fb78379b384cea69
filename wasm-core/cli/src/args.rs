//! The options of the command line.

use clap::{Args, Parser, Subcommand};

use crate::curves::{Axis, Measure, parse_axis};
use crate::format::{parse_time_ns, parse_time_us};
use crate::input::Input;

/// Simulates the thread pools of MariaDB and Percona Server and says what happened, and why.
#[derive(Debug, Parser)]
#[command(name = "poolscope", version, propagate_version = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run a scenario: its requests with their segments, and the figures
    Run(RunArgs),
    /// Run files of pool-vectors/1 and print each figure that differs
    Check(CheckArgs),
    /// Say in sentences where a request spent its time, and why
    Explain(ExplainArgs),
    /// Print SHOW GLOBAL STATUS and the tables that the server would show as of a moment
    Instruments(InstrumentsArgs),
    /// Say what is wrong with a pool, from what its server printed, and what would help
    ///
    /// Ends with 0 where nothing is wrong, 1 where something is, 2 where nothing can be read
    Diagnose(DiagnoseArgs),
    /// Follow a pool look after look: groups, queues and the verdict as they change
    ///
    /// mariadb -B -n < watch.sql | poolscope watch; `poolscope watch --sql` prints watch.sql. Ends as `diagnose` does with the
    /// last verdict: 0 where nothing is wrong, 1 where something is, 2 where no look came
    Watch(WatchArgs),
    /// List the scenarios that are known by name
    List,
    /// Print the JSON Schema of scenario files, or the types of the page
    Schema(SchemaArgs),
    /// Measure the engine against plain loops
    Bench(BenchArgs),
    /// Run a scenario for each of some values and print the figures of each run
    Sweep(SweepArgs),
    /// Simulate every point of a published benchmark and print how far it is off
    Benchmarks(BenchmarksArgs),
    /// Find the parameters of the server model that reproduce a benchmark
    Fit(FitArgs),
}

#[derive(Debug, Args)]
pub struct RunArgs {
    #[command(flatten)]
    pub input: Input,
    /// Print everything that the run has to tell as JSON
    #[arg(long)]
    pub json: bool,
    /// Print the log as well, each event a sentence
    #[arg(long, conflicts_with = "json")]
    pub log: bool,
    /// Print every request, however many there are
    #[arg(long, conflicts_with = "json")]
    pub all: bool,
}

#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Files of pool-vectors/1
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<String>,
    /// Print a line for each vector
    #[arg(long, short)]
    pub verbose: bool,
}

#[derive(Debug, Args)]
pub struct ExplainArgs {
    #[command(flatten)]
    pub input: Input,
    /// The request: its name, or its number in order of arrival, from 0
    #[arg(value_name = "REQUEST")]
    pub request: String,
}

#[derive(Debug, Args)]
pub struct InstrumentsArgs {
    #[command(flatten)]
    pub input: Input,
    /// The moment, for example 1.5s, 200ms or 50us
    #[arg(long, value_name = "TIME", value_parser = parse_time_ns)]
    pub at: u64,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct DiagnoseArgs {
    /// Files of what the server printed, in any form and order, or `-` for standard input: THREAD_POOL_GROUPS, _QUEUES,
    /// _STATS and _WAITS, PROCESSLIST, SHOW VARIABLES and STATUS, InnoDB's transactions and lock waits, the error log
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Print Markdown for a ticket: no statements, users, hosts or schema names
    #[arg(long, conflicts_with = "json")]
    pub report: bool,
    /// Keep the text of statements, users, hosts and schema names
    #[arg(long, conflicts_with = "report")]
    pub keep_text: bool,
}

#[derive(Debug, Args)]
pub struct WatchArgs {
    /// Print watch.sql, which the server is asked with, and nothing else
    #[arg(long, exclusive = true)]
    pub sql: bool,
    /// Print a JSON object for each look
    #[arg(long)]
    pub json: bool,
    /// Keep the looks in FILE, redacted: for `poolscope diagnose` and the page. It stays below a megabyte: when it is full,
    /// every second look in it goes
    #[arg(long, value_name = "FILE")]
    pub record: Option<String>,
    /// Let --record replace a file that is there
    #[arg(long, requires = "record")]
    pub force: bool,
    /// Keep the text of statements, users, hosts and schema names in the record
    #[arg(long, requires = "record")]
    pub keep_text: bool,
    /// Offer the figures to Prometheus at http://127.0.0.1:PORT/metrics
    #[arg(long, value_name = "PORT")]
    pub prometheus: Option<u16>,
}

#[derive(Debug, Args)]
#[group(multiple = false)]
pub struct SchemaArgs {
    /// Print the TypeScript types of what the engine gives to the page
    #[arg(long)]
    pub typescript: bool,
    /// Print the table of server variables as JSON
    #[arg(long)]
    pub variables: bool,
    /// Write all generated files below the project folder DIR
    #[arg(long, value_name = "DIR")]
    pub write: Option<String>,
    /// Compare the generated files below the project folder DIR with what they would be
    #[arg(long, value_name = "DIR")]
    pub check: Option<String>,
}

#[derive(Debug, Args)]
pub struct BenchArgs {
    /// Of `poolscope-bench`, which says what there is when it is told what is not
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "OPTION"
    )]
    pub options: Vec<std::ffi::OsString>,
}

#[derive(Debug, Args)]
pub struct FitArgs {
    /// A benchmark: a file of poolscope-benchmark/1 that says what its machines and workloads are
    #[arg(value_name = "FILE")]
    pub benchmark: String,
    /// Fit a second time without these client counts, to be judged by them
    #[arg(long, value_name = "N,N,...", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub held_out: Vec<u32>,
    /// Seed of the first search
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Searches with seeds that follow each other; the best one counts
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=1_000))]
    pub seeds: u64,
    /// Generations of a search; more of them find more
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub generations: u64,
    /// Write the result to this file instead of printing it
    #[arg(long, value_name = "FILE")]
    pub out: Option<String>,
}

#[derive(Debug, Args)]
pub struct BenchmarksArgs {
    /// A benchmark: a file of poolscope-benchmark/1; MariaDB 5.5's unless given
    #[arg(value_name = "FILE", requires = "fit")]
    pub benchmark: Option<String>,
    /// Its fitted parameters: a file that `poolscope fit` made
    #[arg(long, value_name = "FILE")]
    pub fit: Option<String>,
    /// Print JSON: every point, and the errors as fractions
    #[arg(long)]
    pub json: bool,
    /// Seed of the random streams
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u32,
}

#[derive(Debug, Args)]
pub struct SweepArgs {
    /// A scenario file, `-` for standard input, or the name of a scenario (see `poolscope list`)
    #[arg(value_name = "FILE|NAME")]
    pub scenario: String,
    #[command(flatten)]
    pub sweep: Values,
    /// The cores of the server, which decide the best size; as the scenario has them unless told
    #[arg(long, value_name = "N")]
    pub cores: Option<u32>,
    /// What the best value is the best of
    #[arg(long, value_name = "MEASURE", value_enum, default_value_t)]
    pub best: Measure,
    /// Stop each run at this simulated time, for example 4s, 200ms or 1500us
    #[arg(long, value_name = "TIME", value_parser = parse_time_us)]
    pub until: Option<u64>,
    /// Print JSON, one object a line
    #[arg(long)]
    pub json: bool,
    /// Print CSV
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
}

/// The settings to vary.
#[derive(Debug, Args)]
pub struct Values {
    /// A setting and its values, for example thread_pool_size=1,2,4,8 or 2..8, 10..100 by 10, 1..64 times 2; given
    /// several times, every value of one with every value of the others
    #[arg(long = "set", value_name = "NAME=VALUE,VALUE,...", value_parser = parse_axis)]
    pub axes: Vec<Axis>,
    /// Seed of the random streams, the first one of several
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Runs of each value, with seeds that follow each other
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub seeds: u64,
}

impl Values {
    /// Whether rows show their seed.
    pub fn shows_seed(&self) -> bool {
        self.seeds > 1
    }
}
