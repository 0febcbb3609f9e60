//! Patches for the mirror (SPEC P1 to P3). All other tests of this folder check P1 too: their device compares the
//! mirror with the core after every input, and applies every patch twice.

use crate::boards::{move_card, titles, with_cards};
use crate::support::world::{ANYTHING, World};
use crate::support::{ada, id, intent, signed_in, signed_out_device};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::patch::Patch;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]
    #[test]
    fn p1_mirror_always_equals_the_snapshot(
        run in vec((select(ANYTHING), any::<u8>(), any::<u8>(), any::<u8>()), 1..200)
    ) {
        let mut world = World::new();
        for action in run {
            // The device compares the mirror with the core after every input.
            world.perform(action);
        }
        world.drain_requests();
    }
}

/// Returns the patches of moving one card on a board with that many cards.
fn patches_of_a_move(count: usize) -> Vec<Patch> {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "open_board", "slug": "garden" }));
    let list = |number: u64, rank: &str| json!({ "id": id(number), "name": "List", "rank": rank, "is_collapsed": false, "trashed_at": null });
    let card = |number: usize| {
        json!({ "id": id(100 + number as u64), "list_id": id(10), "rank": format!("{number:06x}80"), "title": "A card",
            "description": "With a text", "priority": "low", "importance": "low", "completed_at": null, "due_date": null, "labels": ["one"],
            "created_at": "2026-03-01T08:00:00Z", "archived_at": null, "trashed_at": null })
    };
    let board = json!({ "id": id(5), "slug": "garden", "name": "Garden", "description": "", "color": null, "image": null,
        "favorite": false, "label_colors": [], "trashed_at": null });
    let cards: Vec<Value> = (0..count).map(card).collect();
    let lists = [list(10, "40"), list(11, "80")];
    device.respond_with(
        "/boards/garden/",
        200,
        json!({ "version": 1, "board": board, "lists": lists, "cards": cards }),
    );
    move_card(&mut device, id(100 + count as u64 / 2), id(11), 0);
    device.last.patches.clone()
}

#[test]
fn p2_move_patches_do_not_grow_with_the_board() {
    let length = |count| serde_json::to_string(&patches_of_a_move(count)).expect("patches can be written").len();
    let (small, large) = (length(100), length(10_000));
    assert_eq!(large - small, 2, "only the index has more digits: 5000 instead of 50");
    assert!(large < 400, "{large} bytes");
}

#[test]
fn p3_a_refused_intent_changes_nothing_and_the_core_stays_usable() {
    let mut device = with_cards();
    device.fail_all_requests();
    let (todo, a) = (device.list("To do"), device.card("a"));
    let board = device.board().board.id;
    let long = |length: usize| "x".repeat(length + 1);
    let edit = |field: &str, value: Value| json!({ "type": "edit_card", "card_id": a, "edits": [{ "field": field, "value": value }] });
    let edit_board = |field: &str, value: Value| json!({ "type": "edit_board", "board_id": board, "edits": [{ "field": field, "value": value }] });
    let refused = [
        (json!({ "type": "add_board", "name": "  " }), ErrorCode::NameRequired),
        (json!({ "type": "add_board", "name": long(200) }), ErrorCode::NameTooLong),
        (json!({ "type": "add_board", "name": "a\u{0}" }), ErrorCode::TextInvalid),
        (json!({ "type": "add_list", "name": long(200) }), ErrorCode::NameTooLong),
        (
            json!({ "type": "add_card", "list_id": todo, "title": long(500), "priority": "low" }),
            ErrorCode::TitleTooLong,
        ),
        (json!({ "type": "add_card", "list_id": id(99), "title": "x", "priority": "low" }), ErrorCode::UnknownList),
        (json!({ "type": "move_card", "card_id": a, "list_id": id(99), "index": 0 }), ErrorCode::UnknownList),
        (json!({ "type": "move_card", "card_id": id(99), "list_id": todo, "index": 0 }), ErrorCode::UnknownCard),
        (json!({ "type": "move_list", "list_id": id(99), "index": 0 }), ErrorCode::UnknownList),
        (json!({ "type": "delete_list", "list_id": id(99) }), ErrorCode::UnknownList),
        (json!({ "type": "delete_card", "card_id": id(99) }), ErrorCode::UnknownCard),
        (json!({ "type": "delete_board", "board_id": id(99) }), ErrorCode::UnknownBoard),
        (edit("title", json!(" ")), ErrorCode::TitleRequired),
        (edit("description", json!(long(50_000))), ErrorCode::DescriptionTooLong),
        (edit("due_date", json!("2026-02-30")), ErrorCode::DueDateInvalid),
        (edit("labels", json!([""])), ErrorCode::LabelInvalid),
        (edit("labels", json!((0..51).map(|n| n.to_string()).collect::<Vec<_>>())), ErrorCode::TooManyLabels),
        (edit_board("color", json!("red")), ErrorCode::ColorInvalid),
        (edit_board("image", json!("javascript:alert(1)")), ErrorCode::ImageInvalid),
        (json!({ "type": "pause_timer" }), ErrorCode::TimerNotRunning),
    ];
    let (shown, storage, alarms) = (device.snapshot().clone(), device.storage.clone(), device.alarms.clone());
    for (value, code) in refused {
        assert_eq!(device.try_dispatch(intent(value.clone())), Err(code), "{value}");
        assert_eq!(*device.snapshot(), shown, "{value}");
        assert_eq!((&device.storage, &device.alarms), (&storage, &alarms), "{value}");
        assert_eq!(device.open_requests(), Vec::<String>::new(), "{value}");
        assert_eq!(device.take_effects().len(), 0, "{value}");
    }
    move_card(&mut device, a, todo, 1);
    assert_eq!(titles(&device), "bacd e ");
}

#[test]
fn p3_signed_out_intents_are_refused_without_side_effects() {
    let mut device = signed_out_device("/");
    let shown = device.snapshot().clone();
    for value in [
        json!({ "type": "load_boards" }),
        json!({ "type": "load_stats" }),
        json!({ "type": "add_board", "name": "Garden" }),
        json!({ "type": "open_board", "slug": "garden" }),
        json!({ "type": "close_board" }),
        json!({ "type": "delete_board", "board_id": id(5) }),
        json!({ "type": "add_list", "name": "x" }),
        json!({ "type": "move_card", "card_id": id(1), "list_id": id(2), "index": 0 }),
    ] {
        assert_eq!(device.try_dispatch(intent(value.clone())), Err(ErrorCode::SignedOut), "{value}");
        assert_eq!(*device.snapshot(), shown);
        assert_eq!(device.open_requests(), Vec::<String>::new());
    }
}
