//! Four textbook designs that no database server has, for the questions at the end of "MySQL线程池卡顿重现"
//! (@wych42, 26 May 2023): why many small pools, what if there were one large one, what happens to
//! connections that are bound to a worker as in nginx. All have `thread_pool_size` workers, created at
//! the start and never more; none has a stall timer, priorities or limits. A worker serves one request
//! at a time to its end, waits included, and then takes the next one of its queue; an idle worker
//! sleeps, the last to sleep is woken first.
//!
//! 1. `one-queue`: all requests stand in one queue, first come first served; any worker takes the head.
//!    With exponential times it is the queue M/M/c. Source: A. K. Erlang, "Solution of some problems in
//!    the theory of probabilities of significance in automatic telephone exchanges", 1917.
//! 2. `many-queues`: a queue and one worker for each; a connection belongs to the queue
//!    `connection id mod thread_pool_size` for good, as in the pools of thread groups, and nobody else
//!    helps. With exponential times: separate queues M/M/1. Source: MariaDB documentation, "Thread Groups
//!    in the Unix Implementation of the Thread Pool" (the binding); L. Kleinrock, "Queueing Systems",
//!    volume 1, 1975 (the queue).
//! 3. `two-choices`: queues as before, but each request goes to the shorter of two that are drawn at
//!    random, with replacement; requests in service count; the first drawn wins a tie. Source: M.
//!    Mitzenmacher, "The Power of Two Choices in Randomized Load Balancing", IEEE Transactions on Parallel
//!    and Distributed Systems 12, 2001.
//! 4. `nginx-workers`: each worker polls the sockets of its own connections and serves them in the order
//!    in which they became readable. A new connection waits on the shared listening socket until a worker
//!    takes it: an idle one is woken for it, the last to sleep first; a busy one takes none before it
//!    comes back to its poll, and then one for each return, before its own requests. A worker that uses
//!    more than 7/8 of its `worker_connections` leaves the new one to others, unless all idle workers do,
//!    and one without a free place takes none at all. With `reuseport` the system deals new connections
//!    out by chance instead, each to one worker for good, busy or not. Source: nginx documentation, "Core
//!    functionality" (`worker_connections`, `accept_mutex`) and "ngx_http_core_module" (`listen ...
//!    reuseport`); Cloudflare, "Why does one NGINX worker take all the load?", 2017 (who is woken).
//!    Connections that exist from the start were dealt out evenly, by `connection id mod thread_pool_size`.

use std::collections::VecDeque;

use crate::event::EventKind;
use crate::ids::{ConnIndex, ConnectionId, GroupId, ThreadId, TimeNs};
use crate::instruments::{Instruments, Table};
use crate::json::Value;
use crate::kernel::{ConnStatus, Kernel, NONE, ThreadState};
use crate::life::Place;
use crate::reason::{IdleReason, Lane, LaneReason, StartedVia, Trigger, WaitKind, WaitReason};
use crate::record::SegmentWhy;
use crate::rng::Rng;
use crate::scenario::{SchedulerName, Settings};
use crate::scheduler::{Decision, Group, ThreadScheduler};

/// Which of the four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Design {
    OneQueue,
    ManyQueues,
    TwoChoices,
    NginxWorkers,
}

impl Design {
    pub fn of(name: SchedulerName) -> Option<Design> {
        match name {
            SchedulerName::OneQueue => Some(Design::OneQueue),
            SchedulerName::ManyQueues => Some(Design::ManyQueues),
            SchedulerName::TwoChoices => Some(Design::TwoChoices),
            SchedulerName::NginxWorkers => Some(Design::NginxWorkers),
            _ => None,
        }
    }
}

/// Workers and their queues.
#[derive(Clone, Debug)]
pub(crate) struct Queues {
    design: Design,
    groups: Vec<Group>,
    workers: u32,
    /// Most connections of an nginx worker.
    places: u32,
    reuseport: bool,
    /// New connections on the shared listening socket of nginx.
    backlog: VecDeque<ConnIndex>,
    /// Idle nginx workers; the last to sleep last.
    asleep: Vec<GroupId>,
    rng: Rng,
}

