//! Statistics on a device: the server's totals and the pending sessions on top of them (SPEC S32 to S39).

use crate::board_deltas::exchange;
use crate::support::browser::Browser;
use crate::support::device::Device;
use crate::support::server::Server;
use crate::support::{MORNING, ada, id, refusal, signed_in};
use core_wasm::app::Input;
use core_wasm::env::to_local_time;
use core_wasm::protocol::effect::Alarm;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::{FocusSession, Outcome, Segment, SessionKind};
use core_wasm::protocol::stored::OutboxEntry;
use core_wasm::protocol::time::{Timestamp, local_day};
use core_wasm::protocol::view::LoadStatus;
use core_wasm::stats::{StatsSettings, day_sums, heatmap, view};
use serde_json::{Value, json};

/// Returns a session of the timer that started that many hours before the morning and lasted that many minutes.
pub(crate) fn session_at(number: u64, hours_ago: i64, minutes: i64) -> FocusSession {
    let start = MORNING - hours_ago * 3_600_000;
    let segment = |from: i64, to: i64| Segment {
        start: Timestamp::from_millis(start + from * 60_000),
        end: Timestamp::from_millis(start + to * 60_000),
        utc_offset: 60,
    };
    FocusSession {
        id: id(500 + number),
        kind: SessionKind::Focus,
        planned: minutes * 60,
        outcome: Outcome::Completed,
        board_id: None,
        card_id: None,
        segments: vec![segment(0, minutes)],
        revision: 0,
        is_deleted: false,
    }
}

/// Returns the form's values for a session.
pub(crate) fn entry(hours_ago: i64, minutes: i64) -> Value {
    let start = Timestamp::from_millis(MORNING - hours_ago * 3_600_000);
    json!({ "start": start, "utc_offset": 60, "minutes": minutes, "board_id": null, "card_id": null })
}

/// Returns a device that shows the statistics and the list, and a server with two sessions: 50 minutes yesterday, 25
/// today.
pub(crate) fn with_sessions() -> (Device, Server) {
    let (mut device, mut server) = (signed_in(ada()), Server::new(ada()));
    server.sessions = vec![session_at(1, 22, 50), session_at(2, 1, 25)];
    device.dispatch_json(json!({ "type": "load_stats" }));
    device.dispatch_json(json!({ "type": "load_sessions" }));
    exchange(&mut device, &mut server);
    assert_eq!((today(&device), device.snapshot().stats.total_sessions), (25, 2));
    (device, server)
}

/// Returns the focused minutes of today.
fn today(device: &Device) -> i64 {
    device.snapshot().stats.focused_today / 60
}

fn add(device: &mut Device, hours_ago: i64, minutes: i64) -> Id {
    device.dispatch_json(json!({ "type": "add_session", "session": entry(hours_ago, minutes) }));
    device.snapshot().focus_sessions.sessions.iter().find(|it| it.outcome == Outcome::AddedByHand).expect("it shows").id
}

/// Returns all sessions: those of the server, with the newest versions of the pending ones.
fn expected_sessions(device: &Device, server: &Server) -> Vec<FocusSession> {
    let mut all = server.sessions.clone();
    let indexed_db = device.indexed_db.borrow();
    for (key, text) in &indexed_db.texts {
        let entry = key.contains("/kept/outbox/").then(|| serde_json::from_str(text).expect("an entry"));
        if let Some(OutboxEntry::FocusSession { session, .. }) = entry {
            match all.iter_mut().find(|known| known.id == session.id) {
                Some(known) if known.revision >= session.revision => {}
                Some(known) => *known = session,
                None => all.push(session),
            }
        }
    }
    all
}

