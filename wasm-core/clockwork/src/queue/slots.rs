//! The pending event of every slot: 16 bytes per slot, threaded into the lists of the calendar.

/// Something that has at most one pending event.
pub type Slot = u32;

/// End of a list, or an empty list.
pub(super) const NIL: u32 = u32::MAX;
// Values of `prev` that are not a slot.
const IDLE: u32 = u32::MAX;
const NEAR: u32 = u32::MAX - 1;
const HEAD: u32 = u32::MAX - 2;

#[derive(Clone, Copy, Debug)]
struct Record {
    time: u64,
    /// Low half: the next in the list; in the open day, the token of this slot's entry. High half: the
    /// previous in the list, or `IDLE`, `NEAR` or `HEAD`. One word, because a processor stalls when it loads
    /// in one piece what it has just stored in two.
    link: u64,
}

impl Record {
    #[inline]
    fn next(&self) -> u32 {
        self.link as u32
    }

    #[inline]
    fn prev(&self) -> u32 {
        (self.link >> 32) as u32
    }

    #[inline]
    fn set_next(&mut self, next: u32) {
        self.link = both(self.prev(), next);
    }

    #[inline]
    fn set_prev(&mut self, prev: u32) {
        self.link = both(prev, self.next());
    }
}

#[inline]
fn both(high: u32, low: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

/// Index of a slot's record. `NIL` maps to record 0, which belongs to no slot: writes to it are ignored, so
/// no branch must check whether a list was empty.
#[inline]
fn at(slot: Slot) -> usize {
    slot.wrapping_add(1) as usize
}

/// One event of the open day; cancelled if the slot's token differs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    /// ns
    pub(super) time: u64,
    /// Slot in the high half, token in the low one.
    name: u64,
}

impl Entry {
    #[inline]
    pub(super) fn new(time: u64, slot: Slot, token: u32) -> Self {
        let name = u64::from(slot) << 32 | u64::from(token);
        Self { time, name }
    }

    #[inline]
    pub(super) fn slot(self) -> Slot {
        (self.name >> 32) as Slot
    }

    #[inline]
    pub(super) fn token(self) -> u32 {
        self.name as u32
    }
}

/// The records of all slots.
#[derive(Clone, Debug, Default)]
pub(super) struct Slots {
    records: Vec<Record>,
    /// The last token assigned.
    pub(super) token: u32,
}

impl Slots {
    /// Makes room for slots `0..n`.
    #[inline]
    pub(super) fn grow(&mut self, n: usize) {
        if n >= self.records.len() {
            self.enlarge(n + 1);
        }
    }

    #[cold]
    #[inline(never)]
    fn enlarge(&mut self, n: usize) {
        self.records.resize(
            n,
            Record {
                time: 0,
                link: both(IDLE, NIL),
            },
        );
    }

    #[inline]
    pub(super) fn is_pending(&self, slot: Slot) -> bool {
        slot != NIL && self.records.get(at(slot)).is_some_and(|r| r.prev() != IDLE)
    }

    /// Whether there is room for the slot and it has nothing pending.
    #[inline]
    pub(super) fn is_idle(&self, slot: Slot) -> bool {
        self.records.get(at(slot)).is_some_and(|r| r.prev() == IDLE)
    }

    #[inline]
    pub(super) fn is_near(&self, slot: Slot) -> bool {
        self.records[at(slot)].prev() == NEAR
    }

    /// Time of the slot's event, ns; kept for listed events only.
    #[inline]
    pub(super) fn time(&self, slot: Slot) -> u64 {
        self.records[at(slot)].time
    }

    #[inline]
    pub(super) fn next(&self, slot: Slot) -> u32 {
        self.records[at(slot)].next()
    }

    /// The next in the list, if the slot is in one; otherwise any number.
    #[inline]
    pub(super) fn glance(&self, slot: Slot) -> u32 {
        self.records.get(at(slot)).map_or(NIL, Record::next)
    }

    #[inline]
    pub(super) fn clear(&mut self, slot: Slot) {
        self.records[at(slot)].set_prev(IDLE);
    }

    /// Marks the slot as part of the open day and returns the token for its entry there: an entry with
    /// another token is cancelled.
    #[inline]
    pub(super) fn set_near(&mut self, slot: Slot) -> u32 {
        self.token = self.token.wrapping_add(1);
        self.records[at(slot)].link = both(NEAR, self.token);
        self.token
    }

    /// Moves a listed slot into the open day: returns its entry there, and the next in its list.
    #[inline]
    pub(super) fn bring_near(&mut self, slot: Slot) -> (Entry, u32) {
        self.token = self.token.wrapping_add(1);
        let record = &mut self.records[at(slot)];
        let next = record.next();
        record.link = both(NEAR, self.token);
        (Entry::new(record.time, slot, self.token), next)
    }

    /// Whether the entry is its slot's event.
    #[inline]
    pub(super) fn holds(&self, entry: Entry) -> bool {
        self.records[at(entry.slot())].link == both(NEAR, entry.token())
    }

    /// Like `holds`; if true, the slot then has nothing pending.
    #[inline]
    pub(super) fn take(&mut self, entry: Entry) -> bool {
        let record = &mut self.records[at(entry.slot())];
        let held = record.link == both(NEAR, entry.token());
        if held {
            record.link = both(IDLE, NIL);
        }
        held
    }

    /// Inserts the slot at the front of the list that starts at `head`.
    #[inline]
    pub(super) fn link(&mut self, head: &mut u32, slot: Slot, time: u64) {
        self.records[at(*head)].set_prev(slot);
        self.records[at(slot)] = Record {
            time,
            link: both(HEAD, *head),
        };
        *head = slot;
    }

    /// Removes the slot from the list that starts at `head`.
    pub(super) fn unlink(&mut self, head: &mut u32, slot: Slot) {
        let record = self.records[at(slot)];
        let (next, prev) = (record.next(), record.prev());
        if prev == HEAD {
            *head = next;
        } else {
            self.records[at(prev)].set_next(next);
        }
        self.records[at(next)].set_prev(prev);
        self.clear(slot);
    }
}
