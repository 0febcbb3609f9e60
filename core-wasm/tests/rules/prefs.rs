//! Preferences (SPEC F1 to F13) and daily goals (SPEC S26).

use crate::board_deltas::exchange;
use crate::live::connect_live;
use crate::support::device::{Device, Request};
use crate::support::server::Server;
use crate::support::{MORNING, ada, auth_response, log_in, refusal, signed_in, signed_in_storage, signed_out_device};
use core_wasm::app::Input;
use core_wasm::prefs::{check, effective_goal_day};
use core_wasm::protocol::effect::Alarm;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::{Preferences, PreferencesUpdate, StreakGoal, Theme, WallpaperPages};
use core_wasm::protocol::language::Language;
use core_wasm::protocol::response::ApiResponse;
use core_wasm::protocol::time::LocalDay;
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn with_stored(entries: &[(&str, &str)]) -> Device {
    Device::new(entries.iter().map(|(key, text)| ((*key).to_owned(), (*text).to_owned())))
}

#[test]
fn f1_a_focus_session_lasts_from_1_to_180_minutes() {
    for (minutes, expected) in
        [(i64::MIN, 1), (-5, 1), (0, 1), (1, 1), (25, 25), (180, 180), (181, 180), (i64::MAX, 180)]
    {
        let mut device = signed_in(ada());
        device.dispatch_json(json!({ "type": "set_focus_time", "minutes": minutes }));
        assert_eq!(device.snapshot().preferences.focus_minutes, expected, "{minutes}");
        assert_eq!(device.stored("focusTime"), Some(expected.to_string().as_str()));
        assert_eq!(device.snapshot().timer.state.minutes, expected);
        assert_eq!(device.request("/preferences/").json(), json!({ "focus_minutes": expected }));
    }
}

#[test]
fn f1_a_focus_time_among_other_preferences_is_clamped_and_sent_with_them() {
    let mut device = signed_in(ada());
    let update = json!({ "focus_minutes": 500, "rounds": 3 });
    device.dispatch_json(json!({ "type": "set_preferences", "update": update }));
    assert_eq!(device.request("/preferences/").json(), json!({ "focus_minutes": 180, "rounds": 3 }));
    assert_eq!((device.unsent_keys().len(), device.snapshot().timer.state.minutes), (1, 180));
    // The saving indicator shows (SPEC F7), as for the focus time alone.
    assert!(device.snapshot().is_saving);
    device.respond_with("/preferences/", 200, json!({}));
    device.fire_alarm(Alarm::Saving);
    assert_eq!(device.take_toasts(), ["Focus time saved successfully!"]);
}

#[test]
fn f1_a_stored_focus_time_is_clamped_too() {
    for (stored, kept) in [("0", 1), ("-3", 1), ("500", 180), ("40", 40)] {
        assert_eq!(with_stored(&[("focusTime", stored)]).snapshot().preferences.focus_minutes, kept, "{stored}");
    }
}

#[test]
fn f2_unreadable_preferences_are_ignored() {
    for text in ["", "{", "null", "7", r#"{"theme":"light"}"#, "x"] {
        let device = with_stored(&[("preferences", text), ("theme", text), ("focusTime", text)]);
        let focus_minutes = if text == "7" { 7 } else { 25 };
        assert_eq!(device.snapshot().preferences, Preferences { focus_minutes, ..Preferences::default() }, "{text}");
    }
}

#[test]
fn f2_out_of_range_stored_preferences_are_ignored() {
    let chosen = json!(Preferences { theme: Theme::Light, short_break_minutes: 7, ..Preferences::default() });
    let read = |change: fn(&mut Value)| {
        let mut stored = chosen.clone();
        change(&mut stored);
        with_stored(&[("preferences", &stored.to_string())]).snapshot().preferences.clone()
    };
    assert_eq!(read(|_| {}).short_break_minutes, 7);
    assert_eq!(read(|stored| stored["short_break_minutes"] = json!(i64::MAX)), Preferences::default());
    assert_eq!(read(|stored| stored["mins_for_streak"] = json!(0)), Preferences::default());
    assert_eq!(read(|stored| stored["day_start_minutes"] = json!(-1)), Preferences::default());
}

#[test]
fn f2_specified_keys_take_precedence() {
    let rest =
        json!(Preferences { theme: Theme::Dark, focus_minutes: 30, long_break_minutes: 20, ..Preferences::default() });
    let device = with_stored(&[("preferences", &rest.to_string()), ("theme", "light"), ("focusTime", "45")]);
    let preferences = &device.snapshot().preferences;
    assert_eq!((preferences.theme, preferences.focus_minutes, preferences.long_break_minutes), (Theme::Light, 45, 20));
}

#[test]
fn f2_preferences_survive_a_reload() {
    let mut device = signed_out_device("/");
    device.dispatch_json(json!({ "type": "set_theme", "theme": "light" }));
    assert_eq!(device.stored("theme"), Some("light"));
    device.reload("/");
    assert_eq!(device.snapshot().preferences.theme, Theme::Light);
}

