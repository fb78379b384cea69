//! A JSON value as a tree. Objects keep the order of the file, and numbers their digits.
#![allow(
    clippy::wildcard_enum_match_arm,
    clippy::match_wildcard_for_single_variants
)]

use std::fmt;
use std::ops::Index;

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

use super::print::{push_number, push_text};

/// A JSON value.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Value {
    /// `null`
    #[default]
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number: its digits as given, and its value.
    Number(String, Number),
    /// A text.
    String(String),
    /// A list.
    Array(Vec<Value>),
    /// An object.
    Object(Map),
}

/// The value of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// A whole number, 0 or more.
    Whole(u64),
    /// Any other.
    Float(f64),
}

/// Names and values in the order of the file. For a repeated name the later value counts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Map(pub(super) Vec<(String, Value)>);

impl Map {
    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.iter().rev().find(|(n, _)| n == name).map(|(_, v)| v)
    }

    /// The value of a name, mutable.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Value> {
        let found = self.0.iter_mut().rev().find(|(n, _)| n == name);
        found.map(|(_, v)| v)
    }

    /// Sets the value of a name.
    pub fn insert(&mut self, name: &str, value: Value) {
        match self.get_mut(name) {
            Some(place) => *place = value,
            None => self.0.push((name.to_owned(), value)),
        }
    }

    /// Removes a name.
    pub fn remove(&mut self, name: &str) {
        self.0.retain(|(n, _)| n != name);
    }

    /// Names and values, in the order of the file.
    pub fn into_vec(self) -> Vec<(String, Value)> {
        self.0
    }

    /// Names and values, in the order of the file.
    pub fn iter(&self) -> std::slice::Iter<'_, (String, Value)> {
        self.0.iter()
    }
}

impl Value {
    /// The text, if it is one.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// The number, if it is whole and 0 or more.
    pub fn as_u64(&self) -> Option<u64> {
        match self {
            Value::Number(_, Number::Whole(n)) => Some(*n),
            _ => None,
        }
    }

    /// The number, if it is one.
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Value::Number(_, Number::Whole(n)) => Some(*n as f64),
            Value::Number(_, Number::Float(n)) => Some(*n),
            _ => None,
        }
    }

    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(on) => Some(*on),
            _ => None,
        }
    }

    /// The items, if it is a list.
    pub fn as_array(&self) -> Option<&[Value]> {
        match self {
            Value::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The fields, if it is an object.
    pub fn as_object(&self) -> Option<&Map> {
        match self {
            Value::Object(map) => Some(map),
            _ => None,
        }
    }

    /// The fields, if it is an object; mutable.
    pub fn as_object_mut(&mut self) -> Option<&mut Map> {
        match self {
            Value::Object(map) => Some(map),
            _ => None,
        }
    }

    /// The value of a name, if this is an object that has it.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.as_object()?.get(name)
    }

    /// The value at a JSON pointer (RFC 6901).
    pub fn pointer_mut(&mut self, pointer: &str) -> Option<&mut Value> {
        if !pointer.is_empty() && !pointer.starts_with('/') {
            return None;
        }
        let mut at = self;
        for part in pointer.split('/').skip(1) {
            at = match at {
                Value::Object(map) => map.get_mut(&unescaped(part))?,
                Value::Array(items) => items.get_mut(index(part)?)?,
                _ => return None,
            };
        }
        Some(at)
    }

    /// Appends the value as compact JSON.
    pub(super) fn print(&self, out: &mut String) {
        match self {
            Value::Null => out.push_str("null"),
            Value::Bool(true) => out.push_str("true"),
            Value::Bool(false) => out.push_str("false"),
            Value::Number(digits, _) => out.push_str(digits),
            Value::String(text) => push_text(text, out),
            Value::Array(items) => {
                out.push('[');
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        out.push(',');
                    }
                    item.print(out);
                }
                out.push(']');
            }
            Value::Object(map) => {
                out.push('{');
                for (i, (name, value)) in map.iter().enumerate() {
                    if i > 0 {
                        out.push(',');
                    }
                    push_text(name, out);
                    out.push(':');
                    value.print(out);
                }
                out.push('}');
            }
        }
    }
}

