//! Oracle's Thread Pool plugin for MySQL, in three versions: "8.0.30" (the classic rules, 5.5 to 8.0.30) and "8.4"
//! (8.0.31 to 8.4), both as the manual describes them, and "9.7" (the rules of the source published in 2026).
//!
//! The rule in words, for all. Connections are assigned to the groups in turn. A group has at most one waiting
//! thread, which polls the sockets. If it finds a single statement, nothing is queued and the group has a free
//! place, it executes the statement itself and stays registered as the waiting thread, so nobody polls until the
//! statement ends, waits or stalls. Otherwise statements are queued: low for the first statement of a transaction
//! and for autocommit, high for later ones; high goes first. A statement that has run for `thread_pool_stall_limit`
//! is stalled and no longer counts. A statement in a reported wait does not count while it waits, and returns
//! without asking. A checker looks at every group every 10 ms: it marks stalls, moves the head of the low queue up
//! if that has waited for longer than `thread_pool_prio_kickup_timer` (one at a time, and in 9.7, whose checker
//! looks again 1 ms after a pass that acted, not in such a pass), and wakes or creates a thread. Threads without work sleep as consumers (woken first) or reserves. Dedicated threads do logins.
//!
//! Places. Classic: one statement that is neither stalled nor in a wait. 8.4: `thread_pool_query_threads_per_group`
//! of them. Both: with a transaction limit (8.0.23 and later), the group's share of it, rounded up. 9.7: with a
//! transaction limit L per group, L + 1 threads may be with a connection; without it, fewer than
//! `thread_pool_max_active_query_threads`, or 1 + `thread_pool_query_threads_per_group` + stalled ones. With a limit
//! a thread stays with its connection, reading from the client, until the transaction ends; 8.4 and 9.7 suspend the
//! limit if L threads have run for longer than `thread_pool_longrun_trx_limit` (added in 8.4.0).
//! `thread_pool_query_threads_per_group` is at most L, and so many threads a group has at its start. A transaction's
//! delay is a sleep that the plugin is not told of: its thread keeps its place.
//!
//! Polling in 9.7. Algorithm 0: a thread polls when it has nothing to take, and before and after a statement, as
//! long as the high queue is empty; so a group whose high queue is never empty does not poll. Algorithm 1: one
//! thread always waits; a thread that takes a statement wakes a consumer, never a reserve, if more is queued or
//! nobody waits; threads don't execute directly if more than one query thread is configured. (There a poll that
//! returned one event is followed by another; here a poll returns all that is ready when it ends, so there is
//! nothing to add.)
//!
//! Network waits are not reported: the plugin's tables have no column for them. A thread that waits for a slow
//! client counts like one that computes, and is marked as stalled like it.
//!
//! Our choices, where the manual leaves the rule open. (For 8.4 that is the nearest published rule, the later
//! source's.) Classic and 8.4: a statement stalls at the first pass at which the time is reached, without which the
//! 222 seconds of the manual's example do not come out; 9.7: at the first after it. Classic: a thread in a reported
//! wait is not marked as stalled; later it is, and gives one place more. Classic, and 8.4 with algorithm 0: the thread that takes a queued statement sends another thread to wait
//! in its place. Classic and 8.4: "nothing is executing" means that there is a free place; the start of a wait
//! wakes or creates a thread if something is queued or nobody waits, since the manual has the group start another
//! at once. Classic: algorithm 1 lets one more statement run and wakes a consumer if more is queued;
//! `thread_pool_max_active_query_threads` is an additional limit; with a transaction limit the later source's rules
//! of it, without its one place more; a poll returns all events. 8.4 from the later
//! source: algorithm 1, what a bound thread is, the share of a group, dedicated listeners, when a delay applies,
//! when a thread may be created, the most events of a poll, and that `thread_pool_max_active_query_threads`
//! replaces the query threads. 8.4 from the manual instead: no place more than the limits say (the source lets in
//! one more), at most four connect threads, all of which end, and a pass each 10 ms, without which the 222 seconds
//! of its example do not come out. The first connection joins group 0. A group's first login creates its permanent
//! connect handler (9.7). Of several sleepers the last one is woken first. Dedicated listeners take effect only
//! with a transaction limit. An idle client's socket is shut, and a query thread tears the connection down. Without
//! a limit of cores, the plugin sees 8 CPUs.
//!
//! Left out: the Admin group and TP_CONNECTION_ADMIN, thread_pool_high_priority_connection for single sessions
//! (here it applies to all), the operating system's choice between consumers.
//!
//! Sources: MySQL 8.0 and 8.4 Reference Manual, "Thread Pool Operation", "Thread Pool Tuning", "Server System
//! Variables" and the Performance Schema's thread pool tables; MySQL 9.5 Reference Manual, "Thread Pool FAQ"; for
//! 9.7 the published behaviour of plugin/thread_pool in mysql/mysql-server (commit 3f9613c, 2026): facts only.

