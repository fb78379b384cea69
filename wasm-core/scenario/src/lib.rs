//! The input of the engine, and the words that input and output share. A package of its own, because
//! it runs once for a run and is built for size, while what runs for every step is built for speed.
#![forbid(unsafe_code)]

pub mod ids;
pub mod json;
pub mod reason;
pub mod scenario;
pub mod sorted;
