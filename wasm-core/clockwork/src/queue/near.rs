//! The open day: the events of its list, sorted by packed keys, and those scheduled since it opened.
use std::cell::Cell;

use super::network;
use super::slots::{Entry, NIL, Slots};

/// With this many entries, events behind all of them are listed instead of inserted.
pub(super) const FULL: usize = 64;
/// Low bits of a packed key: the position in the list, so that equal times keep their order.
const PLACE_BITS: u32 = 4;
const PLACES: usize = 1 << PLACE_BITS;

/// Sorts by time; equal times keep their order. Short runs are insertion-sorted, then merged: the standard
/// library's sort is hardly faster here, and costs six kilobytes of WebAssembly.
#[inline(never)]
pub(super) fn sort(entries: &mut Vec<Entry>) {
    const RUN: usize = 16;
    for few in entries.chunks_mut(RUN) {
        for sorted in 1..few.len() {
            let mut at = sorted;
            while at > 0 && few[at - 1].time > few[at].time {
                few.swap(at - 1, at);
                at -= 1;
            }
        }
    }
    let mut merged = Vec::new();
    let mut run = RUN;
    while run < entries.len() {
        for two in entries.chunks(2 * run) {
            let (mut first, mut second) = two.split_at(run.min(two.len()));
            while let ([a, after_a @ ..], [b, after_b @ ..]) = (first, second) {
                if a.time <= b.time {
                    merged.push(*a);
                    first = after_a;
                } else {
                    merged.push(*b);
                    second = after_b;
                }
            }
            merged.extend_from_slice(first);
            merged.extend_from_slice(second);
        }
        std::mem::swap(entries, &mut merged);
        merged.clear();
        run *= 2;
    }
}

/// The events of the open day.
#[derive(Clone, Debug, Default)]
pub(super) struct Near {
    /// Events of the day's list, latest first: time since the day opened, and position in `listed`.
    keys: [u64; PLACES],
    /// How many keys remain.
    left: usize,
    listed: [Entry; PLACES],
    /// All other events, latest first, the newest first among equal times. They were scheduled after those
    /// in `listed`.
    added: Vec<Entry>,
    /// How many of the entries are cancelled.
    pub(super) dead: usize,
}

impl Near {
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.left + self.added.len()
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[inline]
    fn last_listed(&self) -> &Entry {
        &self.listed[self.keys[self.left.wrapping_sub(1) % PLACES] as usize % PLACES]
    }

    /// Takes the first entry if it is due at `limit` or before.
    #[inline]
    pub(super) fn pop_until(&mut self, limit: u64) -> Option<Entry> {
        let added = self.added.last().copied();
        if self.left > 0 {
            let listed = *self.last_listed();
            if added.is_none_or(|added| added.time >= listed.time) {
                if listed.time > limit {
                    return None;
                }
                self.left -= 1;
                return Some(listed);
            }
        }
        let added = added.filter(|added| added.time <= limit)?;
        self.added.pop();
        Some(added)
    }

    /// Whether an event of this day belongs here instead of in the day's list, which holds only later ones.
    #[inline]
    pub(super) fn takes(&self, time: u64, listed: bool) -> bool {
        if !listed && self.len() < FULL {
            return true;
        }
        let latest = self.added.first().is_some_and(|latest| time < latest.time);
        latest || self.left > 0 && time < self.listed[self.keys[0] as usize % PLACES].time
    }

    /// Inserts behind all entries of the same time; returns how many entries had to move.
    #[inline]
    pub(super) fn insert(&mut self, entry: Entry) -> usize {
        let n = self.added.len();
        self.added.push(entry);
        let mut place = n;
        let cells = Cell::from_mut(&mut self.added[..]).as_slice_of_cells();
        for pair in cells.windows(2).rev() {
            let other = pair[0].get();
            if other.time > entry.time {
                break;
            }
            pair[1].set(other);
            place -= 1;
        }
        self.added[place] = entry;
        n - place
    }

    /// Fills the empty day from its list, newest first; no time is before `now`. Returns the number of events.
    #[inline]
    pub(super) fn fill(&mut self, head: u32, now: u64, slots: &mut Slots) -> usize {
        self.dead = 0;
        self.keys = [0; PLACES];
        let (mut slot, mut n, mut range) = (head, 0, 0);
        while slot != NIL && n < PLACES {
            let (entry, next) = slots.bring_near(slot);
            let after = entry.time - now;
            range |= after;
            // From the back: the oldest gets the smallest key of its time.
            let place = PLACES - 1 - n;
            self.keys[n] = after << PLACE_BITS | place as u64;
            self.listed[place] = entry;
            n += 1;
            slot = next;
        }
        if slot != NIL || range >> (64 - PLACE_BITS) != 0 {
            return self.fill_slowly(n, slot, slots);
        }
        network::sort(&mut self.keys, n);
        self.left = n;
        n
    }

    /// The same for a day that is too full, or too long for packed keys; the first `n` are already in `listed`.
    #[cold]
    #[inline(never)]
    fn fill_slowly(&mut self, n: usize, mut slot: u32, slots: &mut Slots) -> usize {
        self.added.extend(self.listed[PLACES - n..].iter().rev());
        while slot != NIL {
            let (entry, next) = slots.bring_near(slot);
            self.added.push(entry);
            slot = next;
        }
        // The list has the newest first.
        self.added.reverse();
        sort(&mut self.added);
        self.added.reverse();
        self.added.len()
    }

    /// Removes the cancelled entries.
    #[cold]
    #[inline(never)]
    pub(super) fn bury(&mut self, slots: &Slots) {
        let left = std::mem::take(&mut self.left);
        for i in 0..left {
            let entry = self.listed[self.keys[i] as usize % PLACES];
            if slots.holds(entry) {
                self.keys[self.left] = self.keys[i];
                self.left += 1;
            }
        }
        self.added.retain(|e| slots.holds(*e));
        self.dead = 0;
    }

    /// Moves all events out, earliest first.
    pub(super) fn give(&mut self, slots: &Slots, to: &mut Vec<Entry>) {
        self.bury(slots);
        while let Some(entry) = self.pop_until(u64::MAX) {
            to.push(entry);
        }
    }
}
