//! What takes a request off the CPU for an unknown time: locks and asynchronous commits.

use crate::event::EventKind;
use crate::ids::{ConnectionIndex, RequestId, ThreadId, TimeNs};
use crate::kernel::{Activity, ConnectionStatus, Released};
use crate::life::Place;
use crate::reason::{WaitKind, WaitReason};
use crate::record::SegmentWhy;
use crate::scheduler::Decision;
use crate::sim::{Plan, State};

impl State {
    /// Joins the line for a lock that another holds; a reported wait.
    pub(in crate::sim) fn wait_for_lock(
        &mut self,
        plan: &Plan,
        thread: ThreadId,
        conn: ConnectionIndex,
        (lock, holder): (u32, RequestId),
        kind: WaitKind,
    ) {
        // Threads that wait for a lock are outside InnoDB.
        self.innodb_leave(conn);
        let k = &mut self.k;
        let request = k.conns[conn].request();
        let group = k.threads[thread].group.named();
        k.emit(|| EventKind::LockWait {
            request,
            thread,
            group,
            lock: plan.locks[lock as usize].clone(),
            holder,
        });
        k.place(
            conn,
            Place::Lock { lock },
            SegmentWhy::Fixed(WaitReason::LockHeld { lock, holder }),
        );
        k.locks.all[lock as usize].waiters.push_back(thread);
        let t = &mut k.threads[thread];
        t.activity = Activity::Lock { lock, kind };
        t.step_start_ns = k.now_ns;
        t.step_length_ns = 0;
        if let Some(timeout_ns) = self.lock_timeout_ns {
            let k = &mut self.k;
            k.schedule(k.slots.thread(thread), k.now_ns.saturating_add(timeout_ns));
        }
        self.with(conn, |s, k| s.wait_begin(k, thread, kind));
    }

    /// A wait for a lock is over: it was handed on, or the time was up.
    pub(in crate::sim) fn lock_wait_over(
        &mut self,
        plan: &Plan,
        thread: ThreadId,
        conn: ConnectionIndex,
        lock: u32,
    ) -> Option<Decision> {
        let k = &mut self.k;
        let request = k.conns[conn].request();
        let group = k.threads[thread].group.named();
        let holder = k.locks.all[lock as usize].holder;
        let name = || plan.locks[lock as usize].clone();
        if holder.is_some_and(|(holder, _)| holder == conn) {
            k.emit(|| EventKind::LockTaken {
                request,
                group,
                lock: name(),
            });
            self.wait_over(thread, conn);
            self.innodb_return(conn);
            return self.proceed(plan, thread);
        }
        k.locks.leave(lock, thread);
        #[cfg(feature = "start")]
        if self.is_killed(conn) {
            self.wait_over(thread, conn);
            return Some(self.end_killed(plan, thread, conn));
        }
        let k = &mut self.k;
        let waited_ns = k.now_ns - k.threads[thread].step_start_ns;
        k.emit(|| EventKind::LockTimedOut {
            request,
            group,
            lock: name(),
            waited_ns,
        });
        self.wait_over(thread, conn);
        Some(self.finish(plan, thread, conn, true))
    }

    /// Releases a lock; the thread that waits longest has it next.
    pub(in crate::sim) fn unlock(
        &mut self,
        plan: &Plan,
        thread: ThreadId,
        conn: ConnectionIndex,
        lock: u32,
    ) {
        let k = &mut self.k;
        let request = k.conns[conn].request();
        let group = k.threads[thread].group.named();
        let released = k.locks.release(lock, conn);
        if released != Released::NotHeld {
            k.emit(|| EventKind::LockReleased {
                request,
                group,
                lock: plan.locks[lock as usize].clone(),
            });
        }
        if let Released::Next(next) = released {
            let heir = k.threads[next].conn;
            let request = k.conns[heir].request();
            k.locks.all[lock as usize].holder = Some((heir, request));
            k.schedule(k.slots.thread(next), k.now_ns + k.latency.thread_wake_ns);
        }
    }

    /// Takes a request off its thread until its completion. False if this server cannot.
    pub(in crate::sim) fn suspend(
        &mut self,
        thread: ThreadId,
        conn: ConnectionIndex,
        length_ns: TimeNs,
    ) -> bool {
        if !self.with(conn, |s, _| s.suspends()) {
            return false;
        }
        let k = &mut self.k;
        let group = k.threads[thread].group.named();
        let request = k.conns[conn].request();
        k.emit(|| EventKind::Suspended {
            request,
            thread,
            group,
        });
        k.place(
            conn,
            Place::Suspended,
            SegmentWhy::Fixed(WaitReason::Suspended),
        );
        let c = &mut k.conns[conn];
        c.status = ConnectionStatus::Suspended;
        c.thread = ThreadId::NONE;
        k.threads[thread].conn = ConnectionIndex::NONE;
        k.schedule(k.slots.completion(conn), k.now_ns.saturating_add(length_ns));
        true
    }

    /// A suspended request's completion came, or an armed connection's own timer.
    pub(in crate::sim) fn completion(&mut self, conn: ConnectionIndex) {
        let k = &mut self.k;
        let c = &k.conns[conn];
        if c.status == ConnectionStatus::Armed {
            return self.with(conn, |s, k| s.client_idle(k, conn));
        }
        let (request, group) = (c.request(), c.group.named());
        k.emit(|| EventKind::Resumed { request, group });
        self.with(conn, |s, k| s.resumed(k, conn));
    }
}
