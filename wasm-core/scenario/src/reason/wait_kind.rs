//! The waits that a server reports to its pool.

use serde::Serialize;

/// The kinds of reported waits, with the numbers of the server's wait interface.
/// Source: scheduler rules, section 5; MariaDB's THREAD_POOL_WAITS lists them in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum WaitKind {
    /// Not told.
    Unknown = 0,
    /// `SLEEP()`.
    Sleep = 1,
    /// A page read or write.
    Diskio = 2,
    /// A row lock.
    RowLock = 3,
    /// A global lock.
    GlobalLock = 4,
    /// A metadata lock, GET_LOCK included.
    MetaDataLock = 5,
    /// A table lock.
    TableLock = 6,
    /// A user lock.
    UserLock = 7,
    /// Waiting for the binary log (MASTER_POS_WAIT and its like).
    Binlog = 8,
    /// A follower in a group commit.
    GroupCommit = 9,
    /// fsync.
    Sync = 10,
    /// The network would block.
    Net = 11,
}

impl WaitKind {
    /// All kinds in the order of THREAD_POOL_WAITS.
    pub const ALL: [WaitKind; 12] = [
        WaitKind::Unknown,
        WaitKind::Sleep,
        WaitKind::Diskio,
        WaitKind::RowLock,
        WaitKind::GlobalLock,
        WaitKind::MetaDataLock,
        WaitKind::TableLock,
        WaitKind::UserLock,
        WaitKind::Binlog,
        WaitKind::GroupCommit,
        WaitKind::Sync,
        WaitKind::Net,
    ];

    /// The name that THREAD_POOL_WAITS prints.
    pub fn server_name(self) -> &'static str {
        match self {
            WaitKind::Unknown => "UNKNOWN",
            WaitKind::Sleep => "SLEEP",
            WaitKind::Diskio => "DISKIO",
            WaitKind::RowLock => "ROW_LOCK",
            WaitKind::GlobalLock => "GLOBAL_LOCK",
            WaitKind::MetaDataLock => "META_DATA_LOCK",
            WaitKind::TableLock => "TABLE_LOCK",
            WaitKind::UserLock => "USER_LOCK",
            WaitKind::Binlog => "BINLOG",
            WaitKind::GroupCommit => "GROUP_COMMIT",
            WaitKind::Sync => "SYNC",
            WaitKind::Net => "NET",
        }
    }
}