impl Queues {
    pub fn new(design: Design, set: &Settings, seed: u32) -> Self {
        let workers = set.size.max(1);
        let groups = if design == Design::OneQueue {
            1
        } else {
            workers
        };
        Queues {
            design,
            groups: vec![Group::default(); groups as usize],
            workers,
            places: set.worker_connections,
            reuseport: set.reuseport,
            backlog: VecDeque::new(),
            asleep: Vec::new(),
            rng: Rng::stream(u64::from(seed), "choices", 0),
        }
    }

    fn nginx(&self) -> bool {
        self.design == Design::NginxWorkers
    }

    fn draw(&mut self) -> GroupId {
        self.rng.below(self.groups.len() as u32)
    }

    // In line and in service.
    fn length(&self, g: GroupId) -> u32 {
        let group = &self.groups[g as usize];
        group.low.len() as u32 + group.active + group.waiting
    }

    fn queue_of(&mut self, id: ConnectionId) -> (GroupId, LaneReason) {
        match self.design {
            Design::TwoChoices => {
                let (a, b) = (self.draw(), self.draw());
                let (to, other) = if self.length(b) < self.length(a) {
                    (b, a)
                } else {
                    (a, b)
                };
                let why = LaneReason::ShorterOfTwo {
                    length: self.length(to),
                    other,
                    other_length: self.length(other),
                };
                (to, why)
            }
            _ => (
                (id % self.groups.len() as u64) as GroupId,
                LaneReason::InOrder,
            ),
        }
    }

    fn join(&mut self, k: &mut Kernel, conn: ConnIndex, to: GroupId) {
        let from = std::mem::replace(&mut k.conns[conn as usize].group, to);
        if from != to {
            if let Some(group) = self.groups.get_mut(from as usize) {
                group.conns -= 1;
            }
            self.groups[to as usize].conns += 1;
        }
    }

    // A request or a login wants a worker.
    fn ask(&mut self, k: &mut Kernel, conn: ConnIndex) {
        let g = self.line_up(k, conn);
        self.wake(k, g);
    }

    fn line_up(&mut self, k: &mut Kernel, conn: ConnIndex) -> GroupId {
        if self.nginx() {
            let g = k.conns[conn as usize].group;
            k.socket_ready(conn, g, NONE);
            k.touch(g);
            return g;
        }
        let (g, reason) = self.queue_of(k.conns[conn as usize].id);
        self.join(k, conn, g);
        let c = &mut k.conns[conn as usize];
        c.status = ConnStatus::Queued(Lane::Low);
        c.enqueued_ns = k.now_ns;
        let (request, connection) = (c.request(), c.id);
        let reason = if c.login { LaneReason::Login } else { reason };
        k.place(
            conn,
            Place::LowQueue,
            SegmentWhy::Lane { group: g, lane: 1 },
        );
        self.groups[g as usize].low.push_back(conn);
        k.emit(EventKind::Queued {
            request,
            connection,
            group: g,
            lane: Lane::Low,
            why: reason,
        });
        k.touch(g);
        g
    }

    // One worker for one request: no more are woken than there is work.
    fn wake(&mut self, k: &mut Kernel, g: GroupId) {
        let group = &mut self.groups[g as usize];
        let waiting = group.low.len() + k.ready[g as usize].len();
        if group.starting as usize >= waiting {
            return;
        }
        self.rouse(k, g, Trigger::RequestInLine);
    }

    fn rouse(&mut self, k: &mut Kernel, g: GroupId, trigger: Trigger) {
        let group = &mut self.groups[g as usize];
        if let Some(thread) = group.idle.pop() {
            group.starting += 1;
            if self.nginx() {
                self.asleep.retain(|one| *one != g);
            }
            k.wake(thread, trigger);
            k.touch(g);
        }
    }

