//! Simulated users, who perform random actions that fit the state of their page.

use super::rng::SeededRng;
use crate::support::id;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::view::Snapshot;
use serde_json::{Value, json};

/// Returns a random intent that fits the state of the page. Some intents are refused.
pub(super) fn intent(sees: &Snapshot, typed: u64, rng: &mut SeededRng) -> Value {
    let board = sees.open_board.as_ref();
    let Some(board) = board else {
        return match rng.below(6) {
            0 => json!({ "type": "add_board", "name": format!("Board {typed}") }),
            1 => json!({ "type": "load_boards" }),
            _ => match rng.pick(&sees.boards) {
                Some(board) => json!({ "type": "open_board", "slug": board.slug }),
                None => json!({ "type": "add_board", "name": format!("Board {typed}") }),
            },
        };
    };
    let list = rng.pick(&board.lists).map(|list| list.id);
    let card = rng.pick(&board.cards).map(|card| card.id);
    let index = rng.below(8);
    let text = format!("Text {typed}");
    let (Some(list), Some(card)) = (list, card) else {
        return match list {
            None => json!({ "type": "add_list", "name": text }),
            Some(list) => json!({ "type": "add_card", "list_id": list, "title": text, "priority": "low" }),
        };
    };
    match rng.below(40) {
        0..=6 => json!({ "type": "add_card", "list_id": list, "title": text, "priority": "high" }),
        7..=14 => json!({ "type": "move_card", "card_id": card, "list_id": list, "index": index }),
        15 | 16 => edit(card, json!({ "field": "title", "value": text })),
        17 => description(sees, card, &text, rng),
        18 => {
            let priority = ["low", "medium", "high", "completed"][rng.below(4)];
            edit(card, json!({ "field": "priority", "value": priority }))
        }
        19 if index == 0 => edit(card, json!({ "field": "due_date", "value": null })),
        19 if index < 3 => edit(card, json!({ "field": "due_date", "value": "2026-03-05T10:00" })),
        19 if index == 3 => json!({ "type": "skip_occurrence", "card_id": card }),
        19 => repeat(card, index),
        20 => edit(card, json!({ "field": "labels", "value": [text, "home"] })),
        21 => json!({ "type": "archive_card", "card_id": card }),
        22 | 23 => json!({ "type": "delete_card", "card_id": card }),
        24 => json!({ "type": "add_list", "name": text }),
        25 => json!({ "type": "move_list", "list_id": list, "index": index }),
        26 if index == 0 => {
            json!({ "type": "edit_list", "list_id": list, "edit": { "field": "color", "value": null } })
        }
        26 if index < 3 => {
            json!({ "type": "edit_list", "list_id": list, "edit": { "field": "color", "value": "#4CAF50" } })
        }
        26 => json!({ "type": "edit_list", "list_id": list, "edit": { "field": "name", "value": text } }),
        27 => {
            json!({ "type": "edit_list", "list_id": list, "edit": { "field": "collapsed", "value": index.is_multiple_of(2) } })
        }
        28 => json!({ "type": "delete_list", "list_id": list }),
        29 if index == 0 => json!({ "type": "add_reminder", "card_id": card, "minutes_before": index }),
        29 if index < 3 => match rng.pick(&board.board.members) {
            Some(member) => edit(card, json!({ "field": "assign", "value": member.user_id })),
            None => json!({ "type": "add_reminder", "card_id": card, "minutes_before": 5 }),
        },
        29 => json!({ "type": "add_subtask", "card_id": card, "title": text }),
        30 => json!({ "type": "add_comment", "card_id": card, "text": text }),
        31 => on_item(sees, &text, index, card, rng),
        32..=34 => json!({ "type": "undo", "change_id": null }),
        35 => json!({ "type": "redo" }),
        36 => board_edit(board.board.id, &text, rng),
        37 => json!({ "type": "set_label_color", "label": "home", "color": "#4caf50" }),
        38 if index < 4 => import(typed),
        38 => json!({ "type": "add_board", "name": format!("Board {typed}") }),
        _ => json!({ "type": "close_board" }),
    }
}

