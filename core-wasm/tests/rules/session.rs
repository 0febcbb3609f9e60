//! Signing in (SPEC A4 to A19).

use crate::support::device::Device;
use crate::support::server::Server;
use crate::support::{
    MORNING, QUARTER, access_token, ada, ben, refusal, signed_in, signed_in_storage, stranger, user, welcome,
};
use core_wasm::protocol::effect::{Alarm, UiEffect};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::session::token::claims;
use serde_json::json;

const LOGIN: &str = "/auth?type=login";

/// A device that has just opened a page with these tokens stored.
fn opened(path: &str, tokens: &[(&str, &str)]) -> Device {
    let mut device = Device::new(tokens.iter().map(|(key, token)| ((*key).to_owned(), (*token).to_owned())));
    device.start(path);
    device
}

fn is_in(device: &Device) -> bool {
    device.shows().session.is_authenticated
}

fn tokens(device: &Device) -> (Option<&str>, Option<&str>) {
    (device.stored("access_token"), device.stored("refresh_token"))
}

fn log_in(device: &mut Device, account: Id) {
    device.dispatches(json!({ "type": "log_in", "email": user(account).email, "password": "correct horse" }));
    device.answer("/auth/login/", 200, welcome(account, device.now));
}

#[test]
fn a4_without_tokens_nobody_is_signed_in_and_nothing_is_asked() {
    let mut device = Device::new([]);
    assert!(device.shows().session.loading);
    device.start("/");
    assert!(!device.shows().session.loading);
    assert!(!is_in(&device));
    assert_eq!(device.open(), Vec::<String>::new());
    assert_eq!(device.take_paths(), Vec::<String>::new(), "the landing page is for strangers");
}

#[test]
fn a4_empty_tokens_are_no_tokens() {
    assert!(!is_in(&opened("/", &[("access_token", ""), ("refresh_token", "")])));
}

#[test]
fn a5_the_app_opens_before_any_answer() {
    let mut device = Device::new(signed_in_storage(ada()));
    device.start("/app/b");
    assert!(is_in(&device));
    assert!(!device.shows().session.loading);
    assert_eq!(device.shows().user, Some(user(ada())), "the user that was stored");
    assert_eq!(device.open()[0], "POST /auth/validate-token/");
    assert_eq!(device.take_paths(), Vec::<String>::new());
}

#[test]
fn a5_the_app_stays_open_without_a_network() {
    let mut device = Device::new(signed_in_storage(ada()));
    device.start("/app");
    device.lose_all();
    device.lose_all();
    assert!(is_in(&device));
    assert_eq!(device.shows().user, Some(user(ada())));
    device.dispatches(json!({ "type": "add_board", "name": "Made offline" }));
}

#[test]
fn a6_a_valid_token_leads_to_the_users_details() {
    let mut device = Device::new(signed_in_storage(ada()).into_iter().filter(|(key, _)| key != "user"));
    device.start("/app");
    assert_eq!(device.shows().user, None);
    let check = device.request("/auth/validate-token/").clone();
    assert_eq!(check.json(), json!({ "token": access_token(ada(), MORNING + QUARTER) }));
    device.answer("/auth/validate-token/", 200, json!({ "message": "Valid." }));
    assert_eq!(device.request("/user/").bearer, Some(access_token(ada(), MORNING + QUARTER)));
    device.answer("/user/", 200, json!({ "user": [user(ada())] }));
    assert_eq!(device.shows().user, Some(user(ada())));
    assert_eq!(serde_json::from_str(device.stored("user").unwrap()).ok(), Some(user(ada())));
    assert!(device.shows().clock.greeting.contains("Ada"));
}

