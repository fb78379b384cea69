//! Times that clients and statements wait for, many at once: all share one slot of the event queue.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::ids::{ConnectionIndex, RequestId, TimeNs};
use crate::kernel::{Kernel, Slots};

/// What is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Due {
    /// The client of this request gives up; without a connection it still waits for a place.
    GiveUp {
        driver: u32,
        request: RequestId,
        conn: ConnectionIndex,
    },
    /// A client tries again.
    Retry { driver: u32, serial: u32 },
    /// The next statement of a transaction.
    Next { conn: ConnectionIndex, serial: u32 },
    /// The statement's thread looks whether the client is still there.
    Look {
        request: RequestId,
        conn: ConnectionIndex,
    },
    /// `max_statement_time`.
    StatementTime {
        request: RequestId,
        conn: ConnectionIndex,
    },
    /// A client leaves or is sent away, by index.
    Leave(u32),
}

/// The pending ones. Those whose reason is gone are dropped when they are due.
#[derive(Clone, Debug, Default)]
pub struct Timers {
    heap: BinaryHeap<Reverse<(TimeNs, u64, Due)>>,
    order: u64,
}

impl Timers {
    /// Adds one.
    pub fn put(&mut self, k: &mut Kernel, at_ns: TimeNs, due: Due) {
        let at_ns = at_ns.max(k.now_ns);
        let before = self.next_ns();
        self.order += 1;
        self.heap.push(Reverse((at_ns, self.order, due)));
        if before.is_none_or(|first| at_ns < first) {
            k.schedule(Slots::CLIENTS, at_ns);
        }
    }

    /// Takes the one that is due now, and schedules the next.
    pub fn take(&mut self, k: &mut Kernel) -> Option<Due> {
        let due = self.heap.pop().map(|Reverse((_, _, due))| due);
        if let Some(next) = self.next_ns() {
            k.schedule(Slots::CLIENTS, next);
        }
        due
    }

    fn next_ns(&self) -> Option<TimeNs> {
        self.heap.peek().map(|Reverse((at_ns, _, _))| *at_ns)
    }

    /// How many are pending.
    pub fn len(&self) -> usize {
        self.heap.len()
    }
}
