//! The tolerant reader: blocks in any order, number and form, broken in any way.
//!
//! It goes line by line: what starts here? A table in one of its forms, a typed statement, the log, a
//! setting, a client's messages around answers, or nothing known. Every step consumes at least one line and
//! looks a bounded number of lines ahead, so the time is proportional to the length of the paste.

mod delimited;
mod forks;
mod framed;
mod json;
mod lines;
mod looks;
mod markup;
mod monitor;
mod names;
pub(crate) mod oracle;
mod servers;
mod tables;
mod text;
mod words;

use std::borrow::Cow;
use std::mem;

use self::looks::{LookPart, Named, Piece};
use self::names::Names;
use self::servers::Identity;
use self::tables::{Columns, Table};
use crate::capture::{At, Block, Capture, Form, Kind, LineNumber, Missing, Replaced};
use crate::clouds::Cloud;

pub use self::lines::MOST_BYTES;
pub use self::names::Keep;
pub use self::servers::MOST_SERVERS;
pub(crate) use self::tables::asked;

/// Most lines without meaning that are shown.
const MOST_ODD: usize = 8;
/// Most settings: a server has fewer than a thousand.
const MOST_SETTINGS: usize = 5_000;
/// Most replaced settings that are reported.
const MOST_REPLACED: usize = 1_000;
/// How many lines ahead to look for the rest of a broken row, if few rows before were incomplete.
const LOOK_AHEAD: usize = 100;

/// How many lines ahead to look for a row: fewer if many were incomplete, because it rarely helps.
fn look_ahead(bad: u32) -> usize {
    if bad > 50 { 4 } else { LOOK_AHEAD }
}

/// Reads a paste. Never fails: lines that were not understood are listed. With several servers, all settings
/// count, and the looks of the last server.
pub fn read(text: &str, keep: Keep) -> Capture {
    Reading::new(keep).read(text)
}

/// Reads a paste of one or several servers: one capture for each, at least one. Lines count from the top of
/// the paste, and a name has one placeholder.
pub fn read_each(text: &str, keep: Keep) -> Vec<Capture> {
    let (lines, cut) = lines::lines(text);
    let mut reader = Reader::of(lines, cut, Names::new(keep));
    let (owners, count) = servers::owners(&reader.identities, reader.resized);
    if count == 1 {
        return vec![reader.whole()];
    }
    let (lines, mut names) = (mem::take(&mut reader.lines), reader.names);
    let mut all = Vec::new();
    for lines in apart(lines, &owners, count) {
        let mut part = Reader::of(lines, cut || count > MOST_SERVERS, names);
        names = mem::replace(&mut part.names, Names::new(Keep::Redacted));
        all.push(part.whole());
    }
    all
}

/// A paste of several servers, once for each with the lines of the others empty, so that lines keep their
/// numbers. Empty for a paste of one server.
pub fn split(text: &str) -> Vec<String> {
    let (lines, cut) = lines::lines(text);
    let reader = Reader::of(lines, cut, Names::new(Keep::Redacted));
    let (owners, count) = servers::owners(&reader.identities, reader.resized);
    if count == 1 {
        return Vec::new();
    }
    let parts = apart(reader.lines, &owners, count);
    parts.iter().map(|lines| lines.join("\n")).collect()
}

// The lines of each server, at their positions.
fn apart<'a>(
    lines: Vec<Cow<'a, str>>,
    owners: &[(LineNumber, usize)],
    count: usize,
) -> Vec<Vec<Cow<'a, str>>> {
    let mut parts = vec![vec![Cow::Borrowed(""); lines.len()]; count.min(MOST_SERVERS)];
    for (at, line) in lines.into_iter().enumerate() {
        let before = owners.partition_point(|(first, _)| *first <= number_of(at));
        let whose = before.checked_sub(1).and_then(|at| owners.get(at));
        let part = whose.and_then(|(_, server)| parts.get_mut(*server));
        if let Some(place) = part.and_then(|part| part.get_mut(at)) {
            *place = line;
        }
    }
    parts
}

/// Reads one paste after another; names keep their placeholders.
pub struct Reading {
    keep: Keep,
    names: Names,
}

