//! The run queue: threads that wait for a core. Source: server model (RULES.md), section 12.2.

use std::collections::VecDeque;

use crate::ids::{ThreadId, TimeNs};
use crate::kernel::Thread;
use crate::scenario;

/// The queue, and the cost of switching threads.
#[derive(Clone, Debug)]
pub struct RunQueue {
    /// None: threads are never preempted.
    slice_ns: Option<TimeNs>,
    switch_ns: TimeNs,
    /// Threads that wait for a core, in order.
    pub waiting: VecDeque<ThreadId>,
    /// How often a thread was put on a core.
    pub switches: u64,
    /// A thread whose burst has ended in this step: it keeps its core until its next action is known.
    pub keeps: ThreadId,
}

impl RunQueue {
    pub fn new(r: &scenario::RunQueue) -> Self {
        RunQueue {
            slice_ns: r.time_slice_us.map(|us| us.ns()),
            switch_ns: r.context_switch_us.ns(),
            waiting: VecDeque::new(),
            switches: 0,
            keeps: ThreadId::NONE,
        }
    }

    /// Puts a thread on a core and returns when its first stretch there ends.
    pub fn begin(&mut self, t: &mut Thread, now_ns: TimeNs) -> TimeNs {
        self.switches += 1;
        t.slice_left_ns = self.slice_ns.unwrap_or(0);
        self.go_on(t, now_ns.saturating_add(self.switch_ns))
    }

    /// Gives it a new slice without leaving its core.
    pub fn renew(&self, t: &mut Thread, now_ns: TimeNs) -> TimeNs {
        t.slice_left_ns = self.slice_ns.unwrap_or(0);
        self.go_on(t, now_ns)
    }

    /// Uses its core from `from_ns` on; returns until when.
    pub fn go_on(&self, t: &mut Thread, from_ns: TimeNs) -> TimeNs {
        let most = self.slice_ns.map_or(TimeNs::MAX, |_| t.slice_left_ns);
        t.stretch_ns = t.cpu_left_ns.min(most);
        // As if it had done the whole step in one piece, which the picture shows as progress.
        t.step_start_ns = from_ns.saturating_sub(t.step_length_ns - t.cpu_left_ns);
        from_ns.saturating_add(t.stretch_ns)
    }

    /// Ends the stretch. True if the step ended too.
    pub fn stretch_over(&self, t: &mut Thread) -> bool {
        t.cpu_left_ns -= t.stretch_ns;
        t.slice_left_ns = t.slice_left_ns.saturating_sub(t.stretch_ns);
        t.cpu_left_ns == 0
    }
}
