//! Everything that decides the future of a run, and what an event does to it.

use std::collections::VecDeque;

use crate::ids::{ConnectionIndex, GroupId, TimeNs};
use crate::kernel::{InFlight, Innodb, Kernel, Pending, Slots};
use crate::life::WaitingLane;
use crate::record::Record;
use crate::rng::Rng;
use crate::run::Plan;
use crate::run::plan::Driver;
use crate::run::waiting::Waiting;
use crate::scheduler::{OneThread, Scheduler, ThreadScheduler, why};

/// Everything that decides the future of a run. A clone is a snapshot.
#[derive(Clone, Debug)]
pub struct State {
    pub k: Kernel,
    pub scheduler: Scheduler,
    /// Connections of the extra port.
    pub extra: OneThread,
    pub innodb: Innodb,
    pub streams: Vec<Stream>,
    pub timer_next_ns: TimeNs,
    pub lock_timeout_ns: Option<TimeNs>,
    /// How many acts of a hand have been carried out.
    pub acted: usize,
    /// What the server limits, and clients that wait for a time.
    pub waiting: Waiting,
}

/// State of a crowd's stream.
#[derive(Clone, Debug, Default)]
pub struct Stream {
    /// Connections without a request, the one that has been free longest first.
    pub free: VecDeque<ConnectionIndex>,
    /// Requests that found no free connection.
    pub backlog: VecDeque<InFlight>,
    /// How many of its connections the server closed, and none replaces so far.
    pub lost: u32,
    pub sent: u64,
    pub rng: Option<Rng>,
}

impl Stream {
    /// Takes a free connection.
    pub fn take_free(&mut self, d: &Driver) -> Option<ConnectionIndex> {
        if d.returned_last {
            return self.free.pop_back();
        }
        self.free.pop_front()
    }
}

/// The limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    pub steps_max: u32,
    pub bytes_max: usize,
}

impl State {
    /// Handles events one by one, until `until_ns` (inclusive), until `answers` answers since the start, or
    /// for `steps` more steps, whichever comes first. True unless the steps ended it.
    pub fn run(
        &mut self,
        plan: &Plan,
        budget: &Budget,
        until_ns: TimeNs,
        answers: u64,
        steps: u32,
    ) -> bool {
        for _ in 0..steps {
            let over = u64::from(self.k.finished) >= answers || self.steps_are_spent(budget);
            if over || !self.fits(budget) || !self.step(plan, until_ns) {
                return true;
            }
        }
        u64::from(self.k.finished) >= answers
    }

    /// A burst is one step with many requests, so these count as well.
    #[inline]
    pub fn steps_are_spent(&self, budget: &Budget) -> bool {
        self.k.step.max(self.k.requests) >= budget.steps_max
    }

    /// Whether the run may go on.
    pub fn goes_on(&self, budget: &Budget) -> bool {
        !self.steps_are_spent(budget) && self.fits(budget)
    }

    /// State and record, with room to print a part of the record. Only a few additions, so every step can
    /// call it.
    #[inline]
    pub fn fits(&self, budget: &Budget) -> bool {
        let record_bytes = self.k.recorder.record().map_or(0, Record::bytes);
        self.state_bytes() + record_bytes + record_bytes / 3 <= budget.bytes_max
    }

    /// Approximate memory of state and record.
    pub fn kept_bytes(&self) -> usize {
        self.state_bytes() + self.k.recorder.record().map_or(0, Record::bytes)
    }

    #[inline]
    fn state_bytes(&self) -> usize {
        self.k.bytes() + self.waiting.bytes()
    }

    #[inline]
    fn step(&mut self, plan: &Plan, until_ns: TimeNs) -> bool {
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
            Pending::Clients => self.client_timer(plan),
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

    // Records why requests wait in the groups that this step touched.
    pub fn settle(&mut self) {
        let State { k, scheduler, .. } = self;
        let mut touched = std::mem::take(&mut k.touched);
        if k.recorder.logs() {
            let scheduler = scheduler.get();
            for g in touched.iter().copied().filter(|g| *g != GroupId::NONE) {
                for lane in WaitingLane::ALL {
                    let why = why(scheduler, k, g, lane);
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
