//! What performance_schema shows from 8.2 on, for programs that print captures: nine more columns of
//! tp_thread_group_state, and tp_connections. Source: MySQL 8.4 manual, "Performance Schema Thread Pool Tables"; for
//! TIME_OF_LAST_LONGRUNNING_TRXS_CHECK, which 9.7 added, the published plugin.
//!
//! Times are in milliseconds of the run, as in the other tables. What the model does not keep is NULL.

use crate::ids::{GroupId, NS_PER_MS, ThreadId};
use crate::instruments::{Cell, Table};
use crate::kernel::{Connection, ConnectionStatus, Kernel, ThreadState};
use crate::scheduler::oracle::Oracle;

const COLUMNS: [&str; 9] = [
    "MAX_THREAD_IDS_IN_GROUP",
    "EFFECTIVE_MAX_TRANSACTIONS_LIMIT",
    "NUM_QUERY_THREADS",
    "TIME_OF_LAST_THREAD_CREATION",
    "NUM_CONNECT_HANDLER_THREAD_IN_SLEEP",
    "THREADS_BOUND_TO_TRANSACTION",
    "QUERY_THREADS_COUNT",
    "TIME_OF_EARLIEST_CON_EXPIRE",
    "TIME_OF_LAST_LONGRUNNING_TRXS_CHECK",
];

const CONNECTION_COLUMNS: [&str; 19] = [
    "CONNECTION_ID",
    "TP_GROUP_ID",
    "TP_PROCESSING_THREAD_NUMBER",
    "THREAD_ID",
    "STATE",
    "ACTIVE_FLAG",
    "KILLED_STATE",
    "CLEANUP_STATE",
    "TIME_OF_LAST_EVENT_COMPLETION",
    "TIME_OF_EXPIRY",
    "TIME_OF_ADD",
    "TIME_OF_POP",
    "TIME_OF_ARM",
    "CONNECT_HANDLER_INDEX",
    "TYPE",
    "DIRECT_QUERY_EVENTS",
    "QUEUED_QUERY_EVENTS",
    "TIME_OF_EVENT_ARRIVAL",
    "MANAGEMENT_TIME",
];

fn number(on: bool, n: u64) -> Cell {
    if on { Cell::Number(n) } else { Cell::Null }
}

fn ms(ns: Option<u64>) -> Cell {
    ns.map_or(Cell::Null, |ns| Cell::Number(ns / NS_PER_MS))
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
        let newer = &COLUMNS[..if self.v9 { 9 } else { 8 }];
        table.columns.extend(newer.iter().map(|c| (*c).to_owned()));
        for row in &mut table.rows {
            let shown = |g: &GroupId| row.first() == Some(&Cell::Number(g.0.into()));
            let Some(g) = self.groups.indices().find(shown) else {
                continue;
            };
            let (own, threads) = (&self.own[g], self.groups[g].threads);
            let of_group = k.threads.entries().filter(|(_, t)| t.group == g);
            let last = of_group
                .filter(|(_, t)| t.state != ThreadState::Gone)
                .last();
            let idle = k.conns.iter().filter(|c| c.group == g && is_idle(c));
            let limit = self.limit();
            let cells = [
                Cell::Number(last.map_or(0, |(id, _)| id.0.into())),
                Cell::Number(limit.into()),
                Cell::Number(threads.into()),
                ms(own.last_create_ns),
                Cell::Number(own.handlers_asleep.len() as u64),
                Cell::Number(own.bound.into()),
                Cell::Number(threads.into()),
                ms(idle.map(|c| c.idle_deadline_ns).min()),
                // NULL: the limit is not suspended.
                ms(own.suspended.then_some(own.longrun_checked_ns)),
            ];
            row.extend(cells.into_iter().take(newer.len()));
        }
    }

    fn connections_table(&self, k: &Kernel) -> Table {
        let mut table = Table::new("tp_connections", &CONNECTION_COLUMNS);
        for c in k.conns.iter() {
            if matches!(
                c.status,
                ConnectionStatus::Unborn | ConnectionStatus::Closed
            ) {
                continue;
            }
            let attached = c.thread != ThreadId::NONE;
            let queued = matches!(c.status, ConnectionStatus::Queued(_));
            let idle = is_idle(c);
            let state = match () {
                () if c.login => "Established",
                () if attached => "Attached",
                () if c.killed => "Expired",
                () if !queued => "Armed",
                () if self.limit() > 0 && !self.credit(c.group) => "Waiting for Credit",
                () => "Queued",
            };
            let cells = CONNECTION_COLUMNS.map(|column| match column {
                "CONNECTION_ID" => Cell::Number(c.id.0),
                "TP_GROUP_ID" => Cell::Number(c.group.0.into()),
                "TP_PROCESSING_THREAD_NUMBER" => number(attached, c.thread.0.into()),
                "STATE" => Cell::Text(state.to_owned()),
                "ACTIVE_FLAG" => Cell::Number(attached.into()),
                "TIME_OF_EXPIRY" => number(idle, c.idle_deadline_ns / NS_PER_MS),
                "TIME_OF_ARM" => number(idle, c.since_ns / NS_PER_MS),
                "TIME_OF_EVENT_ARRIVAL" => number(queued, c.enqueued_ns / NS_PER_MS),
                "TYPE" => Cell::Text("User".to_owned()),
                _ => Cell::Null,
            });
            table.rows.push(cells.to_vec());
        }
        table
    }
}