    // Whether a worker of nginx takes another connection now.
    fn has_place(&self, g: GroupId) -> bool {
        self.groups[g as usize].conns < self.places
    }

    fn passes(&self, g: GroupId) -> bool {
        self.groups[g as usize].conns > self.places - self.places / 8
    }

    // A connection lies on the listening socket: who is woken for it?
    fn call(&mut self, k: &mut Kernel) {
        let able = |g: &&GroupId| self.has_place(**g);
        let idle = self.asleep.iter().rev().filter(able);
        let willing = idle.clone().find(|g| !self.passes(**g));
        if let Some(g) = willing.or_else(|| idle.clone().next()).copied() {
            self.rouse(k, g, Trigger::Connect);
        }
    }

    // Back in its poll, a worker of nginx looks at the listening socket first.
    fn accept(&mut self, k: &mut Kernel, g: GroupId) {
        if self.backlog.is_empty() || !self.has_place(g) {
            return;
        }
        let others = self
            .asleep
            .iter()
            .any(|one| *one != g && !self.passes(*one));
        if self.passes(g) && others {
            return;
        }
        if let Some(conn) = self.backlog.pop_front() {
            self.join(k, conn, g);
            k.socket_ready(conn, g, NONE);
            k.touch(g);
        }
    }

    fn fetch(&mut self, k: &mut Kernel, thread: ThreadId) -> Decision {
        let g = k.threads[thread as usize].group;
        k.touch(g);
        if self.nginx() {
            self.accept(k, g);
        }
        let (next, via) = if self.nginx() {
            (k.poll(g, 1).pop(), StartedVia::WorkerPoll)
        } else {
            let lane = Lane::Low;
            (
                self.groups[g as usize].low.pop_front(),
                StartedVia::Queue { lane },
            )
        };
        if let Some(conn) = next {
            return Decision::Execute { conn, via };
        }
        let group = &mut self.groups[g as usize];
        group.active -= 1;
        group.idle.push(thread);
        if self.nginx() {
            self.asleep.push(g);
        }
        k.set_thread(thread, ThreadState::Idle);
        k.emit(EventKind::ThreadIdle {
            thread,
            group: Some(g),
            why: IdleReason::NobodyInLine,
        });
        if !self.backlog.is_empty() {
            self.call(k);
        }
        Decision::Park
    }
}

impl ThreadScheduler for Queues {
    fn start(&mut self, k: &mut Kernel) {
        for worker in 0..self.workers {
            let g = worker % self.groups.len() as u32;
            let thread = k.add_thread(g, ThreadState::Idle);
            let group = &mut self.groups[g as usize];
            group.threads += 1;
            group.idle.push(thread);
            if self.nginx() {
                self.asleep.push(g);
            }
            if let Some(record) = &mut k.record {
                record.group_threads(g, self.groups[g as usize].threads);
            }
        }
    }

    fn connect(&mut self, k: &mut Kernel, conn: ConnIndex) {
        if !self.nginx() {
            self.ask(k, conn);
        } else if self.reuseport {
            let g = self.draw();
            self.join(k, conn, g);
            self.ask(k, conn);
        } else {
            k.conns[conn as usize].status = ConnStatus::ThreadWait;
            self.backlog.push_back(conn);
            self.call(k);
        }
    }

    fn adopt(&mut self, k: &mut Kernel, conn: ConnIndex) {
        let g = (k.conns[conn as usize].id % self.groups.len() as u64) as GroupId;
        self.join(k, conn, g);
        let c = &mut k.conns[conn as usize];
        c.status = ConnStatus::Armed;
        c.since_ns = k.now_ns;
    }

    fn readable(&mut self, k: &mut Kernel, conn: ConnIndex) {
        self.ask(k, conn);
    }