/// Asserts that the page shows the same as statistics computed from all sessions.
pub(crate) fn assert_true(device: &Device, server: &Server) {
    let settings =
        StatsSettings { day_start_minutes: server.day_start_minutes, goals: &device.snapshot().preferences.goals };
    let days = day_sums(&expected_sessions(device, server), settings.day_start_minutes);
    let now = Timestamp::from_millis(device.now);
    let shown = device.snapshot();
    assert_eq!(shown.stats, view(&days, &settings, now, device.utc_offset, shown.stats.weeks_ago));
    let today = local_day(now, device.utc_offset, settings.day_start_minutes);
    assert_eq!(shown.heatmap, heatmap(&days, shown.heatmap.year, today));
}

#[test]
fn s33_pending_sessions_count_immediately() {
    let (mut device, mut server) = with_sessions();
    let added = add(&mut device, 2, 30);
    assert_eq!(today(&device), 55);
    let on_its_way = device.request("/focus-sessions/").clone();
    // The server accepts the session, but the response is lost: it is in the totals and still pending.
    server.response_to(&on_its_way, device.now);
    device.fail_request("/focus-sessions/");
    assert_eq!((today(&device), server.sessions.len()), (55, 3));
    device.dispatch_json(json!({ "type": "load_stats" }));
    assert!(
        device.open_requests().contains(&format!("GET /focus-days/?except={added}")),
        "{:?}",
        device.open_requests()
    );
    let request = device.request("/focus-days/").clone();
    server.respond(&mut device, &request);
    assert_eq!(today(&device), 55, "once");
    device.fire_alarm(Alarm::Outbox);
    exchange(&mut device, &mut server);
    assert_eq!((today(&device), server.sessions.len()), (55, 3));
    assert_true(&device, &server);
}

#[test]
fn s33_only_the_newest_pending_version_counts() {
    let (mut device, mut server) = with_sessions();
    device.dispatch_json(json!({ "type": "edit_session", "session_id": id(502), "session": entry(1, 20) }));
    device.dispatch_json(json!({ "type": "edit_session", "session_id": id(502), "session": entry(1, 10) }));
    assert_eq!((today(&device), device.unsent_keys().len()), (10, 2));
    let first = device.request("/focus-sessions/").clone();
    server.respond(&mut device, &first);
    assert_eq!((today(&device), device.unsent_keys().len()), (10, 1), "the server has 20 minutes now");
    assert_true(&device, &server);
    exchange(&mut device, &mut server);
    assert_eq!(today(&device), 10);
    assert_true(&device, &server);
}

#[test]
fn s34_refused_sessions_leave_the_sums() {
    let (mut device, mut server) = with_sessions();
    device.dispatch_json(json!({ "type": "edit_session", "session_id": id(502), "session": entry(1, 10) }));
    assert_eq!(today(&device), 10);
    device.respond_with("/focus-sessions/", 422, refusal("session_invalid"));
    assert_eq!(today(&device), 25);
    exchange(&mut device, &mut server);
    assert_true(&device, &server);
    add(&mut device, 2, 5);
    assert_eq!(today(&device), 30);
    device.respond_with("/focus-sessions/", 422, refusal("session_invalid"));
    assert_eq!(today(&device), 25);
    exchange(&mut device, &mut server);
    assert_true(&device, &server);
}

#[test]
fn s34_newer_versions_from_other_devices_count() {
    let (mut device, mut server) = with_sessions();
    server.sessions[1] = FocusSession { revision: 7, ..session_at(2, 1, 5) };
    device.dispatch_json(json!({ "type": "edit_session", "session_id": id(502), "session": entry(1, 10) }));
    exchange(&mut device, &mut server);
    assert_eq!(today(&device), 5, "revision 1 is behind revision 7");
    assert_true(&device, &server);
}

#[test]
fn s35_statistics_are_shown_offline() {
    let (mut device, server) = with_sessions();
    add(&mut device, 2, 30);
    device.dispatch_json(json!({ "type": "delete_session", "session_id": id(501) }));
    device.reload("/app/stats");
    device.fail_all_requests();
    assert_eq!(device.snapshot().stats.status, LoadStatus::Loading, "no page has requested them");
    device.dispatch_json(json!({ "type": "load_stats" }));
    assert_eq!((device.snapshot().stats.status, today(&device)), (LoadStatus::Ready, 55));
    assert_true(&device, &server);
    device.fail_all_requests();
    assert_true(&device, &server);
}

