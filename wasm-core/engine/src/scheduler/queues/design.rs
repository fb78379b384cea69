//! The four designs, and the queue that each gives a request.

use crate::ids::{ConnectionId, GroupId};
use crate::reason::LaneReason;
use crate::scenario::SchedulerName;
use crate::scheduler::queues::Queues;

/// Which of the four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Design {
    OneQueue,
    ManyQueues,
    TwoChoices,
    NginxWorkers,
}

impl Design {
    pub fn of(name: SchedulerName) -> Option<Design> {
        match name {
            SchedulerName::OneQueue => Some(Design::OneQueue),
            SchedulerName::ManyQueues => Some(Design::ManyQueues),
            SchedulerName::TwoChoices => Some(Design::TwoChoices),
            SchedulerName::NginxWorkers => Some(Design::NginxWorkers),
            _ => None,
        }
    }
}

impl Queues {
    pub(super) fn draw(&mut self) -> GroupId {
        GroupId(self.rng.below(self.groups.len() as u32))
    }

    // In line and in service.
    fn length(&self, g: GroupId) -> u32 {
        let group = &self.groups[g];
        group.low.len() as u32 + group.active + group.waiting
    }

    pub(super) fn queue_of(&mut self, id: ConnectionId) -> (GroupId, LaneReason) {
        match self.design {
            Design::TwoChoices => {
                let (a, b) = (self.draw(), self.draw());
                let (to, other) = if self.length(b) < self.length(a) {
                    (b, a)
                } else {
                    (a, b)
                };
                let why = LaneReason::ShorterOfTwo {
                    length: self.length(to),
                    other,
                    other_length: self.length(other),
                };
                (to, why)
            }
            _ => (
                GroupId((id % self.groups.len() as u64) as u32),
                LaneReason::InOrder,
            ),
        }
    }
}
