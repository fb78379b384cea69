//! The types of a diagnosis.

use serde::Serialize;

use super::cause::{Cause, Like};
use crate::capture::LineNumber;
use crate::states::Wait;

/// A sentence of the catalogue (`diagnose_...`) with its parameters: only names of variables, columns and
/// numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Sentence {
    /// Its key.
    pub key: &'static str,
    /// Its parameters, as text.
    pub params: Vec<(&'static str, String)>,
}

/// What is to blame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Guilty {
    /// The pool.
    Pool,
    /// The statements themselves.
    Statements,
    /// Nothing is wrong.
    Nothing,
}

/// The place of a fact in the paste.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Evidence {
    /// The table: `THREAD_POOL_GROUPS`.
    pub table: &'static str,
    /// Which row: `group 0`, `connection 7`.
    pub row: Option<Sentence>,
    /// The column or variable: `HAS_LISTENER`.
    pub column: String,
    /// Its value, or for a difference between two looks `+27`.
    pub value: String,
    /// Its line.
    pub line: LineNumber,
    /// Its look, from 0.
    pub look: Option<u32>,
}

/// A trouble.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Trouble {
    /// Groups in trouble.
    pub groups: Vec<u32>,
    /// Its cause.
    pub cause: Cause,
    /// What most of those on its threads wait for.
    pub wait: Option<Wait>,
    /// Connections with a statement that was sent and not started, or that nobody reads: queued ones, and
    /// sleeping ones in a group where nobody listens.
    pub stuck_connections: Vec<u64>,
    /// Those of them that are certainly stuck; no column shows whether the others have sent a request.
    pub surely_stuck: Vec<u64>,
    /// Queued logins, which have no ID.
    pub pending_logins: u32,
    /// Connections that hold what the others wait for.
    pub blocking_connections: Vec<u64>,
    /// The verdict.
    pub says: Sentence,
    /// Its evidence: each fact is a sentence with its columns.
    pub evidence: Vec<Fact>,
    /// Probability, 0 to 1.
    pub sure: f64,
    /// What would contradict it.
    pub against: Sentence,
}

/// A fact that columns show.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Fact {
    /// The sentence.
    pub says: Sentence,
    /// Its columns.
    pub from: Vec<Evidence>,
}

/// A question whose answer would help.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Question {
    /// Why.
    pub why: Sentence,
    /// The statement to run.
    pub sql: String,
}

/// The basis of the answer about a remedy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// It was tried on a server with the same cause and the same wait: one of our captures.
    Measured,
    /// The rules of the pool and of the lock.
    ByRule,
}

impl Basis {
    /// The key of its words; `None` means that it is not known.
    pub fn words(rests: Option<Basis>) -> &'static str {
        match rests {
            Some(Basis::Measured) => "diagnose_rests_measured",
            Some(Basis::ByRule) => "diagnose_rests_by_rule",
            None => "diagnose_rests_not_known",
        }
    }
}

/// An action against the trouble.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Remedy {
    /// SQL, or what to do on the client's side.
    #[serde(rename = "do")]
    pub action: String,
    /// Whether it helps the stuck connections; `None`: not known.
    pub helps: Option<bool>,
    /// The basis for that; `None` if it is not known.
    pub rests: Option<Basis>,
    /// The sentence.
    pub says: Sentence,
    /// Its cost.
    pub cost: Sentence,
    /// Lines for the configuration, to make it permanent.
    pub configuration: Vec<String>,
}

/// The whole diagnosis of a capture.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Diagnosis {
    /// `mariadb`, `percona`, `oracle`, `mysql`, or another maker's; for unpublished rules those of the nearest model.
    pub server: Server,
    /// `None`: the paste does not show it, or all connections are in use.
    pub guilty: Option<Guilty>,
    /// What is to blame, as a sentence.
    pub says: Sentence,
    /// Worst first.
    pub troubles: Vec<Trouble>,
    /// Facts beside the troubles: groups that are well, what the log says, why an alarming number is
    /// harmless.
    pub facts: Vec<Fact>,
    /// What cannot be known from the paste.
    pub unknown: Vec<Sentence>,
    /// What to ask next.
    pub ask: Vec<Question>,
    /// The remedies, judged.
    pub remedies: Vec<Remedy>,
    /// Similar lesson step (`one-lane-is-stuck/deaf`) and scenario.
    pub like: Option<Like>,
}

impl Diagnosis {
    /// Whether nothing is wrong, or nothing was found: a pool that is off is no trouble to a monitor.
    pub fn is_well(&self) -> bool {
        let troubled = |trouble: &Trouble| trouble.cause != Cause::PoolOff;
        self.guilty == Some(Guilty::Nothing) || !self.troubles.iter().any(troubled)
    }

    /// Whether something is to blame, or max_connections is reached.
    pub(super) fn is_conclusive(&self) -> bool {
        let worst = self.troubles.first();
        self.guilty.is_some() || worst.is_some_and(|worst| worst.cause == Cause::TooManyConnections)
    }
}

/// The server that printed it.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Server {
    /// Its family.
    pub family: Option<&'static str>,
    /// Its version as printed.
    pub version: Option<String>,
    /// The engine's rules in use.
    pub rules: Option<&'static str>,
    /// The sign that it was recognised by, or why the rules are only the nearest.
    pub known_by: Option<Sentence>,
}