#[test]
fn s35_accepted_sessions_are_stored_with_the_sums() {
    let (mut device, mut server) = with_sessions();
    add(&mut device, 2, 30);
    exchange(&mut device, &mut server);
    let texts = device.indexed_db.borrow().texts.clone();
    let stored: Value = serde_json::from_str(&texts[&format!("{}/kept/stats", ada())]).expect("JSON");
    assert_eq!(stored["except"], json!([]));
    assert_eq!(stored["days"], json!(server.days(&[])));
    device.reload("/app/stats");
    device.fail_all_requests();
    device.dispatch_json(json!({ "type": "load_stats" }));
    assert_true(&device, &server);
}

#[test]
fn s35_unreadable_stored_sums_are_quarantined() {
    let (device, _) = with_sessions();
    let key = format!("{}/kept/stats", ada());
    for text in ["{", r#"{"format":2,"days":[],"except":[]}"#] {
        device.indexed_db.borrow_mut().texts.insert(key.clone(), text.to_owned());
        let mut other = Device::tab(device.now, device.storage.clone(), device.indexed_db.clone());
        other.start("/app/stats");
        other.fail_all_requests();
        other.dispatch_json(json!({ "type": "load_stats" }));
        assert_eq!(other.snapshot().stats.status, LoadStatus::Loading);
        assert_eq!(other.indexed_db.borrow().texts.get(&format!("set aside/{key}")).map(String::as_str), Some(text));
    }
}

#[test]
fn s35_failed_first_load_shows_an_error() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "load_stats" }));
    assert_eq!(device.snapshot().stats.status, LoadStatus::Loading);
    device.fail_all_requests();
    assert_eq!(device.snapshot().stats.status, LoadStatus::Failed);
    device.dispatch_json(json!({ "type": "load_stats" }));
    assert_eq!(device.snapshot().stats.status, LoadStatus::Loading);
    device.respond_with("/focus-days/", 200, json!({ "days": [] }));
    assert_eq!((device.snapshot().stats.status, device.snapshot().stats.week.len()), (LoadStatus::Ready, 7));
}

#[test]
fn s35_failed_first_load_shows_pending_sessions() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "load_stats" }));
    device.dispatch_json(json!({ "type": "load_sessions" }));
    device.fail_all_requests();
    add(&mut device, 2, 30);
    assert_eq!((device.snapshot().stats.status, today(&device)), (LoadStatus::Failed, 30));
    assert_eq!((device.snapshot().stats.total_sessions, device.snapshot().stats.week.len()), (1, 7));
    assert_eq!(device.snapshot().focus_sessions.sessions.len(), 1);
    device.dispatch_json(json!({ "type": "load_stats" }));
    assert_eq!((device.snapshot().stats.status, today(&device)), (LoadStatus::Loading, 30), "it stays in sight");
    device.fail_all_requests();
    let mut server = Server::new(ada());
    device.feed(Input::Online);
    exchange(&mut device, &mut server);
    assert_eq!((device.snapshot().stats.status, today(&device)), (LoadStatus::Ready, 30));
}

#[test]
fn s36_stale_sums_are_refetched() {
    let (mut device, mut server) = with_sessions();
    device.dispatch_json(json!({ "type": "load_stats" }));
    let request = device.request("/focus-days/").clone();
    add(&mut device, 2, 30);
    let sent = device.request("/focus-sessions/").clone();
    server.respond(&mut device, &sent);
    // Computed after the session was accepted: it is included, and the device has added it to its totals too.
    server.respond(&mut device, &request);
    assert_true(&device, &server);
    assert_eq!(
        device.open_requests().iter().filter(|open| open.contains("/focus-days/")).count(),
        1,
        "the totals are requested again"
    );
    exchange(&mut device, &mut server);
    assert_true(&device, &server);
}

