//! The list of focus sessions, and manually added sessions (SPEC S40 to S48, S55, S56).

use crate::board_deltas::{exchange, settled};
use crate::boards::titles;
use crate::stats::{entry, session_at, with_sessions};
use crate::support::device::Device;
use crate::support::server::Server;
use crate::support::{MORNING, ada, id, intent, refusal, signed_in};
use core_wasm::protocol::effect::{Alarm, UiEffect};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::patch::Patch;
use core_wasm::protocol::record::{FocusSession, Outcome, Segment};
use core_wasm::protocol::view::LoadStatus;
use serde_json::{Value, json};

fn shown(device: &Device) -> Vec<Id> {
    device.snapshot().focus_sessions.sessions.iter().map(|session| session.id).collect()
}

/// Returns the minutes of the shown sessions.
fn minutes(device: &Device) -> Vec<i64> {
    device.snapshot().focus_sessions.sessions.iter().map(|session| session.focused / 60).collect()
}

/// Returns the last toast and the change that its Undo button reverts.
fn toast(device: &mut Device) -> (String, Option<Id>) {
    let effects = device.take_effects();
    let toast = effects.into_iter().rev().find_map(|effect| match effect {
        UiEffect::Toast { message, undo, .. } => Some((message, undo)),
        _ => None,
    });
    toast.expect("a toast")
}

#[test]
fn s40_sessions_are_paged_by_fifty_latest_first() {
    let (mut device, mut server) = (signed_in(ada()), Server::new(ada()));
    server.sessions = (0..120).map(|number| session_at(number, 1 + number as i64, 25)).collect();
    device.dispatch_json(json!({ "type": "load_sessions" }));
    assert_eq!(device.snapshot().focus_sessions.status, LoadStatus::Loading);
    exchange(&mut device, &mut server);
    assert_eq!(
        (shown(&device).len(), shown(&device)[0], device.snapshot().focus_sessions.has_more),
        (50, id(500), true)
    );
    device.dispatch_json(json!({ "type": "load_more_sessions" }));
    device.dispatch_json(json!({ "type": "load_more_sessions" }));
    assert_eq!(device.open_requests(), [format!("GET /focus-sessions/latest/?before={}", id(549))]);
    exchange(&mut device, &mut server);
    assert_eq!(shown(&device).len(), 100);
    device.dispatch_json(json!({ "type": "load_more_sessions" }));
    exchange(&mut device, &mut server);
    assert_eq!(shown(&device), (0..120).map(|number| id(500 + number)).collect::<Vec<_>>());
    assert!(!device.snapshot().focus_sessions.has_more);
    // Loading again does not shorten the list.
    device.dispatch_json(json!({ "type": "load_sessions" }));
    exchange(&mut device, &mut server);
    assert_eq!(shown(&device).len(), 120);
}

#[test]
fn s40_deleting_the_last_of_a_page_does_not_hide_the_next() {
    let (mut device, mut server) = (signed_in(ada()), Server::new(ada()));
    server.sessions = (0..60).map(|number| session_at(number, 1 + number as i64, 25)).collect();
    device.dispatch_json(json!({ "type": "load_sessions" }));
    exchange(&mut device, &mut server);
    device.dispatch_json(json!({ "type": "delete_session", "session_id": id(549) }));
    exchange(&mut device, &mut server);
    device.dispatch_json(json!({ "type": "load_more_sessions" }));
    exchange(&mut device, &mut server);
    assert_eq!(shown(&device).len(), 59);
}

#[test]
fn s40_offline_keeps_the_list_or_shows_a_failure() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "load_sessions" }));
    device.fail_all_requests();
    assert_eq!(device.snapshot().focus_sessions.status, LoadStatus::Failed);
    let (mut device, _) = with_sessions();
    device.dispatch_json(json!({ "type": "load_sessions" }));
    device.fail_all_requests();
    assert_eq!((device.snapshot().focus_sessions.status, shown(&device).len()), (LoadStatus::Ready, 2));
}