#[test]
fn a7_a_token_that_is_refused_is_removed_and_renewed() {
    let mut device = Device::new(signed_in_storage(ada()));
    device.start("/app");
    device.answer("/auth/validate-token/", 401, refusal("token_invalid"));
    assert_eq!(tokens(&device), (None, Some("refresh-1")));
    assert!(is_in(&device));
    assert_eq!(device.request("/auth/refresh/").json(), json!({ "refresh_token": "refresh-1" }));
    let fresh = access_token(ada(), MORNING + 2 * QUARTER);
    device.answer("/auth/refresh/", 200, json!({ "access_token": fresh, "refresh_token": "refresh-2" }));
    assert_eq!(tokens(&device), (Some(fresh.as_str()), Some("refresh-2")));
    assert_eq!(device.request("/user/").bearer.as_ref(), Some(&fresh));
}

#[test]
fn a8_without_a_refresh_token_the_login_page_opens() {
    let access = access_token(ada(), MORNING + QUARTER);
    let mut device = opened("/app", &[("access_token", &access)]);
    device.answer("/auth/validate-token/", 401, refusal("token_invalid"));
    assert!(!is_in(&device));
    assert_eq!(tokens(&device), (None, None));
    assert_eq!(device.take_paths(), [LOGIN]);
}

#[test]
fn a8_a_refused_refresh_token_is_removed_too_and_the_login_page_opens() {
    let mut device = opened("/app", &[("refresh_token", "refresh-1")]);
    assert_eq!(device.open(), ["POST /auth/refresh/"]);
    device.answer("/auth/refresh/", 401, refusal("refresh_invalid"));
    assert!(!is_in(&device));
    assert_eq!(tokens(&device), (None, None));
    assert_eq!(device.take_paths(), [LOGIN]);
    assert_eq!(device.open(), Vec::<String>::new(), "nothing that waited for the token is sent");
}

#[test]
fn a8_a_token_that_has_run_out_and_cannot_be_renewed_ends_the_session_at_once() {
    let mut device = opened("/app/b/garden", &[("access_token", &access_token(ada(), MORNING - 1_000))]);
    assert!(!is_in(&device));
    assert_eq!(tokens(&device), (None, None));
    assert!(device.take_paths().iter().all(|path| path == LOGIN));
}

/// Everything that says nothing about a token.
fn uncertain_answers() -> Vec<(u16, String)> {
    vec![
        (401, "<html>Log in to the hotel's network</html>".to_owned()),
        (403, "<html>Blocked by the proxy</html>".to_owned()),
        (404, "Not here".to_owned()),
        (429, refusal("token_invalid").to_string()),
        (500, refusal("internal").to_string()),
        (503, String::new()),
        (200, "<html>Welcome to the hotel</html>".to_owned()),
    ]
}

#[test]
fn a9_only_a_401_with_a_code_means_not_valid() {
    let check = |answer: Option<(u16, String)>| {
        let mut device = Device::new(signed_in_storage(ada()));
        device.start("/app");
        match &answer {
            Some((status, body)) => device.answer_text("/auth/validate-token/", *status, body),
            None => device.lose("/auth/validate-token/"),
        }
        assert!(is_in(&device), "{answer:?}");
        assert_eq!(tokens(&device), (Some(access_token(ada(), MORNING + QUARTER).as_str()), Some("refresh-1")));
        assert_eq!(device.take_paths(), Vec::<String>::new());
        assert!(!device.open().contains(&"POST /auth/refresh/".to_owned()), "{answer:?}");
    };
    uncertain_answers().into_iter().map(Some).chain([None]).for_each(check);
}

#[test]
fn a9_a_renewal_without_a_clear_answer_keeps_the_session() {
    let check = |answer: Option<(u16, String)>| {
        let mut device = opened("/app", &[("refresh_token", "refresh-1")]);
        match &answer {
            Some((status, body)) => device.answer_text("/auth/refresh/", *status, body),
            None => device.lose("/auth/refresh/"),
        }
        assert!(is_in(&device), "{answer:?}");
        assert_eq!(tokens(&device), (None, Some("refresh-1")));
        assert_eq!(device.take_paths(), Vec::<String>::new());
    };
    uncertain_answers().into_iter().map(Some).chain([None]).for_each(check);
}

