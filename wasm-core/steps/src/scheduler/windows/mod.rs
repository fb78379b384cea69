//! MariaDB on Windows, `thread_pool_mode = windows`: the operating system's own thread pool.
//!
//! The rule in words. No groups, no listener, no oversubscribe, no stall timer: one queue for the whole
//! server, first in, first out, and between `thread_pool_min_threads` and `thread_pool_max_threads` threads.
//! A connection's data completes an asynchronous read, and the completion is a work item in that queue. The
//! thread that takes it executes the request at once if the connection's priority is high; if it is low, the
//! thread puts the request at the end of the queue, and it runs when its turn comes the second time. New
//! connections are high, and a login is a work item like any other. The system decides how many run: it lets
//! about one pool thread run per core, notices by itself when a thread blocks (in any wait, reported or not)
//! and lets another run in its place, and applies no limit when blocked threads return. A thread that finds
//! a thread running on every core goes idle; the last one to go idle is used first. wait_timeout is an exact
//! timer of each connection. A thread that nobody needs exits after a minute.
//!
//! Our choices: exactly one per core, `machine.cores` (8 if cores are unlimited); when the queue has not
//! moved for `machine.injection_us` although a thread runs on every core, one more thread may run, and
//! another after the same time again; a minute of idleness is exactly 60 s. Windows documents none of the
//! three. An asynchronous commit keeps its thread, blocked.
//!
//! Source: scheduler rules, section 4 (MariaDB server, the thread pool on Windows; MariaDB documentation,
//! "Thread Pool in MariaDB" and "Thread Pool System and Status Variables").

mod system;

use std::collections::BTreeSet;

use crate::event::EventKind;
use crate::ids::{ConnectionId, ConnectionIndex, GroupId, NS_PER_S, ThreadId, TimeNs};
use crate::instruments::Instruments;
use crate::kernel::{ConnectionStatus, Kernel, ThreadState};
use crate::life::WaitingLane;
use crate::reason::{LaneReason, StartedVia, Trigger, WaitKind, WaitReason};
use crate::scenario::{PoolPriority, SIZE, Settings, Start, Var, var};
use crate::scheduler::{Decision, Group, ThreadScheduler, WAIT_TIMEOUT};

const MIN_THREADS: Var = var("thread_pool_min_threads");
const MAX_THREADS: Var = var("thread_pool_max_threads");
const IDLE_TIMEOUT_NS: TimeNs = 60 * NS_PER_S;

/// The system's pool. The group's `low` is the queue.
#[derive(Clone, Debug)]
pub struct Windows {
    set: Settings,
    idle_at_start: u32,
    groups: Vec<Group>,
    /// Active threads blocked in unreported waits, which the system sees.
    unreported: u32,
    /// In the queue for the second time.
    again: BTreeSet<ConnectionIndex>,
    /// Woken or created to run beyond one per core.
    injected: ThreadId,
}

impl Windows {
    pub fn new(set: Settings, start: &Start) -> Self {
        Windows {
            idle_at_start: set
                .number(MIN_THREADS)
                .saturating_add(start.idle_workers)
                .clamp(1, set.number(MAX_THREADS).max(1)),
            set,
            groups: vec![Group::default()],
            unreported: 0,
            again: BTreeSet::new(),
            injected: ThreadId::NONE,
        }
    }

    fn threads_changed(&self, k: &mut Kernel) {
        k.recorder
            .group_threads(GroupId::ONLY, self.groups[0].threads);
    }

    fn arm(&mut self, k: &mut Kernel, conn: ConnectionIndex) {
        let c = &mut k.conns[conn];
        c.status = ConnectionStatus::Armed;
        c.since_ns = k.now_ns;
        let deadline = k.now_ns.saturating_add(self.set.limit_ns(WAIT_TIMEOUT));
        k.schedule(k.slots.completion(conn), deadline);
    }
}

impl ThreadScheduler for Windows {
    fn start(&mut self, k: &mut Kernel) {
        for _ in 0..self.idle_at_start {
            let thread = k.add_thread(GroupId::ONLY, ThreadState::Idle);
            self.groups[0].idle.push(thread);
            self.groups[0].threads += 1;
            k.schedule(k.slots.thread(thread), IDLE_TIMEOUT_NS);
        }
        self.threads_changed(k);
        k.touch(GroupId::ONLY);
    }

    fn connect(&mut self, k: &mut Kernel, conn: ConnectionIndex) {
        self.groups[0].conns += 1;
        k.conns[conn].group = GroupId::ONLY;
        self.submit(k, conn, LaneReason::Submitted);
        self.fill_cores(k, Trigger::CoreFree);
    }

    fn adopt(&mut self, k: &mut Kernel, conn: ConnectionIndex) {
        self.groups[0].conns += 1;
        let c = &mut k.conns[conn];
        c.group = GroupId::ONLY;
        c.priority = PoolPriority::in_force(&self.set).of(c.in_transaction);
        self.arm(k, conn);
    }

    fn readable(&mut self, k: &mut Kernel, conn: ConnectionIndex) {
        k.queue.cancel(k.slots.completion(conn));
        self.submit(k, conn, LaneReason::Submitted);
        self.fill_cores(k, Trigger::CoreFree);
    }

