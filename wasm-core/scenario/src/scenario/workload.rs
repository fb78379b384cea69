//! The work of the clients: single requests, loops and crowds; statements and their steps.

use super::arrivals::Arrivals;
use super::fields::{fields, words};
use super::limits::{CONNECTION_ID_MAX, CONNECTION_STEP_MAX, CONNECTIONS_MAX, UNTIL_US_MAX};
use super::patience::{Patience, Pause, Reuse};
use super::read::Fields;
use super::span::Span;
use crate::ids::ConnectionId;
use crate::json::Value;

pub use crate::reason::WaitKind as WaitKindName;

const KB_MAX: u64 = 1_000_000_000;
const STATEMENTS_MAX: u64 = 10_000;
const STEPS_MAX: u64 = 1_000;
pub(super) const NEEDS_LATCH: &str = "a machine that has a latch: machine.latch";

words! {
    /// The port through which a connection comes.
    pub enum Port {
        /// The normal port.
        Main = "main",
        /// `extra_port`: one thread per connection, outside the pool.
        Extra = "extra",
        /// Percona's `admin_port`: in the pool, beyond `thread_pool_max_threads`.
        Admin = "admin",
    }
}

fields! {
    /// A connection that needs more than an ID.
    pub struct Connection {
        /// The ID that SHOW PROCESSLIST prints; determines the group.
        id: ConnectionId [0, CONNECTION_ID_MAX],
        /// Its transaction is active from the start.
        in_transaction: bool = false,
        /// It holds table, metadata or user-level locks from the start.
        holds_locks: bool = false,
        /// Not connected yet: it logs in when its first request is due.
        new: bool = false,
        /// The port that it uses.
        port: Port = Port::Main,
        /// Its data is buffered before the socket (TLS, compression): a request that arrived while the
        /// connection was busy is served without the poll.
        buffered: bool = false,
        /// How fast its client reads results; by default at once.
        bandwidth_kb_per_s: Option<u64> [1, KB_MAX],
    }
}

fields! {
    /// One request at a given time.
    pub struct Request {
        /// ID of its connection.
        connection: ConnectionId [0, CONNECTION_ID_MAX],
        /// When the client sends it.
        at_us: u64 [0, UNTIL_US_MAX],
        /// Its name in the log.
        name: String = String::new(),
        /// What it does.
        steps: Vec<Step> [0, STEPS_MAX],
        /// From the end of this request on, the connection holds (or no longer holds) locks.
        holds_locks: Option<bool>,
    }
}

fields! {
    /// A closed loop on one connection.
    pub struct Loop held to one_statement_is_counted {
        /// ID of its connection.
        connection: ConnectionId [0, CONNECTION_ID_MAX],
        /// When the first statement is sent.
        at_us: u64 [0, UNTIL_US_MAX],
        /// From the end of a statement to the next.
        think_us: u64 [0, UNTIL_US_MAX],
        /// Send the one given statement this many times.
        count: Option<u32>,
        /// The statements in order.
        statements: Vec<Statement> [1, STATEMENTS_MAX],
    }
}

fn one_statement_is_counted(l: &Loop, f: &Fields<'_>) {
    if let Some(count) = l.count
        && l.statements.len() != 1
    {
        f.refuse("count", count, "count goes with exactly one statement");
    }
    weights(&l.statements, f);
}

