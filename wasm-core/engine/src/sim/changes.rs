//! `SET GLOBAL` during a run.

use crate::event::EventKind;
use crate::ids::NS_PER_S;
use crate::scheduler::ThreadScheduler;
use crate::sim::Sim;

impl Sim {
    /// A SET GLOBAL is due.
    pub(super) fn change(&mut self, i: u32) {
        let plan = std::sync::Arc::clone(&self.plan);
        let change = &plan.changes[i as usize];
        let value = &change.value;
        self.state.k.emit(EventKind::VariableSet {
            variable: change.variable.clone(),
            value: value.to_string(),
        });
        let name = change.variable.as_str();
        let units = ["_10ms", "_ms", "_us", "_s"];
        let name = units
            .iter()
            .find_map(|unit| name.strip_suffix(unit))
            .unwrap_or(name);
        if name == "innodb_lock_wait_timeout" {
            let seconds = value.as_u64().unwrap_or(0);
            self.state.lock_timeout_ns = Some(seconds.saturating_mul(NS_PER_S));
            return;
        }
        if name.starts_with("innodb_") {
            self.state.innodb.set_variable(name, value);
            return self.innodb_let_in();
        }
        self.state.extra.set_variable(name, value);
        if let Some(period_ns) = self.state.scheduler.get_mut().set_variable(name, value) {
            self.schedule_timer(self.state.k.now_ns.saturating_add(period_ns));
        }
    }
}
