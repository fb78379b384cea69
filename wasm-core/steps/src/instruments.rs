//! The server's own instruments at one moment: status variables and information_schema tables.

use serde::Serialize;

/// The instruments that the server would show.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Instruments {
    /// `SHOW GLOBAL STATUS`: name and value.
    pub status: Vec<(String, u64)>,
    /// information_schema tables; empty if the server has none.
    pub tables: Vec<Table>,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Table {
    /// Its name.
    pub name: String,
    /// Names of the columns.
    pub columns: Vec<String>,
    /// Rows, one cell per column.
    pub rows: Vec<Vec<Cell>>,
}

/// A cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(untagged)]
pub enum Cell {
    /// A number.
    Number(u64),
    /// Text.
    Text(String),
    /// NULL.
    Null,
}

impl Table {
    /// A table without rows.
    pub fn new(name: &str, columns: &[&str]) -> Self {
        Table {
            name: name.to_owned(),
            columns: columns.iter().map(|c| (*c).to_owned()).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row of numbers.
    pub fn push(&mut self, numbers: &[u64]) {
        self.rows
            .push(numbers.iter().map(|n| Cell::Number(*n)).collect());
    }
}
