//! Named exclusive locks, first come, first served. The connection holds a lock, so that it can outlast the
//! statement that took it.

use std::collections::VecDeque;

use crate::ids::{ConnectionIndex, RequestId, ThreadId};

/// One lock.
#[derive(Clone, Debug, Default)]
pub struct Lock {
    /// The connection that holds it and the request that took it.
    pub holder: Option<(ConnectionIndex, RequestId)>,
    pub waiters: VecDeque<ThreadId>,
    /// A hand gets it next.
    pub hand_waits: bool,
}

/// A hand as a holder: neither a connection nor a request.
const HAND: (ConnectionIndex, RequestId) = (ConnectionIndex::NONE, RequestId::NONE);

impl Lock {
    /// A hand takes it, as soon as it is free.
    pub fn take_by_hand(&mut self) {
        let holder = *self.holder.get_or_insert(HAND);
        self.hand_waits = holder != HAND;
    }
}

/// All locks of the run, by index.
#[derive(Clone, Debug, Default)]
pub struct Locks {
    pub all: Vec<Lock>,
}

impl Locks {
    pub fn new(count: usize) -> Self {
        Locks {
            all: vec![Lock::default(); count],
        }
    }

    /// Takes the lock if it is free or this connection already holds it; false if another has it.
    pub fn take(&mut self, lock: u32, conn: ConnectionIndex, request: RequestId) -> bool {
        let holder = &mut self.all[lock as usize].holder;
        holder.get_or_insert((conn, request)).0 == conn
    }

    /// Releases the lock if this connection holds it; the longest waiter is next.
    pub fn release(&mut self, lock: u32, conn: ConnectionIndex) -> Released {
        let lock = &mut self.all[lock as usize];
        if lock.holder.is_none_or(|(holder, _)| holder != conn) {
            return Released::NotHeld;
        }
        lock.holder = lock.hand_waits.then_some(HAND);
        lock.hand_waits = false;
        if lock.holder.is_some() {
            return Released::Free;
        }
        match lock.waiters.pop_front() {
            Some(thread) => Released::Next(thread),
            None => Released::Free,
        }
    }

    /// A waiter gives up.
    pub fn leave(&mut self, lock: u32, thread: ThreadId) {
        self.all[lock as usize].waiters.retain(|t| *t != thread);
    }
}

/// Outcome of a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Released {
    /// The connection did not hold it.
    NotHeld,
    /// Nobody waits for it.
    Free,
    /// This thread gets it next.
    Next(ThreadId),
}
