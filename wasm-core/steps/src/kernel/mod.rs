//! The simulated machine that schedulers work on: clock, event queue, threads, connections, sockets, cores and locks.
//! It knows no scheduling rules: schedulers decide, the kernel carries out and reports to the recorder.

mod connection;
mod cores;
mod disk;
mod index_vec;
mod innodb;
mod latch;
mod lazy_box;
mod load;
mod locks;
mod rows;
mod run_queue;
mod slots;
mod thread;

use std::collections::VecDeque;

pub use connection::{Connection, ConnectionStatus, InFlight};
pub use cores::Cores;
pub use disk::Disk;
pub use index_vec::IndexVec;
pub use innodb::{INNODB, Innodb};
pub use latch::Latch;
pub use lazy_box::LazyBox;
pub use load::{ColdCache, Load, is_autocommit};
pub use locks::{Locks, Released};
pub use rows::Rows;
pub use run_queue::RunQueue;
pub use slots::{Pending, Slots};
pub use thread::{Activity, Thread, ThreadState};

use crate::event::EventKind;
pub use crate::ids::NONE;
use crate::ids::{ConnectionIndex, GroupId, ThreadId, TimeNs};
use crate::life::{Place, WaitingLane};
use crate::queue::{EventQueue, Slot};
use crate::reason::{Trigger, WaitReason};
use crate::record::{Recorder, SegmentWhy};
use crate::scenario::Machine;

/// Latencies of the machine in nanoseconds.
#[derive(Clone, Copy, Debug)]
pub struct Latencies {
    pub poll_wake_ns: TimeNs,
    pub thread_wake_ns: TimeNs,
    pub thread_create_ns: TimeNs,
    pub timer_round_ns: TimeNs,
    pub hand_over_ns: TimeNs,
    pub injection_ns: TimeNs,
}

impl Latencies {
    pub fn new(machine: &Machine) -> Self {
        Latencies {
            poll_wake_ns: machine.poll_wake_us.ns(),
            thread_wake_ns: machine.thread_wake_us.ns(),
            thread_create_ns: machine.thread_create_us.ns(),
            timer_round_ns: machine.timer_round_us.ns(),
            hand_over_ns: machine.hand_over_us.ns(),
            injection_ns: machine.injection_us.ns(),
        }
    }
}

// A listening thread has no statement state that could go cold.
fn counts(state: ThreadState) -> bool {
    !matches!(state, ThreadState::Listening | ThreadState::Gone)
}

/// The state of the simulated machine. A clone is a snapshot.
#[derive(Clone, Debug)]
pub struct Kernel {
    pub now_ns: TimeNs,
    pub step: u32,
    pub queue: EventQueue,
    /// The next end of a CPU step on shared cores. Every step that starts or ends moves it, so it is kept
    /// outside the queue.
    pub cores_due_ns: TimeNs,
    pub slots: Slots,
    pub threads: IndexVec<ThreadId, Thread>,
    pub conns: IndexVec<ConnectionIndex, Connection>,
    /// Per group: connections with unpolled data in the kernel, in order.
    pub ready: IndexVec<GroupId, VecDeque<ConnectionIndex>>,
    /// A hand keeps everybody from reading the sockets of the pool.
    pub door_shut: bool,
    pub cores: Cores,
    /// None: threads share the cores.
    pub run_queue: Option<RunQueue>,
    pub locks: Locks,
    pub rows: Rows,
    pub disk: Disk,
    pub latch: Latch,
    pub load: Load,
    pub cold_cache: Option<ColdCache>,
    pub latency: Latencies,
    pub requests: u32,
    pub finished: u32,
    /// Requests sent and neither answered nor failed.
    pub open: u32,
    /// Where everything is reported; a clone reports nowhere.
    pub recorder: Recorder,
    // Statement steps in this engine step so far.
    pub actions: u32,
    // Groups that this step touched: only their reasons are read again.
    pub touched: Vec<GroupId>,
}

impl Kernel {
    /// Approximate memory of this state; it grows with clients, threads and unanswered requests.
    pub fn bytes(&self) -> usize {
        self.conns.len() * (size_of::<Connection>() + 64)
            + self.threads.len() * (size_of::<Thread>() + 32)
            + self.open as usize * 2 * size_of::<InFlight>()
    }

