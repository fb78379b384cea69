//! `poolscope completions` and `poolscope manual`: what a shell and `man` want to know of the command, from its options.

use std::path::Path;

use clap_complete::Shell;

use crate::args::command;
use crate::output::{Answer, Failure, Result};

pub fn completions(shell: Shell) -> Answer {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut command(), "poolscope", &mut text);
    Answer::new(String::from_utf8_lossy(&text).into_owned())
}

pub fn manual(folder: &Path) -> Result {
    let whole = command().disable_help_subcommand(true);
    match clap_mangen::generate_to(whole, folder) {
        Ok(()) => Ok(Answer::new(String::new())),
        Err(error) => Err(Failure::input(format!("{}: {error}", folder.display()))),
    }
}
