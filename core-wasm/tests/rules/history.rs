//! Undo and redo (SPEC U1 to U8).

use crate::boards::{add_card, move_card, open_new, titles, with_cards};
use crate::cards::open_card;
use crate::support::device::Device;
use crate::support::{ada, ben, id, intent, log_in, signed_in};
use core_wasm::protocol::effect::UiEffect;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::Priority;
use core_wasm::protocol::view::Snapshot;
use proptest::prelude::*;
use serde_json::{Value, json};

fn undo(device: &mut Device) -> Result<(), ErrorCode> {
    device.try_dispatch(intent(json!({ "type": "undo", "change_id": null })))
}

fn redo(device: &mut Device) -> Result<(), ErrorCode> {
    device.try_dispatch(intent(json!({ "type": "redo" })))
}

/// Returns the labels of the next undo and the next redo.
fn offers(device: &Device) -> (Option<&str>, Option<&str>) {
    let history = &device.snapshot().history;
    (history.undo.as_deref(), history.redo.as_deref())
}

fn change_of_toast(device: &mut Device) -> Id {
    let undo = |effect| match effect {
        UiEffect::Toast { undo, .. } => undo,
        _ => None,
    };
    device.take_effects().into_iter().find_map(undo).expect("a toast with an undo action")
}

#[test]
fn u1_undo_and_redo_the_last_change() {
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
fn u2_a_new_change_clears_redo() {
    let mut device = with_cards();
    let (a, doing) = (device.card("a"), device.list("Doing"));
    move_card(&mut device, a, doing, 0);
    undo(&mut device).unwrap();
    add_card(&mut device, doing, "f");
    assert_eq!(offers(&device), (Some("Add card"), None));
    assert_eq!(redo(&mut device), Err(ErrorCode::NothingToUndo));
}

#[test]
fn u3_delete_toast_undoes_even_after_other_changes() {
    let mut device = with_cards();
    let (a, doing) = (device.card("a"), device.list("Doing"));
    device.take_effects();
    device.dispatch_json(json!({ "type": "delete_card", "card_id": a }));
    let change = change_of_toast(&mut device);
    add_card(&mut device, doing, "f");
    device.dispatch_json(json!({ "type": "undo", "change_id": change }));
    assert_eq!(titles(&device), "abcd ef ");
    assert_eq!(offers(&device), (Some("Add card"), Some("Delete card")));
    let again = json!({ "type": "undo", "change_id": change });
    assert_eq!(device.try_dispatch(intent(again)), Err(ErrorCode::NothingToUndo), "once is enough");
}

#[test]
fn u3_every_deletion_shows_a_toast() {
    let mut device = with_cards();
    let a = open_card(&mut device, "a");
    device.dispatch_json(json!({ "type": "add_subtask", "card_id": a, "title": "one" }));
    device.dispatch_json(json!({ "type": "add_comment", "card_id": a, "text": "two" }));
    device.dispatch_json(json!({ "type": "add_reminder", "card_id": a, "minutes_before": 3 }));
    let card = device.snapshot().open_card.clone().unwrap();
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
        device.dispatch_json(value);
        assert_eq!(device.take_toasts(), [words]);
        assert_eq!(undo(&mut device), Ok(()), "{words}");
    }
    assert_eq!(titles(&device), "abcd e ");
}

