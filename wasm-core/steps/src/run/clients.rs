//! The clients: single requests, loops and streams turn into requests on sockets.

use crate::event::EventKind;
use crate::ids::{ConnectionIndex, GroupId, RequestId, StatementIndex};
use crate::kernel::{ConnectionStatus, InFlight, NONE};
use crate::life::Place;
use crate::reason::{Lane, WaitReason};
use crate::record::{Arrival, HowEnded};
use crate::rng::Rng;
use crate::run::plan::{Drive, Numbering};
use crate::run::{Plan, State};

impl State {
    /// A single request is due.
    pub(super) fn script(&mut self, plan: &Plan, i: u32) {
        let script = plan.scripts[i as usize];
        self.send(script.conn, script.statement, None, 0);
    }

    /// A loop's connection sends its next request.
    pub(super) fn loop_arrival(&mut self, plan: &Plan, conn: ConnectionIndex) {
        if self.loop_visit(plan, conn) {
            return;
        }
        let driver = self.k.conns[conn].driver;
        if driver == NONE || self.k.conns[conn].status == ConnectionStatus::Closed {
            return;
        }
        let c = &mut self.k.conns[conn];
        let nth = u64::from(c.sent);
        c.sent = c.sent.saturating_add(1);
        let d = &plan.drivers[driver as usize];
        let statement = d.choose(nth, &mut c.rng);
        // A loop numbers its own requests; a crowd numbers them over all its clients.
        let index = match plan.statement(statement).numbering {
            Numbering::Dot => nth,
            Numbering::Space | Numbering::None => {
                let stream = &mut self.streams[driver as usize];
                stream.sent += 1;
                stream.sent - 1
            }
        };
        self.send(conn, statement, Some(index), 0);
    }

    /// A stream's next batch is due.
    pub(super) fn stream(&mut self, plan: &Plan, i: u32) {
        let d = &plan.drivers[i as usize];
        let Drive::Stream {
            between,
            at_once: _,
            size,
            count,
            ..
        } = &d.drive
        else {
            return;
        };
        for _ in 0..*size {
            self.stream_request(plan, i);
        }
        let stream = &mut self.streams[i as usize];
        if count.is_some_and(|most| stream.sent / u64::from(*size) >= most) {
            return;
        }
        let Some(rng) = stream.rng.as_mut() else {
            return;
        };
        // Batches are at least a nanosecond apart, so that time always passes.
        let gap = between.draw(rng).max(1);
        let k = &mut self.k;
        k.schedule(k.slots.crowd(i), k.now_ns.saturating_add(gap));
    }

    pub(super) fn stream_request(&mut self, plan: &Plan, i: u32) {
        if self.visit(plan, i, NONE) {
            return;
        }
        let d = &plan.drivers[i as usize];
        let stream = &mut self.streams[i as usize];
        let serial = stream.sent;
        stream.sent += 1;
        let Some(rng) = stream.rng.as_mut() else {
            return;
        };
        let statement = d.choose(serial, rng);
        if let Some(conn) = self.connection_of(plan, i) {
            match self.streams[i as usize].backlog.pop_front() {
                None => return self.send(conn, statement, Some(serial), serial as u32),
                Some(first) => self.send_late(conn, first),
            }
        }
        let request = self.arrive(d.first, statement, Some(serial));
        let mut in_flight = InFlight::new(request, statement, self.k.now_ns, true, serial as u32);
        let why = WaitReason::NoFreeConnection;
        self.note_place(&mut in_flight, Place::Application, why);
        self.streams[i as usize].backlog.push_back(in_flight);
    }

    // A free connection, or a new one for each that the server closed; none if it refuses that.
    fn connection_of(&mut self, plan: &Plan, i: u32) -> Option<ConnectionIndex> {
        let d = &plan.drivers[i as usize];
        while let Some(conn) = self.streams[i as usize].take_free(d) {
            let c = &self.k.conns[conn];
            if c.driver == i && c.status != ConnectionStatus::Closed {
                return Some(conn);
            }
        }
        if self.streams[i as usize].lost == 0 {
            return None;
        }
        let conn = self.open(i)?;
        self.streams[i as usize].lost -= 1;
        Some(conn)
    }

    /// A connection's request has ended: its driver continues.
    pub(super) fn drive_on(&mut self, plan: &Plan, conn: ConnectionIndex) {
        let driver = self.k.conns[conn].driver;
        if driver == NONE {
            return;
        }
        match &plan.drivers[driver as usize].drive {
            Drive::Once { .. } => {}
            Drive::Closed { think, count, .. } => {
                let k = &mut self.k;
                let c = &mut k.conns[conn];
                if count.is_none_or(|most| u64::from(c.sent) < most) {
                    let gap = think.draw(&mut c.rng_think);
                    k.schedule(k.slots.arrival(conn), k.now_ns.saturating_add(gap));
                }
            }
            Drive::Stream { .. } => match self.streams[driver as usize].backlog.pop_front() {
                // It is on the socket before the connection is armed again.
                Some(mut in_flight) => {
                    let why = WaitReason::ConnectionBusy;
                    self.note_place(&mut in_flight, Place::Socket, why);
                    self.k.conns[conn].behind.push_back(in_flight);
                }
                None => self.streams[driver as usize].free.push_back(conn),
            },
        }
    }

    /// A client sends a request on its connection.
    pub(super) fn send(
        &mut self,
        conn: ConnectionIndex,
        statement: StatementIndex,
        index: Option<u64>,
        serial: u32,
    ) {
        let request = self.arrive(conn, statement, index);
        let at_ns = self.k.now_ns;
        let c = &mut self.k.conns[conn];
        // Built in place, because copying it costs more.
        if c.status == ConnectionStatus::Armed {
            c.current = Some(InFlight::new(
                request,
                statement,
                at_ns,
                index.is_some(),
                serial,
            ));
            self.with(conn, |s, k| s.readable(k, conn));
        } else {
            let in_flight = InFlight::new(request, statement, at_ns, index.is_some(), serial);
            self.send_late(conn, in_flight);
        }
    }

