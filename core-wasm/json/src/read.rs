//! How the types of the standard library are read.

use super::reader::Number;
use super::{Blank, Invalid, ReadJson, Reader, Result};
use std::borrow::Cow;

/// Reads a value that is written as a text.
///
/// # Errors
///
/// Returns [`Invalid`] if no text comes next or `parse` returns `None`.
pub fn read_text<T>(value: &mut T, reader: &mut Reader<'_>, parse: impl FnOnce(&str) -> Option<T>) -> Result {
    *value = parse(&reader.string()?).ok_or(Invalid)?;
    Ok(())
}

/// Implements [`ReadJson`] for a type that is written as a text, given its blank value and the function that parses the
/// text, which returns `None` if the text is not valid.
#[macro_export]
macro_rules! read_as_text {
    ($kind:ty, $blank:expr, $parse:expr) => {
        impl $crate::Blank for $kind {
            fn blank() -> Self {
                $blank
            }
        }

        impl<'text> $crate::ReadJson<'text> for $kind {
            fn read(&mut self, reader: &mut $crate::Reader<'text>) -> $crate::Result {
                $crate::read_text(self, reader, $parse)
            }
        }
    };
}

macro_rules! blank {
    ($($kind:ty)*) => {$(
        impl Blank for $kind {
            fn blank() -> Self {
                Self::default()
            }
        }
    )*};
}

blank! { bool u8 u16 u32 u64 i32 i64 f64 String Cow<'_, str> }

impl<T> Blank for Option<T> {
    const MAY_BE_MISSING: bool = true;

    fn blank() -> Self {
        None
    }
}

impl<T> Blank for Vec<T> {
    fn blank() -> Self {
        Self::new()
    }
}

impl<T: Blank> Blank for Box<T> {
    fn blank() -> Self {
        Self::new(T::blank())
    }
}

impl<A: Blank, B: Blank> Blank for (A, B) {
    fn blank() -> Self {
        (A::blank(), B::blank())
    }
}

macro_rules! read_integers {
    ($($kind:ty)*) => {$(
        impl<'text> ReadJson<'text> for $kind {
            fn read(&mut self, reader: &mut Reader<'text>) -> Result {
                *self = reader.integer()?.try_into().map_err(|_| Invalid)?;
                Ok(())
            }
        }
    )*};
}

read_integers! { u8 u16 u32 i32 }

impl<'text> ReadJson<'text> for i64 {
    fn read(&mut self, reader: &mut Reader<'text>) -> Result {
        *self = reader.integer()?;
        Ok(())
    }
}

impl<'text> ReadJson<'text> for u64 {
    fn read(&mut self, reader: &mut Reader<'text>) -> Result {
        *self = match reader.number()? {
            Number::Integer(value) => value.try_into().map_err(|_| Invalid)?,
            Number::Unsigned(value) => value,
            Number::Float(_) => return Err(Invalid),
        };
        Ok(())
    }
}

impl<'text> ReadJson<'text> for f64 {
    #[inline(never)]
    fn read(&mut self, reader: &mut Reader<'text>) -> Result {
        *self = match reader.number()? {
            Number::Integer(value) => value as f64,
            Number::Unsigned(value) => value as f64,
            Number::Float(value) => value,
        };
        Ok(())
    }
}

impl<'text> ReadJson<'text> for bool {
    #[inline(never)]
    fn read(&mut self, reader: &mut Reader<'text>) -> Result {
        *self = reader.boolean()?;
        Ok(())
    }
}

impl<'text> ReadJson<'text> for String {
    #[inline(never)]
    fn read(&mut self, reader: &mut Reader<'text>) -> Result {
        *self = reader.string()?.into_owned();
        Ok(())
    }
}

impl<'text> ReadJson<'text> for Cow<'text, str> {
    fn read(&mut self, reader: &mut Reader<'text>) -> Result {
        *self = reader.string()?;
        Ok(())
    }
}

impl<'text, T: ReadJson<'text>> ReadJson<'text> for Option<T> {
    fn read(&mut self, reader: &mut Reader<'text>) -> Result {
        if reader.is_null()? {
            *self = None;
            return Ok(());
        }
        self.insert(T::blank()).read(reader)
    }
}

impl<'text, T: ReadJson<'text>> ReadJson<'text> for Box<T> {
    fn read(&mut self, reader: &mut Reader<'text>) -> Result {
        T::read(self, reader)
    }
}

impl<'text, T: ReadJson<'text>> ReadJson<'text> for Vec<T> {
    fn read(&mut self, reader: &mut Reader<'text>) -> Result {
        let mut is_first = true;
        self.clear();
        reader.enter(b'[')?;
        while reader.advance(&mut is_first, b']')? {
            self.push_mut(T::blank()).read(reader)?;
        }
        Ok(())
    }
}

impl<'text, A: ReadJson<'text>, B: ReadJson<'text>> ReadJson<'text> for (A, B) {
    fn read(&mut self, reader: &mut Reader<'text>) -> Result {
        reader.enter(b'[')?;
        self.0.read(reader)?;
        reader.expect(b',')?;
        self.1.read(reader)?;
        if reader.advance(&mut false, b']')? { Err(Invalid) } else { Ok(()) }
    }
}
