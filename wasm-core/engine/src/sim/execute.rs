//! Executes statements step by step on the threads that the scheduler gives them.

use crate::event::EventKind;
use crate::ids::{ConnIndex, GroupId, NS_PER_US, ThreadId, TimeNs};
use crate::kernel::{Activity, ConnStatus, NONE, ThreadState};
use crate::life::Place;
use crate::reason::{StartedVia, WaitKind, WaitReason};
use crate::record::SegmentWhy;
use crate::scheduler::Decision;
use crate::sim::Sim;
use crate::sim::plan::StepPlan;

/// SLEEP() with less than this returns at once (scheduler rules, section 5).
const SLEEP_MIN_NS: TimeNs = 10 * NS_PER_US;

/// Statement steps without any length that one engine step goes through at most.
const ACTIONS_MAX: u32 = 4_096;

pub(super) fn named(group: GroupId) -> Option<GroupId> {
    (group != NONE).then_some(group)
}

impl Sim {
    pub(super) fn thread_event(&mut self, thread: ThreadId) {
        let t = &self.state.k.threads[thread as usize];
        let decision = if t.state == ThreadState::Executing {
            self.step_over(thread)
        } else if t.group == NONE {
            let conn = t.conn;
            if conn == NONE {
                return;
            }
            Some(self.with(conn, |s, k| s.thread_event(k, thread)))
        } else {
            let k = &mut self.state.k;
            Some(self.state.scheduler.get_mut().thread_event(k, thread))
        };
        if let Some(decision) = decision {
            self.carry_out(thread, decision);
        }
        self.leave_core();
    }

    // The thread does what was decided, and what is decided after that, until it blocks or parks.
    pub(super) fn carry_out(&mut self, thread: ThreadId, mut decision: Decision) {
        while let Decision::Execute { conn, via } = decision {
            match self.begin(thread, conn, via) {
                Some(next) => decision = next,
                None => return,
            }
        }
    }

    fn begin(&mut self, thread: ThreadId, conn: ConnIndex, via: StartedVia) -> Option<Decision> {
        let k = &mut self.state.k;
        let group = k.threads[thread as usize].group;
        k.threads[thread as usize].conn = conn;
        k.set_thread(thread, ThreadState::Executing);
        let c = &mut k.conns[conn as usize];
        c.thread = thread;
        c.status = ConnStatus::Executing;
        c.since_ns = k.now_ns;
        if c.killed {
            return Some(self.tear_down(thread, conn));
        }
        if c.login {
            let connection = c.id;
            k.emit(EventKind::LoginStarted {
                connection,
                thread,
                group: named(group),
            });
            let length = self.plan.login_cpu_ns;
            return if length > 0 {
                self.use_cpu(thread, length);
                None
            } else {
                self.proceed(thread)
            };
        }
        let Some(ask) = c.ask.as_mut() else {
            return Some(self.with(conn, |s, k| s.finished(k, thread, conn)));
        };
        let request = ask.request;
        if ask.start_ns.is_some() {
            k.emit(EventKind::RequestContinued {
                request,
                thread,
                group: named(group),
            });
        } else {
            ask.start_ns = Some(k.now_ns);
            let waited_ns = k.now_ns - ask.arrive_ns;
            let connection = c.id;
            k.emit(EventKind::RequestStarted {
                request,
                connection,
                group: named(group),
                thread,
                waited_ns,
                via,
            });
            if let Some(record) = &mut k.record {
                record.started(request, thread, group, k.now_ns);
            }
            self.seed_request(conn);
            let delay_ns = self.with(conn, |s, k| s.delay(k, thread, conn));
            if delay_ns > 0 {
                self.delay(thread, conn, request, delay_ns);
                return None;
            }
        }
        self.state
            .k
            .place(conn, Place::Running, SegmentWhy::Fixed(WaitReason::Running));
        self.proceed(thread)
    }

    // A reported wait that the scheduler has begun, before the first step.
    fn delay(&mut self, thread: ThreadId, conn: ConnIndex, request: u32, delay_ns: TimeNs) {
        let wait = WaitKind::Sleep;
        let k = &mut self.state.k;
        let group = named(k.threads[thread as usize].group);
        k.emit(EventKind::WaitBegan {
            request,
            thread,
            group,
            wait,
        });
        let why = SegmentWhy::Fixed(WaitReason::TransactionDelay);
        k.place(conn, Place::Waiting { wait }, why);
        self.hold(thread, delay_ns, Activity::Wait(wait));
    }

