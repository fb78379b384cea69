//! The native baseline: the three workloads as a plain Rust loop on the standard library's `BinaryHeap`,
//! with logarithms for the exponential draws and no statistics but sums. It shares nothing with the engine.
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// The result of a baseline run: events, events done, last time, sum of waits or responses, hash of the order.
#[derive(Clone, Debug, PartialEq)]
pub struct Totals {
    pub events: u64,
    pub done: u64,
    pub clock: f64,
    pub sum: f64,
    pub order: u32,
}

/// xoshiro128++ seeded by splitmix32.
struct Random([u32; 4]);

impl Random {
    fn new(mut seed: u32) -> Self {
        Self([(); 4].map(|()| {
            seed = seed.wrapping_add(0x9E37_79B9);
            let z = (seed ^ (seed >> 16)).wrapping_mul(0x85EB_CA6B);
            let z = (z ^ (z >> 13)).wrapping_mul(0xC2B2_AE35);
            z ^ (z >> 16)
        }))
    }

    fn word(&mut self) -> u32 {
        let s = &mut self.0;
        let word = s[0].wrapping_add(s[3]).rotate_left(7).wrapping_add(s[0]);
        let shifted = s[1] << 9;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= shifted;
        s[3] = s[3].rotate_left(11);
        word
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "a baseline takes the fastest logarithm at hand"
    )]
    fn exponential(&mut self, mean: f64) -> f64 {
        let u = (f64::from(self.word()) + 0.5) / 4_294_967_296.0;
        -mean * u.ln()
    }
}

/// Times are positive, so their bits sort like the times, and integers compare faster than floats.
#[derive(Default)]
struct Events {
    heap: BinaryHeap<Reverse<(u64, u32, u32)>>,
    sequence: u32,
}

impl Events {
    fn push(&mut self, time: f64, id: u32) {
        self.heap.push(Reverse((time.to_bits(), self.sequence, id)));
        self.sequence += 1;
    }

    fn pop(&mut self) -> Option<(f64, u32)> {
        let Reverse((bits, _, id)) = self.heap.pop()?;
        Some((f64::from_bits(bits), id))
    }
}

/// M/M/16 at 90 % load.
pub fn w1(seed: u32, target: u64) -> Totals {
    let mut random = Random::new(seed);
    let mut events = Events::default();
    let mut free: Vec<u32> = (1..=16).rev().collect();
    let mut line = VecDeque::new();
    let (mut handled, mut served, mut clock, mut sum) = (0, 0, 0.0, 0.0);
    events.push(random.exponential(1.0 / 14.4), 0);
    while served < target {
        let Some((now, id)) = events.pop() else { break };
        handled += 1;
        clock = now;
        if id == 0 {
            events.push(now + random.exponential(1.0 / 14.4), 0);
            if let Some(server) = free.pop() {
                events.push(now + random.exponential(1.0), server);
            } else {
                line.push_back(now);
            }
        } else {
            served += 1;
            if let Some(arrived) = line.pop_front() {
                sum += now - arrived;
                events.push(now + random.exponential(1.0), id);
            } else {
                free.push(id);
            }
        }
    }
    Totals {
        events: handled,
        done: served,
        clock,
        sum,
        order: 0,
    }
}

/// 4,096 clients, 16 groups of two servers.
pub fn w2(seed: u32, target: u64) -> Totals {
    let mut random = Random::new(seed);
    let mut events = Events::default();
    let mut sent = [0.0_f64; 4096];
    let mut client_of = [0_u32; 32];
    let mut free: Vec<Vec<u32>> = (0..16).map(|g| vec![2 * g + 1, 2 * g]).collect();
    let mut lines = vec![VecDeque::new(); 16];
    let (mut handled, mut done, mut clock, mut sum) = (0, 0, 0.0, 0.0);
    for client in 0..4096 {
        events.push(random.exponential(100.0), client);
    }
    while done < target {
        let Some((now, id)) = events.pop() else { break };
        handled += 1;
        clock = now;
        if id < 4096 {
            let group = (id % 16) as usize;
            sent[id as usize] = now;
            if let Some(server) = free[group].pop() {
                client_of[server as usize] = id;
                events.push(now + random.exponential(1.0), 4096 + server);
            } else {
                lines[group].push_back(id);
            }
        } else {
            let server = id - 4096;
            let group = (server / 2) as usize;
            let client = client_of[server as usize];
            done += 1;
            sum += now - sent[client as usize];
            events.push(now + random.exponential(100.0), client);
            if let Some(next) = lines[group].pop_front() {
                client_of[server as usize] = next;
                events.push(now + random.exponential(1.0), id);
            } else {
                free[group].push(server);
            }
        }
    }
    Totals {
        events: handled,
        done,
        clock,
        sum,
        order: 0,
    }
}

/// The hold model with 100,000 timers, filled.
pub struct Hold {
    random: Random,
    events: Events,
}

impl Hold {
    /// Filling it is not timed.
    pub fn new(seed: u32) -> Self {
        let mut random = Random::new(seed);
        let mut events = Events::default();
        for timer in 0..100_000 {
            events.push(random.exponential(1.0), timer);
        }
        Self { random, events }
    }

    pub fn run(&mut self, holds: u64) -> Totals {
        let (mut order, mut clock) = (0_u32, 0.0);
        for _ in 0..holds {
            let Some((now, timer)) = self.events.pop() else {
                break;
            };
            clock = now;
            order = order.wrapping_mul(31).wrapping_add(timer);
            self.events.push(now + self.random.exponential(1.0), timer);
        }
        Totals {
            events: holds,
            done: holds,
            clock,
            sum: 0.0,
            order,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Hold, w1, w2};

    #[test]
    fn holds_come_in_the_known_order() {
        let mut hold = Hold::new(1);
        let found = hold.run(5_000_000);
        assert_eq!(found.order, 3_979_708_144);
        assert!((found.clock / 50.0 - 1.0).abs() < 0.01);
    }

    #[test]
    fn baselines_agree_with_theory() {
        // Pooled seeds; the bounds are three standard errors estimated from twenty seeds.
        let waits: f64 = (1..=10)
            .map(|s| w1(s, 1_000_000))
            .map(|f| f.sum / f.done as f64)
            .sum();
        assert!((waits / 10.0 / 0.369_590 - 1.0).abs() < 0.02, "{waits}");
        let found = w2(1, 1_000_000);
        assert!((found.done as f64 / found.clock / 31.999_32 - 1.0).abs() < 0.01);
        assert!((found.sum / found.done as f64 / 28.002_73 - 1.0).abs() < 0.02);
    }
}
