//! The calendar: a ring of days, each a list, and one list for events beyond the last day.
use super::slots::{Entry, NIL, Slot, Slots};

/// Up to this many events form one endless day: just the sorted array.
pub(super) const FEW: usize = 32;
/// Above this many events there are days (higher than `FEW`, so that a queue does not flip back and forth).
const MANY: usize = 48;
/// A day should hold between half of this many events and this many.
const PER_DAY: u64 = 12;
/// The length of a day is reviewed each time this many events were taken.
const PERIOD: u64 = 16_384;
const ENDLESS: u32 = 63;

/// Days of 2^shift ns. The lists hold the days from today to `last`; the overflow holds what comes later.
#[derive(Clone, Debug)]
pub(super) struct Wheel {
    /// First slot of every list: the days, a power of two of them, then the overflow.
    heads: Vec<u32>,
    shift: u32,
    /// Number of the open day.
    today: u64,
    /// Number of the last day that has a list.
    last: u64,
    /// The last nanosecond of the open day.
    pub(super) midnight: u64,
    /// Whether today's list may have events, all of them later than those of the array.
    pub(super) lists_today: bool,
    /// The last nanosecond of the last day.
    horizon: u64,
    /// Position of `look_at_tomorrow`.
    ahead: u32,
    /// No event of the overflow is due before this day.
    far_from: u64,
    /// With more events than this the calendar is too small.
    pub(super) most: usize,
    /// With fewer events than this it is too large.
    least: usize,
    /// Steps of about a nanosecond since the last review, spent on anything but taking events: empty days,
    /// moves in the array, overflow.
    pub(super) work: u64,
    /// Events of the days opened since the last review.
    opened: u64,
    /// Time of the last review, ns.
    since: u64,
}

impl Default for Wheel {
    fn default() -> Self {
        let mut wheel = Self {
            heads: Vec::new(),
            shift: 0,
            today: 0,
            last: 0,
            midnight: 0,
            lists_today: false,
            horizon: 0,
            ahead: NIL,
            far_from: 0,
            most: 0,
            least: 0,
            work: 0,
            opened: 0,
            since: 0,
        };
        wheel.reset(0, ENDLESS, 0);
        wheel
    }
}

impl Wheel {
    #[inline]
    fn day(&self, time: u64) -> u64 {
        time >> self.shift
    }

    #[inline]
    fn days(&self) -> usize {
        self.heads.len() - 1
    }

    /// The list of a day of the calendar.
    #[inline]
    fn list(&self, day: u64) -> usize {
        day as usize & (self.days() - 1)
    }

    fn set_today(&mut self, day: u64) {
        self.today = day;
        self.midnight = day << self.shift | ((1 << self.shift) - 1);
    }

    fn set_last(&mut self, day: u64) {
        self.last = day;
        self.horizon = day << self.shift | ((1 << self.shift) - 1);
    }

    /// Lists an event that is due after today.
    #[inline]
    pub(super) fn link(&mut self, slot: Slot, time: u64, slots: &mut Slots) {
        let day = self.day(time);
        let mut list = self.list(day);
        if time > self.horizon {
            self.far_from = self.far_from.min(day);
            list = self.days();
        }
        slots.link(&mut self.heads[list], slot, time);
    }

    /// Lists an event for the end of today; it may be due before today, because looking ahead opens a day early.
    pub(super) fn link_today(&mut self, slot: Slot, time: u64, slots: &mut Slots) {
        self.lists_today = true;
        let list = self.list(self.today);
        slots.link(&mut self.heads[list], slot, time);
    }

    /// Touches one more slot of tomorrow's list, so that its records are in the cache when that day opens: a
    /// list can only be read one record after the other. The value read is ignored.
    #[inline]
    pub(super) fn look_at_tomorrow(&mut self, slots: &Slots) {
        self.ahead = slots.glance(self.ahead);
    }

    pub(super) fn unlink(&mut self, slot: Slot, slots: &mut Slots) {
        let time = slots.time(slot);
        let list = if time > self.horizon {
            self.days()
        } else {
            self.list(self.day(time).max(self.today))
        };
        slots.unlink(&mut self.heads[list], slot);
    }

    /// Goes to the first day with events, today included, and returns its list. At least one event is listed.
    pub(super) fn open(&mut self, slots: &mut Slots) -> u32 {
        let mut day = self.today;
        loop {
            let list = self.list(day);
            if self.heads[list] != NIL {
                break;
            }
            if day == self.last {
                self.work += self.days() as u64;
                let Some(first) = self.first_beyond(slots) else {
                    break;
                };
                day = first;
                self.spread(day, slots);
            } else {
                day += 1;
                self.work += 1;
            }
        }
        self.set_today(day);
        self.lists_today = false;
        self.look_ahead(slots);
        self.ahead = self.heads[self.list(day.wrapping_add(1))];
        let list = self.list(day);
        std::mem::replace(&mut self.heads[list], NIL)
    }

