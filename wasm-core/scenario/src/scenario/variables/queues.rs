//! The textbook designs.

use super::Variable;
use super::row::{OFF, Release, joined, number, release, unset};
use super::timeouts::lock_wait_timeout;
use crate::scenario::server::SchedulerName::{
    self, ManyQueues, NginxWorkers, OneQueue, TwoChoices,
};

const fn any(scheduler: SchedulerName) -> Release {
    release(scheduler, &["any"])
}

const fn workers(of: Release) -> [Variable; 2] {
    let size = of.has(
        "thread_pool_size",
        unset(1, 1_024),
        "Number of workers, and of queues where each worker has its own. Default: the number of CPUs.",
    );
    [size.read_only(), lock_wait_timeout(of)]
}

const NGINX: &[Variable] = &[
    any(NginxWorkers)
        .has(
            "worker_connections",
            number(1, 65_536, 512),
            "Most connections of one worker. A worker that has used more than 7/8 of them leaves new ones to idle others.",
        )
        .read_only(),
    any(NginxWorkers)
        .has(
            "reuseport",
            OFF,
            "A listening socket for each worker: the system deals new connections out by chance, to busy workers too. OFF: one socket for all, and the idle worker that was busy last takes the next.",
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
