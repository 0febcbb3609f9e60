//! Tasks, reminders and the trash (SPEC K1 to K6, K8 to K11, M1 to M5, M90, G1 to G4).

use crate::boards::{titles, with_cards};
use crate::support::device::Device;
use crate::support::{ada, id, intent, signed_in};
use core_wasm::app::Input;
use core_wasm::protocol::effect::{Alarm, UiEffect};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::patch::Patch;
use core_wasm::protocol::record::RecurrenceUnit;
use core_wasm::protocol::view::{DueGroup, DueStatus, LoadStatus, TrashGroup};
use serde_json::{Value, json};

fn board(number: u64, trashed_at: Value) -> Value {
    json!({ "id": id(number), "slug": format!("board-{number}"), "name": format!("Board {number}"), "description": "",
        "color": null, "image": null, "favorite": false, "label_colors": [], "trashed_at": trashed_at })
}

fn list(number: u64, trashed_at: Value) -> Value {
    json!({ "id": id(number), "name": "To do", "rank": "80", "is_collapsed": false, "trashed_at": trashed_at })
}

fn card(number: u64, title: &str, due: Value) -> Value {
    json!({ "id": id(number), "list_id": id(6), "rank": "80", "title": title, "description": "", "priority": "low",
        "importance": "low", "completed_at": null, "due_date": due, "labels": [], "created_at": "2026-03-01T08:00:00Z",
        "archived_at": null, "trashed_at": null })
}

fn with(mut record: Value, field: &str, value: Value) -> Value {
    record[field] = value;
    record
}

fn reminder(number: u64, card: u64, minutes: i64) -> Value {
    json!({ "id": id(number), "card_id": id(card), "content": { "kind": "reminder", "minutes_before": minutes },
        "created_at": "2026-03-01T08:00:00Z", "edited_at": null, "trashed_at": null })
}

/// Returns a response with the records of one board.
fn board_response(cards: Value, items: Value) -> Value {
    json!({ "boards": [{ "version": 3, "is_complete": false, "board": board(5, Value::Null), "lists": [list(6, Value::Null)],
        "cards": cards, "items": items }] })
}

fn load(device: &mut Device, response: Value) {
    device.dispatch_json(json!({ "type": "load_tasks" }));
    device.respond_with("/tasks/", 200, response);
}

fn tasks(device: &Device) -> Vec<(&str, DueGroup)> {
    device.snapshot().tasks.tasks.iter().map(|task| (task.title.as_str(), task.group)).collect()
}

fn reminders(device: &mut Device) -> Vec<(String, String)> {
    let remind = |effect| match effect {
        UiEffect::Remind { message, path } => Some((message, path)),
        _ => None,
    };
    device.take_effects().into_iter().filter_map(remind).collect()
}

/// Advances the time on a page that is awake.
fn advance_clock(device: &mut Device, minutes: i64) {
    device.now += minutes * 60_000;
    device.feed(Input::Online);
}

#[test]
fn k1_the_dated_cards_of_all_boards_are_shown_by_due_date() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "load_tasks" }));
    assert_eq!(device.snapshot().tasks.status, LoadStatus::Loading);
    let cards = json!([
        card(10, "later", json!("2026-04-01")),
        card(11, "undated", Value::Null),
        card(12, "today", json!("2026-03-03")),
        card(13, "past", json!("2026-03-01T10:00")),
        card(14, "nothing", Value::Null),
    ]);
    device.respond_with("/tasks/", 200, board_response(cards, json!([reminder(20, 11, 15)])));
    assert_eq!(device.snapshot().tasks.status, LoadStatus::Ready);
    let expected = [
        ("past", DueGroup::Overdue),
        ("today", DueGroup::Today),
        ("later", DueGroup::Later),
        ("undated", DueGroup::Later),
    ];
    assert_eq!(tasks(&device), expected);
    let task = &device.snapshot().tasks.tasks[0];
    assert_eq!(
        (task.board_slug.as_str(), task.board_name.as_str(), task.list_name.as_str()),
        ("board-5", "Board 5", "To do")
    );
}

#[test]
fn k2_the_groups_follow_the_clock() {
    let mut device = signed_in(ada());
    // The local time on the device is 09:30.
    load(&mut device, board_response(json!([card(10, "soon", json!("2026-03-03T09:31"))]), json!([])));
    assert_eq!(tasks(&device), [("soon", DueGroup::Today)]);
    advance_clock(&mut device, 2);
    assert_eq!(tasks(&device), [("soon", DueGroup::Overdue)]);
}