#[test]
fn a9_a_refusal_under_a_code_that_is_newer_than_the_core_is_one() {
    let mut device = Device::new(signed_in_storage(ada()));
    device.start("/app");
    device.answer("/auth/validate-token/", 401, refusal("token_too_old_for_us"));
    assert_eq!(tokens(&device), (None, Some("refresh-1")));
}

#[test]
fn a10_a_token_that_has_run_out_is_renewed_before_it_is_used() {
    let mut device = signed_in(ada());
    device.now += QUARTER - 5_000;
    device.dispatches(json!({ "type": "load_boards" }));
    assert_eq!(device.open(), ["POST /auth/refresh/"], "within its last seconds it could run out on its way");
    let fresh = access_token(ada(), device.now + QUARTER);
    device.answer("/auth/refresh/", 200, json!({ "access_token": fresh, "refresh_token": "refresh-2" }));
    assert_eq!(device.open(), ["GET /boards/get-boards/"]);
    assert_eq!(device.requests[0].bearer, Some(fresh));
}

#[test]
fn a10_a_token_with_time_left_is_used_as_it_is() {
    let mut device = signed_in(ada());
    device.now += QUARTER - 15_000;
    device.dispatches(json!({ "type": "load_boards" }));
    assert_eq!(device.open(), ["GET /boards/get-boards/"]);
}

#[test]
fn a10_a_device_whose_clock_is_ahead_renews_once_and_works() {
    let mut device = signed_in(ada());
    device.now += 24 * 60 * 60_000;
    device.dispatches(json!({ "type": "load_boards" }));
    let fresh = access_token(ada(), MORNING + QUARTER);
    device.answer("/auth/refresh/", 200, json!({ "access_token": fresh, "refresh_token": "refresh-2" }));
    assert_eq!(device.open(), ["GET /boards/get-boards/"], "a token that was just made is not renewed again");
    device.answer("/boards/get-boards/", 401, refusal("token_expired"));
    assert_eq!(device.open(), ["POST /auth/refresh/"], "the server can tell when it runs out");
}

#[test]
fn a10_an_hour_later_everything_still_works() {
    let mut device = signed_in(ada());
    let mut server = Server::new(ada());
    for _ in 0..4 {
        device.now += QUARTER;
        device.dispatches(json!({ "type": "add_board", "name": "Garden" }));
        while let Some(request) = device.requests.first().cloned() {
            let answer = server.answer(&request, device.now);
            device.settle_by_id(request.id, answer);
        }
    }
    assert_eq!(server.boards.len(), 4);
    assert!(is_in(&device));
}

#[test]
fn a11_a_401_renews_once_for_all_callers_and_repeats_each_once() {
    let mut device = signed_in(ada());
    device.dispatches(json!({ "type": "load_boards" }));
    device.dispatches(json!({ "type": "load_stats" }));
    device.answer("/boards/get-boards/", 401, refusal("token_expired"));
    device.answer("/focus-sessions/", 401, refusal("token_expired"));
    assert_eq!(device.open(), ["POST /auth/refresh/"]);
    let fresh = access_token(ada(), MORNING + 2 * QUARTER);
    device.answer("/auth/refresh/", 200, json!({ "access_token": fresh, "refresh_token": "refresh-2" }));
    assert_eq!(device.open(), ["GET /boards/get-boards/", "GET /focus-sessions/"]);
    assert!(device.requests.iter().all(|request| request.bearer.as_ref() == Some(&fresh)));
    device.answer("/boards/get-boards/", 401, refusal("token_expired"));
    assert!(!is_in(&device), "refused with a token that was just renewed: not repeated for ever");
    assert_eq!(device.take_paths(), [LOGIN]);
}

