//! The state at time 0.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::ids::{ConnectionIndex, GroupId, NS_PER_US, ThreadId, TimeNs};
use crate::kernel::{
    ColdCache, Connection, ConnectionStatus, Cores, Disk, IndexVec, Innodb, Kernel, Latch,
    Latencies, LazyBox, Load, Locks, Rows, RunQueue, Slots,
};
use crate::queue::EventQueue;
use crate::reason::{Lane, LaneReason};
use crate::record::{Detail, Recorder};
use crate::rng::Rng;
use crate::run::plan::{Drive, First};
use crate::run::{Budget, Due, Plan, State, Stream, Waiting};
use crate::scenario::Scenario;
use crate::scheduler::{OneThread, Scheduler, Setup};
use crate::sim::{Sim, plan};

impl Sim {
    /// A run at time 0 that keeps a record.
    pub fn new(scenario: &Scenario, detail: Detail) -> Sim {
        let plan = Arc::new(plan::plan(scenario));
        let settings = scenario.server.settings(scenario.machine.cores);
        let extra = OneThread::new(&settings);
        let innodb = Innodb::new(&settings);
        let own = settings.clone();
        let scheduler = Scheduler::new(Setup {
            name: scenario.server.scheduler,
            settings,
            start: &scenario.start,
            groups: scenario.groups_most(),
            seed: plan.seed,
        });
        let groups = scheduler.get().groups().len();
        let recorder = Recorder::new(
            detail,
            scenario.record,
            groups,
            plan.until_ns,
            scenario.warm_up_us * NS_PER_US,
        );
        let slots = Slots::new(
            plan.scripts.len() as u32,
            plan.changes.len() as u32,
            plan.stalls.len() as u32,
            plan.drivers.len() as u32,
            plan.conns.len() as u32,
        );
        let k = Kernel {
            now_ns: 0,
            step: 0,
            queue: EventQueue::with_slots(slots.thread(ThreadId(0)) as usize),
            cores_due_ns: TimeNs::MAX,
            slots,
            threads: IndexVec::default(),
            conns: plan_conns(&plan),
            ready: vec![VecDeque::new(); groups].into(),
            door_shut: false,
            cores: Cores::new(scenario.machine.cores),
            run_queue: scenario.machine.run_queue.as_ref().map(RunQueue::new),
            locks: Locks::new(plan.locks.len()),
            rows: Rows::default(),
            disk: Disk::new(scenario.machine.disk.as_ref().map(|d| d.channels)),
            latch: Latch::new(scenario.machine.latch.as_ref()),
            load: Load::default(),
            cold_cache: scenario.machine.cold_cache.as_ref().map(ColdCache::new),
            latency: Latencies::new(&scenario.machine),
            requests: 0,
            finished: 0,
            open: 0,
            recorder,
            actions: 0,
            touched: Vec::new(),
        };
        let streams = vec![Stream::default(); plan.drivers.len()];
        let lock_timeout_ns = plan.lock_timeout_ns;
        let waiting = Waiting::new(&plan, &own);
        let state = State {
            k,
            scheduler,
            extra,
            innodb,
            streams,
            timer_next_ns: 0,
            lock_timeout_ns,
            acted: 0,
            waiting,
        };
        let budget = Budget {
            steps_max: scenario.budget.steps,
            bytes_max: scenario.budget.record_mb as usize * 1_000_000,
        };
        let mut sim = Sim {
            plan,
            acts: Arc::default(),
            state,
            budget,
        };
        sim.add_all(scenario);
        sim.begin_run(scenario);
        sim
    }

    fn begin_run(&mut self, scenario: &Scenario) {
        let k = &mut self.state.k;
        self.state.scheduler.get_mut().start(k);
        for conn in self.plan.conns.indices() {
            if !self.plan.conns[conn].settings.new {
                let k = &mut self.state.k;
                k.load.connect(&k.conns[conn]);
                self.state.with(conn, |s, k| s.adopt(k, conn));
            }
        }
        schedule_arrivals(&mut self.state, &self.plan);
        if let Some(own_ns) = self.state.scheduler.get().first_tick_ns() {
            let given = scenario.start.first_tick_us;
            self.state
                .schedule_timer(given.map_or(own_ns, |us| us * NS_PER_US));
        }
        self.state.settle();
    }
}