#[test]
fn s36_over_a_hundred_pending_sessions_are_subtracted_locally() {
    let (mut device, mut server) = with_sessions();
    device.dispatch_json(json!({ "type": "edit_session", "session_id": id(501), "session": entry(22, 5) }));
    let held = device.request("/focus-sessions/").id;
    for _ in 0..120 {
        device.dispatch_json(json!({ "type": "add_session", "session": entry(2, 1) }));
    }
    device.dispatch_json(json!({ "type": "edit_session", "session_id": id(502), "session": entry(1, 10) }));
    device.dispatch_json(json!({ "type": "load_stats" }));
    let request = device.request("/focus-days/").clone();
    assert_eq!(request.path.matches(',').count(), 99);
    server.respond(&mut device, &request);
    assert_eq!(today(&device), 120 + 10);
    assert_true(&device, &server);
    assert!(device.requests.iter().any(|request| request.id == held));
    exchange(&mut device, &mut server);
    assert_true(&device, &server);
}

#[test]
fn s37_sessions_recorded_in_one_tab_count_in_all() {
    for has_locks in [true, false] {
        let mut server = Server::new(ada());
        server.sessions = vec![session_at(1, 22, 50), session_at(2, 1, 25)];
        let mut browser = Browser::new(2, has_locks, &mut server);
        for tab in &mut browser.tabs {
            tab.dispatch_json(json!({ "type": "load_stats" }));
            tab.dispatch_json(json!({ "type": "load_sessions" }));
        }
        browser.exchange_all(&mut server);
        add(&mut browser.tabs[1], 2, 30);
        browser.tabs[1].dispatch_json(json!({ "type": "delete_session", "session_id": id(502) }));
        browser.deliver_broadcasts();
        assert_eq!(browser.tabs.iter().map(today).collect::<Vec<_>>(), [30, 30]);
        browser.exchange_all(&mut server);
        assert_eq!(browser.tabs.iter().map(today).collect::<Vec<_>>(), [30, 30]);
        browser.tabs.iter().for_each(|tab| assert_true(tab, &server));
    }
}

#[test]
fn s37_a_session_announced_after_its_result_counts() {
    let mut server = Server::new(ada());
    let mut browser = Browser::new(2, true, &mut server);
    browser.tabs[1].dispatch_json(json!({ "type": "load_stats" }));
    browser.exchange_all(&mut server);
    browser.tabs[0].dispatch_json(json!({ "type": "add_session", "session": entry(2, 30) }));
    let pushed = browser.tabs[0].broadcasts.pop().expect("a broadcast to the other tab");
    let request = browser.tabs[0].request("/focus-sessions/").clone();
    server.respond(&mut browser.tabs[0], &request);
    browser.deliver_broadcasts();
    browser.tabs[1].feed(Input::PeerMessage { message: pushed });
    browser.exchange_all(&mut server);
    assert_eq!(today(&browser.tabs[1]), 30);
    assert_true(&browser.tabs[1], &server);
}

#[test]
fn s38_day_start_change_refetches_the_sums() {
    let (mut device, mut server) = with_sessions();
    device.dispatch_json(json!({ "type": "set_preferences", "update": { "day_start_minutes": 240 } }));
    assert!(
        device.open_requests().iter().all(|open| !open.contains("focus-days")),
        "not before the server has the new setting"
    );
    device.respond_with("/preferences/", 200, json!({}));
    server.day_start_minutes = 240;
    exchange(&mut device, &mut server);
    assert_true(&device, &server);
}