#[test]
fn a11_a_late_401_uses_the_token_that_was_renewed_meanwhile() {
    let mut device = signed_in(ada());
    device.dispatches(json!({ "type": "load_boards" }));
    device.dispatches(json!({ "type": "load_stats" }));
    device.answer("/boards/get-boards/", 401, refusal("token_expired"));
    let fresh = access_token(ada(), MORNING + 2 * QUARTER);
    device.answer("/auth/refresh/", 200, json!({ "access_token": fresh, "refresh_token": "refresh-2" }));
    device.answer("/focus-sessions/", 401, refusal("token_expired"));
    assert_eq!(device.open(), ["GET /boards/get-boards/", "GET /focus-sessions/"], "no second renewal");
}

#[test]
fn a11_a_renewal_that_is_lost_loses_its_callers_and_the_next_one_tries_again() {
    let mut device = signed_in(ada());
    device.dispatches(json!({ "type": "load_boards" }));
    device.answer("/boards/get-boards/", 401, refusal("token_expired"));
    device.lose("/auth/refresh/");
    assert!(is_in(&device));
    assert_eq!(json!(device.shows().boards_status), "failed", "whoever waited is told");
    device.dispatches(json!({ "type": "load_boards" }));
    assert_eq!(device.open(), ["POST /auth/refresh/"]);
}

#[test]
fn a12_a_stranger_comes_to_the_login_page_and_then_to_where_they_wanted() {
    let mut device = stranger("/app/b/garden-7f3k");
    assert_eq!(device.take_paths(), [LOGIN]);
    device.dispatches(json!({ "type": "visit", "path": "/auth" }));
    log_in(&mut device, ada());
    device.dispatches(json!({ "type": "continue" }));
    assert_eq!(device.take_paths(), ["/app/b/garden-7f3k"]);
}

#[test]
fn a12_only_the_app_asks_for_a_login() {
    for (path, asks) in [
        ("/", false),
        ("/waitlist", false),
        ("/apple", false),
        ("/app", true),
        ("/app/", true),
        ("/app?x=1", true),
        ("/app/settings#sound", true),
    ] {
        assert_eq!(!stranger(path).take_paths().is_empty(), asks, "{path} at first");
        let mut device = stranger("/");
        device.dispatches(json!({ "type": "visit", "path": path }));
        assert_eq!(!device.take_paths().is_empty(), asks, "{path} later");
    }
}

#[test]
fn a13_a_valid_session_stays_where_it_opened_and_only_the_form_forwards() {
    for (path, goes) in [
        ("/app/b/garden", vec![]),
        ("/", vec![]),
        ("/auth", vec!["/app"]),
        ("/auth/", vec!["/app"]),
        ("/auth?type=signup", vec!["/app"]),
    ] {
        let mut device = Device::new(signed_in_storage(ada()));
        device.start(path);
        device.answer("/auth/validate-token/", 200, json!({}));
        device.answer("/user/", 200, json!({ "user": [user(ada())] }));
        assert_eq!(device.take_paths(), goes, "{path}");
    }
}

#[test]
fn a14_a_login_disables_the_form_stores_the_tokens_and_says_that_it_worked() {
    let mut device = stranger("/auth?type=login");
    device.dispatches(json!({ "type": "log_in", "email": " Ada@Example.com", "password": " secret " }));
    assert!(device.shows().session.submitting);
    let sent = device.request("/auth/login/").clone();
    assert_eq!(
        sent.json(),
        json!({ "email": "ada@example.com", "password": " secret " }),
        "a password is kept as typed"
    );
    assert_eq!(sent.bearer, None);
    assert_eq!(
        device.tries(crate::support::intent(json!({ "type": "log_in", "email": "a@b.c", "password": "x" }))),
        Err(ErrorCode::Busy)
    );
    device.answer("/auth/login/", 200, welcome(ada(), MORNING));
    assert!(!device.shows().session.submitting);
    assert!(device.shows().session.welcome);
    assert!(is_in(&device));
    assert_eq!(tokens(&device), (Some(access_token(ada(), MORNING + QUARTER).as_str()), Some("refresh-1")));
    assert_eq!(device.take_toasts(), ["Successfully logged in!"]);
}