    // A request arrives.
    pub(super) fn arrive(
        &mut self,
        conn: ConnectionIndex,
        statement: StatementIndex,
        index: Option<u64>,
    ) -> RequestId {
        let k = &mut self.k;
        let request = RequestId(k.requests);
        k.requests += 1;
        k.open += 1;
        let c = &k.conns[conn];
        let at_ns = k.now_ns;
        // The group of the connection; after SET GLOBAL thread_pool_size it moves only when it is armed.
        let group = match c.group.named() {
            None if !c.is_extra() => self.scheduler.get().group_of_id(c.id),
            known => known,
        };
        let connection = c.id;
        k.recorder.arrived(
            request,
            Arrival {
                connection,
                group,
                statement,
                index,
                at_ns,
            },
        );
        k.emit(|| EventKind::RequestArrived {
            request,
            connection,
            group,
        });
        request
    }

    pub(super) fn note_place(&mut self, in_flight: &mut InFlight, place: Place, why: WaitReason) {
        let from = in_flight.place.replace(place);
        let k = &mut self.k;
        k.recorder
            .place(in_flight.request, from, place, why.into(), k.now_ns);
    }

    // The connection does not exist, is gone, or is busy.
    #[inline(never)]
    pub(super) fn send_late(&mut self, conn: ConnectionIndex, mut in_flight: InFlight) {
        if self.refuses_stranger(conn) {
            return self.fail(conn, &in_flight);
        }
        let k = &mut self.k;
        let c = &mut k.conns[conn];
        match c.status {
            ConnectionStatus::Unborn => {
                c.login = true;
                k.load.connect(c);
                let connection = c.id;
                self.behind(conn, &mut in_flight, WaitReason::LoginPending);
                let group = self.group_hint(conn);
                self.k.emit(|| EventKind::Connected { connection, group });
                self.with(conn, |s, k| s.connect(k, conn));
            }
            ConnectionStatus::Closed => self.fail(conn, &in_flight),
            ConnectionStatus::Armed
            | ConnectionStatus::Ready
            | ConnectionStatus::Queued(_)
            | ConnectionStatus::ThreadWait
            | ConnectionStatus::Executing
            | ConnectionStatus::Suspended => {
                let why = if c.login {
                    WaitReason::LoginPending
                } else {
                    WaitReason::ConnectionBusy
                };
                self.behind(conn, &mut in_flight, why);
            }
        }
    }

    fn behind(&mut self, conn: ConnectionIndex, in_flight: &mut InFlight, why: WaitReason) {
        let c = &self.k.conns[conn];
        let place = if c.login && c.behind.is_empty() {
            let place = place_of_login(c.status);
            self.k.not_alone(conn);
            place
        } else {
            Place::Socket
        };
        self.note_place(in_flight, place, why);
        self.k.conns[conn].behind.push_back(*in_flight);
    }

    fn group_hint(&self, conn: ConnectionIndex) -> Option<GroupId> {
        if self.k.conns[conn].is_extra() {
            return None;
        }
        let id = self.k.conns[conn].id;
        self.scheduler.get().group_of_id(id)
    }

    /// A request that will not be answered.
    pub(super) fn fail(&mut self, conn: ConnectionIndex, in_flight: &InFlight) {
        let k = &mut self.k;
        k.open -= 1;
        let c = &k.conns[conn];
        let (connection, group) = (c.id, c.group);
        k.emit(|| EventKind::RequestFailed {
            request: in_flight.request,
            connection,
            group: group.named(),
        });
        let begun = in_flight.start_ns.is_some();
        k.recorder.ended(
            in_flight.request,
            in_flight.place,
            begun.then_some(group),
            (in_flight.arrive_ns, HowEnded::Failed),
            k.now_ns,
        );
    }

    /// Requests of streams draw by their own number, so that it does not matter which connection the pool
    /// left free for them.
    pub(super) fn seed_request(&mut self, plan: &Plan, conn: ConnectionIndex) {
        let c = &mut self.k.conns[conn];
        let Some(driver) = plan.drivers.get(c.driver as usize) else {
            return;
        };
        if !(driver.is_stream() || driver.patience.is_some()) {
            return;
        }
        let Some(in_flight) = c.current.as_ref().filter(|in_flight| in_flight.driven) else {
            return;
        };
        let seed = u64::from(plan.seed) | (u64::from(c.driver) + 1) << 32;
        let serial = in_flight.serial;
        // Each statement of a transaction draws for itself.
        let serial = if driver.pause.is_some() {
            serial.wrapping_add(c.sent.wrapping_mul(0x9E37_79B9))
        } else {
            serial
        };
        c.rng = Rng::stream(seed, "request", serial);
    }
}

/// Where a connection that is not logged in waits, and the first request on it too.
pub fn place_of_login(status: ConnectionStatus) -> Place {
    match status {
        ConnectionStatus::Unborn
        | ConnectionStatus::Armed
        | ConnectionStatus::Ready
        | ConnectionStatus::Suspended
        | ConnectionStatus::Closed => Place::Socket,
        ConnectionStatus::Queued(Lane::High) => Place::HighQueue,
        ConnectionStatus::Queued(Lane::Low) => Place::LowQueue,
        ConnectionStatus::ThreadWait => Place::ThreadWait,
        ConnectionStatus::Executing => Place::Login,
    }
}
