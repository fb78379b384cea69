//! What performance_schema shows in newer releases, for programs that print captures: more columns of
//! tp_thread_group_state, and tp_connections. Source: MySQL 8.4 manual, "Performance Schema Thread Pool Tables"; for
//! TIME_OF_LAST_LONGRUNNING_TRXS_CHECK, which 9.7 added, the words and the units the published plugin.

use crate::ids::{GroupId, ThreadId, TimeNs};
use crate::instruments::{Cell, Table};
use crate::kernel::{Connection, ConnectionStatus, Kernel};
use crate::scheduler::oracle::Oracle;
use crate::scheduler::oracle::instruments::{epoch_us, word};

const COLUMNS: [&str; 8] = [
    "EFFECTIVE_MAX_TRANSACTIONS_LIMIT",
    "NUM_QUERY_THREADS",
    "TIME_OF_LAST_THREAD_CREATION",
    "NUM_CONNECT_HANDLER_THREAD_IN_SLEEP",
    "THREADS_BOUND_TO_TRANSACTION",
    "QUERY_THREADS_COUNT",
    "TIME_OF_EARLIEST_CON_EXPIRE",
    "TIME_OF_LAST_LONGRUNNING_TRXS_CHECK",
];

const CONNECTION_COLUMNS: [&str; 10] = [
    "CONNECTION_ID",
    "TP_GROUP_ID",
    "TP_PROCESSING_THREAD_NUMBER",
    "STATE",
    "ACTIVE_FLAG",
    "KILLED_STATE",
    "CLEANUP_STATE",
    "TIME_OF_EXPIRY",
    "TYPE",
    "TIME_OF_EVENT_ARRIVAL",
];

fn time_or(none: Cell, at: Option<TimeNs>) -> Cell {
    at.filter(|at| *at != TimeNs::MAX).map_or(none, epoch_us)
}

fn is_idle(c: &Connection) -> bool {
    c.awaits_command() && c.thread == ThreadId::NONE
}

impl Oracle {
    /// Adds what came after 8.0.30 to the older tables, of which tp_thread_group_state is the first.
    pub(super) fn with_newer(&self, k: &Kernel, mut tables: Vec<Table>) -> Vec<Table> {
        if self.later {
            for state in tables.iter_mut().take(1) {
                self.add_columns(k, state);
            }
            tables.push(self.connections_table(k));
        }
        tables
    }

    fn add_columns(&self, k: &Kernel, table: &mut Table) {
        let newer = &COLUMNS[..if self.v9 { 8 } else { 7 }];
        table.columns.extend(newer.iter().map(|c| (*c).to_owned()));
        for row in &mut table.rows {
            let shown = |g: &GroupId| row.first() == Some(&Cell::Number(g.0.into()));
            let cells = match self.groups.indices().find(shown) {
                Some(g) => self.newer_cells(k, g),
                // Admin has no limit on transactions.
                None => {
                    let [none, null] = [Cell::Number(0), Cell::Null];
                    let times = [&none, &none, &null, &none, &none, &none, &null, &null];
                    times.map(Cell::clone)
                }
            };
            row.extend(cells.into_iter().take(newer.len()));
        }
    }

    fn newer_cells(&self, k: &Kernel, g: GroupId) -> [Cell; 8] {
        let (own, threads) = (&self.own[g], self.groups[g].threads);
        let idle = k.conns.iter().filter(|c| c.group == g && is_idle(c));
        [
            Cell::Number(self.limit().into()),
            Cell::Number(threads.into()),
            time_or(Cell::Null, own.last_create_ns),
            Cell::Number(own.handlers_asleep.len() as u64),
            Cell::Number(own.bound.into()),
            Cell::Number(threads.into()),
            time_or(Cell::Null, idle.map(|c| c.idle_deadline_ns).min()),
            // NULL: the limit is not suspended.
            time_or(Cell::Null, own.suspended_ns),
        ]
    }

    fn connections_table(&self, k: &Kernel) -> Table {
        let mut table = Table::new("tp_connections", &CONNECTION_COLUMNS);
        for (id, c) in k.conns.entries() {
            if matches!(
                c.status,
                ConnectionStatus::Unborn | ConnectionStatus::Closed
            ) {
                continue;
            }
            let attached = c.thread != ThreadId::NONE;
            let queued = matches!(c.status, ConnectionStatus::Queued(_));
            let group = &self.groups[c.group];
            let next = group.high.front().or(group.low.front());
            let state = match () {
                () if c.login => "ESTABLISHED",
                () if attached => "ATTACHED",
                () if c.killed => "EXPIRED",
                () if !queued => "ARMED",
                // A thread has looked at the first in line only.
                () if next == Some(&id) && !self.credit(c.group) => "WAITING_FOR_CREDIT",
                () => "QUEUED",
            };
            table.rows.push(vec![
                Cell::Number(c.id.0),
                Cell::Number(c.group.0.into()),
                if attached {
                    Cell::Number(c.thread.0.into())
                } else {
                    Cell::Null
                },
                word(state),
                Cell::Number(attached.into()),
                word("TP_CONNECTION_NOT_KILLED"),
                word("TP_CLEANUP_IDLE"),
                time_or(Cell::Number(0), Some(c.idle_deadline_ns)),
                word("User"),
                time_or(
                    Cell::Number(0),
                    Some(c.enqueued_ns).filter(|at| *at > 0 || queued || attached),
                ),
            ]);
        }
        table
    }
}
