//! The tables of information_schema that show a pool, as MariaDB and Percona Server name them.

/// The columns of THREAD_POOL_GROUPS, in the server's order.
pub const GROUPS: [&str; 8] = [
    "GROUP_ID",
    "CONNECTIONS",
    "THREADS",
    "ACTIVE_THREADS",
    "STANDBY_THREADS",
    "QUEUE_LENGTH",
    "HAS_LISTENER",
    "IS_STALLED",
];

/// The columns of THREAD_POOL_STATS: the group, then its counters.
pub const STATS: [&str; 11] = [
    "GROUP_ID",
    "THREAD_CREATIONS",
    "THREAD_CREATIONS_DUE_TO_STALL",
    "WAKES",
    "WAKES_DUE_TO_STALL",
    "THROTTLES",
    "STALLS",
    "POLLS_BY_LISTENER",
    "POLLS_BY_WORKER",
    "DEQUEUES_BY_LISTENER",
    "DEQUEUES_BY_WORKER",
];

/// The columns of THREAD_POOL_QUEUES.
pub const QUEUES: [&str; 5] = [
    "GROUP_ID",
    "POSITION",
    "PRIORITY",
    "CONNECTION_ID",
    "QUEUEING_TIME_MICROSECONDS",
];
