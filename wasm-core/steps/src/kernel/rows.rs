//! Locks on the rows of one table: exclusive, first come first served, kept until the transaction
//! ends. Source: server model (RULES.md), section 12.5.

use std::collections::VecDeque;

use crate::ids::{ConnectionIndex, RequestId, ThreadId};
use crate::kernel::{Activity, By, Connection, Thread};
use crate::sorted::Sorted;

#[derive(Clone, Debug)]
struct Row {
    /// Connection that has it, and the request that took it.
    holder: (ConnectionIndex, RequestId),
    waiters: VecDeque<ThreadId>,
}

/// Rows that are locked.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    locked: Sorted<u32, Row>,
}

impl Rows {
    /// Some(true): the connection has it now; Some(false): it had it before; None: another has it.
    pub fn take(&mut self, row: u32, conn: ConnectionIndex, request: RequestId) -> Option<bool> {
        match self.locked.get(row) {
            Some(held) => (held.holder.0 == conn).then_some(false),
            None => {
                let waiters = VecDeque::new();
                let holder = (conn, request);
                self.locked.insert(row, Row { holder, waiters });
                Some(true)
            }
        }
    }

    /// Who has the row.
    pub fn holder(&self, row: u32) -> Option<(ConnectionIndex, RequestId)> {
        self.locked.get(row).map(|held| held.holder)
    }

    /// Who waits for the row.
    #[cfg(feature = "start")]
    pub fn waiters(&self, row: u32) -> Option<&VecDeque<ThreadId>> {
        self.locked.get(row).map(|held| &held.waiters)
    }

    pub fn wait(&mut self, row: u32, thread: ThreadId) {
        if let Some(held) = self.locked.get_mut(row) {
            held.waiters.push_back(thread);
        }
    }

    /// A waiter gives up.
    pub fn leave(&mut self, row: u32, thread: ThreadId) {
        if let Some(held) = self.locked.get_mut(row) {
            held.waiters.retain(|t| *t != thread);
        }
    }

    /// The row is free, or the thread that waits longest is to have it: `heir` says for which request.
    pub fn release(
        &mut self,
        row: u32,
        heir: impl FnOnce(ThreadId) -> (ConnectionIndex, RequestId),
    ) -> Option<ThreadId> {
        let held = self.locked.get_mut(row)?;
        let next = held.waiters.pop_front();
        match next {
            Some(thread) => held.holder = heir(thread),
            None => {
                self.locked.remove(row);
            }
        }
        next
    }

    /// Whether the wait of `conn` for this row would close a circle of waits.
    pub fn closes_circle(
        &self,
        row: u32,
        conn: ConnectionIndex,
        threads: &By<ThreadId, Thread>,
        conns: &By<ConnectionIndex, Connection>,
    ) -> bool {
        let mut row = row;
        // Everybody waits for one row at a time, so the way is a line; it cannot be longer than this.
        for _ in 0..=conns.len() {
            let Some((holder, _)) = self.holder(row) else {
                return false;
            };
            if holder == conn {
                return true;
            }
            let thread = threads.at(conns[holder].thread);
            match thread.map(|t| t.activity) {
                // One that has been handed its row waits no longer, though it does not run yet.
                Some(Activity::Row { row: next, .. })
                    if self.holder(next).is_some_and(|(has, _)| has != holder) =>
                {
                    row = next;
                }
                _ => return false,
            }
        }
        false
    }
}
