//! Carries out what schedulers decide: a thread starts a request or continues it.

mod finish;
mod step_over;
mod steps;

use crate::event::EventKind;
use crate::ids::{ConnectionIndex, GroupId, RequestId, ThreadId, TimeNs};
use crate::kernel::{Activity, ConnectionStatus, ThreadState};
use crate::life::Place;
use crate::reason::{StartedVia, WaitKind, WaitReason};
use crate::run::{Plan, State};
use crate::scheduler::Decision;

impl State {
    pub fn thread_event(&mut self, plan: &Plan, thread: ThreadId) {
        let t = &self.k.threads[thread];
        let decision = if t.state == ThreadState::Executing {
            self.step_over(plan, thread)
        } else if t.group == GroupId::NONE {
            let conn = t.conn;
            if conn == ConnectionIndex::NONE {
                return;
            }
            Some(self.with(conn, |s, k| s.thread_event(k, thread)))
        } else {
            let k = &mut self.k;
            Some(self.scheduler.get_mut().thread_event(k, thread))
        };
        if let Some(decision) = decision {
            self.carry_out(plan, thread, decision);
        }
        self.leave_core();
    }

    // Carries out this decision and the following ones, until the thread blocks or parks.
    pub fn carry_out(&mut self, plan: &Plan, thread: ThreadId, mut decision: Decision) {
        while let Decision::Execute { conn, via } = decision {
            match self.begin(plan, thread, conn, via) {
                Some(next) => decision = next,
                None => return,
            }
        }
    }

    fn begin(
        &mut self,
        plan: &Plan,
        thread: ThreadId,
        conn: ConnectionIndex,
        via: StartedVia,
    ) -> Option<Decision> {
        let k = &mut self.k;
        let group = k.threads[thread].group;
        k.threads[thread].conn = conn;
        k.threads[thread].held_ns = 0;
        k.set_thread(thread, ThreadState::Executing);
        let c = &mut k.conns[conn];
        c.thread = thread;
        c.status = ConnectionStatus::Executing;
        c.since_ns = k.now_ns;
        if c.killed {
            return Some(self.tear_down(plan, thread, conn));
        }
        if c.login {
            let connection = c.id;
            k.emit(|| EventKind::LoginStarted {
                connection,
                thread,
                group: group.named(),
            });
            k.place(conn, Place::Login, WaitReason::LoginPending);
            let length = plan.login_cpu_ns;
            return if length > 0 {
                self.use_cpu(thread, length);
                None
            } else {
                self.proceed(plan, thread)
            };
        }
        let Some(in_flight) = c.current.as_mut() else {
            k.not_alone(conn);
            return Some(self.with(conn, |s, k| s.finished(k, thread, conn)));
        };
        let request = in_flight.request;
        if in_flight.start_ns.is_some() {
            k.emit(|| EventKind::RequestContinued {
                request,
                thread,
                group: group.named(),
            });
        } else {
            in_flight.start_ns = Some(k.now_ns);
            let waited_ns = k.now_ns - in_flight.arrive_ns;
            let connection = c.id;
            k.emit(|| EventKind::RequestStarted {
                request,
                connection,
                group: group.named(),
                thread,
                waited_ns,
                via,
            });
            k.recorder
                .started(request, connection, thread, group, k.now_ns);
            self.seed_request(plan, conn);
            self.limit_statement(conn, request);
            let delay_ns = self.with(conn, |s, k| s.delay(k, thread, conn));
            if delay_ns > 0 {
                self.delay(thread, conn, request, delay_ns);
                return None;
            }
        }
        self.k.place(conn, Place::Running, WaitReason::Running);
        self.proceed(plan, thread)
    }

    // A reported wait that the scheduler starts before the first step.
    fn delay(
        &mut self,
        thread: ThreadId,
        conn: ConnectionIndex,
        request: RequestId,
        delay_ns: TimeNs,
    ) {
        let wait = WaitKind::Sleep;
        let k = &mut self.k;
        let group = k.threads[thread].group.named();
        k.emit(|| EventKind::WaitBegan {
            request,
            thread,
            group,
            wait,
        });
        let why = WaitReason::TransactionDelay;
        k.place(conn, Place::Waiting { wait }, why);
        self.hold(thread, delay_ns, Activity::Wait(wait));
    }
}