#[test]
fn f2_themes_use_the_specified_key_and_sync() {
    for theme in ["dark", "light", "system"] {
        let mut device = signed_in(ada());
        device.dispatch_json(json!({ "type": "set_theme", "theme": theme }));
        assert_eq!(device.stored("theme"), Some(theme));
        assert_eq!(device.request("/preferences/").json(), json!({ "theme": theme }));
        assert_eq!(json!(with_stored(&[("theme", theme)]).snapshot().preferences.theme), json!(theme));
        // On another device the account's preferences apply.
        let response = json!(Preferences { theme: device.snapshot().preferences.theme, ..Preferences::default() });
        let mut other = Device::new(signed_in_storage(ada()));
        other.start("/app");
        other.respond_with("/preferences/", 200, response);
        assert_eq!(other.stored("theme"), Some(theme));
    }
}

#[test]
fn f2_valid_changes_from_other_tabs_apply() {
    let mut device = signed_in(ada());
    device.store_in_other_tab("theme", Some("light"));
    assert_eq!(device.snapshot().preferences.theme, Theme::Light);
    let before = device.snapshot().clone();
    for text in ["pink", "", "{\"theme\":\"dark\"}"] {
        device.store_in_other_tab("theme", Some(text));
        device.store_in_other_tab("preferences", Some(text));
    }
    device.store_in_other_tab("theme", None);
    assert_eq!(*device.snapshot(), before);
    let longer = json!(Preferences { theme: Theme::Light, focus_minutes: 50, ..before.preferences.clone() });
    device.store_in_other_tab("preferences", Some(&longer.to_string()));
    assert_eq!(device.snapshot().timer.state.minutes, 50);
}

#[test]
fn f3_a_preference_outside_its_range_is_refused() {
    type Range = (fn(i64) -> PreferencesUpdate, i64, i64);
    let ranges: [Range; 5] = [
        (|value| PreferencesUpdate { focus_minutes: Some(value), ..Default::default() }, 1, 180),
        (|value| PreferencesUpdate { short_break_minutes: Some(value), ..Default::default() }, 1, 180),
        (|value| PreferencesUpdate { long_break_minutes: Some(value), ..Default::default() }, 1, 180),
        (|value| PreferencesUpdate { mins_for_streak: Some(value), ..Default::default() }, 1, 1_440),
        (|value| PreferencesUpdate { day_start_minutes: Some(value), ..Default::default() }, 0, 360),
    ];
    for (update, least, most) in ranges {
        assert_eq!(check(&update(least)), Ok(()));
        assert_eq!(check(&update(most)), Ok(()));
        assert_eq!(check(&update(least - 1)), Err(ErrorCode::PreferenceInvalid));
        assert_eq!(check(&update(most + 1)), Err(ErrorCode::PreferenceInvalid));
    }
    assert_eq!(check(&PreferencesUpdate::default()), Ok(()));
}

#[test]
fn f3_out_of_range_responses_are_ignored() {
    let mut device = Device::new(signed_in_storage(ada()));
    device.start("/app");
    device.respond_with("/preferences/", 200, json!(Preferences { focus_minutes: i64::MAX, ..Preferences::default() }));
    assert_eq!(device.snapshot().preferences.focus_minutes, 25);
}

#[test]
fn f4_the_browser_time_zone_is_sent_to_the_account() {
    let mut device = Device::new(signed_in_storage(ada()));
    device.start("/app");
    assert_eq!(device.snapshot().preferences.time_zone, "Europe/Berlin");
    let sent = device.requests.iter().find(|request| request.method == "PUT").expect("an update");
    assert_eq!(sent.json(), json!({ "time_zone": "Europe/Berlin" }));
}

#[test]
fn f4_the_browser_time_zone_wins() {
    let mut stored: BTreeMap<_, _> = signed_in_storage(ada()).into();
    let known = Preferences { time_zone: "Europe/Berlin".to_owned(), ..Preferences::default() };
    stored.insert("preferences".to_owned(), json!(known).to_string());
    let mut device = Device::at(MORNING, stored);
    device.start("/app");
    assert!(device.requests.iter().all(|request| request.method != "PUT"), "the time zone is unchanged");
    let elsewhere = Preferences { time_zone: "Asia/Tokyo".to_owned(), focus_minutes: 40, ..Preferences::default() };
    device.respond_with("/preferences/", 200, json!(elsewhere));
    let preferences = &device.snapshot().preferences;
    assert_eq!((preferences.time_zone.as_str(), preferences.focus_minutes), ("Europe/Berlin", 40));
    let sent = device.requests.iter().find(|request| request.method == "PUT").expect("an update");
    assert_eq!(sent.json(), json!({ "time_zone": "Europe/Berlin" }));
}

