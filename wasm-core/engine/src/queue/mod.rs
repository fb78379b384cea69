//! The event set: which slot fires next, and when.
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// One thing that can have at most one pending event.
pub type Slot = u32;

const IDLE: u64 = u64::MAX;

/// Pending events in order of (time, order of the calls of [`EventQueue::schedule`]).
#[derive(Clone, Debug, Default)]
pub struct EventQueue {
    heap: BinaryHeap<Reverse<(u64, u64, Slot)>>,
    /// Per slot the number of its pending event, or `IDLE`.
    pending: Vec<u64>,
    live: usize,
    next: u64,
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
        Self { pending: vec![IDLE; n], ..Self::default() }
    }

    /// Makes `slot` fire at `at_ns` (nanoseconds; a time before now counts as now), in place of what it had pending.
    pub fn schedule(&mut self, slot: Slot, at_ns: u64) {
        self.cancel(slot);
        let i = slot as usize;
        if i >= self.pending.len() {
            self.pending.resize(i + 1, IDLE);
        }
        self.pending[i] = self.next;
        self.heap.push(Reverse((at_ns.max(self.now), self.next, slot)));
        self.next += 1;
        self.live += 1;
    }

    /// Takes back the event of `slot`; true if one was pending.
    pub fn cancel(&mut self, slot: Slot) -> bool {
        match self.pending.get_mut(slot as usize) {
            Some(p) if *p != IDLE => {
                *p = IDLE;
                self.live -= 1;
                true
            }
            _ => false,
        }
    }

    /// Whether `slot` has an event pending.
    #[must_use]
    pub fn is_pending(&self, slot: Slot) -> bool {
        self.pending.get(slot as usize).is_some_and(|&p| p != IDLE)
    }

    /// Takes the first event: its time in nanoseconds and its slot.
    pub fn pop(&mut self) -> Option<(u64, Slot)> {
        self.pop_until(u64::MAX)
    }

    /// As [`EventQueue::pop`], but only if it is due at `limit_ns` or before.
    pub fn pop_until(&mut self, limit_ns: u64) -> Option<(u64, Slot)> {
        if self.peek_time()? > limit_ns {
            return None;
        }
        let Reverse((at, _, slot)) = self.heap.pop()?;
        self.pending[slot as usize] = IDLE;
        self.live -= 1;
        self.now = at;
        Some((at, slot))
    }

    /// Time of the first event in nanoseconds.
    pub fn peek_time(&mut self) -> Option<u64> {
        while let Some(&Reverse((at, number, slot))) = self.heap.peek() {
            if self.pending[slot as usize] == number {
                return Some(at);
            }
            self.heap.pop();
        }
        None
    }

    /// Number of pending events.
    #[must_use]
    pub fn len(&self) -> usize {
        self.live
    }

    /// Whether nothing is pending.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.live == 0
    }

    /// Time of the last event taken, in nanoseconds.
    #[must_use]
    pub fn now_ns(&self) -> u64 {
        self.now
    }
}
