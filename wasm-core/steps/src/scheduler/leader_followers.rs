//! The first pool-of-threads: MySQL 6.0, and MariaDB 5.1 to 5.3.
//!
//! The rule in words. One pool for the whole server: `thread_pool_size` workers, all created at the start, never more
//! and never fewer. There is no dedicated listener, no timer and no group. One mutex guards the poll and the list of
//! connections with data. Its owner, the leader, keeps it even while it sleeps in the poll; the other free workers,
//! the followers, sleep on the mutex. When the poll returns, the leader puts every connection with data at the FRONT
//! of the list, takes the first one for itself, and only then releases the mutex, so that the next follower leads. So
//! the newest event of a poll is served first, and a batch in reverse order; the next poll happens only when the list
//! is empty. A worker reads the request, executes it and writes the answer, blocking; it does a whole login too. Then
//! it gives the connection to the poll, through a list and a byte on a socket: the leader returns from its poll to
//! arm the connection, and polls again. Waits are not reported to the pool: a worker that waits for a lock, a disk or
//! a slow client is one worker less. When all wait, nothing runs, not even the COMMIT that would free them, and
//! nobody can log in. MariaDB 5.1 added `extra_port` with one thread per connection, for `extra_max_connections`.
//!
//! Our choices: the follower that has slept longest on the mutex gets it next; and everything that a
//! statement pays under the mutex (bytes through the socket, two returns from the poll, arming) is one time,
//! `machine.hand_over_us`, which the leader spends between taking the connection and releasing the mutex.
//!
//! Source: MySQL 6.0 server, pool-of-threads scheduler of 2007, as described in MySQL bug 42288 (Mark
//! Callaghan, 2009), bug 34797, worklog 4764; MariaDB documentation, "Thread Pool in MariaDB 5.1 - 5.3".

use std::collections::BTreeSet;
use std::mem::{replace, take};

use crate::event::EventKind;
use crate::ids::{ConnectionId, ConnectionIndex, GroupId, ThreadId, TimeNs};
use crate::instruments::Instruments;
use crate::kernel::{ConnectionStatus, Kernel, ThreadState};
use crate::life::{Place, WaitingLane};
use crate::reason::{IdleReason, Lane, LaneReason, StartedVia, Trigger, WaitKind, WaitReason};
use crate::record::SegmentWhy;
use crate::scenario::{SIZE, Settings};
use crate::scheduler::{Decision, Group, ThreadScheduler};

/// One pool, one mutex. The group's `low` is the list, head first; its `idle` are the followers, longest
/// sleeper first.
#[derive(Clone, Debug)]
pub struct LeaderFollowers {
    groups: Vec<Group>,
    size: u32,
    /// A thread has the mutex or is about to get it.
    mutex_taken: bool,
    /// Given to the poll, not armed yet.
    adding: BTreeSet<ConnectionIndex>,
}

impl LeaderFollowers {
    pub fn new(set: &Settings) -> Self {
        LeaderFollowers {
            groups: vec![Group::default()],
            size: set.number(SIZE),
            mutex_taken: false,
            adding: BTreeSet::new(),
        }
    }

    // The thread has the mutex: it takes the first of the list, or polls until there is one.
    fn lead(&mut self, k: &mut Kernel, thread: ThreadId) -> Decision {
        loop {
            if let Some(conn) = self.groups[0].low.pop_front() {
                self.groups[0].listener = ThreadId::NONE;
                return self.hand_over(k, thread, conn);
            }
            if !self.poll(k, thread) {
                break;
            }
        }
        if replace(&mut self.groups[0].listener, thread) != thread {
            k.set_thread(thread, ThreadState::Listening);
            k.emit(|| EventKind::ThreadListens {
                thread,
                group: GroupId::ONLY,
            });
        }
        Decision::Park
    }

