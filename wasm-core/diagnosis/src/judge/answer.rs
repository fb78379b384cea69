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

/// What a paste allows to say about the server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Something is wrong; a part of a paste is enough to see it.
    Wrong,
    /// Nothing is wrong, and everything that would show it was seen.
    Fine,
    /// Anything else.
    #[default]
    CannotTell,
    /// No block was recognised.
    Unreadable,
}

impl Level {
    /// The exit status of the command.
    pub fn status(self) -> u8 {
        match self {
            Level::Fine => 0,
            Level::Wrong => 1,
            Level::Unreadable => 2,
            Level::CannotTell => 3,
        }
    }
}

/// How well something is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Known {
    /// One of several that it may be.
    Possible,
    /// Nothing else that is shown fits.
    Probable,
    /// A table says so.
    Certain,
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

/// A fact that columns show.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Fact {
    /// The sentence.
    pub says: Sentence,
    /// Its columns.
    pub from: Vec<Evidence>,
}

/// What others wait for and what waits for nothing itself.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Root {
    /// The connection; `None`: a transaction without one, a resource, or a holder that is not shown.
    pub id: Option<u64>,
    /// How well it is known that it is the one.
    pub known: Known,
    /// Who it is and what it does.
    pub says: Sentence,
}

/// One waits for another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Edge {
    /// The connection that waits.
    pub from: u64,
    /// The connection that it waits for; `None`: see the roots that have no connection.
    pub to: Option<u64>,
    /// For what.
    pub wait: Wait,
    /// How well it is known.
    pub known: Known,
}

/// A trouble: those who wait, what they wait for, and what would help.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Trouble {
    /// Groups that it is about.
    pub groups: Vec<u32>,
    /// A headline.
    pub cause: Cause,
    /// What most of them wait for.
    pub wait: Option<Wait>,
    /// What is wrong.
    pub says: Sentence,
    /// Who or what holds the others up.
    pub roots: Vec<Root>,
    /// Connections that certainly wait.
    pub waiters: Vec<u64>,
    /// Connections that look idle and may have sent something that nobody has read.
    pub unread: Vec<u64>,
    /// Queued logins, which have no ID.
    pub logins: u32,
    /// Who waits for whom, without the order among those who wait for the same.
    pub edges: Vec<Edge>,
    /// The evidence: each fact is a sentence with its columns.
    pub evidence: Vec<Fact>,
    /// What would contradict it.
    pub against: Sentence,
    /// What helps, what depends on something, and what does not help although it is tempting.
    pub remedies: Vec<Remedy>,
}

/// A statement that would show more.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Question {
    /// Why.
    pub why: Sentence,
    /// The statement to run.
    pub sql: String,
}

/// Something that no paste shows, and what follows from each answer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Doubt {
    /// `ends`, `sent`, `same`, `holder`, `inside`, `several`, `pool`, `again` or `prepared`.
    pub about: &'static str,
    /// The question.
    pub asks: Sentence,
    /// Each answer, and whether the remedy then helps.
    pub answers: Vec<Answer>,
}

/// An answer to such a question.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Answer {
    /// `yes`, `no`, or the id of a connection.
    pub answer: String,
    /// Whether the remedy helps then, with `ends` too; `None`: that depends on more.
    pub helps: Option<bool>,
    /// It helps then if those that get the lock soon let it go again, and only then.
    pub ends: bool,
    /// The same as a sentence.
    pub says: Sentence,
}

/// An action against a trouble.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Remedy {
    /// SQL, or what to do elsewhere.
    #[serde(rename = "do")]
    pub action: String,
    /// Whether it helps those who wait; `None`: it depends, or is not known.
    pub helps: Option<bool>,
    /// Whether it helps all of them.
    pub all: bool,
    /// Whom it helps whatever is not shown.
    pub who: Vec<u64>,
    /// Who loses a statement or the connection.
    pub lost: Vec<u64>,
    /// What it depends on.
    #[serde(rename = "if")]
    pub doubt: Option<Doubt>,
    /// What would have to be shown.
    pub needs: Vec<Sentence>,
    /// Where the same was tried on a server in the same trouble.
    pub cites: Option<Sentence>,
    /// What it does.
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
    /// What the paste allows to say.
    pub level: Level,
    /// The same as a sentence.
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
    /// Similar lesson step (`one-lane-is-stuck/deaf`) and scenario.
    pub like: Option<Like>,
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