impl Reading {
    /// Starts without known names.
    pub fn new(keep: Keep) -> Self {
        let names = Names::new(keep);
        Self { keep, names }
    }

    /// Reads the next paste.
    pub fn read(&mut self, text: &str) -> Capture {
        let (lines, cut) = lines::lines(text);
        let names = mem::replace(&mut self.names, Names::new(self.keep));
        let mut reader = Reader::of(lines, cut, names);
        self.names = mem::replace(&mut reader.names, Names::new(self.keep)).bounded();
        reader.whole()
    }
}

struct Reader<'a> {
    lines: Vec<Cow<'a, str>>,
    names: Names,
    capture: Capture,
    pieces: Vec<Piece>,
    /// The table requested by the previous statement, if it was printed.
    asked: Option<Option<Kind>>,
    /// It requested all settings of a pool.
    pool_asked: bool,
    /// How many rows the last table had, whole or not.
    rows: u32,
    /// Which servers printed the tables.
    identities: Vec<Identity>,
    /// thread_pool_size is set in the paste, or is in an option file.
    resized: bool,
}

fn number_of(at: usize) -> LineNumber {
    LineNumber::try_from(at + 1).unwrap_or(LineNumber::MAX)
}

impl<'a> Reader<'a> {
    /// Reads all lines.
    fn of(lines: Vec<Cow<'a, str>>, cut: bool, names: Names) -> Self {
        let mut reader = Self {
            lines,
            names,
            capture: Capture {
                cut,
                ..Capture::default()
            },
            pieces: Vec::new(),
            asked: None,
            pool_asked: false,
            rows: 0,
            identities: Vec::new(),
            resized: false,
        };
        let mut at = 0;
        while at < reader.lines.len() {
            // Always advance, whatever a form claims to have read.
            at = reader.step(at).max(at + 1);
        }
        reader
    }

    fn whole(mut self) -> Capture {
        // The statements of capture.sql begin with VERSION, ask for QUERY_ID, and end with others: a single look of them
        // that ends with the list has lost what came after it, and, where no border shows where the list ends,
        // perhaps some of its rows.
        let ends = self.lines.iter().rposition(|line| !line.trim().is_empty());
        let mut nows = self.pieces.iter();
        let now = |piece: &&Piece| matches!(piece.part, LookPart::Now(_));
        if let (Some(piece), Some(block)) = (self.pieces.last(), self.capture.blocks.last())
            && let LookPart::Processlist(rows) = &piece.part
            && rows.iter().any(|row| row.query_id.is_some())
            && block.form == Form::Tab
            && self.capture.version.is_some()
            && ends.is_some_and(|at| number_of(at) == block.last)
            && nows.find(now).is_some()
            && nows.find(now).is_none()
        {
            self.gap(block.last, Missing::Rows, None, Some(Kind::Processlist));
        }
        looks::assemble(self.pieces, &mut self.capture);
        self.capture
    }
}

