//! What a page must show of a board, from the model's records.

use super::{BoardModel, Fields, is_set, text_of};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::view::{BoardView, CardView};
use serde_json::{Value, json};
use std::collections::BTreeMap;

impl BoardModel {
    /// Compares what a page shows to a member with the records: the lists and cards in use, in order, and their fields.
    pub(in super::super) fn compare_view(&self, account: Id, view: &BoardView) {
        let items = self.items_of_cards(account);
        let lists: Vec<Value> = sorted(&self.lists, |_| true)
            .map(|(id, list)| {
                let cards = sorted(&self.cards, |card| card["list_id"] == json!(id) && !is_set(card, "archived_at"));
                let cards: Vec<Value> = cards.map(|(id, card)| card_view(*id, card, items.get(id))).collect();
                let is_collapsed = self.people[&account].collapsed.contains(id);
                let color = list.get("color");
                json!({ "id": id, "name": list["name"], "is_collapsed": is_collapsed, "color": color, "cards": cards })
            })
            .collect();
        let cards: BTreeMap<Id, &CardView> = view.cards.iter().map(|card| (card.id, card)).collect();
        let shown_lists: Vec<Value> = view
            .lists
            .iter()
            .map(|list| {
                let cards: Vec<Value> = list
                    .card_ids
                    .iter()
                    .map(|id| {
                        let mut card = json!(cards.get(id).expect("a card of the list"));
                        // It depends on the clock.
                        card.as_object_mut().expect("a card").remove("due_status");
                        card
                    })
                    .collect();
                json!({ "id": list.id, "name": list.name, "is_collapsed": list.is_collapsed, "color": list.color, "cards": cards })
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

    /// Returns the items in use that a member sees, by card.
    fn items_of_cards(&self, account: Id) -> BTreeMap<Id, Vec<Fields>> {
        let mut items: BTreeMap<Id, Vec<Fields>> = BTreeMap::new();
        for item in self.items_for(account).into_values().filter(|item| !is_set(item, "trashed_at")) {
            let card_id = Id::parse(&text_of(&item, "card_id")).expect("the id of a card");
            items.entry(card_id).or_default().push(item);
        }
        items
    }
}

fn card_view(card_id: Id, card: &Fields, items: Option<&Vec<Fields>>) -> Value {
    let count =
        |matches: &dyn Fn(&Value) -> bool| items.into_iter().flatten().filter(|item| matches(&item["content"])).count();
    let mut view = json!({
        "id": card_id, "title": card["title"], "has_description": !text_of(card, "description").is_empty(),
        "priority": card["priority"], "due_date": card["due_date"], "labels": card["labels"],
        "assignee_ids": card["assignee_ids"], "subtasks": count(&|content| content["kind"] == "subtask"),
        "subtasks_done": count(&|content| content["is_done"] == true),
        "comments": count(&|content| content["kind"] == "comment"),
        "reminders": count(&|content| content["kind"] == "reminder"),
    });
    for name in ["recurrence", "estimate_minutes"] {
        if let Some(value) = card.get(name) {
            view[name] = value.clone();
        }
    }
    view
}

/// Returns the records of one kind that are not in the trash, by rank. The id decides between equal ranks (SPEC R5).
fn sorted(records: &BTreeMap<Id, Fields>, matches: impl Fn(&Fields) -> bool) -> impl Iterator<Item = (&Id, &Fields)> {
    let mut found: Vec<_> =
        records.iter().filter(|(_, record)| !is_set(record, "trashed_at") && matches(record)).collect();
    found.sort_by_key(|(id, record)| (text_of(record, "rank"), **id));
    found.into_iter()
}
