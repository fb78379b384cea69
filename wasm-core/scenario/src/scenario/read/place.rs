//! A value and where it stands. Reading something else than is there notes a problem and goes on
//! with a harmless value, so that one pass finds every problem.

use std::cell::RefCell;
use std::fmt::{Display, from_fn};

use crate::json::{Map, Value};
use crate::scenario::error::{Found, Problem, shortened};
use crate::scenario::span::Micros;

/// A value and where it stands.
pub struct Place<'a> {
    value: &'a Value,
    // What it is of, and where in it; its path is written down where something is wrong.
    above: Option<(&'a Place<'a>, Name<'a>)>,
    // None: a stand-in for a field that is missing, whose complaints would only repeat that.
    found: Option<&'a RefCell<Found>>,
}

#[derive(Clone, Copy)]
enum Name<'a> {
    Field(&'a str),
    Item(usize),
}

/// The fields of an object.
pub struct Fields<'a> {
    map: Option<&'a Map>,
    at: &'a Place<'a>,
}

impl<'a> Place<'a> {
    /// The top of a file.
    pub(super) fn root(value: &'a Value, found: &'a RefCell<Found>) -> Self {
        Place {
            value,
            above: None,
            found: Some(found),
        }
    }

    /// Notes that this value is not what it must be.
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

    // Nothing more is noted: there is no use in going on. Out of line, where every list asks.
    #[inline(never)]
    fn full(&self) -> bool {
        self.found.is_some_and(|found| found.borrow().full())
    }

    fn below(&'a self, value: &'a Value, name: Name<'a>) -> Place<'a> {
        Place {
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
            Name::Field(name) if path.is_empty() => name.to_owned(),
            Name::Field(name) => [&path, ".", name].concat(),
        }
    }

    /// The fields of an object that has no others than these.
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

    /// It must be a whole number.
    pub fn u64(&self) -> u64 {
        self.value.as_u64().unwrap_or_else(|| {
            self.fail("a whole number, 0 or more");
            0
        })
    }

    /// It must be a whole number of 32 bits.
    pub fn u32(&self) -> u32 {
        u32::try_from(self.u64()).unwrap_or_else(|_| {
            self.fail("a whole number below 4294967296");
            0
        })
    }

    /// It must be a number.
    pub fn f64(&self) -> f64 {
        self.value.as_f64().unwrap_or_else(|| {
            self.fail("a number");
            0.0
        })
    }

    /// It must be microseconds, whole nanoseconds.
    pub fn micros(&self) -> Micros {
        let whole = self.value.as_u64().map(Micros::whole);
        let read = whole.or_else(|| self.value.as_f64().and_then(Micros::fraction));
        read.unwrap_or_else(|| {
            self.fail("a number of microseconds, 0 or more, with three decimals at most");
            Micros::default()
        })
    }

    /// It must be true or false.
    pub fn bool(&self) -> bool {
        self.value.as_bool().unwrap_or_else(|| {
            self.fail("true or false");
            false
        })
    }

    /// One of a few words.
    pub fn choice<T: Copy>(&self, choices: &[(&str, T)]) -> Option<T> {
        let word = self.value.as_str().unwrap_or_default();
        let found = choices
            .iter()
            .find(|(name, _)| *name == word)
            .map(|(_, value)| *value);
        if found.is_none() {
            self.must_be(&from_fn(|f| {
                let names = choices.iter().map(|(name, _)| format!("\"{name}\""));
                f.write_str(&names.collect::<Vec<_>>().join(" or "))
            }));
        }
        found
    }
}

impl<'a> Fields<'a> {
    /// The field of which null says that it is not there.
    pub fn get(&self, name: &'a str) -> Option<Place<'a>> {
        self.given(name).filter(|p| *p.value != Value::Null)
    }

    /// The field, if it is there.
    pub fn given(&self, name: &'a str) -> Option<Place<'a>> {
        Some(self.at.below(self.map?.get(name)?, Name::Field(name)))
    }

    /// The field, which must be there.
    pub fn need(&self, name: &'a str) -> Place<'a> {
        let null = self.at.below(&Value::Null, Name::Field(name));
        if let Some(place) = self.given(name) {
            return place;
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
        Place {
            found: None,
            ..null
        }
    }

    pub fn text(&self, name: &'a str) -> String {
        self.given(name).map(|p| p.text()).unwrap_or_default()
    }

    pub fn u64(&self, name: &'a str) -> Option<u64> {
        self.get(name).map(|p| p.u64())
    }

    pub fn u64_or(&self, name: &'a str, default: u64) -> u64 {
        self.given(name).map_or(default, |p| p.u64())
    }

    pub fn micros_or(&self, name: &'a str, default: Micros) -> Micros {
        self.given(name).map_or(default, |p| p.micros())
    }

    pub fn f64_or(&self, name: &'a str, default: f64) -> f64 {
        self.given(name).map_or(default, |p| p.f64())
    }

    pub fn u32_or(&self, name: &'a str, default: u32) -> u32 {
        self.given(name).map_or(default, |p| p.u32())
    }

    pub fn bool_or_false(&self, name: &'a str) -> bool {
        self.given(name).is_some_and(|p| p.bool())
    }

    /// Every item of a list; none if the field is not there.
    pub fn list<T>(&self, name: &'a str, read: impl Fn(&Place<'_>) -> T) -> Vec<T> {
        let Some(place) = self.given(name) else {
            return Vec::new();
        };
        let Some(items) = place.value.as_array() else {
            place.fail("a list in brackets");
            return Vec::new();
        };
        items
            .iter()
            .enumerate()
            .take_while(|_| !place.full())
            .map(|(i, item)| read(&place.below(item, Name::Item(i))))
            .collect()
    }
}
