//! The timer within the whole core: its card, its tabs, and the behavior at a log-out (SPEC T16 to T45).

use crate::board_deltas::exchange;
use crate::boards::{add_card, add_list, open_new};
use crate::support::device::Device;
use crate::support::server::Server;
use crate::support::{ada, ben, id, log_in, signed_in, signed_out_device};
use core_wasm::app::Input;
use core_wasm::protocol::effect::{Alarm, IoEffect, UiEffect};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::FocusSound;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::FocusSession;
use serde_json::json;

const MINUTE: i64 = 60_000;

/// Returns a signed-in device with an open board of one list with the cards `a` and `b`. No request is in flight.
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
    device.dispatch_json(json!({ "type": "focus_card", "board_id": board_id, "card_id": card_id }));
}

/// Returns the outcome, the card and the revision of the session in flight.
fn sent(device: &Device) -> (String, Option<String>, i64) {
    let body = device.request("/focus-sessions/").json();
    let text = |key: &str| body[key].as_str().map(str::to_owned);
    (text("outcome").expect("an outcome"), text("card_id"), body["revision"].as_i64().expect("a revision"))
}

/// Opens another tab of the same browser, with its storage.
fn tab_beside(device: &Device) -> Device {
    let mut tab = Device::tab(device.now, device.storage.clone(), device.indexed_db.clone());
    tab.start("/app");
    tab
}

/// Delivers what one tab has last stored to another, key by key.
fn copy_storage(from: &Device, to: &mut Device) {
    to.now = from.now;
    for effect in from.last.io_effects.clone() {
        match effect {
            IoEffect::SetLocalStorage { key, value } => to.store_in_other_tab(&key, Some(&value)),
            IoEffect::RemoveLocalStorage { key } => to.store_in_other_tab(&key, None),
            _ => {}
        }
    }
}

fn plays(step: &core_wasm::protocol::effect::Step) -> bool {
    step.ui_effects.iter().any(|effect| matches!(effect, UiEffect::PlayLoop { .. }))
}

#[test]
fn t34_sessions_reference_the_focused_card() {
    let (mut device, board) = with_cards();
    focus(&mut device, board, "a");
    let card = device.snapshot().timer.card.clone().expect("a card");
    assert_eq!((card.title.as_str(), card.board_slug, card.board_id), ("a", device.board().board.slug.clone(), board));
    device.now += 10 * MINUTE;
    focus(&mut device, board, "b");
    assert_eq!(device.snapshot().timer.state.minutes, 15);
    device.fail_all_requests();
    assert_eq!(
        device
            .unsent_keys()
            .iter()
            .filter(|key| device.indexed_db.borrow().texts[*key].contains("focus_session"))
            .count(),
        1
    );
}

#[test]
fn t34_unknown_and_foreign_cards_are_refused() {
    let (mut device, board) = with_cards();
    let unknown = |board: Id, card: Id| {
        crate::support::intent(json!({ "type": "focus_card", "board_id": board, "card_id": card }))
    };
    let card = device.card("a");
    assert_eq!(device.try_dispatch(unknown(board, id(77))), Err(ErrorCode::NotFound));
    assert_eq!(device.try_dispatch(unknown(id(77), card)), Err(ErrorCode::NotFound));
    device.dispatch_json(json!({ "type": "delete_card", "card_id": card }));
    assert_eq!(device.try_dispatch(unknown(board, card)), Err(ErrorCode::NotFound), "the card is in the trash");
    assert!(!device.snapshot().timer.state.is_active);
    assert_eq!(signed_out_device("/app").try_dispatch(unknown(board, card)), Err(ErrorCode::SignedOut));
}

#[test]
fn t35_account_change_clears_the_card() {
    let (mut device, board) = with_cards();
    focus(&mut device, board, "a");
    device.dispatch_json(json!({ "type": "log_out", "discard_unsent": true }));
    assert_eq!((device.snapshot().timer.card.clone(), device.stored("timerSession")), (None, None));
    device.fail_all_requests();
    log_in(&mut device, ben());
    device.dispatch_json(json!({ "type": "start_timer" }));
    assert_eq!(device.snapshot().timer.card, None);
}

