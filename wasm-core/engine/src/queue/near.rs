//! The open day: a small array sorted by time, the first event at its end.
use super::Slot;
use super::network;
use super::slots::{NIL, Slots};

/// Beyond this many entries, events that would go behind all of them are listed instead of inserted.
pub(super) const FULL: usize = 64;
/// Low bits of a packed key: the place in the list, so that equal times keep their order.
const PLACE_BITS: u32 = 4;
const PLACES: usize = 1 << PLACE_BITS;

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
    /// Room for sorting, kept so that it is not cleared for every day.
    unsorted: [Entry; PLACES],
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
    pub(super) fn drop_last(&mut self) {
        self.entries.truncate(self.entries.len().wrapping_sub(1));
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

    /// Fills the empty array from a list, newest first, and sorts it; no time is before `now`.
    #[inline]
    pub(super) fn fill(&mut self, head: u32, now: u64, slots: &mut Slots) {
        self.dead = 0;
        let mut keys = [u64::MAX; PLACES];
        let (mut slot, mut n, mut range) = (head, 0, 0);
        while slot != NIL && n < PLACES {
            let (entry, next) = slots.bring_near(slot);
            let after = entry.time - now;
            range |= after;
            // From behind: the oldest gets the least key of its time.
            let place = PLACES - 1 - n;
            keys[n] = after << PLACE_BITS | place as u64;
            self.unsorted[place] = entry;
            n += 1;
            slot = next;
        }
        if slot != NIL || range >> (64 - PLACE_BITS) != 0 {
            self.fill_slowly(n, slot, slots);
            return;
        }
        network::sort(&mut keys, n);
        let unsorted = &self.unsorted;
        self.entries.extend(
            keys[..n]
                .iter()
                .rev()
                .map(|&key| unsorted[key as usize % PLACES]),
        );
    }

    /// The same for a day that is too full, or too long for packed keys; the first `n` are in the room for sorting.
    #[cold]
    #[inline(never)]
    fn fill_slowly(&mut self, n: usize, mut slot: u32, slots: &mut Slots) {
        self.entries
            .extend(self.unsorted[PLACES - n..].iter().rev());
        while slot != NIL {
            let (entry, next) = slots.bring_near(slot);
            self.entries.push(entry);
            slot = next;
        }
        // Stable, and the list has the newest first.
        self.entries.sort_by_key(|e| std::cmp::Reverse(e.time));
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
