//! performance_schema: tp_thread_group_state, tp_thread_group_stats, tp_thread_state. Sources: MySQL manual,
//! "Performance Schema Thread Pool Tables"; for the words, the NULLs and the units what the published tables print
//! (plugin/thread_pool/src/table_*.cc and methods.h, include/mysql/service_thd_wait.h in mysql/mysql-server, commits
//! 3f9613c and 312d9ed): facts only. TP_THREAD_NUMBER is the thread's number in this run. A column whose value the
//! model does not keep is left out.

use crate::ids::{GroupId, NS_PER_MS, NS_PER_US, ThreadId, TimeNs};
use crate::instruments::{Cell, Instruments, Table};
use crate::kernel::{Kernel, Thread, ThreadState};
use crate::reason::WaitKind;
use crate::scenario::SIZE;
use crate::scheduler::oracle::state::Seat;
use crate::scheduler::oracle::{ALGORITHM, CHECK_NS, DEDICATED, KICKUP, Oracle, STALL_LIMIT};

/// The run begins here for columns that count microseconds since 1970: 1 January 2026, 0:00 UTC.
const START_US: u64 = 1_767_225_600_000_000;

/// The kinds of waits that the plugin counts: column and WAIT_TYPE, in the order of the columns.
const WAITS: [(&str, &str, WaitKind); 10] = [
    ("SLEEP_WAITS", "Waiting for sleep", WaitKind::Sleep),
    ("DISK_IO_WAITS", "Waiting for Disk IO", WaitKind::Diskio),
    ("ROW_LOCK_WAITS", "Waiting for row lock", WaitKind::RowLock),
    (
        "GLOBAL_LOCK_WAITS",
        "Waiting for global lock",
        WaitKind::GlobalLock,
    ),
    (
        "META_DATA_LOCK_WAITS",
        "Waiting for metadata lock",
        WaitKind::MetaDataLock,
    ),
    (
        "TABLE_LOCK_WAITS",
        "Waiting for table lock",
        WaitKind::TableLock,
    ),
    (
        "USER_LOCK_WAITS",
        "Waiting for user lock",
        WaitKind::UserLock,
    ),
    ("BINLOG_WAITS", "Waiting for binlog", WaitKind::Binlog),
    (
        "GROUP_COMMIT_WAITS",
        "Waiting for group commit",
        WaitKind::GroupCommit,
    ),
    ("FSYNC_WAITS", "Waiting for fsync", WaitKind::Sync),
];

/// A moment of the run, in microseconds since 1970.
pub(super) fn epoch_us(ns: TimeNs) -> Cell {
    Cell::Number(START_US.saturating_add(ns / NS_PER_US))
}

pub(super) fn word(text: &str) -> Cell {
    Cell::Text(text.to_owned())
}

impl Oracle {
    pub(super) fn show(&self, k: &Kernel, now_ns: TimeNs) -> Instruments {
        let state = self.state_table(k, now_ns);
        let tables = vec![state, self.stats_table(), self.threads_table(k, now_ns)];
        let tables = self.with_newer(k, tables);
        Instruments {
            status: Vec::new(),
            tables,
        }
    }

    fn state_table(&self, k: &Kernel, now_ns: TimeNs) -> Table {
        let mut table = Table::new(
            "tp_thread_group_state",
            &[
                "TP_GROUP_ID",
                "CONSUMER_THREADS",
                "RESERVE_THREADS",
                "CONNECT_THREAD_COUNT",
                "CONNECTION_COUNT",
                "QUEUED_QUERIES",
                "QUEUED_TRANSACTIONS",
                "STALL_LIMIT",
                "PRIO_KICKUP_TIMER",
                "ALGORITHM",
                "THREAD_COUNT",
                "ACTIVE_THREAD_COUNT",
                "STALLED_THREAD_COUNT",
                "WAITING_THREAD_NUMBER",
                "OLDEST_QUEUED",
            ],
        );
        for (id, (g, own)) in (0_u64..).zip(self.groups.iter().zip(self.own.iter())) {
            if g.conns == 0 && g.threads == 0 {
                continue;
            }
            // Of the low queue only, however long the high one waits.
            let oldest = g.low.front().map(|c| k.conns[*c].enqueued_ns);
            let number = Cell::Number;
            let or_null = |n: Option<u64>| n.map_or(Cell::Null, Cell::Number);
            table.rows.push(vec![
                number(id),
                number(own.consumers.into()),
                number(g.idle.len() as u64 - u64::from(own.consumers)),
                number(own.handlers.into()),
                number(g.conns.into()),
                number(g.high.len() as u64),
                number(g.low.len() as u64),
                number(self.set.ns(STALL_LIMIT) / CHECK_NS),
                number(self.set.ns(KICKUP) / NS_PER_MS),
                word(self.algorithm()),
                number((g.threads + own.handlers).into()),
                number(own.active.into()),
                number(own.stalled.into()),
                or_null((own.waiter != ThreadId::NONE).then(|| own.waiter.0.into())),
                or_null(oldest.map(|at| (now_ns - at) / NS_PER_MS)),
            ]);
        }
        if self.v9 {
            table.rows.push(self.admin_row());
        }
        table
    }