mod checker;
mod connections;
mod instruments;
mod look;
mod newer_tables;
mod places;
mod seats;
mod state;
mod wake;
mod why;

use crate::ids::{ConnectionId, ConnectionIndex, GroupId, NS_PER_MS, ThreadId, TimeNs};
use crate::instruments::Instruments;
use crate::kernel::{ConnectionStatus, IndexVec, Kernel, ThreadState};
use crate::life::{Place, WaitingLane};
use crate::reason::{StartedVia, WaitKind, WaitReason};
use crate::scenario::{SIZE, Settings, Start, StartThreads, Var, var};
use crate::scheduler::{Decision, Group, ThreadScheduler};
use state::{Own, Seat};

/// The checker's usual sleep, and the least time between two kick-ups of a group.
const CHECK_NS: TimeNs = 10 * NS_PER_MS;
/// Its sleep after a pass in which it acted (9.7).
const CHECK_SOON_NS: TimeNs = NS_PER_MS;
/// Most threads of a group.
const THREADS_MAX: u32 = 4_096;
/// Most events that one poll returns (8.0.31 and later).
const EVENTS_MAX: usize = 32;

const ALGORITHM: Var = var("thread_pool_algorithm");
const STALL_LIMIT: Var = var("thread_pool_stall_limit_10ms");
const KICKUP: Var = var("thread_pool_prio_kickup_timer_ms");
const HIGH_PRIORITY: Var = var("thread_pool_high_priority_connection");
const MAX_UNUSED: Var = var("thread_pool_max_unused_threads");
const MAX_ACTIVE: Var = var("thread_pool_max_active_query_threads");
const MAX_TRANSACTIONS: Var = var("thread_pool_max_transactions_limit");
const QUERY_THREADS: Var = var("thread_pool_query_threads_per_group");
const DELAY: Var = var("thread_pool_transaction_delay_ms");
const LONGRUN: Var = var("thread_pool_longrun_trx_limit_ms");
const DEDICATED: Var = var("thread_pool_dedicated_listeners");

/// Oracle's thread pool.
#[derive(Clone, Debug)]
pub struct Oracle {
    /// 8.0.31 or later.
    later: bool,
    /// The rules of the published source.
    v9: bool,
    set: Settings,
    groups: IndexVec<GroupId, Group>,
    own: IndexVec<GroupId, Own>,
    /// Indexed by thread.
    seats: IndexVec<ThreadId, Seat>,
    /// Query threads in all groups.
    workers: u32,
    next_group: GroupId,
    tick_ns: TimeNs,
    next_timeout_check_ns: TimeNs,
    no_threads: bool,
    idle_workers: u32,
}

impl Oracle {
    pub fn new(set: Settings, start: &Start) -> Self {
        let size = set.number(SIZE).max(1) as usize;
        Oracle {
            later: set.version != "8.0.30",
            v9: set.version == "9.7",
            groups: vec![Group::default(); size].into(),
            own: vec![Own::default(); size].into(),
            seats: IndexVec::default(),
            workers: 0,
            next_group: GroupId(0),
            tick_ns: 0,
            next_timeout_check_ns: TimeNs::MAX,
            no_threads: start.threads == StartThreads::None,
            idle_workers: start.idle_workers,
            set,
        }
    }

    fn threads_changed(&self, k: &mut Kernel, g: GroupId) {
        let threads = self.groups[g].threads;
        k.recorder.group_threads(g, threads);
    }
}

impl ThreadScheduler for Oracle {
    fn start(&mut self, k: &mut Kernel) {
        // One waits, the others sleep.
        let asleep = self.idle_workers.max(self.per_group() - 1);
        for g in self.groups.indices() {
            if !self.no_threads {
                let waiter = k.add_thread(g, ThreadState::Listening);
                self.own[g].waiter = waiter;
                let group = &mut self.groups[g];
                group.listener = waiter;
                group.threads += 1 + asleep;
                self.workers += 1 + asleep;
                for _ in 0..asleep {
                    let idle = k.add_thread(g, ThreadState::Idle);
                    self.lie_down(g, idle);
                }
            }
            self.threads_changed(k, g);
            k.touch(g);
        }
    }

    fn connect(&mut self, k: &mut Kernel, conn: ConnectionIndex) {
        self.accept(k, conn);
    }

    fn adopt(&mut self, k: &mut Kernel, conn: ConnectionIndex) {
        self.deal(k, conn);
        self.arm_timeout(k, conn);
    }

    fn readable(&mut self, k: &mut Kernel, conn: ConnectionIndex) {
        let c = &k.conns[conn];
        let (g, thread) = (c.group, c.thread);
        if thread != ThreadId::NONE {
            // Its thread is bound to it and blocks in the read.
            k.conns[conn].status = ConnectionStatus::ThreadWait;
            let why = WaitReason::OwnThreadWaking;
            k.place(conn, Place::ThreadWait, why);
            let at = k.now_ns + k.latency.thread_wake_ns;
            k.schedule(k.slots.thread(thread), at);
            return;
        }
        k.socket_ready(conn, g, self.groups[g].listener);
        self.ensure_thread(k, g);
        k.touch(g);
    }

