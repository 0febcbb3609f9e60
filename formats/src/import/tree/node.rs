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

/// Returns a JSON text in which halves of surrogate pairs are replaced. JavaScript writes them for texts that were cut within
/// an emoji, and `serde_json` refuses them.
pub(super) fn with_valid_escapes(text: &str) -> Cow<'_, str> {
    let is_surrogate = |at: usize| text.as_bytes().get(at + 2).is_some_and(|byte| byte.eq_ignore_ascii_case(&b'd'));
    let mut fixed = String::new();
    let mut copied = 0;
    let mut position = 0;
    while let Some(found) = text.get(position..).and_then(|rest| rest.find('\\')) {
        let at = position + found;
        if text.as_bytes().get(at + 1) != Some(&b'u') || !is_surrogate(at) {
            // The character after a backslash is one byte, or the text is no JSON.
            position = at + 2;
            continue;
        }
        let (high, low) = (escaped_unit(text, at), escaped_unit(text, at + 6));
        if high.is_some_and(|unit| unit < 0xdc00) && low.is_some_and(|unit| unit >= 0xdc00) {
            position = at + 12;
        } else if high.is_some() {
            fixed.push_str(text.get(copied..at).unwrap_or_default());
            fixed.push_str("\\ufffd");
            position = at + 6;
            copied = position;
        } else {
            position = at + 2;
        }
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    fixed.push_str(text.get(copied..).unwrap_or_default());
    Cow::Owned(fixed)
}

/// Returns the half of a surrogate pair that is escaped at a position, such as `\ud83d`.
fn escaped_unit(text: &str, at: usize) -> Option<u32> {
    let digits = text.get(at..at + 6)?.strip_prefix("\\u").filter(|digits| !digits.starts_with('+'))?;
    u32::from_str_radix(digits, 16).ok().filter(|unit| (0xd800..0xe000).contains(unit))
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_of_surrogate_pairs_are_replaced() {
        for text in ["", r#""a\\ud83d""#, r#""\ud83d\ude00 \n \\ \u00e9""#, r#""\ud8"#, "\"\\é\"", r#""\ud83é""#, "\\"]
        {
            assert!(matches!(with_valid_escapes(text), Cow::Borrowed(same) if same == text), "{text}");
        }
        assert_eq!(with_valid_escapes(r#""\ud83d \uDE00\ud83d\ud83d\ude00""#), r#""\ufffd \ufffd\ufffd\ud83d\ude00""#);
        assert_eq!(with_valid_escapes(r#""\ud83d"#), r#""\ufffd"#);
    }
}
