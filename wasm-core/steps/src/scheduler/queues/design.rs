//! The four designs.

/// Which of the four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Design {
    OneQueue,
    ManyQueues,
    TwoChoices,
    NginxWorkers,
}
