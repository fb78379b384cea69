//! A value and its place in the file. A value of the wrong kind notes a problem and reads as a harmless one,
//! so that one pass finds every problem.

use std::cell::RefCell;
use std::fmt::{Display, from_fn};

use crate::json::{Map, Value, plain};
use crate::scenario::error::{Problem, ProblemList, shortened};
use crate::scenario::micros::Micros;

/// A value and its place.
pub struct Cursor<'a> {
    value: &'a Value,
    // The enclosing value, and the name in it; the path is formatted only if something is wrong.
    above: Option<(&'a Cursor<'a>, Name<'a>)>,
    // None: a placeholder for a missing field, whose own problems would only repeat that.
    found: Option<&'a RefCell<ProblemList>>,
}

#[derive(Clone, Copy)]
enum Name<'a> {
    Field(&'a str),
    Item(usize),
}

/// The fields of an object.
pub struct Fields<'a> {
    map: Option<&'a Map>,
    at: &'a Cursor<'a>,
}

impl<'a> Cursor<'a> {
    /// The top level of a file.
    pub(super) fn root(value: &'a Value, found: &'a RefCell<ProblemList>) -> Self {
        Cursor {
            value,
            above: None,
            found: Some(found),
        }
    }

    /// Notes that this value is not allowed.
    pub fn fail(&self, allowed: &str) {
        self.must_be(&allowed);
    }

    // Compiled once.
    fn must_be(&self, allowed: &dyn Display) {
        self.note(|| Problem::new(self.path(), self.value, allowed.to_string()));
    }

    fn note(&self, problem: impl FnOnce() -> Problem) {
        if let Some(found) = self.found {
            found.borrow_mut().note(problem);
        }
    }

    /// Number of problems so far in the whole file.
    pub(in crate::scenario) fn problems(&self) -> usize {
        self.found.map_or(0, |found| found.borrow().count())
    }

    fn top(&self) -> &'a Value {
        self.above.map_or(self.value, |(above, _)| above.top())
    }

    // Whether there are too many problems to continue. Out of line, because every list asks.
    #[inline(never)]
    fn full(&self) -> bool {
        self.found.is_some_and(|found| found.borrow().full())
    }

    fn below(&'a self, value: &'a Value, name: Name<'a>) -> Cursor<'a> {
        Cursor {
            value,
            above: Some((self, name)),
            found: self.found,
        }
    }

    fn path(&self) -> String {
        let Some((above, name)) = self.above else {
            return String::new();
        };
        let path = above.path();
        match name {
            Name::Item(i) => format!("{path}[{i}]"),
            Name::Field(name) => below(&path, name),
        }
    }

    /// The fields of an object that may have only these.
    pub fn fields(&'a self, allowed: &[&str]) -> Fields<'a> {
        let map = self.value.as_object();
        if map.is_none() {
            self.fail("an object");
        }
        for (key, value) in map.into_iter().flat_map(Map::iter) {
            if self.full() {
                break;
            }
            if !allowed.contains(&key.as_str()) {
                self.note(|| {
                    let path = self.below(value, Name::Field(key)).path();
                    let known = allowed.join(", ");
                    let message = format!("{path}: unknown field; known fields here: {known}");
                    Problem {
                        path,
                        value: shortened(value.to_string()),
                        allowed: known,
                        message,
                    }
                });
            }
        }
        Fields { map, at: self }
    }

    /// Whether it is an object.
    pub fn is_object(&self) -> bool {
        self.value.as_object().is_some()
    }

    /// The value itself.
    pub fn value(&self) -> &'a Value {
        self.value
    }

    /// It must be a text.
    pub fn text(&self) -> String {
        self.value.as_str().map(str::to_owned).unwrap_or_else(|| {
            self.fail("a text in quotes");
            String::new()
        })
    }

    /// It must be a whole number within bounds.
    pub fn whole(&self, (least, most): (u64, u64)) -> u64 {
        let number = self.value.as_u64();
        let inside = number.filter(|number| (least..=most).contains(number));
        inside.unwrap_or_else(|| {
            self.must_be(&from_fn(|f| match most {
                u64::MAX => write!(f, "a whole number, {least} or more"),
                _ => write!(f, "a whole number, {least} to {most}"),
            }));
            least
        })
    }

    /// It must be a number within bounds.
    pub fn real(&self, (least, most): (f64, f64)) -> f64 {
        let number = self.value.as_f64();
        let inside = number.filter(|number| (least..=most).contains(number));
        inside.unwrap_or_else(|| {
            self.must_be(&from_fn(|f| {
                f.write_str("a number")?;
                if most == f64::MAX {
                    return Ok(());
                }
                write!(f, ", {} to {}", shown(least), shown(most))
            }));
            least
        })
    }

    /// It must be microseconds within bounds, whole nanoseconds.
    pub fn micros(&self, (least, most): (u64, u64)) -> Micros {
        let whole = self.value.as_u64().map(Micros::whole);
        let read = whole.or_else(|| self.value.as_f64().and_then(Micros::fraction));
        let bounds = Micros::whole(least)..=Micros::whole(most);
        let inside = read.filter(|us| bounds.contains(us));
        inside.unwrap_or_else(|| {
            self.must_be(&from_fn(|f| {
                write!(
                    f,
                    "microseconds, {least} to {most}, with three decimals at most"
                )
            }));
            *bounds.start()
        })
    }

    /// It must be true or false.
    pub fn bool(&self) -> bool {
        self.value.as_bool().unwrap_or_else(|| {
            self.fail("true or false");
            false
        })
    }

    /// Every item of a list; none if the list is too short or too long.
    pub fn list<T>(&self, bounds: (u64, u64), read: impl Fn(&Cursor<'_>) -> T) -> Vec<T> {
        self.items(bounds)
            .iter()
            .enumerate()
            .take_while(|_| !self.full())
            .map(|(i, item)| read(&self.below(item, Name::Item(i))))
            .collect()
    }

    // Compiled once.
    fn items(&self, (least, most): (u64, u64)) -> &'a [Value] {
        let Some(items) = self.value.as_array() else {
            self.fail("a list in brackets");
            return &[];
        };
        let count = items.len() as u64;
        if (least..=most).contains(&count) {
            return items;
        }
        self.must_be(&format_args!("a list of {least} to {most}"));
        &[]
    }

    /// One of a few words: returns its position.
    pub fn word(&self, words: &[&str]) -> Option<usize> {
        let word = self.value.as_str().unwrap_or_default();
        let place = words.iter().position(|known| *known == word);
        if place.is_none() {
            self.must_be(&from_fn(|f| write!(f, "\"{}\"", words.join("\" or \""))));
        }
        place
    }
}

