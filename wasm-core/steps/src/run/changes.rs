//! `SET GLOBAL` during a run.

use crate::event::EventKind;
use crate::ids::{NS_PER_S, TimeNs};
use crate::run::plan::{ChangePlan, LOCK_WAIT_TIMEOUT};
use crate::run::{Plan, State};
use crate::scenario::Var;
use crate::scheduler::ThreadScheduler;

impl State {
    /// A SET GLOBAL is due.
    pub(super) fn change(&mut self, plan: &Plan, i: u32) {
        self.set_global(&plan.changes[i as usize]);
    }

    /// SET GLOBAL.
    pub(super) fn set_global(&mut self, change: &ChangePlan) {
        self.k.emit(|| EventKind::VariableSet {
            variable: change.variable.clone(),
            value: change.value.clone(),
        });
        if let Some(period_ns) = self.put(change.var, change.code) {
            self.schedule_timer(self.k.now_ns.saturating_add(period_ns));
        }
    }

    /// Sets a variable. Some: the time until the timer's next round.
    pub fn put(&mut self, var: Var, value: u64) -> Option<TimeNs> {
        if var == LOCK_WAIT_TIMEOUT {
            self.lock_timeout_ns = Some(value.saturating_mul(NS_PER_S));
            return None;
        }
        self.waiting.put(var, value);
        self.innodb.set_variable(var, value);
        self.innodb_let_in();
        self.extra.set_variable(var, value);
        self.scheduler.get_mut().set_variable(var, value)
    }
}
