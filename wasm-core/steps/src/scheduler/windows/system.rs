//! The decisions of the operating system: which thread takes from the queue, how many run, which go idle.
//! Source: scheduler rules, section 4.

use crate::event::EventKind;
use crate::ids::{ConnectionIndex, GroupId, RequestId, ThreadId};
use crate::kernel::{ConnectionStatus, Kernel, Slots, ThreadState};
use crate::life::{Place, WaitingLane};
use crate::reason::{IdleReason, Lane, LaneReason, RefuseReason, StartedVia, Trigger};
use crate::record::SegmentWhy;
use crate::scenario::SIZE;
use crate::scheduler::Decision;
use crate::scheduler::windows::{IDLE_TIMEOUT_NS, MAX_THREADS, Windows};

impl Windows {
    /// Pool threads that run or are about to run.
    pub(super) fn running(&self) -> u32 {
        let group = &self.groups[0];
        group.active - self.unreported + group.starting - group.creating
    }

    /// A work item joins the end of the queue.
    pub(super) fn submit(&mut self, k: &mut Kernel, conn: ConnectionIndex, why: LaneReason) {
        let c = &mut k.conns[conn];
        c.status = ConnectionStatus::Queued(Lane::Low);
        let (connection, request) = (c.id, c.request());
        k.place(
            conn,
            Place::Queue,
            SegmentWhy::Lane {
                group: GroupId::ONLY,
                lane: WaitingLane::Low,
            },
        );
        let group = &mut self.groups[0];
        if group.low.is_empty() {
            let at = k.now_ns.saturating_add(k.latency.injection_ns.max(1));
            k.schedule(Slots::TIMER, at);
        }
        group.low.push_back(conn);
        if request != RequestId::NONE {
            k.emit(|| EventKind::Queued {
                request,
                connection,
                group: GroupId::ONLY,
                lane: Lane::Low,
                why,
            });
        }
        k.touch(GroupId::ONLY);
    }

    /// Lets another thread run if there is work and a core without one.
    pub(super) fn fill_cores(&mut self, k: &mut Kernel, trigger: Trigger) {
        while self.running() < self.set.number(SIZE)
            && self.groups[0].starting < self.groups[0].low.len() as u32
        {
            if self.one_more(k, trigger).is_none() {
                return;
            }
        }
    }

    pub(super) fn one_more(&mut self, k: &mut Kernel, trigger: Trigger) -> Option<ThreadId> {
        k.touch(GroupId::ONLY);
        let group = &mut self.groups[0];
        if let Some(thread) = group.idle.pop() {
            group.starting += 1;
            k.queue.cancel(k.slots.thread(thread));
            k.wake(thread, trigger);
            return Some(thread);
        }
        if group.threads >= self.set.number(MAX_THREADS) {
            let (threads, limit) = (group.threads, self.set.number(MAX_THREADS));
            k.emit(|| EventKind::ThreadRefused {
                group: GroupId::ONLY,
                why: RefuseReason::MaxThreads { threads, limit },
                asked: trigger,
            });
            return None;
        }
        group.threads += 1;
        group.active += 1;
        group.starting += 1;
        group.creating += 1;
        let thread = k.spawn(GroupId::ONLY, group.threads, trigger);
        self.threads_changed(k);
        Some(thread)
    }

    /// A free thread takes from the queue, or goes idle.
    pub(super) fn next(&mut self, k: &mut Kernel, thread: ThreadId) -> Decision {
        k.touch(GroupId::ONLY);
        let beyond = self.injected == thread;
        if beyond {
            self.injected = ThreadId::NONE;
        }
        while self.running() < self.set.number(SIZE) || beyond {
            let Some(conn) = self.groups[0].low.pop_front() else {
                break;
            };
            if self.groups[0].low.is_empty() {
                k.queue.cancel(Slots::TIMER);
            } else {
                let at = k.now_ns.saturating_add(k.latency.injection_ns.max(1));
                k.schedule(Slots::TIMER, at);
            }
            let second = self.again.remove(&conn);
            let c = &k.conns[conn];
            if second || c.killed || c.priority.0 == Lane::High {
                self.groups[0].active += 1;
                return Decision::Execute {
                    conn,
                    via: StartedVia::Head,
                };
            }
            self.again.insert(conn);
            self.submit(k, conn, LaneReason::Resubmitted);
        }
        let (running, cores) = (self.running(), self.set.number(SIZE));
        let group = &mut self.groups[0];
        let why = if group.low.is_empty() {
            IdleReason::QueueEmpty
        } else {
            IdleReason::CoresBusy { running, cores }
        };
        group.idle.push(thread);
        k.set_thread(thread, ThreadState::Idle);
        let deadline = k.now_ns.saturating_add(IDLE_TIMEOUT_NS);
        k.schedule(k.slots.thread(thread), deadline);
        k.emit(|| EventKind::ThreadIdle {
            thread,
            group: Some(GroupId::ONLY),
            why,
        });
        Decision::Park
    }

    /// The thread has finished its work.
    pub(super) fn done(&mut self, k: &mut Kernel, thread: ThreadId) -> Decision {
        self.groups[0].active -= 1;
        self.next(k, thread)
    }
}
