//! Locks on the rows of one table: exclusive, first come, first served, kept until the transaction ends.
//! Source: server model (RULES.md), section 12.5.

use std::collections::VecDeque;

use crate::ids::{ConnectionIndex, RequestId, ThreadId};
use crate::kernel::{Activity, Connection, IndexVec, Thread};
use crate::sorted::Sorted;

#[derive(Clone, Debug)]
struct Row {
    /// The connection that holds it, and the request that took it.
    holder: (ConnectionIndex, RequestId),
    waiters: VecDeque<ThreadId>,
}

/// Rows that are locked.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    locked: Sorted<u32, Row>,
}

impl Rows {
    /// Some(true): the connection has just got it; Some(false): it already had it; None: another has it.
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

    /// The holder of the row.
    pub fn holder(&self, row: u32) -> Option<(ConnectionIndex, RequestId)> {
        self.locked.get(row).map(|held| held.holder)
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

    /// The row is free or goes to the longest waiter; `heir` gives the request of that one.
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

    /// Whether a wait of `conn` for this row would be a deadlock.
    pub fn closes_circle(
        &self,
        row: u32,
        conn: ConnectionIndex,
        threads: &IndexVec<ThreadId, Thread>,
        conns: &IndexVec<ConnectionIndex, Connection>,
    ) -> bool {
        let mut row = row;
        // Everybody waits for at most one row, so the chain of waits is a line and can't be longer than this.
        for _ in 0..=conns.len() {
            let Some((holder, _)) = self.holder(row) else {
                return false;
            };
            if holder == conn {
                return true;
            }
            let thread = threads.at(conns[holder].thread);
            match thread.map(|t| t.activity) {
                // A thread that was handed its row no longer waits, though it is not running yet.
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
