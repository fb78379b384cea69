//! What a thread without a connection does: execute, wait at the sockets, or sleep. Source: MySQL manual, "Thread
//! Pool Operation"; for 9.7 the plugin's two worker loops (thread_pool_algorithm 0 and 1) and its direct execution.

use crate::event::EventKind;
use crate::ids::{ConnectionIndex, GroupId, RequestId, ThreadId};
use crate::kernel::{Kernel, ThreadState};
use crate::reason::{IdleReason, Lane, LaneReason, StartedVia, Trigger};
use crate::scheduler::Decision;
use crate::scheduler::oracle::wake::Level;
use crate::scheduler::oracle::{EVENTS_MAX, HIGH_PRIORITY, KICKUP, MAX_UNUSED, Oracle};

impl Oracle {
    /// Looks for the next action. `ran`: it has just been with a connection.
    pub(super) fn look(&mut self, k: &mut Kernel, thread: ThreadId, ran: bool) -> Decision {
        let g = k.threads[thread].group;
        let nobody = self.own[g].waiter == ThreadId::NONE;
        let mut waits = nobody;
        // With dedicated listeners only the listener polls, and wakes others.
        if !self.dedicated() {
            let ready = self.ready(g);
            let high = self.high_concurrency();
            // By the manual one thread always waits, unless the waiting thread executes a statement itself.
            let by_source = self.v9 || self.later && high;
            let group = &self.groups[g];
            let queued = group.high.len() + group.low.len();
            if ready && !by_source && nobody && group.starting == 0 {
                self.wake(k, g, Level::OrCreate, Trigger::MoreWork);
            } else if ready && high && (queued > 1 || nobody && self.later) {
                self.wake(k, g, Level::ConsumerOnly, Trigger::MoreWork);
            }
            if by_source && nobody && (ready || ran && !high) && self.groups[g].high.is_empty() {
                self.poll_now(k, thread);
            }
            waits &= !self.v9 || high || self.groups[g].truly_empty() || self.limit() > 0;
        }
        if self.ready(g) {
            self.take(k, thread)
        } else if waits {
            self.wait(k, thread)
        } else {
            self.sleep(k, thread)
        }
    }

    // Takes the head of the high queue, else of the low one.
    fn take(&mut self, k: &mut Kernel, thread: ThreadId) -> Decision {
        let g = k.threads[thread].group;
        let group = &mut self.groups[g];
        let (conn, lane) = match group.high.pop_front() {
            Some(conn) => (Some(conn), Lane::High),
            None => (group.low.pop_front(), Lane::Low),
        };
        match conn {
            Some(conn) => self.execute(k, thread, conn, StartedVia::Queue { lane }),
            None => Decision::Park,
        }
    }

    fn execute(
        &mut self,
        k: &mut Kernel,
        thread: ThreadId,
        conn: ConnectionIndex,
        via: StartedVia,
    ) -> Decision {
        self.attach(k, thread);
        self.seat(thread).direct = via == StartedVia::DirectExecution;
        let g = k.threads[thread].group;
        self.own[g].stats.queries_executed += u64::from(!k.conns[conn].killed);
        Decision::Execute { conn, via }
    }

    // Becomes the waiting thread.
    fn wait(&mut self, k: &mut Kernel, thread: ThreadId) -> Decision {
        let g = k.threads[thread].group;
        self.own[g].waiter = thread;
        self.own[g].stats.became_waiting += 1;
        self.groups[g].listener = thread;
        k.set_thread(thread, ThreadState::Listening);
        k.emit(|| EventKind::ThreadListens { thread, group: g });
        if !k.ready[g].is_empty() {
            // The poll returns at once.
            k.schedule(k.slots.thread(thread), k.now_ns);
        }
        Decision::Park
    }

