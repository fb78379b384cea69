//! Cores shared by all threads that use CPU: processor sharing, in integers.
//!
//! With n threads on c cores each runs at min(1, c/n) of a core's speed. The clock of attained
//! service, the same for every thread, is kept in 1/1024 ns; each step ends when that clock has
//! advanced by the step's length.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::ids::{Index, ThreadId, TimeNs};

const FRACTION: u128 = 1024;

/// The cores of the machine.
#[derive(Clone, Debug)]
pub(crate) struct Cores {
    /// Number of cores; None: unlimited.
    pub count: Option<u32>,
    /// Threads that use CPU (also counted where cores are unlimited).
    pub busy: u32,
    attained: u128,
    last_ns: TimeNs,
    // (attained service at which the step ends, order of start, thread)
    ends: BinaryHeap<Reverse<(u128, u64, ThreadId)>>,
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

    /// Up to when service is counted, and what each running thread still needs as of then, in 1/1024 ns, in the order in
    /// which they came.
    #[cfg(feature = "start")]
    pub fn counted(&self) -> (TimeNs, Vec<(ThreadId, u64)>) {
        let mut all: Vec<_> = self.ends.iter().map(|Reverse(end)| *end).collect();
        all.sort_unstable_by_key(|(_, order, _)| *order);
        let left = |end: u128| u64::try_from(end.saturating_sub(self.attained)).unwrap_or(u64::MAX);
        let all = all.into_iter().map(|(end, _, thread)| (thread, left(end)));
        (self.last_ns, all.collect())
    }

    /// Goes on from there.
    #[cfg(feature = "start")]
    pub fn resume(&mut self, counted_ns: TimeNs, running: Vec<(ThreadId, u64)>) {
        self.last_ns = counted_ns;
        for (thread, left) in running {
            self.ends
                .push(Reverse((u128::from(left), self.order, thread)));
            self.order += 1;
            self.busy += 1;
        }
    }

    /// The thread's step is over before its end.
    #[cfg(feature = "start")]
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

    // Brings the service clock to `now_ns`.
    fn advance(&mut self, now_ns: TimeNs) {
        self.attained += self.gained(now_ns);
        self.last_ns = now_ns;
    }

    /// A thread begins to use `length_ns` of CPU. Only where cores are limited.
    pub fn start(&mut self, thread: ThreadId, length_ns: TimeNs, now_ns: TimeNs) {
        self.advance(now_ns);
        let end = self.attained + u128::from(length_ns) * FRACTION;
        self.ends.push(Reverse((end, self.order, thread)));
        self.order += 1;
        self.busy += 1;
    }

    /// When the next step ends, if nothing changes before.
    pub fn next_end(&self) -> Option<TimeNs> {
        let Reverse((end, _, _)) = self.ends.peek()?;
        let cores = u128::from(self.count?);
        let n = self.ends.len() as u128;
        let left = end.saturating_sub(self.attained);
        let wall = if n <= cores {
            left
        } else {
            (left * n).div_ceil(cores)
        };
        Some(
            self.last_ns
                .saturating_add(u64::try_from(wall.div_ceil(FRACTION)).unwrap_or(u64::MAX)),
        )
    }

    /// The thread whose step has ended by `now_ns`, if any.
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

    /// CPU still to be used by each thread on the cores at `time_ns`, by thread number; None for
    /// threads that are not on limited cores.
    pub fn left_ns(&self, threads: usize, time_ns: TimeNs) -> Vec<Option<f64>> {
        let mut left = Vec::new();
        if self.count.is_none() || self.ends.is_empty() {
            return left;
        }
        left.resize(threads, None);
        let attained = self.attained + self.gained(time_ns);
        for Reverse((end, _, thread)) in &self.ends {
            left[thread.place()] = Some(end.saturating_sub(attained) as f64 / FRACTION as f64);
        }
        left
    }

    // Service that each running thread attains from the last change to `now_ns`.
    fn gained(&self, now_ns: TimeNs) -> u128 {
        let Some(cores) = self.count else { return 0 };
        let elapsed = u128::from(now_ns.saturating_sub(self.last_ns)) * FRACTION;
        let (n, cores) = (self.ends.len() as u128, u128::from(cores));
        if n <= cores {
            elapsed
        } else {
            elapsed * cores / n
        }
    }
}
