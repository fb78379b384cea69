//! Which slot of the event queue belongs to what. Threads come last, for their number grows.

use crate::ids::{ConnIndex, ThreadId};
use crate::queue::Slot;

/// Layout of the slots.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slots {
    pub scripts: u32,
    pub changes: u32,
    pub crowds: u32,
    pub conns: u32,
}

/// What a slot stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pending {
    /// The stall timer's round.
    Timer,
    /// The next end of a CPU step on limited cores.
    Cores,
    /// A single request, by index.
    Script(u32),
    /// `SET GLOBAL`, by index.
    Change(u32),
    /// The next arrival of a crowd's stream.
    Crowd(u32),
    /// A connection's next request from its loop.
    Arrival(ConnIndex),
    /// A suspended request's completion.
    Completion(ConnIndex),
    /// Whatever the thread waits for.
    Thread(ThreadId),
}

impl Slots {
    pub const TIMER: Slot = 0;
    pub const CORES: Slot = 1;

    pub fn script(&self, i: u32) -> Slot {
        2 + i
    }
    pub fn change(&self, i: u32) -> Slot {
        2 + self.scripts + i
    }
    pub fn crowd(&self, i: u32) -> Slot {
        2 + self.scripts + self.changes + i
    }
    pub fn arrival(&self, conn: ConnIndex) -> Slot {
        2 + self.scripts + self.changes + self.crowds + conn
    }
    pub fn completion(&self, conn: ConnIndex) -> Slot {
        self.arrival(0) + self.conns + conn
    }
    pub fn thread(&self, thread: ThreadId) -> Slot {
        self.arrival(0) + 2 * self.conns + thread
    }

    pub fn decode(&self, slot: Slot) -> Pending {
        match slot {
            Self::TIMER => Pending::Timer,
            Self::CORES => Pending::Cores,
            s if s >= self.thread(0) => Pending::Thread(s - self.thread(0)),
            s if s >= self.completion(0) => Pending::Completion(s - self.completion(0)),
            s if s >= self.arrival(0) => Pending::Arrival(s - self.arrival(0)),
            s if s >= self.crowd(0) => Pending::Crowd(s - self.crowd(0)),
            s if s >= self.change(0) => Pending::Change(s - self.change(0)),
            s => Pending::Script(s - 2),
        }
    }
}
