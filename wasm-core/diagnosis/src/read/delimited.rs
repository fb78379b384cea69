//! Columns separated by tabs, commas or, where a terminal replaced tabs, spaces.

use super::names::is_verb;
use super::tables::{self, Table, column};
use super::{Reader, look_ahead, number_of, words};
use crate::capture::{Form, Kind, Missing};

/// Fields between separators, quoted or not; `None` if a quote is not closed.
fn fields(line: &str, separator: char) -> Option<Vec<String>> {
    let mut out = Vec::new();
    let mut rest = line;
    loop {
        let start = rest.trim_start_matches(' ');
        // Workbench quotes with apostrophes, which elsewhere can be a part of the text.
        if let Some((cell, behind)) = start.strip_prefix('\'').and_then(|q| q.split_once('\''))
            && (behind.is_empty() || behind.starts_with(separator))
        {
            out.push(cell.to_owned());
            match behind.strip_prefix(separator) {
                Some(next) => rest = next,
                None => return Some(out),
            }
            continue;
        }
        let Some(quoted) = start.strip_prefix('"') else {
            let end = rest.find(separator).unwrap_or(rest.len());
            out.push(rest.get(..end)?.trim().to_owned());
            match rest.get(end + separator.len_utf8()..) {
                Some(next) => rest = next,
                None => return Some(out),
            }
            continue;
        };
        let mut cell = String::new();
        let mut characters = quoted.char_indices().peekable();
        let mut end = None;
        while let Some((at, c)) = characters.next() {
            match c {
                '"' if characters.peek().is_some_and(|(_, next)| *next == '"') => {
                    characters.next();
                    cell.push('"');
                }
                '"' => {
                    end = Some(at + 1);
                    break;
                }
                '\\' => {
                    cell.push(c);
                    if let Some((_, next)) = characters.next() {
                        cell.push(next);
                    }
                }
                _ => cell.push(c),
            }
        }
        out.push(cell);
        let behind = quoted.get(end?..)?.trim_start_matches(' ');
        if behind.is_empty() {
            return Some(out);
        }
        rest = behind.strip_prefix(separator)?;
    }
}

#[derive(Clone, Copy)]
enum Between {
    Tab,
    Character(char),
    Spaces,
}

fn unquoted(cell: &str) -> &str {
    let mut inner = ["'", "\""].into_iter();
    inner
        .find_map(|quote| cell.strip_prefix(quote)?.strip_suffix(quote))
        .unwrap_or(cell)
}

/// A line without the sign that Workbench puts in front of a header.
fn unmarked(line: &str) -> &str {
    let line = line.trim_start();
    line.strip_prefix("# ").unwrap_or(line)
}

/// Whether Workbench copied it: `# Id, User, Host`.
pub fn is_marked_header(line: &str) -> bool {
    line.starts_with("# ") && header(line).is_some()
}

fn cells(line: &str, between: Between) -> Option<Vec<String>> {
    match between {
        Between::Tab => Some(
            line.split('\t')
                .map(|cell| unquoted(cell.trim()).to_owned())
                .collect(),
        ),
        // Borders only between the columns, and perhaps one at the end.
        Between::Character('|') => {
            let line = line.trim();
            fields(line.strip_suffix('|').unwrap_or(line), '|')
        }
        Between::Character(separator) => fields(line, separator),
        Between::Spaces => Some(line.split_whitespace().map(str::to_owned).collect()),
    }
}

/// The index of State, if Info is next to it.
fn state_of(columns: &[String]) -> Option<usize> {
    let state = columns.iter().position(|c| c == "state")?;
    (columns.get(state + 1)? == "info" && columns.first()? == "id").then_some(state)
}

/// A row of PROCESSLIST whose tabs became spaces: everything before the state and behind the statement is a
/// single word.
fn spaced(line: &str, columns: &[String]) -> Option<Vec<String>> {
    let state = state_of(columns)?;
    let words: Vec<&str> = line.split_whitespace().collect();
    let tail = words.len().checked_sub(columns.len() - state - 2)?;
    let middle = words.get(state..tail)?;
    let capital = |w: &&str| is_verb(w) && w.bytes().all(|b| b.is_ascii_uppercase());
    let info = match middle.last()? {
        &"NULL" => middle.len() - 1,
        _ => middle
            .iter()
            .position(capital)
            .or_else(|| middle.iter().position(|w| is_verb(w)))?,
    };
    let mut out: Vec<String> = words.get(..state)?.iter().map(|&w| w.to_owned()).collect();
    out.push(middle.get(..info)?.join(" "));
    out.push(middle.get(info..)?.join(" "));
    out.extend(words.get(tail..)?.iter().map(|&w| w.to_owned()));
    Some(out)
}

fn known(line: &str, between: Between) -> Option<(Vec<String>, Kind)> {
    let columns: Vec<String> = cells(line, between)?
        .iter()
        .map(|cell| column(cell))
        .collect();
    let kind = tables::identify(&columns)?;
    Some((columns, kind))
}

