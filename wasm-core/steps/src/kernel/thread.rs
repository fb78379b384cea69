//! Threads of the server.

use crate::ids::{ConnectionIndex, GroupId, TimeNs};
use crate::reason::WaitKind;
use crate::record::Column;

/// What a thread does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreadState {
    /// Created, not running yet.
    Starting,
    /// Woken, not running yet.
    Waking,
    /// Blocked in the group's poll set.
    Listening,
    /// On the group's stack.
    Idle,
    /// Executes a request; see [`Activity`].
    Executing,
    /// Waits for its one client.
    Reading,
    /// In the thread cache.
    Cached,
    /// Does not exist: no longer, or not yet.
    Gone,
}

impl ThreadState {
    /// The column of the figures that counts it.
    #[inline]
    pub fn column(self) -> Option<Column> {
        match self {
            ThreadState::Starting | ThreadState::Waking => Some(Column::ThreadsStarting),
            ThreadState::Listening => Some(Column::ThreadsListening),
            ThreadState::Idle | ThreadState::Reading | ThreadState::Cached => {
                Some(Column::ThreadsIdle)
            }
            ThreadState::Executing => Some(Column::ThreadsExecuting),
            ThreadState::Gone => None,
        }
    }
}

/// The current step of an executing thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    /// Between two steps.
    None,
    /// Uses CPU.
    Cpu,
    /// Waits for a core.
    Runnable,
    /// In a wait that the server reports.
    Wait(WaitKind),
    /// Waits for a lock, reported.
    Lock { lock: u32, kind: WaitKind },
    /// Waits for a row's lock, reported.
    Row { row: u32, kind: WaitKind },
    /// Holds its thread, unreported.
    Unreported,
    /// Waits for the latch, unreported.
    Latch,
    /// Holds the latch.
    HoldsLatch,
    /// Waits to enter InnoDB: asleep before the next try, or queued.
    InnodbWait { sleeps: u32, queued: bool },
}

impl Activity {
    /// The kind of wait that the server reports, if it is in one.
    pub fn reported(self) -> Option<WaitKind> {
        match self {
            Activity::Wait(kind) | Activity::Lock { kind, .. } | Activity::Row { kind, .. } => {
                Some(kind)
            }
            Activity::None
            | Activity::Cpu
            | Activity::Runnable
            | Activity::Unreported
            | Activity::Latch
            | Activity::HoldsLatch
            | Activity::InnodbWait { .. } => None,
        }
    }
}

/// A thread.
#[derive(Clone, Debug)]
pub struct Thread {
    pub group: GroupId,
    pub state: ThreadState,
    /// Oracle: it logs connections in and does nothing else.
    pub connects: bool,
    pub activity: Activity,
    pub conn: ConnectionIndex,
    pub since_ns: TimeNs,
    /// Start and length of the current step; the length is 0 if it is not known beforehand.
    pub step_start_ns: TimeNs,
    pub step_length_ns: TimeNs,
    /// Its statement sleeps for so long after this step, because a hand holds it.
    pub held_ns: TimeNs,
    /// Time since which it has waited to enter InnoDB.
    pub since_wait_ns: TimeNs,
    /// With a run queue: CPU left of the step and of the time slice, and the stretch under way.
    pub cpu_left_ns: TimeNs,
    pub slice_left_ns: TimeNs,
    pub stretch_ns: TimeNs,
    /// When an idle worker gives up; set when it starts to look for a request.
    pub idle_deadline_ns: TimeNs,
}

impl Thread {
    /// Starts a step now, with length 0 if its duration is not known.
    #[inline]
    pub fn does(&mut self, activity: Activity, now_ns: TimeNs, length_ns: TimeNs) {
        self.activity = activity;
        self.step_start_ns = now_ns;
        self.step_length_ns = length_ns;
    }

    pub fn new(group: GroupId, state: ThreadState, now_ns: TimeNs) -> Self {
        Thread {
            group,
            state,
            connects: false,
            activity: Activity::None,
            conn: ConnectionIndex::NONE,
            since_ns: now_ns,
            step_start_ns: now_ns,
            step_length_ns: 0,
            held_ns: 0,
            since_wait_ns: now_ns,
            cpu_left_ns: 0,
            slice_left_ns: 0,
            stretch_ns: 0,
            idle_deadline_ns: TimeNs::MAX,
        }
    }
}
