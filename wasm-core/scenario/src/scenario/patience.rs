//! Clients that give up, the connection pool of their application, and clients that leave.

use super::fields::{fields, words};
use super::limits::{CONNECTION_ID_MAX, CONNECTIONS_MAX, UNTIL_US_MAX};
use super::read::Fields;
use super::span::Span;
use crate::ids::ConnectionId;

const RETRIES_MAX: u64 = 1_000_000;

words! {
    /// What a client does with its connection when it gives up. It closes it in any case, because the
    /// answer may still come.
    pub enum OnGiveUp {
        /// Nothing more.
        Close = "close",
        /// Sends KILL QUERY by another connection.
        KillQuery = "kill_query",
        /// Sends KILL CONNECTION by another connection.
        KillConnection = "kill_connection",
    }
}

words! {
    /// Which free connection an application's pool hands out.
    pub enum Reuse {
        /// The one that has been free longest.
        FreeLongest = "free_longest",
        /// The one that was returned last.
        ReturnedLast = "returned_last",
    }
}

words! {
    /// In which order crowds opened their connections: it decides on which groups they are.
    pub enum Opened {
        /// One application after the other: the IDs of each follow one another.
        OneAfterTheOther = "one_after_the_other",
        /// In turn: the first connection of each, then the second of each, and so on.
        InTurn = "in_turn",
        /// All started together: at random, by the seed.
        Together = "together",
    }
}

words! {
    /// How a client leaves.
    pub enum Leaving {
        /// It closes its connection.
        Close = "close",
        /// Somebody sends KILL QUERY.
        KillQuery = "kill_query",
        /// Somebody sends KILL CONNECTION.
        KillConnection = "kill_connection",
    }
}

fields! {
    /// Clients that wait a limited time for an answer. Each request is sent on an idle connection of the
    /// crowd, or else on a new one. A client that gives up closes its connection and may try again.
    pub struct Patience held to waits_that_fit {
        /// How long a client waits for an answer, from sending the request (or opening the connection for
        /// it) on; by default for ever.
        gives_up_us: Option<u64> [1, UNTIL_US_MAX],
        /// What it does with its connection then.
        on_give_up: OnGiveUp = OnGiveUp::Close,
        /// How often a client tries again; 1,000,000 is for ever.
        retries: u32 [0, RETRIES_MAX] = 0,
        /// How long it waits before it tries again.
        wait_us: u64 [0, UNTIL_US_MAX] = 0,
        /// Waits at random instead: full jitter.
        backoff: Option<Backoff>,
        /// How long it waits at least after the server refused the connection.
        refused_wait_us: u64 [1, UNTIL_US_MAX] = 50_000,
        /// Limits the retries of the whole crowd; by default nothing does.
        budget: Option<RetryBudget>,
        /// The most connections that the crowd uses at once: the size of the application's pool. Further
        /// requests wait in the application. By default there is no limit.
        places: Option<u32> [1, CONNECTIONS_MAX],
        /// How long a request waits for a place; by default for ever.
        place_timeout_us: Option<u64> [1, UNTIL_US_MAX],
        /// Every request has a connection of its own, opened for it and closed after the answer.
        connection_each: bool = false,
        /// `gives_up_us` limits the wait for a place and for the answer together.
        one_deadline: bool = false,
    }
}

fn waits_that_fit(p: &Patience, f: &Fields<'_>) {
    if p.backoff.is_some() && p.wait_us > 0 {
        f.refuse("wait_us", p.wait_us, "0, or no backoff");
    }
    if p.places.is_none() && p.place_timeout_us.is_some() {
        f.refuse("places", "nothing", "a number, beside place_timeout_us");
    }
    if p.one_deadline && (p.place_timeout_us.is_some() || p.gives_up_us.is_none()) {
        let allowed = "false, or gives_up_us without place_timeout_us";
        f.refuse("one_deadline", "true", allowed);
    }
    if p.retries > 0 && p.gives_up_us.is_none() && p.place_timeout_us.is_none() {
        let allowed = "a time, beside retries, unless place_timeout_us is one";
        f.refuse("gives_up_us", "nothing", allowed);
    }
}

fields! {
    /// A random wait before each retry: between 0 and a limit that doubles from one retry to the next.
    pub struct Backoff {
        /// The limit before the first retry.
        base_us: u64 [1, UNTIL_US_MAX],
        /// The largest limit.
        cap_us: u64 [1, UNTIL_US_MAX],
    }
}

fields! {
    /// A token bucket: each new request adds a part of a token, each retry takes one.
    pub struct RetryBudget {
        /// What a request adds, in percent of a token.
        percent: u32 [0, 10_000],
        /// The most tokens; so many are there at the start.
        saved: u32 [0, 1_000_000] = 10,
    }
}

fields! {
    /// A client that leaves, or that is sent away, at a given time.
    pub struct Leave {
        /// When.
        at_us: u64 [0, UNTIL_US_MAX],
        /// ID of its connection.
        connection: ConnectionId [0, CONNECTION_ID_MAX],
        /// How.
        by: Leaving = Leaving::Close,
    }
}

/// The pause between two statements of a transaction.
pub type Pause = Span;
