//! The input of the engine, and the words that input and output share. A separate package, because it runs
//! once per run and is built for size, while the code that runs for every step is built for speed.
#![forbid(unsafe_code)]

pub mod ids;
pub mod json;
pub mod reason;
pub mod scenario;
pub mod sorted;
pub mod tables;
