//! Declares each part of a scenario's input once: `fields!` for an object, `choices!` for an object that is
//! one of several, `words!` for a word. From the declaration follow the struct, its reader with paths and
//! bounds, its defaults, its names for overrides, its list of settings, the JSON Schema and the TypeScript.
//!
//! A field without a default is required, unless it is an `Option`. Brackets contain the least and greatest
//! value, or for a list its length. The rule after `held to` checks an object whose fields are all valid.
//!
//! The reader takes a tenth of the WebAssembly that derived decoding of the same types takes.

use super::micros::Micros;
use super::read::{Cursor, Fields, shown};
use crate::ids::ConnectionId;
use crate::json::Value;

/// Receives a setting: its path, its value in words, and whether it was given.
pub type SettingSink<'a> = &'a mut dyn FnMut(&str, String, bool);

/// The type of a field.
pub trait Field: Default {
    /// The least and greatest value, if it has any.
    type Bounds;
    /// The bounds if none are declared.
    const ANY: Self::Bounds;

    /// Reads it; notes a problem if the value does not fit.
    fn read(cursor: &Cursor<'_>, bounds: Self::Bounds) -> Self;

    /// Reads it as a required field.
    #[inline(never)]
    fn of<'a>(fields: &Fields<'a>, name: &'a str, bounds: Self::Bounds) -> Self {
        Self::read(&fields.need(name), bounds)
    }

    /// Reads it as a field with a default.
    #[inline(never)]
    fn or<'a>(fields: &Fields<'a>, name: &'a str, bounds: Self::Bounds, default: Self) -> Self {
        let given = fields.given(name);
        given.map_or(default, |cursor| Self::read(&cursor, bounds))
    }

    /// Passes it and everything in it to `tell` as settings.
    fn tell(&self, _path: &str, _given: bool, _tell: SettingSink<'_>) {}
}

macro_rules! field {
    ($($type:ty, $bounds:ty, $any:expr, $read:expr $(, $words:expr)?;)+) => {$(
        impl Field for $type {
            type Bounds = $bounds;
            const ANY: $bounds = $any;

            fn read(cursor: &Cursor<'_>, bounds: $bounds) -> Self {
                let read: fn(&Cursor<'_>, $bounds) -> Self = $read;
                read(cursor, bounds)
            }

            $(fn tell(&self, path: &str, given: bool, tell: SettingSink<'_>) {
                let words: fn(&Self) -> String = $words;
                tell(path, words(self), given);
            })?
        }
    )+};
}

field! {
    u32, (u64, u64), (0, u32::MAX as u64), |p, bounds| p.whole(bounds) as u32, u32::to_string;
    u64, (u64, u64), (0, u64::MAX), |p, bounds| p.whole(bounds), u64::to_string;
    f64, (f64, f64), (f64::MIN, f64::MAX), |p, bounds| p.real(bounds), |n| shown(*n);
    ConnectionId, (u64, u64), (0, u64::MAX), |p, bounds| ConnectionId(p.whole(bounds));
    Micros, (u64, u64), (0, super::UNTIL_US_MAX), |p, bounds| p.micros(bounds), Micros::to_string;
    bool, (), (), |p, ()| p.bool();
    String, (), (), |p, ()| p.text();
    Value, (), (), |p, ()| p.value().clone();
}

/// Null or missing: None.
impl<T: Field> Field for Option<T> {
    type Bounds = T::Bounds;
    const ANY: T::Bounds = T::ANY;

    fn read(cursor: &Cursor<'_>, bounds: T::Bounds) -> Self {
        Some(T::read(cursor, bounds))
    }

    #[inline(never)]
    fn of<'a>(fields: &Fields<'a>, name: &'a str, bounds: T::Bounds) -> Self {
        Some(T::read(&fields.get(name)?, bounds))
    }

    fn tell(&self, path: &str, _given: bool, tell: SettingSink<'_>) {
        if let Some(value) = self {
            value.tell(path, true, tell);
        }
    }
}

impl<T: Field> Field for Vec<T> {
    type Bounds = (u64, u64);
    const ANY: (u64, u64) = (0, u64::MAX);

    fn read(cursor: &Cursor<'_>, bounds: (u64, u64)) -> Self {
        cursor.list(bounds, |item| T::read(item, T::ANY))
    }
}