#[test]
fn f4_login_sends_the_time_zone_of_a_new_account() {
    let mut device = signed_out_device("/auth?type=signup");
    device.dispatch_json(json!({ "type": "log_in", "email": "ada@example.com", "password": "correct horse" }));
    device.respond_with("/auth/login/", 200, crate::support::auth_response(ada(), MORNING));
    device.respond_with("/preferences/", 200, json!(Preferences::default()));
    assert_eq!(device.snapshot().preferences.time_zone, "Europe/Berlin");
    assert_eq!(device.request("/preferences/").json(), json!({ "time_zone": "Europe/Berlin" }));
}

#[test]
fn f4_unsent_choices_win_over_the_account() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "set_focus_time", "minutes": 50 }));
    device.fail_request("/preferences/");
    device.reload("/app");
    let request_id = device.requests.iter().find(|request| request.method == "GET").expect("a preferences request").id;
    let body = json!(Preferences { time_zone: "Europe/Berlin".to_owned(), ..Preferences::default() }).to_string();
    device.respond_to(request_id, core_wasm::protocol::response::ApiResponse::Received { status: 200, body });
    assert_eq!(device.snapshot().preferences.focus_minutes, 50);
}

#[test]
fn f3_preferences_are_changed_all_or_none() {
    let mut device = signed_in(ada());
    let before = device.snapshot().preferences.clone();
    let set = |device: &mut Device, update: Value| {
        device.try_dispatch(crate::support::intent(json!({ "type": "set_preferences", "update": update })))
    };
    let refused = Err(ErrorCode::PreferenceInvalid);
    for wrong in [json!({ "rounds": 13 }), json!({ "rounds": 0 }), json!({ "volume": 101 }), json!({ "volume": -1 })] {
        let mut update = wrong.clone();
        update["short_break_minutes"] = json!(7);
        assert_eq!(set(&mut device, update), refused, "{wrong}");
    }
    assert_eq!((&device.snapshot().preferences, device.unsent_keys().len()), (&before, 0));
    let update =
        json!({ "rounds": 6, "volume": 0, "auto_start_breaks": true, "hour_format": "24", "focus_sound": "rain" });
    assert_eq!(set(&mut device, update.clone()), Ok(()));
    assert_eq!(device.request("/preferences/").json(), update);
    let shown = device.snapshot();
    assert_eq!((shown.preferences.rounds, shown.timer.rounds, shown.clock.time.as_str()), (6, 6, "09:30"));
    device.now += 6 * 3_600_000;
    device.feed(Input::Online);
    assert_eq!(device.snapshot().clock.time, "15:30");
    assert_eq!(set(&mut device, json!({ "hour_format": "12" })), Ok(()));
    assert_eq!(device.snapshot().clock.time, "03:30");
}

#[test]
fn s26_changed_goals_apply_from_the_day_of_the_change() {
    let mut device = signed_in(ada());
    let goals = |device: &Device| {
        let goals = &device.snapshot().preferences.goals;
        goals.iter().map(|goal| (goal.from.to_string(), goal.minutes)).collect::<Vec<_>>()
    };
    let set = |device: &mut Device, minutes: i64| {
        device.dispatch_json(json!({ "type": "set_preferences", "update": { "mins_for_streak": minutes } }));
    };
    set(&mut device, 50);
    assert_eq!(goals(&device), [("2026-03-03".to_owned(), 50)]);
    let sent = json!({ "mins_for_streak": 50, "mins_for_streak_from": "2026-03-03" });
    assert_eq!(device.request("/preferences/").json(), sent);
    set(&mut device, 40);
    assert_eq!(goals(&device), [("2026-03-03".to_owned(), 40)], "one goal per day");
    device.now += 24 * 3_600_000;
    set(&mut device, 60);
    assert_eq!(goals(&device), [("2026-03-03".to_owned(), 40), ("2026-03-04".to_owned(), 60)]);
    // In the early hours of the next day, which begins at four.
    device.dispatch_json(json!({ "type": "set_preferences", "update": { "day_start_minutes": 240 } }));
    device.now += 17 * 3_600_000;
    set(&mut device, 25);
    assert_eq!(goals(&device), [("2026-03-03".to_owned(), 40), ("2026-03-04".to_owned(), 25)]);
    assert_eq!(device.snapshot().preferences.mins_for_streak, 25);
    device.reload("/app");
    assert_eq!(goals(&device).len(), 2);
}