/// The columns of a header, and their separator.
fn header(line: &str) -> Option<(Vec<String>, Between)> {
    let line = unmarked(line);
    let begins = line.starts_with(|c: char| c.is_ascii_alphabetic() || "@\"`".contains(c));
    if !begins || line.len() > 2_000 || !tables::tells(line) {
        return None;
    }
    if line.contains('\t') {
        return known(line, Between::Tab).map(|(columns, _)| (columns, Between::Tab));
    }
    for separator in [',', ';', '|'] {
        let between = Between::Character(separator);
        if line.contains(separator)
            && let Some((columns, _)) =
                known(line, between).filter(|(columns, _)| columns.len() > 1 || separator == '|')
        {
            return Some((columns, between));
        }
    }
    let trimmed = line.trim();
    let one = if trimmed.starts_with('"') {
        Between::Character(',')
    } else {
        Between::Tab
    };
    if let Some((columns, _)) = known(trimmed, one).filter(|(columns, _)| columns.len() == 1) {
        return Some((columns, one));
    }
    if !trimmed.contains(' ') {
        return None;
    }
    let (columns, kind) = known(trimmed, Between::Spaces)?;
    // Cells of these columns are never empty and contain no space, or the reader can handle it.
    let solid = matches!(
        kind,
        Kind::Groups | Kind::Queues | Kind::Stats | Kind::Waits | Kind::Variables | Kind::LockWaits
    );
    let listed = kind == Kind::Processlist && state_of(&columns).is_some();
    ((solid || listed) && columns.len() > 1).then_some((columns, Between::Spaces))
}

/// Whether a line is the rule below a header.
fn between_rows(line: &str) -> bool {
    line.trim().bytes().all(|b| b"-+|".contains(&b))
}

impl Reader<'_> {
    pub(super) fn delimited(&mut self, start: usize) -> Option<usize> {
        let headed = header(self.line(start));
        let headless = headed.is_none();
        let (columns, between) = headed.or_else(|| self.headless(start))?;
        let form = match between {
            Between::Character('|') => Form::Table,
            Between::Character(_) => Form::Csv,
            Between::Tab | Between::Spaces => Form::Tab,
        };
        let count = columns.len();
        let free = columns.iter().position(|c| c == "info" || c == "trx_query");
        let settings = columns.iter().any(|c| c == "variable_name");
        let mut table = Table::new(form, number_of(start), columns);
        let mut at = if headless { start } else { start + 1 };
        while at < self.lines.len() {
            let line = self.line(at);
            let alone = count == 1 && !table.rows.is_empty();
            if at == start + 1 && between_rows(line) && !line.trim().is_empty() {
                at += 1;
                continue;
            }
            if line.trim().is_empty()
                || alone
                || words::ends_answer(line.trim())
                || header(line).is_some()
            {
                break;
            }
            if between_rows(line) {
                at += 1;
                continue;
            }
            let (next, found) = if matches!(between, Between::Spaces) && free.is_some() {
                (at + 1, spaced(line, &table.columns))
            } else {
                self.delimited_row(at, between, count, free, table.bad)
            };
            let fits = found.as_ref().is_some_and(|cells| {
                // After the rows of SHOW anything may follow.
                !settings
                    || cells
                        .first()
                        .is_some_and(|name| !name.is_empty() && !name.contains(' '))
            });
            match found.filter(|_| fits) {
                Some(cells) => table.push(number_of(at), number_of(next - 1), cells),
                None if self.goes_with(at, between) => table.bad += 1,
                None => break,
            }
            table.last = number_of(next - 1);
            at = next;
        }
        let kind = tables::identify(&table.columns);
        self.take(table);
        if headless {
            self.gap(number_of(start), Missing::Rows, None, kind);
        }
        Some(at)
    }

    /// The columns of a tab-separated row that lost its header. Numbers alone are not enough, because the
    /// row may be incomplete.
    fn headless(&self, at: usize) -> Option<(Vec<String>, Between)> {
        let cells = cells(self.line(at), Between::Tab).filter(|cells| cells.len() > 2)?;
        let columns =
            tables::guess(&cells).filter(|columns| columns.first().is_some_and(|c| c == "id"))?;
        Some((columns, Between::Tab))
    }

    /// Whether a line that is no row may be an incomplete one.
    fn goes_with(&self, at: usize, between: Between) -> bool {
        match between {
            Between::Tab => self.line(at).contains('\t'),
            Between::Character(separator) => self.line(at).contains(separator),
            Between::Spaces => self.trimmed(at).starts_with(|c: char| c.is_ascii_digit()),
        }
    }

    fn delimited_row(
        &self,
        at: usize,
        between: Between,
        count: usize,
        free: Option<usize>,
        bad: u32,
    ) -> (usize, Option<Vec<String>>) {
        let cut = |line: &str| {
            let found = cells(line, between)?;
            if found.len() == count {
                return Some(found);
            }
            // Separators inside the one cell that may contain anything.
            let (free, extra) = (free?, found.len().checked_sub(count)?);
            let mut out = found.get(..free)?.to_vec();
            out.push(found.get(free..=free + extra)?.join(" "));
            out.extend_from_slice(found.get(free + extra + 1..)?);
            Some(out)
        };
        let first = self.line(at);
        if let Some(cells) = cut(first) {
            return (at + 1, Some(cells));
        }
        if free.is_none() {
            return (at + 1, None);
        }
        // Line breaks inside a cell.
        let mut joined = first.to_owned();
        for next in at + 1..(at + look_ahead(bad)).min(self.lines.len()) {
            let line = self.line(next);
            if words::ends_answer(line.trim())
                || header(line).is_some()
                || cut(line).is_some()
                || joined.len() > 1 << 16
            {
                break;
            }
            joined.push(' ');
            joined.push_str(line);
            if let Some(cells) = cut(&joined) {
                return (next + 1, Some(cells));
            }
        }
        (at + 1, None)
    }
}
