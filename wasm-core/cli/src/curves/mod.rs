//! Benchmark curves: `poolscope fit`, `poolscope benchmarks` and `poolscope sweep`.

mod advice;
mod axis;
// Half of a benchmark is read for the fit alone.
#[cfg_attr(not(feature = "fit"), expect(dead_code))]
mod benchmark;
mod benchmarks;
#[cfg(feature = "fit")]
mod fit;
mod parallel;
mod report;
mod score;
#[cfg(feature = "fit")]
mod search;
mod simulate;
mod sweep;
mod usl;

pub use axis::{Axis, parse_axis};
pub use benchmarks::{benchmarks, shipped_case};
#[cfg(feature = "fit")]
pub use fit::fit;
pub use sweep::{Measure, sweep};

use std::fmt::Display;

// Problems of a file, each line with its name.
fn in_file(path: &str, problems: &impl Display) -> String {
    let lines: Vec<String> = problems
        .to_string()
        .lines()
        .map(|line| format!("{path}: {line}"))
        .collect();
    lines.join("\n")
}
