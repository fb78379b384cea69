//! The end of a request, and of a session.

use crate::event::EventKind;
use crate::ids::{ConnectionIndex, ThreadId};
use crate::kernel::ConnectionStatus;
use crate::record::HowEnded;
use crate::run::{Plan, State};
use crate::scheduler::Decision;

impl State {
    pub fn finish(
        &mut self,
        plan: &Plan,
        thread: ThreadId,
        conn: ConnectionIndex,
        failed: bool,
    ) -> Decision {
        self.innodb_leave(conn);
        let k = &mut self.k;
        let group = k.threads[thread].group;
        let c = &mut k.conns[conn];
        let driven = c.current.is_some_and(|in_flight| in_flight.driven);
        // A statement that is its own transaction releases its locks.
        if !c.rows.is_empty() && !c.in_transaction {
            self.unlock_rows(plan, thread, conn);
        }
        let k = &mut self.k;
        let c = &mut k.conns[conn];
        let (serial, nobody) = (c.current.map_or(0, |f| f.serial), c.gone);
        if let Some(in_flight) = c.current.take() {
            let (request, connection) = (in_flight.request, c.id);
            if let Some(holds) = plan.statement(in_flight.statement).holds_locks {
                c.holds_locks = holds;
            }
            k.finished += u32::from(!failed && !nobody);
            k.open -= 1;
            if nobody && !failed {
                let latency_ns = k.now_ns - in_flight.arrive_ns;
                k.recorder.for_nobody(k.now_ns);
                k.emit(|| EventKind::AnsweredNobody {
                    request,
                    connection,
                    group: group.named(),
                    thread,
                    latency_ns,
                });
            } else if failed {
                k.emit(|| EventKind::RequestFailed {
                    request,
                    connection,
                    group: group.named(),
                });
            } else {
                let latency_ns = k.now_ns - in_flight.arrive_ns;
                let class = plan.statement(in_flight.statement).class;
                k.recorder.answered(k.now_ns, latency_ns, class);
                k.emit(|| EventKind::RequestFinished {
                    request,
                    connection,
                    group: group.named(),
                    thread,
                    latency_ns,
                });
            }
            let how = match (failed, nobody) {
                (true, _) => HowEnded::Failed,
                (false, true) => HowEnded::ForNobody,
                (false, false) => HowEnded::Answered,
            };
            let begun = in_flight.start_ns.is_some();
            k.recorder.ended(
                request,
                in_flight.place,
                begun.then_some(group),
                (in_flight.arrive_ns, how),
                k.now_ns,
            );
        }
        let driven = driven && !self.crowd_goes_on(plan, conn, serial);
        if driven {
            self.drive_on(plan, conn);
        }
        self.k.threads[thread].conn = ConnectionIndex::NONE;
        self.k.conns[conn].thread = ThreadId::NONE;
        let next = self.with(conn, |s, k| s.finished(k, thread, conn));
        if self.k.conns[conn].gone {
            self.hang_up(conn);
        }
        next
    }

    // A thread tears the session down, as work like any other.
    pub fn tear_down(&mut self, plan: &Plan, thread: ThreadId, conn: ConnectionIndex) -> Decision {
        let locks = self.k.locks.all.len() as u32;
        for lock in 0..locks {
            self.unlock(plan, thread, conn, lock);
        }
        self.unlock_rows(plan, thread, conn);
        let k = &mut self.k;
        k.not_alone(conn);
        let group = k.threads[thread].group;
        let c = &mut k.conns[conn];
        c.status = ConnectionStatus::Closed;
        c.killed = false;
        k.load.disconnect(c);
        c.thread = ThreadId::NONE;
        let driver = c.driver;
        let connection = c.id;
        let lost: Vec<_> = c
            .current
            .take()
            .into_iter()
            .chain(c.behind.drain(..))
            .collect();
        k.threads[thread].conn = ConnectionIndex::NONE;
        for in_flight in &lost {
            self.fail(conn, in_flight);
        }
        self.connection_lost(plan, driver, conn, &lost);
        self.k.emit(|| EventKind::Disconnected {
            connection,
            group: group.named(),
        });
        self.with(conn, |s, k| s.disconnected(k, thread, conn))
    }
}