#[test]
fn u3_the_toast_after_a_swipe_undoes_that_card() {
    let mut device = with_cards();
    let (a, b, board) = (device.card("a"), device.card("b"), device.board().board.id);
    let complete =
        |card_id: Id| json!({ "type": "complete_task", "board_id": board, "card_id": card_id, "offers_undo": true });
    let is_done = |device: &Device, card_id: Id| {
        device.board().cards.iter().any(|card| card.id == card_id && card.priority == Priority::Completed)
    };
    device.take_effects();
    device.dispatch_json(complete(a));
    let change = change_of_toast(&mut device);
    device.dispatch_json(complete(b));
    assert_eq!(device.take_toasts(), ["Card marked as done"]);
    let undo = json!({ "type": "undo", "change_id": change });
    device.dispatch_json(undo.clone());
    assert_eq!((is_done(&device, a), is_done(&device, b)), (false, true));
    assert_eq!(device.try_dispatch(intent(undo)), Err(ErrorCode::NothingToUndo));
    device.dispatch_json(complete(b));
    assert_eq!(device.take_toasts(), ["Card marked as not done"]);
    device.dispatch_json(json!({ "type": "complete_task", "board_id": board, "card_id": b }));
    assert_eq!(device.take_toasts(), [""; 0], "a click shows its result itself");
}

#[test]
fn u4_a_board_need_not_be_open() {
    let mut device = with_cards();
    let board = device.board().board.clone();
    device.dispatch_json(json!({ "type": "delete_card", "card_id": device.card("a") }));
    device.dispatch_json(json!({ "type": "close_board" }));
    device.dispatch_json(json!({ "type": "delete_board", "board_id": board.id }));
    assert!(device.snapshot().boards.is_empty());
    undo(&mut device).unwrap();
    assert_eq!(device.snapshot().boards, std::slice::from_ref(&board));
    undo(&mut device).unwrap();
    device.dispatch_json(json!({ "type": "open_board", "slug": board.slug }));
    assert_eq!(titles(&device), "abcd e ");
}

#[test]
fn u5_entries_that_no_longer_apply_are_skipped() {
    let mut device = with_cards();
    let (a, doing) = (device.card("a"), device.list("Doing"));
    let edit =
        |value: &str| json!({ "type": "edit_card", "card_id": a, "edits": [{ "field": "title", "value": value }] });
    move_card(&mut device, a, doing, 0);
    device.dispatch_json(edit("Other"));
    device.take_effects();
    device.dispatch_json(edit("a"));
    // Undoing the first of the two edits would set the name that the list already has, so it changes nothing.
    undo(&mut device).unwrap();
    assert_eq!(titles(&device), "bcd Othere ");
    device.dispatch_json(edit("a"));
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
fn u7_history_is_separate_per_account() {
    let mut device = with_cards();
    device.store_in_other_tab("access_token", None);
    device.store_in_other_tab("refresh_token", None);
    log_in(&mut device, ben());
    assert_eq!(offers(&device), (None, None));
    assert_eq!(undo(&mut device), Err(ErrorCode::NothingToUndo));
}

/// Returns an action of the user, chosen by three numbers.
fn step(device: &Device, (what, a, b): (u8, usize, usize)) -> Option<Value> {
    let shown = device.snapshot();
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

/// Returns everything that undo has to restore: all that the board shows.
fn seen(device: &Device) -> Snapshot {
    let mut shown = device.snapshot().clone();
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
    fn u8_undo_all_and_redo_all_restore_both_states(
        run in proptest::collection::vec((any::<u8>(), 0usize..8, 0usize..8), 1..40)
    ) {
        let mut device = with_cards();
        open_card(&mut device, "b");
        let (before, known) = (seen(&device), offers(&device).0.map(str::to_owned));
        let mut made = 0;
        for choice in run {
            if let Some(value) = step(&device, choice) {
                let unsent = device.snapshot().sync.unsent;
                device.dispatch_json(value);
                made += usize::from(device.snapshot().sync.unsent > unsent);
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
fn u1_adding_a_board_can_be_undone() {
    let mut device = signed_in(ada());
    open_new(&mut device, "Garden");
    undo(&mut device).unwrap();
    assert!(device.snapshot().boards.is_empty());
    redo(&mut device).unwrap();
    assert_eq!(device.snapshot().boards.len(), 1);
    assert_eq!(
        device.try_dispatch(intent(json!({ "type": "undo", "change_id": id(9) }))),
        Err(ErrorCode::NothingToUndo)
    );
}
