//! One thread per connection; its versions differ only in `innodb_thread_concurrency`.

use super::Variable;
use super::row::{Release, number, release};
use super::timeouts::{
    idle_transaction_timeout, lock_wait_timeout, max_connections, max_statement_time,
    metadata_lock_wait_timeout, wait_timeout,
};
use crate::scenario::scheduler_name::SchedulerName::OneThreadPerConnection;

const ALL: Release = release(OneThreadPerConnection, &["5.5", "5.6", "any"]);

pub(super) const ROWS: &[Variable] = &[
    ALL.has(
        "thread_cache_size",
        number(0, 16_384, 256),
        "How many threads of closed connections are kept for new ones. 256 is MariaDB's default.",
    ),
    wait_timeout(ALL),
    lock_wait_timeout(ALL),
    metadata_lock_wait_timeout(ALL, 0, 31_536_000),
    idle_transaction_timeout(ALL).since("MariaDB 10.3.0"),
    max_statement_time(ALL).since("MariaDB 10.1.1"),
    max_connections(ALL, 1),
];
