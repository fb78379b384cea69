//! What leaves the engine as columns, what to draw at one moment above all: structure of arrays, one array a column.
//! Every array of a section has the same length. `NONE` stands where there is nothing to name.
//!
//! This is the only place that says which columns there are and which states: the WebAssembly layer goes
//! over them, and `npm run generate` writes their TypeScript.

pub use crate::ids::NONE;

/// What stands in a frame under one name.
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

/// Constants from 0 on, and their names.
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

/// A struct whose fields are columns, after `..` sections of them; in JavaScript their names have the prefix.
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
            /// Gives each column with its name in JavaScript.
            pub fn columns(&self, give: &mut dyn FnMut(&'static str, Column<'_>)) {
                $(give(concat!($prefix, stringify!($field)), Column::from(&self.$field));)+
                $($(self.$section.columns(give);)+)?
            }

            /// Gives what each column is, in words and in the same order.
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
        /// Not connected (yet, or any more).
        CLOSED,
        /// Nothing asked: the client thinks.
        IDLE,
        /// Its request lies on the socket, unpolled.
        SOCKET,
        /// In the low-priority queue.
        LOW_QUEUE,
        /// In the high-priority queue.
        HIGH_QUEUE,
        /// Given to a thread that does not run yet.
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
        /// Waiting for the latch; whoever holds it is running.
        LATCH,
        /// Waiting for a core.
        RUNNABLE,
    }
}

states! {
    /// States of a thread, in `thread_state`.
    thread_state {
        /// Created, does not run yet.
        STARTING,
        /// Woken, does not run yet.
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
        /// One thread per connection: waits for its client.
        READING,
        /// One thread per connection: in the thread cache.
        CACHED,
        /// Executing, waiting for the latch.
        LATCH,
        /// Executing, holding the latch.
        HOLDS_LATCH,
        /// Executing, waiting for a core.
        RUNNABLE,
        /// Oracle: a connect handler that logs a connection in, or is about to.
        CONNECTING,
        /// Oracle: a connect handler that sleeps.
        CONNECT_IDLE,
    }
}

states! {
    /// Where a waiting request stands, in `waiting_lane`.
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
        /// Nobody has it, or there is none.
        FREE,
        /// A thread has it.
        HELD,
        /// Held up by a stall, whether or not anybody has it.
        STALLED,
    }
}

columns! {
    /// All of the picture at one moment.
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
        /// How many of them sleep instead of spinning, about.
        latch_asleep: u32,
        /// Open transactions, those of single statements under way included.
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
    }
}

columns! {
    /// Connections, in order of the run's table.
    Connections "connection_" {
        /// Server id (below 2^53).
        id: Vec<f64>,
        /// A position in `CONNECTION_STATES`.
        state: Vec<u8>,
        /// Group, or `NONE`.
        group: Vec<u32>,
        /// Its present request, or `NONE`.
        request: Vec<u32>,
        /// Thread that serves it, or `NONE`.
        thread: Vec<u32>,
        /// Since when it is in this state.
        since_ns: Vec<f64>,
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
        /// Since when it is in this state.
        since_ns: Vec<f64>,
        /// Share of the present step that is done, 0 to 1.
        progress: Vec<f32>,
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
        /// Events that lie in the kernel, unpolled.
        unpolled: Vec<u32>,
        /// 1 if the stall flag is up.
        stalled: Vec<u8>,
        /// Events polled since the last tick (`io_event_count`).
        io_seen: Vec<u32>,
        /// Attempts to dequeue since the last tick.
        dequeue_tries: Vec<u32>,
        /// Why the first waiting request waits: a position in the run's list of reasons, or `NONE`.
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
        /// Since when it waits there.
        since_ns: Vec<f64>,
    }
}

columns! {
    /// What somebody who measures a server can tell of a whole run: a small part of its outcome, and quickly read.
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
        /// When its client sent it, if it had to hold it back: since when it is held back no more.
        sent_ns: Vec<f64>,
        /// When a thread began it; NaN if none did.
        start_ns: Vec<f64>,
        /// When it was over; NaN if it never was.
        end_ns: Vec<f64>,
        /// 1 if it got no answer.
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
