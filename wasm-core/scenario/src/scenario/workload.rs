//! What the clients do: single requests, loops and crowds; statements and their steps.

use serde::Serialize;

use super::arrivals::Arrivals;
use super::span::Span;
use crate::ids::ConnectionId;
use crate::json::Value;

pub use crate::reason::WaitKind as WaitKindName;

/// Where a connection comes in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Port {
    /// The port that everybody uses.
    #[default]
    Main,
    /// `extra_port`: one thread per connection, past the pool.
    Extra,
    /// Percona's `admin_port`: in the pool, past `thread_pool_max_threads`.
    Admin,
}

/// A connection that needs more than an id.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct Connection {
    /// The id that SHOW PROCESSLIST prints; decides the group.
    pub id: ConnectionId,
    /// Its transaction is active from the start.
    pub in_transaction: bool,
    /// It holds table, metadata or user-level locks from the start.
    pub holds_locks: bool,
    /// Not connected yet: it logs in when its first request is due.
    pub new: bool,
    /// Where it comes in.
    pub port: Port,
    /// Its data is buffered before the socket (TLS, compression): a request that came while the
    /// connection was busy is served without going through the poll.
    pub buffered: bool,
    /// How fast its client reads results; at once unless told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bandwidth_kb_per_s: Option<u64>,
}

/// One request at a given time.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Id of its connection.
    pub connection: ConnectionId,
    /// When the client sends it.
    pub at_us: u64,
    /// Its name in the log.
    #[serde(default)]
    pub name: String,
    /// What it does.
    pub steps: Vec<Step>,
    /// From the end of this request on, the connection holds (or no longer holds) locks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holds_locks: Option<bool>,
}

/// A closed loop on one connection.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Loop {
    /// Id of its connection.
    pub connection: ConnectionId,
    /// When the first statement is sent.
    pub at_us: u64,
    /// From the end of a statement to the next.
    pub think_us: u64,
    /// Send the one statement given this many times.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// The statements in order.
    pub statements: Vec<Statement>,
}

/// A crowd of clients that behave alike.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Clients {
    /// What they are called.
    #[serde(default)]
    pub name: String,
    /// How many connections.
    pub count: u32,
    /// Id of the first connection; the others follow. Without it: after the highest id so far.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_connection: Option<ConnectionId>,
    /// From one id to the next; 1 unless told. The number of groups puts all of them into one group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub connection_step: Option<u32>,
    /// Each logs in before its first request.
    #[serde(default)]
    pub new: bool,
    /// Where they come in.
    #[serde(default)]
    pub port: Port,
    /// Each of its connections has a transaction open from the start.
    #[serde(default)]
    pub in_transaction: bool,
    /// How fast each of them reads results; at once unless told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bandwidth_kb_per_s: Option<u64>,
    /// When they ask.
    pub arrivals: Arrivals,
    /// What they ask: one of these at random by weight, or in order.
    pub statements: Vec<Statement>,
    /// Each client sends the statements in order instead of at random.
    #[serde(default)]
    pub in_order: bool,
}

impl Clients {
    /// From one connection's id to the next.
    pub fn step(&self) -> u64 {
        u64::from(self.connection_step.unwrap_or(1).max(1))
    }

    /// The id after the last one, if the first is `first`.
    pub fn end(&self, first: ConnectionId) -> ConnectionId {
        let last = u64::from(self.count.max(1) - 1).saturating_mul(self.step());
        first.after(last).after(1)
    }
}

/// A class of statements.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// Its name in the log.
    #[serde(default)]
    pub name: String,
    /// How often it is drawn, relative to the others; 1 unless told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<u32>,
    /// What it does.
    pub steps: Vec<Step>,
    /// From its end on, the connection holds (or no longer holds) locks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holds_locks: Option<bool>,
}

/// One step of a statement: exactly one of the fields, but for `kind`, which goes with `wait_us` and `lock`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct Step {
    /// Uses this much CPU on its thread.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_us: Option<Span>,
    /// Waits this long in a wait that the server reports to the pool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait_us: Option<Span>,
    /// What the wait is reported as; `sleep` unless told (`row_lock` for a lock).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<WaitKindName>,
    /// Waits this long on the network (a slow client); reported as NET.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub net_us: Option<Span>,
    /// Waits this long for an asynchronous commit: MariaDB from 10.6 frees the thread meanwhile;
    /// other servers hold it, unreported.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub async_us: Option<Span>,
    /// Occupies its thread this long without CPU and without telling the pool (a mutex, a page fault).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unreported_us: Option<Span>,
    /// Takes a named exclusive lock, first come first served.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lock: Option<String>,
    /// Releases it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unlock: Option<String>,
    /// The session's transaction becomes active (an engine is registered; BEGIN alone does not do that).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub begin: Option<bool>,
    /// The transaction ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<bool>,
    /// Visits the machine's hot latch: waits for it without telling the pool, holds it, hands it on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latch: Option<bool>,
    /// Takes an exclusive lock on a row drawn at random; kept until the transaction ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row_lock: Option<RowLock>,
    /// Sends a result of so many kilobytes. What neither the client has read nor the socket buffers holds
    /// the thread; reported as NET.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result_kb: Option<u64>,
}

/// A row of a table of which some rows are hot. All steps of a run draw from the same table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct RowLock {
    /// Rows of the table.
    pub rows: u32,
    /// How many of them are hot.
    #[serde(default)]
    pub hot_rows: u32,
    /// Share of the accesses that go to the hot ones, 0 to 1.
    #[serde(default)]
    pub hot_share: f64,
    /// What the wait is reported as; `row_lock` unless told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<WaitKindName>,
}

/// `SET GLOBAL` at a given time.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// When.
    pub at_us: u64,
    /// The variable, by its own name.
    pub variable: String,
    /// Its new value.
    #[cfg_attr(feature = "schema", ts(type = "number | string | boolean"))]
    #[cfg_attr(feature = "schema", schemars(with = "serde_json::Value"))]
    pub value: Value,
}
