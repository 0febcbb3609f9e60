//! Ops as they are received and as they are stored.

use core_wasm::protocol::id::Id;
use core_wasm::protocol::op::{BoardEdit, BoardOp, CardEdit, Change, ItemEdit, ListEdit};
use twentyfour_model::token;
use twentyfour_store::json;

/// The maximum number of characters of a stored text. The activity of a card shows what happened, not the full text.
const MAX_TEXT_CHARS: usize = 200;

/// A received op of a batch.
pub enum Received {
    /// The op was parsed.
    Op(Box<BoardOp>),
    /// The op could not be parsed, with its id if that could.
    Unreadable(Option<Id>),
}

impl Received {
    /// Returns the board to which the op moves something.
    pub fn other_board(&self) -> Option<Id> {
        match self {
            Self::Op(op) => op.change.other_board(),
            Self::Unreadable(_) => None,
        }
    }
}

/// An op with its stored form, prepared before the transaction to keep that short.
#[derive(Clone)]
pub(crate) struct Prepared {
    pub(crate) op: BoardOp,
    /// SHA-256 of the whole op as JSON, in hexadecimal.
    pub(crate) hash: String,
    /// The op as JSON, with shortened texts.
    pub(crate) summary: String,
}

impl Prepared {
    pub(crate) fn new(mut op: BoardOp) -> Self {
        if let Change::MoveToBoard { records, .. } = &mut op.change {
            // The server moves its own records.
            *records = None;
        }
        // Serialized by the server, so that the same op always has the same text and hash.
        let hash = token::sha256_of_json(&op);
        let mut change = stored_change(&op.change);
        shorten(&mut change);
        let summary = json(&BoardOp { change, ..op });
        Self { op, hash, summary }
    }
}

/// Returns the form of a change in which it is stored. A merged description is stored as any other description: nobody
/// needs its base later, and older clients know no other form.
fn stored_change(change: &Change) -> Change {
    match change.clone() {
        Change::MergeDescription { card_id: Some(card_id), text, .. } => {
            Change::EditCard { card_id, edit: CardEdit::Description(text) }
        }
        Change::MergeDescription { card_id: None, text, .. } => {
            Change::EditBoard { edit: BoardEdit::Description(text) }
        }
        other => other,
    }
}

/// Shortens the texts of a change.
pub(crate) fn shorten(change: &mut Change) {
    let text = match change {
        Change::AddList { name: text, .. }
        | Change::AddCard { title: text, .. }
        | Change::AddSubtask { title: text, .. }
        | Change::AddComment { text, .. }
        | Change::EditList { edit: ListEdit::Name(text), .. }
        | Change::EditCard { edit: CardEdit::Title(text) | CardEdit::Description(text), .. }
        | Change::EditItem { edit: ItemEdit::Title(text) | ItemEdit::Text(text), .. }
        | Change::EditBoard { edit: BoardEdit::Name(text) | BoardEdit::Description(text) } => text,
        // The other changes have no text, or only short ones.
        _ => return,
    };
    if let Some((end, _)) = text.char_indices().nth(MAX_TEXT_CHARS) {
        text.truncate(end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core_wasm::protocol::time::Timestamp;

    #[test]
    fn texts_are_truncated_at_character_boundaries() {
        let card_id = Id::parse("0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70").unwrap();
        let mut long = Change::EditCard { card_id, edit: CardEdit::Description("日".repeat(201)) };
        shorten(&mut long);
        assert_eq!(long, Change::EditCard { card_id, edit: CardEdit::Description("日".repeat(200)) });
        let short = Change::AddComment { item_id: card_id, card_id, text: "日".repeat(200) };
        let mut same = short.clone();
        shorten(&mut same);
        assert_eq!(same, short);
    }

    #[test]
    fn merged_descriptions_are_stored_without_their_base() {
        let id = Id::parse("0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70").unwrap();
        let merge = |card_id| Change::MergeDescription { card_id, base: "a".to_owned(), text: "b".to_owned() };
        let card = Change::EditCard { card_id: id, edit: CardEdit::Description("b".to_owned()) };
        let board = Change::EditBoard { edit: BoardEdit::Description("b".to_owned()) };
        assert_eq!([merge(Some(id)), merge(None)].map(|change| stored_change(&change)), [card, board]);
    }

    #[test]
    fn hash_is_that_of_the_whole_op() {
        let card_id = Id::parse("0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70").unwrap();
        let op = |text: &str| BoardOp {
            id: card_id,
            at: Timestamp::from_millis(0),
            change: Change::EditCard { card_id, edit: CardEdit::Description(text.to_owned()) },
        };
        let (one, other) = ("a".repeat(1_000), "a".repeat(999));
        let [one, other] = [one, other].map(|text| Prepared::new(op(&text)));
        assert_eq!(one.hash, token::hash_token(&json(&one.op)));
        assert!(one.summary == other.summary && one.summary.len() < 400);
        assert_ne!(one.hash, other.hash);
    }
}