#[test]
fn s26_offline_goal_changes_keep_their_day() {
    const DAY: i64 = 24 * 3_600_000;
    let (mut device, mut server) = (signed_in(ada()), Server::new(ada()));
    let set = |device: &mut Device, minutes: i64| {
        device.dispatch_json(json!({ "type": "set_preferences", "update": { "mins_for_streak": minutes } }));
    };
    set(&mut device, 50);
    device.fail_all_requests();
    device.now += 5 * DAY;
    set(&mut device, 60);
    device.now += 10 * DAY;
    device.feed(Input::Online);
    exchange(&mut device, &mut server);
    let goals =
        |goals: &[StreakGoal]| -> Vec<_> { goals.iter().map(|goal| (goal.from.to_string(), goal.minutes)).collect() };
    assert_eq!(goals(&server.preferences.goals), [("2026-03-03".to_owned(), 50), ("2026-03-08".to_owned(), 60)]);
    assert_eq!(device.snapshot().preferences.goals, server.preferences.goals);
    // Another device has set a later goal, so this device's goal starts on the same day: earlier days keep their goals.
    set(&mut device, 70);
    device.fail_all_requests();
    let elsewhere = LocalDay::parse("2026-03-20").expect("a day");
    server.preferences.goals.push(StreakGoal { from: elsewhere, minutes: 30 });
    device.now += 3 * DAY;
    device.feed(Input::Online);
    exchange(&mut device, &mut server);
    assert_eq!(goals(&device.snapshot().preferences.goals).last(), Some(&("2026-03-20".to_owned(), 70)));
    assert_eq!(device.snapshot().preferences.goals, server.preferences.goals);
}

#[test]
fn s26_goal_start_days_are_clamped() {
    let day = |text: &str| LocalDay::parse(text).expect("a day");
    let today = day("2026-03-03");
    let goals = |from: &str| vec![StreakGoal { from: day(from), minutes: 50 }];
    for (claimed, goals, expected) in [
        (None, vec![], "2026-03-03"),
        (Some("2026-03-04"), vec![], "2026-03-04"),
        (Some("2026-03-05"), vec![], "2026-03-03"),
        (Some("2026-01-02"), vec![], "2026-01-02"),
        (Some("2026-01-01"), vec![], "2026-03-03"),
        (Some("0001-01-01"), vec![], "2026-03-03"),
        (Some("9999-12-31"), vec![], "2026-03-03"),
        (Some("2026-02-01"), goals("2026-02-01"), "2026-02-01"),
        (Some("2026-02-01"), goals("2026-02-10"), "2026-02-10"),
        (Some("2026-02-01"), goals("2026-03-04"), "2026-03-03"),
        (None, goals("2026-03-04"), "2026-03-03"),
    ] {
        assert_eq!(effective_goal_day(claimed.map(day), &goals, today), day(expected), "{claimed:?} after {goals:?}");
    }
}

#[test]
fn f8_server_response_replaces_all_preferences() {
    let (mut device, mut server) = (signed_in(ada()), Server::new(ada()));
    // Another device.
    (server.preferences.rounds, server.preferences.short_break_minutes) = (7, 11);
    device.dispatch_json(json!({ "type": "set_theme", "theme": "light" }));
    exchange(&mut device, &mut server);
    assert_eq!(device.snapshot().preferences, server.preferences);
    assert_eq!((device.snapshot().timer.rounds, device.snapshot().preferences.theme), (7, Theme::Light));
    // A pending change is newer than the server's preferences.
    device.dispatch_json(json!({ "type": "set_focus_time", "minutes": 50 }));
    device.dispatch_json(json!({ "type": "set_theme", "theme": "dark" }));
    let first = device.request("/preferences/").clone();
    server.respond(&mut device, &first);
    assert_eq!(device.snapshot().preferences.theme, Theme::Dark);
    exchange(&mut device, &mut server);
    assert_eq!(device.snapshot().preferences, server.preferences);
}

/// Announces over the live connection that another device has changed the preferences.
fn announce(device: &mut Device) {
    device.feed(Input::SocketMessage { text: json!({ "type": "preferences_changed" }).to_string() });
}

/// Returns a signed-in device with a live connection, and its server. No request is in flight.
fn live() -> (Device, Server) {
    let (mut device, mut server) = (signed_in(ada()), Server::new(ada()));
    server.preferences.time_zone = "Europe/Berlin".to_owned();
    connect_live(&mut device);
    exchange(&mut device, &mut server);
    (device, server)
}

/// Returns the request for the preferences that is in flight.
fn preferences_request(device: &Device) -> Request {
    let mut requests = device.requests.iter();
    requests
        .find(|request| (request.method.as_str(), request.path.as_str()) == ("GET", "/preferences/"))
        .expect("a preferences request")
        .clone()
}

#[test]
fn f10_stale_preferences_do_not_revert_a_change() {
    let (mut device, mut server) = live();
    announce(&mut device);
    let before = json!(server.preferences).to_string();
    let request = preferences_request(&device);
    device.dispatch_json(json!({ "type": "set_theme", "theme": "light" }));
    let sent = device.requests.iter().find(|request| request.method == "PUT").expect("the change").clone();
    server.respond(&mut device, &sent);
    device.respond_to(request.id, ApiResponse::Received { status: 200, body: before });
    assert_eq!((device.snapshot().preferences.theme, device.stored("theme")), (Theme::Light, Some("light")));
    assert_eq!(device.open_requests(), ["GET /preferences/"]);
    exchange(&mut device, &mut server);
    assert_eq!(device.snapshot().preferences, server.preferences);
    assert_eq!(device.open_requests(), Vec::<String>::new());
}