#[test]
fn k2_the_due_status_of_cards_on_a_board_follows_the_clock() {
    let mut device = with_cards();
    let (a, b, c) = (device.card("a"), device.card("b"), device.card("c"));
    let edit = |card: Id, field: &str, value: Value| json!({ "type": "edit_card", "card_id": card, "edits": [{ "field": field, "value": value }] });
    device.dispatch_json(edit(a, "due_date", json!("2026-03-03T09:31")));
    device.dispatch_json(edit(b, "due_date", json!("2026-03-03T09:31")));
    device.dispatch_json(edit(b, "completed", json!(true)));
    device.dispatch_json(edit(c, "due_date", json!("2026-03-04")));
    let status = |device: &Device, id: Id| {
        device.board().cards.iter().find(|card| card.id == id).expect("a card on the board").due_status
    };
    let (d, later) = (device.card("d"), Some(DueStatus::Later));
    assert_eq!([a, b, c, d].map(|id| status(&device, id)), [Some(DueStatus::Today), later, later, None]);
    advance_clock(&mut device, 2);
    assert_eq!([a, b, c, d].map(|id| status(&device, id)), [Some(DueStatus::Overdue), later, later, None]);
    let due_patches =
        device.last.patches.iter().filter(|patch| matches!(patch, Patch::CardDueChanged { .. })).collect::<Vec<_>>();
    assert_eq!(due_patches, [&Patch::CardDueChanged { id: a, due_status: DueStatus::Overdue }]);
    device.dispatch_json(edit(b, "completed", json!(false)));
    assert_eq!(status(&device, b), Some(DueStatus::Overdue));
    // The next day, the board is opened again.
    device.dispatch_json(json!({ "type": "close_board" }));
    advance_clock(&mut device, 24 * 60);
    let slug = device.snapshot().boards[0].slug.clone();
    device.dispatch_json(json!({ "type": "open_board", "slug": slug }));
    assert_eq!(status(&device, c), Some(DueStatus::Today));
}

#[test]
fn k3_boards_in_memory_override_loaded_tasks() {
    let mut device = with_cards();
    let (a, b) = (device.card("a"), device.card("b"));
    let due = |card: Id, due: Value| json!({ "type": "edit_card", "card_id": card, "edits": [{ "field": "due_date", "value": due }] });
    device.dispatch_json(due(a, json!("2026-03-04")));
    device.dispatch_json(due(b, json!("2026-03-05")));
    device.dispatch_json(json!({ "type": "close_board" }));
    load(&mut device, json!({ "boards": [] }));
    assert_eq!(tasks(&device), [("a", DueGroup::ThisWeek), ("b", DueGroup::ThisWeek)]);
    device.dispatch_json(json!({ "type": "undo", "change_id": null }));
    assert_eq!(tasks(&device), [("a", DueGroup::ThisWeek)]);
}

#[test]
fn k6_tasks_do_not_update_while_a_board_is_open() {
    let mut device = with_cards();
    device.dispatch_json(json!({ "type": "load_tasks" }));
    device.respond_with("/tasks/", 404, json!({}));
    let a = device.card("a");
    device.dispatch_json(
        json!({ "type": "edit_card", "card_id": a, "edits": [{ "field": "due_date", "value": "2026-03-04" }] }),
    );
    assert!(tasks(&device).is_empty());
    device.dispatch_json(json!({ "type": "close_board" }));
    assert_eq!(tasks(&device), [("a", DueGroup::ThisWeek)]);
}

#[test]
fn k4_tasks_are_shown_offline() {
    let mut device = signed_in(ada());
    load(&mut device, board_response(json!([card(10, "soon", json!("2026-03-04"))]), json!([])));
    device.dispatch_json(json!({ "type": "complete_task", "board_id": id(5), "card_id": id(10) }));
    device.reload("/app/tasks");
    device.dispatch_json(json!({ "type": "load_tasks" }));
    device.fail_all_requests();
    assert_eq!(device.snapshot().tasks.status, LoadStatus::Ready);
    assert_eq!(tasks(&device), [("soon", DueGroup::ThisWeek)]);
    assert_eq!(json!(device.snapshot().tasks.tasks[0].priority), json!("completed"), "with what has not been sent");
    let mut other = signed_in(ada());
    other.dispatch_json(json!({ "type": "load_tasks" }));
    other.fail_request("/tasks/");
    assert_eq!(other.snapshot().tasks.status, LoadStatus::Failed, "no tasks are stored");
}

#[test]
fn k4_task_changes_on_an_open_board_are_stored() {
    let mut device = with_cards();
    load(&mut device, json!({ "boards": [] }));
    device.indexed_db.borrow_mut().commit();
    let a = device.card("a");
    let stored = |device: &Device| device.indexed_db.borrow().texts.get(&format!("{}/kept/tasks", ada())).cloned();
    let before = stored(&device);
    device.dispatch_json(
        json!({ "type": "edit_card", "card_id": a, "edits": [{ "field": "due_date", "value": "2026-03-04" }] }),
    );
    assert_eq!(stored(&device), before, "not at every change");
    device.fire_alarm(Alarm::StoreTasks);
    assert!(stored(&device).is_some_and(|text| text.contains("2026-03-04")));
    device.dispatch_json(
        json!({ "type": "edit_card", "card_id": a, "edits": [{ "field": "due_date", "value": "2026-03-05" }] }),
    );
    device.dispatch_json(json!({ "type": "close_board" }));
    assert!(stored(&device).is_some_and(|text| text.contains("2026-03-05")));
    assert!(!device.alarms.contains_key(&Alarm::StoreTasks));
}

