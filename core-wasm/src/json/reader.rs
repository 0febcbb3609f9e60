//! Reading JSON text (RFC 8259) through serde.

use super::Invalid;
use serde::de::{self, DeserializeSeed, Visitor};
use serde::forward_to_deserialize_any;
use std::borrow::Cow;

/// How deep arrays and objects may be nested, as in `serde_json`.
const MAX_DEPTH: u8 = 127;

type Result<T> = std::result::Result<T, Invalid>;

/// A position in a JSON text.
pub(super) struct Reader<'de> {
    text: &'de str,
    at: usize,
    depth: u8,
}

enum Number {
    Integer(i64),
    Unsigned(u64),
    Float(f64),
}

/// The functions that do the work. None is generic, so the module contains each of them once.
impl<'de> Reader<'de> {
    pub(super) fn new(text: &'de str) -> Self {
        Self { text, at: 0, depth: 0 }
    }

    /// Fails unless nothing but white space follows.
    pub(super) fn finish(&mut self) -> Result<()> {
        self.peek();
        if self.at == self.text.len() { Ok(()) } else { Err(Invalid) }
    }

    /// Skips white space and returns the next byte; 0 at the end.
    #[inline(never)]
    fn peek(&mut self) -> u8 {
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(self.at) {
            if !matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
                return *byte;
            }
            self.at += 1;
        }
        0
    }

    fn expect(&mut self, byte: u8) -> Result<()> {
        if self.peek() != byte {
            return Err(Invalid);
        }
        self.at += 1;
        Ok(())
    }

    /// Reads a text that must come next, without white space before it.
    fn word(&mut self, word: &str) -> Result<()> {
        if !self.text.as_bytes()[self.at..].starts_with(word.as_bytes()) {
            return Err(Invalid);
        }
        self.at += word.len();
        Ok(())
    }

    #[inline(never)]
    fn boolean(&mut self) -> Result<bool> {
        let value = self.peek() == b't';
        self.word(if value { "true" } else { "false" })?;
        Ok(value)
    }

    /// Reads null, if it comes next, and returns whether it did.
    #[inline(never)]
    fn is_null(&mut self) -> Result<bool> {
        let is_null = self.peek() == b'n';
        if is_null {
            self.word("null")?;
        }
        Ok(is_null)
    }

    fn skip_digits(&mut self) -> Result<()> {
        let start = self.at;
        while self.text.as_bytes().get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
        if self.at > start { Ok(()) } else { Err(Invalid) }
    }

    #[inline(never)]
    fn number(&mut self) -> Result<Number> {
        self.peek();
        let (start, bytes) = (self.at, self.text.as_bytes());
        self.at += usize::from(bytes.get(start) == Some(&b'-'));
        let first = self.at;
        self.skip_digits()?;
        if bytes[first] == b'0' && self.at > first + 1 {
            return Err(Invalid);
        }
        let mut is_integer = true;
        if bytes.get(self.at) == Some(&b'.') {
            is_integer = false;
            self.at += 1;
            self.skip_digits()?;
        }
        if matches!(bytes.get(self.at), Some(b'e' | b'E')) {
            is_integer = false;
            self.at += 1;
            self.at += usize::from(matches!(bytes.get(self.at), Some(b'+' | b'-')));
            self.skip_digits()?;
        }
        let digits = &self.text[start..self.at];
        if is_integer {
            if let Ok(value) = digits.parse() {
                return Ok(Number::Integer(value));
            }
            if let Ok(value) = digits.parse() {
                return Ok(Number::Unsigned(value));
            }
        }
        digits.parse().ok().filter(|value: &f64| value.is_finite()).map(Number::Float).ok_or(Invalid)
    }

    #[inline(never)]
    fn string(&mut self) -> Result<Cow<'de, str>> {
        self.expect(b'"')?;
        let start = self.at;
        if self.skip_plain_characters()? == b'"' {
            let text = &self.text[start..self.at];
            self.at += 1;
            return Ok(Cow::Borrowed(text));
        }
        let mut whole = self.text[start..self.at].to_owned();
        loop {
            whole.push(self.escape()?);
            let start = self.at;
            let end = self.skip_plain_characters()?;
            whole.push_str(&self.text[start..self.at]);
            if end == b'"' {
                self.at += 1;
                return Ok(Cow::Owned(whole));
            }
        }
    }

    /// Moves to the next quotation mark or backslash, and returns it. Control characters are not allowed in a string.
    fn skip_plain_characters(&mut self) -> Result<u8> {
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(self.at) {
            match byte {
                b'"' | b'\\' => return Ok(*byte),
                0..=0x1f => return Err(Invalid),
                _ => self.at += 1,
            }
        }
        Err(Invalid)
    }

    /// Reads an escape, which begins with a backslash.
    fn escape(&mut self) -> Result<char> {
        let kind = *self.text.as_bytes().get(self.at + 1).ok_or(Invalid)?;
        self.at += 2;
        Ok(match kind {
            b'"' | b'\\' | b'/' => char::from(kind),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let first = self.hexadecimal()?;
                // Characters outside the Basic Multilingual Plane are two escapes, a surrogate pair.
                let code = if (0xd800..0xdc00).contains(&first) {
                    self.word("\\u")?;
                    let second = self.hexadecimal()?.checked_sub(0xdc00).filter(|low| *low < 0x400).ok_or(Invalid)?;
                    0x1_0000 + ((first - 0xd800) << 10) + second
                } else {
                    first
                };
                char::from_u32(code).ok_or(Invalid)?
            }
            _ => return Err(Invalid),
        })
    }

    fn hexadecimal(&mut self) -> Result<u32> {
        let digits = self.text.get(self.at..self.at + 4).ok_or(Invalid)?;
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(Invalid);
        }
        self.at += 4;
        u32::from_str_radix(digits, 16).map_err(|_| Invalid)
    }

    /// Enters an array or an object, which begins with `opening`.
    #[inline(never)]
    fn enter(&mut self, opening: u8) -> Result<()> {
        self.expect(opening)?;
        self.depth += 1;
        if self.depth > MAX_DEPTH { Err(Invalid) } else { Ok(()) }
    }

    /// Moves to the next element and returns true, or leaves the array or object at `closing` and returns false.
    #[inline(never)]
    fn advance(&mut self, is_first: &mut bool, closing: u8) -> Result<bool> {
        if self.peek() == closing {
            self.at += 1;
            self.depth -= 1;
            return Ok(false);
        }
        if !std::mem::replace(is_first, false) {
            self.expect(b',')?;
        }
        Ok(true)
    }

    #[inline(never)]
    fn key(&mut self, is_first: &mut bool) -> Result<Option<Cow<'de, str>>> {
        if !self.advance(is_first, b'}')? {
            return Ok(None);
        }
        let key = self.string()?;
        self.expect(b':')?;
        Ok(Some(key))
    }

    /// Skips a value of any type.
    #[inline(never)]
    fn skip(&mut self) -> Result<()> {
        let mut is_first = true;
        match self.peek() {
            b'"' => drop(self.string()?),
            b'{' => {
                self.enter(b'{')?;
                while self.key(&mut is_first)?.is_some() {
                    self.skip()?;
                }
            }
            b'[' => {
                self.enter(b'[')?;
                while self.advance(&mut is_first, b']')? {
                    self.skip()?;
                }
            }
            b't' | b'f' => drop(self.boolean()?),
            b'n' => drop(self.is_null()?),
            _ => {
                self.number()?;
            }
        }
        Ok(())
    }
}