#[test]
fn a14_a_signup_says_so_in_its_own_words() {
    let mut device = stranger("/auth?type=signup");
    device.dispatches(json!({ "type": "sign_up", "first_name": " Ada ", "last_name": "Example", "email": "ada@example.com", "password": "correct horse" }));
    assert_eq!(
        device.request("/auth/signup/").json(),
        json!({ "first_name": "Ada", "last_name": "Example", "email": "ada@example.com", "password": "correct horse" })
    );
    device.answer("/auth/signup/", 200, welcome(ada(), MORNING));
    assert_eq!(device.take_toasts(), ["Account created successfully!"]);
    assert_eq!(device.shows().user, Some(user(ada())));
}

#[test]
fn a14_a_failure_is_said_on_the_form_and_in_a_toast() {
    for (answer, code) in [
        (Some((422, refusal("email_taken"))), ErrorCode::EmailTaken),
        (Some((401, refusal("credentials_invalid"))), ErrorCode::CredentialsInvalid),
        (Some((503, json!({}))), ErrorCode::Unavailable),
        (Some((200, json!({ "access_token": 7 }))), ErrorCode::Unavailable),
        (None, ErrorCode::Unavailable),
    ] {
        let mut device = stranger("/auth?type=login");
        device.dispatches(json!({ "type": "log_in", "email": "ada@example.com", "password": "secret" }));
        match answer {
            Some((status, body)) => device.answer("/auth/login/", status, body),
            None => device.lose("/auth/login/"),
        }
        let session = device.shows().session.clone();
        assert_eq!(session.error.map(|error| error.code), Some(code));
        assert!(!session.submitting && !session.is_authenticated && !session.welcome);
        assert_eq!(device.take_toasts(), ["Something went wrong. Please try again."]);
        assert_eq!(tokens(&device), (None, None));
    }
}

#[test]
fn a14_the_other_form_begins_without_the_error_of_the_first() {
    let mut device = stranger("/auth?type=login");
    let bad = json!({ "type": "log_in", "email": "ada", "password": "secret" });
    assert_eq!(device.tries(crate::support::intent(bad)), Err(ErrorCode::EmailInvalid));
    assert!(device.shows().session.error.is_some());
    assert_eq!(device.open(), Vec::<String>::new(), "what cannot be right is not sent");
    device.dispatches(json!({ "type": "visit", "path": "/auth?type=signup" }));
    assert_eq!(device.shows().session.error, None);
}

#[test]
fn a15_the_panel_forwards_after_five_seconds() {
    let mut device = stranger("/auth?type=login");
    log_in(&mut device, ada());
    assert_eq!(device.take_paths(), Vec::<String>::new());
    assert_eq!(device.alarms.get(&Alarm::Forward), Some(&(MORNING + 5_000)));
    device.wait_for(Alarm::Forward);
    assert_eq!(device.take_paths(), ["/app"]);
    assert!(!device.shows().session.welcome);
}

#[test]
fn a15_continue_forwards_at_once_and_only_once() {
    let mut device = stranger("/auth?type=login");
    log_in(&mut device, ada());
    device.dispatches(json!({ "type": "continue" }));
    assert_eq!(device.take_paths(), ["/app"]);
    assert!(!device.alarms.contains_key(&Alarm::Forward));
    device.dispatches(json!({ "type": "continue" }));
    assert_eq!(device.take_paths(), Vec::<String>::new());
}

#[test]
fn a15_leaving_the_panel_by_another_way_is_not_overruled() {
    let mut device = stranger("/auth?type=login");
    log_in(&mut device, ada());
    device.dispatches(json!({ "type": "visit", "path": "/app/stats" }));
    assert!(!device.alarms.contains_key(&Alarm::Forward));
    assert!(!device.shows().session.welcome);
    assert_eq!(device.take_paths(), Vec::<String>::new());
}

