//! Visits to the hot latch. The server reports no wait during a visit: a pool's worker stays active, and
//! neither waiters nor the holder use a core. Source: server model (RULES.md), section 12.3.

use crate::event::EventKind;
use crate::ids::{ConnectionIndex, ThreadId, TimeNs};
use crate::kernel::{Activity, Slots, is_autocommit};
use crate::life::Place;
use crate::reason::WaitReason;
use crate::run::{Plan, State};

impl State {
    /// The thread takes the latch, or queues for it.
    pub fn visit_latch(&mut self, thread: ThreadId, conn: ConnectionIndex) {
        let k = &mut self.k;
        let c = &k.conns[conn];
        k.load.autocommit_at_latch += u32::from(is_autocommit(c));
        let ahead = k.latch.at();
        if ahead == 0 {
            self.grant_latch(thread);
            return;
        }
        let request = c.request();
        let t = &mut k.threads[thread];
        t.does(Activity::Latch, k.now_ns, 0);
        let group = t.group.named();
        k.latch.waiters.push_back(thread);
        k.place(conn, Place::Latch, WaitReason::LatchHeld { ahead });
        k.emit(|| EventKind::LatchWait {
            request,
            thread,
            group,
            ahead,
        });
    }

    fn grant_latch(&mut self, thread: ThreadId) {
        let k = &mut self.k;
        let t = &mut k.threads[thread];
        let (conn, group) = (t.conn, t.group.named());
        let open_transactions = k.load.open_transactions(k.cores.count);
        let c = &mut k.conns[conn];
        let drawn = k.now_ns + k.latch.draw(open_transactions, &mut c.rng);
        let end = drawn.max(k.latch.stalled_until_ns);
        let hold_ns = end - k.now_ns;
        let waited = t.activity == Activity::Latch;
        let waited_ns = if waited {
            k.now_ns - t.step_start_ns
        } else {
            0
        };
        k.latch.take(thread, waited_ns);
        t.does(Activity::HoldsLatch, k.now_ns, hold_ns);
        let request = c.request();
        k.schedule(k.slots.thread(thread), end);
        k.place(conn, Place::Running, WaitReason::HoldsLatch);
        let waiters = k.latch.waiters.len() as u32;
        k.emit(|| EventKind::LatchTaken {
            request,
            thread,
            group,
            waiters,
            open_transactions,
            hold_ns,
        });
    }

    /// A visit has ended: the longest waiter gets the latch next.
    pub fn release_latch(&mut self, thread: ThreadId, conn: ConnectionIndex) {
        let k = &mut self.k;
        let c = &k.conns[conn];
        k.load.autocommit_at_latch -= u32::from(is_autocommit(c));
        let request = c.request();
        k.latch.holder = ThreadId::NONE;
        let group = k.threads[thread].group.named();
        let waiters = k.latch.waiters.len() as u32;
        k.place(conn, Place::Running, WaitReason::Running);
        k.emit(|| EventKind::LatchReleased {
            request,
            thread,
            group,
            waiters,
        });
        if let Some(next) = k.latch.waiters.pop_front() {
            self.grant_latch(next);
        }
    }

    /// Stalls the latch's holder, or the latch itself if nobody holds it.
    pub fn stall(&mut self, plan: &Plan, i: u32) {
        self.stall_for(plan.stalls[i as usize].for_us.ns());
    }

    /// Stalls it for this long from now.
    pub fn stall_for(&mut self, for_ns: TimeNs) {
        let k = &mut self.k;
        let end = k.now_ns.saturating_add(for_ns);
        k.emit(|| EventKind::LatchStalled { for_ns });
        if end <= k.latch.stalled_until_ns {
            return;
        }
        k.latch.stalled_until_ns = end;
        k.schedule(Slots::STALL_END, end);
        let holder = k.latch.holder;
        if holder == ThreadId::NONE {
            return;
        }
        let t = &mut k.threads[holder];
        if t.step_start_ns + t.step_length_ns < end {
            t.step_length_ns = end - t.step_start_ns;
            k.schedule(k.slots.thread(holder), end);
        }
    }

    pub fn stall_over(&mut self) {
        let k = &mut self.k;
        let waiters = k.latch.waiters.len() as u32;
        k.emit(|| EventKind::LatchStallEnded { waiters });
    }
}
