//! Writing JSON text (RFC 8259) through serde, without white space.

use super::Invalid;
use serde::ser::{self, Serialize};
use std::fmt::{self, Write};

type Result = std::result::Result<(), Invalid>;

/// A JSON text that grows.
#[derive(Default)]
pub(super) struct Writer {
    text: String,
}

/// The functions that do the work. None is generic, so the module contains each of them once.
impl Writer {
    pub(super) fn into_text(self) -> String {
        self.text
    }

    /// Writes a comma, unless the next value is the first of its array or object.
    #[inline(never)]
    fn separate(&mut self) {
        if !matches!(self.text.as_bytes().last(), Some(b'{' | b'[' | b':')) {
            self.text.push(',');
        }
    }

    /// Writes the name of a field or variant, which has no characters to escape.
    #[inline(never)]
    fn name(&mut self, name: &str) {
        self.separate();
        self.text.push('"');
        self.text.push_str(name);
        self.text.push_str("\":");
    }

    #[inline(never)]
    fn word(&mut self, word: &str) {
        self.text.push_str(word);
    }

    #[inline(never)]
    fn string(&mut self, text: &str) {
        self.text.push('"');
        self.escaped(text);
        self.text.push('"');
    }

    /// Writes the characters of a string.
    fn escaped(&mut self, text: &str) {
        let mut start = 0;
        for (at, byte) in text.bytes().enumerate() {
            let escape = match byte {
                b'"' => "\\\"",
                b'\\' => "\\\\",
                b'\n' => "\\n",
                b'\r' => "\\r",
                b'\t' => "\\t",
                0x8 => "\\b",
                0xc => "\\f",
                0..=0x1f => "\\u00",
                _ => continue,
            };
            self.text.push_str(&text[start..at]);
            self.text.push_str(escape);
            if escape == "\\u00" {
                for digit in [byte >> 4, byte & 15] {
                    self.text.push(char::from_digit(u32::from(digit), 16).unwrap_or_default());
                }
            }
            start = at + 1;
        }
        self.text.push_str(&text[start..]);
    }

    #[inline(never)]
    fn integer(&mut self, negative: bool, mut value: u64) {
        let mut digits = [0; 20];
        let mut start = digits.len();
        loop {
            start -= 1;
            digits[start] = b'0' + (value % 10) as u8;
            value /= 10;
            if value == 0 {
                break;
            }
        }
        if negative {
            self.text.push('-');
        }
        self.text.extend(digits[start..].iter().map(|digit| char::from(*digit)));
    }

    /// Writes a number with the fewest digits that read back as the same number; null if it is not finite.
    #[inline(never)]
    fn float(&mut self, value: f64) {
        if value.is_finite() {
            _ = write!(self.text, "{value:?}");
        } else {
            self.text.push_str("null");
        }
    }
}

/// Escapes what is written to it.
struct Escaper<'w>(&'w mut Writer);

impl Write for Escaper<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.escaped(text);
        Ok(())
    }
}

macro_rules! write_integers {
    ($($method:ident($kind:ty))*) => {$(
        fn $method(self, value: $kind) -> Result {
            let value = i64::from(value);
            self.integer(value < 0, value.unsigned_abs());
            Ok(())
        }
    )*};
}

impl<'w> ser::Serializer for &'w mut Writer {
    type Ok = ();
    type Error = Invalid;
    type SerializeSeq = Sequence<'w>;
    type SerializeTuple = Sequence<'w>;
    type SerializeTupleStruct = Sequence<'w>;
    type SerializeTupleVariant = Sequence<'w>;
    type SerializeMap = Sequence<'w>;
    type SerializeStruct = Sequence<'w>;
    type SerializeStructVariant = Sequence<'w>;

