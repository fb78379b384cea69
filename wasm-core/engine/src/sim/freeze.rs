//! Writes down the state of a run so that another run can continue from it: the counterpart of `start`.

use crate::dist::Dist;
use crate::ids::{ConnectionIndex, GroupId, RequestId, ThreadId, TimeNs};
use crate::kernel::{
    Activity, Connection, ConnectionStatus, InFlight, NONE, Pending, Slots, Thread, ThreadState,
};
use crate::reason::WaitKind;
use crate::run::plan::{Drive, StepPlan};
use crate::scenario::{
    Bimodal, Due, Erlang, Exponential, Lognormal, Micros, RandomSpan, RowLock, Span, StartClients,
    StartConnection, StartCores, StartCpu, StartGroup, StartQueued, StartRequest, StartState,
    StartThread, Step, ThreadDoes, Uniform,
};
use crate::scheduler::ThreadScheduler;
use crate::sim::{Sim, plan};
use crate::sorted::Sorted;

/// A time after every run: for events that never come.
pub(super) const NEVER_NS: TimeNs = 8_640_000_000_000_000;
/// The longest remaining time of a step.
const REST_MAX_NS: TimeNs = 864_000_000_000_000;

fn at(ns: TimeNs) -> Micros {
    Micros::of_ns(ns.min(NEVER_NS))
}

fn mean(ns: f64) -> Micros {
    Micros::of_ns((ns + 0.5) as TimeNs)
}

fn span(dist: &Dist) -> Span {
    let us = Micros::of_ns;
    Span::Random(match *dist {
        Dist::Constant { ns } => return Span::Us(us(ns)),
        Dist::Exponential { mean_ns } => RandomSpan::Exponential(Exponential {
            mean_us: mean(mean_ns),
        }),
        Dist::Lognormal { median_ns, sigma } => RandomSpan::Lognormal(Lognormal {
            median_us: mean(median_ns),
            sigma,
        }),
        Dist::Bimodal {
            p,
            first_ns,
            second_ns,
        } => RandomSpan::Bimodal(Bimodal {
            p_long: p,
            short_us: us(second_ns),
            long_us: us(first_ns),
        }),
        Dist::Erlang { k, mean_ns } => RandomSpan::Erlang(Erlang {
            k,
            mean_us: mean(mean_ns),
        }),
        Dist::Uniform { min_ns, max_ns } => RandomSpan::Uniform(Uniform {
            min_us: us(min_ns),
            max_us: us(max_ns),
        }),
        // Scenarios can't specify this distribution.
        Dist::Hyperexponential { .. } => return Span::Us(us(dist.mean_ns() as TimeNs)),
    })
}

fn does(t: &Thread) -> ThreadDoes {
    match (t.state, t.activity) {
        (ThreadState::Starting, _) => ThreadDoes::Creating,
        (ThreadState::Waking, _) => ThreadDoes::Waking,
        (ThreadState::Listening, _) => ThreadDoes::Listener,
        (ThreadState::Idle, _) => ThreadDoes::Standby,
        (ThreadState::Reading, _) => ThreadDoes::Reading,
        (ThreadState::Cached | ThreadState::Gone, _) => ThreadDoes::Cached,
        (ThreadState::Executing, Activity::Wait(_)) => ThreadDoes::Wait,
        (ThreadState::Executing, Activity::Lock { .. }) => ThreadDoes::Lock,
        (ThreadState::Executing, Activity::Row { .. }) => ThreadDoes::RowLock,
        (ThreadState::Executing, Activity::Cpu) => ThreadDoes::Cpu,
        (ThreadState::Executing, _) => ThreadDoes::Unreported,
    }
}

/// The run, and the times of its pending events.
struct Frozen<'a> {
    sim: &'a Sim,
    pending: Sorted<u32, TimeNs>,
    /// Positions of the threads in the state.
    listed: Sorted<ThreadId, u32>,
    cores: Vec<(ThreadId, u64)>,
    name: &'a dyn Fn(&InFlight) -> String,
}

