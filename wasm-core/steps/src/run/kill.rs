//! `KILL` of a connection, or of its statement.
//!
//! The rule in words. KILL CONNECTION marks the session and shuts its socket for reading, and whoever it runs on
//! notices. One that is idle becomes readable by that: as any request it must be read, queued (with high priority in
//! MariaDB) and given to a thread, which then rolls back, releases what it held and tears it down. Until then all its
//! locks stay. The same holds where a request of it lies on the socket or in a queue: it keeps its place there. A
//! statement that is on a thread ends at its next look: at once on CPU, or in a wait that can be interrupted (sleep,
//! locks, network); after it in one that cannot (disk, log, a mutex). Then the thread itself tears the session down.
//! KILL QUERY ends the statement that is on a thread in the same way, without an answer; the session goes on with its
//! transaction open, and where no statement is on a thread there is nothing to end.
//!
//! Source: scheduler rules, sections 2.7 and 10, item 10; MariaDB documentation, "KILL"; measured on MariaDB 10.11: the
//! KILL of a lock's holder in a group without a listener and without a thread to spare has no effect until one comes.

use crate::event::EventKind;
use crate::ids::{ConnectionIndex, Index, ThreadId};
use crate::kernel::{Activity, ConnectionStatus};
use crate::reason::{Lane, LaneReason, WaitKind};
use crate::run::{Plan, State};
use crate::scenario::Kill;
use crate::scheduler::Decision;

// Ends early when the session is killed.
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
    /// A KILL is due.
    pub(super) fn kill(&mut self, plan: &Plan, kill: Kill) {
        let Some(place) = plan
            .conns
            .iter()
            .position(|c| c.settings.id == kill.connection)
        else {
            return;
        };
        let conn = ConnectionIndex::nth(place);
        let c = &mut self.k.conns[conn];
        let (connection, group) = (c.id, c.group.named());
        let gone = matches!(
            c.status,
            ConnectionStatus::Unborn | ConnectionStatus::Closed
        );
        if kill.query {
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
            _ => {}
        }
    }

    // The statement on the connection's thread looks up, if it can.
    fn interrupt(&mut self, conn: ConnectionIndex) {
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
            _ => {}
        }
    }

    /// Whether the statement on the connection's thread is to end.
    #[inline]
    pub(super) fn is_killed(&self, conn: ConnectionIndex) -> bool {
        let c = &self.k.conns[conn];
        c.killed || c.query_killed
    }

    /// The statement ends without an answer; with a connection that was killed, its session.
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
