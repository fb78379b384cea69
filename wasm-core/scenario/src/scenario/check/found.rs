//! What a check has found.

use std::fmt::Display;

use crate::scenario::error::{Problem, ProblemList};

pub(super) struct Check {
    pub found: ProblemList,
}

// Paths and words are formatted only if something is wrong: unused text costs time and WebAssembly.
impl Check {
    pub fn fail(&mut self, path: impl Display, value: impl Display, allowed: impl Display) {
        self.note(&path, &value, &allowed);
    }

    // Compiled once.
    pub fn note(&mut self, path: &dyn Display, value: &dyn Display, allowed: &dyn Display) {
        let problem = || Problem::new(path.to_string(), value, allowed.to_string());
        self.found.note(problem);
    }
}
