//! `SET GLOBAL` of the pool's variables.
//! Source: scheduler rules, sections 1.1, 2.6, 2.9, 3.7.

use crate::ids::{NS_PER_MS, NS_PER_S, TimeNs};
use crate::json::Value;
use crate::scenario::{HighPrioMode, PoolPriority};
use crate::scheduler::{number, pool::Pool};

impl Pool {
    pub(super) fn set_global(&mut self, name: &str, value: &Value) -> Option<TimeNs> {
        let long = value.as_u64().unwrap_or(0);
        let most = u32::try_from(self.groups.len()).unwrap_or(u32::MAX);
        let set = &mut self.set;
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
            "thread_pool_priority" => set.priority = PoolPriority::named(value.as_str()),
            "thread_pool_high_prio_mode" => {
                set.high_prio_mode = HighPrioMode::named(value.as_str())
            }
            "thread_pool_stall_limit" => {
                // The timer wakes, checks nothing, and starts a fresh sleep of the new length.
                set.stall_limit_ns = long.saturating_mul(NS_PER_MS);
                return Some(set.stall_limit_ns);
            }
            _ => {}
        }
        None
    }
}
