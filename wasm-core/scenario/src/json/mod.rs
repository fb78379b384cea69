//! JSON by hand: a tree that is read and changed, and a printer for everything that can be serialised.
//!
//! The page pays for every kilobyte of the engine. The tables and generic code of a general library
//! are a third of the WebAssembly; this is all that the engine needs. The two things that need tables,
//! a decimal fraction read or printed to the last bit, are functions that the caller passes: the
//! standard library natively, the page's own JavaScript in WebAssembly.

mod parse;
mod print;
mod tree;

#[cfg(test)]
mod tests;

pub use parse::{Syntax, VALUES_MAX, parse};
pub use print::{FloatPrinter, Printer};
pub use tree::Value;
pub use tree::{Map, Number, plain};

/// Reads a decimal fraction; infinite if it is out of range.
pub type FloatReader = fn(&str) -> f64;

/// A decimal fraction as JavaScript's `String` has it, so that the command and the page print the same JSON.
pub fn print_float(number: f64, out: &mut String) {
    let text = match number.abs() {
        0.0 => "0".to_owned(),
        size if size >= 1e21 => format!("{number:e}").replace('e', "e+"),
        size if size < 1e-6 => format!("{number:e}"),
        _ => number.to_string(),
    };
    out.push_str(&text);
}

/// The standard library's way to read a decimal fraction.
pub fn read_float(text: &str) -> f64 {
    text.parse().unwrap_or(f64::NAN)
}
