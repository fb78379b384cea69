//! The `poolscope` command: runs scenarios of database thread pools and explains what happened.

mod args;
mod check;
mod curves;
mod diagnose;
mod explain;
mod format;
mod input;
mod instruments;
mod list;
mod manual;
mod output;
mod run;
mod schema;
mod stopwatch;
mod table;
mod watch;
mod words;

use std::process::ExitCode;

use clap::FromArgMatches;

use args::{Cli, Command};
use words::Language;

fn main() -> ExitCode {
    let environment = |name: &str| std::env::var(name).unwrap_or_default();
    let arguments = std::env::args_os().map(|arg| arg.to_string_lossy().into_owned());
    words::speak(Language::asked(arguments, environment));
    let parsed = args::command()
        .try_get_matches()
        .and_then(|matches| Cli::from_arg_matches(&matches));
    let Cli { command } = parsed.unwrap_or_else(|error| output::finish_arguments(&error));
    let result = match command {
        Command::Run(args) => run::run(&args),
        Command::Check(args) => check::check(&args),
        Command::Explain(args) => explain::explain(&args),
        Command::Instruments(args) => instruments::instruments(&args),
        Command::Diagnose(args) => diagnose::diagnose(&args),
        Command::Watch(args) => watch::watch(&args),
        Command::List => Ok(list::list()),
        Command::Schema(args) => schema::schema(&args),
        Command::Sweep(args) => curves::sweep(&args),
        Command::Completions(args) => Ok(manual::completions(args.shell)),
        Command::Manual(args) => manual::manual(&args.folder),
    };
    output::finish(result)
}
