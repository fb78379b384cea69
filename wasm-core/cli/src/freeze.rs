//! `poolscope freeze`: a scenario whose `start.state` is what the run had come to.

use poolscope_engine::json::{Printer, print_float};
use poolscope_engine::sim::Detail;

use crate::args::FreezeArgs;
use crate::output::{Answer, Result};

pub fn freeze(args: &FreezeArgs) -> Result {
    let mut replay = args.input.record(Detail::Full)?;
    let frozen = replay.frozen(args.at)?;
    Ok(Answer::new(Printer::print(&frozen, print_float)))
}