impl Sim {
    /// The state at this moment, after everything due at it has happened. `index` is the position of a
    /// request in its loop.
    pub(super) fn freeze(
        &self,
        now_ns: TimeNs,
        index: &dyn Fn(RequestId) -> Option<u64>,
    ) -> StartState {
        let k = &self.state.k;
        let in_order = k.pending();
        let mut by_slot: Vec<_> = in_order.iter().map(|(at, slot)| (*slot, *at)).collect();
        by_slot.sort_unstable();
        let mut pending = Sorted::default();
        for (slot, at_ns) in by_slot {
            pending.insert(slot, at_ns);
        }
        let (counted_ns, cores) = k.cores.counted();
        let name = |in_flight: &InFlight| {
            plan::name(&self.plan, in_flight.statement, index(in_flight.request))
        };
        let mut frozen = Frozen {
            sim: self,
            pending,
            listed: Sorted::default(),
            cores,
            name: &name,
        };
        let (blocked_since, blocked_reported) = self.state.scheduler.get().blocked();
        let mut state = StartState {
            at_us: at(now_ns),
            next_tick_us: frozen.due(Slots::TIMER).map(at),
            last_tick_us: self.state.scheduler.get().last_tick_ns().map(at),
            groups: frozen.groups(now_ns),
            blocked_since_us: blocked_since.map(at),
            blocked_reported,
            ..StartState::default()
        };
        state.threads = frozen.threads(now_ns);
        state.connections = frozen.connections();
        state.clients = frozen.clients();
        if k.cores.count.is_some() {
            state.cores = Some(StartCores {
                counted_us: at(counted_ns),
                running: frozen.running(),
            });
        }
        // Only events of the same instant need an explicit order.
        for same in in_order.chunk_by(|a, b| a.0 == b.0) {
            if same.len() == 1 || same[0].0 >= NEVER_NS {
                continue;
            }
            let due = same.iter().filter_map(|(_, slot)| frozen.what(*slot));
            state.same_instant.extend(due);
        }
        state
    }
}