    // The present step is over.
    pub(super) fn step_over(&mut self, thread: ThreadId) -> Option<Decision> {
        let k = &mut self.state.k;
        let t = &mut k.threads[thread as usize];
        let (activity, conn, group) = (t.activity, t.conn, t.group);
        t.activity = Activity::None;
        let request = k.conns[conn as usize].request();
        match activity {
            Activity::None => {}
            Activity::Unreported => {
                self.with(conn, |s, k| s.unreported(k, thread, false));
                self.state
                    .k
                    .place(conn, Place::Running, SegmentWhy::Fixed(WaitReason::Running))
            }
            // Whoever ends the wait goes on.
            Activity::Latch | Activity::Runnable => {}
            Activity::Row { row, .. } => return self.row_wait_over(thread, conn, row),
            Activity::HoldsLatch => self.release_latch(thread, conn),
            Activity::InnodbWait { sleeps, queued } => {
                if !self.innodb_again(thread, conn, sleeps, queued) {
                    return None;
                }
            }
            Activity::Cpu => {
                if !self.cpu_over(thread) {
                    return None;
                }
                self.innodb_operation_over(conn);
            }
            Activity::Wait(wait) => {
                k.emit(EventKind::WaitEnded {
                    request,
                    thread,
                    group: named(group),
                    wait,
                });
                if wait == WaitKind::Diskio {
                    self.disk_over();
                }
                self.wait_over(thread, conn);
            }
            Activity::Lock { lock, .. } => {
                let taken = k.locks.all[lock as usize]
                    .holder
                    .is_some_and(|(holder, _)| holder == conn);
                let name = self.plan.locks[lock as usize].clone();
                if taken {
                    k.emit(EventKind::LockTaken {
                        request,
                        group: named(group),
                        lock: name,
                    });
                    self.wait_over(thread, conn);
                    self.innodb_return(conn);
                } else {
                    k.locks.leave(lock, thread);
                    let waited_ns = k.now_ns - k.threads[thread as usize].step_start_ns;
                    k.emit(EventKind::LockTimedOut {
                        request,
                        group: named(group),
                        lock: name,
                        waited_ns,
                    });
                    self.wait_over(thread, conn);
                    return Some(self.finish(thread, conn, true));
                }
            }
        }
        self.proceed(thread)
    }

    // The wait is said to be reported only where the scheduler hears of it.
    pub(super) fn wait_event(&mut self, thread: ThreadId, conn: ConnIndex, wait: WaitKind) {
        let heard = self.with(conn, |s, _| s.hears_waits());
        let k = &mut self.state.k;
        let request = k.conns[conn as usize].request();
        let group = named(k.threads[thread as usize].group);
        k.emit(if heard {
            EventKind::WaitBegan {
                request,
                thread,
                group,
                wait,
            }
        } else {
            EventKind::WaitHeld {
                request,
                thread,
                group,
                wait,
            }
        });
    }

    pub(super) fn wait_over(&mut self, thread: ThreadId, conn: ConnIndex) {
        self.with(conn, |s, k| s.wait_end(k, thread));
        self.state
            .k
            .place(conn, Place::Running, SegmentWhy::Fixed(WaitReason::Running));
    }

    // Holds the thread for a time: a wait of known length.
    pub(super) fn hold(&mut self, thread: ThreadId, length_ns: TimeNs, activity: Activity) {
        let k = &mut self.state.k;
        let t = &mut k.threads[thread as usize];
        t.activity = activity;
        t.step_start_ns = k.now_ns;
        t.step_length_ns = length_ns;
        k.queue
            .schedule(k.slots.thread(thread), k.now_ns.saturating_add(length_ns));
    }

