//! `SET GLOBAL` of the plugin's variables.
//! Source: MySQL manual, "Server System Variables".

use crate::ids::{NS_PER_MS, NS_PER_S, TimeNs};
use crate::json::Value;
use crate::scheduler::number;
use crate::scheduler::oracle::{CHECK_NS, Oracle};

impl Oracle {
    pub(super) fn set_global(&mut self, name: &str, value: &Value) -> Option<TimeNs> {
        let set = &mut self.set;
        let long = value.as_u64().unwrap_or(0);
        match name {
            "thread_pool_stall_limit" => set.stall_limit_ns = long.saturating_mul(CHECK_NS),
            "thread_pool_prio_kickup_timer" => {
                set.prio_kickup_timer_ns = long.saturating_mul(NS_PER_MS)
            }
            "thread_pool_max_unused_threads" => set.max_unused_threads = number(value),
            "thread_pool_max_active_query_threads" => set.max_active_query_threads = number(value),
            "thread_pool_max_transactions_limit" => set.max_transactions_limit = number(value),
            "thread_pool_query_threads_per_group" => set.query_threads_per_group = number(value),
            "thread_pool_transaction_delay" => {
                set.transaction_delay_ns = long.saturating_mul(NS_PER_MS)
            }
            "thread_pool_longrun_trx_limit" => {
                set.longrun_trx_limit_ns = long.saturating_mul(NS_PER_MS)
            }
            "thread_pool_high_priority_connection" => {
                set.high_priority_connection = value.as_bool().unwrap_or(false)
            }
            "wait_timeout" => set.wait_timeout_ns = long.saturating_mul(NS_PER_S),
            _ => {}
        }
        None
    }
}
