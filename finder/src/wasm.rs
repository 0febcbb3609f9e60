//! The JavaScript API of the module. Results are JSON text, which `JSON.parse` reads faster than objects are made one by
//! one.

// The macros of wasm-bindgen expand to unsafe code.
#![allow(unsafe_code)]

use crate::finder::{Finder as Documents, query_terms, rank_texts};
use core_wasm::board::recurrence;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::{DueDate, LocalDay};
use wasm_bindgen::prelude::*;

/// The documents of the device.
#[wasm_bindgen]
#[derive(Default)]
pub struct Finder(Documents);

#[wasm_bindgen]
impl Finder {
    /// Creates a finder without documents.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets whose data is searched: the id of an account, or anything else for a guest.
    pub fn set_account(&mut self, account: &str) {
        self.0.set_account(Some(Id::parse(account).unwrap_or(Id::GUEST)));
    }

    /// Sets the stored outbox: keys with their texts.
    pub fn set_outbox(&mut self, keys: Vec<String>, texts: Vec<String>) {
        self.0.set_outbox(&keys.into_iter().zip(texts).collect::<Vec<_>>());
    }

    /// Indexes a board, given as JSON text, with what is stored of it: keys with their texts.
    pub fn set_board(&mut self, board: &str, keys: Vec<String>, texts: Vec<String>) {
        if let Ok(board) = json::parse(board) {
            self.0.set_board(board, keys.into_iter().zip(texts).collect());
        }
    }

    /// Indexes the notes, given what is stored of them: keys with their texts.
    pub fn set_notes(&mut self, keys: Vec<String>, texts: Vec<String>) {
        self.0.set_notes(keys.into_iter().zip(texts).collect());
    }

    /// Removes a board.
    pub fn remove_board(&mut self, id: &str) {
        if let Some(id) = Id::parse(id) {
            self.0.remove_board(id);
        }
    }

    /// Returns the labels of a board's cards.
    pub fn labels(&self, board: &str) -> Vec<String> {
        Id::parse(board).map(|board| self.0.labels(board)).unwrap_or_default()
    }

    /// Returns what has a title that matches, as JSON text of `FoundItem[]`.
    pub fn find(&self, query: &str, limit: usize) -> String {
        json::json(&self.0.find(query, limit))
    }

    /// Returns a card in use by its id, as JSON text of `FoundItem`; undefined if it is not known.
    pub fn card(&self, id: &str) -> Option<String> {
        self.0.card(id).map(|card| json::json(&card))
    }

    /// Returns what a query finds at a local time, `YYYY-MM-DDTHH:MM`, as JSON text of `SearchHit[]`.
    pub fn search(&self, query: &str, minute: &str, limit: usize) -> String {
        json::json(&self.0.search(query, minute, limit))
    }
}

/// Returns the texts that match, as JSON text of `RankedText[]`.
#[wasm_bindgen]
pub fn rank(query: &str, texts: Vec<String>) -> String {
    json::json(&rank_texts(query, &texts))
}

/// Returns the terms of a query, as JSON text of `QueryTerm[]`.
#[wasm_bindgen]
pub fn terms(query: &str) -> String {
    json::json(&query_terms(query))
}

/// Returns the card that a line means, as JSON text of `QuickCard`. The context is JSON text of `QuickAddContext`;
/// undefined if it is invalid.
#[wasm_bindgen]
pub fn quick_add(text: &str, context: &str) -> Option<String> {
    let card = crate::quick_add::quick_add(text, &json::parse(context).ok()?)?;
    Some(json::json(&card))
}

/// Returns the days from `first` to `last` on which a recurring card will be due after its due date. The recurrence is JSON
/// text of `Recurrence`. There are none if something is invalid.
#[wasm_bindgen]
pub fn later_days(due_date: &str, recurrence: &str, today: &str, first: &str, last: &str) -> Vec<String> {
    let days = || {
        let range = LocalDay::parse(first)?..=LocalDay::parse(last)?;
        let recurrence = json::parse(recurrence).ok()?;
        Some(recurrence::later_days(&DueDate::parse(due_date)?, &recurrence, LocalDay::parse(today)?, &range))
    };
    days().unwrap_or_default().iter().map(ToString::to_string).collect()
}