#[test]
fn s38_numbers_change_at_local_midnight() {
    let (mut device, server) = with_sessions();
    assert_eq!(to_local_time(Timestamp::from_millis(MORNING), 60).to_string(), "2026-03-03 09:30:00");
    device.now = MORNING + (14 * 60 + 29) * 60_000 + 59_000;
    device.feed(Input::Alarm { alarm: Alarm::Clock });
    assert_eq!(today(&device), 25);
    device.now += 1_000;
    device.feed(Input::Alarm { alarm: Alarm::Clock });
    assert_eq!(today(&device), 0);
    assert_true(&device, &server);
}

#[test]
fn s27_weeks_and_years_are_shown_one_by_one() {
    let (mut device, server) = with_sessions();
    assert_eq!(device.snapshot().heatmap.year, 2026);
    device.dispatch_json(json!({ "type": "show_week", "weeks_ago": 1 }));
    device.dispatch_json(json!({ "type": "show_year", "year": 2025 }));
    assert_eq!((device.snapshot().stats.weeks_ago, device.snapshot().stats.total_focused), (1, 0));
    assert_eq!((device.snapshot().heatmap.year, device.snapshot().heatmap.focused.len()), (2025, 365));
    assert_true(&device, &server);
}

#[test]
fn s39_breakdown_covers_the_shown_period() {
    let (mut device, _) = with_sessions();
    let board = json!({ "board_id": id(5), "name": "Garden", "color": null, "focused": 1500, "sessions": 1 });
    device.dispatch_json(json!({ "type": "load_breakdown", "period": "week" }));
    assert_eq!(device.open_requests(), ["GET /focus-days/breakdown/?from=2026-03-02&to=2026-03-08"]);
    device.respond_with("/focus-days/breakdown/", 200, json!({ "boards": [board], "labels": [] }));
    assert_eq!(device.snapshot().breakdown.boards.len(), 1);
    device.dispatch_json(json!({ "type": "show_week", "weeks_ago": 1 }));
    assert_eq!(device.snapshot().breakdown.status, LoadStatus::Loading);
    assert_eq!(device.open_requests(), ["GET /focus-days/breakdown/?from=2026-02-23&to=2026-03-01"]);
    // Two more clicks before the response: the response for the first week is not shown.
    device.dispatch_json(json!({ "type": "show_week", "weeks_ago": 2 }));
    device.dispatch_json(json!({ "type": "show_week", "weeks_ago": 3 }));
    device.respond_with("/focus-days/breakdown/", 200, json!({ "boards": [board], "labels": [] }));
    assert_eq!(device.snapshot().breakdown.status, LoadStatus::Loading);
    assert_eq!(device.open_requests(), ["GET /focus-days/breakdown/?from=2026-02-09&to=2026-02-15"]);
    device.respond_with("/focus-days/breakdown/", 200, json!({ "boards": [], "labels": [] }));
    assert_eq!((device.snapshot().breakdown.status, device.snapshot().breakdown.boards.len()), (LoadStatus::Ready, 0));
    device.dispatch_json(json!({ "type": "load_breakdown", "period": "year" }));
    assert_eq!(device.open_requests(), ["GET /focus-days/breakdown/?from=2026-01-01&to=2026-12-31"]);
    device.fail_all_requests();
    assert_eq!(device.snapshot().breakdown.status, LoadStatus::Failed);
    device.dispatch_json(json!({ "type": "load_breakdown", "period": "all" }));
    assert_eq!(device.open_requests(), ["GET /focus-days/breakdown/?from=0001-01-01&to=9999-12-31"]);
    assert_eq!(device.snapshot().breakdown.status, LoadStatus::Loading);
}

#[test]
fn s39_breakdown_updates_after_sync() {
    let (mut device, mut server) = with_sessions();
    device.dispatch_json(json!({ "type": "load_breakdown", "period": "all" }));
    exchange(&mut device, &mut server);
    add(&mut device, 2, 30);
    device.respond_with("/focus-sessions/", 200, json!({}));
    assert!(device.open_requests().iter().any(|open| open.contains("/breakdown/")));
}
