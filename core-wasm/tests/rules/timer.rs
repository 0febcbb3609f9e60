//! The timer within the whole core: its card, its tabs, what leaves with the account (SPEC T16 to T45).

use crate::boards::{add_card, add_list, open_new};
use crate::news::exchange;
use crate::support::device::Device;
use crate::support::server::Server;
use crate::support::{ada, ben, id, log_in, signed_in, stranger};
use core_wasm::app::Input;
use core_wasm::protocol::effect::{Alarm, IoEffect, UiEffect};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::FocusSound;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::FocusSession;
use serde_json::json;

const MINUTE: i64 = 60_000;

/// A signed-in device with an open board of one list, whose cards are `a` and `b`; nothing is on its way.
fn with_cards() -> (Device, Id) {
    let mut device = signed_in(ada());
    let board = open_new(&mut device, "Garden");
    let list = add_list(&mut device, "To do");
    add_card(&mut device, list, "a");
    add_card(&mut device, list, "b");
    (device, board.id)
}

fn focus(device: &mut Device, board_id: Id, title: &str) {
    let card_id = device.card(title);
    device.dispatches(json!({ "type": "focus_card", "board_id": board_id, "card_id": card_id }));
}

/// The outcome, the card and the revision of the session that is on its way.
fn sent(device: &Device) -> (String, Option<String>, i64) {
    let body = device.request("/focus-sessions/").json();
    let text = |key: &str| body[key].as_str().map(str::to_owned);
    (text("outcome").expect("an outcome"), text("card_id"), body["revision"].as_i64().expect("a revision"))
}

/// Another tab of the same browser, with what is stored.
fn tab_beside(device: &Device) -> Device {
    let mut tab = Device::tab(device.now, device.storage.clone(), device.kept.clone());
    tab.start("/app");
    tab
}

/// Hands on what one tab has last stored, key by key.
fn hand_on(from: &Device, to: &mut Device) {
    to.now = from.now;
    for effect in from.last.io.clone() {
        match effect {
            IoEffect::Store { key, value } => to.stored_elsewhere(&key, Some(&value)),
            IoEffect::Remove { key } => to.stored_elsewhere(&key, None),
            _ => {}
        }
    }
}

fn plays(step: &core_wasm::protocol::effect::Step) -> bool {
    step.ui.iter().any(|effect| matches!(effect, UiEffect::PlayLoop { .. }))
}

#[test]
fn t34_a_card_of_a_board_is_focused_on_and_its_session_names_it() {
    let (mut device, board) = with_cards();
    focus(&mut device, board, "a");
    let card = device.shows().timer.card.clone().expect("a card");
    assert_eq!((card.title.as_str(), card.board_slug, card.board_id), ("a", device.board().board.slug.clone(), board));
    device.now += 10 * MINUTE;
    focus(&mut device, board, "b");
    assert_eq!(device.shows().timer.state.minutes, 15);
    device.lose_all();
    assert_eq!(
        device.unsent_keys().iter().filter(|key| device.kept.borrow().texts[*key].contains("focus_session")).count(),
        1
    );
}

#[test]
fn t34_an_unknown_card_and_a_strangers_are_refused() {
    let (mut device, board) = with_cards();
    let unknown = |board: Id, card: Id| {
        crate::support::intent(json!({ "type": "focus_card", "board_id": board, "card_id": card }))
    };
    let card = device.card("a");
    assert_eq!(device.tries(unknown(board, id(77))), Err(ErrorCode::NotFound));
    assert_eq!(device.tries(unknown(id(77), card)), Err(ErrorCode::NotFound));
    device.dispatches(json!({ "type": "delete_card", "card_id": card }));
    assert_eq!(device.tries(unknown(board, card)), Err(ErrorCode::NotFound), "it lies in the trash");
    assert!(!device.shows().timer.state.is_active);
    assert_eq!(stranger("/app").tries(unknown(board, card)), Err(ErrorCode::SignedOut));
}

#[test]
fn t35_the_card_leaves_with_its_account() {
    let (mut device, board) = with_cards();
    focus(&mut device, board, "a");
    device.dispatches(json!({ "type": "log_out", "discard_unsent": true }));
    assert_eq!((device.shows().timer.card.clone(), device.stored("timerSession")), (None, None));
    device.lose_all();
    log_in(&mut device, ben());
    device.dispatches(json!({ "type": "start_timer" }));
    assert_eq!(device.shows().timer.card, None);
}