#[test]
fn f10_failed_requests_do_not_block_later_ones() {
    let (mut device, mut server) = live();
    announce(&mut device);
    device.fail_request("/preferences/");
    server.preferences.theme = Theme::Light;
    announce(&mut device);
    exchange(&mut device, &mut server);
    assert_eq!(device.snapshot().preferences.theme, Theme::Light);
}

#[test]
fn f11_a_change_on_another_device_shows_without_a_reload() {
    let (mut device, mut server) = live();
    (server.preferences.theme, server.preferences.focus_minutes) = (Theme::Light, 40);
    announce(&mut device);
    exchange(&mut device, &mut server);
    assert_eq!((device.stored("theme"), device.stored("focusTime")), (Some("light"), Some("40")));
    assert_eq!((device.snapshot().preferences.theme, device.snapshot().timer.state.minutes), (Theme::Light, 40));
    // Several announcements while a request is in flight lead to one more, which sees them all.
    announce(&mut device);
    server.preferences.rounds = 3;
    let first = preferences_request(&device);
    let before = json!(server.preferences).to_string();
    server.preferences.rounds = 5;
    announce(&mut device);
    announce(&mut device);
    device.respond_to(first.id, ApiResponse::Received { status: 200, body: before });
    assert_eq!(device.snapshot().preferences.rounds, 4, "a response that another change has overtaken");
    assert_eq!(device.open_requests(), ["GET /preferences/"]);
    exchange(&mut device, &mut server);
    assert_eq!(device.snapshot().preferences.rounds, 5);
}

#[test]
fn f11_reconnecting_fetches_changed_preferences() {
    let (mut device, mut server) = live();
    device.feed(Input::SocketClosed { code: 1006 });
    server.preferences.theme = Theme::Light;
    device.fire_alarm(Alarm::Live);
    connect_live(&mut device);
    exchange(&mut device, &mut server);
    assert_eq!(device.snapshot().preferences.theme, Theme::Light);
}

#[test]
fn f11_unsent_changes_override_remote_ones() {
    let (mut device, mut server) = live();
    device.dispatch_json(json!({ "type": "set_focus_time", "minutes": 50 }));
    let sent = device.request("/preferences/").clone();
    (server.preferences.theme, server.preferences.focus_minutes) = (Theme::Light, 40);
    announce(&mut device);
    let request = preferences_request(&device);
    server.respond(&mut device, &request);
    assert_eq!((device.snapshot().preferences.theme, device.snapshot().preferences.focus_minutes), (Theme::Light, 50));
    server.respond(&mut device, &sent);
    exchange(&mut device, &mut server);
    assert_eq!((device.snapshot().preferences.theme, device.snapshot().preferences.focus_minutes), (Theme::Light, 50));
    assert_eq!(device.snapshot().preferences, server.preferences);
}

#[test]
fn f11_stale_responses_do_not_revert_remote_changes() {
    let (mut device, mut server) = live();
    device.dispatch_json(json!({ "type": "set_focus_time", "minutes": 50 }));
    let sent = device.request("/preferences/").clone();
    // The server accepts the change, then one from another device; its response to the first arrives last.
    server.preferences.focus_minutes = 50;
    let response = json!(server.preferences).to_string();
    server.preferences.theme = Theme::Light;
    announce(&mut device);
    let request = preferences_request(&device);
    server.respond(&mut device, &request);
    assert_eq!(device.snapshot().preferences.theme, Theme::Light);
    device.respond_to(sent.id, ApiResponse::Received { status: 200, body: response });
    assert_eq!(device.snapshot().preferences.theme, Theme::Light);
    exchange(&mut device, &mut server);
    assert_eq!(device.snapshot().preferences, server.preferences);
}

#[test]
fn f11_two_open_devices_in_different_zones_do_not_overwrite_each_other() {
    let (mut device, mut server) = live();
    server.preferences.time_zone = "Asia/Tokyo".to_owned();
    announce(&mut device);
    exchange(&mut device, &mut server);
    assert_eq!(server.preferences.time_zone, "Asia/Tokyo");
    device.reload("/app");
    exchange(&mut device, &mut server);
    assert_eq!(server.preferences.time_zone, "Europe/Berlin", "the device in use");
}

#[test]
fn f8_a_differing_time_zone_does_not_loop() {
    let mut device = signed_in(ada());
    let elsewhere = json!(Preferences { time_zone: "Asia/Tokyo".to_owned(), ..Preferences::default() });
    device.dispatch_json(json!({ "type": "set_theme", "theme": "light" }));
    device.respond_with("/preferences/", 200, elsewhere.clone());
    assert_eq!(device.request("/preferences/").json(), json!({ "time_zone": "Europe/Berlin" }));
    device.respond_with("/preferences/", 200, elsewhere);
    assert_eq!(device.open_requests(), Vec::<String>::new());
}

