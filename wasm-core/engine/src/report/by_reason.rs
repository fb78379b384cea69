//! Indexes a lane's log of reasons by reason: how often each reason held between two changes, and for how
//! long, without walking through all changes.

use std::mem::{Discriminant, discriminant};
use std::ops::Range;

use crate::ids::TimeNs;
use crate::reason::WaitReason;
use crate::record::Change;

/// The log entries of one reason, whatever its numbers.
struct Changes {
    reason: Discriminant<WaitReason>,
    /// Index in the log, and how long the reason had held in total before that entry.
    at: Vec<(usize, TimeNs)>,
    held_ns: TimeNs,
}

/// A log indexed by reason.
pub(super) struct ByReason<'a> {
    log: &'a [Change],
    end_ns: TimeNs,
    reasons: Vec<Changes>,
}

impl<'a> ByReason<'a> {
    pub fn new(log: &'a [Change], end_ns: TimeNs, reason: impl Fn(u32) -> WaitReason) -> Self {
        let mut all = ByReason {
            log,
            end_ns,
            reasons: Vec::new(),
        };
        for (i, (since, why)) in log.iter().enumerate() {
            let reason = discriminant(&reason(*why));
            let length_ns = all.since(i + 1).saturating_sub(*since);
            let known = all.reasons.iter().position(|r| r.reason == reason);
            let own = known.unwrap_or_else(|| {
                let (at, held_ns) = (Vec::new(), 0);
                all.reasons.push(Changes {
                    reason,
                    at,
                    held_ns,
                });
                all.reasons.len() - 1
            });
            let own = &mut all.reasons[own];
            own.at.push((i, own.held_ns));
            own.held_ns += length_ns;
        }
        all
    }

    fn since(&self, change: usize) -> TimeNs {
        self.log
            .get(change)
            .map_or(self.end_ns, |(since, _)| *since)
    }

    /// The reasons that held from `start_ns` to `end_ns` within these changes, in order of first appearance:
    /// the log index of the first appearance, the total time, and how often.
    pub fn between(
        &self,
        changes: Range<usize>,
        start_ns: TimeNs,
        end_ns: TimeNs,
    ) -> Vec<(u32, TimeNs, u32)> {
        let mut found: Vec<(usize, TimeNs, u32)> = Vec::new();
        for own in &self.reasons {
            let first = own.at.partition_point(|(i, _)| *i < changes.start);
            let end = own.at.partition_point(|(i, _)| *i < changes.end);
            let Some(&(i, before_ns)) = own.at[..end].get(first) else {
                continue;
            };
            let held_ns = own.at.get(end).map_or(own.held_ns, |(_, before)| *before);
            let mut length_ns = held_ns - before_ns;
            // The first may have started before the interval, and the last may end after it.
            if i == changes.start {
                length_ns -= start_ns.saturating_sub(self.since(i));
            }
            if own.at[end - 1].0 + 1 == changes.end {
                length_ns -= self.since(changes.end).saturating_sub(end_ns);
            }
            // There are only a few, so a sort would be more code for nothing.
            let later = found.iter().position(|(other, ..)| *other > i);
            let at = later.unwrap_or(found.len());
            found.insert(at, (i, length_ns, (end - first) as u32));
        }
        let first = |(i, length_ns, times): (usize, TimeNs, u32)| (self.log[i].1, length_ns, times);
        found.into_iter().map(first).collect()
    }
}
