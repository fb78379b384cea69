//! The one latch that every statement needs: first come, first served. Holding it and handing it over are
//! one piece. Source: server model (RULES.md), section 12.3.

use std::collections::VecDeque;

use crate::dist::Dist;
use crate::ids::{ThreadId, TimeNs};
use crate::rng::Rng;
use crate::scenario;

const NS: f64 = 1_000.0;

/// The costs of a visit, in nanoseconds.
#[derive(Clone, Copy, Debug, Default)]
struct Costs {
    hold: f64,
    scan: f64,
    hand_over: f64,
    herd: f64,
    /// 1 over the number of waiters; 0 if the cost of the herd does not grow.
    growth: f64,
    spin: f64,
    stages: u32,
}

/// How often it was taken, and how long threads waited for it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Taken {
    pub visits: u64,
    pub waited_ns: TimeNs,
    pub longest_ns: TimeNs,
}

/// The latch and its waiters.
#[derive(Clone, Debug)]
pub struct Latch {
    costs: Costs,
    /// Thread that holds it, or `NONE`.
    pub holder: ThreadId,
    /// Threads that wait, in order.
    pub waiters: VecDeque<ThreadId>,
    /// No visit ends before this.
    pub stalled_until_ns: TimeNs,
    pub taken: Taken,
}

impl Latch {
    pub fn new(latch: Option<&scenario::Latch>) -> Self {
        let costs = latch.map_or(Costs::default(), |l| Costs {
            hold: l.hold_us * NS,
            scan: l.scan_us * NS,
            hand_over: l.hand_over_us * NS,
            herd: l.herd_us * NS,
            growth: l.herd_growth_waiters.map_or(0.0, |wc| 1.0 / wc),
            spin: l.spin_waiters,
            stages: l.stages,
        });
        Latch {
            costs,
            holder: ThreadId::NONE,
            waiters: VecDeque::new(),
            stalled_until_ns: 0,
            taken: Taken::default(),
        }
    }

    /// A thread takes it after waiting for `waited_ns`.
    pub fn take(&mut self, thread: ThreadId, waited_ns: TimeNs) {
        self.holder = thread;
        self.taken.visits += 1;
        self.taken.waited_ns = self.taken.waited_ns.saturating_add(waited_ns);
        self.taken.longest_ns = self.taken.longest_ns.max(waited_ns);
    }

    /// Threads at the latch, including the holder.
    pub fn at(&self) -> u32 {
        self.waiters.len() as u32 + u32::from(self.holder != ThreadId::NONE)
    }

    /// Approximate number of waiters that sleep.
    pub fn asleep(&self) -> u32 {
        let waiters = self.waiters.len() as f64;
        (waiters * self.costs.share_asleep(waiters) + 0.5) as u32
    }

    /// Duration of a visit that starts now, with the current waiters and this many open transactions.
    pub fn draw(&self, open_transactions: u32, rng: &mut Rng) -> TimeNs {
        let waiters = self.waiters.len() as f64;
        let mean_ns = self.costs.mean_ns(waiters, f64::from(open_transactions));
        match self.costs.stages {
            0 => (mean_ns + 0.5) as TimeNs,
            k => Dist::Erlang { k, mean_ns }.draw(rng),
        }
    }
}

impl Costs {
    fn share_asleep(&self, waiters: f64) -> f64 {
        if waiters <= 0.0 {
            return 0.0;
        }
        // (W / s)^4 / (1 + (W / s)^4), which is 1 for s = 0.
        let (square, spin) = (waiters * waiters, self.spin * self.spin);
        let (fourth, spin) = (square * square, spin * spin);
        fourth / (fourth + spin)
    }

    fn mean_ns(&self, waiters: f64, open_transactions: f64) -> f64 {
        let crowd = waiters * self.growth;
        let herd = self.herd * waiters * (1.0 + crowd * crowd);
        let passing = self.share_asleep(waiters) * (self.hand_over + herd);
        self.hold + self.scan * open_transactions + passing
    }
}
