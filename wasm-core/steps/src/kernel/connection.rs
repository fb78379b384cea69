//! Connections. At any moment each is in exactly one place.
//!
//! A connection belongs to the server; a client is the one that sends requests on it. `conn` is a connection's index
//! in the tables ([`crate::ids::ConnectionIndex`]), its `id` the number that the server prints.

use std::collections::VecDeque;

use crate::ids::{ConnectionId, GroupId, RequestId, StatementIndex, ThreadId, TimeNs};
use crate::kernel::LazyBox;
use crate::life::Place;
use crate::reason::{Lane, LaneReason};
use crate::rng::Rng;
use crate::scenario::Port;

/// The place of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConnectionStatus {
    /// Not connected yet.
    Unborn,
    /// Registered in the poll set, nothing to read.
    Armed,
    /// Data is in the kernel, not polled yet.
    Ready,
    /// In a queue of its group.
    Queued(Lane),
    /// Assigned to a thread that is not running yet.
    ThreadWait,
    /// On a thread.
    Executing,
    /// On no thread, until an asynchronous completion.
    Suspended,
    /// Gone.
    Closed,
}

/// A request under way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InFlight {
    pub request: RequestId,
    pub statement: StatementIndex,
    pub arrive_ns: TimeNs,
    /// None until a thread starts it.
    pub start_ns: Option<TimeNs>,
    /// Sent by the connection's loop or crowd, which continues when it is answered.
    pub driven: bool,
    /// Number of the request in its crowd's stream; seeds its draws.
    pub serial: u32,
    /// Next step.
    pub step: u32,
    /// Its place; none before it has one.
    pub place: Option<Place>,
}

impl InFlight {
    /// A request that is sent now.
    #[inline(always)]
    pub fn new(
        request: RequestId,
        statement: StatementIndex,
        arrive_ns: TimeNs,
        driven: bool,
        serial: u32,
    ) -> InFlight {
        InFlight {
            request,
            statement,
            arrive_ns,
            start_ns: None,
            driven,
            serial,
            step: 0,
            place: None,
        }
    }
}

/// A connection.
#[derive(Clone, Debug)]
pub struct Connection {
    pub id: ConnectionId,
    pub group: GroupId,
    pub port: Port,
    pub status: ConnectionStatus,
    /// The request that the server works on, or the first one on the socket.
    pub current: Option<InFlight>,
    /// Requests sent while it was busy, or before it was logged in.
    pub behind: LazyBox<VecDeque<InFlight>>,
    pub thread: ThreadId,
    pub buffered: bool,
    /// Its next turn on a thread is the login.
    pub login: bool,
    /// Its next turn on a thread tears it down.
    pub killed: bool,
    /// KILL QUERY has arrived for the statement on its thread.
    pub query_killed: bool,
    /// Its client has closed it: what it still does is for nobody.
    pub gone: bool,
    pub in_transaction: bool,
    pub holds_locks: bool,
    /// Rows that its transaction has locked.
    pub rows: LazyBox<Vec<u32>>,
    /// MariaDB: set at the end of each request.
    pub priority: (Lane, LaneReason),
    /// Percona: turns left in the high queue.
    pub tickets: u32,
    /// The stamp of the queue; may be older than the true time (it is that of the last tick).
    pub enqueued_ns: TimeNs,
    /// Time since which it has been in its status.
    pub since_ns: TimeNs,
    /// When an idle client is disconnected.
    pub idle_deadline_ns: TimeNs,
    /// Loop or crowd that drives it; `NONE` if only single requests do.
    pub driver: u32,
    /// Requests that the driver has sent on it.
    pub sent: u32,
    /// Whether it has a place inside InnoDB, and how many row operations it may still do there.
    pub in_innodb: bool,
    pub innodb_tickets: u32,
    /// Draws service times and statements, in the order of this connection's own requests.
    pub rng: Rng,
    /// Draws think times.
    pub rng_think: Rng,
}

// Three cache lines.
const _: () = assert!(size_of::<Connection>() <= 192);

impl Connection {
    pub fn request(&self) -> RequestId {
        self.current
            .map_or(RequestId::NONE, |in_flight| in_flight.request)
    }

    /// Connections through the extra port have their own threads.
    #[inline]
    pub fn is_extra(&self) -> bool {
        self.port == Port::Extra
    }

    /// Whether it can be disconnected for idleness: it waits for a command.
    pub fn awaits_command(&self) -> bool {
        self.status == ConnectionStatus::Armed && !self.login && !self.killed
    }
}
