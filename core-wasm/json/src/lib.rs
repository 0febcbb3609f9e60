//! JSON text of our own types, for storage, patches and requests. It is the JSON that `serde_json` reads and writes for
//! the same types, except that fractions have at most 15 digits: the derives of `json-derive` follow serde's attributes.
//!
//! serde's derives make a reader per type, which was a fifth of the browser's module. Here, one reader that is not
//! generic walks through the text. It knows the names of a type's fields, and the type only says where each value goes:
//! a value is read in place, into a blank one.

// The derives name the crate, also in its own tests.
#[cfg(test)]
extern crate self as json;

mod decimal;
mod read;
mod reader;
#[cfg(test)]
mod tests;
mod value;
mod write;
mod writer;

pub use json_derive::{ReadJson, WriteJson};
pub use read::read_text;
pub use reader::Reader;
use std::fmt;
pub use value::serialize;
pub use writer::Writer;

/// The error for a text that is not JSON, or not of the expected type. Callers replace it by an error of their own, so
/// it does not say where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Invalid;

/// Whether reading succeeded.
pub type Result<T = ()> = std::result::Result<T, Invalid>;

/// A type that has a value to read into. It may be invalid: it is dropped when reading fails.
pub trait Blank: Sized {
    /// Whether a field of this type may be missing.
    const MAY_BE_MISSING: bool = false;

    /// Returns the blank value. If fields may be missing, it has their defaults.
    fn blank() -> Self;
}

/// A type that is read from JSON text. Values may borrow from the text.
pub trait ReadJson<'text>: Blank {
    /// Reads the next value of the text into this one, which is blank.
    ///
    /// # Errors
    ///
    /// Returns [`Invalid`] if the text is not JSON or has another shape than the type.
    fn read(&mut self, reader: &mut Reader<'text>) -> Result;
}

/// A type that is read from JSON text and does not borrow from it.
pub trait ReadOwnedJson: for<'text> ReadJson<'text> {}

impl<T: for<'text> ReadJson<'text>> ReadOwnedJson for T {}

/// Something with named fields: a struct, or a variant of an enum.
pub trait ReadFields<'text> {
    /// Reads the value of a field, given its index in [`Shape::names`].
    ///
    /// # Errors
    ///
    /// Returns [`Invalid`] if the text is not JSON or has another shape than the field.
    fn read_field(&mut self, index: usize, reader: &mut Reader<'text>) -> Result;
}

/// The fields of a struct or a variant.
#[derive(Debug)]
pub struct Shape {
    /// The names, at most 64.
    pub names: &'static [&'static str],
    /// Which fields may be missing: a bit for each, the lowest for the first.
    pub optional: u64,
}

/// A type that is written as JSON text. That cannot fail: maps have text keys and numbers are finite.
pub trait WriteJson {
    /// Writes the value.
    fn write(&self, writer: &mut Writer);
}

/// Parses a value from JSON text. Arrays and objects may be nested 127 levels deep.
///
/// # Errors
///
/// Returns [`Invalid`] if the text is not JSON or has another shape than the type.
pub fn parse<'text, T: ReadJson<'text>>(text: &'text str) -> Result<T> {
    let (mut reader, mut value) = (Reader::new(text), T::blank());
    value.read(&mut reader)?;
    reader.finish()?;
    Ok(value)
}

/// Returns whether a text is JSON, of any shape.
pub fn is_json(text: &str) -> bool {
    let mut reader = Reader::new(text);
    reader.skip().is_ok() && reader.finish().is_ok()
}

/// Returns the JSON text of a value.
pub fn json<T: WriteJson + ?Sized>(value: &T) -> String {
    let mut writer = Writer::default();
    value.write(&mut writer);
    writer.into_text()
}

impl fmt::Display for Invalid {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("not JSON of the expected type")
    }
}

impl std::error::Error for Invalid {}
