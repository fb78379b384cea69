//! Waits of unknown length: locks, including those of rows, and asynchronous commits.

use crate::event::EventKind;
use crate::ids::{ConnectionIndex, GroupId, RequestId, ThreadId, TimeNs};
use crate::kernel::{Activity, ConnectionStatus, Released};
use crate::life::Place;
use crate::reason::{WaitKind, WaitReason};
use crate::run::{Plan, State};
use crate::scheduler::Decision;

/// A lock by its index in the plan, or a row's.
#[derive(Clone, Copy)]
pub enum Lock {
    Named(u32),
    Row(u32),
}

impl Lock {
    fn name(self, plan: &Plan) -> String {
        match self {
            Lock::Named(lock) => plan.locks[lock as usize].clone(),
            Lock::Row(row) => format!("row {row}"),
        }
    }
}

impl State {
    fn holder(&self, lock: Lock) -> Option<(ConnectionIndex, RequestId)> {
        match lock {
            Lock::Named(lock) => self.k.locks.all[lock as usize].holder,
            Lock::Row(row) => self.k.rows.holder(row),
        }
    }

    /// The request that took this lock.
    pub fn taker(&self, lock: Lock) -> Option<RequestId> {
        self.holder(lock).map(|(_, request)| request)
    }

    fn asking(&self, thread: ThreadId, conn: ConnectionIndex) -> (RequestId, Option<GroupId>) {
        let k = &self.k;
        (k.conns[conn].request(), k.threads[thread].group.named())
    }

    pub fn lock_taken(&mut self, plan: &Plan, thread: ThreadId, conn: ConnectionIndex, lock: Lock) {
        let (request, group) = self.asking(thread, conn);
        self.k.emit(|| EventKind::LockTaken {
            request,
            group,
            lock: lock.name(plan),
        });
    }

    /// `taker`: the request that took it, which may have been answered since.
    pub fn lock_released(
        &mut self,
        plan: &Plan,
        thread: ThreadId,
        conn: ConnectionIndex,
        lock: Lock,
        taker: Option<RequestId>,
    ) {
        let (asking, group) = self.asking(thread, conn);
        let has_request = asking != RequestId::NONE;
        let request = if has_request {
            asking
        } else {
            taker.unwrap_or(asking)
        };
        self.k.emit(|| EventKind::LockReleased {
            request,
            group,
            lock: lock.name(plan),
        });
    }

    /// Queues for a lock that another holds, as a reported wait. Some: waiting for this row would be a
    /// deadlock, so the request is refused.
    pub fn wait_for_lock(
        &mut self,
        plan: &Plan,
        thread: ThreadId,
        conn: ConnectionIndex,
        lock: Lock,
        kind: WaitKind,
    ) -> Option<Decision> {
        // Threads that wait for a lock are outside InnoDB.
        self.innodb_leave(conn);
        let (request, group) = self.asking(thread, conn);
        let holder = self.holder(lock).map_or(request, |(_, request)| request);
        let timeout_ns = self.lock_timeout_ns;
        let timeout_ns = self.waiting.lock_limit_ns(kind, timeout_ns);
        let k = &mut self.k;
        let (listed, activity) = match lock {
            Lock::Named(lock) => (lock, Activity::Lock { lock, kind }),
            Lock::Row(row) => {
                if k.rows.closes_circle(row, conn, &k.threads, &k.conns) {
                    k.emit(|| EventKind::Deadlock {
                        request,
                        group,
                        lock: lock.name(plan),
                        holder,
                    });
                    return Some(self.lock_refused(plan, thread, conn, lock));
                }
                (plan.row_locks, Activity::Row { row, kind })
            }
        };
        k.emit(|| EventKind::LockWait {
            request,
            thread,
            group,
            lock: lock.name(plan),
            holder,
        });
        let lock_held = WaitReason::LockHeld {
            lock: listed,
            holder,
        };
        let place = Place::Lock { lock: listed };
        k.place(conn, place, lock_held);
        match lock {
            Lock::Named(lock) => k.locks.all[lock as usize].waiters.push_back(thread),
            Lock::Row(row) => k.rows.wait(row, thread),
        }
        k.threads[thread].does(activity, k.now_ns, 0);
        if let Some(timeout_ns) = timeout_ns {
            k.schedule(k.slots.thread(thread), k.now_ns.saturating_add(timeout_ns));
        }
        self.with(conn, |s, k| s.wait_begin(k, thread, kind));
        self.look_later(conn, self.k.now_ns);
        None
    }

