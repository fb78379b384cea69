//! A small JSON library: a tree that can be read and changed, and a printer for everything serialisable.
//!
//! `DESIGN.md` says why it is our own. Reading or printing a decimal fraction to the last bit needs tables, so the
//! caller passes functions for that: the standard library natively, the page's own JavaScript in WebAssembly.

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

/// Prints a number like JavaScript's `String`, so that the command and the page print the same JSON: the
/// shortest digits, and of two equally near the even one, which the standard library does not choose.
pub fn print_float(number: f64, out: &mut String) {
    let text = serde_json::Value::from(number.abs()).to_string();
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (whole, rest) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = [whole, rest].concat();
    let digits = all.trim_start_matches('0');
    let leading = (all.len() - digits.len()) as i32;
    // Digits before the point.
    let point = whole.len() as i32 - leading + exponent.parse().unwrap_or(0);
    let digits = digits.trim_end_matches('0');
    if number < 0.0 {
        out.push('-');
    }
    let zeros = |count: i32| "0".repeat(usize::try_from(count).unwrap_or(0));
    let split = |at: i32| digits.split_at(usize::try_from(at).unwrap_or(0).min(digits.len()));
    *out += &match point {
        _ if digits.is_empty() => "0".to_owned(),
        1..=21 if point >= digits.len() as i32 => {
            [digits, &zeros(point - digits.len() as i32)].concat()
        }
        1..=21 => [split(point).0, ".", split(point).1].concat(),
        -5..=0 => ["0.", &zeros(-point), digits].concat(),
        _ => {
            let (first, others) = split(1);
            let dot = if others.is_empty() { "" } else { "." };
            let sign = if point > 0 { "+" } else { "" };
            [first, dot, others, "e", sign, &(point - 1).to_string()].concat()
        }
    };
}

/// Reads a decimal fraction with the standard library.
pub fn read_float(text: &str) -> f64 {
    text.parse().unwrap_or(f64::NAN)
}
