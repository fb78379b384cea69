//! The four designs.

use crate::scenario::SchedulerName;

/// Which of the four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Design {
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