    /// A wait for a lock has ended: the lock was handed over, or the wait was given up after a time-out or a
    /// kill.
    pub fn lock_wait_over(
        &mut self,
        plan: &Plan,
        thread: ThreadId,
        conn: ConnectionIndex,
        lock: Lock,
    ) -> Option<Decision> {
        if self.holder(lock).is_some_and(|(holder, _)| holder == conn) {
            if let Lock::Row(row) = lock {
                self.k.conns[conn].rows.push(row);
            }
            self.lock_taken(plan, thread, conn, lock);
            self.wait_over(thread, conn);
            self.innodb_return(conn);
            return self.proceed(plan, thread);
        }
        match lock {
            Lock::Named(lock) => self.k.locks.leave(lock, thread),
            Lock::Row(row) => self.k.rows.leave(row, thread),
        }
        if self.is_killed(conn) {
            self.wait_over(thread, conn);
            return Some(self.end_killed(plan, thread, conn));
        }
        let (request, group) = self.asking(thread, conn);
        let k = &mut self.k;
        let waited_ns = k.now_ns - k.threads[thread].step_start_ns;
        k.emit(|| EventKind::LockTimedOut {
            request,
            group,
            lock: lock.name(plan),
            waited_ns,
        });
        self.wait_over(thread, conn);
        Some(self.lock_refused(plan, thread, conn, lock))
    }

    // Fails the request, and for a row its transaction too.
    fn lock_refused(
        &mut self,
        plan: &Plan,
        thread: ThreadId,
        conn: ConnectionIndex,
        lock: Lock,
    ) -> Decision {
        if let Lock::Row(_) = lock {
            let k = &mut self.k;
            k.load.transact(&mut k.conns[conn], false);
        }
        self.finish(plan, thread, conn, true)
    }

    /// Releases a lock; the longest waiter gets it next.
    pub fn unlock(&mut self, plan: &Plan, thread: ThreadId, conn: ConnectionIndex, lock: u32) {
        let taker = self.taker(Lock::Named(lock));
        let released = self.k.locks.release(lock, conn);
        if released != Released::NotHeld {
            self.lock_released(plan, thread, conn, Lock::Named(lock), taker);
        }
        if let Released::Next(next) = released {
            self.hand_over(lock, next);
        }
    }

    /// The lock goes to a thread that waited for it.
    pub fn hand_over(&mut self, lock: u32, next: ThreadId) {
        let k = &mut self.k;
        let heir = k.threads[next].conn;
        let request = k.conns[heir].request();
        k.locks.all[lock as usize].holder = Some((heir, request));
        k.schedule(k.slots.thread(next), k.now_ns + k.latency.thread_wake_ns);
    }

    /// Takes a request off its thread until its completion. False if this server can't.
    pub fn suspend(&mut self, thread: ThreadId, conn: ConnectionIndex, length_ns: TimeNs) -> bool {
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
        k.place(conn, Place::Suspended, WaitReason::Suspended);
        let c = &mut k.conns[conn];
        c.status = ConnectionStatus::Suspended;
        c.thread = ThreadId::NONE;
        k.threads[thread].conn = ConnectionIndex::NONE;
        k.schedule(k.slots.completion(conn), k.now_ns.saturating_add(length_ns));
        true
    }

    /// The completion of a suspended request, or an armed connection's own timer.
    pub fn completion(&mut self, conn: ConnectionIndex) {
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
