//! Rows of Oracle's thread pool plugin: performance_schema.tp_*, in MySQL 5.7 those of information_schema.
//! Source: MySQL 9.5 Reference Manual, "Performance Schema Thread Pool Tables".

use super::tables::{Columns, Row, Table, number};
use serde::Serializer;

use crate::capture::{TP_COLUMNS, Tp, TpRow};

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
    let (tp, _) = TABLES.iter().find(|(_, all)| all.iter().all(has))?;
    let rows = table.rows.iter().filter_map(|row| of(*tp, table, row));
    Some((*tp, rows.collect()))
}

/// The tables as text, with the columns that are read and those by which a table is recognised.
pub(crate) fn lines<S: Serializer>(rows: &[TpRow], to: S) -> Result<S::Ok, S::Error> {
    let mut lines: Vec<String> = Vec::new();
    for (tp, marks) in TABLES {
        let rows = || rows.iter().filter(|row| row.table == tp);
        let columns = TP_COLUMNS.iter().enumerate();
        let used = |at: usize| rows().any(|row| matches!(row.cells.get(at), Some(Some(_))));
        let columns: Vec<_> = columns.filter(|(at, _)| used(*at)).collect();
        let word = match tp {
            Tp::Threads => "wait_type",
            _ => "state",
        };
        if rows().next().is_none() {
            continue;
        }
        let unread = |mark: &&str| columns.iter().all(|(_, column)| *column != mark);
        let mut head = vec!["tp_group_id", word];
        head.extend(marks.into_iter().filter(unread));
        let blank = head.len() - 2;
        head.extend(columns.iter().map(|(_, column)| **column));
        lines.push(head.join("\t"));
        for row in rows() {
            let word = row.word.unwrap_or("NULL");
            let mut cells = vec![row.group_id.to_string(), word.to_owned()];
            cells.resize(blank + 2, "NULL".to_owned());
            let numbers = columns
                .iter()
                .map(|(at, _)| row.cells.get(*at).copied().flatten());
            cells.extend(numbers.map(|n| n.map_or("NULL".to_owned(), |n| n.to_string())));
            lines.push(cells.join("\t"));
        }
    }
    to.collect_seq(lines)
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