#[test]
fn k4_stored_tasks_do_not_replace_server_tasks() {
    let mut device = signed_in(ada());
    load(&mut device, board_response(json!([card(10, "stored", json!("2026-03-04"))]), json!([])));
    let mut page = Device::tab(device.now, device.storage.clone(), device.indexed_db.clone());
    page.defers_reads = true;
    page.start("/app/tasks");
    load(&mut page, board_response(json!([card(10, "told", json!("2026-03-04"))]), json!([])));
    while !page.pending_reads.is_empty() {
        page.deliver_read();
    }
    assert_eq!(tasks(&page), [("told", DueGroup::ThisWeek)]);
}

#[test]
fn k7_stale_tasks_are_refetched_once() {
    let mut device = signed_in(ada());
    let (old, new) = (json!([card(10, "old", json!("2026-03-04"))]), json!([card(10, "new", json!("2026-03-04"))]));
    let change = |device: &mut Device| {
        let records = board_response(new.clone(), json!([]))["boards"][0].clone();
        let changed = json!({ "type": "changed", "board_id": id(5), "since": 2, "version": 3, "records": records });
        device.feed(Input::SocketMessage { text: changed.to_string() });
    };
    device.feed(Input::SocketOpened);
    device.feed(Input::SocketMessage { text: json!({ "type": "ready" }).to_string() });
    for (page, path) in [("load_tasks", "/tasks/"), ("load_trash", "/trash/")] {
        device.dispatch_json(json!({ "type": page }));
        change(&mut device);
        device.respond_with(path, 200, board_response(old.clone(), json!([])));
        assert_eq!(
            device.open_requests().iter().filter(|open| open.ends_with(path)).count(),
            1,
            "{path} is asked for again"
        );
        change(&mut device);
        device.respond_with(path, 200, board_response(new.clone(), json!([])));
        assert_eq!(
            device.open_requests().iter().filter(|open| open.ends_with(path)).count(),
            1,
            "{path} is asked for once more"
        );
        device.respond_with(path, 200, board_response(new.clone(), json!([])));
        assert_eq!(device.open_requests().iter().filter(|open| open.ends_with(path)).count(), 0);
        assert_eq!(tasks(&device), [("new", DueGroup::ThisWeek)]);
    }
    assert_eq!(
        (device.snapshot().tasks.status, device.snapshot().trash.status),
        (LoadStatus::Ready, LoadStatus::Ready)
    );
}

#[test]
fn m2_unreadable_fired_reminders_are_quarantined() {
    let device = signed_in(ada());
    let key = format!("{}/kept/calls", ada());
    for text in ["{", r#"{"format":0,"calls":[]}"#, r#"{"format":9,"calls":[]}"#] {
        device.indexed_db.borrow_mut().write(vec![(key.clone(), Some(text.to_owned()))]);
        let mut page = Device::tab(device.now, device.storage.clone(), device.indexed_db.clone());
        page.start("/app");
        assert_eq!(page.indexed_db.borrow().texts.get(&format!("set aside/{key}")).map(String::as_str), Some(text));
    }
}

#[test]
fn k5_a_card_is_done_without_opening_its_board() {
    let mut device = signed_in(ada());
    load(&mut device, board_response(json!([card(10, "soon", json!("2026-03-04"))]), json!([])));
    let complete = json!({ "type": "complete_task", "board_id": id(5), "card_id": id(10) });
    device.dispatch_json(complete.clone());
    assert_eq!(json!(device.snapshot().tasks.tasks[0].priority), json!("completed"));
    let sent = device.request(&format!("/boards/{}/ops/", id(5))).json();
    let edit = json!({ "field": "completed", "value": true });
    assert_eq!(sent["ops"][0]["change"], json!({ "type": "edit_card", "card_id": id(10), "edit": edit }));
    device.dispatch_json(json!({ "type": "undo", "change_id": null }));
    assert_eq!(json!(device.snapshot().tasks.tasks[0].priority), json!("low"));
    device.dispatch_json(complete);
    assert_eq!(json!(device.snapshot().tasks.tasks[0].priority), json!("completed"));
    let unknown = json!({ "type": "complete_task", "board_id": id(5), "card_id": id(99) });
    assert_eq!(device.try_dispatch(intent(unknown)), Err(ErrorCode::UnknownCard));
}

