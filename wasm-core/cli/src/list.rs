//! `poolscope list`: the scenarios that are known by name.

use serde_json::Value;

use crate::input::SCENARIOS;
use crate::output::Answer;
use crate::table::Table;
use crate::words::{in_words, words};

pub fn list() -> Answer {
    let columns = words("list_columns", &[]);
    let mut table = Table::left(&columns.split('|').collect::<Vec<_>>());
    for (name, text) in SCENARIOS {
        let file: Value = serde_json::from_str(text).unwrap_or_default();
        let text = |field: &str| in_words(file[field].as_str().unwrap_or_default()).to_owned();
        table.row(vec![(*name).to_owned(), text("title"), text("question")]);
    }
    let mut text = table.plain();
    if SCENARIOS.is_empty() {
        text += &words("list_none", &[]);
    }
    Answer::new(text)
}