    // Goes through the steps until one takes time. Some: the request is over or has left the thread.
    pub(super) fn proceed(&mut self, thread: ThreadId) -> Option<Decision> {
        let plan = std::sync::Arc::clone(&self.plan);
        let conn = self.state.k.threads[thread as usize].conn;
        loop {
            let k = &mut self.state.k;
            let group = named(k.threads[thread as usize].group);
            let c = &mut k.conns[conn as usize];
            if c.login {
                c.login = false;
                c.thread = NONE;
                let connection = c.id;
                k.threads[thread as usize].conn = NONE;
                k.emit(EventKind::LoginFinished {
                    connection,
                    thread,
                    group,
                });
                return Some(self.with(conn, |s, k| s.finished(k, thread, conn)));
            }
            let Some(ask) = c.ask.as_mut() else {
                return Some(Decision::Park);
            };
            k.actions += 1;
            if k.actions > ACTIONS_MAX {
                // Goes on in an engine step of its own at the same instant, so that every step is
                // short and the budget is looked at.
                self.hold(thread, 0, Activity::None);
                return None;
            }
            let request = ask.request;
            let Some(step) = plan.statements[ask.statement as usize]
                .steps
                .get(ask.step as usize)
            else {
                return Some(self.finish(thread, conn, false));
            };
            let enters =
                matches!(step, StepPlan::Cpu(..) | StepPlan::Latch) && self.state.innodb.limits();
            if enters && !self.innodb_enter(thread, conn) {
                return None;
            }
            let k = &mut self.state.k;
            let c = &mut k.conns[conn as usize];
            if let Some(ask) = &mut c.ask {
                ask.step += 1;
            }
            match step {
                StepPlan::Cpu(dist, mean_ns) => {
                    let mut length = dist.draw(&mut c.rng);
                    if let Some(cold) = &k.cold_cache
                        && length > 0
                    {
                        let factor = cold.factor(&k.load, group.is_some(), *mean_ns);
                        length = (length as f64 * factor + 0.5) as TimeNs;
                    }
                    if length > 0 {
                        self.use_cpu(thread, length);
                        return None;
                    }
                }
                StepPlan::Wait(dist, wait) => {
                    let length = dist.draw(&mut c.rng);
                    let at_once = *wait == WaitKind::Sleep && length < SLEEP_MIN_NS;
                    if length > 0 && !at_once {
                        self.reported_wait(thread, conn, *wait, length);
                        return None;
                    }
                }
                StepPlan::Result(kb) => {
                    let length = self.plan.drain_ns(conn, *kb);
                    if length > 0 {
                        self.reported_wait(thread, conn, WaitKind::Net, length);
                        return None;
                    }
                }
                StepPlan::Unreported(dist) => {
                    let length = dist.draw(&mut c.rng);
                    if length > 0 {
                        self.hold(thread, length, Activity::Unreported);
                        self.with(conn, |s, k| s.unreported(k, thread, true));
                        return None;
                    }
                }
                StepPlan::Async(dist) => {
                    let length = dist.draw(&mut c.rng);
                    if length > 0 && self.suspend(thread, conn, length) {
                        return Some(self.with(conn, |s, k| s.suspended(k, thread)));
                    }
                    if length > 0 {
                        self.hold(thread, length, Activity::Unreported);
                        self.with(conn, |s, k| s.unreported(k, thread, true));
                        return None;
                    }
                }
                StepPlan::Lock(lock, kind) => match k.locks.take(*lock, conn, request) {
                    Ok(()) => {
                        let lock = plan.locks[*lock as usize].clone();
                        k.emit(EventKind::LockTaken {
                            request,
                            group,
                            lock,
                        });
                    }
                    Err(holder) => {
                        self.wait_for_lock(thread, conn, (*lock, holder), *kind);
                        return None;
                    }
                },
                StepPlan::Unlock(lock) => self.unlock(thread, conn, *lock),
                StepPlan::Begin => k.load.transact(c, true),
                StepPlan::Commit => {
                    k.load.transact(c, false);
                    self.unlock_rows(thread, conn);
                }
                StepPlan::RowLock(rows) => {
                    let row = rows.draw(&mut c.rng);
                    match k.rows.take(row, conn, request) {
                        Some(taken) => {
                            if taken {
                                c.rows.push(row);
                                self.told_of_row(thread, conn, row);
                            }
                        }
                        None => return self.wait_for_row(thread, conn, row, rows.kind),
                    }
                }
                StepPlan::Latch => {
                    self.visit_latch(thread, conn);
                    return None;
                }
            }
        }
    }

    pub(super) fn finish(&mut self, thread: ThreadId, conn: ConnIndex, failed: bool) -> Decision {
        self.innodb_leave(conn);
        let k = &mut self.state.k;
        let group = k.threads[thread as usize].group;
        let c = &mut k.conns[conn as usize];
        let driven = c.ask.is_some_and(|ask| ask.driven);
        // Locks of a statement that is a transaction of its own go with it.
        if !c.rows.is_empty() && !c.in_transaction {
            self.unlock_rows(thread, conn);
        }
        let k = &mut self.state.k;
        let c = &mut k.conns[conn as usize];
        if let Some(ask) = c.ask.take() {
            let (request, connection) = (ask.request, c.id);
            if let Some(holds) = self.plan.statements[ask.statement as usize].holds_locks {
                c.holds_locks = holds;
            }
            k.finished += u32::from(!failed);
            k.open -= 1;
            if failed {
                k.emit(EventKind::RequestFailed {
                    request,
                    connection,
                    group: named(group),
                });
            } else {
                let latency_ns = k.now_ns - ask.arrive_ns;
                if let Some(record) = &mut k.record {
                    record.answered(k.now_ns, latency_ns);
                }
                k.emit(EventKind::RequestFinished {
                    request,
                    connection,
                    group: named(group),
                    thread,
                    latency_ns,
                });
            }
            if let Some(record) = &mut k.record {
                record.ended(&ask, group, failed, k.now_ns);
            }
        }
        if driven {
            self.drive_on(conn);
        }
        self.state.k.threads[thread as usize].conn = NONE;
        self.state.k.conns[conn as usize].thread = NONE;
        self.with(conn, |s, k| s.finished(k, thread, conn))
    }

    // The session is torn down on a thread, as any other piece of work.
    fn tear_down(&mut self, thread: ThreadId, conn: ConnIndex) -> Decision {
        let locks = self.state.k.locks.all.len() as u32;
        for lock in 0..locks {
            self.unlock(thread, conn, lock);
        }
        self.unlock_rows(thread, conn);
        let k = &mut self.state.k;
        let group = k.threads[thread as usize].group;
        let c = &mut k.conns[conn as usize];
        c.status = ConnStatus::Closed;
        c.killed = false;
        k.load.disconnect(c);
        c.thread = NONE;
        let connection = c.id;
        let lost: Vec<_> = c.ask.take().into_iter().chain(c.behind.drain(..)).collect();
        k.threads[thread as usize].conn = NONE;
        for ask in lost {
            self.fail(conn, &ask);
        }
        self.state.k.emit(EventKind::Disconnected {
            connection,
            group: named(group),
        });
        self.with(conn, |s, k| s.disconnected(k, thread, conn))
    }
}
