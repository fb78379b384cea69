//! The lives of the requests, put together from what the run collected.
//!
//! Why a request waits in a queue is a fact about its group, and it changes while the request waits. So each
//! group keeps one log of reasons per lane, and segments are cut along that log when somebody asks for them.
//! A thousand queued requests would each repeat the same thousand changes; a long stay is therefore summed
//! up by reason (`by_reason`).

use super::by_reason::ByReason;
use super::room::Room;
use crate::frame::Requests;
use crate::ids::{Index, RequestId, StatementIndex, TimeNs};
use crate::life::{Life, Place, Segment};
use crate::reason::WaitReason;
use crate::record::{Change, Lives, SegmentWhy, Stretch, lane_at};

/// Up to this many changes of reason, a stay in a queue is reported change by change.
const CHANGES_MAX: usize = 24;
/// A longer stay is divided into this many parts, each summed up by reason.
const PARTS: usize = 4;

/// Assembles the lives of requests.
#[derive(Clone, Copy)]
pub(super) struct Assembler<'a>(pub &'a Lives);

impl Assembler<'_> {
    /// The first lives, up to the available room.
    pub fn all(
        &self,
        names: &dyn Fn(StatementIndex, Option<u64>) -> String,
        end_ns: TimeNs,
        room: &mut Room,
    ) -> Vec<Life> {
        let long = |log: &Vec<Change>| log.len() > CHANGES_MAX;
        let by_reason: Vec<Option<ByReason>> = self
            .0
            .lanes
            .iter()
            .map(|log| long(log).then(|| ByReason::new(log, end_ns, |i| self.reason(i))))
            .collect();
        (0..self.0.entries.len())
            .map(|request| self.life(request, names, end_ns, &by_reason))
            .take_while(|life| room.take(life))
            .collect()
    }

    pub fn requests(&self) -> Requests {
        let mut all = Requests::default();
        let or_nan = |at: Option<TimeNs>| at.map_or(f64::NAN, |ns| ns as f64);
        for entry in &self.0.entries {
            let mut sent_ns = entry.arrive_ns;
            let mut at = entry.last;
            while let Some(stretch) = self.0.stretches.get(at as usize) {
                if stretch.place == Place::Application {
                    break;
                }
                (sent_ns, at) = (stretch.start_ns, stretch.previous);
            }
            all.connection.push(entry.connection.0 as f64);
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
        let entry = &self.0.entries[request];
        let mut stretches = Vec::new();
        let mut at = entry.last;
        let mut end = entry.end_ns.unwrap_or(end_ns);
        while let Some(stretch) = self.0.stretches.get(at as usize) {
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
            given_up_ns: entry.given_up_ns,
            segments,
        }
    }

    // Adds the segments of one stretch.
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
        let (group, lane) = match stretch.why {
            SegmentWhy::Fixed(why) => return push(start_ns, end_ns, why, 1),
            SegmentWhy::Lane { group, lane } => (group, lane),
        };
        let lane = lane_at(group, lane);
        let log = self.0.lanes.get(lane).map_or(&[][..], Vec::as_slice);
        let first = log.partition_point(|(since, _)| *since <= start_ns);
        let last = log.partition_point(|(since, _)| *since < end_ns);
        // The change before the stay gives the reason at its start.
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
        let known = self.0.reasons.get(index as usize).copied();
        known.unwrap_or(WaitReason::ListenerWaking)
    }
}

// Drops segments of zero length and joins neighbours that say the same.
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
