//! Four textbook designs that no database server has, for the questions at the end of "MySQL线程池卡顿重现"
//! (@wych42, 26 May 2023): why many small pools, what if there were one large one, what happens to
//! connections that are bound to a worker as in nginx. All have `thread_pool_size` workers, created at
//! the start and never more; none has a stall timer, priorities or limits. A worker serves one request
//! at a time to its end, waits included, and then takes the next one of its queue; an idle worker
//! sleeps, and the last to fall asleep is woken first.
//!
//! 1. `one-queue`: all requests share one queue, first come, first served; any worker takes the head.
//!    With exponential times it is the queue M/M/c. Source: A. K. Erlang, "Solution of some problems in
//!    the theory of probabilities of significance in automatic telephone exchanges", 1917.
//! 2. `many-queues`: each queue has one worker; a connection belongs to the queue
//!    `connection id mod thread_pool_size` for good, as in the pools of thread groups, and no other worker
//!    helps. With exponential times: separate queues M/M/1. Source: MariaDB documentation, "Thread Groups
//!    in the Unix Implementation of the Thread Pool" (the binding); L. Kleinrock, "Queueing Systems",
//!    volume 1, 1975 (the queue).
//! 3. `two-choices`: queues as before, but each request goes to the shorter of two queues drawn at
//!    random, with replacement; requests in service count; at a tie the first drawn wins. Source: M.
//!    Mitzenmacher, "The Power of Two Choices in Randomized Load Balancing", IEEE Transactions on Parallel
//!    and Distributed Systems 12, 2001.
//! 4. `nginx-workers`: each worker polls the sockets of its own connections and serves them in the order
//!    in which they became readable. A new connection waits on the shared listening socket until a worker
//!    takes it: an idle one is woken for it, the last to fall asleep first; a busy one takes none before it
//!    comes back to its poll, and then one for each return, before its own requests. A worker that uses
//!    more than 7/8 of its `worker_connections` leaves new ones to others, unless all idle workers do,
//!    and one without a free place takes none at all. With `reuseport` the system assigns new connections
//!    at random instead, each to one worker for good, busy or not. Source: nginx documentation, "Core
//!    functionality" (`worker_connections`, `accept_mutex`) and "ngx_http_core_module" (`listen ...
//!    reuseport`); Cloudflare, "Why does one NGINX worker take all the load?", 2017 (which worker is woken).
//!    Connections that exist from the start were assigned evenly, by `connection id mod thread_pool_size`.

mod design;
mod line;
mod nginx;

use std::collections::VecDeque;

use crate::ids::{ConnectionId, ConnectionIndex, GroupId, ThreadId, TimeNs};
use crate::instruments::{Instruments, Table};
use crate::kernel::{ConnectionStatus, IndexVec, Kernel, ThreadState};
use crate::life::{Place, WaitingLane};
use crate::reason::{WaitKind, WaitReason};
use crate::rng::Rng;
use crate::scenario::{SIZE, Settings, Var, var};
use crate::scheduler::{Decision, Group, ThreadScheduler};

pub use design::Design;

const WORKER_CONNECTIONS: Var = var("worker_connections");
const REUSEPORT: Var = var("reuseport");

/// Workers and their queues.
#[derive(Clone, Debug)]
pub struct Queues {
    design: Design,
    groups: IndexVec<GroupId, Group>,
    workers: u32,
    /// Most connections of an nginx worker.
    places: u32,
    reuseport: bool,
    /// New connections on the shared listening socket of nginx.
    backlog: VecDeque<ConnectionIndex>,
    /// Idle nginx workers; the last to fall asleep is last.
    asleep: Vec<GroupId>,
    rng: Rng,
}

impl Queues {
    pub fn new(design: Design, set: &Settings, seed: u32) -> Self {
        let workers = set.number(SIZE).max(1);
        let groups = if design == Design::OneQueue {
            1
        } else {
            workers
        };
        Queues {
            design,
            groups: vec![Group::default(); groups as usize].into(),
            workers,
            places: set.number(WORKER_CONNECTIONS),
            reuseport: set.on(REUSEPORT),
            backlog: VecDeque::new(),
            asleep: Vec::new(),
            rng: Rng::stream(u64::from(seed), "choices", 0),
        }
    }

