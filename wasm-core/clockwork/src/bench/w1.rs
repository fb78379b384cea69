//! W1: M/M/16, open, at 90 % load. The time unit is the mean service.
use std::collections::VecDeque;

use super::run::{Outcome, UNIT_NS, Workload, outcome};
use crate::dist::Dist;
use crate::queue::{EventQueue, Slot};
use crate::rng::Rng;
use crate::stats::{Latencies, TimeAverage};

const SERVERS: Slot = 16;
const ARRIVAL: Slot = 0;

/// One queue, 16 servers; slot 0 is the next arrival, slots 1 to 16 the departures.
#[derive(Clone, Debug)]
pub struct W1 {
    queue: EventQueue,
    rng: Rng,
    between: Dist,
    service: Dist,
    free: Vec<Slot>,
    line: VecDeque<u64>,
    waiting: TimeAverage,
    waits: Latencies,
    events: u64,
    served: u64,
    target: u64,
}

impl W1 {
    /// A run until `target` customers are served.
    #[must_use]
    pub fn new(seed: u32, target: u64) -> Self {
        let mut run = Self {
            queue: EventQueue::with_slots(SERVERS as usize + 1),
            rng: Rng::new(seed),
            between: Dist::Exponential {
                mean_ns: UNIT_NS / 14.4,
            },
            service: Dist::Exponential { mean_ns: UNIT_NS },
            free: (1..=SERVERS).rev().collect(),
            line: VecDeque::new(),
            waiting: TimeAverage::new(0, 0),
            waits: Latencies::new(),
            events: 0,
            served: 0,
            target,
        };
        let first = run.between.draw(&mut run.rng);
        run.queue.schedule(ARRIVAL, first);
        run
    }

    #[inline]
    fn start(&mut self, server: Slot, now: u64, wait: u64) {
        self.waits.record(wait);
        let service = self.service.draw(&mut self.rng);
        self.queue.schedule(server, now + service);
    }

    #[inline]
    fn handle(&mut self, now: u64, slot: Slot) {
        if slot == ARRIVAL {
            let between = self.between.draw(&mut self.rng);
            self.queue.schedule(ARRIVAL, now + between);
            if let Some(server) = self.free.pop() {
                self.start(server, now, 0);
            } else {
                self.line.push_back(now);
                self.waiting.increase(now);
            }
        } else {
            self.served += 1;
            if let Some(arrived) = self.line.pop_front() {
                self.waiting.decrease(now);
                self.start(slot, now, now - arrived);
            } else {
                self.free.push(slot);
            }
        }
    }
}

impl Workload for W1 {
    fn slice(&mut self, events: u64) -> bool {
        let end = self.events.saturating_add(events);
        while self.events < end && self.served < self.target {
            let Some((now, slot)) = self.queue.pop() else {
                return true;
            };
            self.events += 1;
            self.handle(now, slot);
        }
        self.served >= self.target
    }

    fn outcome(&self) -> Outcome {
        outcome(
            self.events,
            self.served,
            self.queue.now_ns(),
            &self.waits,
            &self.waiting,
            0,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::{W1, Workload};

    #[test]
    fn mean_wait_is_that_of_erlang_c() {
        // Successive waits are correlated, so the spread is taken from the seeds themselves.
        let means: Vec<f64> = (1..=20)
            .map(|seed| {
                let mut run = W1::new(seed, 400_000);
                while !run.slice(100_000) {}
                let found = run.outcome();
                // Little's law for the queue.
                let little = found.mean * found.done as f64 / found.clock;
                assert!((little / found.waiting - 1.0).abs() < 1e-3);
                found.mean
            })
            .collect();
        crate::bench::run::assert_mean(&means, 0.369_590);
    }
}
