//! Tables in tags: the output of `mysql -H`, and of `mysql -X`, whose fields have names.

use super::tables::{Table, column, columns_asked};
use super::words::starts;
use super::{LOOK_AHEAD, Reader, number_of};
use crate::capture::Form;

const TAGS: [&str; 8] = [
    "table",
    "resultset",
    "tr",
    "row",
    "th",
    "td",
    "field",
    "?xml",
];

struct Tag<'a> {
    name: &'static str,
    closes: bool,
    attributes: &'a str,
    behind: &'a str,
}

impl<'a> Tag<'a> {
    fn read(text: &'a str) -> Option<Self> {
        let inner = text.strip_prefix('<')?;
        let (closes, inner) = match inner.strip_prefix('/') {
            Some(inner) => (true, inner),
            None => (false, inner),
        };
        let ends = |name: &str| {
            let next = inner.as_bytes().get(name.len());
            next.is_some_and(|b| b" >/".contains(b))
        };
        let name = *TAGS.iter().find(|name| starts(inner, name) && ends(name))?;
        let end = inner.bytes().take(2_000).position(|b| b == b'>')?;
        Some(Self {
            name,
            closes,
            attributes: inner.get(name.len()..end)?,
            behind: inner.get(end + 1..)?,
        })
    }

    fn attribute(&self, name: &str) -> Option<String> {
        let (_, rest) = self.attributes.split_once(name)?;
        let value = rest.strip_prefix("=\"")?.split('"').next()?;
        Some(plain(value))
    }

    fn begins_table(&self) -> bool {
        matches!(self.name, "table" | "resultset")
    }

    fn begins_row(&self) -> bool {
        matches!(self.name, "tr" | "row")
    }
}

fn plain(text: &str) -> String {
    let marks = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&nbsp;", " "),
        ("&amp;", "&"),
    ];
    let mut out = text.trim().to_owned();
    for (mark, character) in marks.into_iter().filter(|_| text.contains('&')) {
        out = out.replace(mark, character);
    }
    out
}

/// The current row.
#[derive(Default)]
struct OpenRow {
    names: Vec<String>,
    cells: Vec<String>,
    /// A cell that is not closed, and its line.
    cell: Option<(usize, String)>,
}

impl OpenRow {
    fn tag(&mut self, tag: &Tag<'_>, at: usize, tables: &mut Vec<Table>) {
        if tag.closes {
            match self.cell.take() {
                Some((_, cell)) if tag.name == "th" => self.names.push(column(&plain(&cell))),
                Some((_, cell)) if !tag.begins_row() => self.cells.push(plain(&cell)),
                _ => {}
            }
            if let (true, Some(table)) = (tag.begins_row(), tables.last_mut()) {
                self.row(table, at);
            }
        } else if tag.begins_table() || tag.begins_row() {
            *self = Self::default();
            if tag.begins_table() || tables.is_empty() {
                let form = match tag.name {
                    "table" | "tr" => Form::Html,
                    _ => Form::Xml,
                };
                let asked = tag.attribute("statement");
                let columns = asked.map_or_else(Vec::new, |asked| columns_asked(&asked));
                tables.push(Table::new(form, number_of(at), columns));
            }
        } else if tag.name != "?xml" {
            let named = tag.attribute("name");
            self.names.extend(named.map(|name| column(&name)));
            if tag.attributes.ends_with('/') {
                self.cells.push("NULL".to_owned());
            } else {
                self.cell = Some((at, String::new()));
            }
        }
    }

    fn row(&mut self, table: &mut Table, at: usize) {
        table.last = number_of(at);
        let Self { names, cells, .. } = std::mem::take(self);
        if table.rows.is_empty() && !names.is_empty() {
            table.columns = names;
        } else if table.form == Form::Xml && names != table.columns {
            table.bad += 1;
            return;
        }
        if cells.len() == table.columns.len() {
            table.push(table.last, table.last, cells);
        } else if !cells.is_empty() {
            table.bad += 1;
        }
    }
}

impl Reader<'_> {
    /// Reads tables from the first tag to a line without tags.
    pub(super) fn markup(&mut self, start: usize) -> Option<usize> {
        let first = Tag::read(self.trimmed(start))?;
        if !(first.begins_table() || first.begins_row() || first.name == "?xml") {
            return None;
        }
        let mut tables = Vec::new();
        let mut open = OpenRow::default();
        let mut at = start;
        while at < self.lines.len() {
            let mut rest = self.line(at).trim_start();
            let outside = open.cell.is_none() && !rest.is_empty() && Tag::read(rest).is_none();
            let lost = open.cell.as_ref().map(|(from, _)| *from);
            if let Some(from) = lost.filter(|from| at - from > LOOK_AHEAD) {
                at = from + 1; // its end was cut off
                break;
            }
            if outside {
                break;
            }
            while let Some((text, behind)) = rest.find('<').map(|at| rest.split_at(at)) {
                let tag = Tag::read(behind);
                if let Some((_, cell)) = &mut open.cell {
                    cell.push_str(text);
                    cell.extend(tag.is_none().then_some('<'));
                }
                rest = tag
                    .as_ref()
                    .map_or_else(|| behind.get(1..).unwrap_or(""), |tag| tag.behind);
                if let Some(tag) = &tag {
                    open.tag(tag, at, &mut tables);
                }
            }
            if let Some((_, cell)) = &mut open.cell {
                cell.push_str(rest);
                cell.push('\n');
            }
            at += 1;
        }
        for table in tables {
            self.take(table);
        }
        Some(at.max(start + 1))
    }
}
