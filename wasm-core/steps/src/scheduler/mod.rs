//! Thread schedulers behind one interface. A scheduler decides who runs what; the kernel carries
//! it out; the simulation loop executes the statements. Each scheduler's rule stands in words on
//! top of its file.

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
use crate::kernel::Kernel;
use crate::life::Line;
use crate::reason::{StartedVia, WaitKind, WaitReason};
use crate::scenario::{Var, var};

#[cfg(feature = "start")]
use crate::kernel::By;
#[cfg(feature = "start")]
use crate::reason::Lane;
#[cfg(feature = "start")]
use crate::scenario::{StartConnection, StartState};

pub use group::Group;
pub use one_thread::OneThread;
pub use systems::Systems;
pub use systems::{Ask, Scheduler};

pub const WAIT_TIMEOUT: Var = var("wait_timeout_s");

/// What a thread does after its scheduler has decided.
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
    /// Sets up the threads of time 0.
    fn start(&mut self, k: &mut Kernel);
    /// A new connection is accepted; its login is the first thing it wants.
    fn connect(&mut self, k: &mut Kernel, conn: ConnectionIndex);
    /// A logged-in connection exists from the start.
    fn adopt(&mut self, k: &mut Kernel, conn: ConnectionIndex);
    /// An armed connection's socket became readable.
    fn readable(&mut self, k: &mut Kernel, conn: ConnectionIndex);
    /// A created, woken, polling or idle thread's event has come.
    fn thread_event(&mut self, k: &mut Kernel, thread: ThreadId) -> Decision;
    /// The thread begins a wait that the server reports.
    fn wait_begin(&mut self, k: &mut Kernel, thread: ThreadId, kind: WaitKind);
    /// The wait is over.
    fn wait_end(&mut self, k: &mut Kernel, thread: ThreadId);
    /// What the thread must wait, in a reported wait that begins now, before it begins the request.
    fn delay(&mut self, _: &mut Kernel, _: ThreadId, _: ConnectionIndex) -> TimeNs {
        0
    }
    /// The request (or login) is done: arm the connection again and look for work.
    fn finished(&mut self, k: &mut Kernel, thread: ThreadId, conn: ConnectionIndex) -> Decision;
    /// The connection was torn down on this thread: look for other work.
    fn disconnected(&mut self, k: &mut Kernel, thread: ThreadId, conn: ConnectionIndex)
    -> Decision;
    /// The server's own instruments at `now_ns`, which is not before the kernel's clock.
    fn instruments(&self, k: &Kernel, now_ns: TimeNs) -> Instruments;

    /// KILL CONNECTION of one that is idle: its socket is shut for reading, which is an event.
    #[cfg(feature = "start")]
    fn kill(&mut self, _: &mut Kernel, _: ConnectionIndex) {}
    /// Takes up threads, connections and queues that the kernel has.
    #[cfg(feature = "start")]
    fn resume(&mut self, _: &mut Kernel, _: &Resumed<'_>) {}
    /// Threads in the thread cache, the last one in last.
    #[cfg(feature = "start")]
    fn cached(&self) -> &[ThreadId] {
        &[]
    }
    /// Since when creations fail in vain, and whether that was told.
    #[cfg(feature = "start")]
    fn blocked(&self) -> (Option<TimeNs>, bool) {
        (None, false)
    }
    /// When a standby thread that goes to sleep at this time, or a client that is idle from then on, has to leave.
    #[cfg(feature = "start")]
    fn leaves_ns(&self, _since_ns: TimeNs) -> TimeNs {
        TimeNs::MAX
    }

    /// Whether a request can leave its thread until an asynchronous completion.
    fn suspends(&self) -> bool {
        false
    }
    /// The request has left its thread: look for other work.
    fn suspended(&mut self, _: &mut Kernel, _: ThreadId) -> Decision {
        Decision::Park
    }
    /// The completion came: the connection wants a thread again.
    fn resumed(&mut self, _: &mut Kernel, _: ConnectionIndex) {}
    /// A round of the stall timer. Returns the period to the next one; None where there is no timer.
    fn tick(&mut self, _: &mut Kernel) -> Option<TimeNs> {
        None
    }
    /// SET GLOBAL of a variable that this server has. Some: the timer's next round is so far off.
    fn set_variable(&mut self, _: Var, _: u64) -> Option<TimeNs> {
        None
    }
    /// Whether the server tells this scheduler of waits.
    fn hears_waits(&self) -> bool {
        true
    }
    /// The thread is blocked in a wait that no server reports, or runs again after one.
    fn unreported(&mut self, _: &mut Kernel, _: ThreadId, _blocked: bool) {}
    /// An armed connection's own timer of wait_timeout came due.
    fn client_idle(&mut self, _: &mut Kernel, _: ConnectionIndex) {}

    /// Thread groups, as the picture, the lives and the figures have them. None where every
    /// connection has a thread of its own.
    fn groups(&self) -> &[Group] {
        &[]
    }
    /// Pool threads in all groups.
    fn workers(&self) -> u32 {
        0
    }
    /// The group that a connection of this id would join now.
    fn group_of_id(&self, _: ConnectionId) -> Option<GroupId> {
        None
    }
    /// Why the first request of a lane waits; asked by [`why`] where one does.
    fn why_lane(&self, _: GroupId, _: Line) -> Option<WaitReason> {
        None
    }
    /// The timer's first round, unless the scenario says when; None where there is no timer.
    fn first_tick_ns(&self) -> Option<TimeNs> {
        None
    }
    /// Last round of the timer; None where there is no timer.
    fn last_tick_ns(&self) -> Option<TimeNs> {
        None
    }
}

/// Why the first request of a lane waits: read off the group's state, never guessed from history. None if nothing
/// waits there.
pub fn why(
    scheduler: &dyn ThreadScheduler,
    k: &Kernel,
    g: GroupId,
    lane: Line,
) -> Option<WaitReason> {
    let group = scheduler.groups().get(g.place())?;
    let empty = match lane {
        Line::High => group.high.is_empty(),
        Line::Low => group.low.is_empty(),
        Line::Unpolled => k.ready[g].is_empty(),
    };
    if empty {
        return None;
    }
    scheduler.why_lane(g, lane)
}

/// A copy as large as the scheduler that it is of.
pub trait Copied {
    fn copy(&self) -> Box<dyn ThreadScheduler>;
}

impl<T: ThreadScheduler + Clone + 'static> Copied for T {
    fn copy(&self) -> Box<dyn ThreadScheduler> {
        Box::new(self.clone())
    }
}

/// What a scheduler takes up that a run goes on with.
#[cfg(feature = "start")]
pub struct Resumed<'a> {
    pub state: &'a StartState,
    /// Its threads, in the order of the state.
    pub threads: Vec<ThreadId>,
    /// The queues, in order.
    pub queued: Vec<(GroupId, Lane, ConnectionIndex)>,
    /// What is told of each connection.
    pub told: By<ConnectionIndex, Option<&'a StartConnection>>,
}
