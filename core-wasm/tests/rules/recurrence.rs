//! Recurring cards and estimates (SPEC B52 to B54).

use crate::board_deltas::{apply_remote_change, assert_agrees, exchange, settled};
use crate::boards::with_cards;
use crate::cards::open_card;
use crate::support::device::Device;
use crate::support::{ada, id, intent};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::op::{CardEdit, Change};
use core_wasm::protocol::record::{Priority, Recurrence, RecurrenceUnit};
use core_wasm::protocol::time::{DueDate, LocalDay};
use core_wasm::protocol::view::CardView;
use serde_json::{Value, json};

fn weekly() -> Value {
    json!({ "every": 1, "unit": "weeks", "weekdays": [], "from_completion": false, "until": null, "remaining": null,
        "day_of_month": null })
}

fn daily() -> Recurrence {
    Recurrence {
        every: 1,
        unit: RecurrenceUnit::Days,
        weekdays: vec![],
        from_completion: false,
        until: None,
        remaining: None,
        day_of_month: None,
    }
}

fn edit(device: &mut Device, card: Id, field: &str, value: impl Into<Value>) -> Result<(), ErrorCode> {
    let edits = json!([{ "field": field, "value": value.into() }]);
    device.try_dispatch(intent(json!({ "type": "edit_card", "card_id": card, "edits": edits })))
}

/// Makes a card repeat, with a due date in the morning of Tuesday, 3 March 2026, which is today.
fn repeat(device: &mut Device, card: Id, recurrence: Value) {
    edit(device, card, "due_date", "2026-03-03T09:00").expect("the due date is valid");
    edit(device, card, "recurrence", recurrence).expect("the recurrence is valid");
}

fn card(device: &Device, id: Id) -> &CardView {
    device.board().cards.iter().find(|card| card.id == id).expect("the card is on the board")
}

fn due(device: &Device, id: Id) -> Option<&str> {
    card(device, id).due_date.as_ref().map(|due| due.as_str())
}

fn is_shown(device: &Device, id: Id) -> bool {
    device.board().cards.iter().any(|card| card.id == id)
}

fn due_date(text: &str) -> DueDate {
    DueDate::parse(text).expect("a due date")
}

/// Returns the id of the occurrence after the one of a card that is due on a date.
fn next_after(card: Id, due: &str) -> Id {
    card.of_next_occurrence(&due_date(due))
}

/// Returns the id of the occurrence after that of [`repeat`].
fn next_of(card: Id) -> Id {
    next_after(card, "2026-03-03T09:00")
}

fn undo(device: &mut Device) {
    device.dispatch_json(json!({ "type": "undo", "change_id": null }));
}

fn redo(device: &mut Device) {
    device.dispatch_json(json!({ "type": "redo" }));
}

/// Returns the titles of the open card's subtasks, with a mark for those that are done.
fn subtasks(device: &Device) -> Vec<(&str, bool)> {
    let details = device.snapshot().open_card.as_ref().expect("a card is open");
    details.subtasks.iter().map(|subtask| (subtask.title.as_str(), subtask.is_done)).collect()
}

/// Opens a card and gives it two subtasks, of which the first one is done, a reminder and a comment.
fn fill(device: &mut Device, title: &str) -> Id {
    let a = open_card(device, title);
    for title in ["one", "two"] {
        device.dispatch_json(json!({ "type": "add_subtask", "card_id": a, "title": title }));
    }
    let first = device.snapshot().open_card.as_ref().expect("a card").subtasks[0].id;
    device.dispatch_json(json!({ "type": "edit_item", "item_id": first, "edit": { "field": "done", "value": true } }));
    device.dispatch_json(json!({ "type": "add_reminder", "card_id": a, "minutes_before": 15 }));
    device.dispatch_json(json!({ "type": "add_comment", "card_id": a, "text": "Done twice" }));
    a
}

