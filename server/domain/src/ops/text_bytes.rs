//! The bytes of a board's texts that count towards what its account may store: descriptions, and what is on cards. Names and titles
//! are short, and count with the number of their records.

use core_wasm::board::reduce::{Applied, Record};
use core_wasm::protocol::op::{BoardEdit, CardEdit, Change, ItemEdit};
use twentyfour_store::json;

/// Returns about how many bytes a change adds, before it is known what it replaces.
pub(super) fn estimate(change: &Change) -> i64 {
    match change {
        Change::EditBoard { edit: BoardEdit::Description(text) }
        | Change::EditCard { edit: CardEdit::Description(text), .. }
        | Change::AddComment { text, .. }
        | Change::AddSubtask { title: text, .. }
        | Change::EditItem { edit: ItemEdit::Text(text) | ItemEdit::Title(text), .. } => count(text.len()),
        _ => 0,
    }
}

/// Returns how many bytes an op has added; negative if it has shortened a text.
pub(super) fn added(applied: &Applied) -> i64 {
    let bytes = |records: &[Record]| records.iter().map(of_record).sum::<i64>();
    bytes(&applied.changed) - bytes(&applied.before)
}

fn of_record(record: &Record) -> i64 {
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
