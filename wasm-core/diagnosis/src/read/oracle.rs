//! Rows of Oracle's thread pool plugin: performance_schema.tp_*, in MySQL 5.7 those of information_schema.
//! Source: MySQL 9.5 Reference Manual, "Performance Schema Thread Pool Tables".

use std::collections::BTreeMap;

use super::tables::{Columns, Row, Table, number};
use crate::capture::{LineNumber, Tp, TpRow};

/// Each table by columns that only it has.
const TABLES: [(Tp, [&str; 2]); 4] = [
    (Tp::Connections, ["connection_id", "active_flag"]),
    (Tp::Threads, ["tp_thread_number", "process_count"]),
    (Tp::Stats, ["queries_executed", "prio_kickups"]),
    (Tp::Groups, ["queued_queries", "queued_transactions"]),
];

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
    let (tp, _) = TABLES.iter().find(|(_, all)| all.iter().all(|c| has(&c)))?;
    let rows = table.rows.iter().filter_map(|row| of(table, row));
    Some((*tp, rows.collect()))
}

fn of(table: &Table, row: &Row) -> Option<TpRow> {
    let mut cells: BTreeMap<String, u64> = BTreeMap::new();
    for (column, cell) in table.columns.iter().zip(&row.cells) {
        if let Some(number) = number(cell) {
            // The manual writes one of them with a space.
            let name = column.to_ascii_uppercase().replace(' ', "_");
            cells.insert(name, number);
        }
    }
    let columns = Columns::new(table, row);
    let text = columns.text("wait_type").or_else(|| columns.text("state"));
    let word = text.and_then(|text| WORDS.iter().find(|word| **word == text));
    let line: LineNumber = row.line;
    Some(TpRow {
        line,
        group_id: u32::try_from(*cells.get("TP_GROUP_ID")?).ok()?,
        cells,
        word: word.copied(),
    })
}