#[test]
fn f7_refused_changes_are_not_shown_as_saved() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "set_focus_time", "minutes": 50 }));
    device.respond_with("/preferences/", 422, refusal("preference_invalid"));
    assert!(device.snapshot().is_saving, "for a second at least");
    device.fire_alarm(Alarm::Saving);
    assert!(!device.snapshot().is_saving);
    device.dispatch_json(json!({ "type": "set_focus_time", "minutes": 40 }));
    device.fire_alarm(Alarm::Saving);
    assert!(device.snapshot().is_saving, "the server is slow");
    device.respond_with("/preferences/", 422, refusal("preference_invalid"));
    assert!(!device.snapshot().is_saving);
    assert!(!device.alarms.contains_key(&Alarm::Saving));
    assert_eq!(device.take_toasts(), Vec::<String>::new());
    assert_eq!(device.snapshot().sync.refused.len(), 2, "the refusals are listed");
    // The next change is saved as usual.
    device.dispatch_json(json!({ "type": "set_focus_time", "minutes": 30 }));
    device.respond_with("/preferences/", 200, json!({}));
    device.fire_alarm(Alarm::Saving);
    assert_eq!(device.take_toasts(), ["Focus time saved successfully!"]);
}

#[test]
fn f6_missing_preferences_get_their_defaults() {
    let mut old = json!(Preferences { theme: Theme::Light, short_break_minutes: 7, ..Preferences::default() });
    let fields = old.as_object_mut().expect("an object");
    for name in [
        "rounds",
        "auto_start_breaks",
        "auto_start_focus",
        "hour_format",
        "focus_sound",
        "ending_sound",
        "volume",
        "background",
        "wallpaper_pages",
        "shortcuts",
        "views",
        "appearance",
        "language",
        "goals",
    ] {
        fields.remove(name).expect("such a field");
    }
    let read = |old: &Value| with_stored(&[("preferences", &old.to_string())]).snapshot().preferences.clone();
    let expected = Preferences { theme: Theme::Light, short_break_minutes: 7, ..Preferences::default() };
    assert_eq!(read(&old), expected);
    // A goal in the old format applied to every day.
    old["mins_for_streak"] = json!(40);
    let goals = read(&old).goals;
    assert_eq!(
        goals.iter().map(|goal| (goal.from.to_string(), goal.minutes)).collect::<Vec<_>>(),
        [("0001-01-01".to_owned(), 40)]
    );
}

#[test]
fn f2_stored_preferences_with_invalid_goals_are_ignored() {
    let read = |goals: Value| {
        let mut stored = json!(Preferences { short_break_minutes: 7, ..Preferences::default() });
        stored["goals"] = goals;
        with_stored(&[("preferences", &stored.to_string())]).snapshot().preferences.short_break_minutes
    };
    let goal = |from: &str, minutes: i64| json!({ "from": from, "minutes": minutes });
    assert_eq!(read(json!([goal("2026-03-03", 30), goal("2026-03-04", 25)])), 7);
    assert_eq!(read(json!([goal("2026-03-04", 30), goal("2026-03-03", 25)])), 5, "not in order");
    assert_eq!(read(json!([goal("2026-03-03", 0)])), 5);
    assert_eq!(read(json!([goal("2026-02-30", 30)])), 5, "no such day");
}

#[test]
fn f7_saving_shows_until_the_server_confirms() {
    let mut device = signed_in(ada());
    let saved = ["Focus time saved successfully!"];
    device.dispatch_json(json!({ "type": "set_focus_time", "minutes": 50 }));
    assert!(device.snapshot().is_saving);
    device.respond_with("/preferences/", 200, json!({}));
    assert!(device.snapshot().is_saving, "for a second at least");
    assert_eq!(device.alarms[&Alarm::Saving], device.now + 1_000);
    device.fire_alarm(Alarm::Saving);
    assert!(!device.snapshot().is_saving);
    assert_eq!(device.take_toasts(), saved);

    device.dispatch_json(json!({ "type": "set_focus_time", "minutes": 40 }));
    device.fire_alarm(Alarm::Saving);
    assert!(device.snapshot().is_saving, "the server is slow");
    assert_eq!(device.take_toasts(), Vec::<String>::new());
    device.respond_with("/preferences/", 200, json!({}));
    assert!(!device.snapshot().is_saving);
    assert_eq!(device.take_toasts(), saved);
    assert!(!device.alarms.contains_key(&Alarm::Saving));
}

