//! Connections in the pool: accepted, armed again after each request, moved between groups.
//! Source: scheduler rules, sections 1, 1.1 and 2.7.

use crate::event::EventKind;
use crate::ids::{ConnectionIndex, GroupId, ThreadId};
use crate::kernel::{ConnectionStatus, Kernel};
use crate::reason::{Lane, LaneReason, StartedVia, Trigger};
use crate::scenario::{Port, SIZE};
use crate::scheduler::pool::{Pool, TICKETS};
use crate::scheduler::{Decision, ThreadScheduler};

impl Pool {
    /// `connection id mod thread_pool_size`.
    pub(super) fn group_of(&self, k: &Kernel, conn: ConnectionIndex) -> GroupId {
        k.conns[conn].id.group(self.set.number(SIZE))
    }

    /// A new connection goes straight into its group's queue; a thread is requested only if none is active.
    pub(super) fn accept(&mut self, k: &mut Kernel, conn: ConnectionIndex) {
        let g = self.group_of(k, conn);
        self.groups[g].conns += 1;
        let c = &mut k.conns[conn];
        c.group = g;
        c.tickets = self.set.number(TICKETS);
        let admin = c.port == Port::Admin;
        self.enqueue(k, conn);
        if self.groups[g].active == 0 || admin {
            self.wake_or_create(k, g, Trigger::Connect, Some(conn));
        }
    }

    /// The connection's socket becomes readable because it is shut; the first thread to find it tears it
    /// down.
    pub(super) fn shut(&mut self, k: &mut Kernel, conn: ConnectionIndex) {
        k.conns[conn].priority = (Lane::High, LaneReason::Killed);
        self.readable(k, conn);
    }

    /// A request or login has ended: set the next priority, arm the socket again, look for work.
    pub(super) fn over(
        &mut self,
        k: &mut Kernel,
        thread: ThreadId,
        conn: ConnectionIndex,
    ) -> Decision {
        let c = &mut k.conns[conn];
        self.rules.request_over(c, &self.set);
        if c.buffered
            && let Some(next) = c.behind.pop_front()
        {
            c.current = Some(next);
            return Decision::Execute {
                conn,
                via: StartedVia::BufferedData,
            };
        }
        self.arm(k, conn);
        let deadline = k.now_ns.saturating_add(self.terms.idle_ns);
        k.threads[thread].idle_deadline_ns = deadline;
        k.touch(k.threads[thread].group);
        self.fetch(k, thread)
    }

    // One-shot registration: at most one readiness event, then none until armed again.
    fn arm(&mut self, k: &mut Kernel, conn: ConnectionIndex) {
        if self.resized {
            self.follow_size(k, conn);
        }
        let c = &mut k.conns[conn];
        c.status = ConnectionStatus::Armed;
        c.since_ns = k.now_ns;
        self.arm_timeout(c);
        if let Some(next) = c.behind.pop_front() {
            c.current = Some(next);
            let g = c.group;
            k.socket_ready(conn, g, self.groups[g].listener);
            k.touch(g);
        }
    }

    // thread_pool_size may have changed; the connection moves when it is armed.
    fn follow_size(&mut self, k: &mut Kernel, conn: ConnectionIndex) {
        let to = self.group_of(k, conn);
        let from = k.conns[conn].group;
        if from == to {
            return;
        }
        self.groups[from].conns -= 1;
        self.groups[to].conns += 1;
        k.conns[conn].group = to;
        let connection = k.conns[conn].id;
        k.emit(|| EventKind::GroupChanged {
            connection,
            from,
            to,
        });
        if self.groups[to].threads == 0 {
            self.create(k, to, Trigger::GroupChange, None);
        }
    }
}
