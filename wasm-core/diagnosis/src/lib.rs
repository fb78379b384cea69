//! What is my pool doing? Reads what a server prints about its thread pool, says what is wrong, and tries what would help.
//!
//! [`read`] turns pasted text into a [`Capture`], however a client printed it; [`judge`] infers from it what each group
//! and connection does and what is wrong. Sentences are keys of the catalogue with their parameters: the page and the
//! command print the same words.

pub mod capture;
pub mod judge;
pub mod read;
pub mod state;

pub use capture::Capture;