    /// Schedules the slot's event for that time, replacing its pending one.
    #[inline(never)]
    pub fn schedule(&mut self, slot: Slot, at_ns: TimeNs) {
        // The queue knows only the times of its own events.
        let at_ns = at_ns.max(self.now_ns);
        if at_ns == self.cores_due_ns {
            // Equal times fire in the order in which they were scheduled.
            self.queue_cores();
        }
        self.queue.schedule(slot, at_ns);
    }

    #[cold]
    fn queue_cores(&mut self) {
        let due_ns = std::mem::replace(&mut self.cores_due_ns, TimeNs::MAX);
        self.queue.schedule(Slots::CORES, due_ns);
    }

    /// Recomputes the next end of a CPU step on shared cores.
    pub fn schedule_cores(&mut self) {
        if self.queue.is_pending(Slots::CORES) {
            self.queue.cancel(Slots::CORES);
        }
        self.cores_due_ns = self.cores.next_end().unwrap_or(TimeNs::MAX);
    }

    /// The next event, if it is due by `until_ns`.
    #[inline]
    pub fn next(&mut self, until_ns: TimeNs) -> Option<(TimeNs, Pending)> {
        let cores_ns = self.cores_due_ns;
        // An event of the same time was scheduled before.
        if let Some((at_ns, slot)) = self.queue.pop_until(until_ns.min(cores_ns)) {
            return Some((at_ns, self.slots.decode(slot)));
        }
        if cores_ns > until_ns {
            return None;
        }
        self.cores_due_ns = TimeNs::MAX;
        Some((cores_ns, Pending::Cores))
    }

    /// Adds an entry to the log; built only if there is a log.
    #[inline]
    pub fn emit(&mut self, kind: impl FnOnce() -> EventKind) {
        if self.recorder.logs() {
            self.log(kind());
        }
    }

    // Kept out of line, so that it is compiled once.
    #[inline(never)]
    fn log(&mut self, kind: EventKind) {
        self.recorder.event(self.now_ns, self.step, kind);
    }

    /// Sets the current place of the connection's request.
    #[inline]
    pub fn place(&mut self, conn: ConnectionIndex, place: Place, why: impl Into<SegmentWhy>) {
        let c = &mut self.conns[conn];
        c.since_ns = self.now_ns;
        let Some(in_flight) = &mut c.current else {
            return self.place_without_request(conn, place);
        };
        let from = in_flight.place.replace(place);
        self.recorder
            .place(in_flight.request, from, place, why.into(), self.now_ns);
    }

    // The first request behind a login is where the login is.
    #[inline(never)]
    fn place_without_request(&mut self, conn: ConnectionIndex, place: Place) {
        let c = &mut self.conns[conn];
        // Whether or not its thread has a core.
        let place = if c.status == ConnectionStatus::Executing {
            Place::Login
        } else {
            place
        };
        if c.login
            && let Some(first) = c.behind.front_mut()
        {
            let from = first.place.replace(place);
            let why = WaitReason::LoginPending.into();
            self.recorder
                .place(first.request, from, place, why, self.now_ns);
        } else {
            let named = (c.id, c.group);
            self.recorder.alone(conn, named, Some(place), self.now_ns);
        }
    }

    /// The connection has a request, or has nothing more to do.
    pub fn not_alone(&mut self, conn: ConnectionIndex) {
        let c = &self.conns[conn];
        self.recorder
            .alone(conn, (c.id, c.group), None, self.now_ns);
    }

    /// The request that the connection's login was for is withdrawn: the login stays where it is, without it.
    pub fn alone_from(&mut self, conn: ConnectionIndex, place: Option<Place>) {
        let c = &self.conns[conn];
        self.recorder
            .alone(conn, (c.id, c.group), place, self.now_ns);
    }

    /// Changes the state of a thread.
    pub fn set_thread(&mut self, thread: ThreadId, state: ThreadState) {
        let t = &mut self.threads[thread];
        self.recorder.thread(t.state.column(), state.column());
        self.load.threads += u32::from(counts(state));
        self.load.threads -= u32::from(counts(t.state));
        t.state = state;
        t.since_ns = self.now_ns;
    }

