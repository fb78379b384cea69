//! Builds the picture of a moment from the state.

use crate::frame::{
    Connections, Crowds, Frame, Groups, NONE, Threads, Waiting, connection_state, lane,
    latch_state, thread_state,
};
use crate::ids::{ConnectionIndex, GroupId, Index, RequestId, ThreadId, TimeNs};
use crate::kernel::{Activity, Connection, ConnectionStatus, Kernel, Thread, ThreadState};
use crate::life::WaitingLane;
use crate::reason::{Lane, WaitKind, WaitReason};
use crate::run::State;
use crate::run::plan::Drive;
use crate::scheduler::{Group, ThreadScheduler, why};
use crate::sim::Sim;

impl Sim {
    /// The picture at `time_ns`, which must be between this state's last event and its next.
    pub(super) fn frame(&self, time_ns: TimeNs, reasons: &[WaitReason]) -> Frame {
        let State {
            k,
            scheduler,
            timer_next_ns,
            ..
        } = &self.state;
        let scheduler = scheduler.get();
        let tick_ns = scheduler.last_tick_ns();
        Frame {
            time_ns,
            step: k.step,
            finished: k.finished,
            timer_last_ns: tick_ns.unwrap_or(0),
            timer_next_ns: tick_ns.map_or(0, |_| *timer_next_ns),
            cores: k.cores.count.unwrap_or(0),
            on_cpu: k.cores.busy,
            workers: scheduler.workers(),
            latch_state: latch_state(k, time_ns),
            latch_holder: k.latch.holder.0,
            latch_queue: k.latch.waiters.iter().map(|t| t.0).collect(),
            latch_asleep: k.latch.asleep(),
            open_transactions: k.load.open_transactions(k.cores.count),
            run_queue: k.runnable().map(|t| t.0).collect(),
            connections: connections(k),
            threads: threads(k, time_ns),
            groups: groups(k, scheduler, reasons),
            waiting: waiting(k, scheduler.groups()),
            crowds: self.crowds(),
        }
    }
}

impl Sim {
    fn crowds(&self) -> Crowds {
        let mut all = Crowds::default();
        let loops = self.plan.loops as usize;
        let streams = self.state.streams.iter();
        let textbook = self.state.scheduler.get().is_textbook();
        for (driver, stream) in self.plan.drivers.iter().zip(streams).skip(loops) {
            let pool = matches!(driver.drive, Drive::Stream { .. }) && !textbook;
            let busy = driver.count.saturating_sub(stream.free.len() as u32);
            let (used, places) = if pool {
                (busy, driver.count)
            } else {
                (NONE, NONE)
            };
            let retrying = 0;
            let (used, places, retrying) = match &driver.patience {
                None => (used, places, retrying),
                Some(patience) => {
                    let at = all.used.len() + loops;
                    let crowd = self.state.waiting.crowds.get(at).and_then(Option::as_deref);
                    let (held, retrying) = crowd.map_or((0, 0), |c| (c.held, c.retrying));
                    (held, patience.places.unwrap_or(NONE), retrying)
                }
            };
            all.waiting.push(stream.backlog.len() as u32);
            all.retrying.push(retrying);
            all.used.push(used);
            all.places.push(places);
        }
        all
    }
}

fn latch_state(k: &Kernel, time_ns: TimeNs) -> u8 {
    if time_ns < k.latch.stalled_until_ns {
        latch_state::STALLED
    } else if k.latch.holder == ThreadId::NONE {
        latch_state::FREE
    } else {
        latch_state::HELD
    }
}

fn state_of(k: &Kernel, c: &Connection) -> u8 {
    match c.status {
        ConnectionStatus::Unborn | ConnectionStatus::Closed => connection_state::CLOSED,
        ConnectionStatus::Armed => connection_state::IDLE,
        ConnectionStatus::Ready => connection_state::SOCKET,
        ConnectionStatus::Queued(Lane::Low) => connection_state::LOW_QUEUE,
        ConnectionStatus::Queued(Lane::High) => connection_state::HIGH_QUEUE,
        ConnectionStatus::ThreadWait => connection_state::THREAD_WAIT,
        ConnectionStatus::Suspended => connection_state::SUSPENDED,
        ConnectionStatus::Executing if c.login => connection_state::LOGIN,
        ConnectionStatus::Executing => match k.threads[c.thread].activity {
            Activity::None | Activity::Cpu | Activity::Unreported | Activity::HoldsLatch => {
                connection_state::RUNNING
            }
            Activity::Latch => connection_state::LATCH,
            Activity::Runnable => connection_state::RUNNABLE,
            Activity::Wait(_) | Activity::InnodbWait { .. } => connection_state::WAITING,
            Activity::Lock { .. } | Activity::Row { .. } => connection_state::LOCK,
        },
    }
}

fn connections(k: &Kernel) -> Connections {
    let mut all = Connections::default();
    for c in k.conns.iter() {
        let in_flight = c.current.as_ref().or(c.behind.front());
        all.id.push(c.id.0 as f64);
        all.state.push(state_of(k, c));
        all.group.push(c.group.0);
        all.request.push(in_flight.map_or(NONE, |a| a.request.0));
        all.thread.push(c.thread.0);
        all.since_ns.push(c.since_ns as f64);
        all.gone.push(u8::from(is_gone(c)));
        let behind = c.behind.len() as u32;
        // The first request behind a login is where the login is.
        all.behind.push(behind.saturating_sub(u32::from(c.login)));
    }
    all
}

