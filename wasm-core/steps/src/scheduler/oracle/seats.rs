//! The link between a thread and its connection, from the first statement on; with a transaction limit,
//! until the transaction ends.

use crate::event::EventKind;
use crate::ids::{ConnectionIndex, Index, ThreadId, TimeNs};
use crate::kernel::{ConnectionStatus, Kernel, ThreadState};
use crate::reason::StartedVia;
use crate::scheduler::oracle::Oracle;
use crate::scheduler::oracle::state::Seat;
use crate::scheduler::{Decision, WAIT_TIMEOUT};

impl Oracle {
    pub(super) fn seat(&mut self, thread: ThreadId) -> &mut Seat {
        if self.seats.at(thread).is_none() {
            self.seats.resize(thread.index() + 1, Seat::default());
        }
        &mut self.seats[thread]
    }

    /// Links the thread to a connection.
    pub(super) fn attach(&mut self, k: &mut Kernel, thread: ThreadId) {
        let g = k.threads[thread].group;
        let bound = self.limit() != 0;
        let now_ns = k.now_ns;
        *self.seat(thread) = Seat {
            attach_ns: now_ns,
            counted: true,
            bound,
            ..Seat::default()
        };
        let own = &mut self.own[g];
        own.active += 1;
        own.bound += u32::from(bound);
        own.attached.push(thread);
        self.groups[g].active += 1;
        k.touch(g);
    }

    pub(super) fn detach(&mut self, k: &mut Kernel, thread: ThreadId) {
        let g = k.threads[thread].group;
        let seat = std::mem::take(self.seat(thread));
        let own = &mut self.own[g];
        own.attached.retain(|t| *t != thread);
        own.active -= u32::from(seat.counted);
        own.bound -= u32::from(seat.bound);
        own.stalled -= u32::from(seat.stalled);
        if own.waiter == thread {
            own.waiter = ThreadId::NONE;
        }
        let stalled = own.stalled > 0;
        let group = &mut self.groups[g];
        group.active -= 1;
        group.stalled = stalled;
        k.touch(g);
    }

    /// The thread stays with the connection and reads from the client until the transaction ends.
    pub(super) fn read(&mut self, k: &mut Kernel, thread: ThreadId, conn: ConnectionIndex) {
        let g = k.threads[thread].group;
        let c = &mut k.conns[conn];
        c.status = ConnectionStatus::Armed;
        c.since_ns = k.now_ns;
        c.thread = thread;
        c.idle_deadline_ns = TimeNs::MAX;
        let connection = c.id;
        k.threads[thread].conn = conn;
        k.set_thread(thread, ThreadState::Reading);
        let deadline = k.now_ns.saturating_add(self.set.limit_ns(WAIT_TIMEOUT));
        k.schedule(k.slots.thread(thread), deadline);
        k.emit(|| EventKind::ThreadBound {
            thread,
            group: g,
            connection,
        });
        k.touch(g);
    }

    /// The client has sent the next statement, or nothing for wait_timeout.
    pub(super) fn read_returned(&mut self, k: &mut Kernel, thread: ThreadId) -> Decision {
        let conn = k.threads[thread].conn;
        let g = k.threads[thread].group;
        let c = &mut k.conns[conn];
        if c.status == ConnectionStatus::ThreadWait {
            self.own[g].stats.queries_executed += 1;
        } else {
            c.killed = true;
            let (connection, idle_ns) = (c.id, k.now_ns - c.since_ns);
            k.emit(|| EventKind::IdleClientKilled {
                connection,
                group: Some(g),
                idle_ns,
            });
        }
        Decision::Execute {
            conn,
            via: StartedVia::BoundThread,
        }
    }
}
