//! The pool at the start from a state: its counters are derived from the threads and connections in the kernel.

use crate::ids::{GroupId, ThreadId, TimeNs};
use crate::kernel::{Activity, ConnectionStatus, Kernel, ThreadState};
use crate::reason::{Lane, LaneReason};
use crate::scenario::{Micros, Port, SIZE};
use crate::scheduler::pool::{Pool, STALL_LIMIT, TICKETS};
use crate::scheduler::{Resumed, WAIT_TIMEOUT};

impl Pool {
    pub(super) fn go_on(&mut self, k: &mut Kernel, from: &Resumed<'_>) {
        let state = from.state;
        let at_ns = k.now_ns;
        self.resized = true;
        self.tick_ns = state.last_tick_us.map_or(at_ns, Micros::ns);
        self.blocked_since_ns = state.blocked_since_us.map(Micros::ns);
        self.blocked_reported = state.blocked_reported;
        for thread in &from.threads {
            self.take_thread(k, *thread);
        }
        for given in &state.groups {
            let group = &mut self.groups[GroupId(given.group_id)];
            group.stalled = given.is_stalled;
            group.last_create_ns = given.last_thread_creation_us.map(Micros::ns);
            group.io_seen = given.io_event_count;
            group.dequeue_tries = given.queue_event_count;
        }
        for (g, lane, conn) in &from.queued {
            let group = &mut self.groups[*g];
            match lane {
                Lane::High => group.high.push_back(*conn),
                Lane::Low => group.low.push_back(*conn),
            }
        }
        self.take_conns(k, from);
        for g in self.groups.indices() {
            let missing = state.groups.iter().all(|given| given.group_id != g.0);
            if missing && g.0 < self.set.number(SIZE) {
                let listener = k.add_thread(g, ThreadState::Listening);
                self.take_thread(k, listener);
            }
            self.threads_changed(k, g);
            k.touch(g);
        }
    }

    fn take_thread(&mut self, k: &Kernel, thread: ThreadId) {
        let t = &k.threads[thread];
        let group = &mut self.groups[t.group];
        group.threads += 1;
        self.workers += 1;
        match t.state {
            ThreadState::Listening => group.listener = thread,
            ThreadState::Idle => group.idle.push(thread),
            ThreadState::Starting => {
                group.starting += 1;
                group.creating += 1;
                group.active += 1;
            }
            ThreadState::Waking => group.starting += 1,
            _ => match t.activity {
                Activity::Wait(_) | Activity::Lock { .. } | Activity::Row { .. } => {
                    group.waiting += 1;
                }
                _ => group.active += 1,
            },
        }
    }

    fn take_conns(&mut self, k: &mut Kernel, from: &Resumed<'_>) {
        let limit_ns = self.set.limit_ns(WAIT_TIMEOUT);
        for conn in k.conns.indices() {
            let c = &mut k.conns[conn];
            let gone = matches!(
                c.status,
                ConnectionStatus::Unborn | ConnectionStatus::Closed
            );
            if gone || c.port == Port::Extra {
                continue;
            }
            let given = from.given[conn];
            self.groups[c.group].conns += 1;
            let tickets = given.and_then(|t| t.high_prio_tickets);
            let tickets = tickets.map(|left| u32::try_from(left).unwrap_or(u32::MAX));
            c.tickets = tickets.unwrap_or(self.set.number(TICKETS));
            let login = c.priority;
            self.rules.request_over(c, &self.set);
            if c.killed {
                c.priority = (Lane::High, LaneReason::Killed);
            } else if c.login {
                c.priority = login;
            }
            // It may have been chosen under another transaction state or thread_pool_priority.
            if let Some(decided) = given.and_then(|t| t.priority) {
                c.priority = decided;
            }
            let by_limit = self.stamp(c.since_ns).saturating_add(limit_ns);
            let deadline = given.and_then(|t| t.idle_until_us);
            c.idle_deadline_ns = deadline.map_or(by_limit, Micros::ns);
            self.next_timeout_check_ns = self.next_timeout_check_ns.min(c.idle_deadline_ns);
        }
    }

    // Like `arm_timeout`, with the true time instead of the coarse clock.
    fn stamp(&self, since_ns: TimeNs) -> TimeNs {
        since_ns.saturating_add(self.set.ns(STALL_LIMIT))
    }
}
