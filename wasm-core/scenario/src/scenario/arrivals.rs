//! When a crowd of clients sends its requests.

use serde::Serialize;

use super::span::Span;

/// When a crowd of clients sends its requests.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Arrivals {
    /// Every client sends one request at the same instant: one poll batch.
    Batch {
        /// When.
        at_us: u64,
    },
    /// Every client sends one request, one client after the other.
    Spread {
        /// When the first is sent.
        at_us: u64,
        /// Time between two clients.
        gap_us: u64,
    },
    /// An open stream: requests come whether or not earlier ones are done, each on the connection
    /// that has been free longest. Exponential gaps make it a Poisson stream.
    Open {
        /// Time between two requests.
        between: Span,
        /// When the stream starts.
        #[serde(default)]
        from_us: u64,
        /// How many requests in all; without it the stream never ends.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        count: Option<u64>,
    },
    /// A closed loop: each client thinks, asks, waits for the answer, thinks.
    Closed {
        /// Time between an answer and the next request.
        think: Span,
        /// When the clients start.
        #[serde(default)]
        from_us: u64,
        /// True: the first request comes at once; false: the clients start by thinking.
        #[serde(default)]
        ask_first: bool,
        /// How many requests each client sends; without it the loop never ends.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        count: Option<u64>,
    },
    /// All clients send one request together, again and again.
    Bursts {
        /// Time between two bursts.
        every: Span,
        /// When the first burst comes.
        #[serde(default)]
        from_us: u64,
        /// Requests in a burst; without it one from each client.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        size: Option<u32>,
        /// How many bursts; without it they never end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        count: Option<u64>,
    },
}