/// Returns an intent that imports a board with two cards.
fn import(typed: u64) -> Value {
    let new_id = |number: u64| id(1_000_000 + typed * 8 + number);
    let card = |number: u64| {
        json!({
            "id": new_id(number), "list_id": new_id(1), "rank": format!("{number:02}"), "title": format!("Card {typed}"),
            "description": "", "priority": "low", "importance": "low", "completed_at": null, "due_date": null,
            "labels": ["home"], "assignee_ids": [], "created_at": "2025-01-02T03:04:05.000Z", "archived_at": null, "trashed_at": null
        })
    };
    let records = json!({
        "version": 1, "is_complete": true,
        "board": {
            "id": new_id(0), "slug": format!("board-{typed}-imported"), "name": format!("Board {typed}"), "description": "",
            "color": null, "image": null, "favorite": false, "label_colors": [], "trashed_at": null,
            "import_key": format!("trello:{typed}")
        },
        "lists": [{ "id": new_id(1), "name": "List", "rank": "80", "is_collapsed": false, "trashed_at": null }],
        "cards": [card(2), card(3)],
        "items": []
    });
    json!({ "type": "import_board", "records": records.to_string() })
}

fn edit(card: Id, edit: Value) -> Value {
    json!({ "type": "edit_card", "card_id": card, "edits": [edit] })
}

/// Returns an intent that makes a card repeat, or completes one that does. It is not due yet, so that the minute of a page does not
/// change what it shows.
fn repeat(card: Id, index: usize) -> Value {
    let recurrence = json!({ "every": index - 3, "unit": "days", "weekdays": [], "from_completion": index == 5,
        "until": null, "remaining": null, "day_of_month": null });
    let weekdays = json!({ "every": 1, "unit": "weeks", "weekdays": [1, 3, 5], "from_completion": false,
        "until": null, "remaining": 2, "day_of_month": null });
    let recurrence = if index == 6 { weekdays } else { recurrence };
    json!({ "type": "edit_card", "card_id": card, "edits": [
        { "field": "due_date", "value": "2026-03-06" }, { "field": "recurrence", "value": recurrence },
        { "field": "completed", "value": index == 7 },
    ] })
}

/// Returns a change of one paragraph of the open card's description, sometimes of one that the user saw earlier.
fn description(sees: &Snapshot, card: Id, text: &str, rng: &mut SeededRng) -> Value {
    let Some(details) = &sees.open_card else { return json!({ "type": "open_card", "card_id": card }) };
    let current = details.description.as_str();
    let mut paragraphs: Vec<&str> = current.split("\n\n").collect();
    let base = rng.percent(30).then(|| paragraphs.iter().take(2).copied().collect::<Vec<_>>().join("\n\n"));
    let place = rng.below(paragraphs.len() + 1);
    match paragraphs.get_mut(place).filter(|_| current.len() > 30) {
        Some(paragraph) => *paragraph = text,
        None => paragraphs.insert(place, text),
    }
    let value = paragraphs.join("\n\n");
    json!({ "type": "edit_card", "card_id": details.id, "description_base": base,
        "edits": [{ "field": "description", "value": value }] })
}

fn board_edit(board: Id, text: &str, rng: &mut SeededRng) -> Value {
    match rng.below(8) {
        0 => json!({ "type": "delete_board", "board_id": board }),
        1 | 2 => {
            let value = rng.percent(50);
            json!({ "type": "edit_board", "board_id": board, "edits": [{ "field": "favorite", "value": value }] })
        }
        3 => json!({ "type": "edit_board", "board_id": board, "edits": [{ "field": "description", "value": text }] }),
        _ => json!({ "type": "edit_board", "board_id": board, "edits": [
            { "field": "name", "value": text },
            { "field": "color", "value": "#1e88e5" },
        ] }),
    }
}

/// Returns an intent about an item on the open card, or one that opens a card.
fn on_item(sees: &Snapshot, text: &str, index: usize, card: Id, rng: &mut SeededRng) -> Value {
    let Some(details) = &sees.open_card else { return json!({ "type": "open_card", "card_id": card }) };
    if let Some(comment) = rng.pick(&details.comments).filter(|_| index < 4) {
        return match index {
            0 => json!({ "type": "delete_item", "item_id": comment.id }),
            _ => json!({ "type": "edit_item", "item_id": comment.id, "edit": { "field": "text", "value": text } }),
        };
    }
    let Some(subtask) = rng.pick(&details.subtasks).map(|subtask| subtask.id) else {
        return json!({ "type": "add_subtask", "card_id": details.id, "title": text });
    };
    match rng.below(5) {
        0 => json!({ "type": "edit_item", "item_id": subtask, "edit": { "field": "done", "value": true } }),
        1 => json!({ "type": "edit_item", "item_id": subtask, "edit": { "field": "title", "value": text } }),
        2 => json!({ "type": "move_subtask", "item_id": subtask, "index": index }),
        3 => json!({ "type": "delete_item", "item_id": subtask }),
        _ => json!({ "type": "close_card" }),
    }
}
