//! When a crowd of clients sends its requests.

use super::fields::choices;
use super::read::Fields;
use super::span::Span;
use super::{CONNECTIONS_MAX, UNTIL_US_MAX};

choices! {
    /// When a crowd of clients sends its requests.
    pub enum Arrivals {
        /// Every client sends one request at the same instant: one poll batch.
        Batch as "batch" {
            /// When.
            at_us: u64 [0, UNTIL_US_MAX],
        },
        /// Every client sends one request, one client after the other.
        Spread as "spread" {
            /// When the first is sent.
            at_us: u64 [0, UNTIL_US_MAX],
            /// Time between two clients.
            gap_us: u64 [0, UNTIL_US_MAX],
        },
        /// An open stream: requests arrive whether or not earlier ones have ended, each on the connection
        /// that has been free longest. Exponential gaps make it a Poisson stream.
        Open as "open" held to time_passes_between {
            /// Time between two requests.
            between: Span,
            /// When the stream starts.
            from_us: u64 [0, UNTIL_US_MAX] = 0,
            /// How many requests in total; without it the stream never ends.
            count: Option<u64>,
        },
        /// A closed loop: each client thinks, sends, waits for the answer, thinks.
        Closed as "closed" held to one_beginning {
            /// Time between an answer and the next request.
            think: Span,
            /// When the clients start.
            from_us: u64 [0, UNTIL_US_MAX] = 0,
            /// True: the first request is sent at once; false: the clients start by thinking.
            ask_first: bool = false,
            /// True: each client begins after a random part of its first pause, as clients of a real server do;
            /// without it they begin together, and a seed changes nothing if no other time is random.
            apart: bool = false,
            /// How many requests each client sends; by default the loop never ends.
            count: Option<u64>,
        },
        /// All clients send one request together, repeatedly.
        Bursts as "bursts" held to time_passes_from_one_to_the_next {
            /// Time between two bursts.
            every: Span,
            /// When the first burst comes.
            from_us: u64 [0, UNTIL_US_MAX] = 0,
            /// Requests in a burst; without it, one from each client.
            size: Option<u32> [1, CONNECTIONS_MAX],
            /// How many bursts; by default they never end.
            count: Option<u64>,
        },
    }
}

fn time_passes_between(open: &Open, f: &Fields<'_>) {
    time_passes("between", &open.between, f);
}

fn time_passes_from_one_to_the_next(bursts: &Bursts, f: &Fields<'_>) {
    time_passes("every", &bursts.every, f);
}

fn one_beginning(closed: &Closed, f: &Fields<'_>) {
    if closed.apart && closed.ask_first {
        f.refuse("apart", true, "one of apart and ask_first");
    }
}

// Without gaps, time would never pass in a stream.
fn time_passes(name: &str, gap: &Span, f: &Fields<'_>) {
    if *gap == Span::default() {
        f.refuse(name, 0, "more than 0 microseconds");
    }
}