    write_integers! {
        serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64)
        serialize_u8(u8) serialize_u16(u16) serialize_u32(u32)
    }

    fn serialize_u64(self, value: u64) -> Result {
        self.integer(false, value);
        Ok(())
    }

    fn serialize_f32(self, value: f32) -> Result {
        self.serialize_f64(f64::from(value))
    }

    fn serialize_f64(self, value: f64) -> Result {
        self.float(value);
        Ok(())
    }

    fn serialize_bool(self, value: bool) -> Result {
        self.word(if value { "true" } else { "false" });
        Ok(())
    }

    fn serialize_char(self, value: char) -> Result {
        self.string(value.encode_utf8(&mut [0; 4]));
        Ok(())
    }

    fn serialize_str(self, text: &str) -> Result {
        self.string(text);
        Ok(())
    }

    fn collect_str<T: fmt::Display + ?Sized>(self, value: &T) -> Result {
        self.word("\"");
        write!(Escaper(self), "{value}").map_err(|_| Invalid)?;
        self.word("\"");
        Ok(())
    }

    fn serialize_bytes(self, _: &[u8]) -> Result {
        Err(Invalid)
    }

    fn serialize_none(self) -> Result {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result {
        self.word("null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result {
        self.word("{");
        self.name(variant);
        value.serialize(&mut *self)?;
        self.word("}");
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> std::result::Result<Sequence<'w>, Invalid> {
        Ok(Sequence::begin(self, "[", "]"))
    }

    fn serialize_tuple(self, _: usize) -> std::result::Result<Sequence<'w>, Invalid> {
        Ok(Sequence::begin(self, "[", "]"))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> std::result::Result<Sequence<'w>, Invalid> {
        Ok(Sequence::begin(self, "[", "]"))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> std::result::Result<Sequence<'w>, Invalid> {
        self.word("{");
        self.name(variant);
        Ok(Sequence::begin(self, "[", "]}"))
    }

    fn serialize_map(self, _: Option<usize>) -> std::result::Result<Sequence<'w>, Invalid> {
        Ok(Sequence::begin(self, "{", "}"))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> std::result::Result<Sequence<'w>, Invalid> {
        Ok(Sequence::begin(self, "{", "}"))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> std::result::Result<Sequence<'w>, Invalid> {
        self.word("{");
        self.name(variant);
        Ok(Sequence::begin(self, "{", "}}"))
    }
}

/// An array or an object that is being written.
pub(super) struct Sequence<'w> {
    writer: &'w mut Writer,
    closing: &'static str,
}

impl<'w> Sequence<'w> {
    fn begin(writer: &'w mut Writer, opening: &str, closing: &'static str) -> Self {
        writer.word(opening);
        Self { writer, closing }
    }

    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result {
        self.writer.separate();
        value.serialize(&mut *self.writer)
    }

    fn field<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result {
        self.writer.name(name);
        value.serialize(&mut *self.writer)
    }

    fn finish(self) -> Result {
        self.writer.word(self.closing);
        Ok(())
    }
}

macro_rules! write_elements {
    ($($kind:ident::$method:ident)*) => {$(
        impl ser::$kind for Sequence<'_> {
            type Ok = ();
            type Error = Invalid;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result {
                self.element(value)
            }

            fn end(self) -> Result {
                self.finish()
            }
        }
    )*};
}

write_elements! {
    SerializeSeq::serialize_element
    SerializeTuple::serialize_element
    SerializeTupleStruct::serialize_field
    SerializeTupleVariant::serialize_field
}

macro_rules! write_fields {
    ($($kind:ident)*) => {$(
        impl ser::$kind for Sequence<'_> {
            type Ok = ();
            type Error = Invalid;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result {
                self.field(name, value)
            }

            fn end(self) -> Result {
                self.finish()
            }
        }
    )*};
}

write_fields! { SerializeStruct SerializeStructVariant }

/// Keys must be texts.
impl ser::SerializeMap for Sequence<'_> {
    type Ok = ();
    type Error = Invalid;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result {
        self.element(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result {
        self.writer.word(":");
        value.serialize(&mut *self.writer)
    }

    fn end(self) -> Result {
        self.finish()
    }
}
