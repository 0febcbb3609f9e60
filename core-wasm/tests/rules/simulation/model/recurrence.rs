//! Recurring cards in the plain model (SPEC B52). It counts day by day instead of computing the next day.

use super::{BoardModel, Fields, is_set, set, text_of};
use chrono::{Datelike, NaiveDate};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::{DueDate, LocalDay};
use serde_json::{Value, json};

impl BoardModel {
    /// Sets a due date. Without one, the card does not repeat.
    pub(super) fn set_due_date(&mut self, card_id: Id, due_date: Option<&str>) {
        let card = self.cards.get_mut(&card_id).expect("the card exists");
        if let Some(recurrence) = card.get_mut("recurrence") {
            recurrence["day_of_month"] = Value::Null;
        }
        if due_date.is_none() {
            card.remove("recurrence");
        }
        set(Some(card), "due_date", json!(due_date));
    }

    /// Completes a card, which moves its recurrence to a copy with the next due date.
    pub(super) fn complete_recurring(&mut self, card_id: Id, due: &DueDate, day: LocalDay, at: &Value) {
        let before = self.cards[&card_id].clone();
        self.edit_card(card_id, &core_wasm::protocol::op::CardEdit::Completed(true), at);
        if before["priority"] == "completed" || !before.contains_key("recurrence") {
            return;
        }
        // Of eight ids the first one that is not in the trash.
        let mut ids =
            std::iter::successors(Some(card_id), |id| Some(id.of_next_occurrence(due))).enumerate().skip(1).take(8);
        let is_in_trash = |id: &Id| self.cards.get(id).is_some_and(|next| is_set(next, "trashed_at"));
        let Some((number, next_id)) = ids.find(|(_, id)| !is_in_trash(id)) else { return };
        if self.cards.contains_key(&next_id) {
            return;
        }
        self.cards.get_mut(&card_id).expect("the card exists").remove("recurrence");
        let Some(due_date) = next_due_date(&before, day.date()) else { return };
        let mut next = before;
        next.remove("cover_id");
        let changed = [
            ("id", json!(next_id)),
            ("due_date", json!(due_date)),
            ("created_at", at.clone()),
            ("archived_at", Value::Null),
            ("trashed_at", Value::Null),
        ];
        next.extend(changed.map(|(name, value)| (name.to_owned(), value)));
        if let Some(remaining) = next["recurrence"]["remaining"].as_u64() {
            next.get_mut("recurrence").expect("it repeats")["remaining"] = json!(remaining - 1);
        }
        self.cards.insert(next_id, next);
        let id_of_copy = |id: Id| (0..number).fold(id, |id, _| id.of_next_occurrence(due));
        self.copy_items(card_id, next_id, &id_of_copy, at);
    }

    fn copy_items(&mut self, card_id: Id, next_id: Id, id_of_copy: &dyn Fn(Id) -> Id, at: &Value) {
        let is_copied = |item: &Fields| {
            let is_of_a_copied_kind = ["subtask", "reminder"].contains(&item["content"]["kind"].as_str().unwrap_or(""));
            is_of_a_copied_kind && item["card_id"] == json!(card_id) && !is_set(item, "trashed_at")
        };
        let copied: Vec<Fields> = self.items.values().filter(|item| is_copied(item)).cloned().collect();
        for mut item in copied {
            let id = id_of_copy(Id::parse(&text_of(&item, "id")).expect("the id of an item"));
            if let Some(is_done) = item.get_mut("content").and_then(|content| content.get_mut("is_done")) {
                *is_done = json!(false);
            }
            let changed = [
                ("id", json!(id)),
                ("card_id", json!(next_id)),
                ("created_at", at.clone()),
                ("edited_at", Value::Null),
            ];
            item.extend(changed.map(|(name, value)| (name.to_owned(), value)));
            self.items.insert(id, item);
        }
    }
}

/// Returns the next due date of a card that repeats every few days, or on weekdays of every week, as the simulated users
/// choose it.
fn next_due_date(card: &Fields, completed: NaiveDate) -> Option<String> {
    let recurrence = &card["recurrence"];
    if recurrence["remaining"] == 1 {
        return None;
    }
    let due = text_of(card, "due_date");
    let due_day: NaiveDate = due[..10].parse().expect("a due date");
    let base = if recurrence["from_completion"] == true { completed } else { due_day };
    let every = recurrence["every"].as_i64().expect("a number");
    let weekdays: Vec<u64> =
        recurrence["weekdays"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
    let is_due = |day: &NaiveDate| match recurrence["unit"].as_str() {
        Some("days") => (*day - base).num_days() % every == 0,
        Some("weeks") if every == 1 => weekdays.contains(&u64::from(day.weekday().number_from_monday())),
        unit => panic!("the model lacks {unit:?}"),
    };
    let mut days = base.max(completed).iter_days().skip(1);
    let day = days.find(is_due)?;
    Some(format!("{day}{}", &due[10..]))
}
