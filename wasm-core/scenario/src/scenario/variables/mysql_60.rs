//! The first pool: MySQL 6.0, MariaDB 5.1 to 5.3.

use super::Variable;
use super::row::{Release, number, release};
use crate::scenario::scheduler_name::SchedulerName::Mysql60;

const ALL: Release = release(Mysql60, &["6.0", "mariadb-5.3"]);
const MARIADB: Release = release(Mysql60, &["mariadb-5.3"]);

pub(super) const ROWS: &[Variable] = &[
    ALL.has(
        "thread_pool_size",
        number(1, 16_384, 20),
        "Number of worker threads. All are created at the start, and there are never more.",
    )
    .read_only(),
    MARIADB
        .has(
            "extra_port",
            number(0, 65_535, 0),
            "A port that bypasses the pool: each of its connections has its own thread. 0: none.",
        )
        .read_only(),
    MARIADB.has(
        "extra_max_connections",
        number(1, 100_000, 1),
        "The most connections through extra_port.",
    ),
    ALL.has(
        "innodb_lock_wait_timeout_s",
        number(1, 1_073_741_824, 50),
        "How long a request waits for a lock before it gives up.",
    )
    .read_only(),
];
