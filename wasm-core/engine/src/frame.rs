//! What to draw at one moment: structure of arrays, one array a column. Every array of a section
//! has the same length. `NONE` stands where there is nothing to name.

/// No group, thread, request or connection.
pub const NONE: u32 = u32::MAX;

/// States of a connection in [`Clients::state`].
pub mod client_state {
    /// Not connected (yet, or any more).
    pub const CLOSED: u8 = 0;
    /// Nothing asked: the client thinks.
    pub const IDLE: u8 = 1;
    /// Its request lies on the socket, unpolled.
    pub const SOCKET: u8 = 2;
    /// In the low-priority queue.
    pub const LOW_QUEUE: u8 = 3;
    /// In the high-priority queue.
    pub const HIGH_QUEUE: u8 = 4;
    /// Given to a thread that does not run yet.
    pub const THREAD_WAIT: u8 = 5;
    /// Running on a thread.
    pub const RUNNING: u8 = 6;
    /// In a reported wait.
    pub const WAITING: u8 = 7;
    /// Waiting for a lock.
    pub const LOCK: u8 = 8;
    /// Suspended until an asynchronous completion.
    pub const SUSPENDED: u8 = 9;
    /// Logging in on a thread.
    pub const LOGIN: u8 = 10;
    /// Waiting for the latch; whoever holds it is running.
    pub const LATCH: u8 = 11;
    /// Waiting for a core.
    pub const RUNNABLE: u8 = 12;
}

/// States of a thread in [`Threads::state`].
pub mod thread_state {
    /// Created, does not run yet.
    pub const STARTING: u8 = 0;
    /// Woken, does not run yet.
    pub const WAKING: u8 = 1;
    /// The group's listener.
    pub const LISTENING: u8 = 2;
    /// On the idle stack.
    pub const IDLE: u8 = 3;
    /// Executing, using CPU.
    pub const RUNNING: u8 = 4;
    /// Executing, in a reported wait.
    pub const WAITING: u8 = 5;
    /// Executing, waiting for a lock.
    pub const LOCK: u8 = 6;
    /// One thread per connection: waits for its client.
    pub const READING: u8 = 7;
    /// One thread per connection: in the thread cache.
    pub const CACHED: u8 = 8;
    /// Executing, waiting for the latch.
    pub const LATCH: u8 = 9;
    /// Executing, holding the latch.
    pub const HOLDS_LATCH: u8 = 10;
    /// Executing, waiting for a core.
    pub const RUNNABLE: u8 = 11;
    /// Oracle: a connect handler that logs a connection in, or is about to.
    pub const CONNECTING: u8 = 12;
    /// Oracle: a connect handler that sleeps.
    pub const CONNECT_IDLE: u8 = 13;
}

/// All of the picture at one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// The moment.
    pub time_ns: u64,
    /// Engine steps done.
    pub step: u32,
    /// Requests that have been answered.
    pub finished: u32,
    /// Last round of the stall timer.
    pub timer_last_ns: u64,
    /// Next round of the stall timer; equal to `timer_last_ns` where there is no timer.
    pub timer_next_ns: u64,
    /// Cores of the machine, 0 if unlimited.
    pub cores: u32,
    /// Threads that use CPU now.
    pub on_cpu: u32,
    /// Pool threads in all groups.
    pub workers: u32,
    /// The machine's latch: 0 free, 1 held, 2 held up (by a stall), whether or not anybody has it.
    pub latch_state: u8,
    /// Thread that holds it, or `NONE`.
    pub latch_holder: u32,
    /// Threads that wait for it, in order.
    pub latch_queue: Vec<u32>,
    /// How many of them sleep instead of spinning, about.
    pub latch_asleep: u32,
    /// Open transactions, those of single statements under way included.
    pub open_transactions: u32,
    /// Threads that wait for a core, in order.
    pub run_queue: Vec<u32>,
    /// Connections.
    pub clients: Clients,
    /// Threads that exist.
    pub threads: Threads,
    /// Thread groups.
    pub groups: Groups,
    /// Waiting requests, group by group: high queue, low queue, then unpolled; head first.
    pub waiting: Waiting,
}

/// Connections, in order of the run's table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clients {
    /// Server id (below 2^53).
    pub id: Vec<f64>,
    /// See [`client_state`].
    pub state: Vec<u8>,
    /// Group, or `NONE`.
    pub group: Vec<u32>,
    /// Its present request, or `NONE`.
    pub request: Vec<u32>,
    /// Thread that serves it, or `NONE`.
    pub thread: Vec<u32>,
    /// Since when it is in this state.
    pub since_ns: Vec<f64>,
}

/// Threads, in order of creation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Threads {
    /// Number of the thread.
    pub id: Vec<u32>,
    /// Group, or `NONE`.
    pub group: Vec<u32>,
    /// See [`thread_state`].
    pub state: Vec<u8>,
    /// Request, or `NONE`.
    pub request: Vec<u32>,
    /// Connection (index), or `NONE`.
    pub client: Vec<u32>,
    /// Since when it is in this state.
    pub since_ns: Vec<f64>,
    /// Share of the present step that is done, 0 to 1.
    pub progress: Vec<f32>,
}

/// Thread groups.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Groups {
    /// Connections.
    pub connections: Vec<u32>,
    /// All threads.
    pub threads: Vec<u32>,
    /// Active threads.
    pub active: Vec<u32>,
    /// Threads in reported waits.
    pub waiting: Vec<u32>,
    /// Threads on the idle stack.
    pub idle: Vec<u32>,
    /// The listener, or `NONE`.
    pub listener: Vec<u32>,
    /// Length of the high queue.
    pub high: Vec<u32>,
    /// Length of the low queue.
    pub low: Vec<u32>,
    /// Events that lie in the kernel, unpolled.
    pub unpolled: Vec<u32>,
    /// 1 if the stall flag is up.
    pub stalled: Vec<u8>,
    /// Events polled since the last tick (`io_event_count`).
    pub io_seen: Vec<u32>,
    /// Attempts to dequeue since the last tick.
    pub dequeue_tries: Vec<u32>,
    /// Why the first waiting request waits: index into `WaitReason`'s variants is not stable, so
    /// this is the position in the run's list of reasons, or `NONE`.
    pub why: Vec<u32>,
}

/// Requests that wait in a group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Waiting {
    /// Group.
    pub group: Vec<u32>,
    /// 0 high queue, 1 low queue, 2 unpolled.
    pub lane: Vec<u8>,
    /// Connection (index).
    pub client: Vec<u32>,
    /// Request, or `NONE` for a login.
    pub request: Vec<u32>,
    /// Since when it waits there.
    pub since_ns: Vec<f64>,
}
