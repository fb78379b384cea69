//! Tables with borders, and rows printed vertically.

use std::mem;

use super::tables::{self, Table, column};
use super::{LOOK_AHEAD, Reader, look_ahead, number_of, words};
use crate::capture::{Form, Kind, LineNumber, Missing};

/// Whether a line, or a wrapped part of one, belongs to a border.
fn is_rule(line: &str) -> bool {
    !line.is_empty() && line.bytes().all(|b| b == b'+' || b == b'-')
}

fn is_border(line: &str) -> bool {
    line.len() > 2 && line.starts_with("+-") && is_rule(line)
}

/// How a row is divided into cells.
#[derive(Default)]
struct Frame {
    /// Positions of the bars, in characters, from the border.
    bars: Vec<usize>,
    /// A terminal wrapped its lines.
    wrapped: bool,
    /// All its lines end at a terminal's edge, inside the last column.
    short: bool,
}

/// The cell that may contain anything, including bars.
fn free_column(columns: &[String]) -> Option<usize> {
    columns.iter().position(|c| c == "info" || c == "trx_query")
}

fn by_bars(row: &str, bars: &[usize]) -> Option<Vec<String>> {
    let mut cells = Vec::with_capacity(bars.len());
    if row.is_ascii() {
        if row.len() != bars.last()? + 1
            || bars
                .iter()
                .any(|&bar| row.as_bytes().get(bar) != Some(&b'|'))
        {
            return None;
        }
        for pair in bars.windows(2) {
            cells.push(row.get(pair.first()? + 1..*pair.last()?)?.trim().to_owned());
        }
        return Some(cells);
    }
    let mut at = 0;
    let mut cell = String::new();
    for c in row.chars() {
        if bars.contains(&at) {
            if c != '|' {
                return None;
            }
            if at > 0 {
                cells.push(cell.trim().to_owned());
                cell.clear();
            }
        } else {
            cell.push(c);
        }
        at += 1;
    }
    (at == bars.last()? + 1 && cells.len() + 1 == bars.len()).then_some(cells)
}

fn by_counting(row: &str, columns: usize, free: Option<usize>) -> Option<Vec<String>> {
    let inner = row.strip_prefix('|')?.strip_suffix('|')?;
    let cells: Vec<&str> = inner.split('|').collect();
    let own = |cell: &&str| cell.trim().to_owned();
    if cells.len() == columns || columns == 0 {
        return Some(cells.iter().map(own).collect());
    }
    let free = free?;
    let extra = cells.len().checked_sub(columns)?;
    let mut out: Vec<String> = cells.get(..free)?.iter().map(own).collect();
    out.push(cells.get(free..=free + extra)?.join("|").trim().to_owned());
    out.extend(cells.get(free + extra + 1..)?.iter().map(own));
    Some(out)
}

/// The columns of a row that lost its header. A row of numbers counts only if each fits its column's width:
/// an incomplete row may match another table by its number of cells.
fn guess(row: &str, cells: &[String]) -> Option<Vec<String>> {
    let columns = tables::guess(cells)?;
    if columns.first()? != "group_id" {
        return Some(columns);
    }
    let pieces = row.strip_prefix('|')?.strip_suffix('|')?.split('|');
    let mut each = pieces.zip(&columns).map(|(piece, name)| {
        let (width, least) = (piece.chars().count(), name.len() + 2);
        width == least || width > least && piece.trim().len() + 2 == width
    });
    each.all(|fits| fits).then_some(columns)
}

/// Whether a line certainly belongs to a known table with another number of columns: its header, or an
/// unmistakable row. A part of a wrapped row can look like one.
fn is_of_another(line: &str, columns: usize, wrapped: bool) -> bool {
    let bars = line.bytes().filter(|b| *b == b'|').count();
    if bars == columns + 1 || line.len() > 2_000 {
        return false;
    }
    by_counting(line, 0, None).is_some_and(|cells| {
        let columns: Vec<String> = cells.iter().map(|cell| column(cell)).collect();
        tables::identify(&columns).is_some() || !wrapped && guess(line, &cells).is_some()
    })
}