#[test]
fn s40_load_more_status_is_shown() {
    let (mut device, mut server) = (signed_in(ada()), Server::new(ada()));
    server.sessions = (0..120).map(|number| session_at(number, 1 + number as i64, 25)).collect();
    let more = |device: &Device| device.snapshot().focus_sessions.more;
    assert_eq!(more(&device), LoadStatus::Ready);
    device.dispatch_json(json!({ "type": "load_sessions" }));
    exchange(&mut device, &mut server);
    device.dispatch_json(json!({ "type": "load_more_sessions" }));
    assert_eq!((more(&device), shown(&device).len()), (LoadStatus::Loading, 50));
    device.fail_all_requests();
    assert_eq!((more(&device), shown(&device).len()), (LoadStatus::Failed, 50));
    // The same button retries.
    device.dispatch_json(json!({ "type": "load_more_sessions" }));
    assert_eq!(more(&device), LoadStatus::Loading);
    exchange(&mut device, &mut server);
    assert_eq!((more(&device), shown(&device).len()), (LoadStatus::Ready, 100));
    // After the list was reloaded, the earlier failure no longer shows.
    device.dispatch_json(json!({ "type": "load_more_sessions" }));
    device.fail_all_requests();
    device.dispatch_json(json!({ "type": "load_sessions" }));
    exchange(&mut device, &mut server);
    assert_eq!((more(&device), shown(&device).len()), (LoadStatus::Ready, 100));
}

#[test]
fn s41_pending_sessions_are_merged_in_order() {
    let (mut device, mut server) = with_sessions();
    device.dispatch_json(json!({ "type": "add_session", "session": entry(5, 30) }));
    assert_eq!(minutes(&device), [25, 30, 50]);
    let placed = device.last.patches.iter().filter(|patch| matches!(patch, Patch::FocusSessionPlaced { .. })).count();
    assert_eq!(placed, 1);
    assert!(!device.last.patches.iter().any(|patch| matches!(patch, Patch::FocusSessionsLoaded { .. })));
    device.dispatch_json(json!({ "type": "edit_session", "session_id": id(501), "session": entry(3, 40) }));
    assert_eq!(minutes(&device), [25, 40, 30]);
    device.dispatch_json(json!({ "type": "delete_session", "session_id": id(502) }));
    assert_eq!(minutes(&device), [40, 30]);
    exchange(&mut device, &mut server);
    assert_eq!(minutes(&device), [40, 30]);
    assert_eq!(server.sessions.iter().filter(|session| session.is_deleted).count(), 1);
}

#[test]
fn s41_timer_sessions_are_listed_when_they_end() {
    let (mut device, _) = with_sessions();
    device.dispatch_json(json!({ "type": "start_timer" }));
    device.now += 5 * 60_000;
    device.dispatch_json(json!({ "type": "reset_timer" }));
    assert_eq!(minutes(&device), [5, 25, 50]);
    assert_eq!(device.snapshot().stats.focused_today, 30 * 60);
}

#[test]
fn s60_sessions_are_listed_with_their_segments_before_and_after_they_are_sent() {
    let (mut device, mut server) = with_sessions();
    device.dispatch_json(json!({ "type": "start_timer" }));
    device.now += 5 * 60_000;
    device.dispatch_json(json!({ "type": "pause_timer" }));
    device.now += 20 * 60_000;
    device.dispatch_json(json!({ "type": "start_timer" }));
    device.now += 10 * 60_000;
    device.dispatch_json(json!({ "type": "reset_timer" }));
    let listed = |device: &Device| device.snapshot().focus_sessions.sessions[0].segments.clone();
    let unsent = listed(&device);
    let length = |segment: &Segment| (segment.end.millis() - segment.start.millis()) / 60_000;
    assert_eq!(unsent.iter().map(length).collect::<Vec<_>>(), [5, 10]);
    assert_eq!((unsent[1].start.millis() - unsent[0].end.millis()) / 60_000, 20);
    exchange(&mut device, &mut server);
    assert_eq!(listed(&device), unsent);
}

#[test]
fn s55_sessions_are_listed_under_the_users_day() {
    let (mut device, mut server) = with_sessions();
    let days = |device: &Device| -> Vec<String> {
        device.snapshot().focus_sessions.sessions.iter().map(|session| session.day.to_string()).collect()
    };
    // They start at 8:30 today and at 11:30 yesterday.
    assert_eq!(days(&device), ["2026-03-03", "2026-03-02"]);
    device.dispatch_json(json!({ "type": "set_preferences", "update": { "day_start_minutes": 360 } }));
    device.dispatch_json(json!({ "type": "add_session", "session": entry(4, 30) }));
    assert_eq!(days(&device), ["2026-03-03", "2026-03-02", "2026-03-02"], "5:30 is before the day start");
    device.dispatch_json(json!({ "type": "set_preferences", "update": { "day_start_minutes": 0 } }));
    assert_eq!(days(&device), ["2026-03-03", "2026-03-03", "2026-03-02"]);
    exchange(&mut device, &mut server);
    assert_eq!(days(&device), ["2026-03-03", "2026-03-03", "2026-03-02"]);
}

