//! Thread schedulers behind one interface. A scheduler decides who runs what; the kernel carries
//! it out; the simulation loop executes the statements. Each scheduler's rule stands in words on
//! top of its file.

mod mariadb;
mod one_thread;
mod percona;
mod pool;

use crate::ids::{ConnIndex, ThreadId, TimeNs};
use crate::instruments::Instruments;
use crate::kernel::Kernel;
use crate::reason::{StartedVia, WaitKind};
use crate::scenario::{SchedulerName, Settings};

pub(crate) use one_thread::OneThread;
pub(crate) use pool::Pool;

/// What a thread does after its scheduler has decided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Decision {
    /// Execute the connection's request (or login, or teardown).
    Execute { conn: ConnIndex, via: StartedVia },
    /// Nothing: it listens, sleeps or is gone.
    Park,
}

/// The interface of every scheduler. `thread` and `conn` always belong to it.
pub(crate) trait ThreadScheduler {
    /// Sets up the threads of time 0.
    fn start(&mut self, k: &mut Kernel);
    /// A new connection is accepted; its login is the first thing it wants.
    fn connect(&mut self, k: &mut Kernel, conn: ConnIndex);
    /// A logged-in connection exists from the start.
    fn adopt(&mut self, k: &mut Kernel, conn: ConnIndex);
    /// An armed connection's socket became readable.
    fn readable(&mut self, k: &mut Kernel, conn: ConnIndex);
    /// A created, woken, polling or idle thread's event has come.
    fn thread_event(&mut self, k: &mut Kernel, thread: ThreadId) -> Decision;
    /// The thread begins a wait that the server reports.
    fn wait_begin(&mut self, k: &mut Kernel, thread: ThreadId, kind: WaitKind);
    /// The wait is over.
    fn wait_end(&mut self, k: &mut Kernel, thread: ThreadId);
    /// The request (or login) is done: arm the connection again and look for work.
    fn finished(&mut self, k: &mut Kernel, thread: ThreadId, conn: ConnIndex) -> Decision;
    /// Whether a request can leave its thread until an asynchronous completion.
    fn suspends(&self) -> bool;
    /// The request has left its thread: look for other work.
    fn suspended(&mut self, k: &mut Kernel, thread: ThreadId) -> Decision;
    /// The completion came: the connection wants a thread again.
    fn resumed(&mut self, k: &mut Kernel, conn: ConnIndex);
    /// The connection was torn down on this thread: look for other work.
    fn disconnected(&mut self, k: &mut Kernel, thread: ThreadId, conn: ConnIndex) -> Decision;
    /// A round of the stall timer. Returns the period to the next one; None where there is no timer.
    fn tick(&mut self, k: &mut Kernel) -> Option<TimeNs>;
}

/// The schedulers that the engine has.
#[derive(Clone, Debug)]
pub(crate) enum Scheduler {
    Pool(Box<Pool>),
    OneThread(OneThread),
}

impl Scheduler {
    pub fn new(name: SchedulerName, settings: Settings) -> Self {
        match name {
            SchedulerName::Mariadb => {
                let rules = pool::Rules::MariaDb(mariadb::MariaDb::new(&settings));
                Scheduler::Pool(Box::new(Pool::new(rules, settings)))
            }
            SchedulerName::Percona => {
                let rules = pool::Rules::Percona(percona::Percona::new(&settings));
                Scheduler::Pool(Box::new(Pool::new(rules, settings)))
            }
            SchedulerName::OneThreadPerConnection => {
                Scheduler::OneThread(OneThread::new(&settings))
            }
        }
    }

    pub fn pool(&self) -> Option<&Pool> {
        match self {
            Scheduler::Pool(pool) => Some(pool),
            Scheduler::OneThread(_) => None,
        }
    }

    pub fn pool_mut(&mut self) -> Option<&mut Pool> {
        match self {
            Scheduler::Pool(pool) => Some(pool),
            Scheduler::OneThread(_) => None,
        }
    }

    /// The server's own instruments at `now_ns`, which is not before the kernel's clock.
    pub fn instruments(&self, k: &Kernel, now_ns: TimeNs) -> Instruments {
        match self {
            Scheduler::Pool(pool) => pool.instruments(k, now_ns),
            Scheduler::OneThread(own) => own.instruments(k),
        }
    }

    /// The scheduler as its interface.
    #[inline]
    pub fn with<T>(&mut self, f: impl FnOnce(&mut dyn ThreadScheduler) -> T) -> T {
        match self {
            Scheduler::Pool(pool) => f(pool.as_mut()),
            Scheduler::OneThread(own) => f(own),
        }
    }
}
