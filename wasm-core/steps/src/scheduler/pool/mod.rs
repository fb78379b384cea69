//! Pool-of-threads: the common part of MariaDB's and Percona's pools, which share an ancestor.
//!
//! A fixed number of independent groups. A connection belongs to the group
//! `connection id mod thread_pool_size`. Each group has a poll set of sockets, two FIFO queues (high and low
//! priority), a LIFO stack of idle workers, and at most one listener: the thread that blocks in the poll.
//! One timer thread looks at every group once per `thread_pool_stall_limit`. Source: scheduler rules,
//! section 1; MariaDB documentation, "Thread Groups in the Unix Implementation of the Thread Pool".

mod connections;
mod fetch;
mod instruments;
mod listener;
mod rules;
mod timer;
mod wake;
mod why;

use crate::ids::{ConnectionId, ConnectionIndex, GroupId, NS_PER_S, ThreadId, TimeNs};
use crate::instruments::Instruments;
use crate::kernel::{IndexVec, Kernel, ThreadState};
use crate::life::WaitingLane;
use crate::reason::{Trigger, WaitKind, WaitReason};
use crate::scenario::{SIZE, Settings, Start, StartThreads, Var};
use crate::scheduler::mariadb::MariaDb;
use crate::scheduler::percona::Percona;
use crate::scheduler::{Decision, Group, IdleLimit, ThreadScheduler};

pub(super) use rules::{
    DEDICATED, EXACT_STATS, IDLE_TIMEOUT, MAX_THREADS, OVERSUBSCRIBE, PoolRules, STALL_LIMIT,
    TICKETS,
};

/// Most events that one poll returns.
pub(super) const POLL_EVENTS_MAX: usize = 1024;
/// A blocked pool is reported after this long.
const BLOCKED_MESSAGE_AFTER_NS: TimeNs = 30 * NS_PER_S;

/// The two rule sets.
#[derive(Clone, Debug)]
pub enum Rules {
    MariaDb(MariaDb),
    Percona(Percona),
}

impl std::ops::Deref for Rules {
    type Target = dyn PoolRules;
    fn deref(&self) -> &Self::Target {
        match self {
            Rules::MariaDb(rules) => rules,
            Rules::Percona(rules) => rules,
        }
    }
}

/// A pool of thread groups.
#[derive(Clone, Debug)]
pub struct Pool {
    pub rules: Rules,
    pub set: Settings,
    /// The terms that result from the settings.
    pub terms: Terms,
    /// SET GLOBAL thread_pool_size happened: connections may belong to another group by now.
    pub resized: bool,
    pub groups: IndexVec<GroupId, Group>,
    /// Pool threads in all groups, including listeners, without the timer.
    pub workers: u32,
    /// Time of the last round of the timer: the coarse clock of the queues.
    pub tick_ns: TimeNs,
    /// Since when creations have failed, and whether the message was printed.
    pub blocked_since_ns: Option<TimeNs>,
    pub blocked_reported: bool,
    pub next_timeout_check_ns: TimeNs,
    /// Reported waits by kind, server-wide.
    pub waits: [u64; 12],
    pub start: StartState,
}

/// Numbers that follow from rules and settings, computed once per change of a setting because every step
/// needs them.
#[derive(Clone, Debug)]
pub struct Terms {
    /// A thread may take from a queue with at most this many active threads, including itself.
    active_most: u32,
    /// The low-priority queue is closed while active plus waiting threads exceed this.
    low_limit: u32,
    worker_polls: bool,
    dedicated: bool,
    exact_stats: bool,
    /// A worker exits after being idle for this long.
    idle_ns: TimeNs,
    /// A client is disconnected so long after a round of the timer.
    client_idle: IdleLimit,
}

impl Terms {
    fn of(rules: &dyn PoolRules, set: &Settings) -> Terms {
        Terms {
            active_most: rules.active_most(set),
            low_limit: rules.low_limit(set).unwrap_or(u32::MAX),
            worker_polls: rules.worker_polls(set),
            dedicated: set.on(DEDICATED),
            exact_stats: set.on(EXACT_STATS),
            idle_ns: set.ns(IDLE_TIMEOUT),
            client_idle: IdleLimit::of(set, set.ns(STALL_LIMIT)),
        }
    }
}

