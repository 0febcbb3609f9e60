//! Undo and redo (SPEC U1 to U8).

use crate::boards::{add_card, move_card, open_new, titles, with_cards};
use crate::cards::open_card;
use crate::support::device::Device;
use crate::support::{ada, ben, id, intent, log_in, signed_in};
use core_wasm::protocol::effect::UiEffect;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::view::Snapshot;
use proptest::prelude::*;
use serde_json::{Value, json};

fn undo(device: &mut Device) -> Result<(), ErrorCode> {
    device.tries(intent(json!({ "type": "undo", "change_id": null })))
}

fn redo(device: &mut Device) -> Result<(), ErrorCode> {
    device.tries(intent(json!({ "type": "redo" })))
}

/// What the history offers: to undo, to redo.
fn offers(device: &Device) -> (Option<&str>, Option<&str>) {
    let history = &device.shows().history;
    (history.undo.as_deref(), history.redo.as_deref())
}

fn change_of_toast(device: &mut Device) -> Id {
    let undo = |effect| match effect {
        UiEffect::Toast { undo, .. } => undo,
        _ => None,
    };
    device.take_effects().into_iter().find_map(undo).expect("a toast with a way back")
}

#[test]
fn u1_the_last_change_is_taken_back_and_made_again() {
    let mut device = with_cards();
    let (a, doing) = (device.card("a"), device.list("Doing"));
    move_card(&mut device, a, doing, 0);
    assert_eq!(offers(&device), (Some("Move card"), None));
    assert_eq!(undo(&mut device), Ok(()));
    assert_eq!(titles(&device), "abcd e ");
    assert_eq!(offers(&device), (Some("Add card"), Some("Move card")));
    assert_eq!(redo(&mut device), Ok(()));
    assert_eq!(titles(&device), "bcd ae ");
    assert_eq!(offers(&device), (Some("Move card"), None));
}

#[test]
fn u2_a_new_change_forgets_what_could_be_made_again() {
    let mut device = with_cards();
    let (a, doing) = (device.card("a"), device.list("Doing"));
    move_card(&mut device, a, doing, 0);
    undo(&mut device).unwrap();
    add_card(&mut device, doing, "f");
    assert_eq!(offers(&device), (Some("Add card"), None));
    assert_eq!(redo(&mut device), Err(ErrorCode::NothingToUndo));
}

#[test]
fn u3_the_toast_after_a_delete_takes_it_back_whatever_was_done_since() {
    let mut device = with_cards();
    let (a, doing) = (device.card("a"), device.list("Doing"));
    device.take_effects();
    device.dispatches(json!({ "type": "delete_card", "card_id": a }));
    let change = change_of_toast(&mut device);
    add_card(&mut device, doing, "f");
    device.dispatches(json!({ "type": "undo", "change_id": change }));
    assert_eq!(titles(&device), "abcd ef ");
    assert_eq!(offers(&device), (Some("Add card"), Some("Delete card")));
    let again = json!({ "type": "undo", "change_id": change });
    assert_eq!(device.tries(intent(again)), Err(ErrorCode::NothingToUndo), "once is enough");
}

#[test]
fn u3_each_thing_that_can_be_deleted_says_so() {
    let mut device = with_cards();
    let a = open_card(&mut device, "a");
    device.dispatches(json!({ "type": "add_subtask", "card_id": a, "title": "one" }));
    device.dispatches(json!({ "type": "add_comment", "card_id": a, "text": "two" }));
    device.dispatches(json!({ "type": "add_reminder", "card_id": a, "minutes_before": 3 }));
    let card = device.shows().open_card.clone().unwrap();
    let item = |item_id: Id| json!({ "type": "delete_item", "item_id": item_id });
    let (list, board) = (device.list("To do"), device.board().board.id);
    for (value, words) in [
        (item(card.subtasks[0].id), "Sub-task deleted"),
        (item(card.comments[0].id), "Comment deleted"),
        (item(card.reminders[0].id), "Reminder deleted"),
        (json!({ "type": "delete_card", "card_id": a }), "Card deleted"),
        (json!({ "type": "delete_list", "list_id": list }), "List deleted"),
        (json!({ "type": "delete_board", "board_id": board }), "Board deleted"),
    ] {
        device.take_effects();
        device.dispatches(value);
        assert_eq!(device.take_toasts(), [words]);
        assert_eq!(undo(&mut device), Ok(()), "{words}");
    }
    assert_eq!(titles(&device), "abcd e ");
}

#[test]
fn u4_a_board_need_not_be_open() {
    let mut device = with_cards();
    let board = device.board().board.clone();
    device.dispatches(json!({ "type": "delete_card", "card_id": device.card("a") }));
    device.dispatches(json!({ "type": "close_board" }));
    device.dispatches(json!({ "type": "delete_board", "board_id": board.id }));
    assert!(device.shows().boards.is_empty());
    undo(&mut device).unwrap();
    assert_eq!(device.shows().boards, std::slice::from_ref(&board));
    undo(&mut device).unwrap();
    device.dispatches(json!({ "type": "open_board", "slug": board.slug }));
    assert_eq!(titles(&device), "abcd e ");
}

#[test]
fn u5_what_does_not_fit_any_more_is_passed_over() {
    let mut device = with_cards();
    let (a, doing) = (device.card("a"), device.list("Doing"));
    let edit =
        |value: &str| json!({ "type": "edit_card", "card_id": a, "edits": [{ "field": "title", "value": value }] });
    move_card(&mut device, a, doing, 0);
    device.dispatches(edit("Other"));
    device.take_effects();
    device.dispatches(edit("a"));
    // The name is what undoing the first of the two edits would make it, so that one changes nothing.
    undo(&mut device).unwrap();
    assert_eq!(titles(&device), "bcd Othere ");
    device.dispatches(edit("a"));
    undo(&mut device).unwrap();
    undo(&mut device).unwrap();
    assert_eq!(titles(&device), "bcd ae ");
    undo(&mut device).unwrap();
    assert_eq!(titles(&device), "abcd e ");
    while undo(&mut device).is_ok() {}
    assert_eq!(offers(&device).0, None);
    assert_eq!(undo(&mut device), Err(ErrorCode::NothingToUndo));
}

