//! Connections: assigned to the groups in turn, logged in by dedicated threads, armed again. Source: MySQL
//! manual, "Thread Pool Operation" (round robin) and "The tp_thread_group_state Table" (at most four connect
//! threads per group, which end when idle); for 9.7 the plugin's connect handlers.

use crate::event::EventKind;
use crate::ids::{ConnectionIndex, GroupId, NS_PER_S, ThreadId, TimeNs};
use crate::kernel::{ConnectionStatus, Kernel, ThreadState};
use crate::life::Place;
use crate::reason::{StartedVia, Trigger, WaitReason};
use crate::scenario::SIZE;
use crate::scheduler::oracle::Oracle;
use crate::scheduler::{Decision, WAIT_TIMEOUT};

/// A connect handler that is not permanent exits after this long.
const HANDLER_IDLE_NS: TimeNs = 60 * NS_PER_S;

impl Oracle {
    /// The next group in turn.
    pub(super) fn deal(&mut self, k: &mut Kernel, conn: ConnectionIndex) -> GroupId {
        let g = self.next_group;
        self.next_group = GroupId((g.0 + 1) % self.set.number(SIZE).max(1));
        k.conns[conn].group = g;
        self.groups[g].conns += 1;
        self.own[g].stats.connections_started += 1;
        g
    }

    /// A new connection queues for a connect handler of its group.
    pub(super) fn accept(&mut self, k: &mut Kernel, conn: ConnectionIndex) {
        let g = self.deal(k, conn);
        let c = &mut k.conns[conn];
        c.status = ConnectionStatus::ThreadWait;
        k.place(conn, Place::ThreadWait, WaitReason::LoginPending);
        let size = self.set.number(SIZE).max(1);
        let most = if self.v9 {
            160_u32.div_ceil(size).max(5)
        } else {
            4
        };
        let own = &mut self.own[g];
        own.connecting.push_back(conn);
        if let Some(handler) = own.handlers_asleep.pop() {
            k.wake(handler, Trigger::Login);
        } else if own.handlers < most {
            own.handlers += 1;
            let handlers = own.handlers;
            let handler = k.spawn(g, handlers, Trigger::Login);
            k.threads[handler].connects = true;
            self.seat(handler);
        }
        k.touch(g);
    }

    /// A connect handler was created or woken, or has slept for its limit.
    pub(super) fn handler_event(&mut self, k: &mut Kernel, thread: ThreadId) -> Decision {
        if k.threads[thread].state != ThreadState::Idle {
            return self.next_login(k, thread);
        }
        let g = k.threads[thread].group;
        let own = &mut self.own[g];
        if self.v9 && own.handlers == 1 {
            return Decision::Park;
        }
        own.handlers_asleep.retain(|t| *t != thread);
        own.handlers -= 1;
        let handlers = own.handlers;
        k.exit(thread, handlers, HANDLER_IDLE_NS);
        Decision::Park
    }

    /// The handler logs in the first in the queue, or sleeps.
    pub(super) fn next_login(&mut self, k: &mut Kernel, thread: ThreadId) -> Decision {
        let g = k.threads[thread].group;
        let own = &mut self.own[g];
        if let Some(conn) = own.connecting.pop_front() {
            let via = StartedVia::OwnThread;
            return Decision::Execute { conn, via };
        }
        own.handlers_asleep.push(thread);
        k.set_thread(thread, ThreadState::Idle);
        let at = k.now_ns.saturating_add(HANDLER_IDLE_NS);
        k.schedule(k.slots.thread(thread), at);
        Decision::Park
    }

    /// One-shot registration with the group's poll set.
    pub(super) fn arm(&mut self, k: &mut Kernel, conn: ConnectionIndex) {
        let c = &mut k.conns[conn];
        c.status = ConnectionStatus::Armed;
        c.since_ns = k.now_ns;
        let (g, next) = (c.group, c.behind.pop_front());
        self.arm_timeout(k, conn);
        if let Some(next) = next {
            k.conns[conn].current = Some(next);
            k.socket_ready(conn, g, self.groups[g].listener);
        }
        k.touch(g);
    }

    pub(super) fn arm_timeout(&mut self, k: &mut Kernel, conn: ConnectionIndex) {
        let deadline = k.now_ns.saturating_add(self.set.limit_ns(WAIT_TIMEOUT));
        k.conns[conn].idle_deadline_ns = deadline;
        self.next_timeout_check_ns = self.next_timeout_check_ns.min(deadline);
    }

    /// Shuts the sockets of clients that have been idle for wait_timeout.
    pub(super) fn check_idle_clients(&mut self, k: &mut Kernel) {
        let mut next = TimeNs::MAX;
        for conn in k.conns.indices() {
            let c = &mut k.conns[conn];
            if !c.awaits_command() || c.thread != ThreadId::NONE {
                continue;
            }
            if c.idle_deadline_ns > k.now_ns {
                next = next.min(c.idle_deadline_ns);
                continue;
            }
            c.killed = true;
            let (g, connection, idle_ns) = (c.group, c.id, k.now_ns - c.since_ns);
            k.emit(|| EventKind::IdleClientKilled {
                connection,
                group: Some(g),
                idle_ns,
            });
            k.socket_ready(conn, g, self.groups[g].listener);
            self.ensure_thread(k, g);
            k.touch(g);
        }
        self.next_timeout_check_ns = next;
    }
}
