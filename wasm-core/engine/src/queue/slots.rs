//! What every slot has pending: 16 bytes a slot, threaded into the lists of the calendar.
use super::Slot;
use super::near::Entry;

/// End of a list, or the list of nothing.
pub(super) const NIL: u32 = u32::MAX;
// Values of `prev` that are not a slot.
const IDLE: u32 = u32::MAX;
const NEAR: u32 = u32::MAX - 1;
const HEAD: u32 = u32::MAX - 2;

#[derive(Clone, Copy, Debug)]
struct Record {
    time: u64,
    /// The next in the list; in the open day, the token of the entry that stands for this slot.
    next: u32,
    /// The previous in the list, or one of `IDLE`, `NEAR`, `HEAD`.
    prev: u32,
}

/// The records of all slots.
#[derive(Clone, Debug, Default)]
pub(super) struct Slots {
    records: Vec<Record>,
    token: u32,
}

impl Slots {
    /// Makes room for slots `0..n`.
    #[inline]
    pub(super) fn grow(&mut self, n: usize) {
        if n > self.records.len() {
            self.enlarge(n);
        }
    }

    #[cold]
    #[inline(never)]
    fn enlarge(&mut self, n: usize) {
        self.records.resize(
            n,
            Record {
                time: 0,
                next: NIL,
                prev: IDLE,
            },
        );
    }

    #[inline]
    pub(super) fn is_pending(&self, slot: Slot) -> bool {
        self.records
            .get(slot as usize)
            .is_some_and(|r| r.prev != IDLE)
    }

    /// Whether there is room for the slot and it has nothing pending.
    #[inline]
    pub(super) fn is_idle(&self, slot: Slot) -> bool {
        self.records
            .get(slot as usize)
            .is_some_and(|r| r.prev == IDLE)
    }

    #[inline]
    pub(super) fn is_near(&self, slot: Slot) -> bool {
        self.records[slot as usize].prev == NEAR
    }

    /// Time of the slot's event, ns; kept for listed events only.
    #[inline]
    pub(super) fn time(&self, slot: Slot) -> u64 {
        self.records[slot as usize].time
    }

    #[inline]
    pub(super) fn next(&self, slot: Slot) -> u32 {
        self.records[slot as usize].next
    }

    /// The next in the list, if the slot is in one; otherwise any number.
    #[inline]
    pub(super) fn glance(&self, slot: Slot) -> u32 {
        self.records.get(slot as usize).map_or(NIL, |r| r.next)
    }

    #[inline]
    pub(super) fn clear(&mut self, slot: Slot) {
        self.records[slot as usize].prev = IDLE;
    }

    /// Marks the slot as standing in the open day and returns the token for its entry there: an entry with another
    /// token was cancelled.
    #[inline]
    pub(super) fn set_near(&mut self, slot: Slot) -> u32 {
        self.token = self.token.wrapping_add(1);
        let record = &mut self.records[slot as usize];
        record.next = self.token;
        record.prev = NEAR;
        self.token
    }

    /// Moves a listed slot into the open day: its entry there, and the next in its list.
    #[inline]
    pub(super) fn bring_near(&mut self, slot: Slot) -> (Entry, u32) {
        let token = self.token.wrapping_add(1);
        self.token = token;
        let record = &mut self.records[slot as usize];
        let (time, next) = (record.time, record.next);
        record.next = token;
        record.prev = NEAR;
        (Entry { time, slot, token }, next)
    }

    /// Whether the entry with this token is the slot's event.
    #[inline]
    pub(super) fn holds(&self, slot: Slot, token: u32) -> bool {
        let record = &self.records[slot as usize];
        record.prev == NEAR && record.next == token
    }

    /// As `holds`, and if so the slot has nothing pending any more.
    #[inline]
    pub(super) fn take(&mut self, slot: Slot, token: u32) -> bool {
        let record = &mut self.records[slot as usize];
        let held = record.prev == NEAR && record.next == token;
        if held {
            record.prev = IDLE;
        }
        held
    }

    /// Puts the slot in front of the list that begins at `head`.
    #[inline]
    pub(super) fn link(&mut self, head: &mut u32, slot: Slot, time: u64) {
        if let Some(first) = self.records.get_mut(*head as usize) {
            first.prev = slot;
        }
        self.records[slot as usize] = Record {
            time,
            next: *head,
            prev: HEAD,
        };
        *head = slot;
    }

    /// Takes the slot out of the list that begins at `head`.
    pub(super) fn unlink(&mut self, head: &mut u32, slot: Slot) {
        let Record { next, prev, .. } = self.records[slot as usize];
        if prev == HEAD {
            *head = next;
        } else {
            self.records[prev as usize].next = next;
        }
        if let Some(after) = self.records.get_mut(next as usize) {
            after.prev = prev;
        }
        self.clear(slot);
    }
}
