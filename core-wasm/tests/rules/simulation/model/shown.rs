//! What a page must show of a board, from the model's records.

use super::{BoardModel, Fields, is_set, text_of};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::view::BoardView;
use serde_json::{Value, json};
use std::collections::BTreeMap;

impl BoardModel {
    /// Compares what a page shows to a member with the records: the lists and cards in use, in order, and their fields.
    pub(in super::super) fn compare_view(&self, account: Id, view: &BoardView) {
        let lists: Vec<Value> = sorted(&self.lists, |_| true)
            .map(|(id, list)| {
                let cards = sorted(&self.cards, |card| card["list_id"] == json!(id) && !is_set(card, "archived_at"));
                let cards: Vec<Value> = cards.map(|(id, card)| self.card_view(account, *id, card)).collect();
                let is_collapsed = self.people[&account].collapsed.contains(id);
                json!({ "id": id, "name": list["name"], "is_collapsed": is_collapsed, "cards": cards })
            })
            .collect();
        let shown_lists: Vec<Value> = view
            .lists
            .iter()
            .map(|list| {
                let cards: Vec<Value> = list
                    .card_ids
                    .iter()
                    .map(|id| {
                        let mut card =
                            json!(view.cards.iter().find(|card| card.id == *id).expect("a card of the list"));
                        // It depends on the clock.
                        card.as_object_mut().expect("a card").remove("due_status");
                        card
                    })
                    .collect();
                json!({ "id": list.id, "name": list.name, "is_collapsed": list.is_collapsed, "cards": cards })
            })
            .collect();
        for (shown, expected) in shown_lists.iter().zip(&lists) {
            assert_eq!(shown, expected, "on the left what a page shows of a list, on the right what the model has");
        }
        assert_eq!(shown_lists.len(), lists.len(), "the number of lists");
        let names = ["name", "description", "color", "image", "label_colors"];
        for name in names {
            assert_eq!(json!(view.board)[name], self.board[name], "the board's {name}");
        }
        assert_eq!(view.board.favorite, self.people[&account].is_favorite);
        assert_eq!(view.board.role, self.people[&account].role);
    }

    fn card_view(&self, account: Id, card_id: Id, card: &Fields) -> Value {
        let items = self.items_for(account);
        let of_card = || items.values().filter(|item| item["card_id"] == json!(card_id) && !is_set(item, "trashed_at"));
        let count = |kind: &str| of_card().filter(|item| item["content"]["kind"] == kind).count();
        let done = of_card().filter(|item| item["content"]["is_done"] == true).count();
        json!({
            "id": card_id, "title": card["title"], "has_description": !text_of(card, "description").is_empty(),
            "priority": card["priority"], "due_date": card["due_date"], "labels": card["labels"],
            "assignee_ids": card["assignee_ids"], "subtasks": count("subtask"), "subtasks_done": done,
            "comments": count("comment"), "reminders": count("reminder"),
        })
    }
}

/// Returns the records of one kind that are not in the trash, by rank. The id decides between equal ranks (SPEC R5).
fn sorted<'a>(
    records: &'a BTreeMap<Id, Fields>,
    matches: impl Fn(&Fields) -> bool,
) -> impl Iterator<Item = (&'a Id, &'a Fields)> {
    let mut found: Vec<_> =
        records.iter().filter(|(_, record)| !is_set(record, "trashed_at") && matches(record)).collect();
    found.sort_by_key(|(id, record)| (text_of(record, "rank"), **id));
    found.into_iter()
}