impl Reader<'_> {
    fn line(&self, at: usize) -> &str {
        self.lines.get(at).map_or("", |line| line)
    }

    fn trimmed(&self, at: usize) -> &str {
        self.line(at).trim()
    }

    /// Reads the block that starts at this line; returns the line behind it.
    fn step(&mut self, at: usize) -> usize {
        if self.trimmed(at).is_empty() {
            return at + 1;
        }
        let found = self
            .arguments(at)
            .or_else(|| self.framed(at))
            .or_else(|| self.vertical(at))
            .or_else(|| self.json_log(at))
            .or_else(|| self.json(at))
            .or_else(|| self.markup(at))
            .or_else(|| self.statement(at))
            .or_else(|| self.chatter(at))
            .or_else(|| self.monitor(at))
            .or_else(|| self.log_line(at))
            .or_else(|| self.delimited(at))
            .or_else(|| self.option(at));
        if let Some(next) = found {
            return next;
        }
        self.odd(at);
        at + 1
    }

    fn odd(&mut self, at: usize) {
        self.capture.odd_count += 1;
        if self.capture.odd.len() < MOST_ODD {
            let value = self.names.odd(self.trimmed(at));
            self.capture.odd.push(At {
                value,
                line: number_of(at),
            });
        }
    }

    fn block(&mut self, block: Block) -> usize {
        // Settings and log lines come one at a time.
        let one_by_one = matches!(block.kind, Kind::Log | Kind::Variables | Kind::Status)
            && matches!(block.form, Form::Options | Form::Text | Form::Tab);
        if let (true, Some(last)) = (one_by_one, self.capture.blocks.last_mut())
            && last.kind == block.kind
            && last.form == block.form
            && block.first - last.last <= 2
            && block.rows == 1
        {
            last.last = block.last;
            last.rows += 1;
            return self.capture.blocks.len() - 1;
        }
        self.capture.blocks.push(block);
        self.capture.blocks.len() - 1
    }

    /// A part of the paste that is not a table, and its content.
    fn stretch(
        &mut self,
        kind: Kind,
        form: Form,
        lines: (LineNumber, LineNumber),
        part: Option<LookPart>,
    ) {
        let rows = match &part {
            Some(monitor @ LookPart::Monitor(_)) => monitor.rows() as u32,
            _ => 1,
        };
        let (first, last) = lines;
        let block = self.block(Block {
            kind,
            form,
            first,
            last,
            rows,
            bad_rows: 0,
            look: None,
        });
        self.pieces.extend(part.map(|part| Piece {
            part,
            digest: looks::NO_DIGEST,
            block,
            form,
            echoed: false,
        }));
    }

    fn set_version(&mut self, text: &str, line: LineNumber) {
        // Since 11.8 a Debian package of MariaDB says where it is from.
        let text = text.trim().trim_matches(['"', '\'']);
        let text = text.split(' ').next().unwrap_or(text);
        let numbered = text.split('.').take(2).all(|part| {
            let digits = part.bytes().take_while(u8::is_ascii_digit).count();
            (1..=3).contains(&digits)
        });
        let plain = text.len() <= 80
            && text
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"-_.+~:".contains(&b));
        if numbered && plain && text.contains('.') && self.capture.version.is_none() {
            self.capture.version = Some(At {
                value: text.to_owned(),
                line,
            });
        }
    }

    /// Called before the name becomes a placeholder. Aurora has the accounts of RDS too.
    fn set_cloud(&mut self, found: Option<Cloud>, line: LineNumber) {
        let known = self.capture.cloud.as_ref().map(|at| at.value);
        if let Some(value) = found.filter(|cloud| known.is_none_or(|known| *cloud < known)) {
            self.capture.cloud = Some(At { value, line });
        }
    }

    /// A variable, in the server's spelling.
    fn set_variable(&mut self, name: &str, value: &str, line: LineNumber) -> bool {
        let name = words::plain_name(name);
        let shape = name
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'.');
        if name.is_empty() || name.len() > 80 || !shape {
            return false;
        }
        let variables = &self.capture.variables;
        if variables.len() >= MOST_SETTINGS && !variables.contains_key(&name) {
            return false;
        }
        let value = words::plain_value(value);
        if name == "version" {
            self.set_version(value, line);
        }
        self.set_cloud(Cloud::of_variable(&name, value), line);
        let value = match name.as_str() {
            "hostname" => self.names.host(value),
            _ => self.names.value(&name, value),
        };
        let set = At { value, line };
        let before = self.capture.variables.insert(name.clone(), set);
        if let Some(before) = before.filter(|_| self.capture.replaced.len() < MOST_REPLACED) {
            self.capture.replaced.push(Replaced {
                name,
                value: before.value,
                line: before.line,
            });
        }
        true
    }

    /// Adds the content of a table to the capture.
    fn take(&mut self, table: Table) {
        let echoed = self.asked.take().is_some();
        let kind = tables::identify(&table.columns).unwrap_or(Kind::Other);
        if kind == Kind::Other && table.columns.iter().all(|c| tables::is_pause(c)) {
            return;
        }
        // A row of NULL ends the list of prepared transactions, and belongs to it.
        let ends = |row: &tables::Row| {
            kind == Kind::Xa && Columns::new(&table, row).text("data").is_none()
        };
        let last = self.capture.blocks.last_mut();
        if let ([row], Some(last)) = (table.rows.as_slice(), last)
            && ends(row)
            && last.kind == Kind::Xa
        {
            last.last = table.last;
            self.rows = 1;
            return;
        }
        let digest = tables::digest(&table.rows);
        self.identities.extend(tables::identity(&table, kind));
        if kind == Kind::Processlist {
            for row in &table.rows {
                let user = Columns::new(&table, row).text("user");
                self.set_cloud(user.and_then(Cloud::of_user), row.line);
            }
        }
        let mut block = Block {
            kind,
            form: table.form,
            first: table.first,
            last: table.last,
            rows: u32::try_from(table.rows.len()).unwrap_or(u32::MAX),
            bad_rows: table.bad,
            look: None,
        };
        // The server's own threads have no connection.
        let background = |row: &&tables::Row| {
            let own = kind == Kind::Processlist && Columns::new(&table, row).is_background();
            own || ends(row)
        };
        self.rows = block.rows + block.bad_rows;
        let total = block.rows - table.rows.iter().filter(background).count() as u32;
        let first_row = table.rows.first().map_or(table.first, |row| row.line);
        let names = &mut self.names;
        let columns = |row| Columns::new(&table, row);
        let each = table.rows.iter();
        let columns_printed = table.columns.len() > tables::columns_of(kind).len();
        let mut parts: Vec<LookPart> = match kind {
            Kind::Groups => vec![LookPart::Groups(
                each.filter_map(|row| columns(row).group()).collect(),
            )],
            Kind::ThreadpoolStatus => vec![LookPart::Groups(
                each.filter_map(|row| forks::group(&columns(row), row.line))
                    .collect(),
            )],
            Kind::AlisqlGroups => vec![LookPart::Groups(
                each.filter_map(|row| forks::alisql_group(&columns(row), row.line))
                    .collect(),
            )],
            Kind::Queues => vec![LookPart::Queues(
                each.filter_map(|row| columns(row).queued()).collect(),
            )],
            Kind::Stats => vec![LookPart::Stats(
                each.filter_map(|row| columns(row).stats()).collect(),
            )],
            Kind::Waits => {
                // Inserted one by one: collecting into a map sorts first, which would be more code.
                let mut found = looks::Counters::new();
                for (reason, count) in each.filter_map(|row| columns(row).wait()) {
                    found.insert(reason, count);
                }
                vec![LookPart::Waits(found)]
            }
            Kind::Processlist => vec![LookPart::Processlist(
                each.filter_map(|row| columns(row).process(names)).collect(),
            )],
            Kind::Trx => vec![LookPart::Trx(
                each.filter_map(|row| columns(row).trx(names)).collect(),
            )],
            Kind::LockWaits => vec![LookPart::LockWaits(
                each.filter_map(|row| columns(row).lock_wait(names))
                    .collect(),
            )],
            Kind::Locks => vec![LookPart::Locks(
                each.filter_map(|row| columns(row).lock(names)).collect(),
            )],
            Kind::MetadataLocks => {
                let mut found = Named::default();
                for (locks, sessions) in each.filter_map(|row| columns(row).metadata_locks(names)) {
                    found.0.extend(locks);
                    found.1.extend(sessions);
                }
                vec![LookPart::MetadataLocks(found)]
            }
            Kind::Transactions => vec![LookPart::Transactions(
                each.filter_map(|row| columns(row).open_trx()).collect(),
            )],
            // Its own heading without a row was cut off: none is printed for an empty list.
            Kind::Xa if table.rows.is_empty() && columns_printed => Vec::new(),
            Kind::Xa => vec![LookPart::Xa(
                each.filter_map(|row| columns(row).xa(names)).collect(),
            )],
            Kind::Sessions => vec![LookPart::Sessions(
                each.filter_map(|row| columns(row).session(names)).collect(),
            )],
            Kind::Now => {
                for version in each.clone().filter_map(|row| columns(row).version()) {
                    self.set_version(version, first_row);
                }
                each.filter_map(|row| columns(row).moment()).collect()
            }
            Kind::Variables => each
                .clone()
                .find_map(|row| columns(row).moment())
                .into_iter()
                .collect(),
            Kind::InnodbStatus => {
                let texts = each.filter_map(|row| Some((row.line, columns(row).text("status")?)));
                let texts = texts.map(|(line, text)| (line, text.replace("\\n", "\n")));
                let monitors = texts.filter(|(_, text)| text.contains('\n'));
                let part = |(line, text): (LineNumber, String)| {
                    let monitor: Vec<_> = text.lines().map(|one| (line, one)).collect();
                    LookPart::Monitor(Box::new(monitor::status(&monitor, names)))
                };
                monitors.map(part).collect()
            }
            Kind::OraclePool => {
                let found = oracle::rows(&table);
                found
                    .map(|(tp, rows)| LookPart::Tp(tp, rows))
                    .into_iter()
                    .collect()
            }
            Kind::Plugins => {
                let mut plugin = each.filter_map(|row| forks::plugin(&columns(row), row.line));
                self.capture.pool_plugin = plugin.next_back().or(self.capture.pool_plugin.take());
                Vec::new()
            }
            Kind::Other | Kind::Log | Kind::Status => Vec::new(),
        };
        match kind {
            Kind::Variables => {
                let rows = table.rows.iter();
                let found = rows.map(|row| (row.line, columns(row).settings()));
                let (set, counted) = self.settings(found.collect());
                block.rows = set + counted.len() as u32;
                if set == 0 && !counted.is_empty() {
                    block.kind = Kind::Status;
                }
                parts.extend((!counted.is_empty()).then_some(LookPart::Status(counted)));
            }
            Kind::InnodbStatus | Kind::Plugins | Kind::Other => {}
            // Two rows each of sys.schema_table_lock_waits, none of a closed transaction.
            Kind::MetadataLocks | Kind::Transactions => {}
            Kind::OraclePool if parts.is_empty() => {}
            Kind::Now
            | Kind::Status
            | Kind::Groups
            | Kind::Queues
            | Kind::Stats
            | Kind::Waits
            | Kind::Processlist
            | Kind::Trx
            | Kind::LockWaits
            | Kind::Locks
            | Kind::Xa
            | Kind::Sessions
            | Kind::Log
            | Kind::OraclePool
            | Kind::AlisqlGroups
            | Kind::ThreadpoolStatus => {
                block.rows = parts.iter().map(|part| part.rows() as u32).sum()
            }
        }
        block.bad_rows += total.saturating_sub(block.rows);
        let block = self.block(block);
        for part in parts {
            self.pieces.push(Piece {
                part,
                digest,
                block,
                form: table.form,
                echoed,
            });
        }
    }

    /// Divides rows of `Variable_name` and `Value` into settings, whose number is returned, and counters.
    fn settings(
        &mut self,
        rows: Vec<(LineNumber, Vec<(String, String)>)>,
    ) -> (u32, looks::Counters) {
        let mut set = 0;
        let mut counted = looks::Counters::new();
        for (line, row) in rows {
            for (name, value) in row {
                if tables::is_counter(&name) {
                    if let Ok(value) = value.trim().parse() {
                        counted.insert(words::counter_name(&name), At { value, line });
                    }
                } else if self.set_variable(&name, &value, line) {
                    set += 1;
                }
            }
        }
        (set, counted)
    }

    /// One setting of an option file, a statement or a line without borders.
    fn setting(&mut self, name: &str, value: &str, at: usize, form: Form) {
        let line = number_of(at);
        self.resized |= form == Form::Options && words::plain_name(name) == "thread_pool_size";
        let row = vec![(line, vec![(name.to_owned(), value.to_owned())])];
        let (set, counted) = self.settings(row);
        let kind = if set > 0 {
            Kind::Variables
        } else {
            Kind::Status
        };
        if set == 0 && counted.is_empty() {
            self.odd(at);
            return;
        }
        let part = (!counted.is_empty()).then_some(LookPart::Status(counted));
        self.stretch(kind, form, (line, line), part);
    }
}

/// Whether a table with borders starts here.
fn framed_start(line: &str) -> bool {
    line.starts_with("+--")
}
