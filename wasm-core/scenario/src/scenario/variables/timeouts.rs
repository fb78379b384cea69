//! Timeouts that most servers have.

use super::Variable;
use super::row::{Release, number, unset};

const LOCK_WAIT: &str =
    "How long a request waits for a lock before it gives up. If not set, it waits for ever.";

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

/// MySQL's range.
pub(super) const fn lock_wait_timeout_of_mysql(of: Release) -> Variable {
    let kind = unset(1, 1_073_741_824);
    of.has("innodb_lock_wait_timeout_s", kind, LOCK_WAIT)
}
