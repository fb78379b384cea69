//! Executes the steps of a statement up to the next one that takes time.

use std::ops::ControlFlow;

use crate::dist::whole;
use crate::event::EventKind;
use crate::ids::{ConnectionIndex, GroupId, NS_PER_US, ThreadId, TimeNs};
use crate::kernel::Activity;
use crate::reason::WaitKind;
use crate::run::plan::StepPlan;
use crate::run::waits::Lock;
use crate::run::{Plan, State};
use crate::scheduler::Decision;

/// A shorter SLEEP() returns at once (scheduler rules, section 5).
const SLEEP_MIN_NS: TimeNs = 10 * NS_PER_US;

/// The most statement steps of zero length in one engine step.
const ACTIONS_MAX: u32 = 4_096;

impl State {
    // Executes steps until one takes time. Some: the request has ended or left the thread.
    pub fn proceed(&mut self, plan: &Plan, thread: ThreadId) -> Option<Decision> {
        let conn = self.k.threads[thread].conn;
        loop {
            let k = &mut self.k;
            let c = &mut k.conns[conn];
            if c.killed || c.query_killed {
                return Some(self.end_killed(plan, thread, conn));
            }
            if c.login {
                return Some(self.logged_in(thread, conn));
            }
            let held_ns = std::mem::take(&mut k.threads[thread].held_ns);
            if held_ns > 0 {
                self.reported_wait(thread, conn, WaitKind::Sleep, held_ns);
                return None;
            }
            let Some(in_flight) = c.current.as_mut() else {
                return Some(Decision::Park);
            };
            k.actions += 1;
            if k.actions > ACTIONS_MAX {
                // Continues in a new engine step at the same instant, so that every step is short and the
                // budget is checked.
                self.hold(thread, 0, Activity::None);
                return None;
            }
            let Some(step) = plan
                .statement(in_flight.statement)
                .steps
                .get(in_flight.step as usize)
            else {
                return Some(self.finish(plan, thread, conn, false));
            };
            let enters =
                matches!(step, StepPlan::Cpu(..) | StepPlan::Latch) && self.innodb.limits();
            if enters && !self.innodb_enter(thread, conn) {
                return None;
            }
            let k = &mut self.k;
            let c = &mut k.conns[conn];
            if let Some(in_flight) = &mut c.current {
                in_flight.step += 1;
            }
            match step {
                StepPlan::Cpu(dist, mean_ns) => {
                    let mut length = dist.draw(&mut c.rng);
                    if let Some(cold) = &mut k.cold_cache
                        && length > 0
                    {
                        let pool_worker = k.threads[thread].group != GroupId::NONE;
                        let factor = cold.factor(&k.load, pool_worker, *mean_ns);
                        length = whole(length as f64 * factor + 0.5);
                    }
                    if length > 0 {
                        self.use_cpu(thread, length);
                        return None;
                    }
                }
                StepPlan::Latch => {
                    self.visit_latch(thread, conn);
                    return None;
                }
                StepPlan::Begin => k.load.transact(c, true),
                StepPlan::Commit => {
                    k.load.transact(c, false);
                    if !c.rows.is_empty() {
                        self.unlock_rows(plan, thread, conn);
                    }
                }
                other @ (StepPlan::Wait(..)
                | StepPlan::Unreported(_)
                | StepPlan::Async(_)
                | StepPlan::Lock(..)
                | StepPlan::Unlock(_)
                | StepPlan::RowLock(_)
                | StepPlan::Result(_)) => {
                    if let ControlFlow::Break(decision) = self.wait_step(plan, thread, conn, other)
                    {
                        return decision;
                    }
                }
            }
        }
    }

    // The rarer steps, in a separate function so that the common ones stay short.
    #[inline(never)]
    fn wait_step(
        &mut self,
        plan: &Plan,
        thread: ThreadId,
        conn: ConnectionIndex,
        step: &StepPlan,
    ) -> ControlFlow<Option<Decision>> {
        let k = &mut self.k;
        let c = &mut k.conns[conn];
        let request = c.request();
        match step {
            StepPlan::Cpu(..) | StepPlan::Latch | StepPlan::Begin | StepPlan::Commit => {}
            StepPlan::Wait(dist, wait) => {
                let length = dist.draw(&mut c.rng);
                let at_once = *wait == WaitKind::Sleep && length < SLEEP_MIN_NS;
                if length > 0 && !at_once {
                    self.reported_wait(thread, conn, *wait, length);
                    return ControlFlow::Break(None);
                }
            }
            StepPlan::Result(kb) => {
                let length = plan.drain_ns(conn, *kb);
                if length > 0 {
                    self.reported_wait(thread, conn, WaitKind::Net, length);
                    return ControlFlow::Break(None);
                }
            }
            StepPlan::Unreported(dist) | StepPlan::Async(dist) => {
                let length = dist.draw(&mut c.rng);
                let leaves = length > 0 && matches!(step, StepPlan::Async(_));
                if leaves && self.suspend(thread, conn, length) {
                    let next = self.with(conn, |s, k| s.suspended(k, thread));
                    return ControlFlow::Break(Some(next));
                }
                if length > 0 {
                    self.hold(thread, length, Activity::Unreported);
                    self.with(conn, |s, k| s.unreported(k, thread, true));
                    return ControlFlow::Break(None);
                }
            }
            StepPlan::Lock(lock, kind) => {
                let wanted = Lock::Named(*lock);
                if !k.locks.take(*lock, conn, request) {
                    let next = self.wait_for_lock(plan, thread, conn, wanted, *kind);
                    return ControlFlow::Break(next);
                }
                self.lock_taken(plan, thread, conn, wanted);
            }
            StepPlan::Unlock(lock) => self.unlock(plan, thread, conn, *lock),
            StepPlan::RowLock(rows) => {
                let row = rows.draw(&mut c.rng);
                let wanted = Lock::Row(row);
                match k.rows.take(row, conn, request) {
                    Some(true) => {
                        c.rows.push(row);
                        self.lock_taken(plan, thread, conn, wanted);
                    }
                    Some(false) => {}
                    None => {
                        let next = self.wait_for_lock(plan, thread, conn, wanted, rows.kind);
                        return ControlFlow::Break(next);
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn logged_in(&mut self, thread: ThreadId, conn: ConnectionIndex) -> Decision {
        let k = &mut self.k;
        let group = k.threads[thread].group.named();
        let c = &mut k.conns[conn];
        c.login = false;
        c.thread = ThreadId::NONE;
        let connection = c.id;
        k.threads[thread].conn = ConnectionIndex::NONE;
        k.emit(|| EventKind::LoginFinished {
            connection,
            thread,
            group,
        });
        k.not_alone(conn);
        self.with(conn, |s, k| s.finished(k, thread, conn))
    }

    // Blocks the thread for a known time.
    pub fn hold(&mut self, thread: ThreadId, length_ns: TimeNs, activity: Activity) {
        let k = &mut self.k;
        k.threads[thread].does(activity, k.now_ns, length_ns);
        k.schedule(k.slots.thread(thread), k.now_ns.saturating_add(length_ns));
    }
}
