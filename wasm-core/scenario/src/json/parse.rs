//! Reads JSON (RFC 8259) into a tree.
#![allow(
    clippy::wildcard_enum_match_arm,
    clippy::match_wildcard_for_single_variants
)]

use super::FloatReader;
use super::tree::{Map, Number, Value};

/// Nesting of lists and objects: more than any scenario has, and little enough for any stack.
const LEVELS_MAX: u32 = 128;

/// Most values in one text, including those of objects and lists: five times the largest scenario that can
/// run, and a tree of at most some hundred megabytes whatever the text contains.
pub const VALUES_MAX: u32 = 2_000_000;

/// Why a text is not JSON, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Syntax {
    /// What is wrong, in a few words.
    pub what: &'static str,
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
}

type Parsed<T> = Result<T, &'static str>;

struct Parser<'a> {
    text: &'a str,
    at: usize,
    levels: u32,
    values: u32,
    float: FloatReader,
}

/// Reads a text that contains one value.
///
/// # Errors
/// The first thing that is not JSON.
pub fn parse(text: &str, float: FloatReader) -> Result<Value, Syntax> {
    let mut parser = Parser {
        text,
        at: 0,
        levels: 0,
        values: 0,
        float,
    };
    let value = parser.value().and_then(|value| match parser.next() {
        None => Ok(value),
        Some(_) => Err("more text after the end"),
    });
    value.map_err(|what| {
        let before = &text.as_bytes()[..parser.at.min(text.len())];
        let start = before
            .iter()
            .rposition(|b| *b == b'\n')
            .map_or(0, |i| i + 1);
        Syntax {
            what,
            line: before.iter().filter(|b| **b == b'\n').count() as u32 + 1,
            column: (before.len() - start) as u32 + 1,
        }
    })
}

impl<'a> Parser<'a> {
    // Never out of range; the message of a checked index would be two kilobytes of WebAssembly.
    fn since(&self, from: usize) -> &'a str {
        self.text.get(from..self.at).unwrap_or_default()
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    // The next byte that is not white space, without taking it.
    fn next(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
        self.peek()
    }

    // Takes the byte if it comes next.
    fn take(&mut self, byte: u8) -> bool {
        let is = self.peek() == Some(byte);
        self.at += usize::from(is);
        is
    }

    fn value(&mut self) -> Parsed<Value> {
        if self.values == VALUES_MAX {
            return Err("more than 2000000 values");
        }
        self.values += 1;
        match self.next() {
            None => Err("the text ends where a value should be"),
            Some(b'"') => Ok(Value::String(self.string()?)),
            Some(b'[') => self.nested(Self::list),
            Some(b'{') => self.nested(Self::object),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(_) => self.word(),
        }
    }

    fn word(&mut self) -> Parsed<Value> {
        for (word, value) in [
            ("null", Value::Null),
            ("true", Value::Bool(true)),
            ("false", Value::Bool(false)),
        ] {
            if self.text.as_bytes()[self.at..].starts_with(word.as_bytes()) {
                self.at += word.len();
                return Ok(value);
            }
        }
        Err("expected a value")
    }

    fn nested(&mut self, read: impl FnOnce(&mut Self) -> Parsed<Value>) -> Parsed<Value> {
        if self.levels == LEVELS_MAX {
            return Err("too many levels of brackets");
        }
        self.levels += 1;
        self.at += 1;
        let value = read(self);
        self.levels -= 1;
        value
    }

    fn list(&mut self) -> Parsed<Value> {
        let mut items = Vec::new();
        self.next();
        if !self.take(b']') {
            loop {
                items.push(self.value()?);
                if self.closed(b']')? {
                    break;
                }
            }
        }
        Ok(Value::Array(items))
    }

    fn object(&mut self) -> Parsed<Value> {
        let mut fields = Vec::new();
        self.next();
        if !self.take(b'}') {
            loop {
                if self.next() != Some(b'"') {
                    return Err("expected a name in quotes");
                }
                let name = self.string()?;
                self.next();
                if !self.take(b':') {
                    return Err("expected a colon");
                }
                fields.push((name, self.value()?));
                if self.closed(b'}')? {
                    break;
                }
            }
        }
        Ok(Value::Object(Map(fields)))
    }

    // After a comma the list continues, after the bracket it ends.
    fn closed(&mut self, bracket: u8) -> Parsed<bool> {
        self.next();
        if self.take(b',') {
            Ok(false)
        } else if self.take(bracket) {
            Ok(true)
        } else {
            Err("expected a comma or a closing bracket")
        }
    }

    fn digits(&mut self) -> Parsed<()> {
        let from = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        if self.at == from {
            return Err("expected a digit");
        }
        Ok(())
    }

    fn number(&mut self) -> Parsed<Value> {
        let from = self.at;
        let negative = self.take(b'-');
        if !self.take(b'0') {
            self.digits()?;
        }
        let mut whole = !negative;
        if self.take(b'.') {
            whole = false;
            self.digits()?;
        }
        if self.take(b'e') || self.take(b'E') {
            whole = false;
            let _ = self.take(b'+') || self.take(b'-');
            self.digits()?;
        }
        let text = self.since(from);
        let number = match integer(text).filter(|_| whole) {
            Some(n) => Number::Whole(n),
            None => Number::Float((self.float)(text)),
        };
        match number {
            Number::Float(n) if !n.is_finite() => Err("number out of range"),
            number => Ok(Value::Number(text.to_owned(), number)),
        }
    }

    fn string(&mut self) -> Parsed<String> {
        self.at += 1;
        let mut out = String::new();
        loop {
            let from = self.at;
            while !matches!(self.peek(), None | Some(b'"' | b'\\' | 0..=0x1f)) {
                self.at += 1;
            }
            out.push_str(self.since(from));
            match self.peek() {
                None => return Err("the text ends inside quotes"),
                Some(b'"') => {
                    self.at += 1;
                    return Ok(out);
                }
                Some(b'\\') => {
                    self.at += 1;
                    out.push(self.escape()?);
                }
                Some(_) => return Err("control character inside quotes"),
            }
        }
    }

    fn escape(&mut self) -> Parsed<char> {
        let byte = self.peek().ok_or("the text ends inside quotes")?;
        self.at += 1;
        Ok(match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.unicode(),
            _ => return Err("no such escape"),
        })
    }

    fn unicode(&mut self) -> Parsed<char> {
        let mut code = self.hex()?;
        if (0xD800..0xDC00).contains(&code) && self.take(b'\\') && self.take(b'u') {
            let low = self.hex()?;
            if !(0xDC00..0xE000).contains(&low) {
                return Err("half a character");
            }
            code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        }
        char::from_u32(code).ok_or("half a character")
    }

    fn hex(&mut self) -> Parsed<u32> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|b| char::from(b).to_digit(16));
            code = code * 16 + digit.ok_or("expected four hexadecimal digits")?;
            self.at += 1;
        }
        Ok(code)
    }
}

fn integer(text: &str) -> Option<u64> {
    let mut digits = text.bytes();
    digits.try_fold(0_u64, |n, b| {
        n.checked_mul(10)?
            .checked_add(u64::from(b.wrapping_sub(b'0')))
    })
}
