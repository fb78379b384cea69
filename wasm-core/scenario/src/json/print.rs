//! Prints anything serialisable as compact JSON.

use std::convert::Infallible;
use std::fmt;

use serde::ser::{self, Serialize};

/// Appends a finite number that is not whole.
pub type FloatPrinter = fn(f64, &mut String);

/// A text being built.
pub struct Printer {
    out: String,
    float: FloatPrinter,
}

/// Printing never fails, but serde needs an error type.
#[derive(Debug)]
pub enum Never {}

impl fmt::Display for Never {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl std::error::Error for Never {}

impl ser::Error for Never {
    fn custom<T: fmt::Display>(_: T) -> Self {
        unreachable!("no type of the engine refuses to be printed")
    }
}

impl From<Infallible> for Never {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl Printer {
    /// The JSON of a value.
    pub fn print(value: &impl Serialize, float: FloatPrinter) -> String {
        let mut printer = Printer {
            out: String::new(),
            float,
        };
        let Ok(()) = value.serialize(&mut printer);
        printer.out
    }

    /// The number of bytes in the JSON of a value without fractions; `scratch` holds its text.
    pub fn length(value: &impl Serialize, scratch: &mut String) -> usize {
        scratch.clear();
        let mut printer = Printer {
            out: std::mem::take(scratch),
            float: |_, _| {},
        };
        let Ok(()) = value.serialize(&mut printer);
        *scratch = printer.out;
        scratch.len()
    }

    // The comma between two members of a list or an object.
    fn comma(&mut self) {
        if !matches!(self.out.as_bytes().last(), Some(b'[' | b'{')) {
            self.out.push(',');
        }
    }

    fn member<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) {
        self.name(name);
        let Ok(()) = value.serialize(self);
    }

    // Compiled once instead of for every type of value.
    #[inline(never)]
    fn name(&mut self, name: &str) {
        self.comma();
        push_text(name, &mut self.out);
        self.out.push(':');
    }
}

/// Appends a whole number.
pub(super) fn push_number(mut n: u64, out: &mut String) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (n % 10) as u8;
        n /= 10;
        if n == 0 {
            break;
        }
    }
    for digit in &digits[at..] {
        out.push(char::from(*digit));
    }
}

/// Appends a text in quotes.
pub(super) fn push_text(text: &str, out: &mut String) {
    out.push('"');
    let mut from = 0;
    for (at, byte) in text.bytes().enumerate() {
        let escaped = match byte {
            b'"' | b'\\' => byte,
            0x8 => b'b',
            0xc => b'f',
            b'\n' => b'n',
            b'\r' => b'r',
            b'\t' => b't',
            0..0x20 => b'u',
            _ => continue,
        };
        push_part(text, from, at, out);
        from = at + 1;
        out.push('\\');
        out.push(char::from(escaped));
        if escaped == b'u' {
            out.push_str(if byte < 16 { "000" } else { "001" });
            out.push(char::from(b"0123456789abcdef"[usize::from(byte % 16)]));
        }
    }
    push_part(text, from, text.len(), out);
    out.push('"');
}

// Never out of range; the message of a checked index would be two kilobytes of WebAssembly.
fn push_part(text: &str, from: usize, to: usize, out: &mut String) {
    out.push_str(text.get(from..to).unwrap_or_default());
}

/// A list or an object that is not closed yet.
pub struct OpenBracket<'a> {
    printer: &'a mut Printer,
    close: &'static str,
}

impl<'a> OpenBracket<'a> {
    fn new(printer: &'a mut Printer, open: char, close: &'static str) -> Self {
        printer.out.push(open);
        OpenBracket { printer, close }
    }

    /// A variant with content: an object with one member, closed together with it.
    fn variant(printer: &'a mut Printer, name: &str, open: char, close: &'static str) -> Self {
        printer.out.push('{');
        push_text(name, &mut printer.out);
        printer.out.push(':');
        OpenBracket::new(printer, open, close)
    }

    fn finish(self) {
        self.printer.out.push_str(self.close);
    }
}

impl<'a> ser::Serializer for &'a mut Printer {
    type Ok = ();
    type Error = Never;
    type SerializeSeq = OpenBracket<'a>;
    type SerializeTuple = OpenBracket<'a>;
    type SerializeTupleStruct = OpenBracket<'a>;
    type SerializeTupleVariant = OpenBracket<'a>;
    type SerializeMap = OpenBracket<'a>;
    type SerializeStruct = OpenBracket<'a>;
    type SerializeStructVariant = OpenBracket<'a>;

