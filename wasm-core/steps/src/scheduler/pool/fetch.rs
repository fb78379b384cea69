//! What a worker does between requests: take from the queues unless the group is saturated, else listen if
//! nobody does, else poll without waiting, else sleep on the stack. Source: scheduler rules, sections 2.2
//! (MariaDB) and 3.2, 3.3 (Percona).

use crate::event::EventKind;
use crate::ids::{ConnectionIndex, GroupId, ThreadId};
use crate::kernel::{Kernel, ThreadState};
use crate::reason::{IdleReason, Lane, StartedVia};
use crate::scheduler::Decision;
use crate::scheduler::pool::{OVERSUBSCRIBE, POLL_EVENTS_MAX, Pool};

/// The thread that takes from a queue.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Taker {
    Listener,
    Worker,
}

impl Pool {
    /// Takes the head of the high queue, else of the low one if it is open. Every call counts as an attempt.
    pub(super) fn dequeue(
        &mut self,
        k: &Kernel,
        g: GroupId,
        taker: Taker,
    ) -> Option<(ConnectionIndex, Lane)> {
        let shut = self.low_shut(&self.groups[g]);
        let group = &mut self.groups[g];
        group.dequeue_tries += 1;
        let found = match group.high.pop_front() {
            Some(conn) => Some((conn, Lane::High)),
            None if shut => None,
            None => group.low.pop_front().map(|conn| (conn, Lane::Low)),
        };
        if found.is_some() {
            match taker {
                Taker::Listener => group.stats.dequeues_by_listener += 1,
                Taker::Worker => group.stats.dequeues_by_worker += 1,
            }
        }
        debug_assert!(found.is_none_or(|(c, _)| k.conns[c].group == g));
        found
    }

    /// The active thread looks for work; its idle deadline is already set.
    pub(super) fn fetch(&mut self, k: &mut Kernel, thread: ThreadId) -> Decision {
        let g = k.threads[thread].group;
        let saturated = self.saturated(g);
        if !saturated && let Some((conn, lane)) = self.dequeue(k, g, Taker::Worker) {
            self.groups[g].stalled = false;
            return Decision::Execute {
                conn,
                via: StartedVia::Queue { lane },
            };
        }
        if self.groups[g].listener == ThreadId::NONE {
            return self.become_listener(k, thread);
        }
        if !saturated
            && self.terms.worker_polls
            && let Some(decision) = self.worker_poll(k, g)
        {
            self.groups[g].stalled = false;
            return decision;
        }
        self.go_idle(k, thread, saturated);
        Decision::Park
    }

    fn become_listener(&mut self, k: &mut Kernel, thread: ThreadId) -> Decision {
        let g = k.threads[thread].group;
        let group = &mut self.groups[g];
        group.listener = thread;
        group.active -= 1;
        k.set_thread(thread, ThreadState::Listening);
        k.emit(|| EventKind::ThreadListens { thread, group: g });
        // A poll that finds events returns at once, before another thread can poll.
        if !k.ready[g].is_empty() {
            return self.poll_returned(k, thread);
        }
        Decision::Park
    }

    // A poll without waiting. None: nothing for this worker.
    fn worker_poll(&mut self, k: &mut Kernel, g: GroupId) -> Option<Decision> {
        self.groups[g].stats.polls_by_worker += 1;
        if !self.rules.worker_polls_one() {
            let events = k.ready[g].len().min(POLL_EVENTS_MAX);
            if events == 0 {
                return None;
            }
            self.enqueue_polled(k, g, events);
            let (conn, lane) = self.dequeue(k, g, Taker::Worker)?;
            return Some(Decision::Execute {
                conn,
                via: StartedVia::Queue { lane },
            });
        }
        let conn = k.poll(g)?;
        self.groups[g].io_seen += 1;
        let c = &mut k.conns[conn];
        let tickets = c.tickets;
        let (lane, _) = self.rules.lane(c, &self.set);
        if lane == Lane::Low && self.low_shut(&self.groups[g]) {
            // It joins the queue with the tickets that it had.
            c.tickets = tickets;
            self.enqueue(k, conn);
            return None;
        }
        let group = &mut self.groups[g];
        group.dequeue_tries += 1;
        group.stats.dequeues_by_worker += 1;
        Some(Decision::Execute {
            conn,
            via: StartedVia::WorkerPoll,
        })
    }

    fn go_idle(&mut self, k: &mut Kernel, thread: ThreadId, saturated: bool) {
        let g = k.threads[thread].group;
        let limit = self.set.number(OVERSUBSCRIBE) + 1;
        let group = &self.groups[g];
        let why = if saturated {
            IdleReason::Saturated {
                active: group.active,
                limit: self.terms.active_most,
                oversubscribe: self.set.number(OVERSUBSCRIBE),
            }
        } else if !group.low.is_empty() && self.low_shut(group) {
            IdleReason::TooBusy {
                active: group.active,
                waiting: group.waiting,
                limit,
            }
        } else {
            IdleReason::NothingToDo
        };
        let group = &mut self.groups[g];
        group.idle.push(thread);
        group.active -= 1;
        k.set_thread(thread, ThreadState::Idle);
        // The deadline was set when the thread started to look; a wake-up in vain does not move it.
        let deadline = k.threads[thread].idle_deadline_ns.max(k.now_ns);
        k.schedule(k.slots.thread(thread), deadline);
        k.emit(|| EventKind::ThreadIdle {
            thread,
            group: Some(g),
            why,
        });
    }

    /// An idle worker's deadline has passed: it exits.
    pub(super) fn idle_timeout(&mut self, k: &mut Kernel, thread: ThreadId) -> Decision {
        let g = k.threads[thread].group;
        let idle_ns = k.now_ns - k.threads[thread].since_ns;
        let group = &mut self.groups[g];
        group.idle.retain(|t| *t != thread);
        group.stalled = false;
        group.threads -= 1;
        self.workers -= 1;
        let threads = group.threads;
        k.exit(thread, threads, idle_ns);
        self.threads_changed(k, g);
        Decision::Park
    }
}
