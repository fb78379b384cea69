//! W3: the hold model with 100,000 timers, nothing but the event queue and one draw. The time unit is the mean draw.
use super::run::{Outcome, Workload};
use crate::dist::Dist;
use crate::queue::{EventQueue, Slot};
use crate::rng::Rng;

const TIMERS: Slot = 100_000;
/// The unit is a second, so that 100,000 timers don't fall into the same few nanoseconds.
const SECOND: f64 = 1e9;

/// Takes the first timer and sets it again.
#[derive(Clone, Debug)]
pub struct W3 {
    queue: EventQueue,
    rng: Rng,
    hold: Dist,
    order: u32,
    events: u64,
    target: u64,
}

impl W3 {
    /// A run of `target` holds, with its timers already set.
    #[must_use]
    pub fn new(seed: u32, target: u64) -> Self {
        let mut run = Self {
            queue: EventQueue::with_slots(TIMERS as usize),
            rng: Rng::new(seed),
            hold: Dist::Exponential { mean_ns: SECOND },
            order: 0,
            events: 0,
            target,
        };
        for timer in 0..TIMERS {
            let at = run.hold.draw(&mut run.rng);
            run.queue.schedule(timer, at);
        }
        run
    }
}

impl Workload for W3 {
    fn slice(&mut self, events: u64) -> bool {
        let end = self.events.saturating_add(events).min(self.target);
        while self.events < end {
            let Some((now, slot)) = self.queue.pop() else {
                return true;
            };
            self.events += 1;
            self.order = self.order.wrapping_mul(31).wrapping_add(slot);
            let hold = self.hold.draw(&mut self.rng);
            self.queue.schedule(slot, now + hold);
        }
        self.events >= self.target
    }

    fn outcome(&self) -> Outcome {
        Outcome {
            events: self.events,
            done: self.events,
            clock: self.queue.now_ns() as f64 / SECOND,
            mean: 0.0,
            p99: 0.0,
            waiting: self.queue.len() as f64,
            order: self.order,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{W3, Workload};

    #[test]
    fn clock_is_holds_over_timers() {
        let mut run = W3::new(1, 2_000_000);
        let mut slices = 1;
        while !run.slice(77_777) {
            slices += 1;
        }
        let found = run.outcome();
        assert_eq!((found.events, slices), (2_000_000, 26));
        // A renewal process of 20 per timer: sigma is 20 / sqrt(2e6), far below one in a hundred.
        assert!((found.clock / 20.0 - 1.0).abs() < 0.01, "{}", found.clock);
    }

    #[test]
    fn slices_do_not_change_the_run() {
        let (mut whole, mut sliced) = (W3::new(7, 300_000), W3::new(7, 300_000));
        whole.slice(u64::MAX);
        while !sliced.slice(1_013) {}
        assert_eq!(whole.outcome(), sliced.outcome());
    }
}