/// The pool at time 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct StartState {
    pub no_threads: bool,
    pub idle_workers: u32,
    pub dequeue_attempts: u32,
}

impl Pool {
    /// `groups`: as many as a later SET GLOBAL thread_pool_size can need; they exist unused.
    pub fn new(rules: Rules, set: Settings, start: &Start, groups: u32) -> Self {
        Pool {
            terms: Terms::of(&*rules, &set),
            resized: false,
            rules,
            set,
            groups: vec![Group::default(); groups as usize].into(),
            workers: 0,
            tick_ns: 0,
            blocked_since_ns: None,
            blocked_reported: false,
            next_timeout_check_ns: TimeNs::MAX,
            waits: [0; 12],
            start: StartState {
                no_threads: start.threads == StartThreads::None,
                idle_workers: start.idle_workers,
                dequeue_attempts: start.dequeue_attempts,
            },
        }
    }

    /// The asking thread is itself one of `active`.
    fn saturated(&self, g: GroupId) -> bool {
        let group = &self.groups[g];
        group.active > self.terms.active_most && !group.stalled
    }

    /// Whether the low-priority queue is closed.
    fn low_shut(&self, group: &Group) -> bool {
        group.active + group.waiting > self.terms.low_limit
    }

    /// What the timer and the start of a wait mean by "the queues are empty".
    fn queues_empty(&self, g: GroupId) -> bool {
        let group = &self.groups[g];
        group.high.is_empty() && (group.low.is_empty() || self.low_shut(group))
    }

    fn threads_changed(&self, k: &mut Kernel, g: GroupId) {
        let threads = self.groups[g].threads;
        k.recorder.group_threads(g, threads);
    }
}

impl ThreadScheduler for Pool {
    fn start(&mut self, k: &mut Kernel) {
        for g in self.groups.indices() {
            // Groups beyond the size at the start exist for a later SET GLOBAL: no thread yet.
            if !self.start.no_threads && g.0 < self.set.number(SIZE) {
                let listener = k.add_thread(g, ThreadState::Listening);
                let group = &mut self.groups[g];
                group.listener = listener;
                group.threads += 1;
                self.workers += 1;
                for _ in 0..self.start.idle_workers {
                    let idle = k.add_thread(g, ThreadState::Idle);
                    self.groups[g].idle.push(idle);
                    self.groups[g].threads += 1;
                    self.workers += 1;
                    let deadline = k.now_ns.saturating_add(self.terms.idle_ns);
                    k.threads[idle].idle_deadline_ns = deadline;
                    k.schedule(k.slots.thread(idle), deadline);
                }
            }
            self.threads_changed(k, g);
            k.touch(g);
        }
        if let Some(first) = self.groups.first_mut() {
            first.dequeue_tries = self.start.dequeue_attempts;
        }
    }

    fn connect(&mut self, k: &mut Kernel, conn: ConnectionIndex) {
        self.accept(k, conn);
    }

    fn adopt(&mut self, k: &mut Kernel, conn: ConnectionIndex) {
        let g = self.group_of(k, conn);
        self.groups[g].conns += 1;
        let c = &mut k.conns[conn];
        c.group = g;
        c.tickets = self.set.number(TICKETS);
        self.rules.request_over(c, &self.set);
        self.arm_timeout(c);
    }

    fn readable(&mut self, k: &mut Kernel, conn: ConnectionIndex) {
        let g = k.conns[conn].group;
        k.socket_ready(conn, g, self.groups[g].listener);
        k.touch(g);
    }

    fn thread_event(&mut self, k: &mut Kernel, thread: ThreadId) -> Decision {
        let t = &k.threads[thread];
        let (g, state) = (t.group, t.state);
        k.touch(g);
        match state {
            ThreadState::Listening => self.poll_returned(k, thread),
            ThreadState::Idle => self.idle_timeout(k, thread),
            ThreadState::Starting => {
                self.groups[g].starting -= 1;
                self.groups[g].creating -= 1;
                let deadline = k.now_ns.saturating_add(self.terms.idle_ns);
                k.threads[thread].idle_deadline_ns = deadline;
                self.fetch(k, thread)
            }
            ThreadState::Waking => {
                let group = &mut self.groups[g];
                group.starting -= 1;
                group.active += 1;
                self.fetch(k, thread)
            }
            ThreadState::Executing
            | ThreadState::Reading
            | ThreadState::Cached
            | ThreadState::Gone => Decision::Park,
        }
    }