#[test]
fn k9_a_due_date_changes_without_opening_the_board() {
    let mut device = signed_in(ada());
    load(&mut device, board_response(json!([card(10, "soon", json!("2026-03-04T09:00"))]), json!([])));
    device.take_effects();
    let set = |number: u64, due: Value| json!({ "type": "set_due_date", "board_id": id(5), "card_id": id(number), "due_date": due });
    let due = |device: &Device| json!(device.snapshot().tasks.tasks[0].due_date);
    device.dispatch_json(set(10, json!("2026-03-05T09:00")));
    assert_eq!(due(&device), json!("2026-03-05T09:00"));
    let sent = device.request(&format!("/boards/{}/ops/", id(5))).json();
    let edit = json!({ "field": "due_date", "value": "2026-03-05T09:00" });
    assert_eq!(sent["ops"][0]["change"], json!({ "type": "edit_card", "card_id": id(10), "edit": edit }));
    let is_undo = |effect: &UiEffect| matches!(effect, UiEffect::Toast { message, undo: Some(_), .. } if message == "Due date changed");
    assert!(device.take_effects().iter().any(is_undo));
    assert_eq!(device.snapshot().history.undo.as_deref(), Some("Change due date"));
    device.dispatch_json(json!({ "type": "undo", "change_id": null }));
    assert_eq!(due(&device), json!("2026-03-04T09:00"));
    assert_eq!(device.try_dispatch(intent(set(10, json!("soon")))), Err(ErrorCode::DueDateInvalid));
    assert_eq!(device.try_dispatch(intent(set(99, Value::Null))), Err(ErrorCode::UnknownCard));
    device.dispatch_json(set(10, Value::Null));
    assert!(device.snapshot().tasks.tasks.is_empty());
}

/// Returns a device that leads, and that has one card with a due date and a reminder.
fn with_reminder(due: &str, minutes: i64) -> Device {
    let mut device = signed_in(ada());
    device.feed(Input::LeadAcquired);
    load(&mut device, board_response(json!([card(10, "Milk", json!(due))]), json!([reminder(20, 10, minutes)])));
    device
}

#[test]
fn m1_a_reminder_fires_its_minutes_before_the_due_date() {
    // The local time on the device is 09:30.
    let mut device = with_reminder("2026-03-03T10:00", 15);
    advance_clock(&mut device, 14);
    assert_eq!(reminders(&mut device), []);
    let alarm = device.alarms[&Alarm::Reminders];
    assert!(alarm <= device.now + 60_000, "the next check is within a minute");
    device.fire_alarm(Alarm::Reminders);
    advance_clock(&mut device, 1);
    let path = format!("/app/b/board-5?card={}", id(10));
    assert_eq!(reminders(&mut device), [("Milk is due at 10:00\u{a0}AM".to_owned(), path)]);
}

#[test]
fn c12_a_reminder_follows_the_hour_format() {
    let mut device = with_reminder("2026-03-04T14:30", 28 * 60);
    device.dispatch_json(json!({ "type": "set_preferences", "update": { "hour_format": "24" } }));
    advance_clock(&mut device, 61);
    assert_eq!(reminders(&mut device)[0].0, "Milk is due tomorrow at 14:30");
}

#[test]
fn m1_a_due_date_without_a_time_counts_as_nine() {
    let mut device = with_reminder("2026-03-04", 0);
    advance_clock(&mut device, 23 * 60 + 29);
    assert_eq!(reminders(&mut device), []);
    advance_clock(&mut device, 1);
    assert_eq!(reminders(&mut device)[0].0, "Milk is due today");
}

#[test]
fn m2_a_reminder_fires_once_per_due_date() {
    let mut device = with_reminder("2026-03-03T09:36", 5);
    advance_clock(&mut device, 2);
    assert_eq!(reminders(&mut device).len(), 1);
    device.reload("/app/b");
    device.feed(Input::LeadAcquired);
    advance_clock(&mut device, 1);
    assert_eq!(reminders(&mut device), [], "also after a reload");
    load(
        &mut device,
        board_response(json!([card(10, "Milk", json!("2026-03-03T09:40"))]), json!([reminder(20, 10, 5)])),
    );
    assert_eq!(reminders(&mut device), []);
    advance_clock(&mut device, 3);
    assert_eq!(reminders(&mut device).len(), 1);
}

#[test]
fn m3_completed_or_deleted_cards_do_not_fire() {
    let due = json!("2026-03-03T10:00");
    for card in [
        with(card(10, "Milk", due.clone()), "priority", json!("completed")),
        with(card(10, "Milk", due.clone()), "archived_at", json!("2026-03-02T10:00:00Z")),
        with(card(10, "Milk", due), "trashed_at", json!("2026-03-02T10:00:00Z")),
    ] {
        let mut device = signed_in(ada());
        device.feed(Input::LeadAcquired);
        load(&mut device, board_response(json!([card]), json!([reminder(20, 10, 15)])));
        advance_clock(&mut device, 60);
        assert_eq!(reminders(&mut device), []);
    }
}

