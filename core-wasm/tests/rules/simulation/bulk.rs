//! Users who make many changes at once, or large ones.

use super::rng::SeededRng;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::view::{BoardView, Snapshot};
use serde_json::{Value, json};

/// Returns many intents that fit the open board, without looking at the page in between. Without a list on an open
/// board, the user first creates and opens them.
pub(super) fn many_intents(sees: &Snapshot, typed: u64, rng: &mut SeededRng) -> Vec<Value> {
    let Some(board) = &sees.open_board else {
        let open = |slug| json!({ "type": "open_board", "slug": slug });
        let first = sees.boards.first().map(|board| open(&board.slug));
        return vec![first.unwrap_or_else(|| json!({ "type": "add_board", "name": "Large board" }))];
    };
    let Some(list) = rng.pick(&board.lists).map(|list| list.id) else {
        return vec![json!({ "type": "add_list", "name": format!("List {typed}") })];
    };
    let count = rng.below(400);
    let intent = |number: usize, rng: &mut SeededRng| {
        let title = format!("Card {typed} {number}");
        match rng.pick(&board.cards).map(|card| card.id).filter(|_| rng.percent(60)) {
            None => json!({ "type": "add_card", "list_id": list, "title": title, "priority": "low" }),
            Some(card) => match rng.below(6) {
                0 => json!({ "type": "move_card", "card_id": card, "list_id": list, "index": rng.below(20) }),
                1 => json!({ "type": "edit_card", "card_id": card, "edits": [{ "field": "title", "value": title }] }),
                2 => json!({ "type": "add_subtask", "card_id": card, "title": title }),
                3 | 4 => change_of_many(board, list, number, rng),
                _ => json!({ "type": "edit_card", "card_id": card,
                    "edits": [{ "field": "labels", "value": [title, "home"] }, { "field": "due_date", "value": "2026-04-01" }] }),
            },
        }
    };
    (0..count).map(|number| intent(number, rng)).collect()
}

/// Returns a change of several cards at once.
fn change_of_many(board: &BoardView, list: Id, number: usize, rng: &mut SeededRng) -> Value {
    let cards: Vec<Id> = (0..5).filter_map(|_| rng.pick(&board.cards)).map(|card| card.id).collect();
    let change = match number % 4 {
        0 => json!({ "type": "add_label", "label": "home" }),
        1 => json!({ "type": "edit", "edit": { "field": "priority", "value": "high" } }),
        _ => json!({ "type": "move", "list_id": list, "before": null }),
    };
    json!({ "type": "change_cards", "card_ids": cards, "change": change })
}

/// Returns an intent with a text of up to 9,000 characters, for the open card or one that it opens.
pub(super) fn long_text(sees: &Snapshot, typed: u64, rng: &mut SeededRng) -> Option<Value> {
    let card = rng.pick(&sees.open_board.as_ref()?.cards)?.id;
    let text = format!("Text {typed} ").repeat(1 + rng.below(600));
    let text = text.trim();
    Some(match rng.below(3) {
        0 => json!({ "type": "edit_card", "card_id": card, "edits": [{ "field": "description", "value": text }] }),
        _ => json!({ "type": "add_comment", "card_id": card, "text": text }),
    })
}
