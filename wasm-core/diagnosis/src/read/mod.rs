//! The tolerant reader: blocks in any order, number and form, broken in any way.

use crate::capture::Capture;

/// What of a paste is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keep {
    /// Statements cut to their first words with literals replaced; users, hosts and schema names as placeholders, the
    /// same one for the same name.
    #[default]
    Redacted,
    /// All of it.
    Everything,
}

/// Reads a paste. Never fails: what was not understood is listed.
pub fn read(text: &str, keep: Keep) -> Capture {
    let _ = (text, keep);
    Capture::default()
}
