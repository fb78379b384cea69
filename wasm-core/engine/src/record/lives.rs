//! Collects the segments of every request while the run goes on, and joins them at the end.
//!
//! Why a request waits in a queue is a fact about its group and changes while it waits. So each
//! group keeps a log of reasons per lane, and the segments are cut along it when they are asked for.
//! Of a thousand requests in line each would tell of the same thousand changes: a long stay is told by
//! reason instead (`by_reason`).

use super::by_reason::{ByReason, Change};
use crate::frame::{NONE, Requests};
use crate::ids::{ConnectionId, GroupId, Index, RequestId, StatementIndex, ThreadId, TimeNs};
use crate::life::{Life, Line, Place, Segment};
use crate::reason::WaitReason;
use crate::record::Room;

/// A stay in a queue in which the reason changed no more often is told change by change.
const CHANGES_MAX: usize = 24;
/// A longer one in so many parts, each by reason.
const PARTS: usize = 4;

/// Why a segment is where it is: known at once, or read from the group's log of reasons.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum SegmentWhy {
    /// This reason.
    Fixed(WaitReason),
    /// Whatever keeps this line of the group waiting.
    Line { group: GroupId, line: Line },
}

/// Facts about a request that its life needs.
pub(crate) struct Arrival {
    pub connection: ConnectionId,
    pub group: Option<GroupId>,
    pub statement: StatementIndex,
    /// Position in its loop, where its name needs one.
    pub index: Option<u64>,
    pub at_ns: TimeNs,
}

#[derive(Clone, Debug)]
struct Entry {
    connection: ConnectionId,
    group: Option<GroupId>,
    statement: StatementIndex,
    index: Option<u64>,
    arrive_ns: TimeNs,
    start_ns: Option<TimeNs>,
    end_ns: Option<TimeNs>,
    thread: Option<ThreadId>,
    failed: bool,
    last: u32,
}

#[derive(Clone, Copy, Debug)]
struct Stretch {
    place: Place,
    why: SegmentWhy,
    start_ns: TimeNs,
    previous: u32,
}

/// Lives under way, keyed by request number.
#[derive(Clone, Debug)]
pub(crate) struct Lives {
    entries: Vec<Entry>,
    entries_max: usize,
    /// Entries that have not ended.
    open: usize,
    /// Requests that came when `entries` was full.
    pub lost: u32,
    stretches: Vec<Stretch>,
    // By `lane_at`.
    lanes: Vec<Vec<Change>>,
    reasons: Vec<WaitReason>,
    /// Memory that all this takes, about.
    pub bytes: usize,
}

impl Lives {
    pub fn new(groups: usize, entries_max: usize) -> Self {
        Lives {
            entries: Vec::new(),
            entries_max,
            open: 0,
            lost: 0,
            stretches: Vec::new(),
            lanes: vec![Vec::new(); groups * Line::ALL.len()],
            reasons: Vec::new(),
            bytes: 0,
        }
    }

    /// Requests whose lives can be told.
    pub fn kept(&self) -> usize {
        self.entries.len()
    }

    /// The position in its loop of a request that is kept.
    #[cfg(feature = "start")]
    pub fn index(&self, request: RequestId) -> Option<u64> {
        self.entries.get(request.place())?.index
    }

    pub fn reasons(&self) -> &[WaitReason] {
        &self.reasons
    }

    // Requests are numbered in the order of arrival, so the entry's index is the request's number.
    pub fn arrived(&mut self, request: RequestId, arrival: Arrival) {
        debug_assert_eq!(request.place(), self.entries.len() + self.lost as usize);
        if self.entries.len() == self.entries_max {
            self.lost += 1;
            return;
        }
        self.open += 1;
        self.bytes += size_of::<Entry>();
        self.entries.push(Entry {
            connection: arrival.connection,
            group: arrival.group,
            statement: arrival.statement,
            index: arrival.index,
            arrive_ns: arrival.at_ns,
            start_ns: None,
            end_ns: None,
            thread: None,
            failed: false,
            last: NONE,
        });
    }