fields! {
    /// A crowd of clients that behave alike.
    pub struct Clients held to weights_of_a_crowd {
        /// Name of the crowd.
        name: String = String::new(),
        /// How many connections.
        count: u32 [1, CONNECTIONS_MAX],
        /// ID of the first connection; the others follow. By default after the highest ID so far.
        first_connection: Option<ConnectionId> [0, CONNECTION_ID_MAX - CONNECTIONS_MAX * CONNECTION_STEP_MAX],
        /// Step from one ID to the next; by default 1. The number of groups puts all of them into one group.
        connection_step: Option<u32> [1, CONNECTION_STEP_MAX],
        /// Each logs in before its first request.
        new: bool = false,
        /// The port that they use.
        port: Port = Port::Main,
        /// Each of its connections has an open transaction from the start.
        in_transaction: bool = false,
        /// How fast each client reads results; by default at once.
        bandwidth_kb_per_s: Option<u64> [1, KB_MAX],
        /// When they send requests.
        arrivals: Arrivals,
        /// What they send: one of these at random by weight, or in order.
        statements: Vec<Statement> [1, STATEMENTS_MAX],
        /// Each client sends the statements in order instead of at random.
        in_order: bool = false,
        /// Clients that give up, and that connect when they need a connection.
        patience: Option<Patience>,
        /// Each arrival of an open stream is a transaction: all statements in order on one connection,
        /// which it keeps, with this pause of the application between two of them.
        pause_us: Option<Pause>,
        /// Which free connection a request of a stream gets; by default the one that has been free longest.
        reuse: Option<Reuse>,
    }
}

fn weights_of_a_crowd(clients: &Clients, f: &Fields<'_>) {
    weights(&clients.statements, f);
    streams_and_patience(clients, f);
}

fn streams_and_patience(clients: &Clients, f: &Fields<'_>) {
    let open = matches!(clients.arrivals, Arrivals::Open { .. });
    if clients.pause_us.is_some() && (!open || clients.patience.is_some()) {
        let allowed = "nothing, or an open stream without patience";
        f.refuse("pause_us", "a time", allowed);
    }
    let streams = open || matches!(clients.arrivals, Arrivals::Bursts { .. });
    if clients.reuse.is_some() && !streams {
        f.refuse("reuse", "a word", "nothing, or a stream: open or bursts");
    }
    if clients.patience.is_some() && clients.port != Port::Main {
        f.refuse("port", "another port", "main, beside patience");
    }
    if clients.patience.is_some() && clients.bandwidth_kb_per_s.is_some() {
        f.refuse("bandwidth_kb_per_s", "a rate", "nothing, beside patience");
    }
}

fn weights(statements: &[Statement], f: &Fields<'_>) {
    let weights = statements.iter().map(|s| u64::from(s.weight.unwrap_or(1)));
    let sum = weights.sum::<u64>();
    if sum > u64::from(u32::MAX) {
        let allowed = "weights that add up to 4294967295 at most";
        f.refuse("statements", sum, allowed);
    }
}

impl Clients {
    /// Step from one connection's ID to the next.
    pub fn step(&self) -> u64 {
        u64::from(self.connection_step.unwrap_or(1).max(1))
    }

    /// The ID after the last one, if the first is `first`.
    pub fn end(&self, first: ConnectionId) -> ConnectionId {
        let last = u64::from(self.count.max(1) - 1).saturating_mul(self.step());
        first.after(last).after(1)
    }
}

fields! {
    /// A class of statements.
    pub struct Statement {
        /// Its name in the log.
        name: String = String::new(),
        /// How often it is drawn, relative to the others; by default 1.
        weight: Option<u32> [1, 1_000_000],
        /// What it does.
        steps: Vec<Step> [0, STEPS_MAX],
        /// From its end on, the connection holds (or no longer holds) locks.
        holds_locks: Option<bool>,
    }
}

