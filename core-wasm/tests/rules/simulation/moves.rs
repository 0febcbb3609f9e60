//! Users who move cards and lists between boards.

use super::rng::SeededRng;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::view::{LoadStatus, PreparedBoardView, Snapshot};
use serde_json::{Value, json};

/// Returns an intent that moves something of the open board to another board, prepares or creates that board, opens it, or undoes
/// a move. Returns `None` if no board is open.
pub(super) fn intent(sees: &Snapshot, typed: u64, rng: &mut SeededRng) -> Option<Value> {
    let open = sees.open_board.as_ref()?;
    let others: Vec<Id> = sees.boards.iter().map(|board| board.id).filter(|id| *id != open.board.id).collect();
    let Some(other) = rng.pick(&others) else {
        return Some(json!({ "type": "add_board", "name": format!("Board {typed}"), "first_list": "List" }));
    };
    let is_ready = |board: &&PreparedBoardView| board.status == LoadStatus::Ready && others.contains(&board.board_id);
    let Some(prepared) = sees.prepared_board.as_ref().filter(is_ready) else {
        return Some(json!({ "type": "prepare_board", "board_id": other }));
    };
    let (target, index) = (prepared.board_id, rng.below(5));
    let lists: Vec<Id> = prepared.lists.iter().map(|list| list.id).collect();
    let target_list = rng.pick(&lists).copied();
    Some(match rng.below(20) {
        0 => json!({ "type": "prepare_board", "board_id": other }),
        1..=3 => {
            let slug = sees.boards.iter().find(|board| board.id == target).map(|board| board.slug.as_str());
            json!({ "type": "open_board", "slug": slug })
        }
        4 | 5 => json!({ "type": "undo", "change_id": null }),
        6 => json!({ "type": "redo" }),
        7 | 8 => {
            let list = rng.pick(&open.lists)?.id;
            json!({ "type": "move_list_to_board", "list_id": list, "board_id": target, "index": index })
        }
        number => {
            let count = if number < 14 { 1 } else { 4 };
            let mut cards: Vec<Id> = vec![];
            for _ in 0..count {
                cards.extend(rng.pick(&open.cards).map(|card| card.id).filter(|id| !cards.contains(id)));
            }
            json!({ "type": "move_cards_to_board", "card_ids": cards, "board_id": target, "list_id": target_list?,
                "index": index })
        }
    })
}
