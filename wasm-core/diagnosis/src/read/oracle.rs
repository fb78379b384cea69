//! Rows of Oracle's thread pool plugin: performance_schema.tp_*, in MySQL 5.7 those of information_schema.
//! Source: MySQL 9.5 Reference Manual, "Performance Schema Thread Pool Tables".

use super::tables::{Columns, Row, Table, number};

use crate::capture::{TP_COLUMNS, TP_MARKS, Tp, TpRow};

/// The words that are kept: WAIT_TYPE of tp_thread_state, and STATE of tp_connections. Any other text is not.
const WORDS: [&str; 17] = [
    "THD_WAIT_SLEEP",
    "THD_WAIT_DISKIO",
    "THD_WAIT_ROW_LOCK",
    "THD_WAIT_GLOBAL_LOCK",
    "THD_WAIT_META_DATA_LOCK",
    "THD_WAIT_TABLE_LOCK",
    "THD_WAIT_USER_LOCK",
    "THD_WAIT_BINLOG",
    "THD_WAIT_GROUP_COMMIT",
    "THD_WAIT_SYNC",
    "Established",
    "Armed",
    "Queued",
    "Waiting for Credit",
    "Attached",
    "Expired",
    "Killed",
];

/// Which of the tables this is, and its rows.
pub fn rows(table: &Table) -> Option<(Tp, Vec<TpRow>)> {
    let has = |name: &&str| table.columns.iter().any(|column| column == name);
    let (tp, _) = TP_MARKS.iter().find(|(_, all)| all.iter().all(has))?;
    let rows = table.rows.iter().filter_map(|row| of(*tp, table, row));
    Some((*tp, rows.collect()))
}

fn of(tp: Tp, table: &Table, row: &Row) -> Option<TpRow> {
    let columns = Columns::new(table, row);
    let cell = |name: &str| columns.text(name).and_then(number);
    let text = columns.text("wait_type").or_else(|| columns.text("state"));
    let word = text.and_then(|text| WORDS.iter().find(|word| **word == text));
    Some(TpRow {
        table: tp,
        line: row.line,
        group_id: u32::try_from(cell("tp_group_id")?).ok()?,
        cells: TP_COLUMNS.iter().map(|name| cell(name)).collect(),
        word: word.copied(),
    })
}
