//! Writing JSON text (RFC 8259) through serde, without white space.

use super::Invalid;
use serde::ser::{self, Serialize};
use std::fmt::{self, Write};

type Result = std::result::Result<(), Invalid>;

/// The room that a new text has, in bytes: enough for most values, so that their texts are not moved while they grow.
const FIRST_CAPACITY: usize = 256;

/// A JSON text that grows.
pub(super) struct Writer {
    text: String,
}

impl Default for Writer {
    fn default() -> Self {
        Self { text: String::with_capacity(FIRST_CAPACITY) }
    }
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

    /// Begins the object around the contents of a variant.
    fn begin_variant(&mut self, name: &str) {
        self.word("{");
        self.name(name);
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
                b'"' => Some("\\\""),
                b'\\' => Some("\\\\"),
                b'\n' => Some("\\n"),
                b'\r' => Some("\\r"),
                b'\t' => Some("\\t"),
                0x8 => Some("\\b"),
                0xc => Some("\\f"),
                0..=0x1f => None,
                _ => continue,
            };
            self.text.push_str(&text[start..at]);
            match escape {
                Some(escape) => self.text.push_str(escape),
                None => self.number(format_args!("\\u{byte:04x}")),
            }
            start = at + 1;
        }
        self.text.push_str(&text[start..]);
    }

    #[inline(never)]
    fn number(&mut self, number: fmt::Arguments<'_>) {
        // Writing to memory cannot fail.
        _ = self.text.write_fmt(number);
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
            self.number(format_args!("{value}"));
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
        serialize_u8(u8) serialize_u16(u16) serialize_u32(u32) serialize_u64(u64)
    }

    fn serialize_f32(self, value: f32) -> Result {
        self.serialize_f64(f64::from(value))
    }

    /// Writes the fewest digits that read back as the same number; null if it is not finite.
    fn serialize_f64(self, value: f64) -> Result {
        if !value.is_finite() {
            return self.serialize_unit();
        }
        self.number(format_args!("{value:?}"));
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
        self.begin_variant(variant);
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
        self.begin_variant(variant);
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
        self.begin_variant(variant);
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
