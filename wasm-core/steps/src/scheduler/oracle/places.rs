//! Places: how many statements a group may run at once, and when one is given up. Source: MySQL manual,
//! "Thread Pool Operation" and "Server System Variables"; for 9.7 the plugin.

use crate::ids::{GroupId, ThreadId};
use crate::kernel::Kernel;
use crate::reason::Trigger;
use crate::scenario::SIZE;
use crate::scheduler::oracle::wake::Level;
use crate::scheduler::oracle::{
    ALGORITHM, DEDICATED, MAX_ACTIVE, MAX_TRANSACTIONS, Oracle, QUERY_THREADS,
};

impl Oracle {
    /// L: how many threads of a group may be with a connection; 0: no such limit.
    pub(super) fn limit(&self) -> u32 {
        let size = self.set.number(SIZE).max(1);
        self.set.number(MAX_TRANSACTIONS).div_ceil(size)
    }

    /// The aggressive algorithm.
    pub(super) fn high_concurrency(&self) -> bool {
        self.set.number(ALGORITHM) == 1
    }

    pub(super) fn dedicated(&self) -> bool {
        self.set.on(DEDICATED) && self.limit() > 0
    }

    /// R: `thread_pool_query_threads_per_group`, at most the group's share of the transactions.
    pub(super) fn per_group(&self) -> u32 {
        let r = self.set.number(QUERY_THREADS).max(1);
        match self.limit() {
            0 => r,
            limit => r.min(limit),
        }
    }

    /// Whether the group has a place for one more statement.
    pub(super) fn credit(&self, g: GroupId) -> bool {
        let own = &self.own[g];
        let most = self.set.number(MAX_ACTIVE);
        let limit = self.limit();
        if limit != 0 {
            return own.bound < limit + u32::from(self.v9) || own.suspended_ns.is_some();
        }
        let extra = if self.later {
            u32::from(self.v9)
        } else {
            self.set.number(ALGORITHM)
        };
        // From 8.0.31 on this limit replaces the other.
        let replaced = self.later && most != 0;
        (most == 0 || own.active < most)
            && (replaced || own.active < self.per_group() + extra + own.stalled)
    }

    /// Whether something is queued and has a place.
    pub(super) fn ready(&self, g: GroupId) -> bool {
        !self.groups[g].truly_empty() && self.credit(g)
    }

    /// The thread waits: its place is free, and it can't poll meanwhile.
    pub(super) fn give_way(&mut self, k: &mut Kernel, thread: ThreadId) {
        let g = k.threads[thread].group;
        let request = k.conns[k.threads[thread].conn].request();
        let seat = self.seat(thread);
        let leaves = !seat.stalled && seat.counted;
        if leaves {
            seat.counted = false;
        }
        let own = &mut self.own[g];
        own.active -= u32::from(leaves);
        let waited = own.waiter == thread;
        if waited {
            own.waiter = ThreadId::NONE;
        }
        let nobody = own.waiter == ThreadId::NONE;
        let trigger = Trigger::PlaceFreed { request };
        if self.v9 {
            let level = if waited {
                Level::OrCreate
            } else {
                Level::IfCreated
            };
            self.wake(k, g, level, trigger);
        } else if nobody || self.ready(g) {
            self.wake(k, g, Level::OrCreate, trigger);
        }
    }
}
