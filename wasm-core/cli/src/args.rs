//! The options of the command line.

use clap::builder::EnumValueParser;
use clap::{Arg, ArgAction, Args, CommandFactory, Parser, Subcommand};

use crate::curves::{Axis, Measure, parse_axis};
use crate::format::{parse_time_ns, parse_time_us};
use crate::input::Input;
use crate::words::{Language, in_words, spoken, words};

/// Simulates the thread pools of MariaDB and Percona Server, and says what happened and why.
#[derive(Debug, Parser)]
#[command(name = "poolscope", version, propagate_version = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

/// The command line in the language of the words, with the option that chooses it.
pub fn command() -> clap::Command {
    let lang = Arg::new("lang")
        .long("lang")
        .global(true)
        .value_name("LANGUAGE")
        .value_parser(EnumValueParser::<Language>::new())
        .help("Language of sentences; names of JSON and of servers stay. Without it, that of the environment (LANG)");
    let command = Cli::command().arg(lang);
    match spoken() {
        Language::En => command,
        Language::Zh => translated(command, true),
    }
}

const TEMPLATE: &str = "{about-with-newline}\n{usage-heading} {usage}\n\n{all-args}{after-help}";

/// With its help by its English text.
fn translated(command: clap::Command, root: bool) -> clap::Command {
    let said = |text: &clap::builder::StyledStr| {
        let text = text.to_string();
        let paragraphs: Vec<_> = text.split("\n\n").map(in_words).collect();
        paragraphs.join("\n\n")
    };
    let (about, long_about) = (
        command.get_about().map(said),
        command.get_long_about().map(said),
    );
    let arguments: Vec<_> = command
        .get_arguments()
        .map(|one| one.get_id().clone())
        .collect();
    let flag = |name: &'static str, short: char, action: ArgAction, help: &str| {
        let help = in_words(help).to_owned();
        Arg::new(name)
            .short(short)
            .long(name)
            .action(action)
            .help(help)
    };
    let mut command = command
        .help_template(TEMPLATE.replace("{usage-heading}", in_words("Usage:")))
        .subcommand_help_heading(in_words("Commands"))
        .disable_help_flag(true)
        .disable_version_flag(true)
        .arg(flag("help", 'h', ArgAction::Help, "Print help"))
        .arg(flag("version", 'V', ArgAction::Version, "Print version"));
    if let Some(about) = about {
        command = command.about(about);
    }
    if let Some(about) = long_about {
        command = command.long_about(about);
    }
    for id in arguments {
        command = command.mut_arg(id, |argument| {
            let help = argument.get_help().map(said);
            let long_help = argument.get_long_help().map(said);
            let argument = argument.help(help.unwrap_or_default());
            match long_help {
                None => argument,
                Some(text) => argument.long_help(text),
            }
        });
    }
    let all: Vec<_> = command
        .get_arguments()
        .map(|one| (one.get_id().clone(), one.is_positional()))
        .collect();
    for (id, positional) in all {
        let heading = if positional { "Arguments" } else { "Options" };
        command = command.mut_arg(id, |one| one.help_heading(in_words(heading)));
    }
    command = command.mut_subcommands(|one| translated(one, false));
    if root {
        command.build();
        if let Some(help) = command.find_subcommand_mut("help") {
            let about = help.get_about().map(said).unwrap_or_default();
            *help = help.clone().about(about);
        }
    }
    command
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run a scenario and print its requests, segment by segment, and its figures
    ///
    /// Where clients give up, also how often, how often they tried again, what was executed for nobody, and how many
    /// connections were refused
    Run(RunArgs),
    /// Run files of pool-vectors/1 and print each figure that differs
    Check(CheckArgs),
    /// Explain where a request spent its time, and why
    Explain(ExplainArgs),
    /// Print SHOW GLOBAL STATUS and the tables as the server would show them at a given moment
    Instruments(InstrumentsArgs),
    /// Say what is wrong with a pool and what would help, from what its server printed
    ///
    /// Exits with 0 if nothing is wrong, 1 if something is, 2 if nothing can be read, 3 if what was read does not tell
    Diagnose(DiagnoseArgs),
    /// Follow a pool as it changes: its groups, its queues and the verdict
    ///
    /// mariadb -B -n < watch.sql | poolscope watch; `poolscope watch --sql` prints watch.sql. Exits like `diagnose`, with
    /// the last verdict, of several servers the worst: 0 if nothing is wrong, 1 if something is, 2 if no look came, 3 if
    /// it cannot be told, or no look has come for five seconds
    Watch(WatchArgs),
    /// List the built-in scenarios
    List,
    /// Print the JSON Schema of scenario files, or the page's types
    Schema(SchemaArgs),
    /// Run a scenario with each of several values and print the figures of each run
    Sweep(SweepArgs),
    /// Print a shell's completions of this command
    Completions(CompletionsArgs),
    /// Write the manual pages of this command, one for each of its parts
    Manual(ManualArgs),
}