#[test]
fn a16_logging_out_is_refused_while_changes_wait_and_sends_them() {
    let mut device = signed_in(ada());
    device.dispatches(json!({ "type": "add_board", "name": "Garden" }));
    device.lose("/boards/create-board/");
    assert_eq!(device.open(), Vec::<String>::new(), "a pause is running");
    let log_out = |discard: bool| crate::support::intent(json!({ "type": "log_out", "discard_unsent": discard }));
    assert_eq!(device.tries(log_out(false)), Err(ErrorCode::UnsentChanges));
    assert!(is_in(&device));
    assert_eq!(device.shows().boards.len(), 1);
    assert_eq!(device.open(), ["POST /boards/create-board/"], "sent at once, so that the next try can succeed");
    device.answer("/boards/create-board/", 200, json!({ "board": device.shows().boards[0] }));
    assert_eq!(device.tries(log_out(false)), Ok(()));
    assert!(!is_in(&device));
}

#[test]
fn a16_then_the_accounts_data_leaves_the_browser() {
    let mut device = signed_in(ada());
    device.storage.insert("city".to_owned(), "Potsdam".to_owned());
    device.storage.insert(format!("outbox/{}/0-written-by-a-newer-version", ada()), "{}".to_owned());
    let theirs = format!("outbox/{}/{}", ben(), crate::support::id(9));
    device.storage.insert(theirs.clone(), "{}".to_owned());
    device.reload("/app");
    device.lose_all();
    device.dispatches(json!({ "type": "set_theme", "theme": "light" }));
    device.dispatches(json!({ "type": "set_focus_time", "minutes": 50 }));
    device.dispatches(json!({ "type": "add_board", "name": "Garden" }));
    device.dispatches(json!({ "type": "start_timer" }));
    device.take_effects();
    device.dispatches(json!({ "type": "log_out", "discard_unsent": true }));
    let left: Vec<&str> = device.storage.keys().map(String::as_str).collect();
    assert_eq!(left, ["city", theirs.as_str(), "theme"], "what belongs to the browser or to others stays");
    let shown = device.shows();
    assert_eq!((shown.boards.len(), shown.user.clone(), shown.sync.unsent), (0, None, 0));
    assert!(!shown.clock.greeting.contains("Ada"));
    assert_eq!((shown.timer.state.is_active, shown.timer.state.minutes), (false, 25));
    assert_eq!(device.request("/auth/logout/").json(), json!({ "refresh_token": "refresh-1" }));
    assert!(device.take_effects().contains(&UiEffect::StopSounds));
    device.reload("/app");
    assert!(!is_in(&device));
    assert_eq!(device.shows().boards, []);
}

#[test]
fn a16_an_answer_that_comes_after_the_log_out_shows_nothing() {
    let mut device = signed_in(ada());
    device.dispatches(json!({ "type": "load_boards" }));
    device.dispatches(json!({ "type": "log_out", "discard_unsent": false }));
    let board = core_wasm::board::reduce::new_board(
        crate::support::id(5),
        core_wasm::protocol::text::BoardName::parse("Secret").unwrap(),
        core_wasm::protocol::text::Slug::parse("secret").unwrap(),
    );
    device.answer("/boards/get-boards/", 200, json!([board]));
    assert_eq!(device.shows().boards, []);
}

#[test]
fn a17_another_tabs_log_out_ends_the_session_here() {
    let mut device = signed_in(ada());
    device.stored_elsewhere("access_token", None);
    device.stored_elsewhere("refresh_token", None);
    assert!(!is_in(&device));
    assert_eq!(device.shows().user, None);
    assert_eq!(device.take_paths(), [LOGIN]);
}

#[test]
fn a17_another_tabs_login_holds_here_and_goes_where_this_tab_wanted() {
    let mut device = stranger("/app/stats");
    device.dispatches(json!({ "type": "visit", "path": "/auth" }));
    device.take_effects();
    device.stored_elsewhere("access_token", Some(&access_token(ada(), MORNING + QUARTER)));
    assert!(!is_in(&device), "only one of two texts has come");
    device.stored_elsewhere("refresh_token", Some("refresh-1"));
    assert!(is_in(&device));
    assert_eq!(device.take_paths(), ["/app/stats"]);
}