    // One return of the poll: data first, then connections to be armed. False if there was nothing.
    fn poll(&mut self, k: &mut Kernel, thread: ThreadId) -> bool {
        let adding = take(&mut self.adding);
        let ready = take(&mut k.ready[GroupId::ONLY]);
        let due = |conn: &ConnectionIndex| k.conns[*conn].login || !adding.contains(conn);
        let (batch, later): (Vec<_>, Vec<_>) = ready.into_iter().partition(due);
        k.ready[GroupId::ONLY] = later.into();
        if !batch.is_empty() {
            let events = batch.len() as u32;
            k.emit(|| EventKind::PollReturned {
                group: GroupId::ONLY,
                thread,
                events,
            });
        }
        for conn in &batch {
            self.list(k, *conn);
        }
        !batch.is_empty() || !k.ready[GroupId::ONLY].is_empty()
    }

    fn list(&mut self, k: &mut Kernel, conn: ConnectionIndex) {
        let c = &mut k.conns[conn];
        c.status = ConnectionStatus::Queued(Lane::Low);
        let (connection, login, request) = (c.id, c.login, c.request());
        k.place(
            conn,
            Place::Queue,
            SegmentWhy::Lane {
                group: GroupId::ONLY,
                lane: WaitingLane::Low,
            },
        );
        self.groups[0].low.push_front(conn);
        if !login {
            k.emit(|| EventKind::Queued {
                request,
                connection,
                group: GroupId::ONLY,
                lane: Lane::Low,
                why: LaneReason::NewestFirst,
            });
        }
    }

    // The leader pays for the statement under the mutex, then releases it.
    fn hand_over(&mut self, k: &mut Kernel, thread: ThreadId, conn: ConnectionIndex) -> Decision {
        if k.latency.hand_over_ns == 0 {
            return self.let_go(k, conn);
        }
        k.conns[conn].status = ConnectionStatus::ThreadWait;
        k.place(conn, Place::ThreadWait, WaitReason::HandOver);
        k.threads[thread].conn = conn;
        k.set_thread(thread, ThreadState::Waking);
        self.groups[0].starting += 1;
        k.schedule(k.slots.thread(thread), k.now_ns + k.latency.hand_over_ns);
        Decision::Park
    }

    // The next follower leads; this thread starts to work.
    fn let_go(&mut self, k: &mut Kernel, conn: ConnectionIndex) -> Decision {
        let group = &mut self.groups[0];
        group.active += 1;
        self.mutex_taken = !group.idle.is_empty();
        if self.mutex_taken {
            let follower = group.idle.remove(0);
            group.starting += 1;
            k.wake(follower, Trigger::MutexFree);
        }
        Decision::Execute {
            conn,
            via: StartedVia::Head,
        }
    }

    // Gives a connection to the polling thread: one byte wakes the leader.
    fn add(&mut self, k: &mut Kernel, conn: ConnectionIndex) {
        self.adding.insert(conn);
        let leader = self.groups[0].listener;
        if leader != ThreadId::NONE && !k.queue.is_pending(k.slots.thread(leader)) {
            let at = k.now_ns + k.latency.poll_wake_ns;
            k.schedule(k.slots.thread(leader), at);
        }
    }

    // A connection has data, but the poll may not know it yet.
    fn on_socket(&self, k: &mut Kernel, conn: ConnectionIndex) {
        k.socket_ready(conn, GroupId::ONLY, self.groups[0].listener);
    }

    // The worker has finished with its connection.
    fn next(&mut self, k: &mut Kernel, thread: ThreadId) -> Decision {
        k.touch(GroupId::ONLY);
        self.groups[0].active -= 1;
        if !replace(&mut self.mutex_taken, true) {
            return self.lead(k, thread);
        }
        self.groups[0].idle.push(thread);
        k.set_thread(thread, ThreadState::Idle);
        k.emit(|| EventKind::ThreadIdle {
            thread,
            group: Some(GroupId::ONLY),
            why: IdleReason::AwaitsMutex,
        });
        Decision::Park
    }
}

impl ThreadScheduler for LeaderFollowers {
    fn start(&mut self, k: &mut Kernel) {
        for n in 0..self.size {
            let first = n == 0;
            let state = if first {
                ThreadState::Listening
            } else {
                ThreadState::Idle
            };
            let thread = k.add_thread(GroupId::ONLY, state);
            let group = &mut self.groups[0];
            group.threads += 1;
            if first {
                group.listener = thread;
                self.mutex_taken = true;
            } else {
                group.idle.push(thread);
            }
        }
        k.recorder.group_threads(GroupId::ONLY, self.size);
        k.touch(GroupId::ONLY);
    }

