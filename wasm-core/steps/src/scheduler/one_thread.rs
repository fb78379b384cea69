//! One thread per connection: `thread_handling = one-thread-per-connection`, and `extra_port`.
//!
//! The rule in words. Each connection has its own thread from its login to its end; between requests that
//! thread blocks in a read of the socket. Nothing is queued and nothing limits how many run at once: the
//! operating system shares the cores. When the connection closes, the thread is kept for the next connection
//! if fewer than `thread_cache_size` are kept already; else it exits.
//!
//! Source: MariaDB documentation, "Thread Pool in MariaDB" and the system variables `thread_handling` and
//! `thread_cache_size`.

use crate::event::EventKind;
use crate::ids::{ConnectionIndex, GroupId, ThreadId, TimeNs};
use crate::instruments::Instruments;
use crate::kernel::{ConnectionStatus, Kernel, ThreadState};
use crate::life::Place;
use crate::reason::{IdleReason, StartedVia, Trigger, WaitKind, WaitReason};
use crate::scenario::{Settings, Var, var};
use crate::scheduler::{Decision, IdleLimit, ThreadScheduler};

const CACHE_SIZE: Var = var("thread_cache_size");

/// One thread per connection.
#[derive(Clone, Debug)]
pub struct OneThread {
    set: Settings,
    /// The time limit of a read.
    read: IdleLimit,
    /// Threads of closed connections: last in, first out.
    cached: Vec<ThreadId>,
    created: u64,
    threads: u32,
}

impl OneThread {
    pub fn new(set: &Settings) -> Self {
        OneThread {
            set: set.clone(),
            read: IdleLimit::of(set, 0),
            cached: Vec::new(),
            created: 0,
            threads: 0,
        }
    }

    fn own_thread_runs(&mut self, k: &mut Kernel, thread: ThreadId) -> Decision {
        Decision::Execute {
            conn: k.threads[thread].conn,
            via: StartedVia::OwnThread,
        }
    }

    // The thread blocks in a read, which wait_timeout limits.
    fn read(&mut self, k: &mut Kernel, thread: ThreadId, conn: ConnectionIndex) {
        let c = &mut k.conns[conn];
        c.status = ConnectionStatus::Armed;
        c.since_ns = k.now_ns;
        c.thread = thread;
        k.threads[thread].conn = conn;
        k.set_thread(thread, ThreadState::Reading);
        let deadline = k.now_ns.saturating_add(self.read.ns(&k.conns[conn]));
        k.schedule(k.slots.thread(thread), deadline);
    }
}

impl ThreadScheduler for OneThread {
    fn start(&mut self, _: &mut Kernel) {}

    fn connect(&mut self, k: &mut Kernel, conn: ConnectionIndex) {
        let thread = match self.cached.pop() {
            Some(thread) => {
                k.wake(thread, Trigger::Connect);
                thread
            }
            None => {
                self.created += 1;
                self.threads += 1;
                k.spawn(GroupId::NONE, self.threads, Trigger::Connect)
            }
        };
        k.threads[thread].conn = conn;
        let c = &mut k.conns[conn];
        c.thread = thread;
        c.group = GroupId::NONE;
        c.status = ConnectionStatus::ThreadWait;
        k.place(conn, Place::ThreadWait, WaitReason::OwnThreadWaking);
    }

    fn adopt(&mut self, k: &mut Kernel, conn: ConnectionIndex) {
        self.created += 1;
        self.threads += 1;
        let thread = k.add_thread(GroupId::NONE, ThreadState::Reading);
        k.conns[conn].group = GroupId::NONE;
        self.read(k, thread, conn);
    }

    fn readable(&mut self, k: &mut Kernel, conn: ConnectionIndex) {
        let c = &mut k.conns[conn];
        c.status = ConnectionStatus::ThreadWait;
        let thread = c.thread;
        k.place(conn, Place::ThreadWait, WaitReason::OwnThreadWaking);
        k.set_thread(thread, ThreadState::Waking);
        k.schedule(k.slots.thread(thread), k.now_ns + k.latency.thread_wake_ns);
    }

    fn thread_event(&mut self, k: &mut Kernel, thread: ThreadId) -> Decision {
        match k.threads[thread].state {
            ThreadState::Starting | ThreadState::Waking => self.own_thread_runs(k, thread),
            ThreadState::Reading => {
                let conn = k.threads[thread].conn;
                let c = &mut k.conns[conn];
                c.killed = true;
                let (connection, idle_ns) = (c.id, k.now_ns - c.since_ns);
                k.emit(|| EventKind::IdleClientKilled {
                    connection,
                    group: None,
                    idle_ns,
                });
                self.own_thread_runs(k, thread)
            }
            ThreadState::Listening
            | ThreadState::Idle
            | ThreadState::Executing
            | ThreadState::Cached
            | ThreadState::Gone => Decision::Park,
        }
    }

    // The read returns: the socket is shut.
    fn kill(&mut self, k: &mut Kernel, conn: ConnectionIndex) {
        let c = &mut k.conns[conn];
        c.status = ConnectionStatus::ThreadWait;
        let thread = c.thread;
        k.place(conn, Place::ThreadWait, WaitReason::OwnThreadWaking);
        k.set_thread(thread, ThreadState::Waking);
        let at_ns = k.now_ns + k.latency.thread_wake_ns;
        k.schedule(k.slots.thread(thread), at_ns);
    }

    fn wait_begin(&mut self, _: &mut Kernel, _: ThreadId, _: WaitKind) {}

    fn wait_end(&mut self, _: &mut Kernel, _: ThreadId) {}

    fn finished(&mut self, k: &mut Kernel, thread: ThreadId, conn: ConnectionIndex) -> Decision {
        let c = &mut k.conns[conn];
        if let Some(next) = c.behind.pop_front() {
            // The read returns at once.
            c.current = Some(next);
            return Decision::Execute {
                conn,
                via: StartedVia::OwnThread,
            };
        }
        self.read(k, thread, conn);
        k.emit(|| EventKind::ThreadIdle {
            thread,
            group: None,
            why: IdleReason::AwaitsClient,
        });
        Decision::Park
    }

    fn disconnected(&mut self, k: &mut Kernel, thread: ThreadId, _: ConnectionIndex) -> Decision {
        k.threads[thread].conn = ConnectionIndex::NONE;
        if self.cached.len() < self.set.number(CACHE_SIZE) as usize {
            self.cached.push(thread);
            k.set_thread(thread, ThreadState::Cached);
            k.queue.cancel(k.slots.thread(thread));
            k.emit(|| EventKind::ThreadCached {
                thread,
                cached: self.cached.len() as u32,
            });
        } else {
            self.threads -= 1;
            k.exit(thread, self.threads, 0);
        }
        Decision::Park
    }

    fn set_variable(&mut self, var: Var, value: u64) -> Option<TimeNs> {
        self.set.put(var, value);
        self.read = IdleLimit::of(&self.set, 0);
        None
    }

    /// `Threads_%` of SHOW STATUS.
    fn instruments(&self, k: &Kernel, _: TimeNs) -> Instruments {
        let running = k
            .threads
            .iter()
            .filter(|t| t.state == ThreadState::Executing)
            .count() as u64;
        let cached = self.cached.len() as u64;
        let status = [
            ("Threads_cached", cached),
            ("Threads_connected", u64::from(self.threads) - cached),
            ("Threads_created", self.created),
            ("Threads_running", running),
        ];
        Instruments {
            status: status.into_iter().map(|(n, v)| (n.to_owned(), v)).collect(),
            tables: Vec::new(),
        }
    }
}