impl<'a> Fields<'a> {
    /// The field, unless it is null.
    pub fn get(&self, name: &'a str) -> Option<Cursor<'a>> {
        self.given(name).filter(|p| *p.value != Value::Null)
    }

    /// The field, if it is given.
    pub fn given(&self, name: &'a str) -> Option<Cursor<'a>> {
        Some(self.at.below(self.map?.get(name)?, Name::Field(name)))
    }

    /// The field, which is required.
    pub fn need(&self, name: &'a str) -> Cursor<'a> {
        let null = self.at.below(&Value::Null, Name::Field(name));
        if let Some(cursor) = self.given(name) {
            return cursor;
        }
        if self.map.is_some() {
            self.at.note(|| {
                let path = null.path();
                let message = format!("{path}: missing; the field must be there");
                Problem {
                    path,
                    value: String::new(),
                    allowed: "a value: the field must be there".to_owned(),
                    message,
                }
            });
        }
        Cursor {
            found: None,
            ..null
        }
    }

    /// A switch that is off by default.
    pub fn bool_or_false(&self, name: &'a str) -> bool {
        self.given(name).is_some_and(|p| p.bool())
    }

    /// Every item of a list; none if the field is missing.
    pub fn list<T>(&self, name: &'a str, read: impl Fn(&Cursor<'_>) -> T) -> Vec<T> {
        let cursor = self.given(name);
        cursor.map_or_else(Vec::new, |cursor| cursor.list((0, u64::MAX), read))
    }

    /// The one of these names that is given, and its content.
    pub fn one_of(&self, names: &[&'static str]) -> Option<(&'static str, Cursor<'a>)> {
        let given = |name: &&'static str| Some((*name, self.given(name)?));
        let mut all = names.iter().filter_map(given);
        match (all.next(), all.next()) {
            (Some(only), None) => Some(only),
            _ => {
                if self.map.is_some() {
                    self.at
                        .must_be(&format_args!("exactly one of {}", names.join(", ")));
                }
                None
            }
        }
    }

    /// Reports fields that don't fit together: at the named field, or for the whole object without a name.
    pub fn refuse(&self, name: &str, value: impl Display, allowed: impl Display) {
        self.refused(name, &value, &allowed);
    }

    // Compiled once.
    fn refused(&self, name: &str, value: &dyn Display, allowed: &dyn Display) {
        self.at.note(|| {
            let field = self.at.below(&Value::Null, Name::Field(name));
            let path = if name.is_empty() { self.at } else { &field }.path();
            Problem::new(path, value, allowed.to_string())
        });
    }

    /// The file that this belongs to.
    pub fn file(&self) -> &'a Value {
        self.at.top()
    }
}

// A number in words: whole ones without a point.
pub(in crate::scenario) fn shown(value: f64) -> String {
    let text = plain(value);
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// The path of a field.
pub fn below(path: &str, name: &str) -> String {
    let dot = if path.is_empty() { "" } else { "." };
    [path, dot, name].concat()
}