#[test]
fn s55_the_day_follows_the_sessions_own_utc_offset() {
    let (mut device, mut server) = (signed_in(ada()), Server::new(ada()));
    // All start at 23:30 UTC on 2 March, in different time zones.
    server.sessions = [-480, 0, 60, 840]
        .into_iter()
        .zip(1..)
        .map(|(utc_offset, number)| {
            let mut session = session_at(number, 9, 30);
            session.segments[0].utc_offset = utc_offset;
            session
        })
        .collect();
    device.dispatch_json(json!({ "type": "load_sessions" }));
    exchange(&mut device, &mut server);
    let days = |device: &Device| -> Vec<(i32, String)> {
        let sessions = &device.snapshot().focus_sessions.sessions;
        let mut days: Vec<_> = sessions.iter().map(|session| (session.utc_offset, session.day.to_string())).collect();
        days.sort();
        days
    };
    let day = |utc_offset: i32, day: &str| (utc_offset, day.to_owned());
    assert_eq!(
        days(&device),
        [day(-480, "2026-03-02"), day(0, "2026-03-02"), day(60, "2026-03-03"), day(840, "2026-03-03")]
    );
    // With the day start at 1:00, the session that started at 0:30 local time belongs to the day before.
    device.dispatch_json(json!({ "type": "set_preferences", "update": { "day_start_minutes": 60 } }));
    assert_eq!(
        days(&device),
        [day(-480, "2026-03-02"), day(0, "2026-03-02"), day(60, "2026-03-02"), day(840, "2026-03-03")]
    );
}

#[test]
fn s56_the_form_becomes_a_session() {
    let (mut device, _) = with_sessions();
    let fields = json!({ "day": "2026-03-02", "time": "09:00", "minutes": 30, "board_id": null });
    let change = json!({ "type": "change_session_form", "fields": fields, "offsets": { "before": 60, "after": 60, "at_session": null } });
    let dispatch = |device: &mut Device, change: &Value| device.try_dispatch(intent(change.clone()));
    assert_eq!(dispatch(&mut device, &change), Err(ErrorCode::NotFound), "no form is open");
    device.dispatch_json(json!({ "type": "open_session_form", "session_id": null }));
    device.dispatch_json(change);
    let form = device.snapshot().session_form.clone().expect("a form");
    device.dispatch_json(json!({ "type": "add_session", "session": form.entry }));
    assert_eq!(minutes(&device), [25, 50, 30]);
    device.dispatch_json(json!({ "type": "open_session_form", "session_id": id(501) }));
    let form = device.snapshot().session_form.clone().expect("a form");
    assert_eq!((form.session_id, form.fields.minutes), (Some(id(501)), Some(50)));
    let unknown = json!({ "type": "open_session_form", "session_id": id(9) });
    assert_eq!(dispatch(&mut device, &unknown), Err(ErrorCode::NotFound));
    device.dispatch_json(json!({ "type": "log_out", "discard_unsent": true }));
    assert_eq!(device.snapshot().session_form, None);
}

#[test]
fn s42_sessions_are_named_by_their_board_and_card() {
    let (mut device, mut server, board) = settled();
    let a = device.card("a");
    server.sessions = vec![FocusSession { board_id: Some(board), card_id: Some(a), ..session_at(1, 2, 25) }];
    device.dispatch_json(json!({ "type": "load_sessions" }));
    exchange(&mut device, &mut server);
    let names = |device: &Device| {
        let session = device.snapshot().focus_sessions.sessions[0].clone();
        (session.board_name.unwrap_or_default(), session.card_title.unwrap_or_default())
    };
    assert_eq!(names(&device), ("Garden".to_owned(), "a".to_owned()));
    device.dispatch_json(
        json!({ "type": "edit_card", "card_id": a, "edits": [{ "field": "title", "value": "Weeding" }] }),
    );
    device.dispatch_json(
        json!({ "type": "edit_board", "board_id": board, "edits": [{ "field": "name", "value": "Yard" }] }),
    );
    assert_eq!(names(&device), ("Yard".to_owned(), "Weeding".to_owned()));
    assert_eq!(titles(&device), "Weedingb");
}