#[test]
fn m4_missed_reminders_fire_up_to_twelve_hours_late() {
    for (minutes, calls) in [(15 + 12 * 60 - 1, 1), (15 + 12 * 60 + 1, 0)] {
        let mut device = with_reminder("2026-03-03T10:00", 15);
        advance_clock(&mut device, minutes);
        assert_eq!(reminders(&mut device).len(), calls, "{minutes}");
    }
    let mut device = signed_in(ada());
    device.feed(Input::LeadAcquired);
    let late = with(reminder(20, 10, 15), "created_at", json!("2026-03-03T08:29:00Z"));
    load(&mut device, board_response(json!([card(10, "Milk", json!("2026-03-03T09:40"))]), json!([late])));
    assert_eq!(reminders(&mut device), [], "the reminder was created after its time");
}

#[test]
fn m6_only_the_new_leader_fires_due_reminders() {
    let mut leader = with_reminder("2026-03-03T10:00", 15);
    let mut other = Device::tab(leader.now, leader.storage.clone(), leader.indexed_db.clone());
    other.start("/app");
    let tasks = board_response(json!([card(10, "Milk", json!("2026-03-03T10:00"))]), json!([reminder(20, 10, 15)]));
    load(&mut other, tasks);
    // The leader is frozen from here on.
    other.now += 15 * 60_000;
    other.feed(Input::Online);
    assert_eq!(reminders(&mut other), [], "the leader calls");
    for _ in 0..2 {
        other.fire_alarm(Alarm::Leader);
    }
    assert!(other.requested_lead);
    other.feed(Input::LeadAcquired);
    assert_eq!(reminders(&mut other).len(), 1);
    assert!(!other.alarms.contains_key(&Alarm::Leader));
    leader.now = other.now;
    leader.feed(Input::Alarm { alarm: Alarm::Reminders });
    leader.feed(Input::LeadLost);
    assert_eq!(reminders(&mut leader), [], "the reminder fired in the other tab");
}

#[test]
fn m5_utc_offset_changes_move_the_reminder() {
    let mut device = with_reminder("2026-03-03T14:00", 0);
    advance_clock(&mut device, 60);
    device.utc_offset += 60;
    while reminders(&mut device).is_empty() {
        device.fire_alarm(Alarm::Reminders);
    }
    // 14:00 with the new offset, one hour earlier than with the old one.
    assert_eq!(device.now, crate::support::MORNING + 210 * 60_000);
}

#[test]
fn m5_new_leaders_keep_the_first_request_on_time() {
    let mut device = signed_in(ada());
    let planned = device.alarms[&Alarm::Reminders];
    device.feed(Input::LeadAcquired);
    assert_eq!(device.alarms[&Alarm::Reminders], planned);
}

const YESTERDAY: &str = "2026-03-02T10:00:00.000Z";

fn trash(device: &Device) -> Vec<(String, String, bool)> {
    let entries = &device.snapshot().trash.entries;
    entries.iter().map(|entry| (entry.name.clone(), entry.place.clone(), entry.is_archived)).collect()
}

#[test]
fn g1_trash_entries_are_sorted_latest_first() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "load_trash" }));
    assert_eq!(device.snapshot().trash.status, LoadStatus::Loading);
    let gone = with(card(10, "gone", Value::Null), "trashed_at", json!(YESTERDAY));
    let kept = with(card(11, "kept", Value::Null), "archived_at", json!("2026-03-02T11:00:00Z"));
    let hidden = with(card(12, "hidden", Value::Null), "trashed_at", json!(YESTERDAY));
    let response = json!({ "boards": [
        { "version": 3, "board": board(5, Value::Null), "lists": [list(6, Value::Null), list(7, json!("2026-03-02T09:00:00Z"))],
          "cards": [gone, kept], "items": [] },
        { "version": 3, "board": board(8, json!("2026-03-02T12:00:00Z")), "lists": [list(6, Value::Null)], "cards": [hidden], "items": [] }] });
    device.respond_with("/trash/", 200, response);
    let entry = |name: &str, place: &str, is_archived| (name.to_owned(), place.to_owned(), is_archived);
    let expected = [
        entry("Board 8", "", false),
        entry("kept", "Board 5 / To do", true),
        entry("gone", "Board 5 / To do", false),
        entry("To do", "Board 5", false),
    ];
    assert_eq!(trash(&device), expected);
    device.dispatch_json(json!({ "type": "restore_card", "board_id": id(5), "card_id": id(11) }));
    device.dispatch_json(json!({ "type": "restore_list", "board_id": id(5), "list_id": id(7) }));
    device.dispatch_json(json!({ "type": "restore_board", "board_id": id(8) }));
    assert_eq!(trash(&device), [entry("hidden", "Board 8 / To do", false), entry("gone", "Board 5 / To do", false)]);
    assert_eq!(device.snapshot().boards.len(), 1, "the board is back in the list");
    device.dispatch_json(json!({ "type": "undo", "change_id": null }));
    assert_eq!(trash(&device)[0], entry("Board 8", "", false));
    let unknown = json!({ "type": "restore_card", "board_id": id(5), "card_id": id(99) });
    assert_eq!(device.try_dispatch(intent(unknown)), Err(ErrorCode::UnknownCard));
}