    /// Marks a group whose reasons for waiting may have changed.
    #[inline]
    pub fn touch(&mut self, group: GroupId) {
        if self.recorder.logs() && self.touched.last() != Some(&group) {
            self.touched.push(group);
        }
    }

    /// Creates a thread that will run after the creation latency.
    pub fn spawn(&mut self, group: GroupId, threads: u32, trigger: Trigger) -> ThreadId {
        let thread = self.add_thread(group, ThreadState::Starting);
        let at = self.now_ns + self.latency.thread_create_ns;
        self.schedule(self.slots.thread(thread), at);
        let group = group.named();
        self.emit(|| EventKind::ThreadCreated {
            thread,
            group,
            threads,
            trigger,
        });
        thread
    }

    /// Adds a thread without an event, for the initial state.
    pub fn add_thread(&mut self, group: GroupId, state: ThreadState) -> ThreadId {
        let thread = self.threads.add(Thread::new(group, state, self.now_ns));
        self.load.threads += u32::from(counts(state));
        self.recorder.thread(None, state.column());
        thread
    }

    /// Wakes a sleeping thread; it runs after the wake-up latency.
    pub fn wake(&mut self, thread: ThreadId, trigger: Trigger) {
        self.set_thread(thread, ThreadState::Waking);
        let at = self.now_ns + self.latency.thread_wake_ns;
        self.schedule(self.slots.thread(thread), at);
        let group = self.threads[thread].group;
        let group = group.named();
        self.emit(|| EventKind::ThreadWoken {
            thread,
            group,
            trigger,
        });
    }

    /// A thread exits for good.
    pub fn exit(&mut self, thread: ThreadId, threads: u32, idle_ns: TimeNs) {
        self.set_thread(thread, ThreadState::Gone);
        self.queue.cancel(self.slots.thread(thread));
        let group = self.threads[thread].group;
        let group = group.named();
        self.emit(|| EventKind::ThreadExited {
            thread,
            group,
            threads,
            idle_ns,
        });
    }

    /// Puts a connection with data on its socket where the group's poll will find it, and lets a listener
    /// that sleeps in the poll return.
    pub fn socket_ready(&mut self, conn: ConnectionIndex, group: GroupId, listener: ThreadId) {
        self.conns[conn].status = ConnectionStatus::Ready;
        self.place(
            conn,
            Place::Socket,
            SegmentWhy::Lane {
                group,
                lane: WaitingLane::Unpolled,
            },
        );
        self.ready[group].push_back(conn);
        self.poll_returns(group, listener);
    }

    /// The sleeping listener's poll will return after the poll latency, if there are events.
    pub fn poll_returns(&mut self, group: GroupId, listener: ThreadId) {
        if listener == ThreadId::NONE || self.door_shut || self.ready[group].is_empty() {
            return;
        }
        let slot = self.slots.thread(listener);
        if !self.queue.is_pending(slot) {
            self.schedule(slot, self.now_ns + self.latency.poll_wake_ns);
        }
    }

    /// The thread's poll returns the number of its group's ready connections, which [`Self::poll`] takes one
    /// by one.
    pub fn poll_returned(&mut self, thread: ThreadId, most: usize) -> usize {
        let group = self.threads[thread].group;
        let most = if self.door_shut { 0 } else { most };
        let events = self.ready[group].len().min(most);
        if events > 0 {
            self.emit(|| EventKind::PollReturned {
                group,
                thread,
                events: events as u32,
            });
        }
        events
    }

    /// Takes the first ready connection of a group out of the poll set.
    #[inline]
    pub fn poll(&mut self, group: GroupId) -> Option<ConnectionIndex> {
        if self.door_shut {
            return None;
        }
        self.ready[group].pop_front()
    }

    /// Records why the first request of a lane waits.
    pub fn record_why(&mut self, group: GroupId, lane: WaitingLane, why: Option<WaitReason>) {
        self.recorder.lane_why(group, lane, why, self.now_ns);
    }

    /// Threads that wait for a core.
    pub fn runnable(&self) -> impl Iterator<Item = ThreadId> {
        let line = self.run_queue.iter();
        line.flat_map(|r| r.waiting.iter().copied())
    }
}
