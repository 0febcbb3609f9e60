//! Counts the heap allocations of a card move, in a program of its own because the allocator counts for all threads.

// A counting allocator has to implement an unsafe trait.
#![allow(unsafe_code)]

use core_wasm::app::{App, Input};
use core_wasm::env::EntropySource;
use core_wasm::protocol::effect::IoEffect;
use core_wasm::protocol::response::ApiResponse;
use core_wasm::protocol::time::Timestamp;
use serde_json::{Value, json};
use std::alloc::{GlobalAlloc, Layout, System};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The budgets of the project, with the maximum number of allocations of one card move, from the intent to the patches
/// and effects.
const BUDGETS: &str = include_str!("../../budgets.json");
const CARDS: u64 = 10_000;
const MOVES: u64 = 100;
const NOW: i64 = 1_772_526_600_000;
const TOKEN: &str =
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIwMTkwMDAwNC0wMDAwLTcwMDAtODAwMC0wMDAwMDAwMDAwMDEiLCJleHAiOjQxMDI0NDQ4MDB9.x";

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);

struct CountingAllocator;

// SAFETY: every call is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: see above.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: see above.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: see above.
        unsafe { System.realloc(pointer, layout, new_size) }
    }
}

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

fn id(kind: u8, number: u64) -> String {
    format!("0190000{kind}-0000-7000-8000-{number:012x}")
}

fn board() -> Value {
    let lists: Vec<Value> = (0..10)
        .map(|number| {
            json!({ "id": id(2, number), "name": "List", "rank": format!("80{number:06x}80"), "is_collapsed": false,
                "trashed_at": null })
        })
        .collect();
    let cards: Vec<Value> = (0..CARDS)
        .map(|number| {
            json!({ "id": id(3, number), "list_id": id(2, number % 10), "rank": format!("80{:06x}80", number / 10),
                "title": "A card of the board", "description": "What has to be done.", "priority": "low",
                "importance": "low", "completed_at": null, "due_date": null, "labels": ["home"],
                "created_at": "2026-01-01T00:00:00Z", "archived_at": null, "trashed_at": null })
        })
        .collect();
    let board = json!({ "id": id(1, 1), "slug": "measured", "name": "Measured", "description": "", "color": null,
        "image": null, "favorite": false, "label_colors": [], "trashed_at": null });
    json!({ "version": 1, "is_complete": true, "board": board, "lists": lists, "cards": cards, "items": [] })
}

/// A core in a browser with an empty IndexedDB, and a server that answers only what a board needs.
struct Page {
    app: App,
    entropy: EntropySource,
}

impl Page {
    fn handle(&mut self, input: Input) -> Vec<IoEffect> {
        let env = self.entropy.env(Timestamp::from_millis(NOW), 0);
        let step = self.app.handle(input, &env);
        assert_eq!(step.rejection, None);
        step.io_effects
    }

    fn intent(&mut self, intent: Value) -> Vec<IoEffect> {
        self.handle(Input::Intent { intent: serde_json::from_value(intent).expect("an intent") })
    }

    fn respond_to_all(&mut self, effects: Vec<IoEffect>) {
        let mut effects = VecDeque::from(effects);
        while let Some(effect) = effects.pop_front() {
            let input = match effect {
                IoEffect::ReadIndexedDb { prefix } => Input::IndexedDbRead { prefix, entries: vec![] },
                IoEffect::Fetch { id, path, .. } if path == "/boards/measured/changes/" => {
                    Input::Response { id, response: ApiResponse::Received { status: 200, body: board().to_string() } }
                }
                IoEffect::Fetch { id, path, .. } if path == "/auth/validate-token/" => {
                    Input::Response { id, response: ApiResponse::Received { status: 200, body: "{}".to_owned() } }
                }
                _ => continue,
            };
            effects.extend(self.handle(input));
        }
    }
}

#[test]
fn b12_a_card_move_on_10_000_cards_makes_few_allocations() {
    let stored = [("access_token", TOKEN), ("refresh_token", "refresh")];
    let app = App::new(stored.map(|(key, value)| (key.to_owned(), value.to_owned())));
    let mut page = Page { app, entropy: EntropySource::new(24) };
    let effects = page.intent(json!({ "type": "start", "path": "/app/b/measured", "time_zone": "UTC" }));
    page.respond_to_all(effects);
    let effects = page.intent(json!({ "type": "open_board", "slug": "measured" }));
    page.respond_to_all(effects);
    let moves: Vec<Input> = (0..MOVES)
        .map(|number| {
            let intent = json!({ "type": "move_card", "card_id": id(3, number * 97), "list_id": id(2, number * 7 % 10),
                "index": number });
            Input::Intent { intent: serde_json::from_value(intent).expect("an intent") }
        })
        .collect();
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    for input in moves {
        page.handle(input);
    }
    let per_move = (ALLOCATIONS.load(Ordering::Relaxed) - before) / MOVES as usize;
    let budgets: Value = serde_json::from_str(BUDGETS).expect("budgets.json is JSON");
    let limit = budgets["allocations_of_a_move"].as_u64().expect("budgets.json limits the allocations") as usize;
    assert!(per_move <= limit, "{per_move} allocations per move, at most {limit} are allowed");
}
