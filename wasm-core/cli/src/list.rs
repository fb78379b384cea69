//! `poolscope list`: the scenarios that are known by name.

use std::fmt::Write;

use serde_json::Value;

use crate::input::SCENARIOS;
use crate::output::Answer;
use crate::table::Table;

pub fn list() -> Answer {
    let mut table = Table::left(&["Name", "Title", "Question"]);
    for (name, text) in SCENARIOS {
        let file: Value = serde_json::from_str(text).unwrap_or_default();
        let words = |field: &str| file[field].as_str().unwrap_or_default().to_owned();
        table.row(vec![(*name).to_owned(), words("title"), words("question")]);
    }
    let mut text = table.plain();
    if SCENARIOS.is_empty() {
        let _ = writeln!(text, "None.");
    }
    Answer::new(text)
}
