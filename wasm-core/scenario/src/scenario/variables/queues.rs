//! The textbook designs.

use super::Variable;
use super::row::{OFF, Release, joined, number, release, unset};
use super::timeouts::lock_wait_timeout;
use crate::scenario::scheduler_name::SchedulerName::{
    self, ManyQueues, NginxWorkers, OneQueue, TwoChoices,
};

const fn any(scheduler: SchedulerName) -> Release {
    release(scheduler, &["any"])
}

const fn workers(of: Release) -> [Variable; 2] {
    let size = of.has(
        "thread_pool_size",
        unset(1, 1_024),
        "Number of workers, and of queues if each worker has its own. Default: the number of CPUs.",
    );
    [size.read_only(), lock_wait_timeout(of)]
}

const NGINX: &[Variable] = &[
    any(NginxWorkers)
        .has(
            "worker_connections",
            number(1, 65_536, 512),
            "The most connections of one worker. A worker that has used more than 7/8 of them leaves new ones to idle others.",
        )
        .read_only(),
    any(NginxWorkers)
        .has(
            "reuseport",
            OFF,
            "Each worker has its own listening socket: the system deals out new connections at random, to busy workers too. OFF: all share one socket, and the idle worker that was busy last takes the next connection.",
        )
        .read_only(),
];

pub(super) const ROWS: &[Variable] = &joined::<10>(&[
    &workers(any(OneQueue)),
    &workers(any(ManyQueues)),
    &workers(any(TwoChoices)),
    &workers(any(NginxWorkers)),
    NGINX,
]);