    /// The last of this many days, or the last day of all time.
    fn clipped(&self, first: u64, days: usize) -> u64 {
        first
            .saturating_add(days as u64 - 1)
            .min(u64::MAX >> self.shift)
    }

    /// The first day of the overflow.
    fn first_beyond(&self, slots: &Slots) -> Option<u64> {
        let mut slot = self.heads[self.days()];
        let mut first = None;
        while slot != NIL {
            let day = self.day(slots.time(slot));
            first = Some(first.map_or(day, |f: u64| f.min(day)));
            slot = slots.next(slot);
        }
        first
    }

    /// Extends the calendar to one turn after today, if it ends too soon or if that is free.
    #[inline]
    fn look_ahead(&mut self, slots: &mut Slots) {
        let end = self.clipped(self.today, self.days());
        if end < self.far_from {
            self.set_last(end);
        } else if self.last - self.today < self.days() as u64 / 2 {
            self.spread(self.today, slots);
        }
    }

    /// Moves the calendar to the turn that starts at `day`, and fills it with the overflow's events for these days.
    #[cold]
    #[inline(never)]
    fn spread(&mut self, day: u64, slots: &mut Slots) {
        self.set_last(self.clipped(day, self.days()));
        self.far_from = u64::MAX;
        let beyond = self.days();
        let mut all = Vec::new();
        let mut slot = std::mem::replace(&mut self.heads[beyond], NIL);
        while slot != NIL {
            all.push(slot);
            slot = slots.next(slot);
        }
        self.work += 8 * all.len() as u64;
        // The list has the newest first, but linking must start with the oldest.
        for &slot in all.iter().rev() {
            let time = slots.time(slot);
            self.link(slot, time, slots);
        }
    }

    /// Moves all events out; in every list the oldest comes first.
    pub(super) fn give(&mut self, slots: &Slots, to: &mut Vec<Entry>) {
        for head in &mut self.heads {
            let mut slot = std::mem::replace(head, NIL);
            let start = to.len();
            while slot != NIL {
                to.push(Entry::new(slots.time(slot), slot, 0));
                slot = slots.next(slot);
            }
            to[start..].reverse();
        }
    }

    /// Whether the calendar has cost more work than rebuilding it.
    pub(super) fn is_overworked(&self, len: usize) -> bool {
        self.work > 64 * len as u64 + 4_096
    }

    /// Reviews the calendar: `Some` if another length or number of days would be better, with the mean gap
    /// between events in units of 1/`PER_DAY` ns if known.
    pub(super) fn look(&mut self, len: usize, now: u64) -> Option<Option<u64>> {
        if len < self.least || self.is_overworked(len) {
            return Some(None);
        }
        if self.opened < PERIOD {
            return None;
        }
        let day = scaled(now - self.since, self.opened);
        self.opened = 0;
        self.work = 0;
        self.since = now;
        // A new day has room for half to all of `PER_DAY` events; at a third or four thirds it is changed.
        let length = 1_u64 << self.shift;
        (self.days() > 1 && (day / 3 > length || day < length / 4 * 3)).then_some(Some(day))
    }

    pub(super) fn count(&mut self, opened: usize) {
        self.opened += opened as u64;
    }

    /// Empties the calendar and fits it to these events, sorted by time.
    pub(super) fn tune(&mut self, all: &[Entry], now: u64, day: Option<u64>) {
        let n = all.len();
        if n <= FEW {
            self.reset(0, ENDLESS, now);
            return;
        }
        // The nearest quarter shows how dense the near future is, whatever comes far later.
        let day = day.unwrap_or_else(|| scaled(all[n / 4].time - now, n as u64 / 4 + 1));
        let shift = day.max(1).ilog2().min(ENDLESS - 1);
        self.reset(n, shift, now);
    }

    fn reset(&mut self, n: usize, shift: u32, now: u64) {
        let days = n.max(1).next_power_of_two();
        self.heads.clear();
        self.heads.resize(days + 1, NIL);
        self.heads.shrink_to(2 * days + 1);
        self.shift = shift;
        self.set_today(if n == 0 { u64::MAX } else { now } >> shift);
        self.set_last(self.clipped(self.today, days));
        self.far_from = u64::MAX;
        self.lists_today = false;
        (self.least, self.most) = if n == 0 {
            (0, MANY)
        } else {
            (days / 8, (days * 2).max(MANY))
        };
        self.work = 0;
        self.opened = 0;
        self.since = now;
    }
}

/// Length of a day of `PER_DAY` events, ns.
fn scaled(span: u64, events: u64) -> u64 {
    let day = u128::from(span) * u128::from(PER_DAY) / u128::from(events.max(1));
    u64::try_from(day).unwrap_or(u64::MAX)
}
