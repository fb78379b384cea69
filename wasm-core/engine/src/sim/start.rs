//! Starts a run from a state: see `scenario::StartState`, and RULES.md, section 14.

use std::sync::Arc;

use crate::ids::{
    ConnectionId, ConnectionIndex, GroupId, Index, NS_PER_US, RequestId, StatementIndex, ThreadId,
    TimeNs,
};
use crate::kernel::{
    Activity, ConnectionStatus, InFlight, IndexVec, NONE, Slots, ThreadState, is_autocommit,
};
use crate::life::{Place, WaitingLane};
use crate::queue::Slot;
use crate::reason::{Lane, WaitKind, WaitReason};
use crate::record::{Arrival, SegmentWhy};
use crate::rng::Rng;
use crate::run::Plan;
use crate::run::plan::{ChangePlan, Drive};
use crate::scenario::{
    Due, Micros, Scenario, StartConnection, StartQueued, StartRequest, StartState, StartThread,
    ThreadDoes,
};
use crate::scheduler::Resumed;
use crate::sim::Sim;
use crate::sim::freeze::NEVER_NS;
use crate::sim::plan::dist;
use crate::sorted::Sorted;

/// Where a connection is.
#[derive(Clone, Copy)]
enum ConnPlace<'a> {
    /// Idle, suspended, gone, or not there yet.
    Nowhere,
    Thread(ThreadId, &'a StartThread),
    Queue(Lane, &'a StartQueued),
    Socket(&'a StartQueued),
}

/// Which request it is.
#[derive(Clone, Copy)]
enum RequestKind {
    /// The one that the server works on or reads next.
    First(ConnectionIndex),
    Behind(ConnectionIndex),
    Backlog(usize),
    /// One that was answered, but its connection still holds its locks.
    Over(ConnectionIndex),
}

/// The state while it is being loaded.
struct Loading<'a> {
    state: &'a StartState,
    plan: Arc<Plan>,
    at_ns: TimeNs,
    index: Sorted<ConnectionId, ConnectionIndex>,
    given: IndexVec<ConnectionIndex, Option<&'a StartConnection>>,
    at: IndexVec<ConnectionIndex, ConnPlace<'a>>,
    logins: Vec<ConnectionIndex>,
    /// By position in the state.
    threads: Vec<(ThreadId, &'a StartThread)>,
    due: Vec<(TimeNs, Due, Slot)>,
}

impl Loading<'_> {
    fn since(&self, given: Option<Micros>) -> TimeNs {
        given.map_or(self.at_ns, Micros::ns)
    }

    fn conn(&self, id: ConnectionId) -> Option<ConnectionIndex> {
        self.index.get(id).copied()
    }

    fn due(&mut self, at_ns: TimeNs, what: Due, slot: Slot) {
        // After every run.
        if at_ns >= NEVER_NS {
            return;
        }
        self.due.push((at_ns.max(self.at_ns), what, slot));
    }
}

impl Sim {
    pub(super) fn go_on_from(&mut self, scenario: &Scenario, state: &StartState) {
        let at_ns = state.at_us.ns();
        let plan = Arc::clone(&self.plan);
        self.state.k.now_ns = at_ns;
        self.state.k.recorder.time(at_ns);
        // Ordered by time, then by position in the list.
        let past = |change: &&ChangePlan| change.at_us * NS_PER_US <= at_ns;
        let mut past: Vec<&ChangePlan> = plan.changes.iter().filter(past).collect();
        past.sort_by_key(|change| change.at_us);
        for change in past {
            self.state.put(change.var, change.code);
        }
        let ids = plan.conns.entries().map(|(i, c)| (c.settings.id, i));
        let mut index = Sorted::default();
        ids.for_each(|(id, conn)| {
            index.insert(id, conn);
        });
        let mut g = Loading {
            state,
            at_ns,
            index,
            given: plan.conns.iter().map(|_| None).collect(),
            at: plan.conns.iter().map(|_| ConnPlace::Nowhere).collect(),
            logins: plan.begun.logins.clone(),
            threads: Vec::new(),
            due: Vec::new(),
            plan,
        };
        for given in &state.connections {
            if let Some(conn) = g.conn(given.id) {
                g.given[conn] = Some(given);
            }
        }
        self.threads_of(&mut g);
        let queued = self.queues_of(&mut g);
        self.conns_of(&mut g, scenario);
        self.requests_of(&mut g);
        self.locks_of(&g);
        self.statements_of(&mut g);
        self.schedulers_of(&g, queued);
        self.timers_of(&mut g);
        // A stable sort: events with a given order come first, in that order; the rest by kind.
        let mut order = Sorted::default();
        for (place, what) in state.same_instant.iter().enumerate() {
            order.insert(*what, place);
        }
        let place = |what: Due| order.get(what).copied().unwrap_or(usize::MAX);
        let mut due = g.due;
        due.sort_by_key(|(at, what, _)| (*at, place(*what), *what));
        for (at, _, slot) in due {
            self.state.k.schedule(slot, at);
        }
        self.state.settle();
    }

    fn threads_of<'a>(&mut self, g: &mut Loading<'a>) {
        let groups = g.state.groups.iter();
        let in_groups =
            groups.flat_map(|group| group.threads.iter().map(|t| (GroupId(group.group_id), t)));
        let others = g.state.threads.iter().map(|t| (GroupId::NONE, t));
        let all: Vec<_> = in_groups.chain(others).collect();
        for (group, given) in all {
            let does = match given.does {
                ThreadDoes::Standby => ThreadState::Idle,
                ThreadDoes::Listener => ThreadState::Listening,
                ThreadDoes::Creating => ThreadState::Starting,
                ThreadDoes::Waking => ThreadState::Waking,
                ThreadDoes::Reading => ThreadState::Reading,
                ThreadDoes::Cached => ThreadState::Cached,
                _ => ThreadState::Executing,
            };
            let k = &mut self.state.k;
            let thread = k.add_thread(group, does);
            let t = &mut k.threads[thread];
            t.since_ns = g.since(given.since_us);
            t.step_start_ns = t.since_ns;
            g.threads.push((thread, given));
            if let Some(conn) = given.connection.and_then(|id| g.conn(id)) {
                t.conn = conn;
                g.at[conn] = ConnPlace::Thread(thread, given);
            }
        }
    }

    fn queues_of<'a>(&mut self, g: &mut Loading<'a>) -> Vec<(GroupId, Lane, ConnectionIndex)> {
        let mut queued = Vec::new();
        let mut logins = g.logins.clone().into_iter();
        for given in &g.state.groups {
            let group = GroupId(given.group_id);
            for (lane, queue) in [(Lane::High, &given.high), (Lane::Low, &given.low)] {
                for entry in queue {
                    let conn = match entry.connection {
                        Some(id) => g.conn(id),
                        None => logins.next(),
                    };
                    if let Some(conn) = conn {
                        g.at[conn] = ConnPlace::Queue(lane, entry);
                        queued.push((group, lane, conn));
                    }
                }
            }
            for entry in &given.unpolled {
                if let Some(conn) = entry.connection.and_then(|id| g.conn(id)) {
                    g.at[conn] = ConnPlace::Socket(entry);
                    self.state.k.ready[group].push_back(conn);
                }
            }
        }
        queued
    }

    // Groups, flags and random streams of the connections, without their requests.
    fn conns_of(&mut self, g: &mut Loading<'_>, scenario: &Scenario) {
        let set = scenario.server.settings(scenario.machine.cores);
        let size = set.number(crate::scenario::SIZE);
        let pooled = !self.state.scheduler.get().groups().is_empty();
        for conn in g.plan.conns.indices() {
            let given = g.given[conn];
            let c = &mut self.state.k.conns[conn];
            let own = c.id.group(size).0;
            if pooled && !c.is_extra() {
                c.group = GroupId(given.and_then(|t| t.group_id).unwrap_or(own));
            }
            let since = given.and_then(|t| t.since_us);
            c.since_ns = g.since(since);
            let at = g.at[conn];
            c.status = match at {
                ConnPlace::Thread(thread, given) => {
                    c.thread = thread;
                    c.since_ns = g.since(given.since_us);
                    match given.does {
                        ThreadDoes::Reading => ConnectionStatus::Armed,
                        does if does.executes() => ConnectionStatus::Executing,
                        _ => ConnectionStatus::ThreadWait,
                    }
                }
                ConnPlace::Queue(lane, entry) => {
                    c.since_ns = g.since(entry.since_us);
                    c.enqueued_ns = entry.stamp_us.map_or(c.since_ns, Micros::ns);
                    c.login = entry.connection.is_none();
                    ConnectionStatus::Queued(lane)
                }
                ConnPlace::Socket(entry) => {
                    c.since_ns = g.since(entry.since_us);
                    ConnectionStatus::Ready
                }
                ConnPlace::Nowhere => match given {
                    Some(t) if t.resumes_us.is_some() => ConnectionStatus::Suspended,
                    Some(t) if t.closed => ConnectionStatus::Closed,
                    Some(t) if t.new => ConnectionStatus::Unborn,
                    None if g.plan.conns[conn].settings.new => ConnectionStatus::Unborn,
                    _ => ConnectionStatus::Armed,
                },
            };
            if let Some(given) = given {
                c.in_transaction = given.in_transaction.unwrap_or(c.in_transaction);
                c.holds_locks = given.holds_locks.unwrap_or(c.holds_locks);
                c.login = given.login;
                c.killed = given.killed;
                c.query_killed = given.query_killed;
                c.sent = u32::try_from(given.statements_sent).unwrap_or(u32::MAX);
                c.rng = given.rng.map_or(c.rng.clone(), Rng::from_words);
                let think = given.rng_think.map(Rng::from_words);
                c.rng_think = think.unwrap_or(c.rng_think.clone());
            }
            match c.status {
                // It joins a group when it connects.
                ConnectionStatus::Unborn => c.group = GroupId::NONE,
                // Closed connections count nowhere.
                ConnectionStatus::Closed => c.in_transaction = false,
                _ => self.state.k.load.connect(&self.state.k.conns[conn]),
            }
            // A dedicated thread reads for it.
            let c = &self.state.k.conns[conn];
            if c.status == ConnectionStatus::Armed
                && c.group == GroupId::NONE
                && c.thread == ThreadId::NONE
            {
                let k = &mut self.state.k;
                let thread = k.add_thread(GroupId::NONE, ThreadState::Reading);
                k.threads[thread].conn = conn;
                k.threads[thread].since_ns = k.conns[conn].since_ns;
                k.conns[conn].thread = thread;
            }
        }
    }

    fn requests_of(&mut self, g: &mut Loading<'_>) {
        let mut statements = g.plan.begun.statements.iter().copied();
        let mut next = || statements.next().unwrap_or(StatementIndex(0));
        let mut requests: Vec<(RequestKind, InFlight)> = Vec::new();
        let conns = &self.state.k.conns;
        let in_flight = |r: &StartRequest, statement, driver: u32, came_ns: TimeNs| InFlight {
            request: RequestId::NONE,
            statement,
            arrive_ns: r.sent_us.map_or(came_ns, Micros::ns),
            start_ns: r.begun_us.map(Micros::ns),
            driven: driver != NONE && r.driven.unwrap_or(true),
            serial: r.serial,
            step: 0,
            place: None,
        };
        for given in &g.state.connections {
            let Some(conn) = g.conn(given.id) else {
                continue;
            };
            let c = &conns[conn];
            if let Some(r) = &given.request {
                requests.push((
                    RequestKind::First(conn),
                    in_flight(r, next(), c.driver, c.since_ns),
                ));
            }
            for r in &given.behind {
                requests.push((
                    RequestKind::Behind(conn),
                    in_flight(r, next(), c.driver, c.since_ns),
                ));
            }
        }
        for crowd in &g.state.clients {
            let driver = self.driver_of(g, crowd.clients);
            for r in &crowd.backlog {
                let in_flight = in_flight(r, next(), driver as u32, g.at_ns);
                requests.push((RequestKind::Backlog(driver), in_flight));
            }
        }
        let unknown = g.plan.begun.unknown.unwrap_or(StatementIndex(0));
        for (conn, c) in conns.entries() {
            let busy =
                !matches!(g.at[conn], ConnPlace::Nowhere) && c.status != ConnectionStatus::Armed;
            let asked = g.given[conn].is_some_and(|t| t.request.is_some());
            let r = StartRequest::default();
            if busy && !asked && !c.login && !c.killed {
                let in_flight = in_flight(&r, unknown, c.driver, c.since_ns);
                requests.push((RequestKind::First(conn), in_flight));
            }
            let begun =
                c.status == ConnectionStatus::Executing || c.status == ConnectionStatus::Suspended;
            let holds = |t: &StartConnection| !t.locks.is_empty() || !t.rows.is_empty();
            if !begun && g.given[conn].is_some_and(holds) {
                let in_flight = in_flight(&r, unknown, NONE, c.since_ns);
                requests.push((RequestKind::Over(conn), in_flight));
            }
        }
        requests.sort_by_key(|(_, in_flight)| in_flight.arrive_ns);
        for (kind, in_flight) in requests {
            self.take_request(g, kind, in_flight);
        }
    }

    fn driver_of(&self, g: &Loading<'_>, crowd: u32) -> usize {
        // Loops come before crowds.
        g.plan.loops as usize + crowd as usize
    }

    fn take_request(&mut self, g: &Loading<'_>, kind: RequestKind, mut in_flight: InFlight) {
        let k = &mut self.state.k;
        in_flight.request = RequestId(k.requests);
        k.requests += 1;
        let conn = match kind {
            RequestKind::First(conn) | RequestKind::Behind(conn) | RequestKind::Over(conn) => conn,
            RequestKind::Backlog(driver) => g.plan.drivers[driver].first,
        };
        let c = &k.conns[conn];
        let group = match c.group.named() {
            None if !c.is_extra() => self.state.scheduler.get().group_of_id(c.id),
            known => known,
        };
        k.recorder.arrived(
            in_flight.request,
            Arrival {
                connection: c.id,
                group,
                statement: in_flight.statement,
                index: None,
                at_ns: in_flight.arrive_ns,
            },
        );
        let now_ns = k.now_ns;
        let mut behind = |in_flight: &mut InFlight, place: Place, why: WaitReason| {
            in_flight.place = Some(place);
            let why = SegmentWhy::Fixed(why);
            k.recorder
                .place(in_flight.request, None, place, why, now_ns);
            k.open += 1;
        };
        match kind {
            RequestKind::Over(conn) => {
                k.recorder
                    .ended(in_flight.request, None, None, false, now_ns);
                let c = &mut k.conns[conn];
                // Kept until its locks have been noted; see `locks_of`.
                c.behind.push_front(in_flight);
            }
            RequestKind::Backlog(driver) => {
                let place = Place::Application;
                behind(&mut in_flight, place, WaitReason::NoFreeConnection);
                self.state.streams[driver].backlog.push_back(in_flight);
            }
            RequestKind::Behind(conn) => {
                let why = if k.conns[conn].login {
                    WaitReason::LoginPending
                } else {
                    WaitReason::ConnectionBusy
                };
                behind(&mut in_flight, Place::Socket, why);
                self.state.k.conns[conn].behind.push_back(in_flight);
            }
            RequestKind::First(conn) => {
                k.open += 1;
                let executing = k.conns[conn].status == ConnectionStatus::Executing;
                if executing && in_flight.start_ns.is_none() {
                    in_flight.start_ns = Some(k.conns[conn].since_ns);
                }
                k.conns[conn].current = Some(in_flight);
                if let Some(begun_ns) = in_flight.start_ns {
                    let c = &k.conns[conn];
                    k.recorder
                        .started(in_flight.request, c.id, c.thread, c.group, begun_ns);
                }
                self.place_request(g, conn);
            }
        }
    }

    // Sets the place of the connection's request.
    fn place_request(&mut self, g: &Loading<'_>, conn: ConnectionIndex) {
        let k = &mut self.state.k;
        let since_ns = k.conns[conn].since_ns;
        let group = k.conns[conn].group;
        let by_lane = |lane| SegmentWhy::Lane { group, lane };
        let running = (Place::Running, SegmentWhy::Fixed(WaitReason::Running));
        let (place, why) = match g.at[conn] {
            ConnPlace::Nowhere => (Place::Suspended, SegmentWhy::Fixed(WaitReason::Suspended)),
            ConnPlace::Queue(Lane::High, _) => (Place::HighQueue, by_lane(WaitingLane::High)),
            ConnPlace::Queue(Lane::Low, _) => (Place::LowQueue, by_lane(WaitingLane::Low)),
            ConnPlace::Socket(_) => (Place::Socket, by_lane(WaitingLane::Unpolled)),
            ConnPlace::Thread(_, given) => match given.does {
                ThreadDoes::Wait => {
                    let wait = given.kind.unwrap_or(WaitKind::Sleep);
                    let why = SegmentWhy::Fixed(WaitReason::InWait);
                    (Place::Waiting { wait }, why)
                }
                // The holder is not known yet: see `locks_of`.
                ThreadDoes::Lock | ThreadDoes::RowLock => return,
                does if does.executes() => running,
                _ => (
                    Place::ThreadWait,
                    SegmentWhy::Fixed(WaitReason::OwnThreadWaking),
                ),
            },
        };
        k.place(conn, place, why);
        k.conns[conn].since_ns = since_ns;
    }

    fn locks_of(&mut self, g: &Loading<'_>) {
        let lock_named = |name: &str| g.plan.locks.iter().position(|l| l == name);
        for (conn, given) in g.given.entries() {
            let Some(given) = given else { continue };
            if given.locks.is_empty() && given.rows.is_empty() {
                continue;
            }
            let k = &mut self.state.k;
            let c = &mut k.conns[conn];
            let begun = c
                .current
                .is_some_and(|in_flight| in_flight.start_ns.is_some());
            let executing = matches!(
                c.status,
                ConnectionStatus::Executing | ConnectionStatus::Suspended
            );
            let over = if executing {
                None
            } else {
                c.behind.pop_front().map(|in_flight| in_flight.request)
            };
            let request = match over {
                Some(over) if !begun => over,
                _ => c.request(),
            };
            for name in &given.locks {
                if let Some(lock) = lock_named(name) {
                    k.locks.all[lock].holder = Some((conn, request));
                }
            }
            let waits_for = match g.at[conn] {
                ConnPlace::Thread(_, t) => t.row,
                _ => None,
            };
            for row in &given.rows {
                k.rows.take(*row, conn, request);
                // A row that was handed on is noted when its thread runs.
                if waits_for != Some(*row) {
                    k.conns[conn].rows.push(*row);
                }
            }
        }
        // In queue order: the given one, else by time.
        let mut waiting: Vec<_> = g
            .threads
            .iter()
            .filter(|(_, t)| matches!(t.does, ThreadDoes::Lock | ThreadDoes::RowLock))
            .collect();
        waiting.sort_by_key(|(_, t)| (t.ahead.unwrap_or(u32::MAX), t.since_us));
        for (thread, given) in waiting {
            let k = &mut self.state.k;
            let conn = k.threads[*thread].conn;
            let kind = given.kind.unwrap_or(WaitKind::RowLock);
            let since_ns = k.conns[conn].since_ns;
            let (lock, holder, activity) = match given.row {
                Some(row) => (
                    g.plan.row_locks,
                    k.rows.holder(row),
                    Activity::Row { row, kind },
                ),
                None => {
                    let name = given.lock.as_deref().unwrap_or_default();
                    let lock = lock_named(name).unwrap_or_default() as u32;
                    let holder = k.locks.all.get(lock as usize).and_then(|l| l.holder);
                    (lock, holder, Activity::Lock { lock, kind })
                }
            };
            k.threads[*thread].activity = activity;
            let (holder, request) = holder.unwrap_or((conn, k.conns[conn].request()));
            if holder != conn {
                match given.row {
                    Some(row) => k.rows.wait(row, *thread),
                    None => k.locks.all[lock as usize].waiters.push_back(*thread),
                }
            }
            let why = SegmentWhy::Fixed(WaitReason::LockHeld {
                lock,
                holder: request,
            });
            k.place(conn, Place::Lock { lock }, why);
            k.conns[conn].since_ns = since_ns;
        }
    }

    // What the threads do, and when that ends.
    fn statements_of(&mut self, g: &mut Loading<'_>) {
        let mut running = Vec::new();
        for i in 0..g.threads.len() {
            let (thread, given) = g.threads[i];
            let slot = self.state.k.slots.thread(thread);
            let at_ns = match given.does {
                ThreadDoes::Cpu => {
                    let left_ns = self.left_of(g, thread, given);
                    let k = &mut self.state.k;
                    let t = &mut k.threads[thread];
                    t.activity = Activity::Cpu;
                    t.step_length_ns = (g.at_ns - t.step_start_ns).saturating_add(left_ns);
                    let c = &k.conns[t.conn];
                    k.load.autocommit_on_cpu += u32::from(is_autocommit(c));
                    if k.cores.count.is_some() {
                        running.push((thread, left_ns.saturating_mul(1_024)));
                        continue;
                    }
                    k.cores.busy += 1;
                    Some(g.at_ns.saturating_add(left_ns))
                }
                ThreadDoes::Wait | ThreadDoes::Unreported => {
                    let left_ns = self.left_of(g, thread, given);
                    let t = &mut self.state.k.threads[thread];
                    t.activity = match given.does {
                        ThreadDoes::Wait => Activity::Wait(given.kind.unwrap_or(WaitKind::Sleep)),
                        _ => Activity::Unreported,
                    };
                    t.step_length_ns = (g.at_ns - t.step_start_ns).saturating_add(left_ns);
                    Some(g.at_ns.saturating_add(left_ns))
                }
                ThreadDoes::Lock | ThreadDoes::RowLock => self.lock_over_ns(g, thread, given),
                _ => self.rest_over_ns(g, thread, given),
            };
            if let Some(at_ns) = at_ns {
                g.due(at_ns, Due::Thread(i as u32), slot);
            }
        }
        // Threads added for connections that wait for their client.
        for i in g.threads.len()..self.state.k.threads.len() {
            let thread = ThreadId::nth(i);
            let given = StartThread {
                does: ThreadDoes::Reading,
                ..StartThread::default()
            };
            let slot = self.state.k.slots.thread(thread);
            if let Some(at_ns) = self.rest_over_ns(g, thread, &given) {
                g.due(at_ns, Due::Thread(i as u32), slot);
            }
        }
        self.cores_of(g, running);
    }

    fn cores_of(&mut self, g: &mut Loading<'_>, mut running: Vec<(ThreadId, u64)>) {
        let mut counted_ns = g.at_ns;
        if let Some(cores) = &g.state.cores {
            counted_ns = cores.counted_us.ns();
            let exact = cores.running.iter().filter_map(|cpu| {
                let conn = g.conn(cpu.connection)?;
                Some((self.state.k.conns[conn].thread, cpu.left_ns_1024ths))
            });
            running = exact.collect();
        }
        let k = &mut self.state.k;
        if k.cores.count.is_some() {
            k.cores.resume(counted_ns, running);
            if let Some(at_ns) = k.cores.next_end() {
                g.due(at_ns, Due::Cores, Slots::CORES);
            }
        }
        self.state.note_busy();
    }

    // Remaining time of the current step.
    fn left_of(&mut self, g: &Loading<'_>, thread: ThreadId, given: &StartThread) -> TimeNs {
        let k = &mut self.state.k;
        let conn = k.threads[thread].conn;
        let span = given.left_us.as_ref().or(g.state.unknown_left_us.as_ref());
        span.map_or(0, |span| dist(span).draw(&mut k.conns[conn].rng))
    }

    fn lock_over_ns(
        &self,
        g: &Loading<'_>,
        thread: ThreadId,
        given: &StartThread,
    ) -> Option<TimeNs> {
        if let Some(until) = given.until_us {
            return Some(until.ns());
        }
        let k = &self.state.k;
        let t = &k.threads[thread];
        let holder = match t.activity {
            Activity::Row { row, .. } => k.rows.holder(row),
            Activity::Lock { lock, .. } => k.locks.all[lock as usize].holder,
            _ => None,
        };
        if holder.is_some_and(|(holder, _)| holder == t.conn) {
            return Some(g.at_ns + k.latency.thread_wake_ns);
        }
        let timeout_ns = self.state.lock_timeout_ns?;
        Some(t.step_start_ns.saturating_add(timeout_ns))
    }

    // When a thread that executes nothing stops what it does.
    fn rest_over_ns(
        &mut self,
        g: &Loading<'_>,
        thread: ThreadId,
        given: &StartThread,
    ) -> Option<TimeNs> {
        let (conn, group) = {
            let t = &self.state.k.threads[thread];
            (t.conn, t.group)
        };
        let since_ns = self.state.k.threads[thread].since_ns;
        let leaves_ns = match given.until_us {
            Some(until) => until.ns(),
            None if group != GroupId::NONE => self.state.scheduler.get().leaves_ns(since_ns),
            None if conn != ConnectionIndex::NONE => {
                self.state.with(conn, |s, _| s.leaves_ns(since_ns))
            }
            None => TimeNs::MAX,
        };
        let k = &mut self.state.k;
        let runs = |latency_ns: TimeNs| given.runs_us.map_or(g.at_ns + latency_ns, Micros::ns);
        match given.does {
            ThreadDoes::Standby => {
                k.threads[thread].idle_deadline_ns = leaves_ns;
                Some(leaves_ns)
            }
            ThreadDoes::Waking => {
                k.threads[thread].idle_deadline_ns = leaves_ns;
                Some(runs(k.latency.thread_wake_ns))
            }
            ThreadDoes::Creating => Some(runs(k.latency.thread_create_ns)),
            ThreadDoes::Reading => Some(leaves_ns),
            // A worker may have taken the events that the poll is about to return.
            ThreadDoes::Listener if given.runs_us.is_some() || !k.ready[group].is_empty() => {
                Some(runs(k.latency.poll_wake_ns))
            }
            _ => None,
        }
    }

    fn schedulers_of(&mut self, g: &Loading<'_>, queued: Vec<(GroupId, Lane, ConnectionIndex)>) {
        let mut own = Vec::new();
        let mut extra = Vec::new();
        let pooled = !self.state.scheduler.get().groups().is_empty();
        let k = &self.state.k;
        for thread in k.threads.indices() {
            let t = &k.threads[thread];
            let given = g.threads.get(thread.index());
            let of_extra = t.conn != ConnectionIndex::NONE && k.conns[t.conn].is_extra()
                || given.is_some_and(|(_, t)| t.extra);
            if of_extra || pooled && t.group == GroupId::NONE {
                extra.push(thread);
            } else {
                own.push(thread);
            }
        }
        let mut resumed = Resumed {
            state: g.state,
            threads: own,
            queued,
            given: g.given.clone(),
        };
        let scheduler = self.state.scheduler.get_mut();
        scheduler.resume(&mut self.state.k, &resumed);
        resumed.threads = extra;
        use crate::scheduler::ThreadScheduler;
        self.state.extra.resume(&mut self.state.k, &resumed);
    }

    // Pending events that no thread waits for.
    fn timers_of(&mut self, g: &mut Loading<'_>) {
        let plan = Arc::clone(&g.plan);
        let slots = self.state.k.slots;
        let at_ns = g.at_ns;
        if let Some(period_ns) = self.state.scheduler.get().first_tick_ns() {
            let given = g.state.next_tick_us.map(Micros::ns);
            let next_ns = given.unwrap_or(at_ns.saturating_add(period_ns));
            self.state.timer_next_ns = next_ns;
            g.due(next_ns, Due::Tick, Slots::TIMER);
        }
        for (i, script) in (0..).zip(&plan.scripts) {
            if script.at_ns > at_ns {
                g.due(script.at_ns, Due::Request(i), slots.script(i));
            }
        }
        for (i, change) in (0..).zip(&plan.changes) {
            let due_ns = change.at_us * NS_PER_US;
            if due_ns > at_ns {
                g.due(due_ns, Due::Change(i), slots.change(i));
            }
        }
        for (i, kill) in (0..).zip(&plan.kills) {
            let due_ns = kill.at_us * NS_PER_US;
            if due_ns > at_ns {
                let slot = slots.change(plan.changes.len() as u32 + i);
                g.due(due_ns, Due::Kill(i), slot);
            }
        }
        for (conn, given) in g.given.clone().entries() {
            if let Some(at) = given.and_then(|t| t.resumes_us) {
                let id = self.state.k.conns[conn].id;
                g.due(at.ns(), Due::Resume(id), slots.completion(conn));
            }
        }
        for driver in 0..plan.drivers.len() {
            self.driver_goes_on(g, &plan, driver);
        }
    }

    fn driver_goes_on(&mut self, g: &mut Loading<'_>, plan: &Plan, driver: usize) {
        let d = &plan.drivers[driver];
        let crowd = (driver as u32).checked_sub(plan.loops);
        let entries = g.state.clients.iter();
        let given = entries.into_iter().find(|c| Some(c.clients) == crowd);
        self.state.streams[driver].sent = given.map_or(0, |c| c.statements_sent);
        let at_ns = g.at_ns;
        let slots = self.state.k.slots;
        match &d.drive {
            Drive::Once {
                at_ns: first,
                gap_ns,
            } => {
                for n in 0..d.count {
                    let due_ns = first.saturating_add(gap_ns.saturating_mul(u64::from(n)));
                    if due_ns > at_ns {
                        let conn = d.first.after(n);
                        let id = self.state.k.conns[conn].id;
                        g.due(due_ns, Due::Statement(id), slots.arrival(conn));
                    }
                }
            }
            Drive::Closed {
                think,
                from_ns,
                ask_first,
                count,
            } => {
                for conn in d.conns() {
                    let c = &mut self.state.k.conns[conn];
                    let more = c
                        .current
                        .iter()
                        .chain(c.behind.iter())
                        .any(|in_flight| in_flight.driven);
                    let over = count.is_some_and(|most| u64::from(c.sent) >= most);
                    if more || over || c.status == ConnectionStatus::Closed {
                        continue;
                    }
                    let due_ns = match g.given[conn].and_then(|t| t.next_statement_us) {
                        Some(at) => at.ns(),
                        None if *ask_first && *from_ns > at_ns => *from_ns,
                        None => {
                            let gap_ns = think.draw(&mut c.rng_think);
                            (*from_ns).max(at_ns).saturating_add(gap_ns)
                        }
                    };
                    let id = c.id;
                    g.due(due_ns, Due::Statement(id), slots.arrival(conn));
                }
            }
            Drive::Stream {
                between,
                from_ns,
                at_once,
                size,
                count,
            } => {
                let i = driver as u32;
                let words = given.and_then(|c| c.rng);
                let anew = || Rng::stream(u64::from(plan.seed), "arrivals", i);
                let mut rng = words.map_or_else(anew, Rng::from_words);
                let over = |sent: u64| count.is_some_and(|most| sent / u64::from(*size) >= most);
                let due_ns = match given.and_then(|c| c.next_us) {
                    Some(at) => Some(at.ns()),
                    None if over(self.state.streams[driver].sent) => None,
                    None if *at_once && *from_ns > at_ns => Some(*from_ns),
                    None => {
                        let gap_ns = between.draw(&mut rng);
                        Some((*from_ns).max(at_ns).saturating_add(gap_ns))
                    }
                };
                let free = match given.and_then(|c| c.free.as_ref()) {
                    Some(ids) => ids.iter().filter_map(|id| g.conn(*id)).collect(),
                    None => {
                        let conns = &self.state.k.conns;
                        let at_rest = |conn: &ConnectionIndex| {
                            let c = &conns[*conn];
                            let there = matches!(
                                c.status,
                                ConnectionStatus::Armed | ConnectionStatus::Unborn
                            );
                            there && c.current.is_none() && c.behind.is_empty()
                        };
                        d.conns().filter(at_rest).collect()
                    }
                };
                let stream = &mut self.state.streams[driver];
                stream.rng = Some(rng);
                stream.free = free;
                if let (Some(due_ns), Some(crowd)) = (due_ns, crowd) {
                    g.due(due_ns, Due::Clients(crowd), slots.crowd(i));
                }
            }
        }
    }
}