// Replaces "~1" by a slash and "~0" by a tilde.
fn unescaped(part: &str) -> String {
    let mut out = String::new();
    let mut tilde = false;
    for c in part.chars() {
        match (tilde, c) {
            (false, '~') => tilde = true,
            (true, '0') => out.push('~'),
            (true, '1') => out.push('/'),
            (true, c) => {
                out.push('~');
                out.push(c);
            }
            (false, c) => out.push(c),
        }
        tilde = tilde && c == '~';
    }
    out
}

fn index(part: &str) -> Option<usize> {
    let whole = part.bytes().all(|b| b.is_ascii_digit()) && (part == "0" || !part.starts_with('0'));
    let digits = part.bytes().map(|b| usize::from(b - b'0'));
    (whole && !part.is_empty() && part.len() < 9).then(|| digits.fold(0, |n, d| n * 10 + d))
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        self.print(&mut out);
        f.write_str(&out)
    }
}

impl Index<&str> for Value {
    type Output = Value;

    fn index(&self, name: &str) -> &Value {
        self.get(name).unwrap_or(&Value::Null)
    }
}

impl From<u64> for Value {
    fn from(n: u64) -> Self {
        let mut digits = String::new();
        push_number(n, &mut digits);
        Value::Number(digits, Number::Whole(n))
    }
}

impl From<bool> for Value {
    fn from(on: bool) -> Self {
        Value::Bool(on)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::String(text.to_owned())
    }
}

/// With at most six digits after the point: enough for a sentence, and without the standard library's
/// tables.
pub fn plain(number: f64) -> String {
    let (mut size, mut tens) = (number.abs(), 0);
    while size >= 1e15 && tens < 400 {
        size /= 10.0;
        tens += 1;
    }
    let mut whole = size as u64;
    let mut millionths = ((size - whole as f64) * 1e6).round() as u64;
    if millionths == 1_000_000 {
        (whole, millionths) = (whole + 1, 0);
    }
    let mut out = String::new();
    if number < 0.0 {
        out.push('-');
    }
    push_number(whole, &mut out);
    out.push('.');
    let mut place = 100_000;
    loop {
        out.push((b'0' + (millionths / place) as u8) as char);
        millionths %= place;
        if millionths == 0 {
            break;
        }
        place /= 10;
    }
    if tens > 0 {
        out.push('e');
        push_number(tens, &mut out);
    }
    out
}

impl From<serde_json::Value> for Value {
    fn from(value: serde_json::Value) -> Self {
        use serde_json::Value as Other;
        match value {
            Other::Null => Value::Null,
            Other::Bool(on) => Value::Bool(on),
            Other::Number(n) => Value::Number(
                n.to_string(),
                n.as_u64()
                    .map_or(Number::Float(n.as_f64().unwrap_or(f64::NAN)), Number::Whole),
            ),
            Other::String(text) => Value::String(text),
            Other::Array(items) => Value::Array(items.into_iter().map(Value::from).collect()),
            Other::Object(map) => Value::Object(Map(map
                .into_iter()
                .map(|(name, value)| (name, value.into()))
                .collect())),
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Null => s.serialize_unit(),
            Value::Bool(on) => s.serialize_bool(*on),
            Value::Number(_, Number::Whole(n)) => s.serialize_u64(*n),
            Value::Number(_, Number::Float(n)) => s.serialize_f64(*n),
            Value::String(text) => s.serialize_str(text),
            Value::Array(items) => {
                let mut list = s.serialize_seq(Some(items.len()))?;
                for item in items {
                    list.serialize_element(item)?;
                }
                list.end()
            }
            Value::Object(map) => {
                let mut object = s.serialize_map(Some(map.0.len()))?;
                for (name, value) in map.iter() {
                    object.serialize_entry(name, value)?;
                }
                object.end()
            }
        }
    }
}
