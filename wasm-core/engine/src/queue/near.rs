//! The open day: a small array sorted by time, the first event at its end.
use super::Slot;
use super::slots::{NIL, Slots};

/// Beyond this many entries, events that would go behind all of them are listed instead of inserted.
pub(super) const FULL: usize = 64;
/// Up to this many entries are sorted by counting ranks, which has no unpredictable branch.
const RANKED: usize = 24;

/// One event of the open day; cancelled if the slot's token is another one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    /// ns
    pub(super) time: u64,
    pub(super) slot: Slot,
    pub(super) token: u32,
}

/// The events of the open day, latest first; among equal times the newest first.
#[derive(Clone, Debug, Default)]
pub(super) struct Near {
    entries: Vec<Entry>,
    /// How many of the entries are cancelled.
    pub(super) dead: usize,
}

impl Near {
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    #[inline]
    pub(super) fn last(&self) -> Option<Entry> {
        self.entries.last().copied()
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<Entry> {
        self.entries.pop()
    }

    /// Whether an event of this day belongs here and not in the day's list, which holds only what comes after.
    #[inline]
    pub(super) fn takes(&self, time: u64, listed: bool) -> bool {
        if listed || self.entries.len() >= FULL {
            return self
                .entries
                .first()
                .is_some_and(|latest| time < latest.time);
        }
        true
    }

    /// Inserts behind all entries of the same time; returns how many entries had to move.
    #[inline]
    pub(super) fn insert(&mut self, entry: Entry) -> usize {
        let n = self.entries.len();
        self.entries.push(entry);
        let mut i = n;
        while i > 0 && self.entries[i - 1].time <= entry.time {
            self.entries[i] = self.entries[i - 1];
            i -= 1;
        }
        self.entries[i] = entry;
        n - i
    }

    /// Fills the empty array from a list, newest first, and sorts it.
    #[inline]
    pub(super) fn fill(&mut self, head: u32, slots: &mut Slots) {
        self.entries.clear();
        self.dead = 0;
        let mut slot = head;
        while slot != NIL {
            let (time, next) = (slots.time(slot), slots.next(slot));
            let token = slots.set_near(slot);
            self.entries.push(Entry { time, slot, token });
            slot = next;
        }
        self.sort();
    }

    /// Latest first; stable, because the list is the newest first.
    #[inline]
    fn sort(&mut self) {
        let n = self.entries.len();
        if n > RANKED {
            self.entries.sort_by_key(|e| std::cmp::Reverse(e.time));
            return;
        }
        let mut copy = [Entry::default(); RANKED];
        let mut rank = [0_u8; RANKED];
        for i in 0..n {
            let entry = self.entries[i];
            let mut mine = 0;
            for j in 0..i {
                let first = u8::from(copy[j].time < entry.time);
                rank[j] += first;
                mine += 1 - first;
            }
            copy[i] = entry;
            rank[i] = mine;
        }
        for i in 0..n {
            self.entries[usize::from(rank[i])] = copy[i];
        }
    }

    /// Removes the cancelled entries.
    #[cold]
    #[inline(never)]
    pub(super) fn bury(&mut self, slots: &Slots) {
        self.entries.retain(|e| slots.holds(e.slot, e.token));
        self.dead = 0;
    }

    /// Moves all events out, the first one first.
    pub(super) fn give(&mut self, slots: &Slots, to: &mut Vec<(u64, Slot)>) {
        self.bury(slots);
        to.extend(self.entries.drain(..).rev().map(|e| (e.time, e.slot)));
    }
}
