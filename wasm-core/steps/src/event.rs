//! What happened, as typed data with its reason. Sentences are made elsewhere: their key is `event_` + kind,
//! then `_` + the name of the reason, trigger or via, if there is one.

use serde::Serialize;

use crate::ids::{ConnectionId, GroupId, RequestId, ThreadId, TimeNs};
use crate::reason::{IdleReason, Lane, LaneReason, RefuseReason, StartedVia, Trigger, WaitKind};

/// One entry of the log.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Event {
    /// When it happened.
    pub at_ns: TimeNs,
    /// The engine's step in which it happened: the unit of stepping forward and back.
    pub step: u32,
    /// What happened.
    #[serde(flatten)]
    pub kind: EventKind,
}

/// What can happen. IDs are those of the run's tables; times are simulated.
#[expect(missing_docs, reason = "the fields are named for what they are")]
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum EventKind {
    /// A client sent a request, which is now unread on the socket.
    RequestArrived {
        request: RequestId,
        connection: ConnectionId,
        group: Option<GroupId>,
    },
    /// A client opened a connection.
    Connected {
        connection: ConnectionId,
        group: Option<GroupId>,
    },
    /// A connection's login starts on a thread.
    LoginStarted {
        connection: ConnectionId,
        thread: ThreadId,
        group: Option<GroupId>,
    },
    /// A connection is logged in.
    LoginFinished {
        connection: ConnectionId,
        thread: ThreadId,
        group: Option<GroupId>,
    },
    /// The listener's poll returned.
    PollReturned {
        group: GroupId,
        thread: ThreadId,
        events: u32,
    },
    /// A request was put at the tail of a queue.
    Queued {
        request: RequestId,
        connection: ConnectionId,
        group: GroupId,
        lane: Lane,
        #[serde(flatten)]
        why: LaneReason,
    },
    /// A low-priority request was moved to the high queue because it had waited too long.
    Promoted {
        request: RequestId,
        group: GroupId,
        waited_ns: TimeNs,
        limit_ns: TimeNs,
    },
    /// A thread starts to execute a request.
    RequestStarted {
        request: RequestId,
        connection: ConnectionId,
        group: Option<GroupId>,
        thread: ThreadId,
        waited_ns: TimeNs,
        #[serde(flatten)]
        via: StartedVia,
    },
    /// A request began a wait that the server reports to the pool.
    WaitBegan {
        request: RequestId,
        thread: ThreadId,
        group: Option<GroupId>,
        wait: WaitKind,
    },
    /// A request began a wait that is not reported to its pool.
    WaitHeld {
        request: RequestId,
        thread: ThreadId,
        group: Option<GroupId>,
        wait: WaitKind,
    },
    /// InnoDB is full: innodb_thread_concurrency. The thread sleeps, after this many sleeps before.
    InnodbSleep {
        request: RequestId,
        thread: ThreadId,
        group: Option<GroupId>,
        inside: u32,
        limit: u32,
        sleeps: u32,
        sleep_ns: TimeNs,
    },
    /// InnoDB is full: the thread joins the queue for it.
    InnodbQueued {
        request: RequestId,
        thread: ThreadId,
        group: Option<GroupId>,
        inside: u32,
        limit: u32,
        ahead: u32,
    },
    /// A request that had to wait for InnoDB enters it.
    InnodbEntered {
        request: RequestId,
        thread: ThreadId,
        group: Option<GroupId>,
        waited_ns: TimeNs,
        sleeps: u32,
    },
    /// A reported wait ended.
    WaitEnded {
        request: RequestId,
        thread: ThreadId,
        group: Option<GroupId>,
        wait: WaitKind,
    },
    /// A request needs a lock that another holds.
    LockWait {
        request: RequestId,
        thread: ThreadId,
        group: Option<GroupId>,
        lock: String,
        holder: RequestId,
    },
    /// A request got a lock.
    LockTaken {
        request: RequestId,
        group: Option<GroupId>,
        lock: String,
    },
    /// A request released a lock.
    LockReleased {
        request: RequestId,
        group: Option<GroupId>,
        lock: String,
    },
    /// A request gave up its wait for a lock: innodb_lock_wait_timeout.
    LockTimedOut {
        request: RequestId,
        group: Option<GroupId>,
        lock: String,
        waited_ns: TimeNs,
    },
    /// A request is refused a lock, because waiting for it would be a deadlock. Its transaction is rolled
    /// back.
    Deadlock {
        request: RequestId,
        group: Option<GroupId>,
        lock: String,
        holder: RequestId,
    },
    /// A request waits for the latch, with this many before it, including the holder.
    LatchWait {
        request: RequestId,
        thread: ThreadId,
        group: Option<GroupId>,
        ahead: u32,
    },
    /// A request has the latch, with this many waiters behind it.
    LatchTaken {
        request: RequestId,
        thread: ThreadId,
        group: Option<GroupId>,
        waiters: u32,
        open_transactions: u32,
        hold_ns: TimeNs,
    },
    /// A request gave the latch back, with this many waiters.
    LatchReleased {
        request: RequestId,
        thread: ThreadId,
        group: Option<GroupId>,
        waiters: u32,
    },
    /// The latch stalls: no visit ends before the stall does.
    LatchStalled { for_ns: TimeNs },
    /// The latch continues, with this many waiters by now.
    LatchStallEnded { waiters: u32 },
    /// A request left its thread until an asynchronous completion.
    Suspended {
        request: RequestId,
        thread: ThreadId,
        group: Option<GroupId>,
    },
    /// A thread continues a request that had been suspended.
    RequestContinued {
        request: RequestId,
        thread: ThreadId,
        group: Option<GroupId>,
    },
    /// The completion came; the request goes back into a queue.
    Resumed {
        request: RequestId,
        group: Option<GroupId>,
    },
    /// A request is done and its connection is armed again.
    RequestFinished {
        request: RequestId,
        connection: ConnectionId,
        group: Option<GroupId>,
        thread: ThreadId,
        latency_ns: TimeNs,
    },
    /// A request failed: its connection was closed.
    RequestFailed {
        request: RequestId,
        connection: ConnectionId,
        group: Option<GroupId>,
    },
    /// A thread was created.
    ThreadCreated {
        thread: ThreadId,
        group: Option<GroupId>,
        threads: u32,
        #[serde(flatten)]
        trigger: Trigger,
    },
    /// A thread was requested and not created.
    ThreadRefused {
        group: GroupId,
        #[serde(flatten)]
        why: RefuseReason,
        asked: Trigger,
    },
    /// An idle thread was woken: the one that went idle last.
    ThreadWoken {
        thread: ThreadId,
        group: Option<GroupId>,
        #[serde(flatten)]
        trigger: Trigger,
    },
    /// A thread became the group's listener.
    ThreadListens { thread: ThreadId, group: GroupId },
    /// A thread went to sleep on the idle stack.
    ThreadIdle {
        thread: ThreadId,
        group: Option<GroupId>,
        #[serde(flatten)]
        why: IdleReason,
    },
    /// A thread exited: thread_pool_idle_timeout, or the connection closed and the cache was full.
    ThreadExited {
        thread: ThreadId,
        group: Option<GroupId>,
        threads: u32,
        idle_ns: TimeNs,
    },
    /// One thread per connection: the thread of a closed connection was kept in the cache.
    ThreadCached { thread: ThreadId, cached: u32 },
    /// The stall timer's round.
    TimerTick {
        groups: u32,
        stalled: u32,
        no_listener: u32,
        next_ns: TimeNs,
    },
    /// The stall timer found this group's queue untouched since the last check.
    GroupStalled { group: GroupId, queued: u32 },
    /// The stall timer found no listener and no event since the last check.
    GroupUnattended { group: GroupId, unpolled: u32 },
    /// The server wrote "could not create additional thread" to its error log.
    PoolBlockedMessage {
        group: GroupId,
        threads: u32,
        limit: u32,
        blocked_ns: TimeNs,
        level: LogLevel,
        connection: Option<ConnectionId>,
    },
    /// A client was idle for longer than wait_timeout; its socket is shut for reading.
    IdleClientKilled {
        connection: ConnectionId,
        group: Option<GroupId>,
        idle_ns: TimeNs,
    },
    /// KILL CONNECTION: its socket is shut, and its next turn on a thread tears it down.
    ConnectionKilled {
        connection: ConnectionId,
        group: Option<GroupId>,
    },
    /// KILL QUERY: its statement must end.
    QueryKilled {
        connection: ConnectionId,
        group: Option<GroupId>,
    },
    /// A client waits no longer for its answer. The server has its statement, and executes it all the same.
    RequestGivenUp {
        request: RequestId,
        connection: ConnectionId,
        group: Option<GroupId>,
        waited_ns: TimeNs,
    },
    /// A client waits no longer, for a free connection or for its login: nobody will execute its statement.
    RequestWithdrawn {
        request: RequestId,
        connection: ConnectionId,
        group: Option<GroupId>,
        waited_ns: TimeNs,
    },
    /// A statement is done, and nobody is there to read its answer.
    AnsweredNobody {
        request: RequestId,
        connection: ConnectionId,
        group: Option<GroupId>,
        thread: ThreadId,
        latency_ns: TimeNs,
    },
    /// A client closed its connection.
    ClientLeft {
        connection: ConnectionId,
        group: Option<GroupId>,
    },
    /// The server refused a connection: max_connections, error 1040.
    ConnectionRefused { connections: u32, limit: u32 },
    /// A statement ran for too long: max_statement_time.
    StatementTimedOut {
        request: RequestId,
        connection: ConnectionId,
        group: Option<GroupId>,
        limit_ns: TimeNs,
    },
    /// A connection is gone.
    Disconnected {
        connection: ConnectionId,
        group: Option<GroupId>,
    },
    /// A variable was changed by SET GLOBAL.
    VariableSet { variable: String, value: String },
    /// A hand did this; the name is the one that scenario files have for it.
    Acted { act: String },
    /// Oracle: a statement has run for thread_pool_stall_limit and no longer counts.
    StatementStalled {
        request: RequestId,
        thread: ThreadId,
        group: GroupId,
        ran_ns: TimeNs,
        limit_ns: TimeNs,
    },
    /// Oracle: a thread stays with its connection, whose transaction is open.
    ThreadBound {
        thread: ThreadId,
        group: GroupId,
        connection: ConnectionId,
    },
    /// Oracle: the group's transaction limit is suspended, because this many threads have run for long.
    LimitSuspended {
        group: GroupId,
        threads: u32,
        limit: u32,
    },
    /// Oracle: the group's transaction limit applies again.
    LimitRestored { group: GroupId, limit: u32 },
    /// A connection moved to another group after thread_pool_size had changed.
    GroupChanged {
        connection: ConnectionId,
        from: GroupId,
        to: GroupId,
    },
}

impl EventKind {
    /// Number of bytes in the texts that it owns.
    pub fn text_bytes(&self) -> usize {
        if let EventKind::LockWait { lock, .. }
        | EventKind::LockTaken { lock, .. }
        | EventKind::LockReleased { lock, .. }
        | EventKind::LockTimedOut { lock, .. }
        | EventKind::Deadlock { lock, .. } = self
        {
            return lock.len();
        }
        if let EventKind::VariableSet { variable, value } = self {
            return variable.len() + value.len();
        }
        if let EventKind::Acted { act } = self {
            return act.len();
        }
        0
    }
}

/// Severity in the server's error log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum LogLevel {
    /// `[Warning]`
    Warning,
    /// `[ERROR]`
    Error,
}
