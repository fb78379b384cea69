//! Cores shared by all threads that use CPU: processor sharing in integers.
//!
//! With n threads on c cores each runs at min(1, c/n) of a core's speed. One service clock, the same for all
//! threads, counts in 1/1024 ns; a step ends when that clock has advanced by the step's length.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::ids::{Index, ThreadId, TimeNs};

const FRACTION: u64 = 1024;

/// The cores of the machine.
#[derive(Clone, Debug)]
pub struct Cores {
    /// Number of cores; None: unlimited.
    pub count: Option<u32>,
    /// Threads that use CPU (also counted where cores are unlimited).
    pub busy: u32,
    attained: u64,
    last_ns: TimeNs,
    // (service clock at which the step ends, order of start, thread). The longest run uses a twentieth of
    // the clock's range; a step that would end beyond it never ends.
    ends: BinaryHeap<Reverse<(u64, u64, ThreadId)>>,
    order: u64,
}

impl Cores {
    pub fn new(count: Option<u32>) -> Self {
        Cores {
            count,
            busy: 0,
            attained: 0,
            last_ns: 0,
            ends: BinaryHeap::new(),
            order: 0,
        }
    }

    /// Ends the thread's step early.
    pub fn cut(&mut self, thread: ThreadId, now_ns: TimeNs) {
        self.advance(now_ns);
        let attained = self.attained;
        let ends = std::mem::take(&mut self.ends).into_iter();
        let cut = ends.map(|Reverse((end, order, of))| {
            let end = if of == thread { attained.min(end) } else { end };
            Reverse((end, order, of))
        });
        self.ends = cut.collect();
    }

    // Advances the service clock to `now_ns`.
    fn advance(&mut self, now_ns: TimeNs) {
        self.attained += self.gained(now_ns);
        self.last_ns = now_ns;
    }

    /// A thread starts to use `length_ns` of CPU. Only for limited cores.
    pub fn start(&mut self, thread: ThreadId, length_ns: TimeNs, now_ns: TimeNs) {
        self.advance(now_ns);
        let end = self
            .attained
            .saturating_add(length_ns.saturating_mul(FRACTION));
        self.ends.push(Reverse((end, self.order, thread)));
        self.order += 1;
        self.busy += 1;
    }

    /// When the next step ends, if nothing changes before then.
    pub fn next_end(&self) -> Option<TimeNs> {
        let Reverse((end, _, _)) = self.ends.peek()?;
        let cores = u64::from(self.count?);
        let n = self.ends.len() as u64;
        let left = end.saturating_sub(self.attained);
        let wall = if n <= cores {
            left
        } else {
            times_over(left, n, cores, u64::div_ceil, u128::div_ceil)
        };
        Some(self.last_ns.saturating_add(wall.div_ceil(FRACTION)))
    }

    /// The thread whose step has ended by `now_ns`, if there is one.
    pub fn ended(&mut self, now_ns: TimeNs) -> Option<ThreadId> {
        self.advance(now_ns);
        let Reverse((end, _, thread)) = *self.ends.peek()?;
        if end > self.attained {
            return None;
        }
        self.ends.pop();
        self.busy -= 1;
        Some(thread)
    }

    /// CPU that each thread on the cores still needs at `time_ns`, by thread number; none for threads that
    /// are not on limited cores.
    pub fn left_ns(&self, threads: usize, time_ns: TimeNs) -> Vec<Option<f64>> {
        let mut left = Vec::new();
        if self.count.is_none() || self.ends.is_empty() {
            return left;
        }
        left.resize(threads, None);
        let attained = self.attained + self.gained(time_ns);
        for Reverse((end, _, thread)) in &self.ends {
            let known = *end < u64::MAX;
            left[thread.index()] =
                known.then(|| end.saturating_sub(attained) as f64 / FRACTION as f64);
        }
        left
    }

    // Service that each running thread gets from the last change to `now_ns`.
    fn gained(&self, now_ns: TimeNs) -> u64 {
        let Some(cores) = self.count else { return 0 };
        let elapsed = now_ns.saturating_sub(self.last_ns) * FRACTION;
        let (n, cores) = (self.ends.len() as u64, u64::from(cores));
        if n <= cores {
            elapsed
        } else {
            times_over(elapsed, cores, n, |a, b| a / b, |a, b| a / b)
        }
    }
}

/// `a * times / over` without overflow in the product; a quotient that is too large becomes the maximum.
#[inline]
fn times_over(
    a: u64,
    times: u64,
    over: u64,
    divide: fn(u64, u64) -> u64,
    wide: fn(u128, u128) -> u128,
) -> u64 {
    match a.checked_mul(times) {
        Some(product) => divide(product, over),
        None => {
            let product = u128::from(a) * u128::from(times);
            u64::try_from(wide(product, u128::from(over))).unwrap_or(u64::MAX)
        }
    }
}