    fn nginx(&self) -> bool {
        self.design == Design::NginxWorkers
    }
}

impl ThreadScheduler for Queues {
    fn is_textbook(&self) -> bool {
        true
    }

    fn start(&mut self, k: &mut Kernel) {
        for worker in 0..self.workers {
            let g = GroupId(worker % self.groups.len() as u32);
            let thread = k.add_thread(g, ThreadState::Idle);
            let group = &mut self.groups[g];
            group.threads += 1;
            group.idle.push(thread);
            if self.nginx() {
                self.asleep.push(g);
            }
            k.recorder.group_threads(g, self.groups[g].threads);
        }
    }

    fn connect(&mut self, k: &mut Kernel, conn: ConnectionIndex) {
        if !self.nginx() {
            self.want_worker(k, conn);
        } else if self.reuseport {
            let g = self.draw();
            self.join(k, conn, g);
            self.want_worker(k, conn);
        } else {
            k.conns[conn].status = ConnectionStatus::ThreadWait;
            k.place(conn, Place::ThreadWait, WaitReason::LoginPending);
            self.backlog.push_back(conn);
            self.call(k);
        }
    }

    fn adopt(&mut self, k: &mut Kernel, conn: ConnectionIndex) {
        let g = k.conns[conn].id.group(self.groups.len() as u32);
        self.join(k, conn, g);
        let c = &mut k.conns[conn];
        c.status = ConnectionStatus::Armed;
        c.since_ns = k.now_ns;
    }

    fn readable(&mut self, k: &mut Kernel, conn: ConnectionIndex) {
        self.want_worker(k, conn);
    }

    fn thread_event(&mut self, k: &mut Kernel, thread: ThreadId) -> Decision {
        let group = &mut self.groups[k.threads[thread].group];
        group.starting -= 1;
        group.active += 1;
        self.fetch(k, thread)
    }

    fn wait_begin(&mut self, k: &mut Kernel, thread: ThreadId, _: WaitKind) {
        let group = &mut self.groups[k.threads[thread].group];
        group.active -= 1;
        group.waiting += 1;
    }

    fn wait_end(&mut self, k: &mut Kernel, thread: ThreadId) {
        let group = &mut self.groups[k.threads[thread].group];
        group.waiting -= 1;
        group.active += 1;
    }

    fn finished(&mut self, k: &mut Kernel, thread: ThreadId, conn: ConnectionIndex) -> Decision {
        let c = &mut k.conns[conn];
        c.status = ConnectionStatus::Armed;
        c.since_ns = k.now_ns;
        if let Some(next) = c.behind.pop_front() {
            c.current = Some(next);
            let g = self.line_up(k, conn);
            // This worker next looks at its own queue.
            if g != k.threads[thread].group {
                self.wake(k, g);
            }
        }
        self.fetch(k, thread)
    }

    fn disconnected(
        &mut self,
        k: &mut Kernel,
        thread: ThreadId,
        conn: ConnectionIndex,
    ) -> Decision {
        let g = k.conns[conn].group;
        self.groups[g].conns -= 1;
        self.fetch(k, thread)
    }

    // No server has these designs, so the instruments show what one would want to see.
    fn instruments(&self, _: &Kernel, _: TimeNs) -> Instruments {
        let mut table = Table::new(
            "QUEUES",
            &["QUEUE", "CONNECTIONS", "WORKERS", "BUSY_WORKERS", "IN_LINE"],
        );
        let (mut busy, mut in_line) = (0, self.backlog.len() as u64);
        for (id, g) in (0_u64..).zip(self.groups.iter()) {
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
            Design::OneQueue => Some(GroupId::ONLY),
            Design::ManyQueues => Some(id.group(self.groups.len() as u32)),
            Design::TwoChoices | Design::NginxWorkers => None,
        }
    }

    fn why_lane(&self, g: GroupId, _: WaitingLane) -> Option<WaitReason> {
        Some(if self.groups[g].starting > 0 {
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
