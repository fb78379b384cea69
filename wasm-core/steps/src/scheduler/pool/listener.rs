//! The listener: polls for events, queues them, and serves one itself if the queues were empty.
//! Source: scheduler rules, sections 2.3 (MariaDB) and 3.3 (Percona).

use crate::ids::{ConnectionIndex, GroupId, ThreadId};
use crate::kernel::Kernel;
use crate::reason::{StartedVia, Trigger};
use crate::scheduler::Decision;
use crate::scheduler::pool::fetch::Taker;
use crate::scheduler::pool::{POLL_EVENTS_MAX, Pool};

impl Pool {
    /// The listener's poll has returned.
    pub(super) fn poll_returned(&mut self, k: &mut Kernel, thread: ThreadId) -> Decision {
        let g = k.threads[thread].group;
        let events = k.poll_returned(thread, POLL_EVENTS_MAX);
        if events == 0 {
            return Decision::Park;
        }
        let group = &mut self.groups[g];
        group.io_seen += events as u32;
        group.stats.polls_by_listener += 1;
        // Evaluated before the new events are queued: not "is there only one?" but "was it empty?"
        let serves = group.truly_empty() && !self.terms.dedicated;
        if serves {
            let decision = self.self_service(k, g, events);
            let group = &mut self.groups[g];
            group.listener = ThreadId::NONE;
            group.active += 1;
            group.stalled = false;
            return decision;
        }
        self.enqueue_polled(k, g, events);
        if self.groups[g].active == 0
            && !self.wake_one(k, g, Trigger::ListenerFoundNoneActive)
            && self.groups[g].threads == 1
        {
            // This is the only case in which the listener creates a thread.
            self.create(k, g, Trigger::ListenerFoundNoneActive, None);
        }
        k.poll_returns(g, thread);
        Decision::Park
    }

    fn self_service(&mut self, k: &mut Kernel, g: GroupId, events: usize) -> Decision {
        let next = if self.rules.listener_bypasses_queue() {
            let first = k.poll(g);
            self.enqueue_polled(k, g, events - 1);
            self.groups[g].stats.dequeues_by_listener += 1;
            first
        } else {
            self.enqueue_polled(k, g, events);
            self.dequeue(k, g, Taker::Listener).map(|(conn, _)| conn)
        };
        next.map_or(Decision::Park, |conn| Decision::Execute {
            conn,
            via: StartedVia::ListenerSelfService,
        })
    }

    /// Queues this many of a group's ready connections.
    pub(super) fn enqueue_polled(&mut self, k: &mut Kernel, g: GroupId, events: usize) {
        for _ in 0..events {
            if let Some(conn) = k.poll(g) {
                self.enqueue(k, conn);
            }
        }
    }

    /// Puts a connection at the tail of the queue that the rules choose.
    pub(super) fn enqueue(&mut self, k: &mut Kernel, conn: ConnectionIndex) {
        let c = &mut k.conns[conn];
        let joins = if c.login {
            self.rules.login_lane(c, &self.set)
        } else {
            self.rules.lane(c, &self.set)
        };
        c.enqueued_ns = if self.terms.exact_stats {
            k.now_ns
        } else {
            self.tick_ns
        };
        let g = c.group;
        self.groups[g].enqueue(k, conn, joins);
    }
}
