//! Thread schedulers behind one interface. A scheduler decides which thread runs what; the kernel carries it out; the
//! simulation loop executes the statements. Each scheduler's rule is written in words at the top of its file.

mod group;
mod leader_followers;
mod mariadb;
mod one_thread;
mod oracle;
mod percona;
mod pool;
mod queues;
mod systems;
mod windows;

use crate::ids::{ConnectionId, ConnectionIndex, GroupId, Index, ThreadId, TimeNs};
use crate::instruments::Instruments;
use crate::kernel::{Connection, Kernel};
use crate::life::WaitingLane;
use crate::reason::{StartedVia, WaitKind, WaitReason};
use crate::scenario::{Settings, Var, var};

pub use group::Group;
pub use one_thread::OneThread;
pub use systems::{Scheduler, Setup};

pub const WAIT_TIMEOUT: Var = var("wait_timeout_s");
const IDLE_TRANSACTION: Var = var("idle_transaction_timeout_s");

/// How long a client may be idle.
#[derive(Clone, Copy, Debug)]
pub struct IdleLimit {
    always_ns: TimeNs,
    /// Within a transaction: it takes the place of the other, even if it is longer (measured on MariaDB
    /// 10.11.19, 26 November 2026).
    transaction_ns: TimeNs,
}

impl IdleLimit {
    /// `more_ns`: so much later the server looks.
    pub fn of(set: &Settings, more_ns: TimeNs) -> IdleLimit {
        IdleLimit {
            always_ns: set.limit_ns(WAIT_TIMEOUT).saturating_add(more_ns),
            transaction_ns: match set.ns(IDLE_TRANSACTION) {
                0 => TimeNs::MAX,
                limit_ns => limit_ns.saturating_add(more_ns),
            },
        }
    }

    pub fn ns(&self, conn: &Connection) -> TimeNs {
        if conn.in_transaction && self.transaction_ns < TimeNs::MAX {
            return self.transaction_ns;
        }
        self.always_ns
    }
}

/// What a thread does after a scheduler's decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Decision {
    /// Execute the connection's request (or login, or teardown).
    Execute {
        conn: ConnectionIndex,
        via: StartedVia,
    },
    /// Nothing: it listens, sleeps or is gone.
    Park,
}

/// The interface of every scheduler. `thread` and `conn` always belong to it.
pub trait ThreadScheduler: Copied {
    /// Creates the threads of time 0.
    fn start(&mut self, k: &mut Kernel);
    /// A new connection is accepted; it needs a login first.
    fn connect(&mut self, k: &mut Kernel, conn: ConnectionIndex);
    /// A logged-in connection exists from the start.
    fn adopt(&mut self, k: &mut Kernel, conn: ConnectionIndex);
    /// An armed connection's socket became readable.
    fn readable(&mut self, k: &mut Kernel, conn: ConnectionIndex);
    /// An event of a created, woken, polling or idle thread.
    fn thread_event(&mut self, k: &mut Kernel, thread: ThreadId) -> Decision;
    /// The thread starts a wait that the server reports.
    fn wait_begin(&mut self, k: &mut Kernel, thread: ThreadId, kind: WaitKind);
    /// The wait is over.
    fn wait_end(&mut self, k: &mut Kernel, thread: ThreadId);
    /// How long the thread must wait before it starts the request, in a reported wait that begins now.
    fn delay(&mut self, _: &mut Kernel, _: ThreadId, _: ConnectionIndex) -> TimeNs {
        0
    }
    /// The request (or login) has ended: arm the connection again and look for work.
    fn finished(&mut self, k: &mut Kernel, thread: ThreadId, conn: ConnectionIndex) -> Decision;
    /// The connection was torn down on this thread: look for other work.
    fn disconnected(&mut self, k: &mut Kernel, thread: ThreadId, conn: ConnectionIndex)
    -> Decision;
    /// The server's own instruments at `now_ns`, which is not before the kernel's clock.
    fn instruments(&self, k: &Kernel, now_ns: TimeNs) -> Instruments;

    /// A textbook's design: its connections are no application's.
    fn is_textbook(&self) -> bool {
        false
    }

    /// KILL CONNECTION of an idle connection: its socket is shut for reading, which is an event.
    fn kill(&mut self, _: &mut Kernel, _: ConnectionIndex) {}

    /// Whether a request can leave its thread until an asynchronous completion.
    fn suspends(&self) -> bool {
        false
    }
    /// The request has left its thread: look for other work.
    fn suspended(&mut self, _: &mut Kernel, _: ThreadId) -> Decision {
        Decision::Park
    }
    /// The completion arrived: the connection needs a thread again.
    fn resumed(&mut self, _: &mut Kernel, _: ConnectionIndex) {}
    /// A round of the stall timer. Returns the time until the next one; none without a timer.
    fn tick(&mut self, _: &mut Kernel) -> Option<TimeNs> {
        None
    }
    /// SET GLOBAL of a variable that this server has. Some: the time until the timer's next round.
    fn set_variable(&mut self, _: Var, _: u64) -> Option<TimeNs> {
        None
    }
    /// Whether the server reports waits to this scheduler.
    fn hears_waits(&self) -> bool {
        true
    }
    /// The thread blocks in an unreported wait, or runs again after one.
    fn unreported(&mut self, _: &mut Kernel, _: ThreadId, _blocked: bool) {}
    /// An armed connection's own timer of wait_timeout fired.
    fn client_idle(&mut self, _: &mut Kernel, _: ConnectionIndex) {}

    /// Thread groups, for the picture, the lives and the figures. None if every connection has its own
    /// thread.
    fn groups(&self) -> &[Group] {
        &[]
    }
    /// Pool threads in all groups.
    fn workers(&self) -> u32 {
        0
    }
    /// The group that a connection with this ID would join now.
    fn group_of_id(&self, _: ConnectionId) -> Option<GroupId> {
        None
    }
    /// Why the first request of a lane waits; called by [`why`] if one does.
    fn why_lane(&self, _: GroupId, _: WaitingLane) -> Option<WaitReason> {
        None
    }
    /// The timer's first round, unless the scenario sets it; none without a timer.
    fn first_tick_ns(&self) -> Option<TimeNs> {
        None
    }
    /// Last round of the timer; none without a timer.
    fn last_tick_ns(&self) -> Option<TimeNs> {
        None
    }
}

/// Why the first request of a lane waits: read from the group's state, never guessed from history. None if
/// nothing waits there.
pub fn why(
    scheduler: &dyn ThreadScheduler,
    k: &Kernel,
    g: GroupId,
    lane: WaitingLane,
) -> Option<WaitReason> {
    let group = scheduler.groups().get(g.index())?;
    let empty = match lane {
        WaitingLane::High => group.high.is_empty(),
        WaitingLane::Low => group.low.is_empty(),
        WaitingLane::Unpolled => k.ready[g].is_empty(),
    };
    if empty {
        return None;
    }
    scheduler.why_lane(g, lane)
}

/// Clones a scheduler behind its interface.
pub trait Copied {
    fn copy(&self) -> Box<dyn ThreadScheduler>;
}

impl<T: ThreadScheduler + Clone + 'static> Copied for T {
    fn copy(&self) -> Box<dyn ThreadScheduler> {
        Box::new(self.clone())
    }
}
