//! Columns that leave the engine, above all the picture of one moment: a structure of arrays, one array per
//! column. All arrays of a section have the same length. `NONE` means that there is nothing to name.
//!
//! The list of columns and states is written here alone: the WebAssembly layer walks it, and
//! `npm run generate` writes its TypeScript.

pub use crate::ids::NONE;
use crate::record::{Ended, HowEnded};

/// The value of one column.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(missing_docs, reason = "named after their types")]
pub enum Column<'a> {
    Number(f64),
    U8(&'a [u8]),
    U32(&'a [u32]),
    F32(&'a [f32]),
    F64(&'a [f64]),
}

macro_rules! kinds {
    ($($type:ty: $value:ident => $column:expr,)+) => {
        $(impl<'a> From<&'a $type> for Column<'a> {
            fn from($value: &'a $type) -> Self {
                $column
            }
        })+
    };
}

kinds! {
    u64: n => Column::Number(*n as f64),
    u32: n => Column::Number((*n).into()),
    u8: n => Column::Number((*n).into()),
    Vec<u8>: all => Column::U8(all),
    Vec<u32>: all => Column::U32(all),
    Vec<f32>: all => Column::F32(all),
    Vec<f64>: all => Column::F64(all),
}

/// Constants numbered from 0, and their names.
macro_rules! states {
    ($(#[doc = $about:literal])+ $module:ident { $($(#[doc = $doc:literal])+ $state:ident,)+ }) => {
        $(#[doc = $about])+
        pub mod $module {
            #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "it counts")]
            enum Number {
                $($state,)+
            }
            $($(#[doc = $doc])+ pub const $state: u8 = Number::$state as u8;)+
            /// Their names, in the order of their numbers.
            pub const NAMES: &[&str] = &[$(stringify!($state),)+];
        }
    };
}

/// Declares a struct of columns, followed by its sections (after `..`). The string is the prefix of the
/// columns' names in JavaScript.
macro_rules! columns {
    ($(#[doc = $about:literal])+ $name:ident $prefix:literal {
        $($(#[doc = $doc:literal])+ $field:ident: $type:ty,)+
        $(.. $($(#[doc = $section_doc:literal])+ $section:ident: $section_type:ident,)+)?
    }) => {
        $(#[doc = $about])+
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct $name {
            $($(#[doc = $doc])+ pub $field: $type,)+
            $($($(#[doc = $section_doc])+ pub $section: $section_type,)+)?
        }

        impl $name {
            /// Passes each column to `give`, with its name in JavaScript.
            pub fn columns(&self, give: &mut dyn FnMut(&'static str, Column<'_>)) {
                $(give(concat!($prefix, stringify!($field)), Column::from(&self.$field));)+
                $($(self.$section.columns(give);)+)?
            }

            /// Passes the description of each column to `give`, in the same order.
            pub fn about(give: &mut dyn FnMut(&'static str)) {
                $(give(concat!($($doc),+));)+
                $($($section_type::about(give);)+)?
            }
        }
    };
}

states! {
    /// States of a connection, in `connection_state`.
    connection_state {
        /// Not connected: not yet, or no longer.
        CLOSED,
        /// No request under way: the client thinks.
        IDLE,
        /// Its request is unread on the socket.
        SOCKET,
        /// In the low-priority queue.
        LOW_QUEUE,
        /// In the high-priority queue.
        HIGH_QUEUE,
        /// Assigned to a thread that is not running yet.
        THREAD_WAIT,
        /// Running on a thread.
        RUNNING,
        /// In a reported wait.
        WAITING,
        /// Waiting for a lock.
        LOCK,
        /// Suspended until an asynchronous completion.
        SUSPENDED,
        /// Logging in on a thread.
        LOGIN,
        /// Waiting for the latch, whose holder is running.
        LATCH,
        /// Waiting for a core.
        RUNNABLE,
    }
}

states! {
    /// States of a thread, in `thread_state`.
    thread_state {
        /// Created, not running yet.
        STARTING,
        /// Woken, not running yet.
        WAKING,
        /// The group's listener.
        LISTENING,
        /// On the idle stack.
        IDLE,
        /// Executing, using CPU.
        RUNNING,
        /// Executing, in a reported wait.
        WAITING,
        /// Executing, waiting for a lock.
        LOCK,
        /// One thread per connection: waiting for its client.
        READING,
        /// One thread per connection: in the thread cache.
        CACHED,
        /// Executing, waiting for the latch.
        LATCH,
        /// Executing, holding the latch.
        HOLDS_LATCH,
        /// Executing, waiting for a core.
        RUNNABLE,
        /// Oracle: a connect handler that logs a connection in or is about to.
        CONNECTING,
        /// Oracle: a sleeping connect handler.
        CONNECT_IDLE,
    }
}

states! {
    /// The queue of a waiting request, in `waiting_lane`.
    lane {
        /// The high-priority queue.
        HIGH,
        /// The low-priority queue.
        LOW,
        /// On the socket, unpolled.
        SOCKET,
    }
}

states! {
    /// What a thread did, in `turn_kind`.
    turn_kind {
        /// It was created.
        CREATED,
        /// It became its group's listener.
        LISTENS,
        /// It left.
        EXITED,
    }
}

states! {
    /// States of the machine's latch, in `latch_state`.
    latch_state {
        /// Nobody holds it, or there is none.
        FREE,
        /// A thread holds it.
        HELD,
        /// Stalled, whether or not a thread holds it.
        STALLED,
    }
}

columns! {
    /// What has ended since the last look, in order.
    Answers "" {
        /// The request.
        request: Vec<u32>,
        /// When its client sent it.
        arrive_ns: Vec<f64>,
        /// When it ended.
        end_ns: Vec<f64>,
        /// 1: killed, refused or withdrawn.
        killed: Vec<u8>,
        /// 1: executed, and its client was gone.
        nobody: Vec<u8>,
    }
}

impl From<Vec<Ended>> for Answers {
    fn from(all: Vec<Ended>) -> Answers {
        let is = |how| all.iter().map(|e| u8::from(e.how == how)).collect();
        Answers {
            request: all.iter().map(|e| e.request.0).collect(),
            arrive_ns: all.iter().map(|e| e.arrive_ns as f64).collect(),
            end_ns: all.iter().map(|e| e.end_ns as f64).collect(),
            killed: is(HowEnded::Failed),
            nobody: is(HowEnded::ForNobody),
        }
    }
}

columns! {
    /// The whole picture at one moment.
    Frame "" {
        /// The moment.
        time_ns: u64,
        /// Engine steps done.
        step: u32,
        /// Requests that have been answered.
        finished: u32,
        /// Last round of the stall timer.
        timer_last_ns: u64,
        /// Next round of the stall timer; equal to `timer_last_ns` where there is no timer.
        timer_next_ns: u64,
        /// Cores of the machine, 0 if unlimited.
        cores: u32,
        /// Threads that use CPU now.
        on_cpu: u32,
        /// Pool threads in all groups.
        workers: u32,
        /// The machine's latch: a position in `LATCH_STATES`.
        latch_state: u8,
        /// Thread that holds it, or `NONE`.
        latch_holder: u32,
        /// Threads that wait for it, in order.
        latch_queue: Vec<u32>,
        /// Roughly how many of them sleep instead of spinning.
        latch_asleep: u32,
        /// Open transactions, including single statements under way.
        open_transactions: u32,
        /// Threads that wait for a core, in order.
        run_queue: Vec<u32>,
        ..
        /// Connections.
        connections: Connections,
        /// Threads that exist.
        threads: Threads,
        /// Thread groups.
        groups: Groups,
        /// Waiting requests, group by group: high queue, low queue, then unpolled; head first.
        waiting: Waiting,
        /// Crowds, in the order of the scenario, as their application sees them.
        crowds: Crowds,
    }
}

columns! {
    /// Connections, in order of the run's table.
    Connections "connection_" {
        /// Server id (below 2^53). A new connection of a client that tries again takes the entry of a closed one.
        id: Vec<f64>,
        /// A position in `CONNECTION_STATES`.
        state: Vec<u8>,
        /// Group, or `NONE`.
        group: Vec<u32>,
        /// Its current request, or `NONE`.
        request: Vec<u32>,
        /// The thread that serves it, or `NONE`.
        thread: Vec<u32>,
        /// Time since which it has been in this state.
        since_ns: Vec<f64>,
        /// 1 if its client has closed it: what it still does is for nobody.
        gone: Vec<u8>,
        /// How many requests are unread behind that one.
        behind: Vec<u32>,
    }
}

impl Connections {
    /// Leaves out the entries from this one on.
    pub(crate) fn truncate(&mut self, entries: usize) {
        self.id.truncate(entries);
        self.state.truncate(entries);
        self.group.truncate(entries);
        self.request.truncate(entries);
        self.thread.truncate(entries);
        self.since_ns.truncate(entries);
        self.gone.truncate(entries);
        self.behind.truncate(entries);
    }
}

columns! {
    /// Crowds.
    Crowds "crowd_" {
        /// Requests that wait in the application for a connection.
        waiting: Vec<u32>,
        /// Clients that wait to try again.
        retrying: Vec<u32>,
        /// Connections in use, or promised.
        used: Vec<u32>,
        /// The most that it may use; `NONE` without a pool in the application.
        places: Vec<u32>,
    }
}

columns! {
    /// Threads, in order of creation.
    Threads "thread_" {
        /// Number of the thread.
        id: Vec<u32>,
        /// Group, or `NONE`.
        group: Vec<u32>,
        /// A position in `THREAD_STATES`.
        state: Vec<u8>,
        /// Request, or `NONE`.
        request: Vec<u32>,
        /// Connection (index), or `NONE`.
        conn: Vec<u32>,
        /// Time since which it has been in this state.
        since_ns: Vec<f64>,
        /// Completed share of the current step, 0 to 1.
        progress: Vec<f32>,
        /// 1: its wait is a sleep.
        asleep: Vec<u8>,
    }
}

columns! {
    /// Thread groups.
    Groups "group_" {
        /// Connections.
        connections: Vec<u32>,
        /// All threads.
        threads: Vec<u32>,
        /// Active threads.
        active: Vec<u32>,
        /// Threads in reported waits.
        waiting: Vec<u32>,
        /// Threads on the idle stack.
        idle: Vec<u32>,
        /// The listener, or `NONE`.
        listener: Vec<u32>,
        /// Length of the high queue.
        high: Vec<u32>,
        /// Length of the low queue.
        low: Vec<u32>,
        /// Events in the kernel that nobody has polled.
        unpolled: Vec<u32>,
        /// 1 if the stall flag is set.
        stalled: Vec<u8>,
        /// Events polled since the last tick (`io_event_count`).
        io_seen: Vec<u32>,
        /// Attempts to dequeue since the last tick.
        dequeue_tries: Vec<u32>,
        /// Why the first waiting request waits: an index into the run's list of reasons, or `NONE`.
        why: Vec<u32>,
    }
}

columns! {
    /// Requests that wait in a group.
    Waiting "waiting_" {
        /// Group.
        group: Vec<u32>,
        /// A position in `LANES`.
        lane: Vec<u8>,
        /// Connection (index).
        conn: Vec<u32>,
        /// Request, or `NONE` for a login.
        request: Vec<u32>,
        /// Time since which it has waited there.
        since_ns: Vec<f64>,
    }
}

columns! {
    /// What one could measure of a whole run from outside: a small part of its outcome, quick to read.
    Timings "" {
        /// Most threads that each group had.
        threads_peak: Vec<u32>,
        ..
        /// Requests in order of arrival.
        requests: Requests,
        /// The threads' turns.
        turns: Turns,
    }
}

columns! {
    /// Requests.
    Requests "request_" {
        /// Server id of its connection (below 2^53).
        connection: Vec<f64>,
        /// When its client sent it; if the client had to hold it back, when it was released.
        sent_ns: Vec<f64>,
        /// When a thread started it; NaN if none did.
        start_ns: Vec<f64>,
        /// When it ended; NaN if it never did.
        end_ns: Vec<f64>,
        /// 1 if it was not answered.
        failed: Vec<u8>,
    }
}

columns! {
    /// What threads did, in order.
    Turns "turn_" {
        /// A position in `TURN_KINDS`.
        kind: Vec<u8>,
        /// When.
        at_ns: Vec<f64>,
        /// Number of the thread.
        thread: Vec<u32>,
    }
}
