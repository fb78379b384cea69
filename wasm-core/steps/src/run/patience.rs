//! Clients that give up and try again, and the connection pool of their application.
//!
//! The rule in words. A request needs a place in the application's pool, if that has a limit, and then a connection: an
//! idle one of its crowd, else a new one. A server that is full refuses the new one with error 1040 at once, gives
//! it no ID and has no work with it; otherwise it takes the next ID, and with it a group. A client that gives up
//! closes its connection. What the server then does depends on how far it is: a login that no thread has taken keeps its
//! place and is ended without work when a thread takes it; a statement, even one that nobody has read, runs whole, for
//! nobody, and then the connection ends. On a thread, SLEEP() looks every five seconds whether its client is there,
//! GET_LOCK() every second; waits for row locks and the CPU never do.
//!
//! Source: measured on MariaDB 10.11.19, 24 November 2026: scheduler rules, section 15.

use crate::event::EventKind;
use crate::ids::{ConnectionId, ConnectionIndex, GroupId, NS_PER_S, RequestId, TimeNs};
use crate::kernel::{Activity, ConnectionStatus, InFlight, NONE};
use crate::life::Place;
use crate::reason::{Lane, LaneReason, WaitKind, WaitReason};
use crate::run::plan::Drive;
use crate::run::timers::Due;
use crate::run::waiting::{Crowd, TOKEN, Visit, ns};
use crate::run::{Plan, State};
use crate::scenario::{Leaving, OnGiveUp};

/// So many retries are for ever.
const FOR_EVER: u32 = 1_000_000;
/// How often SLEEP() and GET_LOCK() look for their client.
const SLEEP_LOOKS_NS: TimeNs = 5 * NS_PER_S;
const USER_LOCK_LOOKS_NS: TimeNs = NS_PER_S;

impl State {
    fn crowd(&mut self, driver: u32) -> Option<&mut Crowd> {
        let crowd = self.waiting.crowds.get_mut(driver as usize)?;
        crowd.as_deref_mut()
    }

    /// A timer of the clients is due.
    pub(super) fn client_timer(&mut self, plan: &Plan) {
        match self.waiting.timers.take(&mut self.k) {
            None => {}
            Some(Due::GiveUp {
                driver,
                request,
                conn,
            }) => self.give_up(plan, driver, request, conn),
            Some(Due::Retry { driver, serial }) => {
                if let Some(crowd) = self.crowd(driver) {
                    crowd.retrying -= 1;
                }
                self.attempt(plan, driver, serial);
            }
            Some(Due::Next { conn, serial }) => self.next_of_transaction(plan, conn, serial),
            Some(Due::Look { request, conn }) => self.look_for_client(request, conn),
            Some(Due::StatementTime { request, conn }) => self.statement_time(request, conn),
            Some(Due::Leave(i)) => self.leave(plan, i),
        }
    }

    /// A client of a loop wants something. False if its crowd has no patience.
    pub(super) fn loop_visit(&mut self, plan: &Plan, slot: ConnectionIndex) -> bool {
        let driver = plan.conns[slot].driver;
        let of = plan.drivers.get(driver as usize);
        of.is_some_and(|d| self.visit(plan, driver, slot.0 - d.first.0))
    }

    /// A client of a crowd with patience wants something. False if the crowd has none.
    pub(super) fn visit(&mut self, plan: &Plan, driver: u32, client: u32) -> bool {
        let Some(d) = plan.drivers.get(driver as usize) else {
            return false;
        };
        let Some(patience) = &d.patience else {
            return false;
        };
        let stream = &mut self.streams[driver as usize];
        let serial = stream.sent as u32;
        stream.sent += 1;
        let rng = if client == NONE {
            stream.rng.as_mut()
        } else {
            let c = &mut self.k.conns[d.first.after(client)];
            c.sent = c.sent.saturating_add(1);
            Some(&mut c.rng)
        };
        let Some(rng) = rng else {
            return true;
        };
        let statement = d.choose(u64::from(serial), rng);
        let Some(crowd) = self.crowd(driver) else {
            return true;
        };
        if let Some(budget) = &patience.budget {
            let most = u64::from(budget.saved) * TOKEN;
            crowd.tokens = (crowd.tokens + u64::from(budget.percent)).min(most);
        }
        let visit = Visit {
            statement,
            client,
            tries: 0,
        };
        crowd.visits.insert(serial, visit);
        self.attempt(plan, driver, serial);
        true
    }

