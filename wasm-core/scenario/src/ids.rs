//! Plain numbers that name things. All are indices into the engine's own tables, except the
//! connection id, which is the number that `SHOW PROCESSLIST` prints.

/// Index of a thread group, 0-based.
pub type GroupId = u32;
/// Index of a thread in the order of creation; never used twice in a run.
pub type ThreadId = u32;
/// The id of a connection as `SHOW PROCESSLIST` prints it; decides the group.
pub type ConnectionId = u64;
/// Index of a request in the order of arrival.
pub type RequestId = u32;
/// Simulated time in nanoseconds since the start of the run.
pub type TimeNs = u64;

/// Index of a connection in the run's table of connections, and in the picture's arrays of clients: not its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ConnectionIndex(pub u32);

impl ConnectionIndex {
    /// No connection.
    pub const NONE: ConnectionIndex = ConnectionIndex(u32::MAX);

    /// The connection so many places behind this one.
    #[must_use]
    pub fn after(self, places: u32) -> Self {
        ConnectionIndex(self.0 + places)
    }
}

/// Index of a statement in the run's plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatementIndex(pub u32);

/// Nanoseconds in a microsecond.
pub const NS_PER_US: u64 = 1_000;
/// Nanoseconds in a millisecond.
pub const NS_PER_MS: u64 = 1_000_000;
/// Nanoseconds in a second.
pub const NS_PER_S: u64 = 1_000_000_000;
