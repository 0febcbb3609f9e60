//! Moves between boards in the plain model (SPEC B56, B57).

use super::{BoardModel, Fields, Models, Refusal, is_set, set};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::op::Change;
use core_wasm::protocol::sharing::Role;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What a change moves: a list with its cards or a card, and everything on them.
#[derive(Default)]
struct Moved {
    lists: BTreeMap<Id, Fields>,
    cards: BTreeMap<Id, Fields>,
    items: BTreeMap<Id, Fields>,
}

impl Models {
    /// Moves a card or a list from a board to another one.
    ///
    /// # Errors
    ///
    /// Returns why it is refused. Nothing has changed then.
    pub(super) fn move_to_board(&mut self, account: Id, source_id: Id, change: &Change) -> Result<(), Refusal> {
        let Change::MoveToBoard { card_id, list_id, board_id, rank, .. } = change else {
            panic!("{change:?} is not a move")
        };
        let target = self.boards.get(board_id).filter(|_| *board_id != source_id).ok_or("unknown board")?;
        let source = &self.boards[&source_id];
        source.check_editor(account)?;
        target.check_editor(account)?;
        if is_set(&target.board, "trashed_at") {
            return Err("the board is in the trash");
        }
        let mut moved = source.contents(*card_id, *list_id)?;
        if card_id.is_some() && !target.lists.contains_key(list_id) {
            return Err("unknown list");
        }
        if target.has_any(&moved) {
            return Err("the other board has one of the ids");
        }
        for card in moved.cards.values_mut() {
            target.unassign_others(card);
        }
        let placed = [("rank", json!(rank)), ("trashed_at", Value::Null)];
        let (mut card, list) = (card_id.and_then(|id| moved.cards.get_mut(&id)), moved.lists.get_mut(list_id));
        set_fields(&mut card, [("list_id", json!(list_id)), ("archived_at", Value::Null)]);
        set_fields(&mut card.or(list), placed);

        let source = self.boards.get_mut(&source_id).expect("the model has the source");
        source.lists.retain(|id, _| !moved.lists.contains_key(id));
        source.cards.retain(|id, _| !moved.cards.contains_key(id));
        source.items.retain(|id, _| !moved.items.contains_key(id));
        let mut collapsed = vec![];
        for (account, person) in &mut source.people {
            if card_id.is_none() && person.collapsed.remove(list_id) {
                collapsed.push(*account);
            }
        }
        self.moved.extend(moved.cards.keys());
        let target = self.boards.get_mut(board_id).expect("the model has the target");
        for account in collapsed {
            if let Some(person) = target.people.get_mut(&account) {
                person.collapsed.insert(*list_id);
            }
        }
        target.lists.append(&mut moved.lists);
        target.cards.append(&mut moved.cards);
        target.items.append(&mut moved.items);
        // A card is not put on a list in the trash.
        set(target.lists.get_mut(list_id), "trashed_at", Value::Null);
        Ok(())
    }

    /// Returns whether a card was on another board before.
    pub(in super::super) fn was_moved(&self, card_id: Id) -> bool {
        self.moved.contains(&card_id)
    }

    /// Checks that everything that users have added is on exactly one board. The occurrences of a recurring card are not
    /// included, because they may have the same ids on several boards.
    pub(super) fn check_added(&self) {
        for id in &self.added {
            let boards = self.boards.values().filter(|board| {
                board.lists.contains_key(id) || board.cards.contains_key(id) || board.items.contains_key(id)
            });
            assert_eq!(boards.count(), 1, "the number of boards with {id}");
        }
    }
}

impl BoardModel {
    fn check_editor(&self, account: Id) -> Result<(), Refusal> {
        let person = self.people.get(&account).ok_or("not a member")?;
        if person.role >= Role::Editor { Ok(()) } else { Err("the role does not allow it") }
    }

    /// Returns a card, or else a list with all of its cards, and everything on them.
    fn contents(&self, card_id: Option<Id>, list_id: Id) -> Result<Moved, Refusal> {
        let mut moved = Moved::default();
        match card_id {
            Some(card_id) => {
                let card = self.cards.get(&card_id).ok_or("unknown card")?;
                moved.cards.insert(card_id, card.clone());
            }
            None => {
                let list = self.lists.get(&list_id).ok_or("unknown list")?;
                moved.lists.insert(list_id, list.clone());
                let cards = self.cards.iter().filter(|(_, card)| card["list_id"] == json!(list_id));
                moved.cards.extend(cards.map(|(id, card)| (*id, card.clone())));
            }
        }
        let items = self.items.iter().filter(|(_, item)| moved.cards.keys().any(|id| item["card_id"] == json!(id)));
        moved.items.extend(items.map(|(id, item)| (*id, item.clone())));
        Ok(moved)
    }

    fn has_any(&self, moved: &Moved) -> bool {
        moved.lists.keys().any(|id| self.lists.contains_key(id))
            || moved.cards.keys().any(|id| self.cards.contains_key(id))
            || moved.items.keys().any(|id| self.items.contains_key(id))
    }

    /// Removes those from a card who are not members. A board that is not shared has no members who could be assigned.
    fn unassign_others(&self, card: &mut Fields) {
        if let Some(assigned) = card.get_mut("assignee_ids").and_then(Value::as_array_mut) {
            assigned.retain(|assigned| self.people.len() > 1 && self.people.keys().any(|id| *assigned == json!(id)));
        }
    }
}

fn set_fields<const COUNT: usize>(record: &mut Option<&mut Fields>, fields: [(&str, Value); COUNT]) {
    if let Some(record) = record {
        record.extend(fields.map(|(name, value)| (name.to_owned(), value)));
    }
}
