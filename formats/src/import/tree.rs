//! A JSON text as a tree that borrows its texts, with access that tolerates fields of the wrong type: they count as missing,
//! and as a loss.

mod node;

use self::node::{Field, Node, parse};
use super::{Import, ImportError, ImportErrorCode, ImportSource, ImportedBoard};
use crate::losses::{LossKind, Losses};
use core_wasm::protocol::time::Timestamp;
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashSet;

/// Parses a JSON text and makes an import of its root.
///
/// # Errors
///
/// Fails if the text is not valid JSON, is too large, if `read` fails, or if there is no board.
pub(super) fn read_tree(
    source: ImportSource,
    text: &str,
    read: impl FnOnce(Root<'_>, &mut Losses) -> Result<Vec<ImportedBoard>, ImportError>,
) -> Result<Import, ImportError> {
    let root = parse(text)?;
    let faults = Faults::default();
    let mut losses = Losses::default();
    let mut boards = read(Root { node: &root, faults: &faults }, &mut losses)?;
    let mut keys = HashSet::new();
    boards.retain(|board| {
        let is_new = keys.insert(board.key.clone());
        if !is_new {
            losses.add(LossKind::RecordSkipped, board.board.name.as_str());
        }
        is_new
    });
    if boards.is_empty() {
        return Err(ImportErrorCode::Empty.into());
    }
    losses.append(faults.0.into_inner());
    Ok(Import { source, boards, losses })
}

/// Counts the fields with a wrong type and the records that are none. The place of a loss is the name of the field.
#[derive(Default)]
struct Faults(RefCell<Losses>);

impl Faults {
    fn add(&self, kind: LossKind, place: &str) {
        self.0.borrow_mut().add(kind, place);
    }
}

/// The root of a file.
#[derive(Clone, Copy)]
pub(super) struct Root<'n> {
    node: &'n Node<'n>,
    faults: &'n Faults,
}

impl<'n> Root<'n> {
    /// Returns the root if it is an object.
    pub(super) fn record(self) -> Option<Record<'n>> {
        Record::of(self.node, self.faults)
    }

    /// Returns the objects of the root if it is an array.
    pub(super) fn records(self) -> Option<Vec<Record<'n>>> {
        match self.node {
            Node::Array(items) => Some(records(items, self.faults, "[]").collect()),
            _ => None,
        }
    }
}

/// An object. Of fields with one name, the last counts, as in JavaScript.
#[derive(Clone, Copy)]
pub(super) struct Record<'n> {
    fields: &'n [Field<'n>],
    faults: &'n Faults,
}

impl<'n> Record<'n> {
    fn of(node: &'n Node<'n>, faults: &'n Faults) -> Option<Self> {
        match node {
            Node::Object(fields) => Some(Self { fields, faults }),
            _ => None,
        }
    }

    fn get(&self, name: &str) -> Option<&'n Node<'n>> {
        let (_, node) = self.fields.iter().rev().find(|(known, _)| known == name)?;
        (!matches!(node, Node::Null)).then_some(node)
    }

    /// Returns a value by its type, and counts one of another type as a loss.
    fn typed<T>(&self, name: &str, read: impl FnOnce(&'n Node<'n>) -> Option<T>) -> Option<T> {
        let value = read(self.get(name)?);
        if value.is_none() {
            self.faults.add(LossKind::Unreadable, name);
        }
        value
    }

    /// Returns whether a field exists and is not null.
    pub(super) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Returns whether a field is an array or an object with contents, or a text that is not empty.
    pub(super) fn has_contents(&self, name: &str) -> bool {
        match self.get(name) {
            Some(Node::Array(items)) => !items.is_empty(),
            Some(Node::Object(fields)) => !fields.is_empty(),
            Some(Node::Text(text)) => !text.is_empty(),
            _ => false,
        }
    }

