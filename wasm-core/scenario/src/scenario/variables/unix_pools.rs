//! Variables that MariaDB's pool on Unix shares with Percona's, which descends from it.

pub(super) const SIZE: &str = "Number of thread groups. A connection belongs to the group connection id mod thread_pool_size. Default: the number of CPUs.";
pub(super) const MAX: &str =
    "Most pool threads in all groups together. Every group may have two threads all the same.";
pub(super) const STALL: &str = "Period of the stall timer, which looks at each group once per period. It is no limit for a query.";
pub(super) const IDLE: &str =
    "A worker that has been idle this long exits. The listener never does.";
