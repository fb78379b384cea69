//! Rows of Oracle's thread pool plugin: performance_schema.tp_*, in MySQL 5.7 those of information_schema.
//! Sources: MySQL 8.4 and 9.5 Reference Manual, "Performance Schema Thread Pool Tables"; for the words that a server
//! prints include/mysql/service_thd_wait.h and plugin/thread_pool/src/methods.h of mysql/mysql-server, commit 3f9613c:
//! facts only.

use super::tables::{Columns, Row, Table, number};

use crate::capture::{TP_COLUMNS, TP_MARKS, Tp, TpRow};
use crate::states::WAIT_TYPES;

/// A wait by any other word. The word itself is not kept.
const OTHER: &str = "another wait";

/// STATE of tp_connections. The manual writes them as "Waiting for Credit".
const STATES: [&str; 7] = [
    "ESTABLISHED",
    "ARMED",
    "QUEUED",
    "WAITING_FOR_CREDIT",
    "ATTACHED",
    "EXPIRED",
    "KILLED",
];

/// Which of the tables this is, and its rows.
pub fn rows(table: &Table) -> Option<(Tp, Vec<TpRow>)> {
    let has = |name: &&str| table.columns.iter().any(|column| column == name);
    let (tp, _) = TP_MARKS.iter().find(|(_, all)| all.iter().all(has))?;
    let rows = table.rows.iter().filter_map(|row| of(*tp, table, row));
    Some((*tp, rows.collect()))
}

/// Whether both are the same word but for case, blanks and `_`.
fn same(one: &str, other: &str) -> bool {
    let letters = |text: &str| {
        let bytes = text.bytes().filter(u8::is_ascii_alphanumeric);
        bytes.map(|b| b.to_ascii_lowercase()).collect::<Vec<u8>>()
    };
    letters(one) == letters(other)
}

fn of(tp: Tp, table: &Table, row: &Row) -> Option<TpRow> {
    let columns = Columns::new(table, row);
    let cell = |name: &str| columns.text(name).and_then(number);
    let word = match tp {
        Tp::Threads => columns.text("wait_type").and_then(wait),
        Tp::Connections => columns.text("state").and_then(|text| {
            let found = STATES.iter().find(|word| same(word, text));
            found.copied()
        }),
        Tp::Groups | Tp::Stats => None,
    };
    Some(TpRow {
        table: tp,
        line: row.line,
        group_id: u32::try_from(cell("tp_group_id")?).ok()?,
        cells: TP_COLUMNS.iter().map(|name| cell(name)).collect(),
        word,
    })
}

/// The wait by this word; `None`: no wait.
fn wait(text: &str) -> Option<&'static str> {
    let none = ["", "NULL", "Not waiting", "THD_WAIT_NONE"];
    if none.iter().any(|none| same(none, text)) {
        return None;
    }
    let known = WAIT_TYPES
        .iter()
        .find(|(word, name, _)| same(word, text) || same(name, text));
    Some(known.map_or(OTHER, |(word, ..)| word))
}