    pub fn place(&mut self, request: RequestId, place: Place, why: SegmentWhy, now_ns: TimeNs) {
        let Some(entry) = self.entries.get_mut(request.place()) else {
            return;
        };
        let previous = entry.last;
        // Who looks again and again in vain has one stretch.
        let before = self.stretches.get(previous as usize);
        if before.is_some_and(|b| (b.place, b.why) == (place, why)) {
            return;
        }
        entry.last = self.stretches.len() as u32;
        self.bytes += size_of::<Stretch>();
        self.stretches.push(Stretch {
            place,
            why,
            start_ns: now_ns,
            previous,
        });
    }

    pub fn started(
        &mut self,
        request: RequestId,
        connection: ConnectionId,
        thread: ThreadId,
        group: GroupId,
        now_ns: TimeNs,
    ) {
        if let Some(entry) = self.entries.get_mut(request.place()) {
            // Held back in the application it took the connection that came free first, and that may have moved.
            entry.connection = connection;
            entry.group = group.named();
            entry.start_ns = Some(now_ns);
            entry.thread = thread.named();
        }
    }

    pub fn ended(&mut self, request: RequestId, failed: bool, now_ns: TimeNs) {
        if let Some(entry) = self.entries.get_mut(request.place()) {
            entry.end_ns = Some(now_ns);
            self.open -= 1;
            entry.failed = failed;
        }
    }

    pub fn lane_why(
        &mut self,
        group: GroupId,
        lane: Line,
        why: Option<WaitReason>,
        now_ns: TimeNs,
    ) {
        let index = match why {
            None => NONE,
            Some(why) => match self.reasons.iter().rposition(|r| *r == why) {
                Some(i) => i as u32,
                None => {
                    self.reasons.push(why);
                    self.bytes += size_of::<WaitReason>();
                    self.reasons.len() as u32 - 1
                }
            },
        };
        // Nobody is left whose waiting the log would explain.
        if self.open == 0 && self.entries.len() == self.entries_max {
            return;
        }
        let Some(log) = self.lanes.get_mut(lane_at(group, lane)) else {
            return;
        };
        match log.last_mut() {
            Some(last) if last.1 == index => {}
            // Only what lasts is told: several reasons of one instant leave the last.
            Some(last) if last.0 == now_ns => last.1 = index,
            _ => {
                log.push((now_ns, index));
                self.bytes += size_of::<Change>();
            }
        }
    }

    /// The first ones, as many as there is room for.
    pub fn all(
        &self,
        names: &dyn Fn(StatementIndex, Option<u64>) -> String,
        end_ns: TimeNs,
        room: &mut Room,
    ) -> Vec<Life> {
        let long = |log: &Vec<Change>| log.len() > CHANGES_MAX;
        let by_reason: Vec<Option<ByReason>> = self
            .lanes
            .iter()
            .map(|log| long(log).then(|| ByReason::new(log, end_ns, |i| self.reason(i))))
            .collect();
        (0..self.entries.len())
            .map(|request| self.life(request, names, end_ns, &by_reason))
            .take_while(|life| room.take(life))
            .collect()
    }

    pub fn requests(&self) -> Requests {
        let mut all = Requests::default();
        let or_nan = |at: Option<TimeNs>| at.map_or(f64::NAN, |ns| ns as f64);
        for entry in &self.entries {
            let mut sent_ns = entry.arrive_ns;
            let mut at = entry.last;
            while let Some(stretch) = self.stretches.get(at as usize) {
                if stretch.place == Place::Application {
                    break;
                }
                (sent_ns, at) = (stretch.start_ns, stretch.previous);
            }
            all.connection.push(entry.connection as f64);
            all.sent_ns.push(sent_ns as f64);
            all.start_ns.push(or_nan(entry.start_ns));
            all.end_ns.push(or_nan(entry.end_ns));
            all.failed.push(u8::from(entry.failed));
        }
        all
    }