#[test]
fn b52_completing_a_recurring_card_adds_its_next_occurrence() {
    let mut device = with_cards();
    let a = fill(&mut device, "a");
    repeat(&mut device, a, weekly());
    edit(&mut device, a, "priority", "high").unwrap();
    edit(&mut device, a, "labels", json!(["home"])).unwrap();
    edit(&mut device, a, "description", "With **care**").unwrap();
    edit(&mut device, a, "estimate", 90).unwrap();
    edit(&mut device, a, "completed", true).unwrap();

    let done = card(&device, a);
    assert_eq!(
        (done.priority, &done.recurrence, due(&device, a)),
        (Priority::Completed, &None, Some("2026-03-03T09:00"))
    );
    let next_id = next_of(a);
    let next = card(&device, next_id);
    assert_eq!((next.title.as_str(), next.priority), ("a", Priority::High));
    assert_eq!(due(&device, next_id), Some("2026-03-10T09:00"));
    assert_eq!(json!(next.recurrence), weekly());
    assert_eq!((next.labels[0].as_str(), next.has_description, next.estimate_minutes), ("home", true, Some(90)));
    assert_eq!((next.subtasks, next.subtasks_done, next.reminders, next.comments), (2, 0, 1, 0));
    let list = &device.board().lists[0].card_ids;
    let position = |id: Id| list.iter().position(|other| *other == id).expect("it is on the list");
    assert_eq!(position(a).abs_diff(position(next_id)), 1, "beside the completed card");
    open_card_by_id(&mut device, next_id);
    assert_eq!(subtasks(&device), [("one", false), ("two", false)]);
    assert_eq!(device.board().cards.len(), 6);
}

fn open_card_by_id(device: &mut Device, card: Id) {
    device.dispatch_json(json!({ "type": "open_card", "card_id": card }));
}

#[test]
fn b52_the_next_occurrence_is_directly_above_the_completed_ones() {
    let mut device = with_cards();
    let mut series = vec![device.card("b")];
    repeat(&mut device, series[0], json!(daily()));
    for _ in 0..6 {
        let open = series[0];
        let next = next_after(open, due(&device, open).expect("it is due"));
        edit(&mut device, open, "completed", true).unwrap();
        series.insert(0, next);
    }
    let (a, c, d) = (device.card("a"), device.card("c"), device.card("d"));
    assert_eq!(device.board().lists[0].card_ids, [vec![a], series.clone(), vec![c, d]].concat());
    let list = device.list("To do");
    // Without a longer rank, another card can still be dropped between them.
    device.dispatch_json(json!({ "type": "move_card", "card_id": d, "list_id": list, "index": 2 }));
    assert_eq!(device.board().lists[0].card_ids, [vec![a, series[0], d], series[1..].to_vec(), vec![c]].concat());
    undo(&mut device);
    undo(&mut device);
    assert_eq!(device.board().lists[0].card_ids, [vec![a], series[1..].to_vec(), vec![c, d]].concat());
}

#[test]
fn b52_every_way_to_complete_a_card_adds_its_next_occurrence() {
    let ways = [
        |card: Id| json!({ "type": "edit_card", "card_id": card, "edits": [{ "field": "completed", "value": true }] }),
        |card: Id| {
            let edits = json!([{ "field": "title", "value": "z" }, { "field": "priority", "value": "completed" }]);
            json!({ "type": "edit_card", "card_id": card, "edits": edits })
        },
        |card: Id| {
            let change = json!({ "type": "edit", "edit": { "field": "completed", "value": true } });
            json!({ "type": "change_cards", "card_ids": [card], "change": change })
        },
    ];
    for way in ways {
        let mut device = with_cards();
        let a = device.card("a");
        repeat(&mut device, a, weekly());
        device.dispatch_json(way(a));
        assert_eq!(due(&device, next_of(a)), Some("2026-03-10T09:00"));
        undo(&mut device);
        assert!(!is_shown(&device, next_of(a)));
        assert_eq!((card(&device, a).priority, json!(card(&device, a).recurrence)), (Priority::Low, weekly()));
    }
    let mut device = with_cards();
    let (board, a) = (device.board().board.id, device.card("a"));
    repeat(&mut device, a, weekly());
    device.dispatch_json(json!({ "type": "complete_task", "board_id": board, "card_id": a }));
    assert_eq!(due(&device, next_of(a)), Some("2026-03-10T09:00"));
}

