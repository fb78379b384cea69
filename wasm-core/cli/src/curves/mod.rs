//! `poolscope sweep`.

mod advice;
mod axis;
mod measure;
mod parallel;
mod sweep;

pub use axis::{Axis, parse_axis};
pub use measure::Measure;
pub use sweep::sweep;
