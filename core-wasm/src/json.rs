//! JSON text of our own types, for storage, patches and requests. It reads and writes the same JSON as `serde_json`,
//! with less code per type: the functions that handle text are not generic, and the error has no contents.
//! That halves serde's part of the browser's module.

mod reader;
#[cfg(test)]
mod tests;
mod writer;

use serde::{Deserialize, Serialize};
use std::fmt;

/// The error for a text that is not JSON, or not of the expected type. Callers replace it by an error of their own, so
/// it does not say where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Invalid;

/// Parses a value from JSON text. Arrays and objects may be nested 127 levels deep.
///
/// # Errors
///
/// Returns [`Invalid`] if the text is not JSON or has another shape than the type.
pub(crate) fn parse<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, Invalid> {
    let mut reader = reader::Reader::new(text);
    let value = T::deserialize(&mut reader)?;
    reader.finish()?;
    Ok(value)
}

/// Returns whether a text is JSON, of any shape.
pub(crate) fn is_json(text: &str) -> bool {
    parse::<serde::de::IgnoredAny>(text).is_ok()
}

/// Serializes a value of our own types, which cannot fail: their maps have text keys and their numbers are finite.
pub(crate) fn json<T: Serialize>(value: &T) -> String {
    let mut writer = writer::Writer::default();
    value.serialize(&mut writer).unwrap_or_else(|_| unreachable!("protocol types serialize to JSON"));
    writer.into_text()
}

impl fmt::Display for Invalid {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("not JSON of the expected type")
    }
}

impl std::error::Error for Invalid {}

impl serde::ser::Error for Invalid {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

/// Replaces serde's default functions: the messages that they format would never be read.
impl serde::de::Error for Invalid {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }

    fn invalid_type(_: serde::de::Unexpected<'_>, _: &dyn serde::de::Expected) -> Self {
        Self
    }

    fn invalid_value(_: serde::de::Unexpected<'_>, _: &dyn serde::de::Expected) -> Self {
        Self
    }

    fn invalid_length(_: usize, _: &dyn serde::de::Expected) -> Self {
        Self
    }

    fn unknown_variant(_: &str, _: &'static [&'static str]) -> Self {
        Self
    }

    fn unknown_field(_: &str, _: &'static [&'static str]) -> Self {
        Self
    }

    fn missing_field(_: &'static str) -> Self {
        Self
    }

    fn duplicate_field(_: &'static str) -> Self {
        Self
    }
}