    /// Returns a text.
    pub(super) fn text(&self, name: &str) -> Option<&'n str> {
        self.typed(name, |node| match node {
            Node::Text(text) => Some(text.as_ref()),
            _ => None,
        })
    }

    /// Returns a text that is not blank.
    pub(super) fn filled(&self, name: &str) -> Option<&'n str> {
        self.text(name).filter(|text| !text.trim().is_empty())
    }

    /// Returns a text, or the text of a number.
    pub(super) fn text_or_number(&self, name: &str) -> Option<Cow<'n, str>> {
        self.typed(name, |node| match node {
            Node::Text(text) => Some(Cow::Borrowed(text.as_ref())),
            Node::Number(number) => Some(Cow::Owned(number.to_string())),
            _ => None,
        })
    }

    /// Returns a boolean; a missing one is false.
    pub(super) fn flag(&self, name: &str) -> bool {
        let flag = self.typed(name, |node| match node {
            Node::Flag(flag) => Some(*flag),
            _ => None,
        });
        flag.unwrap_or_default()
    }

    /// Returns a number.
    pub(super) fn number(&self, name: &str) -> Option<f64> {
        self.typed(name, |node| match node {
            Node::Number(number) => Some(*number),
            _ => None,
        })
    }

    /// Returns a time that is a text of RFC 3339.
    pub(super) fn time(&self, name: &str) -> Option<Timestamp> {
        self.typed(name, |node| match node {
            Node::Text(text) => Timestamp::parse(text),
            _ => None,
        })
    }

    /// Returns a time that is a number of milliseconds since 1970. Zero and less are no time.
    pub(super) fn milliseconds(&self, name: &str) -> Option<Timestamp> {
        self.number(name).filter(|number| *number >= 1.0).map(|number| Timestamp::from_millis(number as i64))
    }

    /// Returns an object.
    pub(super) fn record(&self, name: &str) -> Option<Record<'n>> {
        self.typed(name, |node| Record::of(node, self.faults))
    }

    /// Returns the objects of an array. What is no object is skipped and counted.
    pub(super) fn records(&self, name: &'n str) -> impl Iterator<Item = Record<'n>> + use<'n> {
        records(self.array(name), self.faults, name)
    }

    /// Returns the texts of an array, without those that are empty. What is no text is skipped.
    pub(super) fn texts(&self, name: &str) -> impl Iterator<Item = &'n str> + use<'n> {
        texts(self.array(name))
    }

    /// Returns the objects among the values of an object, with their names. What is no object is skipped and counted.
    pub(super) fn entries(&self, name: &'n str) -> impl Iterator<Item = (&'n str, Record<'n>)> + use<'n> {
        let fields = self.typed(name, |node| match node {
            Node::Object(fields) => Some(fields.as_slice()),
            _ => None,
        });
        let faults = self.faults;
        fields.unwrap_or_default().iter().filter_map(move |(key, node)| {
            let record = Record::of(node, faults);
            if record.is_none() && !matches!(node, Node::Null) {
                faults.add(LossKind::RecordSkipped, name);
            }
            Some((key.as_ref(), record?))
        })
    }

    /// Returns the arrays of texts among the values of an object, with their names.
    pub(super) fn text_arrays(
        &self,
        name: &str,
    ) -> impl Iterator<Item = (&'n str, impl Iterator<Item = &'n str> + use<'n>)> + use<'n> {
        let fields = self.typed(name, |node| match node {
            Node::Object(fields) => Some(fields.as_slice()),
            _ => None,
        });
        fields.unwrap_or_default().iter().map(|(key, node)| {
            let items: &[Node<'n>] = if let Node::Array(items) = node { items } else { &[] };
            (key.as_ref(), texts(items))
        })
    }

    /// Returns the names of the fields.
    pub(super) fn names(&self) -> impl Iterator<Item = &'n str> + use<'n> {
        self.fields.iter().map(|(name, _)| name.as_ref())
    }

    /// Returns the number of items of an array.
    pub(super) fn count(&self, name: &str) -> usize {
        self.array(name).len()
    }

    fn array(&self, name: &str) -> &'n [Node<'n>] {
        let items = self.typed(name, |node| match node {
            Node::Array(items) => Some(items.as_slice()),
            _ => None,
        });
        items.unwrap_or_default()
    }
}

/// Sorts records by a field with their position. Those without one are at the end, and equal ones keep their order.
pub(super) fn by_position<'n>(records: impl IntoIterator<Item = Record<'n>>, name: &str) -> Vec<Record<'n>> {
    let position = |record: Record<'n>| (record.number(name).unwrap_or(f64::INFINITY), record);
    let mut positions: Vec<_> = records.into_iter().map(position).collect();
    positions.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    positions.into_iter().map(|(_, record)| record).collect()
}

fn texts<'n>(items: &'n [Node<'n>]) -> impl Iterator<Item = &'n str> + use<'n> {
    items.iter().filter_map(|node| match node {
        Node::Text(text) if !text.is_empty() => Some(text.as_ref()),
        _ => None,
    })
}

fn records<'n>(items: &'n [Node<'n>], faults: &'n Faults, name: &'n str) -> impl Iterator<Item = Record<'n>> + use<'n> {
    items.iter().filter_map(move |node| {
        let record = Record::of(node, faults);
        if record.is_none() {
            faults.add(LossKind::RecordSkipped, name);
        }
        record
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> ImportError {
        read_tree(ImportSource::Trello, text, |_, _| Ok(vec![])).unwrap_err()
    }

    #[test]
    fn broken_and_deep_texts_are_refused_with_their_line() {
        assert_eq!(error("{\n\"a\": [1,\n2"), ImportError::at_line(ImportErrorCode::InvalidJson, Some(3)));
        assert_eq!(error("{} {}").code, ImportErrorCode::InvalidJson);
        assert_eq!(error(&"[".repeat(1_000_000)), ImportError::at_line(ImportErrorCode::TooDeep, Some(1)));
        assert_eq!(error(&"{\"a\":".repeat(1_000_000)).code, ImportErrorCode::TooDeep);
        assert_eq!(error("{}").code, ImportErrorCode::Empty);
    }

    #[test]
    fn wrong_types_count_as_missing_and_as_losses() {
        let text = r#"{"name":5,"name":"last","flag":"yes","list":[{"a":1},null,7],"map":{"x":{},"y":null,"z":1},"at":"soon","nothing":null}"#;
        let import = read_tree(ImportSource::Trello, text, |root, _| {
            let record = root.record().unwrap();
            assert_eq!(record.text("name"), Some("last"));
            assert!(!record.flag("flag") && record.record("flag").is_none() && record.number("nothing").is_none());
            assert_eq!(record.records("list").count(), 1);
            assert_eq!(record.entries("map").map(|(name, _)| name).collect::<Vec<_>>(), ["x"]);
            assert_eq!(record.time("at"), None);
            let board =
                crate::board_file::BoardFile::new(super::super::draft::board_name("B", "B", &mut Losses::default()));
            Ok(vec![ImportedBoard { key: String::new(), board, is_archived: false }])
        });
        let losses = import.unwrap().losses.into_vec();
        let found: Vec<_> = losses.into_iter().map(|loss| (loss.kind, loss.examples.join(" "))).collect();
        let expected = [(LossKind::Unreadable, "flag at"), (LossKind::RecordSkipped, "list map")];
        assert_eq!(found, expected.map(|(kind, places)| (kind, places.to_owned())));
    }
}