#[test]
fn u6_no_more_than_a_hundred_changes_are_remembered() {
    let mut device = with_cards();
    let (a, todo) = (device.card("a"), device.list("To do"));
    for index in 0..150 {
        move_card(&mut device, a, todo, 1 + index % 2);
    }
    let count = std::iter::from_fn(|| undo(&mut device).ok()).count();
    assert_eq!(count, 100);
}

#[test]
fn u7_history_is_the_accounts_own() {
    let mut device = with_cards();
    device.stored_elsewhere("access_token", None);
    device.stored_elsewhere("refresh_token", None);
    log_in(&mut device, ben());
    assert_eq!(offers(&device), (None, None));
    assert_eq!(undo(&mut device), Err(ErrorCode::NothingToUndo));
}

/// A thing that a person may do, chosen by three numbers.
fn step(device: &Device, (what, a, b): (u8, usize, usize)) -> Option<Value> {
    let shown = device.shows();
    let board = shown.open_board.as_ref()?;
    let list = |n: usize| board.lists.get(n % board.lists.len().max(1)).map(|list| list.id);
    let card = |n: usize| board.cards.get(n % board.cards.len().max(1)).map(|card| card.id);
    let open = shown.open_card.as_ref();
    let item = |n: usize| {
        let subtasks = open?.subtasks.iter().map(|it| it.id);
        let ids: Vec<Id> = subtasks.chain(open?.comments.iter().map(|it| it.id)).collect();
        ids.get(n % ids.len().max(1)).copied()
    };
    let text = ["x", "y", "z"][b % 3];
    Some(match what % 14 {
        0 => json!({ "type": "add_list", "name": text }),
        1 => json!({ "type": "move_list", "list_id": list(a)?, "index": b % 4 }),
        2 => {
            json!({ "type": "edit_list", "list_id": list(a)?, "edit": { "field": "collapsed", "value": b.is_multiple_of(2) } })
        }
        3 => json!({ "type": "delete_list", "list_id": list(a)? }),
        4 => json!({ "type": "add_card", "list_id": list(a)?, "title": text, "priority": "high" }),
        5 | 6 => json!({ "type": "move_card", "card_id": card(a)?, "list_id": list(b)?, "index": b % 5 }),
        7 => {
            let edits = [
                json!([{ "field": "title", "value": text }, { "field": "labels", "value": [text] }]),
                json!([{ "field": "completed", "value": a.is_multiple_of(2) }]),
                json!([{ "field": "priority", "value": "medium" }, { "field": "due_date", "value": "2026-03-03" }]),
            ][b % 3]
                .clone();
            json!({ "type": "edit_card", "card_id": card(a)?, "edits": edits })
        }
        8 => json!({ "type": "archive_card", "card_id": card(a)? }),
        9 => json!({ "type": "delete_card", "card_id": card(a)? }),
        10 => json!({ "type": "add_subtask", "card_id": open?.id, "title": text }),
        11 => json!({ "type": "delete_item", "item_id": item(a)? }),
        12 => json!({ "type": "move_subtask", "item_id": open?.subtasks.first()?.id, "index": b % 4 }),
        _ => json!({ "type": "set_label_color", "label": text, "color": (["#4caf50", "#2196f3"][a % 2]) }),
    })
}

/// What undo has to bring back: all that the board shows.
fn seen(device: &Device) -> Snapshot {
    let mut shown = device.shows().clone();
    shown.history = Default::default();
    shown.sync = Default::default();
    shown.open_card = None;
    if let Some(board) = &mut shown.open_board {
        board.cards.sort_unstable_by_key(|card| card.id);
    }
    shown
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]
    #[test]
    fn u8_undoing_all_shows_the_board_as_it_was_and_redoing_all_as_it_became(
        run in proptest::collection::vec((any::<u8>(), 0usize..8, 0usize..8), 1..40)
    ) {
        let mut device = with_cards();
        open_card(&mut device, "b");
        let (before, known) = (seen(&device), offers(&device).0.map(str::to_owned));
        let mut made = 0;
        for choice in run {
            if let Some(value) = step(&device, choice) {
                let unsent = device.shows().sync.unsent;
                device.dispatches(value);
                made += usize::from(device.shows().sync.unsent > unsent);
            }
        }
        let after = seen(&device);
        for _ in 0..made {
            prop_assert_eq!(undo(&mut device), Ok(()));
        }
        prop_assert_eq!(seen(&device), before);
        prop_assert_eq!(offers(&device).0.map(str::to_owned), known);
        for _ in 0..made {
            prop_assert_eq!(redo(&mut device), Ok(()));
        }
        prop_assert_eq!(seen(&device), after);
        prop_assert_eq!(redo(&mut device), Err(ErrorCode::NothingToUndo));
    }
}

#[test]
fn u1_a_new_board_can_be_taken_back() {
    let mut device = signed_in(ada());
    open_new(&mut device, "Garden");
    undo(&mut device).unwrap();
    assert!(device.shows().boards.is_empty());
    redo(&mut device).unwrap();
    assert_eq!(device.shows().boards.len(), 1);
    assert_eq!(device.tries(intent(json!({ "type": "undo", "change_id": id(9) }))), Err(ErrorCode::NothingToUndo));
}