fn visit_text<'de, V: Visitor<'de>>(text: Cow<'de, str>, visitor: V) -> Result<V::Value> {
    match text {
        Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
        Cow::Owned(text) => visitor.visit_string(text),
    }
}

macro_rules! read_numbers {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match self.number()? {
                Number::Integer(value) => visitor.visit_i64(value),
                Number::Unsigned(value) => visitor.visit_u64(value),
                Number::Float(value) => visitor.visit_f64(value),
            }
        }
    )*};
}

macro_rules! read_texts {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            visit_text(self.string()?, visitor)
        }
    )*};
}

impl<'de> de::Deserializer<'de> for &mut Reader<'de> {
    type Error = Invalid;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.peek() {
            b'"' => self.deserialize_str(visitor),
            b'{' => self.deserialize_map(visitor),
            b'[' => self.deserialize_seq(visitor),
            b't' | b'f' => self.deserialize_bool(visitor),
            b'n' => self.deserialize_unit(visitor),
            _ => self.deserialize_i64(visitor),
        }
    }

    read_numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
        deserialize_f32 deserialize_f64
    }

    read_texts! { deserialize_str deserialize_string deserialize_char deserialize_identifier }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_bool(self.boolean()?)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.is_null()? { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.is_null()? { visitor.visit_unit() } else { Err(Invalid) }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.enter(b'[')?;
        let mut elements = Elements { reader: self, is_first: true, is_over: false };
        let value = visitor.visit_seq(&mut elements)?;
        // A tuple's visitor does not ask whether more follows.
        if elements.is_over || !elements.reader.advance(&mut elements.is_first, b']')? {
            Ok(value)
        } else {
            Err(Invalid)
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(self, _: &'static str, _: usize, visitor: V) -> Result<V::Value> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.enter(b'{')?;
        visitor.visit_map(Fields { reader: self, is_first: true })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_map(visitor)
    }

    /// A variant without contents is its name; other variants are an object with the name as its only key.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        if self.peek() == b'"' {
            let name = self.string()?;
            return visitor.visit_enum(Variant { name, reader: None });
        }
        self.enter(b'{')?;
        let mut is_first = true;
        let name = self.key(&mut is_first)?.ok_or(Invalid)?;
        let value = visitor.visit_enum(Variant { name, reader: Some(&mut *self) })?;
        if self.advance(&mut is_first, b'}')? { Err(Invalid) } else { Ok(value) }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.skip()?;
        visitor.visit_unit()
    }

    forward_to_deserialize_any! { bytes byte_buf }
}