#[test]
fn a17_tokens_that_another_tab_renewed_are_used_here() {
    let mut device = signed_in(ada());
    device.now += QUARTER;
    let fresh = access_token(ada(), device.now + QUARTER);
    device.stored_elsewhere("access_token", Some(&fresh));
    device.stored_elsewhere("refresh_token", Some("refresh-2"));
    device.dispatches(json!({ "type": "load_boards" }));
    assert_eq!(device.open(), ["GET /boards/get-boards/"], "no renewal of its own");
    assert_eq!(device.requests[0].bearer, Some(fresh));
}

#[test]
fn a17_a_renewal_that_another_tab_was_faster_with_is_not_the_end() {
    let mut device = signed_in(ada());
    device.now += QUARTER;
    device.dispatches(json!({ "type": "load_boards" }));
    let fresh = access_token(ada(), device.now + QUARTER);
    device.stored_elsewhere("access_token", Some(&fresh));
    device.stored_elsewhere("refresh_token", Some("refresh-2"));
    device.answer("/auth/refresh/", 401, refusal("refresh_invalid"));
    assert!(is_in(&device));
    assert_eq!(device.open(), ["GET /boards/get-boards/"]);
    assert_eq!(device.requests[0].bearer, Some(fresh));
    assert_eq!(device.stored("refresh_token"), Some("refresh-2"));
}

#[test]
fn a18_what_an_ended_session_has_not_sent_waits_for_that_account() {
    let mut device = signed_in(ada());
    device.dispatches(json!({ "type": "add_board", "name": "Ada's garden" }));
    device.answer("/boards/create-board/", 401, refusal("token_expired"));
    device.answer("/auth/refresh/", 401, refusal("refresh_invalid"));
    assert!(!is_in(&device));
    assert_eq!(device.shows().boards, []);
    assert_eq!(device.unsent_keys().len(), 1);

    log_in(&mut device, ben());
    assert_eq!(device.shows().boards, [], "nobody sees another account's data");
    assert_eq!(device.shows().sync.unsent, 0);
    assert!(!device.open().contains(&"POST /boards/create-board/".to_owned()), "or sends it");
    assert_eq!(device.unsent_keys().len(), 1);
    device.lose_all();
    device.dispatches(json!({ "type": "log_out", "discard_unsent": true }));
    assert_eq!(device.unsent_keys().len(), 1, "Ben's log-out is not Ada's");

    device.lose_all();
    log_in(&mut device, ada());
    assert_eq!(device.shows().sync.unsent, 1);
    assert_eq!(device.shows().boards.len(), 1);
    assert_eq!(device.request("/boards/create-board/").json()["name"], "Ada's garden");
}

#[test]
fn a18_what_was_sent_before_the_session_ended_is_not_sent_again() {
    let mut device = signed_in(ada());
    device.dispatches(json!({ "type": "add_board", "name": "Garden" }));
    device.reload("/app");
    device.answer("/boards/create-board/", 200, json!({ "board": device.shows().boards[0] }));
    assert_eq!(device.unsent_keys(), Vec::<String>::new());
    device.answer("/boards/", 401, refusal("token_expired"));
    device.answer("/auth/refresh/", 401, refusal("refresh_invalid"));
    device.lose_all();
    log_in(&mut device, ada());
    assert_eq!(device.shows().sync.unsent, 0);
    assert!(!device.open().contains(&"POST /boards/create-board/".to_owned()));
}