    fn wait_begin(&mut self, k: &mut Kernel, thread: ThreadId, kind: WaitKind) {
        let g = k.threads[thread].group;
        self.waits[kind as usize] += 1;
        let group = &mut self.groups[g];
        group.active -= 1;
        group.waiting += 1;
        if group.active == 0 && (!self.queues_empty(g) || self.groups[g].listener == ThreadId::NONE)
        {
            let conn = k.threads[thread].conn;
            let request = k.conns[conn].request();
            self.wake_or_create(k, g, Trigger::WaitBegan { request }, None);
        }
        k.touch(g);
    }

    fn wait_end(&mut self, k: &mut Kernel, thread: ThreadId) {
        let g = k.threads[thread].group;
        let group = &mut self.groups[g];
        // A thread that returns faces no limit: all that wake together are active together.
        group.active += 1;
        group.waiting -= 1;
        k.touch(g);
    }

    fn finished(&mut self, k: &mut Kernel, thread: ThreadId, conn: ConnectionIndex) -> Decision {
        self.over(k, thread, conn)
    }

    fn suspends(&self) -> bool {
        self.rules.suspends()
    }

    fn suspended(&mut self, k: &mut Kernel, thread: ThreadId) -> Decision {
        let deadline = k.now_ns.saturating_add(self.terms.idle_ns);
        k.threads[thread].idle_deadline_ns = deadline;
        k.touch(k.threads[thread].group);
        self.fetch(k, thread)
    }

    fn resumed(&mut self, k: &mut Kernel, conn: ConnectionIndex) {
        let g = k.conns[conn].group;
        self.enqueue(k, conn);
        if self.groups[g].active == 0 {
            self.wake_or_create(k, g, Trigger::Resume, None);
        }
        k.touch(g);
    }

    fn disconnected(
        &mut self,
        k: &mut Kernel,
        thread: ThreadId,
        conn: ConnectionIndex,
    ) -> Decision {
        let g = k.conns[conn].group;
        self.groups[g].conns -= 1;
        self.suspended(k, thread)
    }

    fn tick(&mut self, k: &mut Kernel) -> Option<TimeNs> {
        self.timer_round(k);
        Some(self.set.ns(STALL_LIMIT) + k.latency.timer_round_ns)
    }

    fn set_variable(&mut self, var: Var, value: u64) -> Option<TimeNs> {
        let most = self.groups.len() as u64;
        let clamped = if var == SIZE {
            value.clamp(1, most)
        } else {
            value
        };
        self.set.put(var, clamped);
        self.terms = Terms::of(&*self.rules, &self.set);
        self.resized |= var == SIZE;
        // The timer wakes, checks nothing, and starts a new sleep of the new length.
        (var == STALL_LIMIT).then(|| self.set.ns(STALL_LIMIT))
    }

    fn instruments(&self, k: &Kernel, now_ns: TimeNs) -> Instruments {
        self.show(k, now_ns)
    }

    fn kill(&mut self, k: &mut Kernel, conn: ConnectionIndex) {
        self.shut(k, conn);
    }

    fn groups(&self) -> &[Group] {
        &self.groups
    }

    fn workers(&self) -> u32 {
        self.workers
    }

    fn group_of_id(&self, id: ConnectionId) -> Option<GroupId> {
        Some(id.group(self.set.number(SIZE)))
    }

    fn why_lane(&self, g: GroupId, lane: WaitingLane) -> Option<WaitReason> {
        Some(self.why(g, lane))
    }

    fn first_tick_ns(&self) -> Option<TimeNs> {
        Some(self.set.ns(STALL_LIMIT))
    }

    fn last_tick_ns(&self) -> Option<TimeNs> {
        Some(self.tick_ns)
    }
}