    /// The waiting thread's poll has returned.
    pub(super) fn poll_returned(&mut self, k: &mut Kernel, thread: ThreadId) -> Decision {
        let g = k.threads[thread].group;
        let events = k.poll_returned(thread, self.events_max());
        if events == 0 {
            return Decision::Park;
        }
        if self.dedicated() {
            self.enqueue_polled(k, g, events);
            self.wake(k, g, Level::OrCreate, Trigger::ListenerQueued);
            k.poll_returns(g, thread);
            return Decision::Park;
        }
        self.groups[g].listener = ThreadId::NONE;
        let several = self.high_concurrency() && self.per_group() > 1;
        let alone = events == 1 && self.groups[g].truly_empty();
        if alone
            && !several
            && self.credit(g)
            && let Some(conn) = k.poll(g)
        {
            // It stays registered, so no other thread polls meanwhile.
            k.conns[conn].enqueued_ns = k.now_ns;
            return self.execute(k, thread, conn, StartedVia::DirectExecution);
        }
        self.own[g].waiter = ThreadId::NONE;
        self.enqueue_polled(k, g, events);
        self.look(k, thread, false)
    }

    fn events_max(&self) -> usize {
        if self.later { EVENTS_MAX } else { usize::MAX }
    }

    // A poll without waiting.
    fn poll_now(&mut self, k: &mut Kernel, thread: ThreadId) {
        let events = k.poll_returned(thread, self.events_max());
        self.enqueue_polled(k, k.threads[thread].group, events);
    }

    fn enqueue_polled(&mut self, k: &mut Kernel, g: GroupId, events: usize) {
        for _ in 0..events {
            if let Some(conn) = k.poll(g) {
                self.enqueue(k, conn);
            }
        }
    }

    fn lane(&self, k: &Kernel, conn: ConnectionIndex) -> (Lane, LaneReason) {
        let c = &k.conns[conn];
        if c.killed {
            (Lane::High, LaneReason::Killed)
        } else if self.set.on(HIGH_PRIORITY) || self.set.ns(KICKUP) == 0 {
            (Lane::High, LaneReason::ByVariable)
        } else if c.in_transaction {
            (Lane::High, LaneReason::InTransaction)
        } else {
            (Lane::Low, LaneReason::Autocommit)
        }
    }

    fn enqueue(&mut self, k: &mut Kernel, conn: ConnectionIndex) {
        let joins = self.lane(k, conn);
        let c = &mut k.conns[conn];
        c.enqueued_ns = k.now_ns;
        let (g, request) = (c.group, c.request());
        self.own[g].stats.queries_queued += u64::from(request != RequestId::NONE);
        self.groups[g].enqueue(k, conn, joins);
    }

    // Sleeps as a consumer or a reserve, or exits.
    fn sleep(&mut self, k: &mut Kernel, thread: ThreadId) -> Decision {
        let g = k.threads[thread].group;
        let surplus = self.dedicated() && self.groups[g].threads > self.limit() + 1;
        let consumer = self.own[g].consumers < self.per_group();
        let group = &mut self.groups[g];
        let reserves = group.idle.len() as u32 - self.own[g].consumers;
        let most = self.set.number(MAX_UNUSED);
        if surplus || (!consumer && most != 0 && reserves + 1 >= most) {
            group.threads -= 1;
            self.workers -= 1;
            let threads = group.threads;
            k.exit(thread, threads, 0);
            self.threads_changed(k, g);
            return Decision::Park;
        }
        self.lie_down(g, thread);
        k.set_thread(thread, ThreadState::Idle);
        k.emit(|| EventKind::ThreadIdle {
            thread,
            group: Some(g),
            why: if consumer {
                IdleReason::Consumer
            } else {
                IdleReason::Reserve
            },
        });
        Decision::Park
    }

    /// Adds the thread to the sleepers.
    pub(super) fn lie_down(&mut self, g: GroupId, thread: ThreadId) {
        let consumer = self.own[g].consumers < self.per_group();
        self.seat(thread).reserve = !consumer;
        let own = &mut self.own[g];
        own.consumers += u32::from(consumer);
        own.stats.became_consumer += u64::from(consumer);
        own.stats.became_reserve += u64::from(!consumer);
        self.groups[g].idle.push(thread);
    }
}