#[test]
fn b52_one_undo_takes_the_completion_and_the_next_occurrence_back() {
    let mut device = with_cards();
    let a = fill(&mut device, "a");
    repeat(&mut device, a, weekly());
    edit(&mut device, a, "completed", true).unwrap();
    assert_eq!(device.snapshot().history.undo.as_deref(), Some("Complete card"));
    let next_id = next_of(a);
    for _ in 0..2 {
        undo(&mut device);
        assert!(!is_shown(&device, next_id));
        assert_eq!((card(&device, a).priority, json!(card(&device, a).recurrence)), (Priority::Low, weekly()));
        redo(&mut device);
        assert_eq!((card(&device, a).priority, &card(&device, a).recurrence), (Priority::Completed, &None));
        assert_eq!((due(&device, next_id), card(&device, next_id).subtasks), (Some("2026-03-10T09:00"), 2));
    }
}

#[test]
fn b52_undo_keeps_a_next_occurrence_that_was_changed() {
    let (mut device, mut server, board) = settled();
    let a = device.card("a");
    repeat(&mut device, a, weekly());
    edit(&mut device, a, "completed", true).unwrap();
    exchange(&mut device, &mut server);
    let next_id = next_of(a);
    let retitle = Change::EditCard { card_id: next_id, edit: CardEdit::Title("changed".to_owned()) };
    apply_remote_change(&mut server, board, 1, retitle);
    device.feed(core_wasm::app::Input::Online);
    exchange(&mut device, &mut server);
    _ = device.try_dispatch(intent(json!({ "type": "undo", "change_id": null })));
    assert_eq!(card(&device, next_id).title.as_str(), "changed");
    assert_eq!(card(&device, a).priority, Priority::Completed);
}

#[test]
fn b52_after_an_undo_the_next_occurrence_is_copied_again() {
    let mut device = with_cards();
    let a = fill(&mut device, "a");
    repeat(&mut device, a, weekly());
    edit(&mut device, a, "completed", true).unwrap();
    undo(&mut device);
    edit(&mut device, a, "title", "renamed").unwrap();
    let second = device.snapshot().open_card.as_ref().expect("a card").subtasks[1].id;
    device.dispatch_json(json!({ "type": "delete_item", "item_id": second }));
    edit(&mut device, a, "completed", true).unwrap();
    let next_id = next_of(next_of(a));
    assert_eq!((card(&device, next_id).title.as_str(), due(&device, next_id)), ("renamed", Some("2026-03-10T09:00")));
    open_card_by_id(&mut device, next_id);
    assert_eq!(subtasks(&device), [("one", false)]);
    assert!(!is_shown(&device, next_of(a)), "the first copy stays in the trash");
}

#[test]
fn b52_a_deleted_next_occurrence_stays_in_the_trash_as_it_is() {
    let (mut device, mut server, board) = settled();
    let a = fill(&mut device, "a");
    repeat(&mut device, a, weekly());
    edit(&mut device, a, "completed", true).unwrap();
    let (deleted, next_id) = (next_of(a), next_of(next_of(a)));
    edit(&mut device, deleted, "title", "changed").unwrap();
    device.dispatch_json(json!({ "type": "delete_card", "card_id": deleted }));
    exchange(&mut device, &mut server);
    edit(&mut device, a, "completed", false).unwrap();
    edit(&mut device, a, "recurrence", weekly()).unwrap();
    edit(&mut device, a, "completed", true).unwrap();
    exchange(&mut device, &mut server);
    device.feed(core_wasm::app::Input::Online);
    exchange(&mut device, &mut server);
    assert_agrees(&device, &server, board);
    assert_eq!((card(&device, next_id).title.as_str(), card(&device, next_id).subtasks), ("a", 2));
    let records = &server.boards[&board].records;
    assert_eq!(
        (records.cards[&deleted].title.as_str(), records.cards[&deleted].trashed_at.is_some()),
        ("changed", true)
    );
    assert_eq!(records.items.values().filter(|item| item.card_id == deleted).count(), 3);
    undo(&mut device);
    assert!(!is_shown(&device, next_id) && !is_shown(&device, deleted));
}