#[test]
fn f7_offline_focus_time_is_saved_and_sent_later() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "set_focus_time", "minutes": 50 }));
    device.fail_all_requests();
    device.fire_alarm(Alarm::Saving);
    assert!(!device.snapshot().is_saving);
    assert_eq!(device.take_toasts(), ["Focus time saved successfully!"]);
    assert_eq!(device.unsent_keys().len(), 1);
    // Without any response the indicator is eventually hidden.
    device.fire_alarm(Alarm::Outbox);
    device.dispatch_json(json!({ "type": "set_focus_time", "minutes": 51 }));
    device.alarms.remove(&Alarm::Outbox);
    device.fire_alarm(Alarm::Saving);
    if device.snapshot().is_saving {
        device.fire_alarm(Alarm::Saving);
    }
    assert!(!device.snapshot().is_saving);
    // A signed-out user has no server to wait for.
    let mut stranger = signed_out_device("/");
    stranger.dispatch_json(json!({ "type": "set_focus_time", "minutes": 50 }));
    stranger.fire_alarm(Alarm::Saving);
    assert_eq!((stranger.snapshot().is_saving, stranger.take_toasts().len()), (false, 1));
}

#[test]
fn f5_new_accounts_start_with_browser_choices() {
    let mut device = signed_out_device("/auth?type=signup");
    device.dispatch_json(json!({ "type": "set_theme", "theme": "light" }));
    device.dispatch_json(json!({
        "type": "sign_up", "first_name": "Ada", "last_name": "Byron", "email": "ada@example.com", "password": "correct horse"
    }));
    device.respond_with("/auth/signup/", 200, auth_response(ada(), device.now));
    let sent = device.requests.iter().find(|request| request.method == "PUT").map(Request::json);
    assert_eq!(sent, Some(json!({ "theme": "light" })));
    // The account's preferences from before this change must not revert it.
    let get = device.requests.iter().find(|request| request.path == "/preferences/" && request.method == "GET");
    let get = get.map(|request| request.id).unwrap();
    let body = json!(Preferences::default()).to_string();
    device.respond_to(get, ApiResponse::Received { status: 200, body });
    assert_eq!(device.snapshot().preferences.theme, Theme::Light);
}

#[test]
fn f5_account_preferences_win_on_login() {
    let mut device = signed_out_device("/auth?type=login");
    device.dispatch_json(json!({ "type": "set_theme", "theme": "light" }));
    log_in(&mut device, ada());
    device.respond_with("/preferences/", 200, json!(Preferences::default()));
    assert_eq!(device.snapshot().preferences.theme, Theme::System);
}

#[test]
fn f9_wallpaper_pages_sync_with_the_account() {
    let (mut device, mut server) = (signed_in(ada()), Server::new(ada()));
    assert_eq!(device.snapshot().preferences.wallpaper_pages, WallpaperPages::Every);
    device.dispatch_json(json!({ "type": "set_preferences", "update": { "wallpaper_pages": "home" } }));
    assert_eq!(device.request("/preferences/").json(), json!({ "wallpaper_pages": "home" }));
    exchange(&mut device, &mut server);
    assert_eq!(server.preferences.wallpaper_pages, WallpaperPages::Home);
    device.reload("/app");
    assert_eq!(device.snapshot().preferences.wallpaper_pages, WallpaperPages::Home, "stored in the browser");
}

#[test]
fn f14_language_follows_the_account() {
    let (mut device, mut server) = (signed_in(ada()), Server::new(ada()));
    assert_eq!(device.snapshot().preferences.language, Language::En);
    device.dispatch_json(json!({ "type": "set_preferences", "update": { "language": "de" } }));
    assert_eq!(device.request("/preferences/").json(), json!({ "language": "de" }));
    exchange(&mut device, &mut server);
    assert_eq!(server.preferences.language, Language::De);
    device.reload("/app");
    assert_eq!(device.snapshot().preferences.language, Language::De, "stored in the browser");
}

#[test]
fn f14_language_stays_in_the_browser_after_a_log_out() {
    let (mut device, mut server) = (signed_in(ada()), Server::new(ada()));
    device.dispatch_json(json!({ "type": "set_preferences", "update": { "language": "de", "rounds": 3 } }));
    exchange(&mut device, &mut server);
    device.dispatch_json(json!({ "type": "log_out", "discard_unsent": false }));
    let stored: Preferences = serde_json::from_str(device.stored("preferences").unwrap()).unwrap();
    let expected = Preferences { language: Language::De, ..Preferences::default() };
    assert_eq!(stored, expected, "nothing else stays of the account");
    device.reload("/auth");
    assert_eq!(device.snapshot().preferences.language, Language::De);
    // A new account is in the language in which the user signed up.
    device.dispatch_json(json!({
        "type": "sign_up", "first_name": "Ben", "last_name": "Byron", "email": "ben@example.com", "password": "correct horse"
    }));
    device.respond_with("/auth/signup/", 200, auth_response(ada(), device.now));
    let sent = device.requests.iter().find(|request| request.method == "PUT").map(Request::json);
    assert_eq!(sent, Some(json!({ "language": "de" })));
}