/// The elements of an array.
struct Elements<'r, 'de> {
    reader: &'r mut Reader<'de>,
    is_first: bool,
    is_over: bool,
}

impl<'de> de::SeqAccess<'de> for &mut Elements<'_, 'de> {
    type Error = Invalid;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        if self.is_over || !self.reader.advance(&mut self.is_first, b']')? {
            self.is_over = true;
            return Ok(None);
        }
        seed.deserialize(&mut *self.reader).map(Some)
    }
}

/// The keys and values of an object.
struct Fields<'r, 'de> {
    reader: &'r mut Reader<'de>,
    is_first: bool,
}

impl<'de> de::MapAccess<'de> for Fields<'_, 'de> {
    type Error = Invalid;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        match self.reader.key(&mut self.is_first)? {
            Some(key) => seed.deserialize(Key(key)).map(Some),
            None => Ok(None),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value> {
        seed.deserialize(&mut *self.reader)
    }
}

/// The key of an object, or the name of a variant.
struct Key<'de>(Cow<'de, str>);

impl<'de> de::Deserializer<'de> for Key<'de> {
    type Error = Invalid;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visit_text(self.0, visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_enum(Variant { name: self.0, reader: None })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct seq
        tuple tuple_struct map struct identifier ignored_any
    }
}

/// A variant of an enum; `reader` is at its contents, if it has any.
struct Variant<'r, 'de> {
    name: Cow<'de, str>,
    reader: Option<&'r mut Reader<'de>>,
}

impl<'r, 'de> de::EnumAccess<'de> for Variant<'r, 'de> {
    type Error = Invalid;
    type Variant = Contents<'r, 'de>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self::Variant)> {
        Ok((seed.deserialize(Key(self.name))?, Contents(self.reader)))
    }
}

/// The contents of a variant.
struct Contents<'r, 'de>(Option<&'r mut Reader<'de>>);

impl<'de> de::VariantAccess<'de> for Contents<'_, 'de> {
    type Error = Invalid;

    fn unit_variant(self) -> Result<()> {
        match self.0 {
            Some(reader) => reader.is_null()?.then_some(()).ok_or(Invalid),
            None => Ok(()),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value> {
        seed.deserialize(self.0.ok_or(Invalid)?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        de::Deserializer::deserialize_seq(self.0.ok_or(Invalid)?, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value> {
        de::Deserializer::deserialize_map(self.0.ok_or(Invalid)?, visitor)
    }
}