#[test]
fn b52_who_watches_a_recurring_card_watches_the_next_one() {
    let mut device = with_cards();
    let (board, a) = (device.board().board.id, device.card("a"));
    repeat(&mut device, a, weekly());
    let edits = json!([{ "field": "watch", "value": a }]);
    device.dispatch_json(json!({ "type": "edit_board", "board_id": board, "edits": edits }));
    edit(&mut device, a, "completed", true).unwrap();
    assert_eq!(device.board().board.watched_ids, [a, next_of(a)]);
    undo(&mut device);
    assert_eq!(device.board().board.watched_ids, [a]);
    redo(&mut device);
    assert_eq!(device.board().board.watched_ids, [a, next_of(a)]);
}

#[test]
fn b52_two_devices_that_complete_a_card_offline_add_one_card() {
    let (mut device, mut server, board) = settled();
    let a = fill(&mut device, "a");
    repeat(&mut device, a, weekly());
    exchange(&mut device, &mut server);
    edit(&mut device, a, "completed", true).unwrap();
    // The other device is a day further, and was first to send it.
    let day = LocalDay::parse("2026-03-04").unwrap();
    apply_remote_change(
        &mut server,
        board,
        1,
        Change::CompleteRecurring { card_id: a, due: due_date("2026-03-03T09:00"), day },
    );
    exchange(&mut device, &mut server);
    device.feed(core_wasm::app::Input::Online);
    exchange(&mut device, &mut server);
    assert_agrees(&device, &server, board);
    assert_eq!(device.board().cards.len(), 3, "a, b and the next occurrence of a");
    assert_eq!(card(&device, next_of(a)).subtasks, 2);
    assert_eq!(server.boards[&board].records.items.len(), 7, "two subtasks and a reminder were copied");
    assert!(device.snapshot().sync.refused.is_empty());
}

#[test]
fn b52_a_card_that_is_completed_again_by_hand_adds_nothing() {
    let mut device = with_cards();
    let a = device.card("a");
    repeat(&mut device, a, weekly());
    for is_done in [true, false, true] {
        edit(&mut device, a, "completed", is_done).unwrap();
    }
    assert_eq!(device.board().cards.len(), 6);
    assert_eq!(card(&device, a).recurrence, None);
}

#[test]
fn b52_a_card_that_repeats_again_keeps_its_recurrence_or_adds_another_card() {
    let mut device = with_cards();
    let a = device.card("a");
    repeat(&mut device, a, weekly());
    edit(&mut device, a, "completed", true).unwrap();
    edit(&mut device, next_of(a), "title", "next").unwrap();
    // On the same due date, the next occurrence is on the board already.
    edit(&mut device, a, "completed", false).unwrap();
    edit(&mut device, a, "recurrence", weekly()).unwrap();
    edit(&mut device, a, "completed", true).unwrap();
    assert_eq!((card(&device, a).priority, json!(card(&device, a).recurrence)), (Priority::Completed, weekly()));
    assert_eq!((card(&device, next_of(a)).title.as_str(), device.board().cards.len()), ("next", 6));
    undo(&mut device);
    assert_eq!((card(&device, a).priority, json!(card(&device, a).recurrence)), (Priority::Low, weekly()));
    // Another due date has a next occurrence of its own, also while the first one is in the trash.
    device.dispatch_json(json!({ "type": "delete_card", "card_id": next_of(a) }));
    edit(&mut device, a, "due_date", "2026-03-05").unwrap();
    edit(&mut device, a, "completed", true).unwrap();
    assert_eq!(card(&device, a).recurrence, None);
    assert_eq!(due(&device, next_after(a, "2026-03-05")), Some("2026-03-12"));
    assert!(!is_shown(&device, next_of(a)));
}