#[test]
fn t42_what_was_focused_is_sent_before_the_person_logs_out() {
    for is_paused in [false, true] {
        let mut device = signed_in(ada());
        device.dispatches(json!({ "type": "start_timer" }));
        device.now += 5 * MINUTE;
        if is_paused {
            device.dispatches(json!({ "type": "pause_timer" }));
            assert_eq!(sent(&device).2, 0, "a pause has kept it already");
        }
        device.take_effects();
        let log_out = crate::support::intent(json!({ "type": "log_out", "discard_unsent": false }));
        assert_eq!(device.tries(log_out.clone()), Err(ErrorCode::UnsentChanges));
        let told = device.take_effects().into_iter().any(|effect| matches!(effect, UiEffect::Notify { .. }));
        assert!(!told && device.shows().session.is_authenticated);
        assert!(device.shows().timer.state.has_previous_session);
        assert_eq!(sent(&device), ("stopped".to_owned(), None, 0));
        let body = device.request("/focus-sessions/").json();
        device.answer("/focus-sessions/", 200, json!({ "session": body }));
        assert_eq!(device.tries(log_out), Ok(()));
        assert!(!device.shows().session.is_authenticated && !device.shows().timer.state.has_previous_session);
    }
}

#[test]
fn t42_less_than_a_minute_keeps_nobody_and_what_is_discarded_is_gone() {
    for (milliseconds, discard_unsent) in [(59_999, false), (5 * MINUTE, true)] {
        let mut device = signed_in(ada());
        device.dispatches(json!({ "type": "start_timer" }));
        device.now += milliseconds;
        device.dispatches(json!({ "type": "log_out", "discard_unsent": discard_unsent }));
        assert!(!device.shows().session.is_authenticated && !device.shows().timer.state.is_active);
        assert_eq!(device.unsent_keys(), Vec::<String>::new());
    }
}

#[test]
fn t42_what_somebody_focused_waits_for_them_when_somebody_else_logs_in() {
    for (milliseconds, expected) in [(59_999, 0), (5 * MINUTE, 1)] {
        let mut device = signed_in(ada());
        device.dispatches(json!({ "type": "start_timer" }));
        ["access_token", "refresh_token"].iter().for_each(|key| device.stored_elsewhere(key, None));
        device.now += milliseconds;
        log_in(&mut device, ben());
        assert!(!device.shows().timer.state.is_active);
        assert_eq!(device.shows().sync.unsent, 0, "it is nothing to the other");
        let waiting: Vec<String> = device.unsent_keys();
        assert_eq!(waiting.len(), expected);
        assert!(waiting.iter().all(|key| key.starts_with(&ada().to_string())));
    }
}

#[test]
fn t25_a_state_of_an_unknown_shape_is_kept_aside() {
    let mut device = signed_in(ada());
    device.storage.insert("timerState".to_owned(), "{\"minutes\":\"many\"}".to_owned());
    device.reload("/app");
    assert_eq!((device.shows().timer.state.minutes, device.stored("timerState")), (25, None));
    let kept = device.kept.borrow();
    assert_eq!(kept.texts.get("set aside/timerState").map(String::as_str), Some("{\"minutes\":\"many\"}"));
    assert!(device.log.iter().any(|line| line.contains("timerState")));
}

#[test]
fn t27_the_bell_goes_to_the_tab_where_start_was_pressed_and_stays_with_it() {
    let mut device = Device::tab(crate::support::MORNING, [].into(), std::rc::Rc::default());
    device.feed(Input::Ringing { rings: true });
    device.start("/app");
    device.dispatches(json!({ "type": "start_timer" }));
    assert!(device.last.io.contains(&IoEffect::TakeBell) && plays(&device.last));
    let mut other = tab_beside(&device);
    assert!(!plays(&other.last));
    other.feed(Input::Ringing { rings: true });
    assert!(plays(&other.last));
    device.feed(Input::Ringing { rings: false });
    assert_eq!(device.last.ui, [UiEffect::StopSounds]);
    for tab in [&mut device, &mut other] {
        tab.take_effects();
        tab.now += 25 * MINUTE;
        tab.feed(Input::Alarm { alarm: Alarm::TimerEnd });
    }
    assert!(device.shows().timer.state.is_active && device.take_effects().is_empty(), "it waits for the other");
    assert!(!other.shows().timer.state.is_active && other.take_effects().len() == 3);
    hand_on(&other, &mut device);
    assert!(!device.shows().timer.state.is_active);
    assert!(device.take_effects().iter().all(|effect| *effect == UiEffect::StopSounds));
}

