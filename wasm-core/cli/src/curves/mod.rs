//! Benchmark curves: `poolscope fit`, `poolscope benchmarks` and `poolscope sweep`.

mod advice;
mod axis;
mod benchmark;
mod benchmarks;
mod fit;
mod measure;
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
pub use measure::Measure;
pub use sweep::sweep;