#[test]
fn b52_the_next_occurrence_gets_the_first_200_subtasks() {
    let mut device = with_cards();
    let a = open_card(&mut device, "a");
    repeat(&mut device, a, weekly());
    for number in 1..=201 {
        device.dispatch_json(json!({ "type": "add_subtask", "card_id": a, "title": number.to_string() }));
    }
    edit(&mut device, a, "completed", true).unwrap();
    open_card_by_id(&mut device, next_of(a));
    let expected: Vec<String> = (1..=200).map(|number| number.to_string()).collect();
    assert_eq!(subtasks(&device).iter().map(|(title, _)| *title).collect::<Vec<_>>(), expected);
}

#[test]
fn b52_the_day_of_the_completion_is_that_of_the_device() {
    let mut device = with_cards();
    let (a, b) = (device.card("a"), device.card("b"));
    let from_completion = Recurrence { from_completion: true, ..daily() };
    repeat(&mut device, a, json!(from_completion));
    repeat(&mut device, b, json!(from_completion));
    // 08:30 UTC on 3 March is the evening of 2 March twelve hours west of Greenwich.
    device.utc_offset = -720;
    edit(&mut device, a, "completed", true).unwrap();
    assert_eq!(due(&device, next_of(a)), Some("2026-03-03T09:00"));
    device.utc_offset = 60;
    edit(&mut device, b, "completed", true).unwrap();
    assert_eq!(due(&device, next_of(b)), Some("2026-03-04T09:00"));
}

#[test]
fn b52_the_last_occurrence_adds_no_card() {
    let mut device = with_cards();
    let a = device.card("a");
    repeat(&mut device, a, json!(Recurrence { remaining: Some(2), ..daily() }));
    edit(&mut device, a, "completed", true).unwrap();
    let next_id = next_of(a);
    assert_eq!(card(&device, next_id).recurrence.as_ref().and_then(|recurrence| recurrence.remaining), Some(1));
    edit(&mut device, next_id, "completed", true).unwrap();
    assert_eq!(device.board().cards.len(), 6);
    assert_eq!(card(&device, next_id).recurrence, None);
}

#[test]
fn b52_only_cards_with_a_due_date_repeat() {
    let mut device = with_cards();
    let a = device.card("a");
    assert_eq!(edit(&mut device, a, "recurrence", weekly()), Err(ErrorCode::RecurrenceNeedsDueDate));
    repeat(&mut device, a, weekly());
    let invalid = json!(Recurrence { every: 0, ..daily() });
    assert_eq!(edit(&mut device, a, "recurrence", invalid), Err(ErrorCode::RecurrenceInvalid));
    edit(&mut device, a, "due_date", Value::Null).unwrap();
    assert_eq!(card(&device, a).recurrence, None);
    undo(&mut device);
    assert_eq!((due(&device, a), json!(card(&device, a).recurrence)), (Some("2026-03-03T09:00"), weekly()));
    edit(&mut device, a, "recurrence", Value::Null).unwrap();
    edit(&mut device, a, "completed", true).unwrap();
    assert_eq!(device.board().cards.len(), 5);
}

