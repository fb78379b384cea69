//! Reads the instruments.

use poolscope_engine::instruments::{Cell, Instruments};

/// The cell of a table, by column and row.
pub fn cell(instruments: &Instruments, table: &str, column: &str, row: usize) -> Cell {
    let table = instruments.tables.iter().find(|t| t.name == table).unwrap();
    let column = table.columns.iter().position(|c| c == column).unwrap();
    table.rows[row][column].clone()
}

/// The number in a cell.
pub fn number(instruments: &Instruments, table: &str, column: &str, row: usize) -> u64 {
    match cell(instruments, table, column, row) {
        Cell::Number(n) => n,
        other => panic!("{other:?} is no number"),
    }
}

/// A status variable.
pub fn status(instruments: &Instruments, name: &str) -> u64 {
    instruments
        .status
        .iter()
        .find(|(n, _)| n == name)
        .unwrap()
        .1
}