    fn attempt(&mut self, plan: &Plan, driver: u32, serial: u32) {
        let d = &plan.drivers[driver as usize];
        let Some(patience) = &d.patience else { return };
        let now_ns = self.k.now_ns;
        let Some(crowd) = self.crowd(driver) else {
            return;
        };
        let Some(visit) = crowd.visits.get(&serial).copied() else {
            return;
        };
        if patience.places.is_none_or(|places| crowd.held < places) {
            crowd.held += 1;
            let asked = self.ask(plan, driver, serial, visit, None);
            if !asked {
                self.release_place(driver);
                self.failed_attempt(plan, driver, serial, true);
            }
            return;
        }
        let request = self.arrive(d.first, visit.statement, Some(u64::from(serial)));
        let mut in_flight = InFlight::new(request, visit.statement, now_ns, true, serial);
        self.note_place(
            &mut in_flight,
            Place::Application,
            WaitReason::NoFreeConnection,
        );
        self.streams[driver as usize].backlog.push_back(in_flight);
        let limit_us = if patience.one_deadline {
            patience.gives_up_us
        } else {
            patience.place_timeout_us
        };
        if let Some(limit_us) = limit_us {
            let conn = ConnectionIndex::NONE;
            let due = Due::GiveUp {
                driver,
                request,
                conn,
            };
            let at_ns = now_ns.saturating_add(ns(limit_us));
            self.waiting.timers.put(&mut self.k, at_ns, due);
        }
    }

    fn release_place(&mut self, driver: u32) {
        if let Some(crowd) = self.crowd(driver) {
            crowd.held -= 1;
        }
    }

    // Sends a request that has a place. False: the server refused the connection for it.
    fn ask(
        &mut self,
        plan: &Plan,
        driver: u32,
        serial: u32,
        visit: Visit,
        waited: Option<InFlight>,
    ) -> bool {
        let Some(conn) = self.connection_for(plan, driver, visit.client) else {
            return false;
        };
        let now_ns = self.k.now_ns;
        let in_flight = waited.unwrap_or_else(|| {
            let request = self.arrive(conn, visit.statement, Some(u64::from(serial)));
            InFlight::new(request, visit.statement, now_ns, true, serial)
        });
        self.limit_patience(plan, driver, conn, &in_flight);
        if self.k.conns[conn].status == ConnectionStatus::Armed {
            self.k.conns[conn].current = Some(in_flight);
            self.with(conn, |s, k| s.readable(k, conn));
        } else {
            self.send_late(conn, in_flight);
        }
        true
    }

    // When the client of this request will give up.
    fn limit_patience(
        &mut self,
        plan: &Plan,
        driver: u32,
        conn: ConnectionIndex,
        in_flight: &InFlight,
    ) {
        let patience = plan.drivers[driver as usize].patience.as_ref();
        let Some(patience) = patience else { return };
        let Some(limit_us) = patience.gives_up_us else {
            return;
        };
        let since_ns = if patience.one_deadline {
            in_flight.arrive_ns
        } else {
            self.k.now_ns
        };
        let request = in_flight.request;
        let due = Due::GiveUp {
            driver,
            request,
            conn,
        };
        let at_ns = since_ns.saturating_add(ns(limit_us));
        self.waiting.timers.put(&mut self.k, at_ns, due);
    }

    // An idle connection of the crowd, or a new one; none if the server refuses it.
    fn connection_for(&mut self, plan: &Plan, driver: u32, client: u32) -> Option<ConnectionIndex> {
        let d = &plan.drivers[driver as usize];
        let usable = |s: &State, conn: ConnectionIndex| {
            let c = &s.k.conns[conn];
            c.driver == driver && c.current.is_none() && c.behind.is_empty() && c.awaits_command()
        };
        if client == NONE {
            while let Some(conn) = self.streams[driver as usize].take_free(d) {
                if usable(self, conn) {
                    return Some(conn);
                }
            }
        } else {
            let home = self.crowd(driver)?.homes[client as usize];
            if home != ConnectionIndex::NONE && usable(self, home) {
                return Some(home);
            }
        }
        let conn = self.open(driver)?;
        if client != NONE {
            self.crowd(driver)?.homes[client as usize] = conn;
        }
        Some(conn)
    }