    fn life(
        &self,
        request: usize,
        names: &dyn Fn(StatementIndex, Option<u64>) -> String,
        end_ns: TimeNs,
        by_reason: &[Option<ByReason>],
    ) -> Life {
        let entry = &self.entries[request];
        let mut stretches = Vec::new();
        let mut at = entry.last;
        let mut end = entry.end_ns.unwrap_or(end_ns);
        while let Some(stretch) = self.stretches.get(at as usize) {
            stretches.push((stretch, end));
            end = stretch.start_ns;
            at = stretch.previous;
        }
        let mut segments: Vec<Segment> = Vec::with_capacity(stretches.len());
        for (stretch, end_ns) in stretches.into_iter().rev() {
            self.cut(stretch, end_ns, by_reason, &mut segments);
        }
        Life {
            request: RequestId::nth(request),
            name: names(entry.statement, entry.index),
            connection: entry.connection,
            group: entry.group,
            arrive_ns: entry.arrive_ns,
            start_ns: entry.start_ns,
            end_ns: entry.end_ns,
            thread: entry.thread,
            failed: entry.failed,
            segments,
        }
    }

    // Adds the segments of a stretch.
    fn cut(
        &self,
        stretch: &Stretch,
        end_ns: TimeNs,
        by_reason: &[Option<ByReason>],
        segments: &mut Vec<Segment>,
    ) {
        let Stretch {
            place, start_ns, ..
        } = *stretch;
        let mut push = |start_ns, end_ns, why, times| {
            let joined = (times > 1).then_some(times);
            let next = Segment {
                place,
                start_ns,
                end_ns,
                why,
                joined,
            };
            push_joined(segments, next);
        };
        let (group, line) = match stretch.why {
            SegmentWhy::Fixed(why) => return push(start_ns, end_ns, why, 1),
            SegmentWhy::Line { group, line } => (group, line),
        };
        let lane = lane_at(group, line);
        let log = self.lanes.get(lane).map_or(&[][..], Vec::as_slice);
        let first = log.partition_point(|(since, _)| *since <= start_ns);
        let last = log.partition_point(|(since, _)| *since < end_ns);
        // The change before the stay began says what held then.
        let begun = first.saturating_sub(1);
        let changes = last.saturating_sub(begun);
        let mut at = start_ns;
        if first == 0 {
            at = log.first().map_or(end_ns, |(since, _)| end_ns.min(*since));
            push(start_ns, at, WaitReason::ListenerWaking, 1);
        }
        match by_reason.get(lane) {
            Some(Some(by_reason)) if changes > CHANGES_MAX => {
                for part in 0..PARTS {
                    let from = begun + changes * part / PARTS;
                    let to = begun + changes * (part + 1) / PARTS;
                    for (why, length_ns, times) in by_reason.between(from..to, at, end_ns) {
                        push(at, at + length_ns, self.reason(why), times);
                        at += length_ns;
                    }
                }
            }
            _ => {
                for i in begun..last {
                    let to_ns = log
                        .get(i + 1)
                        .map_or(end_ns, |(since, _)| end_ns.min(*since));
                    push(at, to_ns, self.reason(log[i].1), 1);
                    at = to_ns;
                }
            }
        }
    }

    fn reason(&self, index: u32) -> WaitReason {
        let known = self.reasons.get(index as usize).copied();
        known.unwrap_or(WaitReason::ListenerWaking)
    }
}

fn lane_at(group: GroupId, lane: Line) -> usize {
    group.place() * Line::ALL.len() + lane as usize
}

// Stretches of no length tell nothing; neighbours that say the same are one.
fn push_joined(segments: &mut Vec<Segment>, next: Segment) {
    if next.start_ns == next.end_ns {
        return;
    }
    if let Some(last) = segments.last_mut()
        && last.place == next.place
        && last.why == next.why
        && last.end_ns == next.start_ns
        && last.joined.is_none()
        && next.joined.is_none()
    {
        last.end_ns = next.end_ns;
        return;
    }
    segments.push(next);
}
