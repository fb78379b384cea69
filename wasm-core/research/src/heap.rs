//! The baseline of `npm run bench`: a closed queue as a plain loop on the standard library's `BinaryHeap`, with no
//! statistics but a count. It shares nothing with the engine; `speed/heap.mjs` is the same loop in JavaScript.
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// Clients that think, then wait for one of some workers, both for exponential times, until the end.
#[derive(Clone, Copy, Debug)]
pub struct Closed {
    pub clients: u32,
    pub workers: u32,
    pub think_us: f64,
    pub work_us: f64,
    pub until_us: f64,
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

impl Closed {
    /// How many answers there were. An id below `clients` is a client that asks, one from there on a client with its answer.
    pub fn answers(self, seed: u32) -> u64 {
        let mut random = Random::new(seed);
        let mut events = Events::default();
        let mut line = VecDeque::new();
        let (mut free, mut answers) = (self.workers, 0);
        for client in 0..self.clients {
            events.push(random.exponential(self.think_us), client);
        }
        while let Some((now, id)) = events.pop()
            && now <= self.until_us
        {
            if id < self.clients {
                line.push_back(id);
            } else {
                answers += 1;
                events.push(now + random.exponential(self.think_us), id - self.clients);
                free += 1;
            }
            if free > 0
                && let Some(next) = line.pop_front()
            {
                free -= 1;
                events.push(now + random.exponential(self.work_us), self.clients + next);
            }
        }
        answers
    }
}

#[cfg(test)]
mod tests {
    use super::Closed;

    #[test]
    fn it_answers_as_often_as_erlang_says() {
        // With a worker for each client nobody waits: a round takes 101 ms.
        let closed = Closed {
            clients: 1_000,
            workers: 1_000,
            think_us: 1e5,
            work_us: 1e3,
            until_us: 4e7,
        };
        let rate = closed.answers(1) as f64 / 40.0;
        assert!((rate / (1_000.0 / 0.101) - 1.0).abs() < 0.01, "{rate}");
        // With one, which is never idle, a thousand a second.
        let one = Closed {
            workers: 1,
            ..closed
        };
        let rate = one.answers(1) as f64 / 40.0;
        assert!((rate / 1_000.0 - 1.0).abs() < 0.02, "{rate}");
    }
}