    /// Whether the server refuses the login of a client that does not try again.
    pub(super) fn refuses_stranger(&mut self, conn: ConnectionIndex) -> bool {
        let c = &self.k.conns[conn];
        let crowd = self.waiting.crowds.get(c.driver as usize);
        let checked = crowd.is_some_and(Option::is_some);
        c.status == ConnectionStatus::Unborn && !checked && self.refuses()
    }

    /// Whether the server refuses a new connection, which is then logged.
    fn refuses(&mut self) -> bool {
        let connections = self.k.load.connections;
        let limit = self.waiting.max_connections;
        if u64::from(connections) < limit {
            return false;
        }
        self.k.recorder.refused(self.k.now_ns);
        self.k.emit(|| EventKind::ConnectionRefused {
            connections,
            limit: limit as u32,
        });
        true
    }

    /// A new connection of this crowd; none if the server refuses it.
    pub(super) fn open(&mut self, driver: u32) -> Option<ConnectionIndex> {
        if self.refuses() {
            return None;
        }
        let id = self.waiting.next_id;
        let conn = self.entry_for(id)?;
        self.waiting.next_id = id.after(1);
        let c = &mut self.k.conns[conn];
        c.id = id;
        c.group = GroupId::NONE;
        c.status = ConnectionStatus::Unborn;
        c.driver = driver;
        c.priority = (Lane::High, LaneReason::Login);
        c.holds_locks = false;
        c.gone = false;
        c.killed = false;
        c.query_killed = false;
        Some(conn)
    }

    // The entry of the connection table for a new connection.
    fn entry_for(&mut self, id: ConnectionId) -> Option<ConnectionIndex> {
        let scheduler = self.scheduler.get();
        let group = scheduler.group_of_id(id);
        let (k, waiting) = (&self.k, &mut self.waiting);
        let alike = |conn: &ConnectionIndex| scheduler.group_of_id(k.conns[*conn].id) == group;
        if let Some(at) = waiting.closed.iter().rposition(alike) {
            return Some(waiting.closed.remove(at));
        }
        waiting.fresh.pop_front().or_else(|| waiting.closed.pop())
    }

    // A new connection may take the place of this one in the tables.
    fn reuse(&mut self, plan: &Plan, conn: ConnectionIndex) {
        let driver = plan.conns[conn].driver;
        let opens = plan
            .drivers
            .get(driver as usize)
            .is_some_and(|d| d.patience.is_some() || d.is_stream());
        if opens || conn.0 >= plan.spares_from {
            self.waiting.closed.push(conn);
        }
    }

    // An attempt came to nothing: the client tries again, or its wish is lost.
    fn failed_attempt(&mut self, plan: &Plan, driver: u32, serial: u32, refused: bool) {
        let d = &plan.drivers[driver as usize];
        let Some(patience) = &d.patience else { return };
        let now_ns = self.k.now_ns;
        let Some(crowd) = self.crowd(driver) else {
            return;
        };
        let Some(visit) = crowd.visits.get_mut(&serial) else {
            return;
        };
        visit.tries = visit.tries.saturating_add(1);
        let (tries, client) = (visit.tries, visit.client);
        let again = patience.retries == FOR_EVER || tries <= patience.retries;
        let paid = again && (patience.budget.is_none() || crowd.tokens >= TOKEN);
        if !paid {
            crowd.visits.remove(&serial);
            self.k.recorder.lost(now_ns);
            return self.client_rests(plan, driver, client);
        }
        if patience.budget.is_some() {
            crowd.tokens -= TOKEN;
        }
        let mut wait_ns = crowd.wait_ns(patience, tries);
        if refused {
            wait_ns = wait_ns.max(ns(patience.refused_wait_us));
        }
        crowd.retrying += 1;
        self.k.recorder.tried_again(now_ns);
        let due = Due::Retry { driver, serial };
        let at_ns = now_ns.saturating_add(wait_ns);
        self.waiting.timers.put(&mut self.k, at_ns, due);
    }

