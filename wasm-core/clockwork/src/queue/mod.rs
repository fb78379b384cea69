//! The event set: which slot fires next, and when.
//!
//! A calendar (Brown 1988, "Calendar queues", CACM 31:10) of intrusive lists: time is cut into days of a
//! power of two nanoseconds, every day is an unsorted list threaded through the slots, and a day is sorted
//! only when it opens. Events beyond the last day of the calendar wait in one overflow list. A handful of
//! events is a single endless day: a small sorted array, which is faster than any tree at that size.
//!
//! The order is exact: by time, then by order of the calls of [`EventQueue::schedule`]. Lists keep the order
//! of insertion and sorting is stable, so no sequence number is stored.
mod near;
mod network;
mod slots;
#[cfg(test)]
mod tests;
mod wheel;

use near::Near;
pub use slots::Slot;
use slots::{Entry, Slots};
use wheel::Wheel;

/// Pending events in order of (time, order of the calls of [`EventQueue::schedule`]).
#[derive(Clone, Debug, Default)]
pub struct EventQueue {
    slots: Slots,
    near: Near,
    wheel: Wheel,
    len: usize,
    now: u64,
}

impl EventQueue {
    /// An empty queue at time 0.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty queue at time 0 with room for slots `0..n`.
    #[must_use]
    pub fn with_slots(n: usize) -> Self {
        let mut queue = Self::default();
        queue.slots.grow(n);
        queue
    }

    /// Makes `slot` fire at `at_ns` (nanoseconds; a past time counts as now), and replaces its pending event.
    #[inline]
    pub fn schedule(&mut self, slot: Slot, at_ns: u64) {
        let at = at_ns.max(self.now);
        if !self.slots.is_idle(slot) {
            self.make_idle(slot);
        }
        self.len += 1;
        if at > self.wheel.midnight {
            self.wheel.link(slot, at, &mut self.slots);
        } else {
            let moved = self.place_today(slot, at);
            if moved > near::FULL {
                self.relieve_today(moved);
            }
        }
        if self.len > self.wheel.most {
            self.rebuild(None);
        }
    }

    /// Cancels the event of `slot`; true if one was pending.
    pub fn cancel(&mut self, slot: Slot) -> bool {
        if !self.slots.is_pending(slot) {
            return false;
        }
        self.len -= 1;
        if self.slots.is_near(slot) {
            self.slots.clear(slot);
            self.near.dead += 1;
            if self.near.dead > 32 && self.near.dead * 2 > self.near.len() {
                self.near.bury(&self.slots);
            }
        } else {
            self.wheel.unlink(slot, &mut self.slots);
        }
        true
    }

    /// Whether `slot` has an event pending.
    #[must_use]
    #[inline]
    pub fn is_pending(&self, slot: Slot) -> bool {
        self.slots.is_pending(slot)
    }

    /// Takes the first event: its time in nanoseconds and its slot.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<(u64, Slot)> {
        self.pop_until(u64::MAX)
    }

    /// Like [`EventQueue::pop`], but only for an event due at `limit_ns` or before.
    #[inline(always)]
    pub fn pop_until(&mut self, limit_ns: u64) -> Option<(u64, Slot)> {
        loop {
            while let Some(first) = self.near.pop_until(limit_ns) {
                if self.slots.take(first) {
                    self.len -= 1;
                    self.now = first.time;
                    self.wheel.look_at_tomorrow(&self.slots);
                    return Some((first.time, first.slot()));
                }
                self.near.dead -= 1;
            }
            // Even if the remaining events were cancelled, nothing is due before `limit_ns`.
            if self.len == 0 || !self.near.is_empty() {
                return None;
            }
            self.open_next_day();
        }
    }

    /// Number of pending events.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether nothing is pending.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Time of the last event taken, in nanoseconds.
    #[must_use]
    #[inline]
    pub fn now_ns(&self) -> u64 {
        self.now
    }

    /// Makes room for the slot, with nothing pending in it.
    #[cold]
    #[inline(never)]
    fn make_idle(&mut self, slot: Slot) {
        self.slots.grow(slot as usize + 1);
        self.cancel(slot);
    }

    /// Puts an event of the open day into the array, or behind it into the day's list; returns how many
    /// entries moved.
    #[inline(always)]
    fn place_today(&mut self, slot: Slot, at: u64) -> usize {
        if !self.near.takes(at, self.wheel.lists_today) {
            self.wheel.link_today(slot, at, &mut self.slots);
            return 0;
        }
        let token = self.slots.set_near(slot);
        if token == u32::MAX {
            // Tokens start again, so no cancelled entry may remain that could match a new token.
            self.near.bury(&self.slots);
        }
        self.near.insert(Entry::new(at, slot, token))
    }

    /// The open day is so full that inserting is slow: it may be split into shorter days early.
    #[cold]
    #[inline(never)]
    fn relieve_today(&mut self, moved: usize) {
        self.wheel.work += moved as u64;
        if self.wheel.is_overworked(self.len) {
            self.rebuild(None);
        }
    }

    /// Opens the first day that has events; the open one is empty and at least one event is pending.
    #[inline(never)]
    fn open_next_day(&mut self) {
        if let Some(day) = self.wheel.look(self.len, self.now) {
            self.rebuild(day);
            if !self.near.is_empty() {
                return;
            }
        }
        let list = self.wheel.open(&mut self.slots);
        let events = self.near.fill(list, self.now, &mut self.slots);
        self.wheel.count(events);
    }

    /// Chooses a new length (`day` ns if given) and number of days and re-inserts every event.
    #[cold]
    #[inline(never)]
    fn rebuild(&mut self, day: Option<u64>) {
        let mut all = Vec::with_capacity(self.len);
        self.near.give(&self.slots, &mut all);
        self.wheel.give(&self.slots, &mut all);
        // Sorted stably, so equal times keep their order and no event is inserted before another.
        near::sort(&mut all);
        self.wheel.tune(&all, self.now, day);
        for entry in all {
            let (at, slot) = (entry.time, entry.slot());
            if at > self.wheel.midnight {
                self.wheel.link(slot, at, &mut self.slots);
            } else {
                self.place_today(slot, at);
            }
        }
    }
}
