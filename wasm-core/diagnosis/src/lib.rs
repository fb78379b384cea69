//! What is my pool doing? Reads what a server prints about its thread pool, and finds what is wrong.
//!
//! [`read`] turns pasted text, as printed by any client, into a [`Capture`]; [`judge`] infers from it what
//! each group and connection does and what is wrong. Sentences are keys of the catalogue with parameters, so
//! that the page and the command print the same words.

pub mod capture;
pub mod clouds;
pub mod forks;
pub mod judge;
pub mod messages;
mod order;
mod plugin;
pub mod read;
pub mod state;
pub mod states;
pub mod text;

pub use capture::Capture;
use judge::Diagnosis;
pub use order::Map;
use read::Keep;
use serde::Serialize;
use state::Seen;
use std::mem;

/// A paste with its diagnosis.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Diagnosed {
    /// The content of the paste.
    pub capture: Capture,
    /// Its diagnosis.
    pub diagnosis: Diagnosis,
    /// The look that it is about, from 0, and the places of all connections in it.
    pub pool: Option<(u32, Seen)>,
}

/// Reads a paste and judges it.
pub fn diagnose(text: &str, keep: Keep) -> Diagnosed {
    let capture = read::read(text, keep);
    let mut state = state::infer(&capture);
    let (diagnosis, look) = judge::judge_state(&capture, &state);
    let pool = match look {
        Some(look) => state
            .looks
            .get_mut(look)
            .map(|seen| (look, mem::take(seen))),
        None => plugin::seen(&capture),
    };
    let pool = pool.and_then(|(look, seen)| Some((u32::try_from(look).ok()?, seen)));
    Diagnosed {
        capture,
        diagnosis,
        pool,
    }
}