#[test]
fn g2_cards_missing_from_a_board_in_memory_can_be_restored() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "open_board", "slug": "board-5" }));
    let opened = json!({ "version": 3, "is_complete": true, "board": board(5, Value::Null), "lists": [list(6, Value::Null)],
        "cards": [card(10, "here", Value::Null)], "items": [] });
    device.respond_with("/boards/board-5/", 200, opened);
    device.dispatch_json(json!({ "type": "close_board" }));
    device.dispatch_json(json!({ "type": "load_trash" }));
    let gone = with(card(11, "gone", Value::Null), "trashed_at", json!(YESTERDAY));
    let response = json!({ "boards": [{ "version": 3, "board": board(5, Value::Null), "lists": [list(6, Value::Null)],
        "cards": [gone], "items": [] }] });
    device.respond_with("/trash/", 200, response);
    device.dispatch_json(json!({ "type": "restore_card", "board_id": id(5), "card_id": id(11) }));
    assert!(trash(&device).is_empty());
    device.dispatch_json(json!({ "type": "open_board", "slug": "board-5" }));
    assert_eq!(titles(&device), "heregone");
}

#[test]
fn g3_unsent_deletions_appear_in_the_trash() {
    let mut device = with_cards();
    let a = device.card("a");
    device.dispatch_json(json!({ "type": "delete_card", "card_id": a }));
    device.dispatch_json(json!({ "type": "close_board" }));
    device.dispatch_json(json!({ "type": "load_trash" }));
    assert_eq!(trash(&device), [("a".to_owned(), "Garden / To do".to_owned(), false)]);
    device.fail_request("/trash/");
    assert_eq!(trash(&device).len(), 1);
    device.dispatch_json(json!({ "type": "undo", "change_id": null }));
    assert!(trash(&device).is_empty());
}

#[test]
fn g4_items_in_the_trash_show_the_days_that_are_left() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "load_trash" }));
    // The local time on the device is 09:30 on 3 March, one hour ahead of UTC.
    let trashed = |number, title: &str, at: &str| with(card(number, title, Value::Null), "trashed_at", json!(at));
    let archived = with(card(13, "archived", Value::Null), "archived_at", json!("2026-01-02T11:00:00Z"));
    let cards = json!([
        trashed(10, "just now", "2026-03-03T00:00:00Z"),
        trashed(11, "last month", "2026-02-01T12:00:00Z"),
        trashed(12, "overdue", "2026-01-01T12:00:00Z"),
        archived,
    ]);
    let response = json!({ "boards": [{ "version": 3, "board": board(5, Value::Null),
        "lists": [list(6, Value::Null), with(list(7, json!("2026-03-02T23:30:00Z")), "name", json!(""))],
        "cards": cards, "items": [] }] });
    device.respond_with("/trash/", 200, response);
    let entries = |device: &Device| -> Vec<(String, TrashGroup, Option<u32>)> {
        let entries = device.snapshot().trash.entries.iter();
        entries.map(|entry| (entry.name.clone(), entry.group, entry.days_left)).collect()
    };
    let entry = |name: &str, group, days_left| (name.to_owned(), group, days_left);
    let expected = [
        entry("just now", TrashGroup::Cards, Some(30)),
        entry("Untitled list", TrashGroup::Lists, Some(30)),
        entry("last month", TrashGroup::Cards, Some(0)),
        entry("archived", TrashGroup::Archive, None),
        entry("overdue", TrashGroup::Cards, Some(0)),
    ];
    assert_eq!(entries(&device), expected);
    assert_eq!(device.snapshot().trash.retention_days, 30);
    advance_clock(&mut device, 24 * 60);
    assert_eq!(entries(&device)[0], entry("just now", TrashGroup::Cards, Some(29)));
}

#[test]
fn g5_the_trash_shows_while_a_board_is_open() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "open_board", "slug": "board-5" }));
    let opened = json!({ "version": 3, "is_complete": true, "board": board(5, Value::Null), "lists": [list(6, Value::Null)],
        "cards": [card(10, "here", Value::Null)], "items": [] });
    device.respond_with("/boards/board-5/", 200, opened);
    device.dispatch_json(json!({ "type": "load_trash" }));
    let kept = with(card(11, "kept", Value::Null), "archived_at", json!(YESTERDAY));
    let response = json!({ "boards": [{ "version": 3, "board": board(5, Value::Null), "lists": [list(6, Value::Null)],
        "cards": [kept], "items": [] }] });
    device.respond_with("/trash/", 200, response);
    assert_eq!(trash(&device), [("kept".to_owned(), "Board 5 / To do".to_owned(), true)]);
    device.dispatch_json(json!({ "type": "restore_card", "board_id": id(5), "card_id": id(11) }));
    assert_eq!(titles(&device), "herekept");
}

