//! performance_schema: tp_thread_group_state, tp_thread_group_stats, tp_thread_state. Source: MySQL manual,
//! "Performance Schema Thread Pool Tables". TP_THREAD_NUMBER is the thread's number in this run, and the
//! words of STATE are our own.

use crate::ids::{GroupId, NS_PER_MS, ThreadId, TimeNs};
use crate::instruments::{Cell, Instruments, Table};
use crate::kernel::{Kernel, Thread, ThreadState};
use crate::reason::WaitKind;
use crate::scheduler::oracle::{ALGORITHM, CHECK_NS, KICKUP, Oracle, STALL_LIMIT};

/// The kinds of waits that the plugin counts: column and WAIT_TYPE, in the order of the columns.
const WAITS: [(&str, &str, WaitKind); 10] = [
    ("SLEEP_WAITS", "THD_WAIT_SLEEP", WaitKind::Sleep),
    ("DISK_IO_WAITS", "THD_WAIT_DISKIO", WaitKind::Diskio),
    ("ROW_LOCK_WAITS", "THD_WAIT_ROW_LOCK", WaitKind::RowLock),
    (
        "GLOBAL_LOCK_WAITS",
        "THD_WAIT_GLOBAL_LOCK",
        WaitKind::GlobalLock,
    ),
    (
        "META_DATA_LOCK_WAITS",
        "THD_WAIT_META_DATA_LOCK",
        WaitKind::MetaDataLock,
    ),
    (
        "TABLE_LOCK_WAITS",
        "THD_WAIT_TABLE_LOCK",
        WaitKind::TableLock,
    ),
    ("USER_LOCK_WAITS", "THD_WAIT_USER_LOCK", WaitKind::UserLock),
    ("BINLOG_WAITS", "THD_WAIT_BINLOG", WaitKind::Binlog),
    (
        "GROUP_COMMIT_WAITS",
        "THD_WAIT_GROUP_COMMIT",
        WaitKind::GroupCommit,
    ),
    ("FSYNC_WAITS", "THD_WAIT_SYNC", WaitKind::Sync),
];

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
            let queued = g.high.iter().chain(&g.low);
            let oldest = queued.map(|c| k.conns[*c].enqueued_ns).min();
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
                number(self.set.number(ALGORITHM).into()),
                number(g.threads.into()),
                number(own.active.into()),
                number(own.stalled.into()),
                or_null((own.waiter != ThreadId::NONE).then(|| own.waiter.0.into())),
                or_null(oldest.map(|at| (now_ns - at) / NS_PER_MS)),
            ]);
        }
        table
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
            let text = |word: &str| Cell::Text(word.to_owned());
            table.rows.push(vec![
                Cell::Number(t.group.0.into()),
                Cell::Number(id.0.into()),
                // The first 10 ms are number 1.
                Cell::Number(if attached {
                    now_ns.saturating_sub(seat.attach_ns) / CHECK_NS + 1
                } else {
                    0
                }),
                wait_of(t).map_or(Cell::Null, text),
                text(if t.connects {
                    "CONNECTION_HANDLER_WORKER_THREAD"
                } else {
                    "QUERY_WORKER_THREAD"
                }),
                if attached {
                    Cell::Number(seat.attach_ns / NS_PER_MS)
                } else {
                    Cell::Null
                },
                Cell::Number(seat.stalled.into()),
                text(self.state_of(t, own.waiter == id, seat.reserve, attached)),
            ]);
        }
        table
    }

    fn state_of(&self, t: &Thread, waiter: bool, reserve: bool, attached: bool) -> &'static str {
        if t.connects {
            return "Connection handler";
        }
        match t.state {
            _ if attached => "Active",
            _ if waiter => "Waiting",
            ThreadState::Idle if reserve => "Reserve",
            ThreadState::Idle => "Consumer",
            ThreadState::Starting
            | ThreadState::Waking
            | ThreadState::Listening
            | ThreadState::Executing
            | ThreadState::Reading
            | ThreadState::Cached
            | ThreadState::Gone => "Managing",
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
