//! A variable's name as a number resolved at compile time, so that schedulers need no lookup at run time and
//! no list of names is kept beside the table.

use super::row::{equal, unit};
use super::table::VARIABLES;
use super::variable::{Variable, VariableKind};
use crate::ids::{NS_PER_MS, NS_PER_S, NS_PER_US};

/// A variable, in any server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Var {
    pub(in crate::scenario) place: usize,
    /// Its unit in nanoseconds; 0 if its values are not times.
    pub(in crate::scenario) unit_ns: u64,
}

/// Names of the variables in scenario files, each once.
pub const FIELDS: &[&str] = FIRST.0.split_at(FIRST.1).0;

const FIRST: ([&str; VARIABLES.len()], usize) = {
    let (mut all, mut count, mut i) = ([""; VARIABLES.len()], 0, 0);
    while i < VARIABLES.len() {
        if find(&all, count, VARIABLES[i].field) == count {
            all[count] = VARIABLES[i].field;
            count += 1;
        }
        i += 1;
    }
    (all, count)
};

const fn find(all: &[&str], count: usize, field: &str) -> usize {
    let mut i = 0;
    while i < count && !equal(all[i], field) {
        i += 1;
    }
    i
}

/// The variable with this name in scenario files. For constants: an unknown name does not compile.
pub const fn var(field: &str) -> Var {
    let place = find(FIELDS, FIELDS.len(), field);
    assert!(place < FIELDS.len(), "a variable of the table");
    Var {
        place,
        unit_ns: unit_ns(field),
    }
}

const fn unit_ns(field: &str) -> u64 {
    match unit(field).as_bytes() {
        b"s" => NS_PER_S,
        b"ms" => NS_PER_MS,
        b"us" => NS_PER_US,
        b"10ms" => 10 * NS_PER_MS,
        _ => 0,
    }
}

// Built by the compiler, so that no names are split when a scenario is read.
const ALL: [Var; FIELDS.len()] = {
    let mut all = [Var {
        place: 0,
        unit_ns: 0,
    }; FIELDS.len()];
    let mut i = 0;
    while i < all.len() {
        all[i] = var(FIELDS[i]);
        i += 1;
    }
    all
};

impl Var {
    /// Every variable, with the kind of its values.
    pub fn all() -> impl Iterator<Item = (Var, VariableKind)> {
        ALL.iter().filter_map(|var| {
            let row = VARIABLES.iter().find(|row| row.field == var.field())?;
            Some((*var, row.kind))
        })
    }

    /// The variable of this name in scenario files.
    pub fn named(field: &str) -> Option<Var> {
        ALL.iter().copied().find(|var| var.field() == field)
    }

    /// Its name in scenario files.
    pub fn field(self) -> &'static str {
        FIELDS.get(self.place).copied().unwrap_or_default()
    }
}

impl Variable {
    /// Whether this row belongs to the variable.
    pub fn is_of(&self, var: Var) -> bool {
        self.field == var.field()
    }
}

#[cfg(test)]
mod tests {
    use super::{FIELDS, VARIABLES, VariableKind, var};

    // Values in the engine are plain numbers, so a variable must have one meaning in every server.
    #[test]
    fn a_name_has_one_kind_and_one_list_of_words() {
        for field in FIELDS {
            assert_eq!(var(field).field(), *field);
            let rows: Vec<_> = VARIABLES.iter().filter(|v| v.field == *field).collect();
            for row in &rows {
                let same = match (row.kind, rows[0].kind) {
                    (
                        VariableKind::Choice { values, .. },
                        VariableKind::Choice { values: first, .. },
                    ) => values == first,
                    (one, first) => std::mem::discriminant(&one) == std::mem::discriminant(&first),
                };
                assert!(same, "{field}");
            }
        }
    }
}