    // A client of a loop thinks before its next request.
    fn client_rests(&mut self, plan: &Plan, driver: u32, client: u32) {
        let d = &plan.drivers[driver as usize];
        let Drive::Closed { think, count, .. } = &d.drive else {
            return;
        };
        if client == NONE {
            return;
        }
        let own = d.first.after(client);
        let k = &mut self.k;
        let c = &mut k.conns[own];
        if count.is_none_or(|most| u64::from(c.sent) < most) {
            let gap = think.draw(&mut c.rng_think);
            k.schedule(k.slots.arrival(own), k.now_ns.saturating_add(gap));
        }
    }

    /// A request of a crowd has ended. True if nothing else follows from it.
    pub(super) fn crowd_goes_on(
        &mut self,
        plan: &Plan,
        conn: ConnectionIndex,
        serial: u32,
    ) -> bool {
        let driver = self.k.conns[conn].driver;
        let Some(d) = plan.drivers.get(driver as usize) else {
            return true;
        };
        if d.patience.is_some() {
            self.visit_over(plan, driver, serial, conn);
            return true;
        }
        self.transaction_continues(plan, driver, conn, serial)
    }

    // A request of a crowd with patience got its answer, or an error, which is an answer too.
    fn visit_over(&mut self, plan: &Plan, driver: u32, serial: u32, conn: ConnectionIndex) {
        let Some(crowd) = self.crowd(driver) else {
            return;
        };
        let client = crowd.visits.remove(&serial).map_or(NONE, |v| v.client);
        let patience = plan.drivers[driver as usize].patience.as_ref();
        let c = &mut self.k.conns[conn];
        if c.gone || patience.is_some_and(|p| p.connection_each) {
            c.gone = true;
            c.driver = NONE;
        } else if client == NONE {
            // The connection goes to the next request in the application, if there is one.
            if let Some(mut next) = self.streams[driver as usize].backlog.pop_front() {
                self.note_place(&mut next, Place::Socket, WaitReason::ConnectionBusy);
                self.limit_patience(plan, driver, conn, &next);
                self.k.conns[conn].behind.push_back(next);
                return;
            }
            self.streams[driver as usize].free.push_back(conn);
        }
        self.release_place(driver);
        self.client_rests(plan, driver, client);
        self.fill_places(plan, driver);
    }

    // Places have become free.
    fn fill_places(&mut self, plan: &Plan, driver: u32) {
        let d = &plan.drivers[driver as usize];
        let Some(places) = d.patience.as_ref().and_then(|p| p.places) else {
            return;
        };
        while self.crowd(driver).is_some_and(|crowd| crowd.held < places) {
            let Some(next) = self.streams[driver as usize].backlog.pop_front() else {
                return;
            };
            let serial = next.serial;
            let Some(crowd) = self.crowd(driver) else {
                return;
            };
            let Some(visit) = crowd.visits.get(&serial).copied() else {
                continue;
            };
            crowd.held += 1;
            if !self.ask(plan, driver, serial, visit, Some(next)) {
                self.release_place(driver);
                self.fail(d.first, &next);
                self.failed_attempt(plan, driver, serial, true);
            }
        }
    }