    // The published table ends with the group Admin, which the model leaves out: nobody is connected to it.
    fn admin_row(&self) -> Vec<Cell> {
        let mut row = vec![Cell::Number(0); 15];
        row[0] = Cell::Number(self.set.number(SIZE).into());
        row[7] = Cell::Number(self.set.ns(STALL_LIMIT) / CHECK_NS);
        row[8] = Cell::Number(self.set.ns(KICKUP) / NS_PER_MS);
        row[9] = word(self.algorithm());
        row[13] = Cell::Null;
        row[14] = Cell::Null;
        row
    }

    fn algorithm(&self) -> &'static str {
        if self.set.on(DEDICATED) {
            "Dedicated Listeners"
        } else if self.set.number(ALGORITHM) == 1 {
            "High Concurrency"
        } else {
            "Low Concurrency"
        }
    }

    fn stats_table(&self) -> Table {
        let mut columns = vec![
            "TP_GROUP_ID",
            "CONNECTIONS_STARTED",
            "CONNECTIONS_CLOSED",
            "QUERIES_EXECUTED",
            "QUERIES_QUEUED",
            "THREADS_STARTED",
            "PRIO_KICKUPS",
            "STALLED_QUERIES_EXECUTED",
            "BECOME_CONSUMER_THREAD",
            "BECOME_RESERVE_THREAD",
            "BECOME_WAITING_THREAD",
            "WAKE_THREAD_STALL_CHECKER",
        ];
        columns.extend(WAITS.map(|(name, _, _)| name));
        let mut table = Table::new("tp_thread_group_stats", &columns);
        for (id, (g, own)) in (0_u64..).zip(self.groups.iter().zip(self.own.iter())) {
            if g.conns == 0 && g.threads == 0 {
                continue;
            }
            let s = &own.stats;
            let mut row = vec![
                id,
                s.connections_started,
                s.connections_closed,
                s.queries_executed,
                s.queries_queued,
                s.threads_started,
                s.prio_kickups,
                s.stalled_queries,
                s.became_consumer,
                s.became_reserve,
                s.became_waiting,
                s.woken_by_checker,
            ];
            row.extend(WAITS.map(|(_, _, kind)| s.waits[kind as usize]));
            table.push(&row);
        }
        table
    }

    fn threads_table(&self, k: &Kernel, now_ns: TimeNs) -> Table {
        let mut table = Table::new(
            "tp_thread_state",
            &[
                "TP_GROUP_ID",
                "TP_THREAD_NUMBER",
                "PROCESS_COUNT",
                "WAIT_TYPE",
                "TP_THREAD_TYPE",
                "TIME_OF_ATTACH",
                "MARKED_STALLED",
                "STATE",
            ],
        );
        for (id, t) in k.threads.entries() {
            if t.state == ThreadState::Gone || t.group == GroupId::NONE {
                continue;
            }
            let own = &self.own[t.group];
            let seat = self.seats.at(id).copied().unwrap_or_default();
            let attached = own.attached.contains(&id);
            table.rows.push(vec![
                Cell::Number(t.group.0.into()),
                Cell::Number(id.0.into()),
                Cell::Number(if attached {
                    now_ns.saturating_sub(seat.attach_ns) / CHECK_NS
                } else {
                    0
                }),
                wait_of(t).map_or(Cell::Null, word),
                word(if t.connects {
                    "CONNECTION_HANDLER_WORKER_THREAD"
                } else {
                    "QUERY_WORKER_THREAD"
                }),
                if attached {
                    epoch_us(seat.attach_ns)
                } else {
                    Cell::Number(0)
                },
                Cell::Number(seat.stalled.into()),
                word(self.state_of(t, seat, attached)),
            ]);
        }
        table
    }

    fn state_of(&self, t: &Thread, seat: Seat, attached: bool) -> &'static str {
        // The first login's handler of 9.7 stays.
        let stays = self.v9 && self.own[t.group].handlers == 1;
        match t.state {
            ThreadState::Idle if t.connects && stays => "CH_SLEEPING_INDEFINITE",
            ThreadState::Idle if t.connects => "CH_SLEEPING_TIMED",
            _ if t.connects => "CH_PROCESSING",
            _ if attached && seat.direct => "PROCESSING_DIRECT",
            _ if attached => "PROCESSING_QUEUED",
            ThreadState::Listening => "POLLING",
            ThreadState::Idle if seat.reserve => "SLEEPING_RESERVE",
            ThreadState::Idle => "SLEEPING_CONSUMER",
            ThreadState::Starting
            | ThreadState::Waking
            | ThreadState::Executing
            | ThreadState::Reading
            | ThreadState::Cached
            | ThreadState::Gone => "MANAGING",
        }
    }
}

fn wait_of(t: &Thread) -> Option<&'static str> {
    let kind = t.activity.reported()?;
    let found = WAITS.iter().find(|(_, _, k)| *k == kind);
    found
        .filter(|_| t.state == ThreadState::Executing)
        .map(|(_, name, _)| *name)
}
