//! JSON as exported by clients: objects in arrays at any depth, possibly incomplete.

use super::tables::{self, Table, column, columns_asked};
use super::{Reader, number_of};
use crate::capture::{Form, Kind, LineNumber};

const DEEPEST: usize = 32;

struct Scan<'a> {
    reader: &'a Reader<'a>,
    at: usize,
    /// Byte position in its line.
    byte: usize,
    tables: Vec<Table>,
    /// No row was added to the last table since an array closed.
    closed: bool,
}

/// A value: text for a scalar, nothing for an object or a list.
type Scalar = Option<Option<String>>;

impl Scan<'_> {
    /// The next character that is not a space, without taking it.
    fn peek(&mut self) -> Option<char> {
        loop {
            let line = self.reader.lines.get(self.at)?;
            let rest = line.get(self.byte..).unwrap_or("");
            let trimmed = rest.trim_start();
            if let Some(c) = trimmed.chars().next() {
                self.byte += rest.len() - trimmed.len();
                return Some(c);
            }
            self.at += 1;
            self.byte = 0;
        }
    }

    fn rest(&self) -> &str {
        self.reader
            .lines
            .get(self.at)
            .and_then(|line| line.get(self.byte..))
            .unwrap_or("")
    }

    fn take(&mut self, wanted: char) -> Option<()> {
        (self.peek()? == wanted).then(|| self.byte += wanted.len_utf8())
    }

    fn string(&mut self) -> Option<String> {
        self.take('"')?;
        let mut out = String::new();
        loop {
            let line = self.reader.lines.get(self.at)?;
            let mut characters = line.get(self.byte..)?.char_indices();
            while let Some((at, c)) = characters.next() {
                match c {
                    '"' => {
                        self.byte += at + 1;
                        return Some(out);
                    }
                    '\\' => match characters.next()?.1 {
                        'n' | 'r' | 't' => out.push(' '),
                        'u' => {
                            let code: String =
                                characters.by_ref().take(4).map(|(_, c)| c).collect();
                            let code = u32::from_str_radix(&code, 16).ok()?;
                            out.push(char::from_u32(code).unwrap_or(' '));
                        }
                        other => out.push(other),
                    },
                    _ => out.push(c),
                }
                if out.len() > 1 << 16 {
                    return None;
                }
            }
            // A line break inside a string, added by terminals and mail programs.
            out.push(' ');
            self.at += 1;
            self.byte = 0;
        }
    }

    fn scalar(&mut self) -> Option<String> {
        let rest = self.rest();
        let end = rest
            .find(|c: char| !(c.is_ascii_alphanumeric() || "+-._".contains(c)))
            .unwrap_or(rest.len());
        let word = rest.get(..end).filter(|word| !word.is_empty())?.to_owned();
        self.byte += end;
        Some(if word == "null" {
            "NULL".to_owned()
        } else {
            word
        })
    }

    /// The value with this name; `None` if it is broken.
    fn value(&mut self, name: &str, depth: usize) -> Option<Scalar> {
        if depth > DEEPEST {
            return None;
        }
        match self.peek()? {
            '{' => {
                self.object(depth)?;
                Some(None)
            }
            '[' => {
                self.array(name, depth)?;
                Some(None)
            }
            '"' => Some(Some(Some(self.string()?))),
            _ => Some(Some(Some(self.scalar()?))),
        }
    }

    fn array(&mut self, name: &str, depth: usize) -> Option<()> {
        self.take('[')?;
        self.closed = true;
        if self.peek()? == ']' {
            self.take(']')?;
            self.empty(name);
            return Some(());
        }
        loop {
            self.value(name, depth + 1)?;
            match self.peek()? {
                ',' => self.take(',')?,
                _ => break,
            }
        }
        self.take(']')?;
        self.closed = true;
        Some(())
    }

    /// An answer without rows, named after its query.
    fn empty(&mut self, name: &str) {
        let lower = name.to_ascii_lowercase();
        if lower.contains("thread_pool_queues") {
            let columns = columns_asked(name);
            let table = Table::new(Form::Json, number_of(self.at), columns);
            self.tables.push(table);
            self.closed = true;
        }
    }

    fn object(&mut self, depth: usize) -> Option<()> {
        self.take('{')?;
        let line = number_of(self.at);
        let (mut names, mut cells) = (Vec::new(), Vec::new());
        if self.peek()? == '}' {
            return self.take('}');
        }
        loop {
            self.peek()?;
            let name = self.string()?;
            self.take(':')?;
            if let Some(Some(text)) = self.value(&name, depth + 1)? {
                names.push(column(&name));
                cells.push(text);
            }
            match self.peek()? {
                ',' => self.take(',')?,
                _ => break,
            }
        }
        self.take('}')?;
        self.row(line, names, cells);
        Some(())
    }

    fn row(&mut self, line: LineNumber, names: Vec<String>, cells: Vec<String>) {
        if tables::identify(&names).is_none() {
            // `{"thread_pool_size": "16", ...}`.
            if names.iter().any(|name| tables::is_telling(name)) {
                for (name, cell) in names.into_iter().zip(cells) {
                    self.row(
                        line,
                        vec!["variable_name".to_owned(), "value".to_owned()],
                        vec![name, cell],
                    );
                }
            }
            return;
        }
        let open = self.tables.last();
        if open.is_none_or(|open| self.closed || open.columns != names) {
            self.tables.push(Table::new(Form::Json, line, names));
        }
        if let Some(open) = self.tables.last_mut() {
            open.push(line, number_of(self.at), cells);
        }
        self.closed = false;
    }
}

impl Reader<'_> {
    pub(super) fn json(&mut self, start: usize) -> Option<usize> {
        let mut characters = self.trimmed(start).chars().filter(|c| !c.is_whitespace());
        let (first, second) = (characters.next()?, characters.next());
        let begins = match first {
            '{' => second.is_none_or(|c| c == '"' || c == '}'),
            '[' => second.is_none_or(|c| c == '{' || c == '[' || c == ']'),
            _ => false,
        };
        if !begins {
            return None;
        }
        let byte = self.line(start).len() - self.line(start).trim_start().len();
        let mut scan = Scan {
            reader: self,
            at: start,
            byte,
            tables: Vec::new(),
            closed: false,
        };
        let mut whole = scan.value("", 0).is_some();
        // One object on each line.
        while whole && scan.rest().trim_start().is_empty() {
            let at = (scan.at, scan.byte);
            if scan.peek() != Some('{') {
                (scan.at, scan.byte) = at;
                break;
            }
            whole = scan.value("", 0).is_some();
        }
        let next = if scan.byte > 0 || scan.at == start {
            scan.at + 1
        } else {
            scan.at
        };
        let mut tables = scan.tables;
        if !whole && tables.is_empty() {
            return None;
        }
        if let (false, Some(last)) = (whole, tables.last_mut()) {
            last.bad += 1;
        }
        for table in tables {
            if tables::identify(&table.columns) != Some(Kind::Other) {
                self.take(table);
            }
        }
        Some(next)
    }
}
