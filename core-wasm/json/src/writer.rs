//! Writing JSON text (RFC 8259) without white space. No function is generic, so the module contains each of them once.

use std::fmt::{self, Write};

/// The room that a new text has, in bytes: enough for most values, so that their texts are not moved while they grow.
const FIRST_CAPACITY: usize = 256;

/// A JSON text that grows.
#[derive(Debug)]
pub struct Writer {
    text: String,
}

impl Default for Writer {
    fn default() -> Self {
        Self { text: String::with_capacity(FIRST_CAPACITY) }
    }
}

impl Writer {
    pub(super) fn into_text(self) -> String {
        self.text
    }

    /// Writes a comma, unless the next value is the first of its array or object.
    pub(super) fn separate(&mut self) {
        if !matches!(self.text.as_bytes().last(), Some(b'{' | b'[' | b':')) {
            self.text.push(',');
        }
    }

    /// Begins an object; [`Self::field`] comes before each value.
    pub fn begin_object(&mut self) {
        self.word("{");
    }

    /// Ends an object.
    pub fn end_object(&mut self) {
        self.word("}");
    }

    /// Writes the name of a field or variant, which has no characters to escape.
    #[inline(never)]
    pub fn field(&mut self, name: &str) {
        self.separate();
        self.plain(name);
        self.text.push(':');
    }

    /// Writes a text that has no characters to escape.
    #[inline(never)]
    pub fn plain(&mut self, text: &str) {
        self.text.push('"');
        self.text.push_str(text);
        self.text.push('"');
    }

    #[inline(never)]
    pub(super) fn word(&mut self, word: &str) {
        self.text.push_str(word);
    }

    #[inline(never)]
    pub(super) fn string(&mut self, text: &str) {
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
            self.text.push_str(text.get(start..at).unwrap_or_default());
            match escape {
                Some(escape) => self.text.push_str(escape),
                None => self.number(format_args!("\\u{byte:04x}")),
            }
            start = at + 1;
        }
        self.text.push_str(text.get(start..).unwrap_or_default());
    }

    #[inline(never)]
    pub(super) fn number(&mut self, number: fmt::Arguments<'_>) {
        // Writing to memory cannot fail.
        _ = self.text.write_fmt(number);
    }

    /// Writes a text that has no characters to escape.
    #[inline(never)]
    pub fn display(&mut self, value: &dyn fmt::Display) {
        self.number(format_args!("\"{value}\""));
    }
}