#[test]
fn b52_another_due_date_sets_the_day_of_the_month() {
    let mut device = with_cards();
    let a = device.card("a");
    edit(&mut device, a, "due_date", "2026-03-31").unwrap();
    edit(&mut device, a, "recurrence", json!(Recurrence { unit: RecurrenceUnit::Months, ..daily() })).unwrap();
    edit(&mut device, a, "completed", true).unwrap();
    let next_id = next_after(a, "2026-03-31");
    assert_eq!(due(&device, next_id), Some("2026-04-30"));
    edit(&mut device, next_id, "due_date", "2026-04-29").unwrap();
    edit(&mut device, next_id, "completed", true).unwrap();
    assert_eq!(due(&device, next_after(next_id, "2026-04-29")), Some("2026-05-29"));
    undo(&mut device);
    undo(&mut device);
    edit(&mut device, next_id, "completed", true).unwrap();
    assert_eq!(due(&device, next_after(next_id, "2026-04-30")), Some("2026-05-31"), "undo returns to the last day");
}

#[test]
fn b53_skip_moves_the_due_date_without_completing_the_card() {
    let mut device = with_cards();
    let a = device.card("a");
    repeat(&mut device, a, json!(Recurrence { remaining: Some(3), from_completion: true, every: 7, ..daily() }));
    let skip = |device: &mut Device| device.try_dispatch(intent(json!({ "type": "skip_occurrence", "card_id": a })));
    skip(&mut device).unwrap();
    assert_eq!((due(&device, a), card(&device, a).priority), (Some("2026-03-10T09:00"), Priority::Low));
    skip(&mut device).unwrap();
    assert_eq!(due(&device, a), Some("2026-03-17T09:00"), "counted from the due date");
    assert_eq!(skip(&mut device), Err(ErrorCode::LastOccurrence));
    assert_eq!(device.snapshot().history.undo.as_deref(), Some("Skip date"));
    undo(&mut device);
    assert_eq!(due(&device, a), Some("2026-03-10T09:00"));
    assert_eq!(device.board().cards.len(), 5);
    let b = device.card("b");
    let skip_b = intent(json!({ "type": "skip_occurrence", "card_id": b }));
    assert_eq!(device.try_dispatch(skip_b), Err(ErrorCode::LastOccurrence));
    let unknown = intent(json!({ "type": "skip_occurrence", "card_id": id(77) }));
    assert_eq!(device.try_dispatch(unknown), Err(ErrorCode::UnknownCard));
}

#[test]
fn b54_an_estimate_is_one_minute_to_a_hundred_hours() {
    let mut device = with_cards();
    let a = device.card("a");
    for (minutes, expected) in [(1, Ok(())), (6_000, Ok(())), (0, Err(())), (6_001, Err(()))] {
        let expected = expected.map_err(|()| ErrorCode::EstimateInvalid);
        assert_eq!(edit(&mut device, a, "estimate", minutes), expected, "{minutes}");
    }
    assert_eq!(card(&device, a).estimate_minutes, Some(6_000));
    assert_eq!(device.snapshot().history.undo.as_deref(), Some("Change estimate"));
    edit(&mut device, a, "estimate", Value::Null).unwrap();
    assert_eq!(card(&device, a).estimate_minutes, None);
    undo(&mut device);
    assert_eq!(card(&device, a).estimate_minutes, Some(6_000));
}

#[test]
fn b52_ids_of_occurrences_depend_on_the_card_and_the_due_date() {
    let first = ada();
    let day = |number: i64| DueDate::parse(&LocalDay::from_days_since_epoch(number).to_string()).expect("a day");
    let of_one_card = (20_000..21_000).map(|number| first.of_next_occurrence(&day(number)));
    let series = std::iter::successors(Some(first), |id| Some(id.of_next_occurrence(&day(20_000))));
    // The series contains the one for the first day already.
    let ids: Vec<Id> = series.take(1_000).chain(of_one_card.skip(1)).collect();
    let distinct: std::collections::BTreeSet<&Id> = ids.iter().collect();
    assert_eq!(distinct.len(), ids.len());
    let of_next = |id: &Id| id.of_next_occurrence(&day(20_000));
    assert!(ids.iter().all(|id| of_next(id) < *id && of_next(id).milliseconds() + 1 == id.milliseconds()));
}