fn filter(device: &mut Device, task_filter: Value) {
    device.dispatch_json(json!({ "type": "set_task_filter", "task_filter": task_filter }));
}

fn no_filter() -> Value {
    json!({ "board_slug": null, "label": null, "priority": null, "includes_completed": false })
}

/// Returns the groups of the tasks page with their open count and the titles of their tasks.
fn groups(device: &Device) -> Vec<(DueGroup, u32, String)> {
    let snapshot = device.snapshot();
    let title = |id: &Id| snapshot.tasks.tasks.iter().find(|task| task.card_id == *id).expect("a task").title.as_str();
    let titles = |ids: &[Id]| ids.iter().map(title).collect::<Vec<_>>().join(" ");
    let groups = snapshot.task_filter.groups.iter();
    groups.map(|group| (group.group, group.open_count, titles(&group.card_ids))).collect()
}

/// Opens the tasks page with tasks of two boards.
fn with_tasks() -> Device {
    let mut device = signed_in(ada());
    let labeled = |record: Value| with(record, "labels", json!(["money"]));
    let done = |record: Value| with(record, "priority", json!("completed"));
    let records = |number, list_number, cards: Vec<Value>| {
        let cards: Vec<Value> = cards.into_iter().map(|card| with(card, "list_id", json!(id(list_number)))).collect();
        json!({ "version": 3, "is_complete": false, "board": board(number, Value::Null),
            "lists": [with(list(list_number, Value::Null), "id", json!(id(list_number)))], "cards": cards, "items": [] })
    };
    let home = vec![
        with(labeled(card(10, "rent", json!("2026-03-02"))), "priority", json!("high")),
        card(11, "milk", json!("2026-03-03")),
        done(card(12, "bread", json!("2026-03-03"))),
    ];
    let work = vec![labeled(card(13, "thesis", json!("2026-04-01")))];
    load(&mut device, json!({ "boards": [records(5, 6, home), records(8, 9, work)] }));
    device
}

#[test]
fn k8_tasks_are_filtered_by_board_label_and_priority() {
    use DueGroup::{Later, Overdue, Today};
    let mut device = with_tasks();
    let all = [(Overdue, 1, "rent".to_owned()), (Today, 1, "milk".to_owned()), (Later, 1, "thesis".to_owned())];
    assert_eq!(groups(&device), all);
    assert!(!device.snapshot().task_filter.is_restricted);
    filter(&mut device, with(no_filter(), "includes_completed", json!(true)));
    assert_eq!(groups(&device)[1], (Today, 1, "bread milk".to_owned()), "the count leaves out what is done");
    assert!(!device.snapshot().task_filter.is_restricted);
    filter(&mut device, with(no_filter(), "board_slug", json!("board-8")));
    assert_eq!(groups(&device), [(Later, 1, "thesis".to_owned())]);
    assert!(device.snapshot().task_filter.is_restricted);
    filter(&mut device, with(with(no_filter(), "label", json!("money")), "board_slug", json!("board-5")));
    assert_eq!(groups(&device), [(Overdue, 1, "rent".to_owned())]);
    filter(&mut device, with(no_filter(), "priority", json!("completed")));
    assert_eq!(groups(&device), [(Today, 0, "bread".to_owned())]);
    filter(&mut device, with(no_filter(), "priority", json!("medium")));
    assert!(groups(&device).is_empty());
    filter(&mut device, no_filter());
    assert_eq!(groups(&device), all);
}

#[test]
fn k8_a_completed_task_stays_visible_until_the_filter_changes() {
    let complete = |number| json!({ "type": "complete_task", "board_id": id(5), "card_id": id(number) });
    let mut device = with_tasks();
    device.dispatch_json(complete(11));
    assert_eq!(groups(&device)[1], (DueGroup::Today, 0, "milk".to_owned()));
    filter(&mut device, no_filter());
    assert_eq!(groups(&device).len(), 3, "the same filter changes nothing");
    filter(&mut device, with(no_filter(), "priority", json!("low")));
    assert_eq!(groups(&device).len(), 1);
    filter(&mut device, no_filter());
    assert_eq!(groups(&device).len(), 2);
    device.dispatch_json(complete(10));
    assert_eq!(groups(&device)[0], (DueGroup::Overdue, 0, "rent".to_owned()));
    device.dispatch_json(json!({ "type": "load_tasks" }));
    assert_eq!(groups(&device), [(DueGroup::Later, 1, "thesis".to_owned())]);
}