    fn connect(&mut self, k: &mut Kernel, conn: ConnectionIndex) {
        self.groups[0].conns += 1;
        k.conns[conn].group = GroupId::ONLY;
        self.on_socket(k, conn);
        self.add(k, conn);
        k.touch(GroupId::ONLY);
    }

    fn adopt(&mut self, k: &mut Kernel, conn: ConnectionIndex) {
        self.groups[0].conns += 1;
        k.conns[conn].group = GroupId::ONLY;
    }

    fn readable(&mut self, k: &mut Kernel, conn: ConnectionIndex) {
        self.on_socket(k, conn);
        k.touch(GroupId::ONLY);
    }

    fn thread_event(&mut self, k: &mut Kernel, thread: ThreadId) -> Decision {
        k.touch(GroupId::ONLY);
        let (state, conn) = {
            let t = &k.threads[thread];
            (t.state, t.conn)
        };
        match state {
            ThreadState::Listening => self.lead(k, thread),
            ThreadState::Waking => {
                self.groups[0].starting -= 1;
                if conn == ConnectionIndex::NONE {
                    self.lead(k, thread)
                } else {
                    self.let_go(k, conn)
                }
            }
            ThreadState::Starting
            | ThreadState::Idle
            | ThreadState::Executing
            | ThreadState::Reading
            | ThreadState::Cached
            | ThreadState::Gone => Decision::Park,
        }
    }

    // Only for the picture: waits are not reported to the pool.
    fn wait_begin(&mut self, k: &mut Kernel, _: ThreadId, _: WaitKind) {
        self.groups[0].active -= 1;
        self.groups[0].waiting += 1;
        k.touch(GroupId::ONLY);
    }

    fn wait_end(&mut self, k: &mut Kernel, _: ThreadId) {
        self.groups[0].active += 1;
        self.groups[0].waiting -= 1;
        k.touch(GroupId::ONLY);
    }

    fn hears_waits(&self) -> bool {
        false
    }

    fn finished(&mut self, k: &mut Kernel, thread: ThreadId, conn: ConnectionIndex) -> Decision {
        let c = &mut k.conns[conn];
        let next = c.behind.pop_front();
        c.current = next;
        if next.is_some() && c.buffered {
            return Decision::Execute {
                conn,
                via: StartedVia::BufferedData,
            };
        }
        c.status = ConnectionStatus::Armed;
        c.since_ns = k.now_ns;
        if next.is_some() {
            self.on_socket(k, conn);
        }
        self.add(k, conn);
        self.next(k, thread)
    }

    fn disconnected(&mut self, k: &mut Kernel, thread: ThreadId, _: ConnectionIndex) -> Decision {
        self.groups[0].conns -= 1;
        self.next(k, thread)
    }

    /// This pool has no instruments of its own, so `Threads_%` is computed from it.
    fn instruments(&self, _: &Kernel, _: TimeNs) -> Instruments {
        let group = &self.groups[0];
        Instruments {
            status: vec![
                ("Threads_connected".to_owned(), u64::from(group.conns)),
                (
                    "Threads_running".to_owned(),
                    u64::from(group.active + group.waiting),
                ),
            ],
            tables: Vec::new(),
        }
    }

    fn groups(&self) -> &[Group] {
        &self.groups
    }

    fn workers(&self) -> u32 {
        self.size
    }

    fn group_of_id(&self, _: ConnectionId) -> Option<GroupId> {
        Some(GroupId::ONLY)
    }

    fn why_lane(&self, _: GroupId, _: WaitingLane) -> Option<WaitReason> {
        let group = &self.groups[0];
        Some(if group.listener != ThreadId::NONE {
            WaitReason::ListenerWaking
        } else if self.mutex_taken {
            WaitReason::MutexPassing
        } else {
            WaitReason::AllWorkersTaken {
                workers: self.size,
                waiting: group.waiting,
            }
        })
    }
}