    fn thread_event(&mut self, k: &mut Kernel, thread: ThreadId) -> Decision {
        match k.threads[thread].state {
            ThreadState::Starting => {
                let group = &mut self.groups[0];
                group.starting -= 1;
                group.creating -= 1;
                self.done(k, thread)
            }
            ThreadState::Waking => {
                self.groups[0].starting -= 1;
                self.next(k, thread)
            }
            ThreadState::Idle => {
                let group = &mut self.groups[0];
                if group.threads > self.set.number(MIN_THREADS) {
                    group.idle.retain(|idle| *idle != thread);
                    group.threads -= 1;
                    let idle_ns = k.now_ns - k.threads[thread].since_ns;
                    k.exit(thread, group.threads, idle_ns);
                    self.threads_changed(k);
                    k.touch(GroupId::ONLY);
                }
                Decision::Park
            }
            ThreadState::Listening
            | ThreadState::Executing
            | ThreadState::Reading
            | ThreadState::Cached
            | ThreadState::Gone => Decision::Park,
        }
    }

    fn wait_begin(&mut self, k: &mut Kernel, thread: ThreadId, _: WaitKind) {
        self.groups[0].active -= 1;
        self.groups[0].waiting += 1;
        let request = k.conns[k.threads[thread].conn].request();
        self.fill_cores(k, Trigger::WaitBegan { request });
        k.touch(GroupId::ONLY);
    }

    fn wait_end(&mut self, k: &mut Kernel, _: ThreadId) {
        // A thread that returns faces no limit.
        self.groups[0].active += 1;
        self.groups[0].waiting -= 1;
        k.touch(GroupId::ONLY);
    }

    fn unreported(&mut self, k: &mut Kernel, _: ThreadId, blocked: bool) {
        if blocked {
            self.unreported += 1;
            self.fill_cores(k, Trigger::CoreFree);
        } else {
            self.unreported -= 1;
        }
        k.touch(GroupId::ONLY);
    }

    fn client_idle(&mut self, k: &mut Kernel, conn: ConnectionIndex) {
        let c = &mut k.conns[conn];
        c.killed = true;
        let (connection, idle_ns) = (c.id, k.now_ns - c.since_ns);
        k.emit(|| EventKind::IdleClientKilled {
            connection,
            group: Some(GroupId::ONLY),
            idle_ns,
        });
        self.submit(k, conn, LaneReason::Killed);
        self.fill_cores(k, Trigger::CoreFree);
    }

    fn finished(&mut self, k: &mut Kernel, thread: ThreadId, conn: ConnectionIndex) -> Decision {
        let c = &mut k.conns[conn];
        c.priority = PoolPriority::in_force(&self.set).of(c.in_transaction);
        let next = c.behind.pop_front();
        c.current = next;
        match next {
            Some(_) if c.buffered => Decision::Execute {
                conn,
                via: StartedVia::BufferedData,
            },
            Some(_) => {
                self.submit(k, conn, LaneReason::Submitted);
                self.done(k, thread)
            }
            None => {
                self.arm(k, conn);
                self.done(k, thread)
            }
        }
    }

    fn disconnected(&mut self, k: &mut Kernel, thread: ThreadId, _: ConnectionIndex) -> Decision {
        self.groups[0].conns -= 1;
        self.done(k, thread)
    }

    // The queue has not moved for the time that the system tolerates.
    fn tick(&mut self, k: &mut Kernel) -> Option<TimeNs> {
        if self.groups[0].low.is_empty() {
            return None;
        }
        if self.injected == ThreadId::NONE
            && let Some(thread) = self.one_more(k, Trigger::Injected)
        {
            self.injected = thread;
        }
        Some(k.latency.injection_ns)
    }

    fn set_variable(&mut self, var: Var, value: u64) -> Option<TimeNs> {
        self.set.put(var, value);
        None
    }

    /// On Windows the second one is always 0.
    fn instruments(&self, _: &Kernel, _: TimeNs) -> Instruments {
        Instruments {
            status: vec![
                ("Threadpool_idle_threads".to_owned(), 0),
                (
                    "Threadpool_threads".to_owned(),
                    u64::from(self.groups[0].threads),
                ),
            ],
            tables: Vec::new(),
        }
    }

    fn groups(&self) -> &[Group] {
        &self.groups
    }

    fn workers(&self) -> u32 {
        self.groups[0].threads
    }

    fn group_of_id(&self, _: ConnectionId) -> Option<GroupId> {
        Some(GroupId::ONLY)
    }

    fn why_lane(&self, _: GroupId, _: WaitingLane) -> Option<WaitReason> {
        let group = &self.groups[0];
        Some(if group.starting > 0 {
            WaitReason::ThreadStarting
        } else if self.running() < self.set.number(SIZE) {
            WaitReason::MaxThreads {
                threads: group.threads,
                limit: self.set.number(MAX_THREADS),
            }
        } else {
            WaitReason::CoresBusy {
                running: self.running(),
                cores: self.set.number(SIZE),
            }
        })
    }
}
