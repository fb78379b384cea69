//! The end of row locks, and waits of known length: the disk, and slow clients. Source: server model
//! (RULES.md), section 12.5.

use super::Lock;
use crate::ids::{ConnectionIndex, NS_PER_S, ThreadId, TimeNs};
use crate::kernel::Activity;
use crate::life::Place;
use crate::reason::{WaitKind, WaitReason};
use crate::run::{Plan, State};

impl State {
    /// The transaction has ended: each of its rows goes to its longest waiter.
    pub fn unlock_rows(&mut self, plan: &Plan, thread: ThreadId, conn: ConnectionIndex) {
        let mut rows = std::mem::take(&mut self.k.conns[conn].rows);
        for row in rows.drain(..) {
            let taker = self.taker(Lock::Row(row));
            self.lock_released(plan, thread, conn, Lock::Row(row), taker);
            let k = &mut self.k;
            let heir = |next: ThreadId| {
                let heir = k.threads[next].conn;
                (heir, k.conns[heir].request())
            };
            if let Some(next) = k.rows.release(row, heir) {
                let at = k.now_ns + k.latency.thread_wake_ns;
                k.schedule(k.slots.thread(next), at);
            }
        }
        // Keeps the list's allocation.
        self.k.conns[conn].rows = rows;
    }

    /// A wait of known length that the server reports.
    pub fn reported_wait(
        &mut self,
        thread: ThreadId,
        conn: ConnectionIndex,
        wait: WaitKind,
        length_ns: TimeNs,
    ) {
        self.wait_event(thread, conn, wait);
        let k = &mut self.k;
        let ahead = if wait == WaitKind::Diskio {
            k.disk.want(thread, length_ns)
        } else {
            None
        };
        let why = match (ahead, k.disk.channels) {
            (Some(ahead), Some(channels)) => WaitReason::DiskQueue { ahead, channels },
            _ => WaitReason::InWait,
        };
        k.place(conn, Place::Waiting { wait }, why);
        if ahead.is_none() {
            self.hold(thread, length_ns, Activity::Wait(wait));
        } else {
            k.threads[thread].does(Activity::Wait(wait), k.now_ns, 0);
        }
        self.with(conn, |s, k| s.wait_begin(k, thread, wait));
        self.look_later(conn, self.k.now_ns);
    }

    /// A channel of the disk is free: the first in the queue gets it.
    pub fn disk_over(&mut self) {
        let Some((next, length_ns)) = self.k.disk.over() else {
            return;
        };
        let wait = WaitKind::Diskio;
        let conn = self.k.threads[next].conn;
        let why = WaitReason::InWait;
        self.k.place(conn, Place::Waiting { wait }, why);
        self.hold(next, length_ns, Activity::Wait(wait));
    }
}

impl Plan {
    /// How long a result occupies its thread: until all but what the socket buffers has been read.
    pub fn drain_ns(&self, conn: ConnectionIndex, kb: u64) -> TimeNs {
        let held = kb.saturating_sub(self.socket_buffer_kb);
        match self.conns[conn].settings.bandwidth_kb_per_s {
            Some(kb_per_s) => held.saturating_mul(NS_PER_S) / kb_per_s.max(1),
            None => 0,
        }
    }
}
