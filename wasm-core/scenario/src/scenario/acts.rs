//! What a hand does while the run goes. A live run's log is a list of these, and a scenario may have one.

use super::fields::fields;
use super::micros::Micros;
use super::read::Fields;
use super::span::Span;
use crate::json::Value;

/// Most acts of one run.
pub const ACTS_MAX: u64 = 1_000;
/// Most requests that one act sends.
const POUR_MAX: u64 = 1_000;

fields! {
    /// What a hand does at a time: exactly one of the fields besides `at_us`. It happens after everything else of
    /// its moment; acts of the same moment happen in their order.
    pub struct Act held to one_deed {
        /// When.
        at_us: Micros = Micros::default(),
        /// Sends requests of a crowd whose arrivals are `open` or `bursts`.
        pour: Option<Pour>,
        /// KILL QUERY of the statement on a thread: the nth of the living threads in the order of their IDs, from 0.
        /// Without a statement there is nothing to kill.
        kill_query: Option<u32>,
        /// The statement on a thread sleeps for so much longer.
        hold: Option<Hold>,
        /// `SET GLOBAL` of a variable that it can change.
        set: Option<SetGlobal>,
        /// Sets the time between a crowd's requests (`open`), or its clients' pauses (`closed`).
        between: Option<Between>,
        /// Sets the duration of a step of a crowd's statement.
        work: Option<Work>,
        /// Takes a named lock of the scenario, as soon as it is free and before those who wait for it.
        lock: Option<String>,
        /// Releases it.
        unlock: Option<String>,
        /// True: the pool reads its sockets, as always. False: nobody reads them until it is opened again.
        door_open: Option<bool>,
        /// The machine's latch stalls for this long.
        stall_us: Option<Micros>,
    }
}

fields! {
    /// Requests at once.
    pub struct Pour {
        /// The crowd, by its place in `clients`, from 0.
        client: u32,
        /// How many.
        count: u32 [1, POUR_MAX] = 1,
    }
}

fields! {
    /// A longer sleep.
    pub struct Hold {
        /// The nth of the living threads in the order of their IDs, from 0.
        thread: u32,
        /// For how long.
        for_us: Micros,
        /// If the thread has no statement, this crowd sends one request instead.
        client: Option<u32>,
    }
}

fields! {
    /// A variable and its new value.
    pub struct SetGlobal {
        /// The variable, by its own name.
        variable: String,
        /// Its new value.
        #[cfg_attr(feature = "schema", ts(type = "number | string | boolean"))]
        #[cfg_attr(feature = "schema", schemars(with = "serde_json::Value"))]
        value: Value,
    }
}

fields! {
    /// Another time between requests.
    pub struct Between {
        /// The crowd, by its place in `clients`, from 0.
        client: u32,
        /// The time.
        span_us: Span,
    }
}

fields! {
    /// Another duration of a step.
    pub struct Work {
        /// The crowd, by its place in `clients`, from 0.
        client: u32,
        /// The statement, by its place in the crowd's `statements`, from 0.
        statement: u32 = 0,
        /// The step, by its place in the statement's `steps`, from 0: one that has a duration.
        step: u32 = 0,
        /// The duration.
        span_us: Span,
    }
}

fn one_deed(act: &Act, f: &Fields<'_>) {
    let deeds = Act::FIELDS.iter().filter(|name| **name != "at_us");
    let given = deeds.clone().filter(|name| f.get(name).is_some()).count();
    if given != 1 {
        let deeds = deeds.copied().collect::<Vec<_>>().join(", ");
        let value = format_args!("an act with {given} deeds");
        f.refuse("", value, format_args!("exactly one of {deeds}"));
    }
    if act.stall_us == Some(Micros::default()) {
        f.refuse("stall_us", 0, "more than 0");
    }
}
