//! The waits that a server reports to its pool.

use crate::scenario::fields::words;

words! {
    /// The kinds of reported waits, with the numbers of the server's wait interface.
    /// Source: scheduler rules, section 5; MariaDB's THREAD_POOL_WAITS lists them in this order.
    #[repr(u8)]
    pub enum WaitKind {
        /// Not specified.
        Unknown = "unknown",
        /// `SLEEP()`.
        Sleep = "sleep",
        /// A page read or write.
        Diskio = "diskio",
        /// A row lock.
        RowLock = "row_lock",
        /// A global lock.
        GlobalLock = "global_lock",
        /// A metadata lock, GET_LOCK included.
        MetaDataLock = "meta_data_lock",
        /// A table lock.
        TableLock = "table_lock",
        /// A user lock.
        UserLock = "user_lock",
        /// Waiting for the binary log (MASTER_POS_WAIT and its like).
        Binlog = "binlog",
        /// A follower in a group commit.
        GroupCommit = "group_commit",
        /// fsync.
        Sync = "sync",
        /// The network would block.
        Net = "net",
    }
}