#[test]
fn f12_keyboard_shortcuts_follow_the_account() {
    const SHORTCUTS: &str = r#"{"singleKeys":false,"keys":{"card_move":"v","of_a_newer_version":null}}"#;
    let (mut device, mut server) = (signed_in(ada()), Server::new(ada()));
    device.dispatch_json(json!({ "type": "set_preferences", "update": { "shortcuts": SHORTCUTS } }));
    assert_eq!(device.request("/preferences/").json(), json!({ "shortcuts": SHORTCUTS }));
    exchange(&mut device, &mut server);
    assert_eq!(server.preferences.shortcuts, SHORTCUTS);
    device.reload("/app");
    assert_eq!(device.snapshot().preferences.shortcuts, SHORTCUTS, "stored in the browser");
}

#[test]
fn f12_keyboard_shortcuts_are_at_most_4000_bytes_without_control_characters() {
    let with = |text: String| check(&PreferencesUpdate { shortcuts: Some(text), ..PreferencesUpdate::default() });
    assert_eq!(with("é".repeat(2_000)), Ok(()));
    for refused in ["x".repeat(4_001), "x\0".to_owned(), "x\n".to_owned()] {
        assert_eq!(with(refused), Err(ErrorCode::PreferenceInvalid));
    }
}

#[test]
fn f13_saved_views_follow_the_account() {
    const VIEWS: &str =
        r#"[{"id":"1","name":"Due soon","path":"/app/b/home-1?due=today"},{"of_a_newer_version":null}]"#;
    let (mut device, mut server) = (signed_in(ada()), Server::new(ada()));
    device.dispatch_json(json!({ "type": "set_preferences", "update": { "views": VIEWS } }));
    assert_eq!(device.request("/preferences/").json(), json!({ "views": VIEWS }));
    exchange(&mut device, &mut server);
    assert_eq!(server.preferences.views, VIEWS);
    device.reload("/app");
    assert_eq!(device.snapshot().preferences.views, VIEWS, "stored in the browser");
}

#[test]
fn f13_saved_views_are_at_most_20000_bytes_without_control_characters() {
    let with = |text: String| check(&PreferencesUpdate { views: Some(text), ..PreferencesUpdate::default() });
    assert_eq!(with("é".repeat(10_000)), Ok(()));
    for refused in ["x".repeat(20_001), "x\0".to_owned(), "x\n".to_owned()] {
        assert_eq!(with(refused), Err(ErrorCode::PreferenceInvalid));
    }
}

#[test]
fn f16_the_theme_is_the_devices_until_one_is_chosen() {
    let mut device = signed_out_device("/auth?type=login");
    assert_eq!(device.snapshot().preferences.theme, Theme::System);
    log_in(&mut device, ada());
    device.respond_with("/preferences/", 200, json!(Preferences::default()));
    assert_eq!(device.snapshot().preferences.theme, Theme::System);
}

#[test]
fn f15_the_appearance_follows_the_account() {
    const APPEARANCE: &str = r#"{"accent":"violet","of_a_newer_version":null}"#;
    let (mut device, mut server) = (signed_in(ada()), Server::new(ada()));
    device.dispatch_json(json!({ "type": "set_preferences", "update": { "appearance": APPEARANCE } }));
    assert_eq!(device.request("/preferences/").json(), json!({ "appearance": APPEARANCE }));
    exchange(&mut device, &mut server);
    assert_eq!(server.preferences.appearance, APPEARANCE);
    device.reload("/app");
    assert_eq!(device.snapshot().preferences.appearance, APPEARANCE, "stored in the browser");
}

#[test]
fn f15_the_appearance_stays_in_the_browser_after_a_log_out() {
    const APPEARANCE: &str = r#"{"text_size":"larger","contrast":"high"}"#;
    let (mut device, mut server) = (signed_in(ada()), Server::new(ada()));
    device.dispatch_json(json!({ "type": "set_preferences", "update": { "appearance": APPEARANCE, "rounds": 3 } }));
    exchange(&mut device, &mut server);
    device.dispatch_json(json!({ "type": "log_out", "discard_unsent": false }));
    device.reload("/auth");
    // The time zone is that of the browser.
    let time_zone = "Europe/Berlin".to_owned();
    let expected = Preferences { appearance: APPEARANCE.to_owned(), time_zone, ..Preferences::default() };
    assert_eq!(device.snapshot().preferences, expected, "nothing else stays of the account");
}

#[test]
fn f15_the_appearance_is_at_most_500_bytes_without_control_characters() {
    let with = |text: String| check(&PreferencesUpdate { appearance: Some(text), ..PreferencesUpdate::default() });
    assert_eq!(with("é".repeat(250)), Ok(()));
    for refused in ["x".repeat(501), "x\0".to_owned(), "x\n".to_owned()] {
        assert_eq!(with(refused), Err(ErrorCode::PreferenceInvalid));
    }
}