impl Frozen<'_> {
    fn due(&self, slot: u32) -> Option<TimeNs> {
        self.pending.get(slot).copied()
    }

    fn what(&self, slot: u32) -> Option<Due> {
        let (k, plan) = (&self.sim.state.k, &self.sim.plan);
        let id = |conn: ConnectionIndex| k.conns[conn].id;
        match k.slots.decode(slot) {
            Pending::Timer => Some(Due::Tick),
            Pending::Cores => Some(Due::Cores),
            Pending::Script(i) => Some(Due::Request(i)),
            Pending::Change(i) => {
                let changes = plan.changes.len() as u32;
                let kill = i.checked_sub(changes).map(Due::Kill);
                Some(kill.unwrap_or(Due::Change(i)))
            }
            Pending::Crowd(i) => i.checked_sub(plan.loops).map(Due::Clients),
            Pending::Arrival(conn) => Some(Due::Statement(id(conn))),
            Pending::Completion(conn) => Some(Due::Resume(id(conn))),
            Pending::Thread(thread) => self.listed.get(thread).copied().map(Due::Thread),
            Pending::Stall(_) | Pending::StallEnd => None,
            // Scenarios with such clients have no state.
            #[cfg(feature = "clients")]
            Pending::Clients => None,
        }
    }

    fn list(&mut self, threads: &[ThreadId]) {
        for thread in threads {
            let place = self.listed.keys().len() as u32;
            self.listed.insert(*thread, place);
        }
    }

    fn groups(&mut self, now_ns: TimeNs) -> Vec<StartGroup> {
        let sim = self.sim;
        let k = &sim.state.k;
        let mut all = Vec::new();
        for (g, group) in (0..).zip(sim.state.scheduler.get().groups()) {
            let g = GroupId(g);
            let own = |t: &&ThreadId| k.threads[**t].group == g;
            let there: Vec<ThreadId> = k.threads.indices().collect();
            let there = there.iter().filter(own).copied();
            let up = there
                .filter(|t| !matches!(k.threads[*t].state, ThreadState::Idle | ThreadState::Gone));
            let threads: Vec<ThreadId> = up.chain(group.idle.iter().copied()).collect();
            let line = |conns: &mut dyn Iterator<Item = ConnectionIndex>, stamped: bool| {
                let entry = |conn| {
                    let c = &k.conns[conn];
                    StartQueued {
                        connection: Some(c.id),
                        since_us: Some(at(c.since_ns)),
                        stamp_us: stamped.then(|| at(c.enqueued_ns)),
                    }
                };
                conns.map(entry).collect()
            };
            all.push(StartGroup {
                group_id: g.0,
                threads: threads.iter().map(|t| self.thread(*t, now_ns)).collect(),
                high: line(&mut group.high.iter().copied(), true),
                low: line(&mut group.low.iter().copied(), true),
                unpolled: line(&mut k.ready[g].iter().copied(), false),
                is_stalled: group.stalled,
                last_thread_creation_us: group.last_create_ns.map(at),
                io_event_count: group.io_seen,
                queue_event_count: group.dequeue_tries,
            });
            self.list(&threads);
        }
        all
    }

    fn threads(&mut self, now_ns: TimeNs) -> Vec<StartThread> {
        let state = &self.sim.state;
        let k = &state.k;
        let of_none = |t: &ThreadId| {
            let t = &k.threads[*t];
            t.group == GroupId::NONE && !matches!(t.state, ThreadState::Cached | ThreadState::Gone)
        };
        let up = k.threads.indices().filter(of_none);
        let cached = state.scheduler.get().cached().iter().copied();
        let of_extra = state.extra.cached();
        let threads: Vec<ThreadId> = up.chain(cached).chain(of_extra.iter().copied()).collect();
        let written = threads.iter().map(|thread| StartThread {
            extra: of_extra.contains(thread),
            ..self.thread(*thread, now_ns)
        });
        let written = written.collect();
        self.list(&threads);
        written
    }

    fn thread(&self, thread: ThreadId, now_ns: TimeNs) -> StartThread {
        let k = &self.sim.state.k;
        let t = &k.threads[thread];
        let pending = self.due(k.slots.thread(thread));
        let does = does(t);
        let rest_ns = pending.map_or(NEVER_NS, |due| due.saturating_sub(now_ns));
        let rest_us = Some(Span::Us(at(rest_ns.min(REST_MAX_NS))));
        let since_ns = if does.executes() {
            t.step_start_ns
        } else {
            t.since_ns
        };
        let of = k.conns.at(t.conn);
        let mut written = StartThread {
            does,
            connection: of.map(|c| c.id),
            since_us: Some(at(since_ns)),
            ..StartThread::default()
        };
        match does {
            ThreadDoes::Standby => written.until_us = Some(at(t.idle_deadline_ns)),
            ThreadDoes::Reading => written.until_us = Some(at(pending.unwrap_or(NEVER_NS))),
            ThreadDoes::Listener | ThreadDoes::Creating => written.runs_us = pending.map(at),
            ThreadDoes::Waking => {
                written.runs_us = pending.map(at);
                // Without a group it never leaves by itself.
                written.until_us = t.group.named().map(|_| at(t.idle_deadline_ns));
            }
            ThreadDoes::Cached => {}
            ThreadDoes::Cpu => {
                let shared = self.cores.iter().find(|(of, _)| *of == thread);
                written.left_us = match shared {
                    Some((_, left)) => Some(Span::Us(at(left.div_ceil(1_024)))),
                    None => rest_us,
                };
            }
            ThreadDoes::Unreported => written.left_us = rest_us,
            ThreadDoes::Wait => {
                written.left_us = rest_us;
                if let Activity::Wait(kind) = t.activity {
                    written.kind = Some(kind);
                }
            }
            ThreadDoes::Lock | ThreadDoes::RowLock => {
                // No time-out applied when the wait started.
                written.until_us = Some(at(pending.unwrap_or(NEVER_NS)));
                self.lock(&mut written, thread, t.activity);
            }
        }
        written
    }

    fn lock(&self, written: &mut StartThread, thread: ThreadId, activity: Activity) {
        let k = &self.sim.state.k;
        let ahead = |mut line: std::collections::vec_deque::Iter<'_, ThreadId>| {
            line.position(|t| *t == thread).map(|n| n as u32)
        };
        let kind: WaitKind = match activity {
            Activity::Lock { lock, kind } => {
                written.lock = self.sim.plan.locks.get(lock as usize).cloned();
                written.ahead = ahead(k.locks.all[lock as usize].waiters.iter());
                kind
            }
            Activity::Row { row, kind } => {
                written.row = Some(row);
                written.ahead = k.rows.waiters(row).and_then(|line| ahead(line.iter()));
                kind
            }
            _ => return,
        };
        written.kind = Some(kind);
    }

    fn running(&self) -> Vec<StartCpu> {
        let k = &self.sim.state.k;
        let one = |(thread, left): &(ThreadId, u64)| StartCpu {
            connection: k.conns[k.threads[*thread].conn].id,
            left_ns_1024ths: *left,
        };
        self.cores.iter().map(one).collect()
    }

    fn request(&self, c: &Connection, in_flight: &InFlight) -> StartRequest {
        let plan = &self.sim.plan;
        let statement = plan.statement(in_flight.statement);
        let steps = statement
            .steps
            .get(in_flight.step as usize..)
            .unwrap_or_default();
        StartRequest {
            name: (self.name)(in_flight),
            sent_us: Some(at(in_flight.arrive_ns)),
            begun_us: in_flight.start_ns.map(at),
            steps: steps.iter().map(|step| self.step(step)).collect(),
            holds_locks: statement.holds_locks,
            driven: (c.driver != NONE && !in_flight.driven).then_some(false),
            serial: in_flight.serial,
        }
    }

    fn step(&self, step: &StepPlan) -> Step {
        let lock = |lock: u32| self.sim.plan.locks.get(lock as usize).cloned();
        let mut written = Step::default();
        match step {
            StepPlan::Cpu(dist, _) => written.cpu_us = Some(span(dist)),
            StepPlan::Wait(dist, kind) => {
                written.wait_us = Some(span(dist));
                written.kind = Some(*kind);
            }
            StepPlan::Unreported(dist) => written.unreported_us = Some(span(dist)),
            StepPlan::Async(dist) => written.async_us = Some(span(dist)),
            StepPlan::Lock(of, kind) => {
                written.lock = lock(*of);
                written.kind = Some(*kind);
            }
            StepPlan::Unlock(of) => written.unlock = lock(*of),
            StepPlan::Begin => written.begin = Some(true),
            StepPlan::Commit => written.commit = Some(true),
            StepPlan::Latch => written.latch = Some(true),
            StepPlan::RowLock(rows) => written.row_lock = Some(RowLock::from(rows)),
            StepPlan::Result(kb) => written.result_kb = Some(*kb),
        }
        written
    }

    fn connections(&self) -> Vec<StartConnection> {
        let conns = self.sim.state.k.conns.entries();
        conns.map(|(conn, c)| self.connection(conn, c)).collect()
    }

    fn connection(&self, conn: ConnectionIndex, c: &Connection) -> StartConnection {
        let sim = self.sim;
        let k = &sim.state.k;
        let locks = k.locks.all.iter().zip(&sim.plan.locks);
        let own = locks.filter(|(lock, _)| lock.holder.is_some_and(|(has, _)| has == conn));
        let mut rows = c.rows.to_vec();
        // The row was handed on, but its thread is not running yet.
        if let Some(Activity::Row { row, .. }) = k.threads.at(c.thread).map(|t| t.activity)
            && c.status == ConnectionStatus::Executing
            && k.rows.holder(row).is_some_and(|(has, _)| has == conn)
        {
            rows.push(row);
        }
        let resting = matches!(
            c.status,
            ConnectionStatus::Armed | ConnectionStatus::Suspended | ConnectionStatus::Closed
        );
        let there = !matches!(
            c.status,
            ConnectionStatus::Unborn | ConnectionStatus::Closed
        );
        let timed = matches!(c.status, ConnectionStatus::Armed | ConnectionStatus::Ready);
        let pooled = c.group != GroupId::NONE && !c.is_extra();
        let stream = sim.plan.drivers.get(c.driver as usize);
        let streams = stream.is_some_and(|d| matches!(d.drive, Drive::Stream { .. }));
        StartConnection {
            id: c.id,
            group_id: c.group.named().map(|g| g.0),
            request: c
                .current
                .as_ref()
                .map(|in_flight| self.request(c, in_flight)),
            behind: c
                .behind
                .iter()
                .map(|in_flight| self.request(c, in_flight))
                .collect(),
            since_us: resting.then(|| at(c.since_ns)),
            in_transaction: Some(c.in_transaction),
            holds_locks: Some(c.holds_locks),
            locks: own.map(|(_, name)| name.clone()).collect(),
            rows,
            new: c.status == ConnectionStatus::Unborn,
            login: c.login,
            killed: c.killed,
            query_killed: c.query_killed,
            closed: c.status == ConnectionStatus::Closed,
            priority: there.then_some(c.priority),
            high_prio_tickets: there.then_some(c.tickets.into()),
            idle_until_us: (timed && pooled).then(|| at(c.idle_deadline_ns)),
            resumes_us: match c.status {
                ConnectionStatus::Suspended => self.due(k.slots.completion(conn)).map(at),
                _ => None,
            },
            next_statement_us: match streams {
                true => None,
                false => self.due(k.slots.arrival(conn)).map(at),
            },
            statements_sent: c.sent.into(),
            rng: Some(c.rng.words()),
            rng_think: Some(c.rng_think.words()),
        }
    }

    fn clients(&self) -> Vec<StartClients> {
        let sim = self.sim;
        let k = &sim.state.k;
        let loops = sim.plan.loops as usize;
        let crowds = sim.state.streams.iter().zip(&sim.plan.drivers);
        let crowds = crowds.skip(loops);
        let written = (0..).zip(crowds).map(|(i, (stream, d))| {
            let streams = matches!(d.drive, Drive::Stream { .. });
            let slot = k.slots.crowd(sim.plan.loops + i);
            let c = &k.conns[d.first];
            StartClients {
                clients: i,
                next_us: self.due(slot).map(at),
                statements_sent: stream.sent,
                free: streams.then(|| stream.free.iter().map(|c| k.conns[*c].id).collect()),
                backlog: stream
                    .backlog
                    .iter()
                    .map(|in_flight| self.request(c, in_flight))
                    .collect(),
                rng: stream.rng.as_ref().map(crate::rng::Rng::words),
            }
        });
        written.collect()
    }
}
