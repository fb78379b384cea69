//! `poolscope bench`: starts the benchmark program, a separate package, so that the commands are not
//! optimised along with it.

use std::env::{consts::EXE_SUFFIX, current_exe};
use std::process::Command;

use crate::args::BenchArgs;
use crate::output::{Answer, Failure, Result};

pub fn bench(args: &BenchArgs) -> Result {
    let failed = |error: std::io::Error| {
        Failure::input(format!(
            "cannot run poolscope-bench beside poolscope ({error}); build it with: cargo build --release -p poolscope-bench"
        ))
    };
    let beside = current_exe()
        .map_err(failed)?
        .with_file_name(format!("poolscope-bench{EXE_SUFFIX}"));
    let status = Command::new(beside)
        .args(&args.options)
        .status()
        .map_err(failed)?;
    Ok(Answer {
        text: String::new(),
        status: u8::from(!status.success()),
    })
}