/// An object of the input: see the top of this file.
macro_rules! fields {
    (
        $(#[$about:meta])*
        pub struct $Name:ident $(held to $rule:path)? {
            $($(#[$says:meta])* $field:ident $(as $name:literal)?: $type:ty $([$least:expr, $most:expr])? $(= $default:expr)?,)*
        }
    ) => {
        #[derive(Clone, Debug, PartialEq, serde::Serialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
        $(#[$about])*
        #[cfg_attr(feature = "schema", ts(optional_fields = nullable))]
        #[serde(deny_unknown_fields)]
        pub struct $Name {
            $(
                $(#[$says])*
                $(#[serde(rename = $name)])?
                $(#[cfg_attr(feature = "schema", schemars(range(min = $least, max = $most), length(min = $least, max = $most)))])?
                $(
                    #[serde(default)]
                    #[cfg_attr(feature = "schema", schemars(extend("default" = std::convert::identity::<$type>($default))), ts(as = "Option<_>", optional))]
                )?
                pub $field: $type,
            )*
        }

        impl Default for $Name {
            fn default() -> Self {
                $Name {
                    $($field: $crate::scenario::fields::fields!(@default $($default)?),)*
                }
            }
        }

        impl $Name {
            /// Names of its fields in a file.
            pub const FIELDS: &[&str] = &[$($crate::scenario::fields::fields!(@name $field $($name)?)),*];
        }

        impl $crate::scenario::fields::Field for $Name {
            type Bounds = ();
            const ANY: () = ();

            fn read(cursor: &$crate::scenario::read::Cursor<'_>, (): ()) -> Self {
                let before = cursor.problems();
                let fields = cursor.fields($Name::FIELDS);
                let read = $Name {
                    $($field: $crate::scenario::fields::fields!(
                        @read fields, $crate::scenario::fields::fields!(@name $field $($name)?), $type, [$($least, $most)?] $(, $default)?
                    ),)*
                };
                if cursor.problems() == before {
                    $($rule(&read, &fields);)?
                }
                read
            }

            fn tell(&self, path: &str, given: bool, tell: $crate::scenario::fields::SettingSink<'_>) {
                let unless_told = $Name::default();
                $($crate::scenario::fields::Field::tell(
                    &self.$field,
                    &$crate::scenario::read::below(path, stringify!($field)),
                    given || self.$field != unless_told.$field,
                    tell,
                );)*
            }
        }
    };
    (@name $field:ident) => { stringify!($field) };
    (@name $field:ident $name:literal) => { $name };
    (@default) => { Default::default() };
    (@default $default:expr) => { $default };
    (@bounds $type:ty, []) => { <$type as $crate::scenario::fields::Field>::ANY };
    (@bounds $type:ty, [$least:expr, $most:expr]) => { ($least, $most) };
    (@read $fields:ident, $name:expr, $type:ty, $bounds:tt) => {
        <$type as $crate::scenario::fields::Field>::of(&$fields, $name, $crate::scenario::fields::fields!(@bounds $type, $bounds))
    };
    (@read $fields:ident, $name:expr, $type:ty, $bounds:tt, $default:expr) => {
        <$type as $crate::scenario::fields::Field>::or(
            &$fields, $name, $crate::scenario::fields::fields!(@bounds $type, $bounds), $default,
        )
    };
}

/// An object with one of several names and its content; the first is the default.
macro_rules! choices {
    (
        $(#[$about:meta])*
        pub enum $Name:ident {
            $($(#[$says:meta])* $Choice:ident as $name:literal $(held to $rule:path)? { $($body:tt)* },)+
        }
    ) => {
        #[derive(Clone, Debug, PartialEq, serde::Serialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
        $(#[$about])*
        #[serde(deny_unknown_fields)]
        pub enum $Name {
            $($(#[$says])* #[serde(rename = $name)] $Choice(#[cfg_attr(feature = "schema", ts(inline))] $Choice),)+
        }

        $($crate::scenario::fields::fields! {
            $(#[$says])*
            #[cfg_attr(feature = "schema", schemars(inline))]
            pub struct $Choice $(held to $rule)? { $($body)* }
        })+

        impl Default for $Name {
            fn default() -> Self {
                $crate::scenario::fields::choices!(@first $Name $($Choice)+)
            }
        }

        impl $crate::scenario::fields::Field for $Name {
            type Bounds = ();
            const ANY: () = ();

            fn read(cursor: &$crate::scenario::read::Cursor<'_>, (): ()) -> Self {
                let names = &[$($name),+];
                let fields = cursor.fields(names);
                match fields.one_of(names) {
                    $(Some(($name, cursor)) => $Name::$Choice($crate::scenario::fields::Field::read(&cursor, ())),)+
                    _ => $Name::default(),
                }
            }
        }
    };
    (@first $Name:ident $Choice:ident $($others:ident)*) => { $Name::$Choice($Choice::default()) };
}

/// One of a few words; the first is the default.
macro_rules! words {
    (
        $(#[$about:meta])*
        pub enum $Name:ident {
            $(#[$says_first:meta])* $First:ident = $first:literal,
            $($(#[$says:meta])* $Word:ident = $word:literal,)*
        }
    ) => {
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
        $(#[$about])*
        pub enum $Name {
            $(#[$says_first])* #[default] #[serde(rename = $first)] $First,
            $($(#[$says])* #[serde(rename = $word)] $Word,)*
        }

        impl $Name {
            /// All of them.
            pub const ALL: &[$Name] = &[$Name::$First, $($Name::$Word),*];

            /// Their words in scenario files.
            pub const WORDS: &[&str] = &[$first, $($word),*];

            /// The word in scenario files.
            pub fn as_str(self) -> &'static str {
                Self::WORDS[self as usize]
            }
        }

        impl $crate::scenario::fields::Field for $Name {
            type Bounds = ();
            const ANY: () = ();

            fn read(cursor: &$crate::scenario::read::Cursor<'_>, (): ()) -> Self {
                let word = cursor.word(Self::WORDS);
                word.map_or_else(Self::default, |index| Self::ALL[index])
            }
        }
    };
}

pub(crate) use {choices, fields, words};
