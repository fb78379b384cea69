//! The state at time 0.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::ids::{ConnectionIndex, GroupId, NS_PER_US, ThreadId, TimeNs};
use crate::kernel::{
    By, ColdCache, Connection, ConnectionStatus, Cores, Disk, Innodb, Kernel, Latch, Latencies,
    Load, Locks, Rows, RunQueue, Slots,
};
use crate::queue::EventQueue;
use crate::reason::{Lane, LaneReason};
use crate::record::{Detail, Recorder};
use crate::rng::Rng;
use crate::scenario::{SIZE, Scenario};
use crate::scheduler::{Ask, OneThread, Systems};
use crate::sim::Sim;
use crate::sim::plan::Plan;
use crate::sim::state::{State, Stream};

impl Sim {
    /// A run at time 0 that keeps a record.
    pub fn new(scenario: &Scenario, detail: Detail) -> Sim {
        Sim::of(&Systems::ALL, scenario, detail)
    }

    /// As [`Sim::new`], with a scheduler that is among these.
    pub fn of(systems: &Systems, scenario: &Scenario, detail: Detail) -> Sim {
        let plan = Arc::new(Plan::new(scenario));
        let settings = scenario.server.settings(scenario.machine.cores);
        let of_size = plan.changes.iter().filter(|c| c.var == SIZE);
        let sizes: Vec<u32> = of_size.map(|c| c.code as u32).collect();
        let extra = OneThread::new(&settings);
        let innodb = Innodb::new(&settings);
        let scheduler = systems.make(Ask {
            name: scenario.server.scheduler,
            settings,
            start: &scenario.start,
            sizes: &sizes,
            seed: plan.seed,
        });
        let groups = scheduler.get().groups().len();
        let recorder = Recorder::new(
            detail,
            scenario.record,
            groups,
            plan.until_ns,
            measured_from_ns(scenario),
        );
        let slots = Slots::new(
            plan.scripts.len() as u32,
            plan.changes_and_kills(),
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
            threads: By::default(),
            conns: plan_conns(&plan),
            ready: vec![VecDeque::new(); groups].into(),
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
        let state = State {
            k,
            scheduler,
            extra,
            innodb,
            streams,
            timer_next_ns: 0,
            lock_timeout_ns,
        };
        let bytes_max = scenario.budget.record_mb as usize * 1_000_000;
        let mut sim = Sim {
            plan,
            state,
            steps_max: scenario.budget.steps,
            bytes_max,
        };
        #[cfg(feature = "start")]
        if let Some(state) = &scenario.start.state {
            sim.go_on_from(scenario, state);
            return sim;
        }
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
        self.state.schedule_arrivals(&self.plan);
        if let Some(own_ns) = self.state.scheduler.get().first_tick_ns() {
            let given = scenario.start.first_tick_us;
            self.state
                .schedule_timer(given.map_or(own_ns, |us| us * NS_PER_US));
        }
        self.state.settle();
    }
}

// Figures count from here on: from the end of the warm-up, and not before there is a run.
fn measured_from_ns(scenario: &Scenario) -> TimeNs {
    let warm_up_ns = scenario.warm_up_us * NS_PER_US;
    #[cfg(feature = "start")]
    if let Some(state) = &scenario.start.state {
        return warm_up_ns.max(state.at_us.ns());
    }
    warm_up_ns
}

fn plan_conns(plan: &Plan) -> By<ConnectionIndex, Connection> {
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
            ask: None,
            behind: VecDeque::new(),
            thread: ThreadId::NONE,
            buffered: c.settings.buffered,
            login: false,
            killed: false,
            #[cfg(feature = "start")]
            query_killed: false,
            in_transaction: c.settings.in_transaction,
            holds_locks: c.settings.holds_locks,
            rows: Vec::new(),
            // A new connection starts high; one that exists is decided when it is adopted.
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