#[test]
fn s44_manual_sessions_are_sent_and_invalid_ones_refused() {
    let (mut device, mut server) = with_sessions();
    let adds = |device: &mut Device, session: Value| {
        device.try_dispatch(intent(json!({ "type": "add_session", "session": session })))
    };
    assert_eq!(adds(&mut device, entry(5, 0)), Err(ErrorCode::SessionInvalid));
    assert_eq!(adds(&mut device, entry(-1, 25)), Err(ErrorCode::ClockAhead));
    assert_eq!((device.take_effects().len(), device.unsent_keys().len()), (0, 0));
    assert_eq!(adds(&mut device, entry(5, 30)), Ok(()));
    assert_eq!(toast(&mut device).0, "Focus session added");
    exchange(&mut device, &mut server);
    assert_eq!(server.sessions[2].outcome, Outcome::AddedByHand);
}

#[test]
fn s45_no_op_edits_are_skipped() {
    let (mut device, _) = with_sessions();
    device.dispatch_json(json!({ "type": "edit_session", "session_id": id(501), "session": entry(22, 50) }));
    assert_eq!((device.unsent_keys().len(), device.take_effects().len()), (0, 0));
    let unknown = json!({ "type": "edit_session", "session_id": id(9), "session": entry(22, 50) });
    assert_eq!(device.try_dispatch(intent(unknown)), Err(ErrorCode::NotFound));
    device.dispatch_json(json!({ "type": "delete_session", "session_id": id(501) }));
    let gone = json!({ "type": "delete_session", "session_id": id(501) });
    assert_eq!(device.try_dispatch(intent(gone)), Err(ErrorCode::NotFound));
}

#[test]
fn s47_delete_toast_undoes_even_after_other_changes() {
    let (mut device, mut server) = with_sessions();
    device.dispatch_json(json!({ "type": "delete_session", "session_id": id(501) }));
    let (message, change_id) = toast(&mut device);
    assert_eq!(message, "Focus session deleted");
    exchange(&mut device, &mut server);
    device.dispatch_json(json!({ "type": "add_session", "session": entry(5, 30) }));
    device.dispatch_json(json!({ "type": "undo", "change_id": change_id }));
    assert_eq!(minutes(&device), [25, 30, 50]);
    exchange(&mut device, &mut server);
    assert_eq!(minutes(&device), [25, 30, 50]);
    assert_eq!((server.sessions[0].revision, server.sessions[0].is_deleted), (2, false));
    let again = json!({ "type": "undo", "change_id": change_id });
    assert_eq!(device.try_dispatch(intent(again)), Err(ErrorCode::NothingToUndo));
}

#[test]
fn s47_boards_and_sessions_share_the_undo_history() {
    let (mut device, mut server, _) = settled();
    server.sessions = vec![session_at(1, 2, 25)];
    device.dispatch_json(json!({ "type": "load_sessions" }));
    exchange(&mut device, &mut server);
    let a = device.card("a");
    let undo = json!({ "type": "undo", "change_id": null });
    let undo_label = |device: &Device| device.snapshot().history.undo.clone().unwrap_or_default();
    device.dispatch_json(json!({ "type": "edit_session", "session_id": id(501), "session": entry(2, 10) }));
    assert_eq!(undo_label(&device), "Edit focus session");
    device.dispatch_json(json!({ "type": "delete_card", "card_id": a }));
    device.dispatch_json(json!({ "type": "add_session", "session": entry(5, 30) }));
    assert_eq!(
        (undo_label(&device), minutes(&device), titles(&device)),
        ("Add focus session".to_owned(), vec![10, 30], "b".to_owned())
    );
    device.dispatch_json(undo.clone());
    assert_eq!((minutes(&device), titles(&device)), (vec![10], "b".to_owned()));
    device.dispatch_json(undo.clone());
    assert_eq!((minutes(&device), titles(&device)), (vec![10], "ab".to_owned()));
    device.dispatch_json(undo.clone());
    assert_eq!(minutes(&device), [25]);
    for expected in [vec![10], vec![10], vec![10, 30]] {
        device.dispatch_json(json!({ "type": "redo" }));
        assert_eq!(minutes(&device), expected);
    }
    exchange(&mut device, &mut server);
    assert_eq!((minutes(&device), titles(&device)), (vec![10, 30], "b".to_owned()));
}