    fn thread_event(&mut self, k: &mut Kernel, thread: ThreadId) -> Decision {
        let t = &k.threads[thread];
        let (g, state, connects) = (t.group, t.state, t.connects);
        k.touch(g);
        if connects {
            return self.handler_event(k, thread);
        }
        match state {
            ThreadState::Listening => self.poll_returned(k, thread),
            ThreadState::Starting | ThreadState::Waking => {
                let group = &mut self.groups[g];
                group.starting -= 1;
                group.creating -= u32::from(state == ThreadState::Starting);
                self.look(k, thread, false)
            }
            ThreadState::Reading => self.read_returned(k, thread),
            ThreadState::Idle
            | ThreadState::Executing
            | ThreadState::Cached
            | ThreadState::Gone => Decision::Park,
        }
    }

    fn wait_begin(&mut self, k: &mut Kernel, thread: ThreadId, kind: WaitKind) {
        let g = k.threads[thread].group;
        let group = &mut self.groups[g];
        group.active -= 1;
        group.waiting += 1;
        k.touch(g);
        let own = &mut self.own[g];
        own.stats.waits[kind as usize] += 1;
        // Network waits are not reported to the plugin: such a thread still counts.
        if matches!(kind, WaitKind::Net | WaitKind::Unknown) {
            return;
        }
        self.give_way(k, thread);
    }

    fn wait_end(&mut self, k: &mut Kernel, thread: ThreadId) {
        let g = k.threads[thread].group;
        let seat = self.seat(thread);
        // A thread that returns faces no limit.
        let back = !std::mem::replace(&mut seat.counted, true);
        self.own[g].active += u32::from(back);
        let group = &mut self.groups[g];
        group.active += 1;
        group.waiting -= 1;
        k.touch(g);
    }

    fn delay(&mut self, k: &mut Kernel, thread: ThreadId, conn: ConnectionIndex) -> TimeNs {
        let delay_ns = self.set.ns(DELAY);
        if delay_ns == 0 || k.conns[conn].in_transaction {
            return 0;
        }
        let g = k.threads[thread].group;
        let group = &mut self.groups[g];
        group.active -= 1;
        group.waiting += 1;
        k.touch(g);
        delay_ns
    }

    fn finished(&mut self, k: &mut Kernel, thread: ThreadId, conn: ConnectionIndex) -> Decision {
        let g = k.threads[thread].group;
        if k.threads[thread].connects {
            self.arm(k, conn);
            self.ensure_thread(k, g);
            return self.next_login(k, thread);
        }
        let bound = self.limit() != 0 && k.conns[conn].in_transaction;
        let c = &mut k.conns[conn];
        if (bound || c.buffered)
            && let Some(next) = c.behind.pop_front()
        {
            c.current = Some(next);
            self.own[g].stats.queries_executed += 1;
            let via = if bound {
                StartedVia::BoundThread
            } else {
                StartedVia::BufferedData
            };
            return Decision::Execute { conn, via };
        }
        if bound {
            self.read(k, thread, conn);
            return Decision::Park;
        }
        self.detach(k, thread);
        self.arm(k, conn);
        self.look(k, thread, true)
    }

    fn disconnected(&mut self, k: &mut Kernel, thread: ThreadId, _: ConnectionIndex) -> Decision {
        let g = k.threads[thread].group;
        self.groups[g].conns -= 1;
        self.own[g].stats.connections_closed += 1;
        self.detach(k, thread);
        self.look(k, thread, true)
    }

    fn tick(&mut self, k: &mut Kernel) -> Option<TimeNs> {
        let acted = self.pass(k);
        Some(self.sleep_ns(acted) + k.latency.timer_round_ns)
    }

    fn set_variable(&mut self, var: Var, value: u64) -> Option<TimeNs> {
        self.set.put(var, value);
        None
    }

    fn instruments(&self, k: &Kernel, now_ns: TimeNs) -> Instruments {
        self.show(k, now_ns)
    }

    fn groups(&self) -> &[Group] {
        &self.groups
    }

    fn workers(&self) -> u32 {
        self.workers
    }

    // The next connection joins the next group, whatever its ID.
    fn group_of_id(&self, _: ConnectionId) -> Option<GroupId> {
        Some(self.next_group)
    }

    fn why_lane(&self, g: GroupId, lane: WaitingLane) -> Option<WaitReason> {
        Some(self.why(g, lane))
    }

    fn last_tick_ns(&self) -> Option<TimeNs> {
        Some(self.tick_ns)
    }

    fn first_tick_ns(&self) -> Option<TimeNs> {
        Some(CHECK_NS)
    }
}
