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
mod output;
mod run;
mod schema;
mod stopwatch;
mod table;
mod watch;
mod words;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};

fn main() -> ExitCode {
    let Cli { command, lang } = Cli::parse();
    words::speak(lang);
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
    };
    output::finish(result)
}
