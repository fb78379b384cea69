//! Tables of plain text: aligned columns, or borders like those of the mysql client.

use std::fmt::Write;

use unicode_width::UnicodeWidthStr;

/// A table of text.
pub struct Table {
    head: Vec<String>,
    /// Columns that are right-aligned.
    right: Vec<bool>,
    rows: Vec<Row>,
}

enum Row {
    Cells(Vec<String>),
    /// A separate line below a row.
    Note(String),
}

impl Table {
    /// A table with left-aligned columns.
    pub fn left(head: &[&str]) -> Self {
        Table::new(head.iter().map(|h| ((*h).to_owned(), false)))
    }

    /// A table with these columns; true: right-aligned.
    pub fn new(columns: impl IntoIterator<Item = (String, bool)>) -> Self {
        let (head, right) = columns.into_iter().unzip();
        Table {
            head,
            right,
            rows: Vec::new(),
        }
    }

    /// Adds a row, one cell per column.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(Row::Cells(cells));
    }

    /// Adds a line below the last row.
    pub fn note(&mut self, text: String) {
        self.rows.push(Row::Note(text));
    }

    fn widths(&self) -> Vec<usize> {
        let mut widths: Vec<usize> = self.head.iter().map(|h| length(h)).collect();
        for row in &self.rows {
            if let Row::Cells(cells) = row {
                for (width, cell) in widths.iter_mut().zip(cells) {
                    *width = (*width).max(length(cell));
                }
            }
        }
        widths
    }

    fn line(&self, cells: &[String], widths: &[usize], between: &str) -> String {
        let padded: Vec<String> = cells
            .iter()
            .zip(widths)
            .zip(&self.right)
            .map(|((cell, width), right)| pad(cell, *width, *right))
            .collect();
        padded.join(between)
    }

    /// Without borders.
    pub fn plain(&self) -> String {
        let widths = self.widths();
        let mut out = String::new();
        let _ = writeln!(out, "{}", self.line(&self.head, &widths, "  ").trim_end());
        for row in &self.rows {
            let line = match row {
                Row::Cells(cells) => self.line(cells, &widths, "  "),
                Row::Note(text) => text.clone(),
            };
            let _ = writeln!(out, "{}", line.trim_end());
        }
        out
    }

    /// With the mysql client's borders and its last line.
    pub fn bordered(&self) -> String {
        if self.rows.is_empty() {
            return "Empty set\n".to_owned();
        }
        let widths = self.widths();
        let border: String = widths
            .iter()
            .map(|w| "+".to_owned() + &"-".repeat(w + 2))
            .collect();
        let names = Table {
            right: vec![false; self.right.len()],
            head: Vec::new(),
            rows: Vec::new(),
        };
        let mut out = String::new();
        let _ = writeln!(out, "{border}+");
        let _ = writeln!(out, "| {} |", names.line(&self.head, &widths, " | "));
        let _ = writeln!(out, "{border}+");
        for row in &self.rows {
            if let Row::Cells(cells) = row {
                let _ = writeln!(out, "| {} |", self.line(cells, &widths, " | "));
            }
        }
        let _ = writeln!(out, "{border}+");
        let rows = self.rows.len();
        let _ = writeln!(out, "{rows} row{} in set", if rows == 1 { "" } else { "s" });
        out
    }
}

/// Text padded with spaces.
pub fn pad(text: &str, width: usize, right: bool) -> String {
    let fill = " ".repeat(width.saturating_sub(length(text)));
    if right {
        fill + text
    } else {
        text.to_owned() + &fill
    }
}

/// The columns of a terminal that it takes: two for a Han character.
pub fn length(text: &str) -> usize {
    text.width()
}

/// As much of the text as fits into these columns.
pub fn cut(text: &str, columns: usize) -> &str {
    let ends = text.char_indices().map(|(at, c)| at + c.len_utf8());
    let fits = ends.take_while(|end| text.get(..*end).is_some_and(|part| length(part) <= columns));
    text.get(..fits.last().unwrap_or(0)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::Table;

    fn table() -> Table {
        let mut table = Table::new([("NAME".to_owned(), false), ("N".to_owned(), true)]);
        table.row(vec!["a".to_owned(), "12".to_owned()]);
        table.note("    why".to_owned());
        table.row(vec!["µ".to_owned(), "3".to_owned()]);
        table
    }

    #[test]
    fn columns_stand_below_each_other() {
        assert_eq!(table().plain(), "NAME   N\na     12\n    why\nµ      3\n");
    }

    #[test]
    fn borders_are_those_of_the_mysql_client() {
        let mut table = Table::new([("NAME".to_owned(), false), ("N".to_owned(), true)]);
        assert_eq!(table.bordered(), "Empty set\n");
        table.row(vec!["a".to_owned(), "12".to_owned()]);
        let expected = "+------+----+\n| NAME | N  |\n+------+----+\n| a    | 12 |\n+------+----+\n1 row in set\n";
        assert_eq!(table.bordered(), expected);
    }
}
