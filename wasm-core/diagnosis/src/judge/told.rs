//! What is said of a capture.

use serde::Serialize;

use super::cause::{Cause, Like};
use crate::capture::Line;
use crate::states::Wait;

/// A sentence of the catalogue (`diagnose_...`) and what is filled in. Names of variables, columns and numbers only.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Sentence {
    /// Its key.
    pub key: &'static str,
    /// Its parameters, as text.
    pub params: Vec<(&'static str, String)>,
}

/// Who is to blame.
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

/// Where a fact stands in the paste.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Evidence {
    /// The table: `THREAD_POOL_GROUPS`.
    pub table: &'static str,
    /// Which row: `group 0`, `connection 7`.
    pub row: Option<Sentence>,
    /// The column or variable: `HAS_LISTENER`.
    pub column: String,
    /// Its value, or (of a difference between two looks) `+27`.
    pub value: String,
    /// Its line.
    pub line: Line,
    /// Of which look, from 0.
    pub look: Option<u32>,
}

/// One thing that is wrong.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Trouble {
    /// Groups in trouble.
    pub groups: Vec<u32>,
    /// What it is.
    pub cause: Cause,
    /// What most of those on its threads wait for.
    pub wait: Option<Wait>,
    /// Connections whose statement was sent and is not begun, or that nobody reads: queued ones, and those asleep in a
    /// group where nobody listens.
    pub stuck_connections: Vec<u64>,
    /// Those of them of which it is sure; of the others no column tells whether they asked.
    pub surely_stuck: Vec<u64>,
    /// Queued logins: they have no id.
    pub pending_logins: u32,
    /// Connections that hold what the others need.
    pub blocking_connections: Vec<u64>,
    /// The verdict.
    pub says: Sentence,
    /// What it rests on, each fact a sentence with its columns.
    pub evidence: Vec<Fact>,
    /// 0 to 1.
    pub sure: f64,
    /// What would contradict it.
    pub against: Sentence,
}

/// Something that the columns say.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Fact {
    /// In words.
    pub says: Sentence,
    /// The columns.
    pub from: Vec<Evidence>,
}

/// A question that would tell more.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Ask {
    /// Why.
    pub why: Sentence,
    /// The statement to run.
    pub sql: String,
}

/// What the answer to a remedy rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Rests {
    /// It was tried on a server with the same cause, whose threads waited for the same: a capture of ours.
    Measured,
    /// The engine went on from this capture, with what it assumes.
    RunAhead,
    /// The rules of the pool and of the lock.
    ByRule,
}

impl Rests {
    /// Its words; of `None`, that it is not known.
    pub fn words(rests: Option<Rests>) -> &'static str {
        match rests {
            Some(Rests::Measured) => "diagnose_rests_measured",
            Some(Rests::RunAhead) => "diagnose_rests_run_ahead",
            Some(Rests::ByRule) => "diagnose_rests_by_rule",
            None => "diagnose_rests_not_known",
        }
    }
}

/// What is done about it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Remedy {
    /// SQL, or what to do on the client's side.
    #[serde(rename = "do")]
    pub action: String,
    /// Whether it helps those who are stuck; `None`: not known.
    pub helps: Option<bool>,
    /// What that rests on; `None`: nothing, it is not known.
    pub rests: Option<Rests>,
    /// What a run ahead takes for granted.
    pub assumes: Option<Sentence>,
    /// Least and greatest time until the last of the stuck was answered, over the futures tried.
    pub answer_ms: Option<[f64; 2]>,
    /// Futures tried; 0 where it was not run ahead.
    pub futures: u32,
    /// In how many of them all who are stuck were answered.
    pub answered: u32,
    /// In words.
    pub says: Sentence,
    /// What it costs.
    pub cost: Sentence,
    /// Lines for the configuration afterwards, if it should stay.
    pub configuration: Vec<String>,
}

/// All that is said of a capture.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Diagnosis {
    /// `mariadb`, `percona`, `oracle`, `mysql`; with rules that are unpublished the nearest model's.
    pub server: Server,
    /// `None`: what was pasted does not tell, or all connections are taken.
    pub guilty: Option<Guilty>,
    /// Who is to blame, in words.
    pub says: Sentence,
    /// Worst first.
    pub troubles: Vec<Trouble>,
    /// Facts worth saying beside the troubles: groups that are well, what the log says, why a scary number is harmless.
    pub facts: Vec<Fact>,
    /// What cannot be known from it.
    pub unknown: Vec<Sentence>,
    /// What to ask next.
    pub ask: Vec<Ask>,
    /// What was tried.
    pub remedies: Vec<Remedy>,
    /// Step of a lesson (`one-lane-is-stuck/deaf`) and scenario that are like it.
    pub like: Option<Like>,
}

impl Diagnosis {
    /// Somebody is to blame, or max_connections alone.
    pub(super) fn told(&self) -> bool {
        let worst = self.troubles.first();
        self.guilty.is_some() || worst.is_some_and(|worst| worst.cause == Cause::TooManyConnections)
    }
}

/// Which server printed it.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Server {
    /// Its family.
    pub family: Option<&'static str>,
    /// As it says it.
    pub version: Option<String>,
    /// Rules of the engine that are used.
    pub rules: Option<&'static str>,
    /// What gave it away, or why the rules are only the nearest.
    pub known_by: Option<Sentence>,
}
