//! The life of each request in segments, each with its reason.

use serde::Serialize;

use crate::ids::{ConnectionId, GroupId, RequestId, ThreadId, TimeNs};
use crate::reason::{WaitKind, WaitReason};

/// The place of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(tag = "place", rename_all = "snake_case")]
pub enum Place {
    /// In the application, which has no free connection.
    Application,
    /// On the socket, not yet polled by the server.
    Socket,
    /// In the low-priority queue.
    LowQueue,
    /// In the high-priority queue.
    HighQueue,
    /// In the single queue of a pool that has only one.
    Queue,
    /// Assigned to a thread that is not running yet.
    ThreadWait,
    /// Its connection is being logged in on a thread. Before that, it is where the login waits.
    Login,
    /// On a thread, using CPU.
    Running,
    /// On a thread, in a reported wait.
    Waiting {
        /// The kind that the server reports.
        wait: WaitKind,
    },
    /// On a thread, waiting to enter InnoDB: innodb_thread_concurrency (a reported wait too).
    Innodb,
    /// On a thread, waiting for a lock (a reported wait too).
    Lock {
        /// The lock: an index into the run's list of locks.
        lock: u32,
    },
    /// On a thread, waiting for the machine's hot latch. The server reports nothing.
    Latch,
    /// On a thread that waits for a core.
    RunQueue,
    /// On no thread: suspended until an asynchronous completion.
    Suspended,
}

/// The queues of a group, in the order in which they are served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitingLane {
    /// The high-priority queue.
    High,
    /// The low-priority queue, or the only one.
    Low,
    /// The sockets that the server has not polled.
    Unpolled,
}

impl WaitingLane {
    pub const ALL: [WaitingLane; 3] = [WaitingLane::High, WaitingLane::Low, WaitingLane::Unpolled];
}

/// One stretch of a request's life. The segments of a request have no gaps between them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Segment {
    /// Its place.
    #[serde(flatten)]
    pub place: Place,
    /// Start.
    pub start_ns: TimeNs,
    /// End, or the end of the run for a request that was not finished.
    pub end_ns: TimeNs,
    /// Why it was there.
    pub why: WaitReason,
    /// Set where the reasons changed too often to list each: this many stretches with the same reason are
    /// summed up in this segment. `why` has the numbers of the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub joined: Option<u32>,
}

/// A stretch in which a connection waits, or is on a thread, without a request: a login whose client has withdrawn its
/// request, or a connection that is to be closed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Alone {
    /// Server id of the connection.
    pub connection: ConnectionId,
    /// Its thread group, where there are groups.
    pub group: Option<GroupId>,
    /// Its place.
    #[serde(flatten)]
    pub place: Place,
    /// Start.
    pub start_ns: TimeNs,
    /// End, or the end of the run.
    pub end_ns: TimeNs,
}

/// A request and its outcome.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Life {
    /// Its number, in order of arrival.
    pub request: RequestId,
    /// Its name in the scenario.
    pub name: String,
    /// Server id of its connection.
    pub connection: ConnectionId,
    /// Thread group, where there are groups.
    pub group: Option<GroupId>,
    /// When the client sent it.
    pub arrive_ns: TimeNs,
    /// When a thread started to execute it.
    pub start_ns: Option<TimeNs>,
    /// When its answer was complete.
    pub end_ns: Option<TimeNs>,
    /// The thread that started it.
    pub thread: Option<ThreadId>,
    /// True if it failed (connection closed, lock wait timed out).
    pub failed: bool,
    /// When its client gave up; nobody waits for the answer any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub given_up_ns: Option<TimeNs>,
    /// Its segments, in order.
    pub segments: Vec<Segment>,
}