    fn give_up(&mut self, plan: &Plan, driver: u32, request: RequestId, conn: ConnectionIndex) {
        let now_ns = self.k.now_ns;
        if conn == ConnectionIndex::NONE {
            let backlog = &mut self.streams[driver as usize].backlog;
            let place = backlog.iter().position(|f| f.request == request);
            let Some(in_flight) = place.and_then(|place| backlog.remove(place)) else {
                return;
            };
            let first = plan.drivers[driver as usize].first;
            self.note_given_up(first, &in_flight, false);
            self.fail(first, &in_flight);
            return self.failed_attempt(plan, driver, in_flight.serial, false);
        }
        let c = &mut self.k.conns[conn];
        let login = c.login && c.behind.front().is_some_and(|f| f.request == request);
        let in_flight = if login {
            c.behind.pop_front()
        } else {
            let known = c.current.iter().chain(c.behind.iter());
            known.copied().find(|f| f.request == request)
        };
        let Some(in_flight) = in_flight else {
            return; // It has been answered.
        };
        // Once: a client that left with this request has given it up already.
        let left_before = c.gone;
        c.gone = true;
        c.driver = NONE;
        if !left_before {
            self.note_given_up(conn, &in_flight, !login);
        }
        if login {
            self.k.conns[conn].killed = true;
            self.fail(conn, &in_flight);
            self.k.alone_from(conn, in_flight.place);
        } else {
            self.look_later(conn, now_ns);
        }
        if let Some(crowd) = self.crowd(driver) {
            for home in crowd.homes.iter_mut().filter(|home| **home == conn) {
                *home = ConnectionIndex::NONE;
            }
        }
        let on_give_up = plan.drivers[driver as usize].patience.as_ref();
        match on_give_up.map_or(OnGiveUp::Close, |p| p.on_give_up) {
            OnGiveUp::Close => {}
            OnGiveUp::KillQuery => self.kill_connection(conn, true),
            OnGiveUp::KillConnection => self.kill_connection(conn, false),
        }
        self.release_place(driver);
        self.failed_attempt(plan, driver, in_flight.serial, false);
        self.fill_places(plan, driver);
    }

    fn note_given_up(&mut self, conn: ConnectionIndex, in_flight: &InFlight, reached: bool) {
        let k = &mut self.k;
        let c = &k.conns[conn];
        let (request, connection, group) = (in_flight.request, c.id, c.group.named());
        let waited_ns = k.now_ns - in_flight.arrive_ns;
        k.recorder.given_up(request, k.now_ns);
        k.emit(|| {
            if reached {
                EventKind::RequestGivenUp {
                    request,
                    connection,
                    group,
                    waited_ns,
                }
            } else {
                EventKind::RequestWithdrawn {
                    request,
                    connection,
                    group,
                    waited_ns,
                }
            }
        });
    }

    /// The connection was torn down: its client notices at once, if it is still there.
    pub(super) fn connection_lost(
        &mut self,
        plan: &Plan,
        driver: u32,
        conn: ConnectionIndex,
        lost: &[InFlight],
    ) {
        self.reuse(plan, conn);
        let d = plan.drivers.get(driver as usize);
        if d.is_some_and(|d| d.patience.is_none() && d.is_stream()) {
            self.streams[driver as usize].lost += 1;
        }
        for in_flight in lost.iter().filter(|f| f.driven) {
            if self.crowd(driver).is_some() {
                self.release_place(driver);
                self.failed_attempt(plan, driver, in_flight.serial, false);
                self.fill_places(plan, driver);
            }
        }
    }

    /// The answer went to nobody: the server reads that the connection is closed.
    pub(super) fn hang_up(&mut self, conn: ConnectionIndex) {
        let c = &mut self.k.conns[conn];
        if c.status == ConnectionStatus::Armed {
            c.killed = true;
            self.with(conn, |s, k| s.readable(k, conn));
        }
    }

    /// A wait that looks for its client will find that it is gone.
    pub(super) fn look_later(&mut self, conn: ConnectionIndex, now_ns: TimeNs) {
        let k = &mut self.k;
        let c = &k.conns[conn];
        if !c.gone || c.status != ConnectionStatus::Executing || c.login {
            return;
        }
        let t = &k.threads[c.thread];
        let every_ns = if t.activity == Activity::Wait(WaitKind::Sleep) {
            SLEEP_LOOKS_NS
        } else if let Activity::Lock {
            kind: WaitKind::UserLock,
            ..
        } = t.activity
        {
            USER_LOCK_LOOKS_NS
        } else {
            return;
        };
        let looks = (now_ns - t.step_start_ns) / every_ns + 1;
        let at_ns = t
            .step_start_ns
            .saturating_add(looks.saturating_mul(every_ns));
        let request = c.request();
        self.waiting
            .timers
            .put(k, at_ns, Due::Look { request, conn });
    }

