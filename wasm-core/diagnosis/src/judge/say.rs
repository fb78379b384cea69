//! Sentences and their evidence: what a verdict says, and the place of each value in the paste.

use poolscope_scenario::tables::GROUPS;

use crate::capture::{Capture, LogSays, Queued};
use crate::forks;
use crate::judge::{Evidence, Fact, Question, Sentence};
use crate::state::{State, variable};

/// How many IDs a sentence lists.
const NAMED: usize = 12;

/// A parameter of a sentence.
pub(super) trait Param {
    fn text(&self) -> String;
}

macro_rules! plain {
    ($($of:ty),*) => { $(impl Param for $of { fn text(&self) -> String { self.to_string() } })* };
}
plain!(u32, u64, usize, &str, String);

impl<T: Param> Param for &[T] {
    fn text(&self) -> String {
        let mut shown: Vec<String> = self.iter().take(NAMED).map(Param::text).collect();
        let more = self.len() > NAMED;
        let last = if more {
            Some("…".to_owned())
        } else {
            shown.pop()
        };
        let last = last.unwrap_or_default();
        if shown.is_empty() {
            return last;
        }
        let between = if more { ", " } else { " and " };
        [&shown.join(", "), between, &last].concat()
    }
}

impl<T: Param> Param for &Vec<T> {
    fn text(&self) -> String {
        self.as_slice().text()
    }
}

/// A time with its unit, in at most three digits.
pub(super) struct Time(pub u64);

impl Param for Time {
    fn text(&self) -> String {
        let us = self.0;
        let tenths = |unit: u64, name: &str| {
            let n = us.saturating_add(unit / 20) / (unit / 10);
            match (n / 10, n % 10) {
                (whole, part) if whole >= 10 || part == 0 => {
                    let whole = us.saturating_add(unit / 2) / unit;
                    [&whole.to_string(), " ", name].concat()
                }
                (whole, part) => [&whole.to_string(), ".", &part.to_string(), " ", name].concat(),
            }
        };
        match us {
            0..1_000 => [&us.to_string(), " µs"].concat(),
            1_000..950_000 => tenths(1_000, "ms"),
            950_000..600_000_000 => tenths(1_000_000, "s"),
            _ => tenths(60_000_000, "min"),
        }
    }
}

pub(super) fn say(key: &'static str, params: &[(&'static str, &dyn Param)]) -> Sentence {
    Sentence {
        key,
        params: params
            .iter()
            .map(|(name, value)| (*name, value.text()))
            .collect(),
    }
}