    fn serialize_bool(self, on: bool) -> Result<(), Never> {
        self.out.push_str(if on { "true" } else { "false" });
        Ok(())
    }
    fn serialize_i8(self, n: i8) -> Result<(), Never> {
        self.serialize_i64(n.into())
    }
    fn serialize_i16(self, n: i16) -> Result<(), Never> {
        self.serialize_i64(n.into())
    }
    fn serialize_i32(self, n: i32) -> Result<(), Never> {
        self.serialize_i64(n.into())
    }
    fn serialize_i64(self, n: i64) -> Result<(), Never> {
        if n < 0 {
            self.out.push('-');
        }
        push_number(n.unsigned_abs(), &mut self.out);
        Ok(())
    }
    fn serialize_u8(self, n: u8) -> Result<(), Never> {
        self.serialize_u64(n.into())
    }
    fn serialize_u16(self, n: u16) -> Result<(), Never> {
        self.serialize_u64(n.into())
    }
    fn serialize_u32(self, n: u32) -> Result<(), Never> {
        self.serialize_u64(n.into())
    }
    fn serialize_u64(self, n: u64) -> Result<(), Never> {
        push_number(n, &mut self.out);
        Ok(())
    }
    fn serialize_f32(self, n: f32) -> Result<(), Never> {
        self.serialize_f64(n.into())
    }
    fn serialize_f64(self, n: f64) -> Result<(), Never> {
        if !n.is_finite() {
            self.out.push_str("null");
        } else if (0.0..9e15).contains(&n) && n.trunc() == n {
            push_number(n as u64, &mut self.out);
        } else {
            (self.float)(n, &mut self.out);
        }
        Ok(())
    }
    fn serialize_char(self, c: char) -> Result<(), Never> {
        self.serialize_str(c.encode_utf8(&mut [0; 4]))
    }
    fn serialize_str(self, text: &str) -> Result<(), Never> {
        push_text(text, &mut self.out);
        Ok(())
    }
    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), Never> {
        self.collect_seq(bytes)
    }
    fn serialize_none(self) -> Result<(), Never> {
        self.serialize_unit()
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Never> {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Result<(), Never> {
        self.out.push_str("null");
        Ok(())
    }
    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Never> {
        self.serialize_unit()
    }
    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), Never> {
        self.serialize_str(variant)
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Never> {
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Never> {
        self.out.push('{');
        self.member(variant, value);
        self.out.push('}');
        Ok(())
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<OpenBracket<'a>, Never> {
        Ok(OpenBracket::new(self, '[', "]"))
    }
    fn serialize_tuple(self, _: usize) -> Result<OpenBracket<'a>, Never> {
        Ok(OpenBracket::new(self, '[', "]"))
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<OpenBracket<'a>, Never> {
        Ok(OpenBracket::new(self, '[', "]"))
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<OpenBracket<'a>, Never> {
        Ok(OpenBracket::variant(self, variant, '[', "]}"))
    }
    fn serialize_map(self, _: Option<usize>) -> Result<OpenBracket<'a>, Never> {
        Ok(OpenBracket::new(self, '{', "}"))
    }
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<OpenBracket<'a>, Never> {
        Ok(OpenBracket::new(self, '{', "}"))
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<OpenBracket<'a>, Never> {
        Ok(OpenBracket::variant(self, variant, '{', "}}"))
    }
}

macro_rules! list {
    ($trait:ident, $add:ident) => {
        impl ser::$trait for OpenBracket<'_> {
            type Ok = ();
            type Error = Never;
            fn $add<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
                self.printer.comma();
                value.serialize(&mut *self.printer)
            }
            fn end(self) -> Result<(), Never> {
                self.finish();
                Ok(())
            }
        }
    };
}

list!(SerializeSeq, serialize_element);
list!(SerializeTuple, serialize_element);
list!(SerializeTupleStruct, serialize_field);
list!(SerializeTupleVariant, serialize_field);

macro_rules! object {
    ($trait:ident) => {
        impl ser::$trait for OpenBracket<'_> {
            type Ok = ();
            type Error = Never;
            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), Never> {
                self.printer.member(name, value);
                Ok(())
            }
            fn end(self) -> Result<(), Never> {
                self.finish();
                Ok(())
            }
        }
    };
}

object!(SerializeStruct);
object!(SerializeStructVariant);

impl ser::SerializeMap for OpenBracket<'_> {
    type Ok = ();
    type Error = Never;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, name: &T) -> Result<(), Never> {
        self.printer.comma();
        name.serialize(&mut *self.printer)
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
        self.printer.out.push(':');
        value.serialize(&mut *self.printer)
    }
    fn end(self) -> Result<(), Never> {
        self.finish();
        Ok(())
    }
}