    fn thread_event(&mut self, k: &mut Kernel, thread: ThreadId) -> Decision {
        let group = &mut self.groups[k.threads[thread as usize].group as usize];
        group.starting -= 1;
        group.active += 1;
        self.fetch(k, thread)
    }

    fn wait_begin(&mut self, k: &mut Kernel, thread: ThreadId, _: WaitKind) {
        let group = &mut self.groups[k.threads[thread as usize].group as usize];
        group.active -= 1;
        group.waiting += 1;
    }

    fn wait_end(&mut self, k: &mut Kernel, thread: ThreadId) {
        let group = &mut self.groups[k.threads[thread as usize].group as usize];
        group.waiting -= 1;
        group.active += 1;
    }

    fn finished(&mut self, k: &mut Kernel, thread: ThreadId, conn: ConnIndex) -> Decision {
        let c = &mut k.conns[conn as usize];
        c.status = ConnStatus::Armed;
        c.since_ns = k.now_ns;
        if let Some(next) = c.behind.pop_front() {
            c.ask = Some(next);
            let g = self.line_up(k, conn);
            // This worker looks at its own queue next.
            if g != k.threads[thread as usize].group {
                self.wake(k, g);
            }
        }
        self.fetch(k, thread)
    }

    fn suspends(&self) -> bool {
        false
    }

    fn suspended(&mut self, _: &mut Kernel, _: ThreadId) -> Decision {
        Decision::Park
    }

    fn resumed(&mut self, _: &mut Kernel, _: ConnIndex) {}

    fn disconnected(&mut self, k: &mut Kernel, thread: ThreadId, conn: ConnIndex) -> Decision {
        let g = k.conns[conn as usize].group;
        self.groups[g as usize].conns -= 1;
        self.fetch(k, thread)
    }

    fn tick(&mut self, _: &mut Kernel) -> Option<TimeNs> {
        None
    }

    fn set_variable(&mut self, _: &str, _: &Value) -> Option<TimeNs> {
        None
    }

    // No server has these designs: what one would like to see of them.
    fn instruments(&self, _: &Kernel, _: TimeNs) -> Instruments {
        let mut table = Table::new(
            "QUEUES",
            &["QUEUE", "CONNECTIONS", "WORKERS", "BUSY_WORKERS", "IN_LINE"],
        );
        let (mut busy, mut in_line) = (0, self.backlog.len() as u64);
        for (id, g) in (0_u64..).zip(&self.groups) {
            let at_work = u64::from(g.active + g.waiting);
            let queued = (g.low.len() + g.high.len()) as u64;
            busy += at_work;
            in_line += queued;
            table.push(&[id, g.conns.into(), g.threads.into(), at_work, queued]);
        }
        let status = [
            ("Workers", u64::from(self.workers)),
            ("Workers_busy", busy),
            ("Requests_in_line", in_line),
        ];
        Instruments {
            status: status.into_iter().map(|(n, v)| (n.to_owned(), v)).collect(),
            tables: vec![table],
        }
    }

    fn groups(&self) -> &[Group] {
        &self.groups
    }

    fn workers(&self) -> u32 {
        self.workers
    }

    fn group_of_id(&self, id: ConnectionId) -> Option<GroupId> {
        match self.design {
            Design::OneQueue => Some(0),
            Design::ManyQueues => Some((id % self.groups.len() as u64) as GroupId),
            Design::TwoChoices | Design::NginxWorkers => None,
        }
    }

    fn why_lane(&self, k: &Kernel, g: GroupId, lane: u8) -> Option<WaitReason> {
        let group = self.groups.get(g as usize)?;
        let empty = match lane {
            1 => group.low.is_empty(),
            2 => k.ready[g as usize].is_empty(),
            _ => true,
        };
        if empty {
            return None;
        }
        Some(if group.starting > 0 {
            WaitReason::ThreadStarting
        } else if self.design == Design::OneQueue {
            WaitReason::AllWorkersBusy {
                workers: self.workers,
            }
        } else {
            WaitReason::OwnWorkerBusy
        })
    }
}
