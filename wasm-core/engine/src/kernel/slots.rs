//! Which slot of the event queue belongs to what. Threads come last, for their number grows.

use crate::ids::{ConnectionIndex, ThreadId};
use crate::queue::Slot;

/// Layout of the slots.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slots {
    pub scripts: u32,
    pub changes: u32,
    pub stalls: u32,
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
    /// A stall of the latch, by index.
    Stall(u32),
    /// The latch's stall is over.
    StallEnd,
    /// The next arrival of a crowd's stream.
    Crowd(u32),
    /// A connection's next request from its loop.
    Arrival(ConnectionIndex),
    /// A suspended request's completion.
    Completion(ConnectionIndex),
    /// Whatever the thread waits for.
    Thread(ThreadId),
}

impl Slots {
    pub const TIMER: Slot = 0;
    pub const CORES: Slot = 1;
    pub const STALL_END: Slot = 2;
    const FIRST: Slot = 3;

    pub fn script(&self, i: u32) -> Slot {
        Self::FIRST + i
    }
    pub fn change(&self, i: u32) -> Slot {
        self.script(0) + self.scripts + i
    }
    pub fn stall(&self, i: u32) -> Slot {
        self.change(0) + self.changes + i
    }
    pub fn crowd(&self, i: u32) -> Slot {
        self.stall(0) + self.stalls + i
    }
    pub fn arrival(&self, conn: ConnectionIndex) -> Slot {
        self.crowd(0) + self.crowds + conn.0
    }
    pub fn completion(&self, conn: ConnectionIndex) -> Slot {
        self.crowd(0) + self.crowds + self.conns + conn.0
    }
    pub fn thread(&self, thread: ThreadId) -> Slot {
        self.arrival(ConnectionIndex(0)) + 2 * self.conns + thread.0
    }

    pub fn decode(&self, slot: Slot) -> Pending {
        match slot {
            Self::TIMER => Pending::Timer,
            Self::CORES => Pending::Cores,
            Self::STALL_END => Pending::StallEnd,
            s if s >= self.thread(ThreadId(0)) => {
                Pending::Thread(ThreadId(s - self.thread(ThreadId(0))))
            }
            s if s >= self.completion(ConnectionIndex(0)) => {
                Pending::Completion(ConnectionIndex(s - self.completion(ConnectionIndex(0))))
            }
            s if s >= self.arrival(ConnectionIndex(0)) => {
                Pending::Arrival(ConnectionIndex(s - self.arrival(ConnectionIndex(0))))
            }
            s if s >= self.crowd(0) => Pending::Crowd(s - self.crowd(0)),
            s if s >= self.stall(0) => Pending::Stall(s - self.stall(0)),
            s if s >= self.change(0) => Pending::Change(s - self.change(0)),
            s => Pending::Script(s - Self::FIRST),
        }
    }
}