#[test]
fn a18_a_login_by_somebody_else_drops_what_is_on_its_way() {
    let mut device = signed_in(ada());
    device.dispatches(json!({ "type": "load_boards" }));
    device.dispatches(json!({ "type": "add_board", "name": "Ada's garden" }));
    let (asked, sent) = (device.request("/boards/get-boards/").id, device.request("/boards/create-board/").id);
    log_in(&mut device, ben());
    let ours = core_wasm::board::reduce::new_board(
        crate::support::id(5),
        core_wasm::protocol::text::BoardName::parse("Ada's secret").unwrap(),
        core_wasm::protocol::text::Slug::parse("secret").unwrap(),
    );
    let arrived = |body: serde_json::Value| core_wasm::call::Answer::Arrived { status: 200, body: body.to_string() };
    device.settle_by_id(asked, arrived(json!([ours])));
    assert_eq!(device.shows().boards, []);
    device.settle_by_id(sent, arrived(json!({ "board": ours })));
    assert_eq!(device.shows().boards, []);
    assert_eq!(device.shows().user.as_ref().map(|user| user.id), Some(ben()));
}

#[test]
fn a18_what_waits_for_a_token_is_not_sent_with_somebody_elses() {
    let mut device = signed_in(ada());
    device.now += QUARTER;
    device.dispatches(json!({ "type": "add_board", "name": "Ada's garden" }));
    assert_eq!(device.open(), ["POST /auth/refresh/"]);
    device.stored_elsewhere("access_token", Some(&access_token(ben(), device.now + QUARTER)));
    device.stored_elsewhere("refresh_token", Some("refresh-of-ben"));
    assert!(is_in(&device));
    assert_eq!(device.shows().boards, []);
    assert_eq!(device.shows().user, None, "until Ben's details have come");
    assert_eq!(device.shows().sync.unsent, 0);
    let stale = device.request("/auth/refresh/").id;
    let renewed = json!({ "access_token": access_token(ada(), device.now + QUARTER), "refresh_token": "refresh-2" });
    device.settle_by_id(stale, core_wasm::call::Answer::Arrived { status: 200, body: renewed.to_string() });
    assert!(!device.open().iter().any(|request| request.contains("create-board")));
    assert_eq!(device.stored("refresh_token"), Some("refresh-of-ben"));
    assert_eq!(device.unsent_keys().len(), 1);
}

#[test]
fn a18_a_stored_user_who_is_not_the_tokens_owner_is_not_shown() {
    let mut stored: std::collections::BTreeMap<_, _> = signed_in_storage(ada()).into();
    stored.insert("access_token".to_owned(), access_token(ben(), MORNING + QUARTER));
    let mut device = Device::at(MORNING, stored);
    device.start("/app");
    assert!(is_in(&device));
    assert_eq!(device.shows().user, None);
}

#[test]
fn a19_end_and_account_are_read_from_the_token() {
    let claims = claims(&access_token(ada(), MORNING + QUARTER)).unwrap();
    assert_eq!((claims.account, claims.expires_at.millis()), (ada(), MORNING + QUARTER));
}

#[test]
fn a19_anything_else_is_the_servers_to_judge() {
    // The payloads are nothing, `{}`, `{"sub":7}` and `{}` with the padding that a JWT does not have.
    let unreadable = ["opaque", "a.b.c", "..", "e30.e30.e30", "ä.ö.ü", "e30.eyJzdWIiOjd9.x", "e30.e30=.x"];
    for token in unreadable {
        assert_eq!(claims(token), None, "{token}");
        let mut device = opened("/app", &[("access_token", token), ("refresh_token", "refresh-1")]);
        assert!(is_in(&device));
        assert_eq!(device.open(), ["POST /auth/validate-token/"], "{token} is shown to the server");
        device.answer("/auth/validate-token/", 200, json!({}));
        device.answer("/user/", 200, json!({ "user": [user(ada())] }));
        assert_eq!(device.open(), ["GET /preferences/"], "whose it is, the server has told");
    }
    let far = access_token(ada(), i64::MAX);
    assert!(claims(&far).is_none_or(|claims| claims.expires_at.millis() > 0), "no end is too far to be read");
}
