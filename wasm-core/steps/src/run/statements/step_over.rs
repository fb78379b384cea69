//! What follows a step that took time, and how waits begin and end.

use crate::event::EventKind;
use crate::ids::{ConnectionIndex, ThreadId};
use crate::kernel::Activity;
use crate::life::Place;
use crate::reason::{WaitKind, WaitReason};
use crate::run::waits::Lock;
use crate::run::{Plan, State};
use crate::scheduler::Decision;

impl State {
    // The current step has ended.
    pub fn step_over(&mut self, plan: &Plan, thread: ThreadId) -> Option<Decision> {
        let k = &mut self.k;
        let t = &mut k.threads[thread];
        let (activity, conn, group) = (t.activity, t.conn, t.group);
        t.activity = Activity::None;
        match activity {
            Activity::None => {}
            Activity::Unreported => {
                self.with(conn, |s, k| s.unreported(k, thread, false));
                self.k.place(conn, Place::Running, WaitReason::Running)
            }
            // The code that ends these waits also continues the thread.
            Activity::Latch | Activity::Runnable => {}
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
                let request = k.conns[conn].request();
                k.emit(|| EventKind::WaitEnded {
                    request,
                    thread,
                    group: group.named(),
                    wait,
                });
                if wait == WaitKind::Diskio {
                    self.disk_over();
                }
                self.wait_over(thread, conn);
            }
            Activity::Lock { lock, .. } => {
                return self.lock_wait_over(plan, thread, conn, Lock::Named(lock));
            }
            Activity::Row { row, .. } => {
                return self.lock_wait_over(plan, thread, conn, Lock::Row(row));
            }
        }
        self.proceed(plan, thread)
    }

    // The wait is logged as reported only if the scheduler sees it.
    pub fn wait_event(&mut self, thread: ThreadId, conn: ConnectionIndex, wait: WaitKind) {
        let heard = self.with(conn, |s, _| s.hears_waits());
        let k = &mut self.k;
        let request = k.conns[conn].request();
        let group = k.threads[thread].group.named();
        k.emit(|| {
            if heard {
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
            }
        });
    }

    pub fn wait_over(&mut self, thread: ThreadId, conn: ConnectionIndex) {
        self.with(conn, |s, k| s.wait_end(k, thread));
        self.k.place(conn, Place::Running, WaitReason::Running);
    }
}