pub(super) fn fact(
    key: &'static str,
    params: &[(&'static str, &dyn Param)],
    from: Vec<Evidence>,
) -> Fact {
    Fact {
        says: say(key, params),
        from,
    }
}

pub(super) fn ask(key: &'static str, sql: &str) -> Question {
    Question {
        why: say(key, &[]),
        sql: sql.to_owned(),
    }
}

/// Finds cells of the capture.
#[derive(Clone, Copy)]
pub(super) struct Cells<'a> {
    pub capture: &'a Capture,
    pub state: &'a State,
}

fn look_of(look: usize) -> Option<u32> {
    u32::try_from(look).ok()
}

impl Cells<'_> {
    /// Columns of a group's row at one look.
    pub fn group(&self, look: usize, group: u32, columns: &[&str]) -> Vec<Evidence> {
        let looks = self.state.looks.get(look);
        let Some(row) = looks.and_then(|seen| seen.row(group)) else {
            return Vec::new();
        };
        let of = GROUPS.iter().zip(row.cells());
        let cells = columns.iter().filter_map(|column| {
            let (name, value) = of.clone().find(|(name, _)| *name == column)?;
            let (table, name) = forks::column(self.capture, name)?;
            Some(Evidence {
                table,
                row: Some(say("diagnose_row_group", &[("group", &group)])),
                column: name.to_owned(),
                value: value.to_string(),
                line: row.line,
                look: look_of(look),
            })
        });
        cells.collect()
    }

    /// Columns of a group's row at all looks.
    pub fn group_always(&self, group: u32, columns: &[&str]) -> Vec<Evidence> {
        self.groups_always(&[group], columns)
    }

    /// Columns of several groups' rows at one look.
    pub fn groups(&self, look: usize, groups: &[u32], columns: &[&str]) -> Vec<Evidence> {
        let mut cells = Vec::new();
        for group in groups {
            cells.extend(self.group(look, *group, columns));
        }
        cells
    }

    /// The same at all looks.
    pub fn groups_always(&self, groups: &[u32], columns: &[&str]) -> Vec<Evidence> {
        let mut cells = Vec::new();
        for group in groups {
            for look in 0..self.state.looks.len() {
                cells.extend(self.group(look, *group, columns));
            }
        }
        cells
    }

    /// A variable.
    pub fn variable(&self, name: &str) -> Vec<Evidence> {
        let found = variable(self.capture, name).map(|(value, line)| Evidence {
            table: "SHOW VARIABLES",
            row: None,
            column: name.to_owned(),
            value: value.to_owned(),
            line,
            look: None,
        });
        found.into_iter().collect()
    }

    /// A counter of SHOW STATUS.
    pub fn status(&self, look: usize, name: &str) -> Vec<Evidence> {
        let found = self
            .capture
            .looks
            .get(look)
            .and_then(|look| look.status.get(name));
        let found = found.map(|at| Evidence {
            table: "SHOW STATUS",
            row: None,
            column: name.to_owned(),
            value: at.value.to_string(),
            line: at.line,
            look: look_of(look),
        });
        found.into_iter().collect()
    }

    /// Percona's pool counts statements delayed by the high-priority queue; the fact is there if that number
    /// grew between the looks: <https://docs.percona.com/percona-server/8.4/threadpool.html>.
    pub fn starved_fact(&self) -> Option<Fact> {
        let (grown, cell) = self.status_growth("Threadpool_requests_starved_in_queue")?;
        let mut from = vec![cell];
        for queue in [
            "Threadpool_requests_waiting_in_hp_queue",
            "Threadpool_requests_waiting_in_queue",
        ] {
            from.extend(self.status(self.capture.looks.len() - 1, queue));
        }
        (grown > 0).then(|| fact("diagnose_fact_starved", &[("grown", &grown)], from))
    }

    /// The cloud that manages the server.
    pub fn cloud_fact(&self) -> Option<Fact> {
        let at = self.capture.cloud.as_ref()?;
        let set = self
            .capture
            .variables
            .iter()
            .find(|(_, set)| set.line == at.line);
        let (table, column) = match set {
            Some((name, _)) => ("SHOW VARIABLES", name.as_str()),
            None => ("PROCESSLIST", "USER"),
        };
        let from = Evidence {
            table,
            row: None,
            column: column.to_owned(),
            value: set
                .map_or(at.value.user(), |(_, set)| &set.value)
                .to_owned(),
            line: at.line,
            look: None,
        };
        Some(fact(at.value.says(), &[], vec![from]))
    }

    /// How much a counter of SHOW STATUS grew.
    pub fn status_growth(&self, name: &str) -> Option<(u64, Evidence)> {
        let with =
            |(i, look): (usize, &crate::capture::Look)| Some((i, look.status.get(name)?.clone()));
        let mut found = self.capture.looks.iter().enumerate().filter_map(with);
        let (_, first) = found.next()?;
        let (look, last) = found.next_back()?;
        let grown = last.value.saturating_sub(first.value);
        let cell = Evidence {
            table: "SHOW STATUS",
            row: None,
            column: name.to_owned(),
            value: ["+", &grown.to_string()].concat(),
            line: last.line,
            look: look_of(look),
        };
        Some((grown, cell))
    }

    /// Columns of a connection's row in PROCESSLIST.
    pub fn connection(&self, look: usize, id: u64, columns: &[&str]) -> Vec<Evidence> {
        let seen = self.state.looks.get(look);
        let Some(conn) = seen.and_then(|seen| seen.conns.get(&id)) else {
            return Vec::new();
        };
        let row = &conn.row;
        let cells = columns.iter().filter_map(|column| {
            let value = match *column {
                "COMMAND" => row.command.clone(),
                "STATE" => row.state.clone(),
                _ => Time(conn.age_us?).text(),
            };
            Some(Evidence {
                table: "PROCESSLIST",
                row: Some(say("diagnose_row_connection", &[("id", &id)])),
                column: (*column).to_owned(),
                value,
                line: row.line,
                look: look_of(look),
            })
        });
        cells.collect()
    }

    /// The same for several connections, the first twelve.
    pub fn connections(&self, look: usize, ids: &[u64], columns: &[&str]) -> Vec<Evidence> {
        let mut cells = Vec::new();
        for id in ids.iter().take(NAMED) {
            cells.extend(self.connection(look, *id, columns));
        }
        cells
    }

    /// How much columns of THREAD_POOL_STATS grew.
    pub fn grown(&self, group: u32, columns: &[&str]) -> Vec<Evidence> {
        let with = |(i, look): (usize, &crate::capture::Look)| {
            let row = look
                .stats
                .iter()
                .flatten()
                .find(|row| row.group_id == group)?;
            Some((i, row.clone()))
        };
        let mut found = self.capture.looks.iter().enumerate().filter_map(with);
        let (Some((_, first)), Some((look, last))) = (found.next(), found.next_back()) else {
            return Vec::new();
        };
        let cells = columns.iter().filter_map(|column| {
            let now = last.counters.get(*column)?;
            let before = first.counters.get(*column)?;
            Some(Evidence {
                table: "THREAD_POOL_STATS",
                row: Some(say("diagnose_row_group", &[("group", &group)])),
                column: (*column).to_owned(),
                value: ["+", &now.saturating_sub(*before).to_string()].concat(),
                line: last.line,
                look: look_of(look),
            })
        });
        cells.collect()
    }

    /// Rows of THREAD_POOL_QUEUES at one look.
    pub fn queues(&self, look: usize) -> &[Queued] {
        let rows = self
            .capture
            .looks
            .get(look)
            .and_then(|look| look.queues.as_deref());
        rows.unwrap_or_default()
    }

    /// Columns of a row of THREAD_POOL_QUEUES.
    pub fn queued(&self, look: usize, row: &Queued, columns: &[&str]) -> Vec<Evidence> {
        let place = say(
            "diagnose_row_queue",
            &[("group", &row.group_id), ("position", &row.position)],
        );
        let cells = columns.iter().map(|column| Evidence {
            table: "THREAD_POOL_QUEUES",
            row: Some(place.clone()),
            column: (*column).to_owned(),
            value: match *column {
                "CONNECTION_ID" => row
                    .connection_id
                    .map_or("NULL".to_owned(), |id| id.to_string()),
                "PRIORITY" => row.priority.to_string(),
                _ => row.queueing_time_us.to_string(),
            },
            line: row.line,
            look: look_of(look),
        });
        cells.collect()
    }

    /// A wait of THREAD_POOL_WAITS.
    pub fn waits(&self, reason: &str) -> Vec<Evidence> {
        let looks = self.capture.looks.iter().enumerate();
        let found = looks.filter_map(|(i, look)| Some((i, look.waits.as_ref()?.get(reason)?)));
        found
            .map(|(look, at)| Evidence {
                table: "THREAD_POOL_WAITS",
                row: None,
                column: reason.to_owned(),
                value: at.value.to_string(),
                line: at.line,
                look: look_of(look),
            })
            .collect()
    }

    /// The transaction of a connection.
    pub fn transaction(&self, look: usize, id: u64) -> Vec<Evidence> {
        let rows = self
            .capture
            .looks
            .get(look)
            .and_then(|look| look.trx.as_ref());
        let row = rows.and_then(|rows| rows.iter().find(|row| row.trx_mysql_thread_id == Some(id)));
        let Some(row) = row else { return Vec::new() };
        let cell = |column: &str, value: String| Evidence {
            table: "INNODB_TRX",
            row: Some(say("diagnose_row_transaction", &[("trx", &row.trx_id)])),
            column: column.to_owned(),
            value,
            line: row.line,
            look: look_of(look),
        };
        let query = if row.trx_query.is_none() {
            "NULL"
        } else {
            "…"
        };
        vec![
            cell("trx_mysql_thread_id", id.to_string()),
            cell("trx_state", row.trx_state.clone()),
            cell("trx_query", query.to_owned()),
        ]
    }

    /// Lines of the log with this meaning.
    pub fn log(&self, says: LogSays) -> Vec<Evidence> {
        let lines = self.capture.log.iter().filter(|line| line.says == says);
        lines
            .map(|line| Evidence {
                table: "error log",
                row: None,
                column: String::new(),
                value: line.number.map(|n| n.to_string()).unwrap_or_default(),
                line: line.line,
                look: None,
            })
            .collect()
    }
}
