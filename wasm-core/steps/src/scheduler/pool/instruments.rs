//! SHOW STATUS LIKE 'Threadpool%' and the four THREAD_POOL tables.
//! Source: scheduler rules, section 2.10; MariaDB documentation of the information_schema tables.

use crate::ids::{ThreadId, TimeNs};
use crate::instruments::{Cell, Instruments, Table};
use crate::kernel::Kernel;
use crate::reason::WaitKind;
use crate::scheduler::pool::Pool;
use crate::tables::{GROUPS, QUEUES, STATS};

impl Pool {
    pub(super) fn show(&self, k: &Kernel, now_ns: TimeNs) -> Instruments {
        // Idle means not active, so it includes listeners and threads in reported waits.
        let idle: u32 = self.groups.iter().map(|g| g.threads - g.active).sum();
        let status = vec![
            ("Threadpool_idle_threads".to_owned(), u64::from(idle)),
            ("Threadpool_threads".to_owned(), u64::from(self.workers)),
        ];
        let tables = if self.rules.has_tables() {
            vec![
                self.groups_table(),
                self.queues_table(k, now_ns),
                self.stats_table(),
                self.waits_table(),
            ]
        } else {
            Vec::new()
        };
        Instruments { status, tables }
    }

    fn used_groups(&self) -> impl Iterator<Item = (u64, &super::Group)> {
        (0_u64..)
            .zip(self.groups.iter())
            .filter(|(_, g)| g.conns > 0 || g.threads > 0)
    }

    fn groups_table(&self) -> Table {
        let mut table = Table::new("THREAD_POOL_GROUPS", &GROUPS);
        for (id, g) in self.used_groups() {
            table.push(&[
                id,
                g.conns.into(),
                g.threads.into(),
                g.active.into(),
                g.idle.len() as u64,
                (g.high.len() + g.low.len()) as u64,
                (g.listener != ThreadId::NONE).into(),
                g.stalled.into(),
            ]);
        }
        table
    }

    fn queues_table(&self, k: &Kernel, now_ns: TimeNs) -> Table {
        let mut table = Table::new("THREAD_POOL_QUEUES", &QUEUES);
        for (id, g) in self.used_groups() {
            let high = g.high.iter().map(|c| (0_u64, *c));
            let low = g.low.iter().map(|c| (1_u64, *c));
            for (position, (priority, conn)) in (0_u64..).zip(high.chain(low)) {
                let c = &k.conns[conn];
                let who = if c.login {
                    Cell::Null
                } else {
                    Cell::Number(c.id.0)
                };
                let waited_us = now_ns.saturating_sub(c.enqueued_ns) / 1_000;
                table.rows.push(vec![
                    Cell::Number(id),
                    Cell::Number(position),
                    Cell::Number(priority),
                    who,
                    Cell::Number(waited_us),
                ]);
            }
        }
        table
    }

    fn stats_table(&self) -> Table {
        let mut table = Table::new("THREAD_POOL_STATS", &STATS);
        for (id, g) in self.used_groups() {
            let s = &g.stats;
            table.push(&[
                id,
                s.thread_creations,
                s.thread_creations_due_to_stall,
                s.wakes,
                s.wakes_due_to_stall,
                s.throttles,
                s.stalls,
                s.polls_by_listener,
                s.polls_by_worker,
                s.dequeues_by_listener,
                s.dequeues_by_worker,
            ]);
        }
        table
    }

    fn waits_table(&self) -> Table {
        let mut table = Table::new("THREAD_POOL_WAITS", &["REASON", "COUNT"]);
        for (kind, count) in WaitKind::ALL.iter().zip(self.waits) {
            table.rows.push(vec![
                Cell::Text(kind.as_str().to_ascii_uppercase()),
                Cell::Number(count),
            ]);
        }
        table
    }
}