#[test]
fn t42_log_out_sends_the_focus_time_first() {
    for is_paused in [false, true] {
        let mut device = signed_in(ada());
        device.dispatch_json(json!({ "type": "start_timer" }));
        device.now += 5 * MINUTE;
        if is_paused {
            device.dispatch_json(json!({ "type": "pause_timer" }));
            assert_eq!(sent(&device).2, 0, "the pause has recorded the session already");
        }
        device.take_effects();
        let log_out = crate::support::intent(json!({ "type": "log_out", "discard_unsent": false }));
        assert_eq!(device.try_dispatch(log_out.clone()), Err(ErrorCode::UnsentChanges));
        let has_notified = device.take_effects().into_iter().any(|effect| matches!(effect, UiEffect::Notify { .. }));
        assert!(!has_notified && device.snapshot().session.is_authenticated);
        assert!(device.snapshot().timer.state.has_previous_session);
        assert_eq!(sent(&device), ("stopped".to_owned(), None, 0));
        let body = device.request("/focus-sessions/").json();
        device.respond_with("/focus-sessions/", 200, json!({ "session": body }));
        assert_eq!(device.try_dispatch(log_out), Ok(()));
        assert!(!device.snapshot().session.is_authenticated && !device.snapshot().timer.state.has_previous_session);
    }
}

#[test]
fn t42_short_or_discarded_focus_does_not_block_log_out() {
    for (milliseconds, discard_unsent) in [(59_999, false), (5 * MINUTE, true)] {
        let mut device = signed_in(ada());
        device.dispatch_json(json!({ "type": "start_timer" }));
        device.now += milliseconds;
        device.dispatch_json(json!({ "type": "log_out", "discard_unsent": discard_unsent }));
        assert!(!device.snapshot().session.is_authenticated && !device.snapshot().timer.state.is_active);
        assert_eq!(device.unsent_keys(), Vec::<String>::new());
    }
}

#[test]
fn t42_focus_time_waits_for_its_account() {
    for (milliseconds, expected) in [(59_999, 0), (5 * MINUTE, 1)] {
        let mut device = signed_in(ada());
        device.dispatch_json(json!({ "type": "start_timer" }));
        ["access_token", "refresh_token"].iter().for_each(|key| device.store_in_other_tab(key, None));
        device.now += milliseconds;
        log_in(&mut device, ben());
        assert!(!device.snapshot().timer.state.is_active);
        assert_eq!(device.snapshot().sync.unsent, 0, "the session belongs to another account");
        let waiting: Vec<String> = device.unsent_keys();
        assert_eq!(waiting.len(), expected);
        assert!(waiting.iter().all(|key| key.starts_with(&ada().to_string())));
    }
}

#[test]
fn t25_an_unknown_state_is_quarantined() {
    let mut device = signed_in(ada());
    device.storage.insert("timerState".to_owned(), "{\"minutes\":\"many\"}".to_owned());
    device.reload("/app");
    assert_eq!((device.snapshot().timer.state.minutes, device.stored("timerState")), (25, None));
    let indexed_db = device.indexed_db.borrow();
    assert_eq!(indexed_db.texts.get("set aside/timerState").map(String::as_str), Some("{\"minutes\":\"many\"}"));
    assert!(device.log.iter().any(|line| line.contains("timerState")));
}

#[test]
fn t27_the_starting_tab_owns_the_sound() {
    let mut device = Device::tab(crate::support::MORNING, [].into(), std::rc::Rc::default());
    device.feed(Input::SoundLockChanged { is_held: true });
    device.start("/app");
    device.dispatch_json(json!({ "type": "start_timer" }));
    assert!(device.last.io_effects.contains(&IoEffect::AcquireSoundLock) && plays(&device.last));
    let mut other = tab_beside(&device);
    assert!(!plays(&other.last));
    other.feed(Input::SoundLockChanged { is_held: true });
    assert!(plays(&other.last));
    device.feed(Input::SoundLockChanged { is_held: false });
    assert_eq!(device.last.ui_effects, [UiEffect::StopSounds]);
    for tab in [&mut device, &mut other] {
        tab.take_effects();
        tab.now += 25 * MINUTE;
        tab.feed(Input::Alarm { alarm: Alarm::TimerEnd });
    }
    assert!(
        device.snapshot().timer.state.is_active && device.take_effects().is_empty(),
        "the tab waits for the sound owner"
    );
    assert!(!other.snapshot().timer.state.is_active && other.take_effects().len() == 3);
    copy_storage(&other, &mut device);
    assert!(!device.snapshot().timer.state.is_active);
    assert!(device.take_effects().iter().all(|effect| *effect == UiEffect::StopSounds));
}