#[test]
fn s47_undoing_an_added_then_deleted_session_counts_nothing_twice() {
    let (mut device, mut server) = with_sessions();
    device.dispatch_json(json!({ "type": "add_session", "session": entry(5, 30) }));
    let (_, added) = toast(&mut device);
    let session_id = device.snapshot().focus_sessions.sessions[1].id;
    exchange(&mut device, &mut server);
    device.dispatch_json(json!({ "type": "delete_session", "session_id": session_id }));
    exchange(&mut device, &mut server);
    device.dispatch_json(json!({ "type": "undo", "change_id": added }));
    exchange(&mut device, &mut server);
    assert_eq!((minutes(&device), device.snapshot().stats.focused_today / 60), (vec![25, 50], 25));
}

#[test]
fn s48_exports_are_downloaded_as_csv_or_json_files() {
    let (mut device, _) = with_sessions();
    device.take_effects();
    device.dispatch_json(json!({ "type": "export_sessions", "format": "csv" }));
    assert_eq!(device.open_requests(), ["GET /focus-sessions/export/?format=csv"]);
    device.respond_with_text("/focus-sessions/export/", 200, "id,start\r\n");
    let download = |text: &str| UiEffect::Download {
        name: "twentyfour-sessions-2026-03-03.csv".to_owned(),
        media_type: "text/csv".to_owned(),
        text: text.to_owned(),
    };
    // Browsers remove the UTF-8 byte order mark when they read a text, but spreadsheets need it.
    assert_eq!(device.take_effects(), [download("\u{feff}id,start\r\n")]);
    device.dispatch_json(json!({ "type": "export_sessions", "format": "csv" }));
    device.respond_with_text("/focus-sessions/export/", 200, "\u{feff}id,start\r\n");
    assert_eq!(device.take_effects(), [download("\u{feff}id,start\r\n")]);
    device.dispatch_json(json!({ "type": "export_sessions", "format": "json" }));
    device.respond_with("/focus-sessions/export/", 200, json!({ "sessions": [] }));
    let effects = device.take_effects();
    assert!(matches!(&effects[..], [UiEffect::Download { name, .. }] if name.ends_with(".json")), "{effects:?}");
}

#[test]
fn s48_unsent_sessions_are_sent_before_an_export() {
    let (mut device, mut server) = with_sessions();
    device.dispatch_json(json!({ "type": "add_session", "session": entry(5, 30) }));
    device.dispatch_json(json!({ "type": "export_sessions", "format": "json" }));
    assert_eq!(device.open_requests(), ["POST /focus-sessions/"]);
    let sent = device.request("/focus-sessions/").clone();
    server.respond(&mut device, &sent);
    assert_eq!(device.open_requests(), ["GET /focus-sessions/export/?format=json"]);
    exchange(&mut device, &mut server);
    assert!(device.take_effects().iter().any(|effect| matches!(effect, UiEffect::Download { .. })));
    let failed = "Couldn’t export your sessions. Try again when you’re online.";
    device.dispatch_json(json!({ "type": "export_sessions", "format": "json" }));
    device.fail_all_requests();
    assert_eq!(device.take_toasts(), [failed]);
    device.dispatch_json(json!({ "type": "add_session", "session": entry(6, 30) }));
    device.fail_all_requests();
    device.take_effects();
    device.dispatch_json(json!({ "type": "export_sessions", "format": "json" }));
    device.fail_all_requests();
    assert_eq!(device.take_toasts(), [failed]);
    assert!(device.alarms.contains_key(&Alarm::Outbox));
    // A session that waits for the clock to be corrected does not block an export.
    device.fire_alarm(Alarm::Outbox);
    device.respond_with("/focus-sessions/", 422, refusal("clock_ahead"));
    device.dispatch_json(json!({ "type": "export_sessions", "format": "json" }));
    assert!(
        device.open_requests().contains(&"GET /focus-sessions/export/?format=json".to_owned()),
        "{:?}",
        device.open_requests()
    );
    assert!(device.now >= MORNING);
}
