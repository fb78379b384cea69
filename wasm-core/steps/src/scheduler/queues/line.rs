//! The queue of a request, the queued requests, and the workers woken for them.

use crate::event::EventKind;
use crate::ids::{ConnectionId, ConnectionIndex, GroupId, Index, ThreadId};
use crate::kernel::{ConnectionStatus, Kernel, ThreadState};
use crate::life::{Place, WaitingLane};
use crate::reason::{IdleReason, Lane, LaneReason, StartedVia, Trigger};
use crate::record::SegmentWhy;
use crate::scheduler::Decision;
use crate::scheduler::queues::{Design, Queues};

impl Queues {
    pub(super) fn draw(&mut self) -> GroupId {
        GroupId(self.rng.below(self.groups.len() as u32))
    }

    // Requests in the queue and in service.
    fn length(&self, g: GroupId) -> u32 {
        let group = &self.groups[g];
        group.low.len() as u32 + group.active + group.waiting
    }

    pub(super) fn queue_of(&mut self, id: ConnectionId) -> (GroupId, LaneReason) {
        match self.design {
            Design::TwoChoices => {
                let (a, b) = (self.draw(), self.draw());
                let (to, other) = if self.length(b) < self.length(a) {
                    (b, a)
                } else {
                    (a, b)
                };
                let why = LaneReason::ShorterOfTwo {
                    length: self.length(to),
                    other,
                    other_length: self.length(other),
                };
                (to, why)
            }
            Design::OneQueue | Design::ManyQueues | Design::NginxWorkers => {
                (id.group(self.groups.len() as u32), LaneReason::InOrder)
            }
        }
    }

    pub(super) fn join(&mut self, k: &mut Kernel, conn: ConnectionIndex, to: GroupId) {
        let from = std::mem::replace(&mut k.conns[conn].group, to);
        if from != to {
            if let Some(group) = self.groups.get_mut(from.index()) {
                group.conns -= 1;
            }
            self.groups[to].conns += 1;
        }
    }

    /// A request or a login needs a worker.
    pub(super) fn want_worker(&mut self, k: &mut Kernel, conn: ConnectionIndex) {
        let g = self.line_up(k, conn);
        self.wake(k, g);
    }

    pub(super) fn line_up(&mut self, k: &mut Kernel, conn: ConnectionIndex) -> GroupId {
        if self.nginx() {
            let g = k.conns[conn].group;
            k.socket_ready(conn, g, ThreadId::NONE);
            k.touch(g);
            return g;
        }
        let (g, reason) = self.queue_of(k.conns[conn].id);
        self.join(k, conn, g);
        let c = &mut k.conns[conn];
        c.status = ConnectionStatus::Queued(Lane::Low);
        c.enqueued_ns = k.now_ns;
        let (request, connection) = (c.request(), c.id);
        let reason = if c.login { LaneReason::Login } else { reason };
        k.place(
            conn,
            Place::LowQueue,
            SegmentWhy::Lane {
                group: g,
                lane: WaitingLane::Low,
            },
        );
        self.groups[g].low.push_back(conn);
        k.emit(|| EventKind::Queued {
            request,
            connection,
            group: g,
            lane: Lane::Low,
            why: reason,
        });
        k.touch(g);
        g
    }

    /// One worker per request: never wakes more than there is work for.
    pub(super) fn wake(&mut self, k: &mut Kernel, g: GroupId) {
        let group = &mut self.groups[g];
        let waiting = group.low.len() + k.ready[g].len();
        if group.starting as usize >= waiting {
            return;
        }
        self.rouse(k, g, Trigger::RequestInLine);
    }

    pub(super) fn rouse(&mut self, k: &mut Kernel, g: GroupId, trigger: Trigger) {
        let group = &mut self.groups[g];
        if let Some(thread) = group.idle.pop() {
            group.starting += 1;
            if self.nginx() {
                self.asleep.retain(|one| *one != g);
            }
            k.wake(thread, trigger);
            k.touch(g);
        }
    }

    pub(super) fn fetch(&mut self, k: &mut Kernel, thread: ThreadId) -> Decision {
        let g = k.threads[thread].group;
        k.touch(g);
        if self.nginx() {
            self.accept(k, g);
        }
        let (next, via) = if self.nginx() {
            (k.poll(g), StartedVia::WorkerPoll)
        } else {
            let lane = Lane::Low;
            (self.groups[g].low.pop_front(), StartedVia::Queue { lane })
        };
        if let Some(conn) = next {
            return Decision::Execute { conn, via };
        }
        let group = &mut self.groups[g];
        group.active -= 1;
        group.idle.push(thread);
        if self.nginx() {
            self.asleep.push(g);
        }
        k.set_thread(thread, ThreadState::Idle);
        k.emit(|| EventKind::ThreadIdle {
            thread,
            group: Some(g),
            why: IdleReason::NobodyInLine,
        });
        if !self.backlog.is_empty() {
            self.call(k);
        }
        Decision::Park
    }
}