    fn look_for_client(&mut self, request: RequestId, conn: ConnectionIndex) {
        let k = &mut self.k;
        let c = &mut k.conns[conn];
        let same = c.request() == request && c.status == ConnectionStatus::Executing;
        if !same || !c.gone || c.killed {
            return;
        }
        let activity = k.threads[c.thread].activity;
        let looks = matches!(
            activity,
            Activity::Wait(WaitKind::Sleep)
                | Activity::Lock {
                    kind: WaitKind::UserLock,
                    ..
                }
        );
        if looks {
            c.killed = true;
            self.interrupt(conn);
        }
    }

    /// Starts the clock of `max_statement_time`: when a thread takes the statement.
    pub(super) fn limit_statement(&mut self, conn: ConnectionIndex, request: RequestId) {
        let limit_ns = self.waiting.statement_ns;
        if limit_ns < TimeNs::MAX {
            let at_ns = self.k.now_ns.saturating_add(limit_ns);
            let due = Due::StatementTime { request, conn };
            self.waiting.timers.put(&mut self.k, at_ns, due);
        }
    }

    fn statement_time(&mut self, request: RequestId, conn: ConnectionIndex) {
        let k = &mut self.k;
        let c = &mut k.conns[conn];
        let same = c.request() == request && c.status == ConnectionStatus::Executing;
        if !same || c.killed || c.query_killed {
            return;
        }
        c.query_killed = true;
        let (connection, group) = (c.id, c.group.named());
        let limit_ns = self.waiting.statement_ns;
        k.emit(|| EventKind::StatementTimedOut {
            request,
            connection,
            group,
            limit_ns,
        });
        self.interrupt(conn);
    }

    fn leave(&mut self, plan: &Plan, i: u32) {
        let leave = &plan.leaves[i as usize];
        let known = self
            .k
            .conns
            .entries()
            .find(|(_, c)| c.id == leave.connection);
        let Some((conn, _)) = known else { return };
        match leave.by {
            Leaving::KillQuery => self.kill_connection(conn, true),
            Leaving::KillConnection => self.kill_connection(conn, false),
            Leaving::Close => self.client_leaves(conn),
        }
    }

    // The client closes its connection.
    fn client_leaves(&mut self, conn: ConnectionIndex) {
        let c = &mut self.k.conns[conn];
        if matches!(
            c.status,
            ConnectionStatus::Unborn | ConnectionStatus::Closed
        ) || c.gone
        {
            return;
        }
        c.gone = true;
        let (connection, group, login) = (c.id, c.group.named(), c.login);
        self.k.emit(|| EventKind::ClientLeft { connection, group });
        if let Some(in_flight) = self.k.conns[conn].current {
            self.note_given_up(conn, &in_flight, true);
        }
        if login {
            let c = &mut self.k.conns[conn];
            c.killed = true;
            let lost: Vec<_> = c.behind.drain(..).collect();
            for in_flight in &lost {
                self.fail(conn, in_flight);
            }
            // A login that nobody has asked anything on is alone already.
            if let Some(first) = lost.first() {
                self.k.alone_from(conn, first.place);
            }
        }
        self.hang_up(conn);
        self.look_later(conn, self.k.now_ns);
    }

    /// After an answer within a transaction that keeps its connection: true if more of it follows.
    fn transaction_continues(
        &mut self,
        plan: &Plan,
        driver: u32,
        conn: ConnectionIndex,
        serial: u32,
    ) -> bool {
        let d = &plan.drivers[driver as usize];
        let Some(pause) = &d.pause else { return false };
        let k = &mut self.k;
        let c = &mut k.conns[conn];
        c.sent += 1;
        if (c.sent as usize) < d.statements.len() {
            let at_ns = k.now_ns.saturating_add(pause.draw(&mut c.rng_think));
            self.waiting
                .timers
                .put(k, at_ns, Due::Next { conn, serial });
            return true;
        }
        c.sent = 0;
        false
    }

    fn next_of_transaction(&mut self, plan: &Plan, conn: ConnectionIndex, serial: u32) {
        let c = &self.k.conns[conn];
        let (driver, nth) = (c.driver, c.sent);
        let Some(d) = plan.drivers.get(driver as usize) else {
            return;
        };
        let Some((statement, _)) = d.statements.get(nth as usize) else {
            return;
        };
        self.send(conn, *statement, Some(u64::from(serial)), serial);
    }
}
