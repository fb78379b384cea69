//! Assigns the slots of the event queue. Threads come last, because their number grows.

use crate::ids::{ConnectionIndex, ThreadId};
use crate::queue::Slot;

/// Layout of the slots: the first of each kind.
#[derive(Clone, Copy, Debug)]
pub struct Slots {
    changes: u32,
    stalls: u32,
    crowds: u32,
    arrivals: u32,
    completions: u32,
    threads: u32,
}

/// What a slot belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pending {
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
    /// Clients that wait for a time, and limits of statements.
    Clients,
    /// The next arrival of a crowd's stream.
    Crowd(u32),
    /// A connection's next request from its loop.
    Arrival(ConnectionIndex),
    /// A suspended request's completion.
    Completion(ConnectionIndex),
    /// Anything that the thread waits for.
    Thread(ThreadId),
}

impl Slots {
    pub const TIMER: Slot = 0;
    pub const CORES: Slot = 1;
    pub const STALL_END: Slot = 2;
    pub const CLIENTS: Slot = 3;
    const FIRST: Slot = 4;

    /// The layout for these numbers of each.
    pub fn new(scripts: u32, changes: u32, stalls: u32, crowds: u32, conns: u32) -> Slots {
        let changes_from = Self::FIRST + scripts;
        let stalls_from = changes_from + changes;
        let crowds_from = stalls_from + stalls;
        let arrivals = crowds_from + crowds;
        Slots {
            changes: changes_from,
            stalls: stalls_from,
            crowds: crowds_from,
            arrivals,
            completions: arrivals + conns,
            threads: arrivals + 2 * conns,
        }
    }

    pub fn script(&self, i: u32) -> Slot {
        Self::FIRST + i
    }
    pub fn change(&self, i: u32) -> Slot {
        self.changes + i
    }
    pub fn stall(&self, i: u32) -> Slot {
        self.stalls + i
    }
    pub fn crowd(&self, i: u32) -> Slot {
        self.crowds + i
    }
    pub fn arrival(&self, conn: ConnectionIndex) -> Slot {
        self.arrivals + conn.0
    }
    pub fn completion(&self, conn: ConnectionIndex) -> Slot {
        self.completions + conn.0
    }
    #[inline]
    pub fn thread(&self, thread: ThreadId) -> Slot {
        self.threads + thread.0
    }

    #[inline]
    pub fn decode(&self, slot: Slot) -> Pending {
        match slot {
            s if s >= self.threads => Pending::Thread(ThreadId(s - self.threads)),
            s if s >= self.completions => {
                Pending::Completion(ConnectionIndex(s - self.completions))
            }
            s if s >= self.arrivals => Pending::Arrival(ConnectionIndex(s - self.arrivals)),
            Self::TIMER => Pending::Timer,
            Self::CORES => Pending::Cores,
            Self::STALL_END => Pending::StallEnd,
            Self::CLIENTS => Pending::Clients,
            s if s >= self.crowds => Pending::Crowd(s - self.crowds),
            s if s >= self.stalls => Pending::Stall(s - self.stalls),
            s if s >= self.changes => Pending::Change(s - self.changes),
            s => Pending::Script(s - Self::FIRST),
        }
    }
}
