//! Row locks and what a request waits for with a known length: the disk, and slow clients.
//! Source: server model (RULES.md), section 12.5.

use crate::event::EventKind;
use crate::ids::{ConnectionIndex, GroupId, NS_PER_S, RequestId, ThreadId, TimeNs};
use crate::kernel::Activity;
use crate::life::Place;
use crate::reason::{WaitKind, WaitReason};
use crate::record::SegmentWhy;
use crate::scheduler::Decision;
use crate::sim::{Plan, State};

fn name(row: u32) -> String {
    format!("row {row}")
}

impl State {
    fn asking(&self, thread: ThreadId, conn: ConnectionIndex) -> (RequestId, Option<GroupId>) {
        let k = &self.k;
        let group = k.threads[thread].group.named();
        (k.conns[conn].request(), group)
    }

    pub(in crate::sim) fn told_of_row(
        &mut self,
        thread: ThreadId,
        conn: ConnectionIndex,
        row: u32,
    ) {
        let (request, group) = self.asking(thread, conn);
        self.k.emit(|| EventKind::LockTaken {
            request,
            group,
            lock: name(row),
        });
    }

    /// Another has the row. Some: to wait for it would close a circle, so the request is refused.
    pub(in crate::sim) fn wait_for_row(
        &mut self,
        plan: &Plan,
        thread: ThreadId,
        conn: ConnectionIndex,
        row: u32,
        kind: WaitKind,
    ) -> Option<Decision> {
        // Threads that wait for a lock are outside InnoDB.
        self.innodb_leave(conn);
        let (request, group) = self.asking(thread, conn);
        let timeout_ns = self.lock_timeout_ns;
        let row_locks = plan.row_locks;
        let k = &mut self.k;
        let holder = k.rows.holder(row).map_or(request, |(_, request)| request);
        if k.rows.closes_circle(row, conn, &k.threads, &k.conns) {
            k.emit(|| EventKind::Deadlock {
                request,
                group,
                lock: name(row),
                holder,
            });
            return Some(self.roll_back(plan, thread, conn));
        }
        k.emit(|| EventKind::LockWait {
            request,
            thread,
            group,
            lock: name(row),
            holder,
        });
        let why = WaitReason::LockHeld {
            lock: row_locks,
            holder,
        };
        k.place(
            conn,
            Place::Lock { lock: row_locks },
            SegmentWhy::Fixed(why),
        );
        k.rows.wait(row, thread);
        let t = &mut k.threads[thread];
        t.activity = Activity::Row { row, kind };
        t.step_start_ns = k.now_ns;
        t.step_length_ns = 0;
        if let Some(timeout_ns) = timeout_ns {
            k.schedule(k.slots.thread(thread), k.now_ns.saturating_add(timeout_ns));
        }
        self.with(conn, |s, k| s.wait_begin(k, thread, kind));
        None
    }

    /// A wait for a row is over: it was handed on, or the time was up.
    pub(in crate::sim) fn row_wait_over(
        &mut self,
        plan: &Plan,
        thread: ThreadId,
        conn: ConnectionIndex,
        row: u32,
    ) -> Option<Decision> {
        let (request, group) = self.asking(thread, conn);
        let k = &mut self.k;
        if k.rows.holder(row).is_some_and(|(has, _)| has == conn) {
            k.conns[conn].rows.push(row);
            self.told_of_row(thread, conn, row);
            self.wait_over(thread, conn);
            self.innodb_return(conn);
            return self.proceed(plan, thread);
        }
        k.rows.leave(row, thread);
        #[cfg(feature = "start")]
        if self.is_killed(conn) {
            self.wait_over(thread, conn);
            return Some(self.end_killed(plan, thread, conn));
        }
        let k = &mut self.k;
        let waited_ns = k.now_ns - k.threads[thread].step_start_ns;
        k.emit(|| EventKind::LockTimedOut {
            request,
            group,
            lock: name(row),
            waited_ns,
        });
        self.wait_over(thread, conn);
        Some(self.roll_back(plan, thread, conn))
    }

    // The request fails and its transaction with it.
    fn roll_back(&mut self, plan: &Plan, thread: ThreadId, conn: ConnectionIndex) -> Decision {
        let k = &mut self.k;
        k.load.transact(&mut k.conns[conn], false);
        self.finish(plan, thread, conn, true)
    }

    /// The transaction is over: each of its rows goes to whoever waits longest for it.
    pub(in crate::sim) fn unlock_rows(&mut self, thread: ThreadId, conn: ConnectionIndex) {
        let (request, group) = self.asking(thread, conn);
        let k = &mut self.k;
        let mut rows = std::mem::take(&mut k.conns[conn].rows);
        for row in rows.drain(..) {
            k.emit(|| EventKind::LockReleased {
                request,
                group,
                lock: name(row),
            });
            let heir = |next: ThreadId| {
                let heir = k.threads[next].conn;
                (heir, k.conns[heir].request())
            };
            if let Some(next) = k.rows.release(row, heir) {
                let at = k.now_ns + k.latency.thread_wake_ns;
                k.schedule(k.slots.thread(next), at);
            }
        }
        // The list keeps its room.
        k.conns[conn].rows = rows;
    }

    /// A wait of known length that the server reports.
    pub(in crate::sim) fn reported_wait(
        &mut self,
        thread: ThreadId,
        conn: ConnectionIndex,
        wait: WaitKind,
        length_ns: TimeNs,
    ) {
        self.wait_event(thread, conn, wait);
        let k = &mut self.k;
        let ahead = match wait {
            WaitKind::Diskio => k.disk.want(thread, length_ns),
            _ => None,
        };
        let why = match (ahead, k.disk.channels) {
            (Some(ahead), Some(channels)) => WaitReason::DiskQueue { ahead, channels },
            _ => WaitReason::InWait,
        };
        k.place(conn, Place::Waiting { wait }, SegmentWhy::Fixed(why));
        if ahead.is_none() {
            self.hold(thread, length_ns, Activity::Wait(wait));
        } else {
            let t = &mut k.threads[thread];
            t.activity = Activity::Wait(wait);
            t.step_start_ns = k.now_ns;
            t.step_length_ns = 0;
        }
        self.with(conn, |s, k| s.wait_begin(k, thread, wait));
    }

    /// A channel of the disk is free: whoever stands first in line has it.
    pub(in crate::sim) fn disk_over(&mut self) {
        let Some((next, length_ns)) = self.k.disk.over() else {
            return;
        };
        let wait = WaitKind::Diskio;
        let conn = self.k.threads[next].conn;
        let why = SegmentWhy::Fixed(WaitReason::InWait);
        self.k.place(conn, Place::Waiting { wait }, why);
        self.hold(next, length_ns, Activity::Wait(wait));
    }
}

impl Plan {
    /// How long a result holds its thread: until all but what the socket buffers has been read.
    pub fn drain_ns(&self, conn: ConnectionIndex, kb: u64) -> TimeNs {
        let held = kb.saturating_sub(self.socket_buffer_kb);
        match self.conns[conn].settings.bandwidth_kb_per_s {
            Some(kb_per_s) => held.saturating_mul(NS_PER_S) / kb_per_s.max(1),
            None => 0,
        }
    }
}
