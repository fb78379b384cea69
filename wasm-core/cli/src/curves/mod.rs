//! Benchmark curves: `poolscope fit`, `poolscope benchmarks` and `poolscope sweep`.

mod advice;
mod axis;
mod benchmark;
mod benchmarks;
mod fit;
mod parallel;
mod report;
mod score;
mod search;
mod simulate;
mod sweep;
mod usl;

pub use axis::{Axis, parse_axis};
pub use benchmarks::benchmarks;
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
