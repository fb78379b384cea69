//! `SET GLOBAL` during a run.
//! Source: scheduler rules, sections 1.1, 2.6, 2.9, 3.7.

use crate::event::EventKind;
use crate::ids::{NS_PER_MS, NS_PER_S};
use crate::json::Value;
use crate::scenario::{HighPrioMode, PoolPriority};
use crate::scheduler::Scheduler;
use crate::sim::Sim;

fn number(value: &Value) -> u32 {
    value
        .as_u64()
        .map_or(0, |n| u32::try_from(n).unwrap_or(u32::MAX))
}

impl Sim {
    /// A SET GLOBAL is due.
    pub(super) fn change(&mut self, i: u32) {
        let plan = std::sync::Arc::clone(&self.plan);
        let change = &plan.changes[i as usize];
        let value = &change.value;
        let k = &mut self.state.k;
        k.emit(EventKind::VariableSet {
            variable: change.variable.clone(),
            value: value.to_string(),
        });
        let name = change.variable.as_str();
        let unit = name.strip_suffix("_ms").or(name.strip_suffix("_s"));
        let name = unit.unwrap_or(name);
        let long = value.as_u64().unwrap_or(0);
        if name == "innodb_lock_wait_timeout" {
            self.state.lock_timeout_ns = Some(long.saturating_mul(NS_PER_S));
            return;
        }
        if name == "wait_timeout" {
            self.state
                .extra
                .set_wait_timeout(long.saturating_mul(NS_PER_S));
        }
        let pool = match &mut self.state.scheduler {
            Scheduler::Pool(pool) => pool,
            Scheduler::OneThread(own) => {
                match name {
                    "thread_cache_size" => own.set_cache_size(number(value)),
                    "wait_timeout" => own.set_wait_timeout(long.saturating_mul(NS_PER_S)),
                    _ => {}
                }
                return;
            }
        };
        let most = u32::try_from(pool.groups.len()).unwrap_or(u32::MAX);
        let set = &mut pool.set;
        match name {
            "thread_pool_size" => set.size = number(value).clamp(1, most),
            "thread_pool_max_threads" => set.max_threads = number(value),
            "thread_pool_oversubscribe" => set.oversubscribe = number(value),
            "thread_pool_idle_timeout" => set.idle_timeout_ns = long.saturating_mul(NS_PER_S),
            "thread_pool_prio_kickup_timer" => {
                set.prio_kickup_timer_ns = long.saturating_mul(NS_PER_MS)
            }
            "thread_pool_high_prio_tickets" => set.high_prio_tickets = long,
            "wait_timeout" => set.wait_timeout_ns = long.saturating_mul(NS_PER_S),
            "thread_pool_exact_stats" => set.exact_stats = value.as_bool().unwrap_or(false),
            "thread_pool_dedicated_listener" => {
                set.dedicated_listener = value.as_bool().unwrap_or(false)
            }
            "thread_pool_priority" => {
                set.priority = match value.as_str() {
                    Some("high") => PoolPriority::High,
                    Some("low") => PoolPriority::Low,
                    _ => PoolPriority::Auto,
                }
            }
            "thread_pool_high_prio_mode" => {
                set.high_prio_mode = match value.as_str() {
                    Some("statements") => HighPrioMode::Statements,
                    Some("none") => HighPrioMode::None,
                    _ => HighPrioMode::Transactions,
                }
            }
            "thread_pool_stall_limit" => {
                set.stall_limit_ns = long.saturating_mul(NS_PER_MS);
                // The timer wakes, checks nothing, and starts a fresh sleep of the new length.
                let at = self.state.k.now_ns.saturating_add(set.stall_limit_ns);
                self.schedule_timer(at);
            }
            _ => {}
        }
    }
}
