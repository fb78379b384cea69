//! Writes looks to a file: tab-separated as `mariadb -B` prints them, so that `diagnose` and the page can read it. A
//! look starts with NOW(6) and ends with SLEEP(0); each has its settings, so that any of them can be cut out.

use std::fmt::Write;
use std::{fs, io};

use poolscope_diagnosis::capture::{Capture, Look};
use poolscope_diagnosis::read::MOST_BYTES;
use poolscope_engine::tables::{GROUPS, QUEUES};

/// A file of looks.
pub struct Record {
    path: String,
    looks: Vec<Kept>,
    /// Whether looks were left out.
    pub thinned: bool,
}

struct Kept {
    text: String,
    /// The verdict changed at this look.
    turn: bool,
}

impl Record {
    /// Creates a file.
    ///
    /// # Errors
    /// If the file exists and may not be replaced, or can't be written.
    pub fn create(path: &str, force: bool) -> io::Result<Self> {
        let mut open = fs::OpenOptions::new();
        open.write(true);
        let open = if force {
            open.create(true).truncate(true)
        } else {
            open.create_new(true)
        };
        open.open(path)?;
        Ok(Record {
            path: path.to_owned(),
            looks: Vec::new(),
            thinned: false,
        })
    }

    /// Adds a look.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn add(&mut self, capture: &Capture, look: &Look, turn: bool) -> io::Result<()> {
        let text = printed(capture, look);
        // A look that would displace all others is worth less than these.
        if text.len() > MOST_BYTES / 4 {
            self.thinned = true;
            return Ok(());
        }
        self.looks.push(Kept { text, turn });
        let mut whole = true;
        while self.bytes() > MOST_BYTES {
            self.thin();
            whole = false;
        }
        if whole {
            let mut file = fs::OpenOptions::new().append(true).open(&self.path)?;
            let last = self.looks.last().map_or("", |kept| &kept.text);
            return io::Write::write_all(&mut file, last.as_bytes());
        }
        self.thinned = true;
        let all: String = self.looks.iter().map(|kept| kept.text.as_str()).collect();
        let beside = format!("{}.part", self.path);
        fs::write(&beside, all)?;
        fs::rename(beside, &self.path)
    }

    fn bytes(&self) -> usize {
        self.looks.iter().map(|kept| kept.text.len()).sum()
    }

    // Drops every second look, but keeps the first, the last and, while others can be dropped, those at
    // which the verdict changed.
    fn thin(&mut self) {
        let last = self.looks.len().saturating_sub(1);
        let turns = self.looks.iter().filter(|kept| kept.turn).count();
        let all = 2 * turns > last;
        let mut at = 0;
        self.looks.retain(|kept| {
            let here = at;
            at += 1;
            here % 2 == 0 || here == last || (kept.turn && !all)
        });
    }
}

/// One look as text.
pub fn printed(capture: &Capture, look: &Look) -> String {
    let mut out = String::new();
    let now = look.taken_at_us.as_ref().map_or(0, |at| at.value);
    let version = capture.version.as_ref().map_or("", |at| &at.value);
    let mut table = |head: &str, rows: &mut dyn Iterator<Item = Vec<String>>| {
        let mut rows = rows.peekable();
        if rows.peek().is_some() {
            let _ = writeln!(out, "{}", head.replace(' ', "\t"));
        }
        for row in rows {
            let cells = row.iter().map(|cell| cell.replace(['\t', '\n', '\r'], " "));
            let _ = writeln!(out, "{}", cells.collect::<Vec<_>>().join("\t"));
        }
    };
    let now_row = vec![moment(now), version.to_owned()];
    match version {
        "" => table(
            "NOW(6)",
            &mut now_row.into_iter().take(1).map(|now| vec![now]),
        ),
        _ => table("NOW(6) VERSION()", &mut std::iter::once(now_row)),
    }
    let variables = capture.variables.iter();
    table(
        "Variable_name Value",
        &mut variables.map(|(name, at)| vec![name.clone(), at.value.clone()]),
    );
    let status = look.status.iter();
    table(
        "Variable_name Value",
        &mut status.map(|(name, at)| vec![name.clone(), at.value.to_string()]),
    );
    table(
        &GROUPS.join(" "),
        &mut look
            .groups
            .iter()
            .flatten()
            .map(|row| row.cells().iter().map(u32::to_string).collect()),
    );
    let null = |value: Option<u64>| value.map_or("NULL".to_owned(), |value| value.to_string());
    table(
        &QUEUES.join(" "),
        &mut look.queues.iter().flatten().map(|row| {
            vec![
                row.group_id.to_string(),
                row.position.to_string(),
                row.priority.to_string(),
                null(row.connection_id.filter(|_| !row.login)),
                row.queueing_time_us.to_string(),
            ]
        }),
    );
    if let Some(first) = look.stats.iter().flatten().next() {
        let names: Vec<&str> = first.counters.keys().map(String::as_str).collect();
        let count =
            |of: &poolscope_diagnosis::Map<String, u64>, name: &str| null(of.get(name).copied());
        table(
            &format!("GROUP_ID {}", names.join(" ")),
            &mut look.stats.iter().flatten().map(|row| {
                let counts = names.iter().map(|name| count(&row.counters, name));
                std::iter::once(row.group_id.to_string())
                    .chain(counts)
                    .collect()
            }),
        );
    }
    table(
        "REASON COUNT",
        &mut look
            .waits
            .iter()
            .flatten()
            .map(|(reason, at)| vec![reason.clone(), at.value.to_string()]),
    );
    table(
        "id user host db command time time_ms state info query_id",
        &mut look.processlist.iter().flatten().map(|row| {
            let exact = row.time_us.filter(|_| row.exact);
            vec![
                row.id.to_string(),
                row.user.clone(),
                row.host.clone(),
                row.db.clone().unwrap_or_else(|| "NULL".to_owned()),
                row.command.clone(),
                null(row.time_us.map(|us| us / 1_000_000)),
                exact.map_or("NULL".to_owned(), |us| {
                    format!("{}.{:03}", us / 1_000, us % 1_000)
                }),
                row.state.clone(),
                row.info.clone().unwrap_or_else(|| "NULL".to_owned()),
                null(row.query_id),
            ]
        }),
    );
    table(
        "trx_id trx_state trx_started trx_mysql_thread_id",
        &mut look.trx.iter().flatten().map(|row| {
            vec![
                row.trx_id.clone(),
                row.trx_state.clone(),
                row.trx_started_us.map_or("NULL".to_owned(), moment),
                null(row.trx_mysql_thread_id),
            ]
        }),
    );
    table(
        "requesting_trx_id blocking_trx_id",
        &mut look
            .lock_waits
            .iter()
            .flatten()
            .map(|row| vec![row.requesting_trx_id.clone(), row.blocking_trx_id.clone()]),
    );
    out.push_str("SLEEP(0)\n0\n");
    out
}

/// A time as the server prints it.
pub fn moment(us: u64) -> String {
    let (seconds, micros) = (us / 1_000_000, us % 1_000_000);
    let (days, of_day) = (seconds / 86_400, seconds % 86_400);
    // Years that start in March, in eras of 400: a leap day is the last of its year.
    let shifted = days + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + u64::from(month < 3);
    let (hour, minute, second) = (of_day / 3_600, of_day / 60 % 60, of_day % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}.{micros:06}")
}
