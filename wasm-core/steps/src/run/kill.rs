//! `KILL` of a connection, or of its statement.
//!
//! The rule in words. KILL CONNECTION marks the session and shuts its socket for reading. An idle connection becomes
//! readable by that: like any request, this event must be read, queued (with high priority in MariaDB) and given to a
//! thread, which then rolls back, releases its locks and tears the session down. Until then all its locks stay. The
//! same holds if a request of it is on the socket or in a queue: it keeps its place there. A statement on a thread
//! ends at its next check: at once on CPU, or in a wait that can be interrupted (sleep, locks, network); after the
//! wait in one that can't (disk, log, a mutex). Then the thread itself tears the session down. KILL QUERY ends the
//! statement on a thread in the same way, without an answer; the session continues with its transaction open. Without
//! a statement on a thread there is nothing to end.
//!
//! Source: scheduler rules, sections 2.7 and 10, item 10; MariaDB documentation, "KILL"; measured on MariaDB 10.11:
//! killing a lock's holder in a group with no listener and no spare thread has no effect until a thread becomes free.

use crate::event::EventKind;
use crate::ids::{ConnectionIndex, ThreadId};
use crate::kernel::{Activity, ConnectionStatus};
use crate::reason::{Lane, LaneReason, WaitKind};
use crate::run::{Plan, State};
use crate::scheduler::Decision;

// Whether a kill ends this wait early.
fn can_be_interrupted(kind: WaitKind) -> bool {
    match kind {
        WaitKind::Sleep
        | WaitKind::RowLock
        | WaitKind::GlobalLock
        | WaitKind::MetaDataLock
        | WaitKind::TableLock
        | WaitKind::UserLock
        | WaitKind::Net => true,
        WaitKind::Unknown
        | WaitKind::Diskio
        | WaitKind::Binlog
        | WaitKind::GroupCommit
        | WaitKind::Sync => false,
    }
}

impl State {
    /// KILL CONNECTION, or KILL QUERY.
    pub(super) fn kill_connection(&mut self, conn: ConnectionIndex, query: bool) {
        let c = &mut self.k.conns[conn];
        let (connection, group) = (c.id, c.group.named());
        let gone = matches!(
            c.status,
            ConnectionStatus::Unborn | ConnectionStatus::Closed
        );
        if query {
            if c.status == ConnectionStatus::Executing && !c.login && !c.killed && !c.query_killed {
                c.query_killed = true;
                self.k.emit(|| EventKind::QueryKilled { connection, group });
                self.interrupt(conn);
            }
            return;
        }
        if gone || c.killed {
            return;
        }
        c.killed = true;
        c.priority = (Lane::High, LaneReason::Killed);
        let status = c.status;
        self.k
            .emit(|| EventKind::ConnectionKilled { connection, group });
        match status {
            ConnectionStatus::Armed => self.with(conn, |s, k| s.kill(k, conn)),
            ConnectionStatus::Executing => self.interrupt(conn),
            // Its next turn on a thread tears it down.
            ConnectionStatus::Ready
            | ConnectionStatus::Queued(_)
            | ConnectionStatus::ThreadWait
            | ConnectionStatus::Suspended
            | ConnectionStatus::Unborn
            | ConnectionStatus::Closed => {}
        }
    }

    // The statement on the connection's thread notices the kill, if it can.
    pub(super) fn interrupt(&mut self, conn: ConnectionIndex) {
        let k = &mut self.k;
        let thread = k.conns[conn].thread;
        let now_ns = k.now_ns;
        match k.threads[thread].activity {
            Activity::Cpu if k.run_queue.is_some() => {
                let t = &mut k.threads[thread];
                t.cpu_left_ns = t.stretch_ns;
                k.schedule(k.slots.thread(thread), now_ns);
            }
            Activity::Runnable => k.threads[thread].cpu_left_ns = 0,
            Activity::Cpu if k.cores.count.is_some() => {
                k.cores.cut(thread, now_ns);
                self.schedule_cores();
            }
            Activity::Cpu => k.schedule(k.slots.thread(thread), now_ns),
            Activity::Wait(kind) | Activity::Lock { kind, .. } | Activity::Row { kind, .. }
                if can_be_interrupted(kind) =>
            {
                let at_ns = now_ns + k.latency.thread_wake_ns;
                k.schedule(k.slots.thread(thread), at_ns);
            }
            Activity::Wait(_)
            | Activity::Lock { .. }
            | Activity::Row { .. }
            | Activity::None
            | Activity::Unreported
            | Activity::Latch
            | Activity::HoldsLatch
            | Activity::InnodbWait { .. } => {}
        }
    }

    /// Whether the statement on the connection's thread must end.
    #[inline]
    pub(super) fn is_killed(&self, conn: ConnectionIndex) -> bool {
        let c = &self.k.conns[conn];
        c.killed || c.query_killed
    }

    /// Ends the statement without an answer, and the session too if the connection was killed.
    pub(super) fn end_killed(
        &mut self,
        plan: &Plan,
        thread: ThreadId,
        conn: ConnectionIndex,
    ) -> Decision {
        let c = &mut self.k.conns[conn];
        if c.killed {
            self.innodb_leave(conn);
            return self.tear_down(plan, thread, conn);
        }
        c.query_killed = false;
        self.finish(plan, thread, conn, true)
    }
}