fn plan_conns(plan: &Plan) -> IndexVec<ConnectionIndex, Connection> {
    let seed = u64::from(plan.seed);
    (0..)
        .zip(plan.conns.iter())
        .map(|(i, c)| Connection {
            id: c.settings.id,
            group: GroupId::NONE,
            port: c.settings.port,
            status: if c.settings.new {
                ConnectionStatus::Unborn
            } else {
                ConnectionStatus::Armed
            },
            current: None,
            behind: LazyBox::default(),
            thread: ThreadId::NONE,
            buffered: c.settings.buffered,
            login: false,
            killed: false,
            query_killed: false,
            gone: false,
            in_transaction: c.settings.in_transaction,
            holds_locks: c.settings.holds_locks,
            rows: LazyBox::default(),
            // A new connection starts high; an existing one is assigned when the pool adopts it.
            priority: (Lane::High, LaneReason::Login),
            tickets: 0,
            enqueued_ns: 0,
            since_ns: 0,
            idle_deadline_ns: TimeNs::MAX,
            driver: c.driver,
            sent: 0,
            in_innodb: false,
            innodb_tickets: 0,
            rng: Rng::stream(seed, "service", i),
            rng_think: Rng::stream(seed, "think", i),
        })
        .collect()
}

/// First arrivals, in the order of the file.
fn schedule_arrivals(state: &mut State, plan: &Plan) {
    for (i, script) in (0..).zip(&plan.scripts) {
        let k = &mut state.k;
        k.schedule(k.slots.script(i), script.at_ns);
    }
    for (i, change) in (0..).zip(&plan.changes) {
        let k = &mut state.k;
        k.schedule(k.slots.change(i), change.at_us * NS_PER_US);
    }
    for (i, leave) in (0..).zip(&plan.leaves) {
        let at_ns = leave.at_us * NS_PER_US;
        state.waiting.timers.put(&mut state.k, at_ns, Due::Leave(i));
    }
    // Before the first arrivals, so that a stall at 0 affects them all.
    for (i, stall) in (0..).zip(&plan.stalls) {
        let k = &mut state.k;
        k.schedule(k.slots.stall(i), stall.at_us.ns());
    }
    for (i, d) in (0..).zip(&plan.drivers) {
        match &d.drive {
            Drive::Once { at_ns, gap_ns } => {
                for n in 0..d.count {
                    let at = at_ns.saturating_add(gap_ns.saturating_mul(u64::from(n)));
                    schedule_arrival(&mut state.k, d.first.after(n), at);
                }
            }
            Drive::Closed {
                think,
                from_ns,
                first,
                ..
            } => {
                for conn in d.conns() {
                    let c = &mut state.k.conns[conn];
                    let gap = match first {
                        First::AtOnce => 0,
                        First::AfterAPause => think.draw(&mut c.rng_think),
                        First::Apart => {
                            let pause_ns = think.draw(&mut c.rng_think);
                            c.rng_think.up_to_u64(pause_ns)
                        }
                    };
                    schedule_arrival(&mut state.k, conn, from_ns.saturating_add(gap));
                }
            }
            Drive::Stream {
                between,
                from_ns,
                at_once,
                ..
            } => {
                let mut rng = Rng::stream(u64::from(plan.seed), "arrivals", i);
                let gap = if *at_once { 0 } else { between.draw(&mut rng) };
                let stream = &mut state.streams[i as usize];
                stream.rng = Some(rng);
                stream.free = d.conns().collect();
                if d.patience.is_some() {
                    // Those that are there: the others are opened when they are needed.
                    let there = |conn: &ConnectionIndex| !plan.conns[*conn].settings.new;
                    stream.free.retain(there);
                }
                let k = &mut state.k;
                k.schedule(k.slots.crowd(i), from_ns.saturating_add(gap));
            }
        }
    }
}

fn schedule_arrival(k: &mut Kernel, conn: ConnectionIndex, at_ns: TimeNs) {
    k.schedule(k.slots.arrival(conn), at_ns);
}
