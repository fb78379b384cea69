//! MariaDB on Windows, where the system's own pool provides the threads.

use super::Variable;
use super::mariadb::PRIORITY;
use super::row::{Release, number, release};
use super::timeouts::{lock_wait_timeout, wait_timeout};
use crate::scenario::scheduler_name::SchedulerName::MariadbWindows;

const ALL: Release = release(MariadbWindows, &["10.11"]);

pub(super) const ROWS: &[Variable] = &[
    ALL.has(
        "thread_pool_min_threads",
        number(1, 256, 1),
        "How many pool threads stay, however long they are idle.",
    ),
    ALL.has(
        "thread_pool_max_threads",
        number(1, 65_536, 65_536),
        "The most pool threads.",
    ),
    ALL.has(
        "thread_pool_priority",
        PRIORITY,
        "A high-priority request runs as soon as a thread takes it; any other goes back to the end of the queue once. auto: high priority from the second statement of a transaction on.",
    ),
    wait_timeout(ALL),
    lock_wait_timeout(ALL),
];