#[test]
fn k8_the_options_are_those_of_all_tasks_and_the_chosen_one() {
    let options = |device: &Device| {
        let view = &device.snapshot().task_filter;
        let boards: Vec<String> = view.boards.iter().map(|board| format!("{} {}", board.slug, board.name)).collect();
        (boards.join(", "), view.labels.join(", "))
    };
    let mut device = with_tasks();
    assert_eq!(options(&device), ("board-5 Board 5, board-8 Board 8".to_owned(), "money".to_owned()));
    filter(&mut device, with(with(no_filter(), "label", json!("zoo")), "board_slug", json!("unknown")));
    assert_eq!(
        options(&device),
        ("board-5 Board 5, board-8 Board 8, unknown unknown".to_owned(), "money, zoo".to_owned())
    );
}

/// Returns a filter for the tasks that are assigned to the user.
fn only_assigned() -> Value {
    with(no_filter(), "only_assigned", json!(true))
}

#[test]
fn m90_assigned_cards_are_shown_also_without_a_due_date() {
    use DueGroup::{Later, NoDate, Overdue};
    let assigned = |record: Value| with(record, "assignee_ids", json!([id(3), ada()]));
    let mut device = signed_in(ada());
    let cards = json!([
        assigned(card(10, "rent", json!("2026-03-02"))),
        assigned(with(card(11, "plan", Value::Null), "labels", json!(["someday"]))),
        assigned(card(12, "call", Value::Null)),
        assigned(with(card(13, "bread", Value::Null), "priority", json!("completed"))),
        with(card(14, "theirs", Value::Null), "assignee_ids", json!([id(3)])),
        card(15, "thesis", json!("2026-04-01")),
    ]);
    load(&mut device, board_response(cards, json!([reminder(20, 12, 15)])));
    let dated = [(Overdue, 1, "rent".to_owned()), (Later, 2, "thesis call".to_owned())];
    assert_eq!(groups(&device), dated);
    assert_eq!(device.snapshot().task_filter.labels, [] as [String; 0]);
    filter(&mut device, only_assigned());
    assert_eq!(groups(&device), [(Overdue, 1, "rent".to_owned()), (NoDate, 2, "call plan".to_owned())]);
    assert_eq!(device.snapshot().task_filter.labels, ["someday"]);
    assert!(!device.snapshot().task_filter.is_restricted);
    filter(&mut device, with(only_assigned(), "includes_completed", json!(true)));
    assert_eq!(groups(&device)[1], (NoDate, 2, "bread call plan".to_owned()));
    filter(&mut device, no_filter());
    assert_eq!(groups(&device), dated);
}

#[test]
fn m90_assigned_cards_follow_the_boards_on_the_device() {
    let mut device = with_cards();
    let a = device.card("a");
    let board_id = device.board().board.id;
    device
        .dispatch_json(json!({ "type": "edit_card", "card_id": a, "edits": [{ "field": "assign", "value": ada() }] }));
    device.dispatch_json(json!({ "type": "close_board" }));
    device.dispatch_json(json!({ "type": "load_tasks" }));
    filter(&mut device, only_assigned());
    assert_eq!(groups(&device), [(DueGroup::NoDate, 1, "a".to_owned())]);
    device.dispatch_json(json!({ "type": "complete_task", "board_id": board_id, "card_id": a }));
    assert_eq!(groups(&device), [(DueGroup::NoDate, 0, "a".to_owned())], "it stays visible");
    device.dispatch_json(json!({ "type": "undo", "change_id": null }));
    device.dispatch_json(json!({ "type": "undo", "change_id": null }));
    assert_eq!(groups(&device), []);
}

#[test]
fn k10_tasks_have_the_estimates_of_their_cards() {
    let mut device = signed_in(ada());
    let cards = json!([
        with(card(7, "Rent", json!("2026-03-02")), "estimate_minutes", json!(90)),
        card(8, "Milk", json!("2026-03-03")),
    ]);
    load(&mut device, board_response(cards, json!([])));
    let estimates = device.snapshot().tasks.tasks.iter().map(|task| task.estimate_minutes).collect::<Vec<_>>();
    assert_eq!(estimates, [Some(90), None]);
}

#[test]
fn k11_tasks_have_the_recurrences_of_their_cards() {
    let mut device = signed_in(ada());
    let daily = json!({ "every": 1, "unit": "days", "weekdays": [], "from_completion": false });
    let cards =
        json!([with(card(7, "Rent", json!("2026-03-02")), "recurrence", daily), card(8, "Milk", json!("2026-03-03")),]);
    load(&mut device, board_response(cards, json!([])));
    let snapshot = device.snapshot();
    let units = snapshot.tasks.tasks.iter().map(|task| task.recurrence.as_ref().map(|recurrence| recurrence.unit));
    assert_eq!(units.collect::<Vec<_>>(), [Some(RecurrenceUnit::Days), None]);
}
