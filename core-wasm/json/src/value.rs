//! JSON text as a value of serde's data model.

use super::{Invalid, Reader, reader::Number};
use serde::ser::{Error, Serialize, SerializeMap, SerializeSeq, Serializer};
use std::cell::RefCell;

/// The next value of a JSON text; each serialization reads one. No tree of values is built, and one implementation serves
/// all types.
struct Value<'reader, 'text>(&'reader RefCell<Reader<'text>>);

/// Passes the value at the start of a JSON text to a serializer.
///
/// # Errors
///
/// Returns an error of the serializer, also if that is not JSON.
pub fn serialize<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    Value(&RefCell::new(Reader::new(text))).serialize(serializer)
}

impl<'text> Value<'_, 'text> {
    /// Reads a part of the value, which is not JSON if that fails.
    fn read<T, E: Error>(&self, read: impl FnOnce(&mut Reader<'text>) -> Result<T, Invalid>) -> Result<T, E> {
        read(&mut self.0.borrow_mut()).map_err(E::custom)
    }
}

impl Serialize for Value<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut is_first = true;
        let next = self.0.borrow_mut().peek();
        match next {
            b'"' => serializer.serialize_str(&self.read(Reader::string)?),
            b'{' => {
                let mut object = serializer.serialize_map(None)?;
                self.read(|reader| reader.enter(b'{'))?;
                while let Some(key) = self.read(|reader| reader.key(&mut is_first))? {
                    object.serialize_entry(&*key, self)?;
                }
                object.end()
            }
            b'[' => {
                let mut array = serializer.serialize_seq(None)?;
                self.read(|reader| reader.enter(b'['))?;
                while self.read(|reader| reader.advance(&mut is_first, b']'))? {
                    array.serialize_element(self)?;
                }
                array.end()
            }
            b't' | b'f' => serializer.serialize_bool(self.read(Reader::boolean)?),
            b'n' => {
                self.read(Reader::null)?;
                serializer.serialize_unit()
            }
            _ => match self.read(Reader::number)? {
                Number::Integer(value) => serializer.serialize_i64(value),
                Number::Unsigned(value) => serializer.serialize_u64(value),
                Number::Float(value) => serializer.serialize_f64(value),
            },
        }
    }
}