#[test]
fn t27_a_tab_that_has_the_bell_when_it_opens_sounds_on() {
    let mut device = signed_in(ada());
    device.dispatches(json!({ "type": "start_timer" }));
    let mut reloaded = Device::tab(device.now, device.storage.clone(), device.kept.clone());
    reloaded.feed(Input::Ringing { rings: true });
    reloaded.start("/app");
    assert!(plays(&reloaded.last));
    assert!(reloaded.alarms.contains_key(&Alarm::TimerEnd));
}

#[test]
fn t39_a_choice_of_sound_is_heard_at_once_and_leaves_the_phase_alone() {
    let mut device = signed_in(ada());
    device.dispatches(json!({ "type": "start_timer" }));
    let before = device.shows().timer.clone();
    device.dispatches(json!({ "type": "set_preferences", "update": { "focus_sound": "rain", "focus_minutes": 50 } }));
    assert!(device.last.ui.contains(&UiEffect::PlayLoop { sound: FocusSound::Rain, volume: 50 }));
    assert_eq!(device.shows().timer, before);
    device.dispatches(json!({ "type": "set_preferences", "update": { "focus_sound": "none" } }));
    assert!(device.last.ui.contains(&UiEffect::StopSounds));
}

#[test]
fn t36_the_person_is_asked_once_in_whatever_tab_and_the_answer_is_sent() {
    let mut device = signed_in(ada());
    device.dispatches(json!({ "type": "start_timer" }));
    device.now += 60 * MINUTE;
    device.feed(Input::Woken);
    let mut other = tab_beside(&device);
    assert_eq!(other.shows().timer.overrun, device.shows().timer.overrun);
    assert_eq!(device.shows().timer.overrun.map(|asked| (asked.keep, asked.trim)), Some((3_600, 1_500)));
    other.dispatches(json!({ "type": "resolve_overrun", "choice": "keep" }));
    assert_eq!(other.shows().timer.overrun, None);
    hand_on(&other, &mut device);
    assert_eq!(device.shows().timer.overrun, None);
    let kept = other.kept.borrow();
    let mut revisions: Vec<i64> = (kept.texts.values())
        .filter_map(|text| {
            serde_json::from_str::<serde_json::Value>(text).ok()?["focus_session"]["session"]["revision"].as_i64()
        })
        .collect();
    revisions.sort_unstable();
    assert_eq!(revisions, [0, 1]);
}

#[test]
fn t45_a_session_under_way_is_as_the_person_has_said_and_the_timer_goes_on_with_another() {
    for deletes in [false, true] {
        for is_resumed in [false, true] {
            let (mut device, mut server) = (signed_in(ada()), Server::new(ada()));
            device.dispatches(json!({ "type": "load_sessions" }));
            exchange(&mut device, &mut server);
            device.dispatches(json!({ "type": "start_timer" }));
            device.now += 10 * MINUTE;
            device.dispatches(json!({ "type": "pause_timer" }));
            exchange(&mut device, &mut server);
            if is_resumed {
                device.dispatches(json!({ "type": "start_timer" }));
                device.now += 5 * MINUTE;
            }
            let known = device.shows().focus_sessions.sessions[0].clone();
            device.dispatches(match deletes {
                true => json!({ "type": "delete_session", "session_id": known.id }),
                false => json!({ "type": "edit_session", "session_id": known.id, "session": {
                    "start": known.start, "utc_offset": known.utc_offset, "minutes": 7, "board_id": null, "card_id": null,
                } }),
            });
            exchange(&mut device, &mut server);
            if !is_resumed {
                device.dispatches(json!({ "type": "start_timer" }));
            }
            device.wait_for(Alarm::TimerEnd);
            exchange(&mut device, &mut server);
            let mut kept: Vec<i64> =
                server.sessions.iter().filter(|session| !session.is_deleted).map(minutes_of).collect();
            kept.sort_unstable();
            assert_eq!(kept, if deletes { vec![15] } else { vec![7, 15] }, "deletes {deletes}, resumed {is_resumed}");
        }
    }
}

fn minutes_of(session: &FocusSession) -> i64 {
    session.segments.iter().map(|segment| segment.end.millis() - segment.start.millis()).sum::<i64>() / MINUTE
}