#[derive(Debug, Args)]
pub struct ManualArgs {
    /// The folder that gets them
    pub folder: std::path::PathBuf,
}

#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell that reads them
    pub shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub struct RunArgs {
    #[command(flatten)]
    pub input: Input,
    /// Print the whole result as JSON
    #[arg(long)]
    pub json: bool,
    /// Print the log too, one sentence per event
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
    /// Print one line per vector
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
    /// Files with the server's output, in any form and order, or `-` for standard input: THREAD_POOL_GROUPS, _QUEUES,
    /// _STATS and _WAITS, PROCESSLIST, SHOW VARIABLES and STATUS, InnoDB's transactions and lock waits, the error log
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Print Markdown for a ticket: no statements, users, hosts or schema names
    #[arg(long, conflicts_with = "json")]
    pub report: bool,
    /// Print who waits for whom, and nothing else
    #[arg(long, conflicts_with_all = ["json", "report"])]
    pub graph: bool,
    /// Keep the text of statements, users, hosts and schema names
    #[arg(long, conflicts_with = "report")]
    pub keep_text: bool,
}

#[derive(Debug, Args)]
pub struct WatchArgs {
    /// Servers to follow, each with the file or pipe that its looks come from, for example db1=/run/db1.fifo or, in a
    /// shell, db1=<(mariadb ... < watch.sql). Without any, the looks of one server come from standard input
    #[arg(value_name = "NAME=FILE", value_parser = parse_source)]
    pub servers: Vec<(String, String)>,
    /// Print watch.sql, the queries for the server, and exit
    #[arg(long, exclusive = true)]
    pub sql: bool,
    /// Print one JSON object per look
    #[arg(long)]
    pub json: bool,
    /// When a server's level turns to wrong, write the looks of its last two minutes and of the next one to a file in
    /// DIR, for `poolscope diagnose` and the page
    #[arg(long, value_name = "DIR")]
    pub incidents: Option<String>,
    /// Record the looks in FILE, redacted, for `poolscope diagnose` and the page. The file stays below a megabyte: when
    /// it is full, every second look is dropped
    #[arg(long, value_name = "FILE", conflicts_with = "servers")]
    pub record: Option<String>,
    /// Let --record replace an existing file
    #[arg(long, requires = "record")]
    pub force: bool,
    /// Keep the text of statements, users, hosts and schema names in the record
    #[arg(long, requires = "record")]
    pub keep_text: bool,
    /// Serve the figures to Prometheus at http://127.0.0.1:PORT/metrics
    #[arg(long, value_name = "PORT")]
    pub prometheus: Option<u16>,
}

/// `NAME=FILE`; the name is a label of metrics and a part of a file's name.
fn parse_source(text: &str) -> Result<(String, String), String> {
    let (name, file) = text.split_once('=').ok_or("NAME=FILE")?;
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-:".contains(c);
    if name.is_empty() || file.is_empty() || !name.chars().all(plain) {
        return Err(words("watch_name", &[]));
    }
    Ok((name.to_owned(), file.to_owned()))
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
    /// Compare the generated files below the project folder DIR with what would be generated now
    #[arg(long, value_name = "DIR")]
    pub check: Option<String>,
}

#[derive(Debug, Args)]
pub struct SweepArgs {
    /// A scenario file, `-` for standard input, or the name of a built-in scenario (see `poolscope list`)
    #[arg(value_name = "FILE|NAME")]
    pub scenario: String,
    #[command(flatten)]
    pub sweep: Values,
    /// The server's cores, which decide the best size; those of the scenario by default
    #[arg(long, value_name = "N")]
    pub cores: Option<u32>,
    /// The measure by which the best value is chosen
    #[arg(long, value_name = "MEASURE", value_enum, default_value_t)]
    pub best: Measure,
    /// Stop each run at this simulated time, for example 4s, 200ms or 1500us
    #[arg(long, value_name = "TIME", value_parser = parse_time_us)]
    pub until: Option<u64>,
    /// Print JSON, one object per line
    #[arg(long)]
    pub json: bool,
    /// Print CSV
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
}

/// The settings to vary.
#[derive(Debug, Args)]
pub struct Values {
    /// A setting and its values, for example thread_pool_size=1,2,4,8 or 2..8, 10..100 by 10, 1..64 times 2. If given
    /// several times, every value of one is combined with every value of the others
    #[arg(long = "set", value_name = "NAME=VALUE,VALUE,...", value_parser = parse_axis)]
    pub axes: Vec<Axis>,
    /// Seed of the random streams, or the first of several
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Runs of each value, with consecutive seeds
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub seeds: u64,
}

impl Values {
    /// Whether rows show their seed.
    pub fn shows_seed(&self) -> bool {
        self.seeds > 1
    }
}