#[test]
fn t27_a_reopened_sound_owner_keeps_playing() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "start_timer" }));
    let mut reloaded = Device::tab(device.now, device.storage.clone(), device.indexed_db.clone());
    reloaded.feed(Input::SoundLockChanged { is_held: true });
    reloaded.start("/app");
    assert!(plays(&reloaded.last));
    assert!(reloaded.alarms.contains_key(&Alarm::TimerEnd));
}

#[test]
fn t39_sound_changes_apply_without_changing_the_phase() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "start_timer" }));
    let before = device.snapshot().timer.clone();
    device
        .dispatch_json(json!({ "type": "set_preferences", "update": { "focus_sound": "rain", "focus_minutes": 50 } }));
    assert!(device.last.ui_effects.contains(&UiEffect::PlayLoop { sound: FocusSound::Rain, volume: 50 }));
    assert_eq!(device.snapshot().timer, before);
    device.dispatch_json(json!({ "type": "set_preferences", "update": { "focus_sound": "none" } }));
    assert!(device.last.ui_effects.contains(&UiEffect::StopSounds));
}

#[test]
fn t36_overrun_choice_in_any_tab_is_sent_once() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "start_timer" }));
    device.now += 60 * MINUTE;
    device.feed(Input::Online);
    let mut other = tab_beside(&device);
    assert_eq!(other.snapshot().timer.overrun, device.snapshot().timer.overrun);
    assert_eq!(device.snapshot().timer.overrun.map(|overrun| (overrun.keep, overrun.trim)), Some((3_600, 1_500)));
    other.dispatch_json(json!({ "type": "resolve_overrun", "choice": "keep" }));
    assert_eq!(other.snapshot().timer.overrun, None);
    copy_storage(&other, &mut device);
    assert_eq!(device.snapshot().timer.overrun, None);
    let indexed_db = other.indexed_db.borrow();
    let mut revisions: Vec<i64> = (indexed_db.texts.values())
        .filter_map(|text| {
            serde_json::from_str::<serde_json::Value>(text).ok()?["focus_session"]["session"]["revision"].as_i64()
        })
        .collect();
    revisions.sort_unstable();
    assert_eq!(revisions, [0, 1]);
}

#[test]
fn t45_editing_the_running_session_starts_a_new_one() {
    for deletes in [false, true] {
        for is_resumed in [false, true] {
            let (mut device, mut server) = (signed_in(ada()), Server::new(ada()));
            device.dispatch_json(json!({ "type": "load_sessions" }));
            exchange(&mut device, &mut server);
            device.dispatch_json(json!({ "type": "start_timer" }));
            device.now += 10 * MINUTE;
            device.dispatch_json(json!({ "type": "pause_timer" }));
            exchange(&mut device, &mut server);
            if is_resumed {
                device.dispatch_json(json!({ "type": "start_timer" }));
                device.now += 5 * MINUTE;
            }
            let known = device.snapshot().focus_sessions.sessions[0].clone();
            device.dispatch_json(match deletes {
                true => json!({ "type": "delete_session", "session_id": known.id }),
                false => json!({ "type": "edit_session", "session_id": known.id, "session": {
                    "start": known.start, "utc_offset": known.utc_offset, "minutes": 7, "board_id": null, "card_id": null,
                } }),
            });
            exchange(&mut device, &mut server);
            if !is_resumed {
                device.dispatch_json(json!({ "type": "start_timer" }));
            }
            device.fire_alarm(Alarm::TimerEnd);
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
