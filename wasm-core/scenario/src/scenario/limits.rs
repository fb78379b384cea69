//! The most that a run may have.

/// Most simulated time of a run: ten days, in microseconds.
pub const UNTIL_US_MAX: u64 = 864_000_000_000;
/// Most connections of a run.
pub const CONNECTIONS_MAX: u64 = 65_536;
pub(super) const CONNECTION_STEP_MAX: u64 = 4_096;
pub(super) const CONNECTION_ID_MAX: u64 = (1 << 53) - 1;
/// Most thread groups of a run.
pub const GROUPS_MAX: u64 = 4_096;
