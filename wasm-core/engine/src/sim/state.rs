//! Everything that decides the future of a run, and what one event does to it.

use std::collections::VecDeque;

use crate::ids::{ConnectionIndex, GroupId, TimeNs};
use crate::kernel::{Ask, Innodb, Kernel, Pending, Slots};
use crate::life::Line;
use crate::rng::Rng;
use crate::scheduler::{OneThread, Scheduler, ThreadScheduler};
use crate::sim::Plan;

/// Everything that decides the future of a run. A clone is a snapshot.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub k: Kernel,
    pub scheduler: Scheduler,
    /// Connections of the extra port.
    pub extra: OneThread,
    pub innodb: Innodb,
    pub streams: Vec<Stream>,
    pub timer_next_ns: TimeNs,
    pub lock_timeout_ns: Option<TimeNs>,
}

/// State of a crowd's stream.
#[derive(Clone, Debug, Default)]
pub(super) struct Stream {
    /// Connections without a request, the one that has been free longest first.
    pub free: VecDeque<ConnectionIndex>,
    /// Requests that found no free connection.
    pub backlog: VecDeque<Ask>,
    pub sent: u64,
    pub rng: Option<Rng>,
}

impl State {
    #[inline]
    pub fn step(&mut self, plan: &Plan, until_ns: TimeNs) -> bool {
        let k = &mut self.k;
        let Some((at_ns, pending)) = k.next(until_ns) else {
            return false;
        };
        k.now_ns = at_ns;
        k.step += 1;
        k.actions = 0;
        k.recorder.time(at_ns);
        match pending {
            Pending::Timer => self.tick(),
            Pending::Cores => self.cores_event(plan),
            Pending::Script(i) => self.script(plan, i),
            Pending::Change(i) => self.change(plan, i),
            Pending::Stall(i) => self.stall(plan, i),
            Pending::StallEnd => self.stall_over(),
            Pending::Crowd(i) => self.stream(plan, i),
            Pending::Arrival(conn) => self.loop_arrival(plan, conn),
            Pending::Completion(conn) => self.completion(conn),
            Pending::Thread(thread) => self.thread_event(plan, thread),
        }
        if !self.k.touched.is_empty() {
            self.settle();
        }
        true
    }

    fn tick(&mut self) {
        let k = &mut self.k;
        if let Some(period_ns) = self.scheduler.get_mut().tick(k) {
            self.schedule_timer(self.k.now_ns.saturating_add(period_ns.max(1)));
        }
    }

    pub fn schedule_timer(&mut self, at_ns: TimeNs) {
        self.timer_next_ns = at_ns;
        self.k.schedule(Slots::TIMER, at_ns);
    }

    // Notes why requests wait in the groups that this step touched.
    pub fn settle(&mut self) {
        let State { k, scheduler, .. } = self;
        let mut touched = std::mem::take(&mut k.touched);
        if k.recorder.logs() {
            let scheduler = scheduler.get();
            for g in touched.iter().copied().filter(|g| *g != GroupId::NONE) {
                for lane in Line::ALL {
                    let why = scheduler.why_lane(k, g, lane);
                    k.record_why(g, lane, why);
                }
            }
        }
        touched.clear();
        k.touched = touched;
    }

    /// Runs `f` on the scheduler that the connection belongs to.
    #[inline]
    pub fn with<T>(
        &mut self,
        conn: ConnectionIndex,
        f: impl FnOnce(&mut dyn ThreadScheduler, &mut Kernel) -> T,
    ) -> T {
        // Chosen first, so that `f` is compiled once.
        let own: &mut dyn ThreadScheduler = if self.k.conns[conn].is_extra() {
            &mut self.extra
        } else {
            self.scheduler.get_mut()
        };
        f(own, &mut self.k)
    }
}
