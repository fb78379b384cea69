//! Collects the segments of every request while the run goes on, and joins them at the end.
//!
//! Why a request waits in a queue is a fact about its group and changes while it waits. So each
//! group keeps a log of reasons per lane, and the segments are cut along it when they are asked for.

use crate::ids::{ConnectionId, GroupId, RequestId, ThreadId, TimeNs};
use crate::kernel::NONE;
use crate::life::{Life, Place, Segment};
use crate::reason::WaitReason;
use crate::record::{Arrival, SegmentWhy};

#[derive(Clone, Debug)]
struct Entry {
    connection: ConnectionId,
    group: Option<GroupId>,
    statement: u32,
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
    // [group * 3 + lane]: (since, index into `reasons`, or NONE while nothing waits)
    lanes: Vec<Vec<(TimeNs, u32)>>,
    reasons: Vec<WaitReason>,
}

impl Lives {
    pub fn new(groups: usize, entries_max: usize) -> Self {
        Lives {
            entries: Vec::new(),
            entries_max,
            open: 0,
            lost: 0,
            stretches: Vec::new(),
            lanes: vec![Vec::new(); groups * 3],
            reasons: Vec::new(),
        }
    }

    pub fn bytes(&self) -> usize {
        self.entries.len() * size_of::<Entry>() + self.stretches.len() * size_of::<Stretch>()
    }

    pub fn reasons(&self) -> &[WaitReason] {
        &self.reasons
    }

    // Requests are numbered in the order of arrival, so the entry's index is the request's number.
    pub fn arrived(&mut self, request: RequestId, arrival: Arrival) {
        debug_assert_eq!(request as usize, self.entries.len() + self.lost as usize);
        if self.entries.len() == self.entries_max {
            self.lost += 1;
            return;
        }
        self.open += 1;
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
        let Some(entry) = self.entries.get_mut(request as usize) else {
            return;
        };
        let previous = entry.last;
        entry.last = self.stretches.len() as u32;
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
        thread: ThreadId,
        group: GroupId,
        now_ns: TimeNs,
    ) {
        if let Some(entry) = self.entries.get_mut(request as usize) {
            // Its connection may have moved since it arrived.
            entry.group = (group != NONE).then_some(group);
            entry.start_ns = Some(now_ns);
            entry.thread = Some(thread);
        }
    }

    pub fn ended(&mut self, request: RequestId, failed: bool, now_ns: TimeNs) {
        if let Some(entry) = self.entries.get_mut(request as usize) {
            entry.end_ns = Some(now_ns);
            self.open -= 1;
            entry.failed = failed;
        }
    }

    pub fn lane_why(&mut self, group: GroupId, lane: u8, why: Option<WaitReason>, now_ns: TimeNs) {
        let index = match why {
            None => NONE,
            Some(why) => match self.reasons.iter().rposition(|r| *r == why) {
                Some(i) => i as u32,
                None => {
                    self.reasons.push(why);
                    self.reasons.len() as u32 - 1
                }
            },
        };
        // Nobody is left whose waiting the log would explain.
        if self.open == 0 && self.entries.len() == self.entries_max {
            return;
        }
        let Some(log) = self.lanes.get_mut(group as usize * 3 + lane as usize) else {
            return;
        };
        match log.last_mut() {
            Some(last) if last.1 == index => {}
            // Only what lasts is told: several reasons of one instant leave the last.
            Some(last) if last.0 == now_ns => last.1 = index,
            _ => log.push((now_ns, index)),
        }
    }

    pub fn all(&self, names: &dyn Fn(u32, Option<u64>) -> String, end_ns: TimeNs) -> Vec<Life> {
        (0..self.entries.len())
            .map(|i| self.life(i, names, end_ns))
            .collect()
    }

    fn life(
        &self,
        request: usize,
        names: &dyn Fn(u32, Option<u64>) -> String,
        end_ns: TimeNs,
    ) -> Life {
        let entry = &self.entries[request];
        let mut stretches = Vec::new();
        let mut at = entry.last;
        while let Some(stretch) = self.stretches.get(at as usize) {
            stretches.push(stretch);
            at = stretch.previous;
        }
        let mut segments: Vec<Segment> = Vec::with_capacity(stretches.len());
        let mut end = entry.end_ns.unwrap_or(end_ns);
        let mut parts = Vec::new();
        for stretch in stretches {
            self.cut(stretch, end, &mut parts);
            end = stretch.start_ns;
        }
        for part in parts.into_iter().rev() {
            push_joined(&mut segments, part);
        }
        Life {
            request: request as RequestId,
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

    // Adds the parts of a stretch, last first.
    fn cut(&self, stretch: &Stretch, end_ns: TimeNs, parts: &mut Vec<Segment>) {
        let start_ns = stretch.start_ns;
        let (group, lane) = match stretch.why {
            SegmentWhy::Fixed(why) => {
                parts.push(Segment {
                    place: stretch.place,
                    start_ns,
                    end_ns,
                    why,
                });
                return;
            }
            SegmentWhy::Lane { group, lane } => (group, lane),
        };
        let empty = Vec::new();
        let log = self
            .lanes
            .get(group as usize * 3 + lane as usize)
            .unwrap_or(&empty);
        let mut to_ns = end_ns;
        let last = log.partition_point(|(since, _)| *since < end_ns);
        for (since, index) in log[..last].iter().rev() {
            let from_ns = (*since).max(start_ns);
            let why = self
                .reasons
                .get(*index as usize)
                .copied()
                .unwrap_or(WaitReason::ListenerWaking);
            if from_ns < to_ns {
                parts.push(Segment {
                    place: stretch.place,
                    start_ns: from_ns,
                    end_ns: to_ns,
                    why,
                });
                to_ns = from_ns;
            }
            if *since <= start_ns {
                break;
            }
        }
        if to_ns > start_ns {
            parts.push(Segment {
                place: stretch.place,
                start_ns,
                end_ns: to_ns,
                why: WaitReason::ListenerWaking,
            });
        }
    }
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
    {
        last.end_ns = next.end_ns;
        return;
    }
    segments.push(next);
}
