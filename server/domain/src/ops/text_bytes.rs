//! The bytes of a board's texts that count towards what its account may store: descriptions, and the subtasks, comments,
//! reminders and names of attachments of its cards. The names of boards and lists, and the titles of cards, are short. The limits on their number are enough.

use core_wasm::board::reduce::{Applied, Record};
use core_wasm::protocol::op::{BoardEdit, CardEdit, Change, ItemEdit};
use twentyfour_store::json;

/// The maximum size of an item as JSON, without its text and its rank.
const MAX_ITEM_BYTES: usize = 128;

/// The maximum size of a member's reaction as JSON, without the emoji.
const MAX_REACTION_BYTES: usize = 96;

/// The bytes reserved for a copy. What a larger copy takes beyond them is only known when it is made.
const MAX_COPIED_BYTES: usize = 65_536;

/// Returns how many bytes a change adds at most, unless it makes a large copy. What it replaces is not known yet.
pub(super) fn at_most(change: &Change) -> i64 {
    count(match change {
        Change::EditBoard { edit: BoardEdit::Description(text) }
        | Change::EditCard { edit: CardEdit::Description(text), .. } => text.len(),
        // Two line breaks separate it from what it is merged with.
        Change::MergeDescription { text, .. } => text.len() + 2,
        Change::AddComment { text, .. }
        | Change::EditItem { edit: ItemEdit::Text(text) | ItemEdit::Title(text), .. } => {
            json(text).len() + MAX_ITEM_BYTES
        }
        // What the next occurrence copies is not known yet.
        Change::CompleteRecurring { .. } => MAX_COPIED_BYTES,
        Change::AddSubtask { title, rank, .. } => json(title).len() + rank.len() + MAX_ITEM_BYTES,
        Change::MoveSubtask { rank, .. } => rank.len(),
        Change::SetReaction { emoji, is_set: true, .. } => emoji.len() + MAX_REACTION_BYTES,
        // As it is in the item, with the digits of its numbers.
        Change::AddAttachment { name, content_type, .. } => json(name).len() + content_type.len() + 2 * MAX_ITEM_BYTES,
        Change::AddReminder { .. } | Change::EditItem { .. } => MAX_ITEM_BYTES,
        _ => 0,
    })
}

/// Returns how many bytes an op has added; negative if it has shortened a text.
pub(super) fn added(applied: &Applied) -> i64 {
    let bytes = |records: &[Record]| records.iter().map(of_record).sum::<i64>();
    bytes(&applied.changed) - bytes(&applied.before)
}

/// Returns how many bytes the texts of a record have.
pub(crate) fn of_record(record: &Record) -> i64 {
    count(match record {
        Record::Board(board) => board.description.as_str().len(),
        Record::List(_) => 0,
        Record::Card(card) => card.description.as_str().len(),
        // As it is stored.
        Record::Item(item) => json(&item.content).len(),
    })
}

fn count(bytes: usize) -> i64 {
    i64::try_from(bytes).unwrap_or(i64::MAX / 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use core_wasm::board::reduce::{Records, apply, new_board};
    use core_wasm::protocol::id::Id;
    use core_wasm::protocol::op::BoardOp;
    use core_wasm::protocol::text::{BoardName, Slug};
    use core_wasm::protocol::time::Timestamp;

    fn id(number: u8) -> Id {
        Id::from_parts(1, &[number; 10])
    }

    #[test]
    fn changes_add_at_most_what_was_expected() {
        let (list_id, card_id, rank) = (id(1), id(2), "80".to_owned());
        let text = "\"\n\u{1}ä".repeat(100);
        let edit = |item_id, edit| Change::EditItem { item_id, edit };
        let changes = [
            Change::AddList { list_id, name: "l".to_owned(), rank: rank.clone() },
            Change::AddCard {
                card_id,
                list_id,
                rank: rank.clone(),
                title: "c".to_owned(),
                priority: Default::default(),
            },
            Change::EditBoard { edit: BoardEdit::Description("ä".repeat(100)) },
            Change::EditCard { card_id, edit: CardEdit::Description("ä".repeat(100)) },
            Change::MergeDescription { card_id: Some(card_id), base: String::new(), text: "ö".repeat(100) },
            Change::MergeDescription { card_id: None, base: "ä".repeat(100), text: "ö".repeat(100) },
            Change::AddSubtask { item_id: id(3), card_id, rank: rank.repeat(30), title: "ä".to_owned() },
            Change::MoveSubtask { item_id: id(3), rank: rank.repeat(60) },
            edit(id(3), ItemEdit::Title("\"".repeat(400))),
            edit(id(3), ItemEdit::Done(true)),
            edit(id(3), ItemEdit::Done(false)),
            Change::AddComment { item_id: id(4), card_id, text: "c".to_owned() },
            edit(id(4), ItemEdit::Text(text.replace('\u{1}', ""))),
            Change::SetReaction { item_id: id(4), emoji: "👍".to_owned(), is_set: true },
            Change::SetReaction { item_id: id(4), emoji: "🎉".to_owned(), is_set: true },
            Change::SetReaction { item_id: id(4), emoji: "👍".to_owned(), is_set: false },
            Change::AddReminder { item_id: id(5), card_id, minutes_before: 0 },
            edit(id(5), ItemEdit::MinutesBefore(525_600)),
            Change::AddAttachment {
                item_id: id(6),
                card_id,
                name: "\"".repeat(255),
                content_type: "image/jpeg".to_owned(),
                bytes: i64::MAX,
                width: Some(u32::MAX),
                height: Some(u32::MAX),
            },
            Change::TrashItem { item_id: id(5) },
            Change::RestoreItem { item_id: id(5) },
            Change::TrashCard { card_id },
            Change::RestoreCard { card_id },
        ];
        let mut records = Records::new(new_board(id(9), BoardName::parse("B").unwrap(), Slug::parse("b").unwrap()));
        records.user_id = Some(id(8));
        let mut total = 0;
        for (number, change) in changes.into_iter().enumerate() {
            let op = BoardOp { id: id(100 + number as u8), at: Timestamp::from_millis(0), change };
            let applied = apply(&mut records, &op).unwrap();
            let (added, at_most) = (added(&applied), at_most(&op.change));
            assert!(added <= at_most, "{added} > {at_most}: {:?}", op.change);
            total += added;
        }
        let items: i64 = records.items.values().map(|item| of_record(&Record::Item(item.clone()))).sum();
        assert_eq!(total, 200 + 200 + 202 + items);
    }
}
