//! What the text of a statement tells: what it does, to which tables, and whether another is like it.

use crate::order::{Map, tidy};

/// The verb of a statement.
fn verb(info: &str) -> &str {
    info.split_whitespace().next().unwrap_or("")
}

pub(super) fn is_verb(info: &str, verbs: &str) -> bool {
    let word = verb(info).to_ascii_uppercase();
    !word.is_empty() && verbs.split(' ').any(|one| one == word)
}

pub(super) fn is_ddl(info: &str) -> bool {
    is_verb(
        info,
        "ALTER DROP TRUNCATE RENAME OPTIMIZE REPAIR CREATE LOCK",
    )
}

/// What takes the global lock, or the backup's: SET GLOBAL read_only does, too.
pub(super) fn stops_all(info: &str) -> bool {
    let second = info.split_whitespace().nth(1).unwrap_or("");
    is_verb(info, "FLUSH BACKUP") || is_verb(info, "SET") && is_verb(second, "GLOBAL")
}

pub(super) fn writes(info: &str) -> bool {
    is_verb(info, "UPDATE INSERT DELETE REPLACE LOAD COMMIT") || is_ddl(info)
}

/// Whether what reads locks rows.
pub(super) fn is_locking(info: &str) -> bool {
    let lower = info.to_ascii_lowercase();
    ["for update", "share mode", "for share"]
        .iter()
        .any(|words| lower.contains(words))
}

/// Tables that a statement names, without their schemas.
fn tables(info: &str) -> impl Iterator<Item = &str> {
    let mut next = false;
    // CREATE INDEX one ON table, CREATE TRIGGER, DROP INDEX.
    let mut on = is_verb(info, "CREATE DROP");
    let mut value = false;
    info.split([' ', ',', '\n', '\t']).filter_map(move |word| {
        const BEFORE: &str = "from join into update table tables truncate sequence";
        let lower = word.to_ascii_lowercase();
        let first = on && lower == "on";
        on &= !first && !["view", "table", "select", "event"].contains(&lower.as_str());
        // NEXT VALUE FOR a sequence.
        let of_value = value && lower == "for";
        value = lower == "value";
        if first || of_value || BEFORE.split(' ').any(|one| one == lower) {
            next = true;
            return None;
        }
        // FLUSH TABLES WITH READ LOCK names none.
        next &= lower != "with";
        let is_name = next && !["ignore", "if", "not", "exists", ""].contains(&lower.as_str());
        next &= !is_name;
        let name = word.split(['(', ';', ')']).next()?;
        let name = name.rsplit('.').next()?.trim_matches('`');
        (is_name && !name.is_empty()).then_some(name)
    })
}

/// Whether they are one statement with other values.
pub(super) fn is_alike(one: &str, other: &str) -> bool {
    let words = |info: &'_ str| -> Vec<String> {
        let value = |c: char| c.is_ascii_digit() || "'\"?".contains(c);
        let words = info.split([' ', ',', '(', ')', '=', '\n', '\t']);
        let words = words.filter(|word| !word.is_empty() && !word.starts_with(value));
        words.map(str::to_ascii_lowercase).collect()
    };
    let (one, other) = (words(one), words(other));
    one.len() > 1 && one == other
}

/// Whether a statement has a lock that one of another form waits for, and names none of its tables: it runs in a trigger, a
/// function or a procedure, and whoever gets the lock next may run it, too.
pub(super) fn runs_inside(holder: &str, waiter: &str) -> bool {
    let named = |table: &str| tables(holder).any(|own| own.eq_ignore_ascii_case(table));
    let told = |info: &str| info.starts_with(|c: char| c.is_ascii_alphabetic());
    told(holder) && told(waiter) && tables(waiter).next().is_some() && !tables(waiter).any(named)
}

/// Whether a change may lock more than one row: what names none, or a range or a list of values; or its text is not shown.
pub(super) fn wants_several(info: &str) -> bool {
    if is_verb(info, "INSERT REPLACE") {
        return info.to_ascii_uppercase().contains("SELECT");
    }
    let lower = info.to_ascii_lowercase();
    let Some((_, rows)) = lower.split_once(" where ") else {
        return true;
    };
    let wide =
        |word: &str| ["in", "or", "between", "like"].contains(&word) || word.contains(['<', '>']);
    rows.split([' ', '(', ')', '\n', '\t']).any(wide)
}

/// The tables that statements name, without regard to case, each by a number.
#[derive(Debug, Default)]
pub(super) struct Names(Map<String, u64>);

impl Names {
    /// Those of a statement.
    pub fn of(&mut self, info: &str) -> Vec<u64> {
        let mut numbers: Vec<u64> = Vec::new();
        for table in tables(info) {
            let next = self.0.len() as u64;
            let name = table.to_ascii_lowercase();
            let number = self.0.get(&name).copied().unwrap_or(next);
            self.0.insert(name, number);
            numbers.push(number);
        }
        tidy(&mut numbers);
        numbers
    }
}

/// Whether two statements may use the same table, by the tables that they name: one that names none may use any.
pub(super) fn shares(one: &[u64], other: &[u64]) -> bool {
    one.is_empty() || other.is_empty() || one.iter().any(|table| other.contains(table))
}
