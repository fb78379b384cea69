//! W2: a closed network of 4,096 clients, 16 groups of two servers. The time unit is a millisecond.
use std::collections::VecDeque;

use super::run::{Outcome, UNIT_NS, Workload, outcome};
use crate::dist::Dist;
use crate::queue::{EventQueue, Slot};
use crate::rng::Rng;
use crate::stats::{Latencies, TimeAverage};

const CLIENTS: u32 = 4096;
const GROUPS: u32 = 16;
const SERVERS: u32 = 2;

/// Slots 0 to 4,095 are ends of thinking; behind them are two servers per group.
#[derive(Clone, Debug)]
pub struct W2 {
    queue: EventQueue,
    rng: Rng,
    think: Dist,
    service: Dist,
    /// When each client's statement was sent, ns.
    sent: Vec<u64>,
    /// The client of each server.
    served: Vec<Slot>,
    free: Vec<Vec<Slot>>,
    lines: Vec<VecDeque<Slot>>,
    waiting: TimeAverage,
    responses: Latencies,
    events: u64,
    done: u64,
    target: u64,
}

impl W2 {
    /// A run until `target` statements are done.
    #[must_use]
    pub fn new(seed: u32, target: u64) -> Self {
        let servers = (GROUPS * SERVERS) as usize;
        let mut run = Self {
            queue: EventQueue::with_slots(CLIENTS as usize + servers),
            rng: Rng::new(seed),
            think: Dist::Exponential {
                mean_ns: 100.0 * UNIT_NS,
            },
            service: Dist::Exponential { mean_ns: UNIT_NS },
            sent: vec![0; CLIENTS as usize],
            served: vec![0; servers],
            free: (0..GROUPS)
                .map(|g| vec![g * SERVERS + 1, g * SERVERS])
                .collect(),
            lines: vec![VecDeque::new(); GROUPS as usize],
            waiting: TimeAverage::new(0, 0),
            responses: Latencies::new(),
            events: 0,
            done: 0,
            target,
        };
        for client in 0..CLIENTS {
            run.think(client, 0);
        }
        run
    }

    #[inline]
    fn think(&mut self, client: Slot, now: u64) {
        let think = self.think.draw(&mut self.rng);
        self.queue.schedule(client, now + think);
    }

    #[inline]
    fn start(&mut self, server: Slot, client: Slot, now: u64) {
        self.served[server as usize] = client;
        let service = self.service.draw(&mut self.rng);
        self.queue.schedule(CLIENTS + server, now + service);
    }

    #[inline]
    fn handle(&mut self, now: u64, slot: Slot) {
        if slot < CLIENTS {
            let group = (slot % GROUPS) as usize;
            self.sent[slot as usize] = now;
            if let Some(server) = self.free[group].pop() {
                self.start(server, slot, now);
            } else {
                self.lines[group].push_back(slot);
                self.waiting.increase(now);
            }
            return;
        }
        let server = slot - CLIENTS;
        let group = (server / SERVERS) as usize;
        let client = self.served[server as usize];
        self.done += 1;
        self.responses.record(now - self.sent[client as usize]);
        self.think(client, now);
        if let Some(next) = self.lines[group].pop_front() {
            self.waiting.decrease(now);
            self.start(server, next, now);
        } else {
            self.free[group].push(server);
        }
    }
}

impl Workload for W2 {
    fn slice(&mut self, events: u64) -> bool {
        let end = self.events.saturating_add(events);
        while self.events < end && self.done < self.target {
            let Some((now, slot)) = self.queue.pop() else {
                return true;
            };
            self.events += 1;
            self.handle(now, slot);
        }
        self.done >= self.target
    }

    fn outcome(&self) -> Outcome {
        outcome(
            self.events,
            self.done,
            self.queue.now_ns(),
            &self.responses,
            &self.waiting,
            0,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::{W2, Workload};

    #[test]
    fn throughput_and_response_are_those_of_machine_repair() {
        // At the start all clients think, which is not the steady state, so the first tenth is subtracted.
        let (mut rates, mut responses) = (Vec::new(), Vec::new());
        for seed in 1..=12 {
            let mut run = W2::new(seed, 660_000);
            run.slice(120_000);
            let warm = run.outcome();
            while !run.slice(100_000) {}
            let all = run.outcome();
            let (done, clock) = ((all.done - warm.done) as f64, all.clock - warm.clock);
            rates.push(done / clock);
            responses.push((all.mean * all.done as f64 - warm.mean * warm.done as f64) / done);
        }
        crate::bench::run::assert_mean(&rates, 31.999_32);
        crate::bench::run::assert_mean(&responses, 28.002_73);
    }
}
