//! Short forms for writing table rows: anything that follows from another part is not repeated.

use super::{Variable, VariableKind};
use crate::scenario::scheduler_name::SchedulerName;

pub(super) const U32: u64 = 4_294_967_295;

pub(super) const OFF: VariableKind = VariableKind::Switch { default: false };

pub(super) const fn number(min: u64, max: u64, default: u64) -> VariableKind {
    VariableKind::Number {
        min,
        max,
        default: Some(default),
    }
}

/// A number whose default depends on the machine or is "not set".
pub(super) const fn unset(min: u64, max: u64) -> VariableKind {
    VariableKind::Number {
        min,
        max,
        default: None,
    }
}

/// The versions of a server that share the same rows.
#[derive(Clone, Copy)]
pub(super) struct Release {
    scheduler: SchedulerName,
    versions: &'static [&'static str],
}

pub(super) const fn release(
    scheduler: SchedulerName,
    versions: &'static [&'static str],
) -> Release {
    Release {
        scheduler,
        versions,
    }
}

impl Release {
    /// A variable that SET GLOBAL can change at run time, like most.
    pub const fn has(
        self,
        field: &'static str,
        kind: VariableKind,
        help: &'static str,
    ) -> Variable {
        #[cfg(not(feature = "schema"))]
        let _ = help;
        let unit = unit(field);
        Variable {
            name: server_name(field, unit),
            field,
            // The unit that readers see behind the number.
            unit: if matches!(unit.as_bytes(), b"10ms") {
                "× 10 ms"
            } else {
                unit
            },
            scheduler: self.scheduler,
            versions: self.versions,
            kind,
            dynamic: true,
            #[cfg(feature = "schema")]
            help,
            #[cfg(feature = "schema")]
            since: None,
        }
    }
}

impl Variable {
    /// Set when the server starts, and never later.
    pub(super) const fn read_only(mut self) -> Variable {
        self.dynamic = false;
        self
    }

    /// The first release that has it, if it is newer than the pool.
    #[cfg_attr(not(feature = "schema"), expect(unused_mut))]
    pub(super) const fn since(mut self, release: &'static str) -> Variable {
        #[cfg(feature = "schema")]
        {
            self.since = Some(release);
        }
        #[cfg(not(feature = "schema"))]
        let _ = release;
        self
    }
}

const UNITS: [&str; 4] = ["s", "ms", "us", "10ms"];

pub(super) const fn unit(field: &str) -> &'static str {
    let mut i = 0;
    while i < UNITS.len() {
        if ends_with(field, UNITS[i]) {
            return UNITS[i];
        }
        i += 1;
    }
    ""
}

const fn ends_with(field: &str, unit: &str) -> bool {
    if field.len() <= unit.len() {
        return false;
    }
    let (name, end) = field.split_at(field.len() - unit.len());
    equal(end, unit) && name.as_bytes()[name.len() - 1] == b'_'
}

pub(super) const fn equal(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

// The server's own name: without the unit.
const fn server_name(field: &'static str, unit: &str) -> &'static str {
    if unit.is_empty() {
        return field;
    }
    let (name, _) = field.split_at(field.len() - unit.len() - 1);
    name
}

pub(super) const fn count(lists: &[&[Variable]]) -> usize {
    let (mut all, mut i) = (0, 0);
    while i < lists.len() {
        all += lists[i].len();
        i += 1;
    }
    all
}

/// Concatenates the lists; `N` is their [`count`].
pub(super) const fn joined<const N: usize>(lists: &[&[Variable]]) -> [Variable; N] {
    let mut all = [lists[0][0]; N];
    let (mut to, mut i) = (0, 0);
    while i < lists.len() {
        let mut from = 0;
        while from < lists[i].len() {
            all[to] = lists[i][from];
            to += 1;
            from += 1;
        }
        i += 1;
    }
    all
}