impl Reader<'_> {
    /// Reads a table that starts with its border, its header or, if the top was lost, a row.
    pub(super) fn framed(&mut self, start: usize) -> Option<usize> {
        let first = self.trimmed(start);
        if first == "|" {
            return Some(start + 1); // the rest of a cell with many lines
        }
        if !is_border(first) && !first.starts_with('|') {
            return None;
        }
        let mut frame = Frame::default();
        let mut at = start;
        let mut table: Option<Table> = None;
        // The border behind a row shows whether it is a header.
        let mut pending: Option<(LineNumber, Vec<String>)> = None;
        let mut guessed = false;
        let mut bad = 0;
        let mut odd = Vec::new();
        let mut closed = false;
        while at < self.lines.len() {
            let line = self.trimmed(at);
            if line.is_empty() {
                let next = self.behind_blank(at);
                let goes_on = self.trimmed(next).starts_with('|') || is_border(self.trimmed(next));
                if goes_on && next > at {
                    at = next;
                    continue;
                }
                break;
            }
            if is_border(line) {
                if table.as_ref().is_some_and(|t| !t.rows.is_empty()) {
                    // Between two rows, or at the end.
                    let mut same = Frame::default();
                    let behind = self.border(at, &mut same);
                    let next = self.behind_blank(behind);
                    if same.bars == frame.bars && self.trimmed(next).starts_with('|') {
                        at = next;
                        continue;
                    }
                    at = behind;
                    closed = true;
                    break;
                }
                let next = self.border(at, &mut frame);
                if let Some((line, cells)) = pending.take() {
                    // Unknown columns, but a header all the same.
                    let columns = cells.iter().map(|cell| column(cell)).collect();
                    table = Some(Table::new(Form::Table, line, columns));
                }
                at = next;
                continue;
            }
            if !line.starts_with('|') {
                break;
            }
            if line.len() > 3 && line.bytes().all(|b| b"|-: ".contains(&b)) && line.contains("--") {
                at += 1; // below the header of a table in Markdown
                continue;
            }
            let row_line = number_of(at);
            let columns = table.as_ref().map(|t| t.columns.as_slice());
            if columns.is_some_and(|columns| is_of_another(line, columns.len(), frame.wrapped)) {
                break; // the borders between were lost
            }
            let cut = table.as_ref().map_or(0, |t| t.bad);
            let (next, cells) = self.framed_row(at, &frame, columns, cut);
            let Some(cells) = cells else {
                match &mut table {
                    Some(table) => table.bad += 1,
                    None => {
                        bad += 1;
                        odd.push(at);
                    }
                }
                at = next;
                continue;
            };
            let headed = cells
                .first()
                .is_some_and(|c| !c.starts_with(|c: char| c.is_ascii_digit()));
            let known = headed.then(|| cells.iter().map(|cell| column(cell)).collect::<Vec<_>>());
            if let Some(columns) = known.filter(|columns| tables::identify(columns).is_some()) {
                if table.is_some() {
                    break; // the border between was lost: the next table starts here
                }
                let mut headed = Table::new(Form::Table, number_of(start), columns);
                (headed.last, headed.bad) = (row_line, mem::take(&mut bad));
                table = Some(headed);
            } else if let Some(table) = &mut table {
                let other = |columns| columns != table.columns;
                if guessed && guess(self.trimmed(at), &cells).is_some_and(other) {
                    break;
                }
                table.push(row_line, number_of(next - 1), cells);
            } else {
                match guess(self.trimmed(at), &cells) {
                    Some(columns) => {
                        guessed = true;
                        let mut headless = Table::new(Form::Table, row_line, columns);
                        headless.bad = mem::take(&mut bad);
                        headless.push(row_line, number_of(next - 1), cells);
                        table = Some(headless);
                    }
                    None => {
                        if pending.take().is_some() {
                            odd.push(at.saturating_sub(1));
                        }
                        pending = Some((row_line, cells));
                    }
                }
            }
            at = next;
        }
        if let Some((line, _)) = pending {
            odd.push(line as usize - 1);
        }
        // A row that lost its header and everything after it.
        let lost = table.take_if(|t| t.rows.is_empty() && tables::identify(&t.columns).is_none());
        odd.extend(lost.map(|t| t.last as usize - 1));
        for line in odd {
            self.odd(line);
        }
        // It ends with the paste, and not with the border that it began with; or its lines were cut.
        let rest = self.lines.get(at..).unwrap_or_default();
        let torn =
            !closed && !frame.bars.is_empty() && rest.iter().all(|line| line.trim().is_empty());
        let kind = table
            .as_ref()
            .and_then(|table| tables::identify(&table.columns));
        if let Some(table) = table {
            self.take(table);
        }
        if kind.is_some() && (torn || frame.short || guessed) {
            self.gap(number_of(at.saturating_sub(1)), Missing::Rows, None, kind);
        }
        Some(at.max(start + 1))
    }

    /// The next line that is not blank, if it is near.
    fn behind_blank(&self, at: usize) -> usize {
        (at..at + 4)
            .find(|&at| !self.trimmed(at).is_empty())
            .unwrap_or(at)
    }

    /// Reads a border, whole or wrapped; returns the line behind it.
    fn border(&self, at: usize, frame: &mut Frame) -> usize {
        let mut whole = self.trimmed(at).to_owned();
        let mut next = at + 1;
        while next - at < LOOK_AHEAD {
            let piece = self.trimmed(next);
            let goes_on = if whole.ends_with('+') {
                piece.starts_with('-') && piece.contains('+')
            } else {
                true
            };
            if !is_rule(piece) || !goes_on {
                break;
            }
            whole.push_str(piece);
            next += 1;
        }
        let bars: Vec<usize> = whole.match_indices('+').map(|(at, _)| at).collect();
        // A part of one is no evidence.
        if whole.ends_with('+') && (frame.bars.is_empty() || next == at + 1) {
            frame.wrapped |= next > at + 1;
            frame.bars = bars;
        } else if bars.len() > 3 && self.is_short(next, &bars) {
            frame.short = true;
            frame.bars = bars;
        }
        next
    }

    /// Whether this line has a row whose end is missing, and the bars above it.
    fn is_short(&self, at: usize, bars: &[usize]) -> bool {
        let line = self.trimmed(at);
        let last = bars.last().and_then(|last| line.chars().nth(*last));
        line.starts_with('|') && last == Some('|') && !line.ends_with('|')
    }

    /// The cells of a row, over several lines if a terminal wrapped it or its cells contain line breaks.
    fn framed_row(
        &self,
        at: usize,
        frame: &Frame,
        columns: Option<&[String]>,
        bad: u32,
    ) -> (usize, Option<Vec<String>>) {
        let bars = &frame.bars;
        let count = columns.map_or(bars.len().saturating_sub(1), <[String]>::len);
        let free = columns.and_then(free_column);
        let cut = |row: &str| {
            let lined_up = (bars.len() == count + 1)
                .then(|| by_bars(row, bars))
                .flatten();
            lined_up.or_else(|| by_counting(row, count, free))
        };
        let first = self.trimmed(at);
        if frame.short {
            // Only the columns that are whole.
            let ends = bars
                .last()
                .and_then(|last| first.char_indices().nth(*last + 1));
            let whole = first.get(..ends.map_or(first.len(), |(end, _)| end));
            return (at + 1, whole.and_then(|row| by_bars(row, bars)));
        }
        if let Some(cells) = cut(first) {
            return (at + 1, Some(cells));
        }
        if count == 0 {
            return (at + 1, None);
        }
        if columns.and_then(tables::identify) == Some(Kind::InnodbStatus) {
            // Its text continues in lines of its own.
            return (at + 1, Some(vec![String::new(); count]));
        }
        let mut wrapped = self.line(at).trim_start().to_owned();
        let mut broken = first.to_owned();
        for next in at + 1..(at + look_ahead(bad)).min(self.lines.len()) {
            let line = self.line(next);
            let trimmed = line.trim();
            // Another row, whole or incomplete.
            let many = || trimmed.bytes().filter(|b| *b == b'|').count() >= count;
            let own =
                trimmed.starts_with('|') && (cut(trimmed).is_some() || !frame.wrapped && many());
            let ends = is_border(trimmed)
                || is_of_another(trimmed, count, frame.wrapped)
                || words::ends_answer(trimmed);
            if own || ends || wrapped.len() > 1 << 16 {
                break;
            }
            wrapped.push_str(line);
            broken.push(' ');
            broken.push_str(trimmed);
            if !trimmed.ends_with('|') {
                continue;
            }
            let joined = if frame.wrapped {
                cut(wrapped.trim()).or_else(|| cut(&broken))
            } else {
                cut(&broken).or_else(|| cut(wrapped.trim()))
            };
            if let Some(cells) = joined {
                return (next + 1, Some(cells));
            }
        }
        (at + 1, None)
    }

    /// Rows of `name: value`, with `*** 1. row ***` or without.
    pub(super) fn vertical(&mut self, start: usize) -> Option<usize> {
        if marker(self.trimmed(start)).is_none() && !self.is_field(start) {
            return None;
        }
        let before = self.capture.blocks.last().map(|block| block.form);
        let cut = marker(self.trimmed(start)).filter(|_| before != Some(Form::Vertical));
        let mut table: Option<Table> = None;
        let mut at = start;
        while at < self.lines.len() {
            let number = marker(self.trimmed(at));
            if number.is_none() && (at > start && !self.is_field(at)) {
                break;
            }
            let from = at;
            if number.is_some() {
                at += 1;
            }
            let row_line = number_of(at);
            let (next, names, cells) = self.fields(at);
            if names.is_empty() {
                at = next.max(from + 1);
                if number.is_none() {
                    break;
                }
                continue;
            }
            at = next;
            let last = number_of(at - 1);
            match &mut table {
                Some(open) if open.columns == names && number != Some(1) => {
                    open.push(row_line, last, cells);
                }
                // Incomplete, at its end or, if the marker is missing, at its top.
                Some(open)
                    if number != Some(1)
                        && names.iter().all(|name| open.columns.contains(name)) =>
                {
                    open.bad += 1;
                    open.last = last;
                }
                _ => {
                    let mut next = Table::new(Form::Vertical, number_of(from), names);
                    next.push(row_line, last, cells);
                    if let Some(done) = table.replace(next) {
                        self.take_vertical(done);
                    }
                }
            }
        }
        if let Some(done) = table {
            self.take_vertical(done);
        }
        // Its first rows were left out.
        self.cut_rows(start, cut.map(|first| u64::from(first) - 1));
        Some(at.max(start + 1))
    }

    /// A line with a colon outside any known row is not understood.
    fn take_vertical(&mut self, table: Table) {
        let first = table.first as usize - 1;
        let known = tables::identify(&table.columns).is_some();
        if known || marker(self.trimmed(first)).is_some() {
            self.take(table);
        } else {
            self.odd(first);
        }
    }

    fn is_field(&self, at: usize) -> bool {
        self.trimmed(at)
            .split_once(':')
            .is_some_and(|(name, rest)| {
                // mycli prints how long it took.
                let took = name == "Time" && rest.ends_with('s');
                (rest.is_empty() || rest.starts_with(' ')) && tables::is_named(name) && !took
            })
    }

    /// The fields of one row: the line behind them, names and values.
    fn fields(&self, start: usize) -> (usize, Vec<String>, Vec<String>) {
        let (mut names, mut cells) = (Vec::<String>::new(), Vec::<String>::new());
        let mut colon = None;
        let mut at = start;
        let mut blank = 0;
        while at < self.lines.len() {
            let line = self.line(at);
            let trimmed = line.trim();
            if trimmed.is_empty() && blank == 0 && !names.is_empty() {
                blank = at + 1;
                at += 1;
                continue;
            }
            if marker(trimmed).is_some() || is_border(trimmed) || trimmed.starts_with('|') {
                break;
            }
            let field = trimmed.split_once(':').filter(|(name, rest)| {
                (rest.is_empty() || rest.starts_with(' '))
                    && !name.is_empty()
                    && name.len() <= 64
                    && !name.contains(' ')
            });
            // Names are right-aligned, so their colons are in one column.
            let here = line.find(':');
            let field = field
                .filter(|(name, _)| colon.is_none() || here == colon || tables::is_named(name));
            if let Some((name, value)) = field {
                let name = column(name);
                if names.contains(&name) {
                    break; // the next row, whose marker was lost
                }
                colon = colon.or(here);
                names.push(name);
                cells.push(value.trim().to_owned());
            } else {
                let free = names
                    .last()
                    .is_some_and(|name| name == "info" || name == "trx_query");
                match cells
                    .last_mut()
                    .filter(|_| free && !words::ends_answer(trimmed))
                {
                    Some(cell) if cell.len() < 1 << 16 => {
                        cell.push(' ');
                        cell.push_str(trimmed);
                    }
                    _ => break,
                }
            }
            blank = 0;
            at += 1;
        }
        (if blank > 0 { blank } else { at }, names, cells)
    }
}

/// The number in `*** 1. row ***`.
fn marker(line: &str) -> Option<u32> {
    let inner = line.strip_prefix("***")?.trim_matches('*').trim();
    inner
        .strip_suffix(". row")
        .or_else(|| inner.strip_suffix(".row"))?
        .trim()
        .parse()
        .ok()
}