fields! {
    /// One step of a statement: exactly one of the fields, except `kind`, which belongs to `wait_us` and
    /// `lock`.
    pub struct Step held to one_action {
        /// Uses this much CPU on its thread.
        cpu_us: Option<Span>,
        /// Waits this long in a wait that the server reports to the pool.
        wait_us: Option<Span>,
        /// The kind that is reported for the wait; by default `sleep` (`row_lock` for a lock).
        kind: Option<WaitKindName>,
        /// Waits this long on the network (a slow client); reported as NET.
        net_us: Option<Span>,
        /// Waits this long for an asynchronous commit: MariaDB from 10.6 on frees the thread meanwhile;
        /// other servers keep it, unreported.
        async_us: Option<Span>,
        /// Occupies its thread this long without CPU and without a report to the pool (a mutex, a page
        /// fault).
        unreported_us: Option<Span>,
        /// Takes a named exclusive lock, first come, first served.
        lock: Option<String>,
        /// Releases it.
        unlock: Option<String>,
        /// The session's transaction becomes active (an engine is registered; BEGIN alone does not do that).
        begin: Option<bool>,
        /// The transaction ends.
        commit: Option<bool>,
        /// Visits the machine's hot latch: waits for it unreported, holds it, hands it over.
        latch: Option<bool>,
        /// Takes an exclusive lock on a row drawn at random, until the transaction ends.
        row_lock: Option<RowLock>,
        /// Sends a result of this many kilobytes. The part that the client has not read and the socket does
        /// not buffer occupies the thread; reported as NET.
        result_kb: Option<u64> [0, KB_MAX],
    }
}

impl Step {
    /// Its duration, if it has one.
    pub fn span(&self) -> Option<&Span> {
        let spans = [
            &self.cpu_us,
            &self.wait_us,
            &self.net_us,
            &self.async_us,
            &self.unreported_us,
        ];
        spans.into_iter().find_map(Option::as_ref)
    }
}

fn one_action(step: &Step, f: &Fields<'_>) {
    let actions = Step::FIELDS.iter().filter(|name| **name != "kind");
    let given = actions.clone().filter(|name| f.get(name).is_some()).count();
    if given != 1 {
        let actions = actions.copied().collect::<Vec<_>>().join(", ");
        let value = format_args!("a step with {given} actions");
        f.refuse("", value, format_args!("exactly one of {actions}"));
    }
    if step.kind.is_some() && step.wait_us.is_none() && step.lock.is_none() {
        f.refuse("kind", "kind", "kind goes with wait_us or lock");
    }
    // A machine that is not an object has already been reported.
    let machine = &f.file()["machine"];
    let is_one = machine.as_object().is_some() || *machine == Value::Null;
    if step.latch.is_some() && is_one && machine["latch"] == Value::Null {
        f.refuse("latch", "latch", NEEDS_LATCH);
    }
}

fields! {
    /// A row of a table in which some rows are hot. All steps of a run draw from the same table.
    pub struct RowLock held to rows_that_are_there {
        /// Rows of the table.
        rows: u32 [1, 1_000_000_000],
        /// How many of them are hot.
        hot_rows: u32 = 0,
        /// Share of accesses that go to the hot ones.
        hot_share: f64 [0.0, 1.0] = 0.0,
        /// The kind that is reported for the wait; by default `row_lock`.
        kind: Option<WaitKindName>,
    }
}

fn rows_that_are_there(lock: &RowLock, f: &Fields<'_>) {
    let (rows, hot, share) = (lock.rows, lock.hot_rows, lock.hot_share);
    if hot > rows {
        f.refuse("hot_rows", hot, format_args!("0 to {rows}"));
    }
    // Rows of a kind that is accessed must exist.
    if share > 0.0 && hot == 0 {
        f.refuse("hot_rows", hot, "1 or more, as hot_share is not 0");
    }
    if share < 1.0 && hot == rows {
        f.refuse("hot_rows", hot, "fewer than rows, as hot_share is not 1");
    }
}

fields! {
    /// `SET GLOBAL` at a given time.
    pub struct Change {
        /// When.
        at_us: u64 [0, UNTIL_US_MAX],
        /// The variable, by its own name.
        variable: String,
        /// Its new value.
        #[cfg_attr(feature = "schema", ts(type = "number | string | boolean"))]
        #[cfg_attr(feature = "schema", schemars(with = "serde_json::Value"))]
        value: Value,
    }
}
