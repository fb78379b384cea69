//! Who may hold another up although no table shows it: what statements want, each kind of them once.

use super::statement::{is_ddl, is_locking, is_verb, shares, wants_several, writes};
use crate::order::Map;
use crate::states::Wait;

/// Waits in which another may come between.
const WITH_RIVALS: [Wait; 4] = [Wait::User, Wait::Row, Wait::Metadata, Wait::Global];

/// What one statement wants, as far as it matters to another.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Want {
    is_ddl: bool,
    locks: bool,
    /// It may want more than the row at which it waits.
    more: bool,
    /// Numbers of the tables that it names; of none, it may use any.
    tables: Vec<u64>,
    waits: Vec<Waiting>,
}

/// A wait of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Waiting {
    pub wait: Wait,
    pub is_certain: bool,
    /// The node for which it waits.
    pub to: usize,
}

/// What all nodes want.
#[derive(Debug, Default)]
pub(super) struct Wants {
    kinds: Vec<Want>,
    numbers: Map<Want, usize>,
    /// By node.
    of: Vec<usize>,
}

impl Wants {
    /// Adds the next node, by its statement, the tables of that, and its waits.
    pub fn add(&mut self, info: &str, tables: &[u64], waits: impl Iterator<Item = Waiting>) {
        let want = want(info, tables, waits);
        let next = self.kinds.len();
        let kind = self.numbers.get(&want).copied().unwrap_or(next);
        if kind == next {
            self.kinds.push(want.clone());
            self.numbers.insert(want, kind);
        }
        self.of.push(kind);
    }

    /// The kind of what a node wants.
    pub fn kind(&self, at: usize) -> usize {
        self.of.get(at).copied().unwrap_or(0)
    }

    /// Whether one that gets what it waits for, and keeps it, may hold another up that no table shows behind it, by the kinds
    /// of what they want: where there is an order, InnoDB prints it. In a gap there is none, and yet two may insert the same
    /// key; and who wants several rows may meet another at the next.
    pub fn rivals(&self, one: usize, other: usize) -> bool {
        self.meet(one, other, false)
    }

    /// Whether another with the very same wish is held up.
    pub fn rivals_its_like(&self, at: usize) -> bool {
        self.meet(self.kind(at), self.kind(at), true)
    }

    fn meet(&self, one: usize, other: usize, same: bool) -> bool {
        let (Some(one), Some(other)) = (self.kinds.get(one), self.kinds.get(other)) else {
            return false;
        };
        let alone = one.is_ddl || other.is_ddl || one.locks && other.locks;
        let shares = shares(&one.tables, &other.tables);
        let meet = |link: &Waiting, that: &Waiting| {
            let wait = link.wait;
            let meets = !that.is_certain || one.more || other.more;
            wait == that.wait
                && (wait == Wait::User && link.to == that.to
                    || wait == Wait::Row && (same || meets && shares)
                    || matches!(wait, Wait::Metadata | Wait::Global) && alone && shares)
        };
        let mut links = one.waits.iter();
        links.any(|link| other.waits.iter().any(|that| meet(link, that)))
    }
}

fn want(info: &str, tables: &[u64], waits: impl Iterator<Item = Waiting>) -> Want {
    let waits: Vec<Waiting> = waits
        .filter(|one| WITH_RIVALS.contains(&one.wait))
        // Only those in the same line for a name meet.
        .map(|one| Waiting {
            to: if one.wait == Wait::User { one.to } else { 0 },
            ..one
        })
        .collect();
    if waits.is_empty() {
        return Want::default();
    }
    Want {
        is_ddl: is_ddl(info),
        locks: writes(info) || is_locking(info),
        more: is_verb(info, "INSERT REPLACE LOAD") || wants_several(info),
        tables: tables.to_vec(),
        waits,
    }
}
