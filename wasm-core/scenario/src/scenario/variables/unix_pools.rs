//! Variables that MariaDB's pool on Unix shares with Percona's, which descends from it.

pub(super) const SIZE: &str = "Number of thread groups. A connection belongs to the group connection id mod thread_pool_size. Default: the number of CPUs.";
pub(super) const MAX: &str =
    "The most pool threads in all groups together. Every group may have two threads in any case.";
pub(super) const STALL: &str = "Period of the stall timer, which checks each group once per period. It is not a time limit for queries.";
pub(super) const IDLE: &str =
    "A worker that has been idle this long exits. The listener never does.";
