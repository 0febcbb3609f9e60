//! The values of a JSON text, which borrow its texts.

use super::super::shape::invalid_json;
use super::super::{ImportError, ImportErrorCode};
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;

/// The maximum number of values of a file. A card of Trello has about 100.
const MAX_VALUES: u32 = 20_000_000;

/// A JSON value.
pub(super) enum Node<'t> {
    Null,
    Flag(bool),
    Number(f64),
    Text(Cow<'t, str>),
    Array(Vec<Node<'t>>),
    Object(Vec<Field<'t>>),
}

/// A field of an object.
pub(super) type Field<'t> = (Cow<'t, str>, Node<'t>);

/// Parses a JSON text.
pub(super) fn parse(text: &str) -> Result<Node<'_>, ImportError> {
    let count = Cell::new(0);
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let node = NodeSeed { count: &count }.deserialize(&mut deserializer);
    node.and_then(|node| deserializer.end().map(|()| node)).map_err(|error| {
        if count.get() > MAX_VALUES {
            ImportErrorCode::TooLarge.into()
        } else if error.to_string().starts_with("recursion limit exceeded") {
            ImportError { code: ImportErrorCode::TooDeep, ..invalid_json(&error) }
        } else {
            invalid_json(&error)
        }
    })
}

/// Reads a value and counts all values.
#[derive(Clone, Copy)]
struct NodeSeed<'c> {
    count: &'c Cell<u32>,
}

impl<'t> DeserializeSeed<'t> for NodeSeed<'_> {
    type Value = Node<'t>;

    fn deserialize<D: Deserializer<'t>>(self, deserializer: D) -> Result<Node<'t>, D::Error> {
        self.count.set(self.count.get() + 1);
        if self.count.get() > MAX_VALUES {
            return Err(D::Error::custom("too many values"));
        }
        deserializer.deserialize_any(self)
    }
}

impl<'t> Visitor<'t> for NodeSeed<'_> {
    type Value = Node<'t>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("any value")
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Node<'t>, E> {
        Ok(Node::Flag(flag))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Node<'t>, E> {
        Ok(Node::Number(number as f64))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Node<'t>, E> {
        Ok(Node::Number(number as f64))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Node<'t>, E> {
        Ok(Node::Number(number))
    }

    fn visit_unit<E>(self) -> Result<Node<'t>, E> {
        Ok(Node::Null)
    }

    fn visit_str<E>(self, text: &str) -> Result<Node<'t>, E> {
        Ok(Node::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_borrowed_str<E>(self, text: &'t str) -> Result<Node<'t>, E> {
        Ok(Node::Text(Cow::Borrowed(text)))
    }

    fn visit_seq<A: SeqAccess<'t>>(self, mut items: A) -> Result<Node<'t>, A::Error> {
        let mut array = vec![];
        while let Some(item) = items.next_element_seed(self)? {
            array.push(item);
        }
        Ok(Node::Array(array))
    }

    fn visit_map<A: MapAccess<'t>>(self, mut entries: A) -> Result<Node<'t>, A::Error> {
        let mut fields = vec![];
        while let Some(name) = entries.next_key_seed(NameSeed)? {
            fields.push((name, entries.next_value_seed(self)?));
        }
        Ok(Node::Object(fields))
    }
}

/// Reads the name of a field.
struct NameSeed;

impl<'t> DeserializeSeed<'t> for NameSeed {
    type Value = Cow<'t, str>;

    fn deserialize<D: Deserializer<'t>>(self, deserializer: D) -> Result<Cow<'t, str>, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'t> Visitor<'t> for NameSeed {
    type Value = Cow<'t, str>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the name of a field")
    }

    fn visit_str<E>(self, name: &str) -> Result<Cow<'t, str>, E> {
        Ok(Cow::Owned(name.to_owned()))
    }

    fn visit_borrowed_str<E>(self, name: &'t str) -> Result<Cow<'t, str>, E> {
        Ok(Cow::Borrowed(name))
    }
}
