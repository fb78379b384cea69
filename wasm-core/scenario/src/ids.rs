//! Numbers that identify things, each kind with its own type. All are indices into the engine's own tables,
//! except the connection ID, which is the number that `SHOW PROCESSLIST` prints.

use std::fmt;

use serde::Serialize;

/// The ID of a connection as `SHOW PROCESSLIST` prints it; determines the group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "schema", schemars(inline), ts(as = "u64"))]
pub struct ConnectionId(pub u64);

impl ConnectionId {
    /// Its group in a pool with `size` groups: the ID modulo `thread_pool_size`.
    #[must_use]
    pub fn group(self, size: u32) -> GroupId {
        GroupId((self.0 % u64::from(size.max(1))) as u32)
    }

    /// The ID this many further on.
    #[must_use]
    pub fn after(self, ids: u64) -> Self {
        ConnectionId(self.0.saturating_add(ids))
    }
}

impl fmt::Display for ConnectionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Simulated time in nanoseconds since the start of the run.
pub type TimeNs = u64;

/// No group, thread, request or connection.
pub const NONE: u32 = u32::MAX;

macro_rules! indices {
    ($($(#[doc = $about:literal])+ $name:ident;)+) => {
        $($(#[doc = $about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
        #[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(as = "u32"))]
        pub struct $name(pub u32);

        impl $name {
            /// No entry of this kind.
            pub const NONE: $name = $name(NONE);

            /// The index, or none if it is `NONE`.
            #[must_use]
            pub fn named(self) -> Option<$name> {
                (self != $name::NONE).then_some(self)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl Index for $name {
            fn nth(index: usize) -> Self {
                $name(index as u32)
            }

            #[inline]
            fn index(self) -> usize {
                self.0 as usize
            }
        })+
    };
}

/// The index of an entry in a table.
pub trait Index: Copy {
    /// The index of the entry at this position.
    fn nth(index: usize) -> Self;
    /// The position of its entry.
    fn index(self) -> usize;
}

indices! {
    /// Index of a connection in the run's table of connections, and in the picture's arrays of clients. Not
    /// its ID.
    ConnectionIndex;
    /// Index of a thread in the order of creation; never used twice in a run.
    ThreadId;
    /// Index of a thread group, 0-based.
    GroupId;
    /// Index of a request in the order of arrival.
    RequestId;
}

impl GroupId {
    /// The group of a server that has only one.
    pub const ONLY: GroupId = GroupId(0);
}

impl ConnectionIndex {
    /// The connection this many positions later.
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