// Whether its client has closed it and the server still has it.
fn is_gone(c: &Connection) -> bool {
    c.gone && c.status != ConnectionStatus::Closed
}

fn thread(t: &Thread) -> Option<u8> {
    Some(match t.state {
        ThreadState::Idle if t.connects => thread_state::CONNECT_IDLE,
        _ if t.connects && t.state != ThreadState::Gone => thread_state::CONNECTING,
        ThreadState::Gone => return None,
        ThreadState::Starting => thread_state::STARTING,
        ThreadState::Waking => thread_state::WAKING,
        ThreadState::Listening => thread_state::LISTENING,
        ThreadState::Idle => thread_state::IDLE,
        ThreadState::Reading => thread_state::READING,
        ThreadState::Cached => thread_state::CACHED,
        ThreadState::Executing => match t.activity {
            Activity::None | Activity::Cpu | Activity::Unreported => thread_state::RUNNING,
            Activity::Latch => thread_state::LATCH,
            Activity::Runnable => thread_state::RUNNABLE,
            Activity::HoldsLatch => thread_state::HOLDS_LATCH,
            Activity::Wait(_) | Activity::InnodbWait { .. } => thread_state::WAITING,
            Activity::Lock { .. } | Activity::Row { .. } => thread_state::LOCK,
        },
    })
}

fn threads(k: &Kernel, time_ns: TimeNs) -> Threads {
    let mut all = Threads::default();
    let shared = k.cores.left_ns(k.threads.len(), time_ns);
    for (id, t) in k.threads.entries() {
        let Some(state) = thread(t) else { continue };
        let conn = if t.state == ThreadState::Executing || t.state == ThreadState::Reading {
            t.conn
        } else {
            ConnectionIndex::NONE
        };
        let request = k
            .conns
            .at(conn)
            .map_or(RequestId::NONE, Connection::request);
        let busy = t.state == ThreadState::Executing;
        all.id.push(id.0);
        all.group.push(t.group.0);
        all.state.push(state);
        all.request.push(if busy { request.0 } else { NONE });
        all.conn.push(conn.0);
        all.since_ns.push(
            (if busy {
                t.step_start_ns.max(t.since_ns)
            } else {
                t.since_ns
            }) as f64,
        );
        let asleep = busy && t.activity == Activity::Wait(WaitKind::Sleep);
        all.asleep.push(u8::from(asleep));
        all.progress.push(if busy {
            progress(t, shared.get(id.index()).copied().flatten(), time_ns)
        } else {
            0.0
        });
    }
    all
}

// Completed share of the current step.
fn progress(t: &Thread, left_ns: Option<f64>, time_ns: TimeNs) -> f32 {
    if t.step_length_ns == 0 || t.activity == Activity::None {
        return 0.0;
    }
    let length = t.step_length_ns as f64;
    let done = match left_ns {
        _ if t.activity == Activity::Runnable => 1.0 - t.cpu_left_ns as f64 / length,
        Some(left) => 1.0 - left / length,
        None => time_ns.saturating_sub(t.step_start_ns) as f64 / length,
    };
    done.clamp(0.0, 1.0) as f32
}

fn groups(k: &Kernel, scheduler: &dyn ThreadScheduler, reasons: &[WaitReason]) -> Groups {
    let mut all = Groups::default();
    for (g, group) in (0..).map(GroupId).zip(scheduler.groups()) {
        all.connections.push(group.conns);
        all.threads.push(group.threads);
        all.active.push(group.active);
        all.waiting.push(group.waiting);
        all.idle.push(group.idle.len() as u32);
        all.listener.push(group.listener.0);
        all.high.push(group.high.len() as u32);
        all.low.push(group.low.len() as u32);
        all.unpolled.push(k.ready[g].len() as u32);
        all.stalled.push(u8::from(group.stalled));
        all.io_seen.push(group.io_seen);
        all.dequeue_tries.push(group.dequeue_tries);
        let mut lanes = WaitingLane::ALL.into_iter();
        let why = lanes.find_map(|lane| why(scheduler, k, g, lane));
        let index = why.and_then(|why| reasons.iter().rposition(|r| *r == why));
        all.why.push(index.map_or(NONE, |i| i as u32));
    }
    all
}

fn waiting(k: &Kernel, groups: &[Group]) -> Waiting {
    let mut all = Waiting::default();
    for (g, group) in (0..).map(GroupId).zip(groups) {
        let mut add = |conn: ConnectionIndex, lane: WaitingLane| push(&mut all, k, g, conn, lane);
        group.high.iter().for_each(|c| add(*c, WaitingLane::High));
        group.low.iter().for_each(|c| add(*c, WaitingLane::Low));
        k.ready[g]
            .iter()
            .for_each(|c| add(*c, WaitingLane::Unpolled));
    }
    all
}

fn push(all: &mut Waiting, k: &Kernel, g: GroupId, conn: ConnectionIndex, lane: WaitingLane) {
    let c = &k.conns[conn];
    all.group.push(g.0);
    all.lane.push(match lane {
        WaitingLane::High => lane::HIGH,
        WaitingLane::Low => lane::LOW,
        WaitingLane::Unpolled => lane::SOCKET,
    });
    all.conn.push(conn.0);
    all.request.push(if c.login { NONE } else { c.request().0 });
    all.since_ns.push(c.since_ns as f64);
}
