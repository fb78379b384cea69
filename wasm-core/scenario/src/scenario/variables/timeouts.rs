//! Timeouts that most servers have.

use super::Variable;
use super::row::{Release, number, unset};

const LOCK_WAIT: &str =
    "How long a request waits for a lock before it gives up. If not set, it waits for ever.";

const METADATA_LOCK_WAIT: &str = "How long a statement waits for a metadata lock, a table lock or the lock on the whole server. If not set, it waits for ever.";

pub(super) const fn wait_timeout(of: Release) -> Variable {
    of.has(
        "wait_timeout_s",
        number(1, 31_536_000, 28_800),
        "A client that asks nothing for this long is disconnected.",
    )
}

/// MariaDB's range: 0 gives up at once.
pub(super) const fn lock_wait_timeout(of: Release) -> Variable {
    let kind = unset(0, 100_000_000);
    of.has("innodb_lock_wait_timeout_s", kind, LOCK_WAIT)
}

/// These four, by their names in scenario files.
pub(in crate::scenario) const CLIENT_LIMITS: [&str; 4] = [
    "max_connections",
    "max_statement_time_s",
    "idle_transaction_timeout_s",
    "lock_wait_timeout_s",
];

/// Refuses further connections with error 1040. Without a value this simulator refuses nobody, except where
/// clients connect by themselves: there the servers' default of 151 applies.
pub(super) const fn max_connections(of: Release, least: u64) -> Variable {
    of.has(
        "max_connections",
        unset(least, 100_000),
        "The most connections. A further one is refused with error 1040. Default: 151.",
    )
}

/// 0 is no limit. The server takes fractions of a second, too; this simulator whole seconds.
pub(super) const fn max_statement_time(of: Release) -> Variable {
    of.has(
        "max_statement_time_s",
        number(0, 31_536_000, 0),
        "A statement ends with an error this long after a thread took it; 0: never. The wait in a queue does not count.",
    )
    .since("10.1.1")
}

/// 0 is no limit.
pub(super) const fn idle_transaction_timeout(of: Release) -> Variable {
    of.has(
        "idle_transaction_timeout_s",
        number(0, 31_536_000, 0),
        "A client that asks nothing for this long within a transaction is disconnected; 0: wait_timeout applies there, too.",
    )
    .since("10.3.0")
}

/// Of metadata and table locks, and of the lock on the whole server.
pub(super) const fn metadata_lock_wait_timeout(of: Release, least: u64, most: u64) -> Variable {
    of.has(
        "lock_wait_timeout_s",
        unset(least, most),
        METADATA_LOCK_WAIT,
    )
}

/// MySQL's range.
pub(super) const fn lock_wait_timeout_of_mysql(of: Release) -> Variable {
    let kind = unset(1, 1_073_741_824);
    of.has("innodb_lock_wait_timeout_s", kind, LOCK_WAIT)
}
