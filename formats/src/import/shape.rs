//! The outline of a JSON text, by which the readers recognize their formats without reading all of it.

use super::{ImportError, ImportErrorCode};
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;

/// The maximum nesting of a file. Exports have fewer than 20 levels.
const MAX_DEPTH: usize = 64;

/// How many levels of the text the outline has.
const LEVELS: usize = 5;

/// The maximum number of fields of an object in the outline, and of characters of a text.
const MAX_FIELDS: usize = 200;
const MAX_CHARS: usize = 100;

/// The outline of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// An object with its fields. Of a field that occurs twice, the last one.
    Object(BTreeMap<String, Shape>),
    /// An array with its first item, if it is not empty.
    Array(Option<Box<Shape>>),
    /// The beginning of a text.
    Text(String),
    /// A number, a boolean, null, or a value below the levels of the outline.
    Other,
}

impl Shape {
    /// Returns the outline of a JSON text.
    ///
    /// # Errors
    ///
    /// Fails if the text is not valid JSON, or is nested too deeply.
    pub fn of(text: &str) -> Result<Self, ImportError> {
        if let Some(line) = line_that_is_too_deep(text) {
            return Err(ImportError::at_line(ImportErrorCode::TooDeep, Some(line)));
        }
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let shape = Outline { levels: LEVELS }.deserialize(&mut deserializer);
        shape.and_then(|shape| deserializer.end().map(|()| shape)).map_err(|error| invalid_json(&error))
    }

    /// Returns a field of an object.
    pub fn field(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Object(fields) => fields.get(name),
            _ => None,
        }
    }

    /// Returns the first item of an array.
    pub fn item(&self) -> Option<&Self> {
        match self {
            Self::Array(item) => item.as_deref(),
            _ => None,
        }
    }

    /// Returns the beginning of a text.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns whether it is an object that has all these fields.
    pub fn has(&self, names: &[&str]) -> bool {
        names.iter().all(|name| self.field(name).is_some())
    }

    /// Returns whether it is an array.
    pub fn is_array(&self) -> bool {
        matches!(self, Self::Array(_))
    }

    /// Returns whether it is an object.
    pub fn is_object(&self) -> bool {
        matches!(self, Self::Object(_))
    }
}

/// Returns the error of a text that `serde_json` refuses.
pub(crate) fn invalid_json(error: &serde_json::Error) -> ImportError {
    ImportError::at_line(ImportErrorCode::InvalidJson, u32::try_from(error.line()).ok().filter(|line| *line > 0))
}

/// Returns the first line with more than [`MAX_DEPTH`] open objects and arrays.
fn line_that_is_too_deep(text: &str) -> Option<u32> {
    let (mut depth, mut line, mut is_text, mut is_escaped) = (0_usize, 1, false, false);
    for byte in text.bytes() {
        match byte {
            b'\n' => line += 1,
            _ if is_escaped => is_escaped = false,
            b'\\' if is_text => is_escaped = true,
            b'"' => is_text = !is_text,
            b'{' | b'[' if !is_text => depth += 1,
            b'}' | b']' if !is_text => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            return Some(line);
        }
    }
    None
}

/// Reads the outline of a value with a number of levels.
#[derive(Clone, Copy)]
struct Outline {
    levels: usize,
}

impl Outline {
    fn below(self) -> Self {
        Self { levels: self.levels - 1 }
    }
}

impl<'de> DeserializeSeed<'de> for Outline {
    type Value = Shape;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Shape, D::Error> {
        if self.levels == 0 {
            return deserializer.deserialize_ignored_any(IgnoredAny).map(|_| Shape::Other);
        }
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Outline {
    type Value = Shape;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("any value")
    }

    fn visit_bool<E>(self, _: bool) -> Result<Shape, E> {
        Ok(Shape::Other)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Shape, E> {
        Ok(Shape::Other)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Shape, E> {
        Ok(Shape::Other)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Shape, E> {
        Ok(Shape::Other)
    }

    fn visit_unit<E>(self) -> Result<Shape, E> {
        Ok(Shape::Other)
    }

    fn visit_str<E>(self, text: &str) -> Result<Shape, E> {
        Ok(Shape::Text(text.chars().take(MAX_CHARS).collect()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Shape, A::Error> {
        let first = items.next_element_seed(self.below())?;
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Shape::Array(first.map(Box::new)))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Shape, A::Error> {
        let mut fields = BTreeMap::new();
        while let Some(name) = entries.next_key::<String>()? {
            if fields.len() < MAX_FIELDS {
                fields.insert(name, entries.next_value_seed(self.below())?);
            } else {
                entries.next_value::<IgnoredAny>()?;
            }
        }
        Ok(Shape::Object(fields))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outline_has_the_first_items_and_the_last_of_equal_fields() {
        let shape = Shape::of(r#"{"kind":1,"lists":[{"name":"ä\"{[","cards":[[1]]},{"other":2}],"kind":"x"}"#).unwrap();
        assert!(shape.is_object() && shape.has(&["kind", "lists"]) && !shape.has(&["kind", "cards"]));
        assert_eq!(shape.field("kind").and_then(Shape::text), Some("x"));
        let list = shape.field("lists").and_then(Shape::item).unwrap();
        assert_eq!(list.field("name"), Some(&Shape::Text("ä\"{[".to_owned())));
        assert!(list.field("cards").is_some_and(Shape::is_array) && list.field("other").is_none());
        assert_eq!(Shape::of("[]").unwrap().item(), None);
    }

    #[test]
    fn errors_name_their_line() {
        let error = |text: &str| Shape::of(text).unwrap_err();
        assert_eq!(error("{\n\"a\": [1,\n2"), ImportError::at_line(ImportErrorCode::InvalidJson, Some(3)));
        assert_eq!(error("{} {}").code, ImportErrorCode::InvalidJson);
        let deep = |levels: usize| format!("\n{}{}", "[".repeat(levels), "]".repeat(levels));
        assert!(Shape::of(&deep(MAX_DEPTH)).is_ok());
        assert_eq!(error(&deep(MAX_DEPTH + 1)), ImportError::at_line(ImportErrorCode::TooDeep, Some(2)));
        assert_eq!(error(&"[".repeat(5_000_000)).code, ImportErrorCode::TooDeep);
    }
}
