//! Signing in and out, and separation of accounts (SPEC A12 to A18).

use crate::support::device::Device;
use crate::support::{
    LOGIN, MORNING, TOKEN_LIFETIME_MS, access_token, ada, auth_response, ben, id, intent, is_signed_in, log_in, opened,
    refusal, signed_in, signed_in_storage, signed_out_device, tokens, user,
};
use core_wasm::app::Input;
use core_wasm::board::reduce::new_board;
use core_wasm::protocol::effect::{Alarm, IoEffect, UiEffect};
use core_wasm::protocol::email::EmailError;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::Board;
use core_wasm::protocol::response::ApiResponse;
use core_wasm::protocol::text::{BoardName, Slug};
use serde_json::json;

/// Returns a board that Ben must not see.
fn adas_secret() -> Board {
    new_board(id(5), BoardName::parse("Ada's secret").expect("a name"), Slug::parse("secret").expect("a slug"))
}

/// Returns the stored return path of a login with Google, for any account.
pub(crate) fn wanted(path: &str) -> String {
    json!({ "path": path, "account": null }).to_string()
}

/// Returns the page that opens when Google redirects back after a login started on this page.
fn back_from_google(device: &mut Device) -> Device {
    device.dispatch_json(json!({ "type": "visit", "path": LOGIN }));
    device.dispatch_json(json!({ "type": "google_log_in", "invitation": null }));
    device.respond_with("/auth/google/", 200, json!({ "auth_url": "https://accounts.google.com/o" }));
    let mut back = Device::new(device.storage.clone());
    back.start("/auth?type=login&google=complete");
    back
}

#[test]
fn a12_login_redirects_back_to_the_requested_page() {
    let mut device = signed_out_device("/app/b/garden-7f3k");
    assert_eq!(device.take_paths(), [LOGIN]);
    device.dispatch_json(json!({ "type": "visit", "path": "/auth" }));
    log_in(&mut device, ada());
    device.dispatch_json(json!({ "type": "continue" }));
    assert_eq!(device.take_paths(), ["/app/b/garden-7f3k"]);
}

#[test]
fn a12_google_login_redirects_back_too() {
    let mut device = signed_out_device("/app/b/garden-7f3k?card=1");
    let mut back = back_from_google(&mut device);
    assert_eq!(back.stored("wantedPath"), None, "the path is used only once");
    back.respond_with("/auth/google/complete/", 200, auth_response(ada(), MORNING));
    back.take_effects();
    back.dispatch_json(json!({ "type": "continue" }));
    assert_eq!(back.take_paths(), ["/app/b/garden-7f3k?card=1"]);
}

#[test]
fn a12_a_failed_google_login_keeps_the_return_path() {
    let mut device = opened("/auth?type=login&google=failed", &[("wantedPath", &wanted("/app/stats"))]);
    log_in(&mut device, ada());
    device.take_effects();
    device.dispatch_json(json!({ "type": "continue" }));
    assert_eq!(device.take_paths(), ["/app/stats"]);
}

#[test]
fn a12_return_paths_are_limited_to_the_app() {
    for (stored, path) in [
        ("https://evil.example/app/b", "/auth?type=login&google=failed"),
        ("//evil.example/app", "/auth?type=login&google=failed"),
        ("javascript:alert(1)", "/auth?type=login&google=failed"),
        ("/apple", "/auth?type=login&google=failed"),
        ("/app/b/of-another", "/auth?type=login"),
        ("/app/b/of-another", "/"),
    ] {
        let mut device = opened(path, &[("wantedPath", &wanted(stored))]);
        log_in(&mut device, ada());
        device.take_effects();
        device.dispatch_json(json!({ "type": "continue" }));
        assert_eq!(device.take_paths(), ["/app"], "{stored} at {path}");
    }
    // A user who starts a login with Google without a requested page is redirected to Home.
    let mut device = opened(LOGIN, &[("wantedPath", &wanted("/app/b/of-another"))]);
    device.dispatch_json(json!({ "type": "google_log_in", "invitation": null }));
    device.respond_with("/auth/google/", 200, json!({ "auth_url": "https://accounts.google.com/o" }));
    assert_eq!(device.stored("wantedPath"), None);
}

#[test]
fn a12_only_app_pages_require_a_login() {
    for (path, asks) in [
        ("/", false),
        ("/waitlist", false),
        ("/apple", false),
        ("/app", true),
        ("/app/", true),
        ("/app?x=1", true),
        ("/app/settings#sound", true),
    ] {
        assert_eq!(!signed_out_device(path).take_paths().is_empty(), asks, "{path} at first");
        let mut device = signed_out_device("/");
        device.dispatch_json(json!({ "type": "visit", "path": path }));
        assert_eq!(!device.take_paths().is_empty(), asks, "{path} later");
    }
}

#[test]
fn a13_a_valid_session_keeps_its_page_and_only_auth_redirects() {
    for (path, goes) in [
        ("/app/b/garden", vec![]),
        ("/", vec![]),
        ("/auth", vec!["/app"]),
        ("/auth/", vec!["/app"]),
        ("/auth?type=signup", vec!["/app"]),
    ] {
        let mut device = Device::new(signed_in_storage(ada()));
        device.start(path);
        device.respond_with("/auth/validate-token/", 200, json!({}));
        device.respond_with("/user/", 200, json!({ "user": [user(ada())] }));
        assert_eq!(device.take_paths(), goes, "{path}");
    }
}

#[test]
fn a14_login_disables_the_form_and_stores_the_tokens() {
    let mut device = signed_out_device("/auth?type=login");
    device.dispatch_json(json!({ "type": "log_in", "email": " Ada@Example.com", "password": " secret " }));
    assert!(device.snapshot().session.submitting);
    let sent = device.request("/auth/login/").clone();
    assert_eq!(sent.json(), json!({ "email": "ada@example.com", "password": " secret " }), "passwords are not trimmed");
    assert_eq!(sent.bearer, None);
    assert_eq!(
        device.try_dispatch(intent(json!({ "type": "log_in", "email": "a@b.c", "password": "x" }))),
        Err(ErrorCode::Busy)
    );
    device.respond_with("/auth/login/", 200, auth_response(ada(), MORNING));
    assert!(!device.snapshot().session.submitting);
    assert!(device.snapshot().session.welcome);
    assert!(is_signed_in(&device));
    assert_eq!(tokens(&device), (Some(access_token(ada(), MORNING + TOKEN_LIFETIME_MS).as_str()), Some("refresh-1")));
    assert_eq!(device.take_toasts(), ["Successfully logged in!"]);
}

#[test]
fn a1_a_form_names_the_problem_of_an_email() {
    let mut device = signed_out_device("/auth?type=login");
    let refused =
        device.feed(Input::Intent { intent: intent(json!({ "type": "log_in", "email": "ada@", "password": "x" })) });
    let error = device.snapshot().session.error.clone();
    assert_eq!(refused, error);
    assert_eq!(error.map(|error| error.message), Some(EmailError::NoDomain.sentence().to_owned()));
}

#[test]
fn a14_sign_up_has_its_own_success_message() {
    let mut device = signed_out_device("/auth?type=signup");
    device.dispatch_json(json!({ "type": "sign_up", "first_name": " Ada ", "last_name": "Example", "email": "ada@example.com", "password": "correct horse" }));
    assert_eq!(
        device.request("/auth/signup/").json(),
        json!({ "first_name": "Ada", "last_name": "Example", "email": "ada@example.com", "password": "correct horse" })
    );
    device.respond_with("/auth/signup/", 200, auth_response(ada(), MORNING));
    assert_eq!(device.take_toasts(), ["Account created successfully!"]);
    assert_eq!(device.snapshot().user, Some(user(ada())));
}

#[test]
fn a14_failures_show_on_the_form_and_in_a_toast() {
    for (response, code) in [
        (Some((401, refusal("credentials_invalid"))), ErrorCode::CredentialsInvalid),
        (Some((422, refusal("a_code_that_is_newer_than_the_core"))), ErrorCode::Internal),
        (Some((503, json!({}))), ErrorCode::Unavailable),
        (Some((200, json!({ "access_token": 7 }))), ErrorCode::Unavailable),
        (None, ErrorCode::Unavailable),
    ] {
        let mut device = signed_out_device("/auth?type=login");
        device.dispatch_json(json!({ "type": "log_in", "email": "ada@example.com", "password": "secret" }));
        match response {
            Some((status, body)) => device.respond_with("/auth/login/", status, body),
            None => device.fail_request("/auth/login/"),
        }
        let session = device.snapshot().session.clone();
        assert_eq!(session.error.map(|error| error.code), Some(code));
        assert!(!session.submitting && !session.is_authenticated && !session.welcome);
        assert_eq!(device.take_toasts(), ["Something went wrong. Please try again."]);
        assert_eq!(tokens(&device), (None, None));
    }
}

#[test]
fn a14_errors_with_a_form_message_show_no_toast() {
    for (status, code) in [
        (422, "email_taken"),
        (422, "password_common"),
        (422, "first_name_required"),
        (403, "invitation_required"),
        (429, "too_many_requests"),
    ] {
        let mut device = signed_out_device("/auth?type=login");
        device.dispatch_json(json!({ "type": "log_in", "email": "ada@example.com", "password": "secret" }));
        device.respond_with("/auth/login/", status, refusal(code));
        assert!(device.snapshot().session.error.is_some(), "{code}");
        assert_eq!(device.take_toasts(), Vec::<String>::new(), "{code}");
    }
}

#[test]
fn a14_a_new_attempt_dismisses_the_previous_toast() {
    let dismissals = |device: &mut Device| {
        let effects = device.take_effects();
        effects.iter().filter(|effect| **effect == UiEffect::DismissErrors).count()
    };
    let form = |email: &str| json!({ "type": "log_in", "email": email, "password": "secret" });
    let mut device = signed_out_device("/auth?type=login");
    device.dispatch_json(form("ada@example.com"));
    assert_eq!(dismissals(&mut device), 0, "nothing has failed yet");
    device.fail_request("/auth/login/");
    device.take_effects();
    assert_eq!(device.try_dispatch(intent(form("ada"))), Err(ErrorCode::EmailInvalid));
    assert_eq!(dismissals(&mut device), 1, "a field error dismisses the toast");
    device.dispatch_json(form("ada@example.com"));
    device.fail_request("/auth/login/");
    device.take_effects();
    log_in(&mut device, ada());
    assert_eq!(dismissals(&mut device), 1, "a success dismisses the toast");

    let mut device = signed_out_device("/auth?type=login");
    device.dispatch_json(json!({ "type": "google_log_in", "invitation": null }));
    device.fail_request("/auth/google/");
    device.take_effects();
    log_in(&mut device, ada());
    assert_eq!(dismissals(&mut device), 1, "a failed login with Google too");
}

#[test]
fn a14_switching_forms_clears_the_error() {
    let mut device = signed_out_device("/auth?type=login");
    let bad = json!({ "type": "log_in", "email": "ada", "password": "secret" });
    assert_eq!(device.try_dispatch(intent(bad)), Err(ErrorCode::EmailInvalid));
    assert!(device.snapshot().session.error.is_some());
    assert_eq!(device.open_requests(), Vec::<String>::new(), "what cannot be right is not sent");
    device.dispatch_json(json!({ "type": "visit", "path": "/auth?type=signup" }));
    assert_eq!(device.snapshot().session.error, None);
}

#[test]
fn a15_the_panel_forwards_after_five_seconds() {
    let mut device = signed_out_device("/auth?type=login");
    log_in(&mut device, ada());
    assert_eq!(device.take_paths(), Vec::<String>::new());
    assert_eq!(device.alarms.get(&Alarm::WelcomeEnd), Some(&(MORNING + 5_000)));
    device.fire_alarm(Alarm::WelcomeEnd);
    assert_eq!(device.take_paths(), ["/app"]);
    assert!(!device.snapshot().session.welcome);
}

#[test]
fn a15_continue_forwards_at_once_and_only_once() {
    let mut device = signed_out_device("/auth?type=login");
    log_in(&mut device, ada());
    device.dispatch_json(json!({ "type": "continue" }));
    assert_eq!(device.take_paths(), ["/app"]);
    assert!(!device.alarms.contains_key(&Alarm::WelcomeEnd));
    device.dispatch_json(json!({ "type": "continue" }));
    assert_eq!(device.take_paths(), Vec::<String>::new());
}

#[test]
fn a15_navigating_away_cancels_the_forward() {
    let mut device = signed_out_device("/auth?type=login");
    log_in(&mut device, ada());
    device.dispatch_json(json!({ "type": "visit", "path": "/app/stats" }));
    assert!(!device.alarms.contains_key(&Alarm::WelcomeEnd));
    assert!(!device.snapshot().session.welcome);
    assert_eq!(device.take_paths(), Vec::<String>::new());
}

#[test]
fn a16_log_out_is_refused_with_unsent_changes_and_sends_them() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "add_board", "name": "Garden" }));
    device.fail_request("/boards/create-board/");
    assert_eq!(device.open_requests(), Vec::<String>::new(), "a pause is running");
    let log_out = |discard: bool| intent(json!({ "type": "log_out", "discard_unsent": discard }));
    assert_eq!(device.try_dispatch(log_out(false)), Err(ErrorCode::UnsentChanges));
    assert!(is_signed_in(&device));
    assert_eq!(device.snapshot().boards.len(), 1);
    assert_eq!(
        device.open_requests(),
        ["POST /boards/create-board/"],
        "sent at once, so that the next try can succeed"
    );
    device.respond_with("/boards/create-board/", 200, json!({ "board": device.snapshot().boards[0] }));
    assert_eq!(device.try_dispatch(log_out(false)), Ok(()));
    assert!(!is_signed_in(&device));
}

#[test]
fn a16_log_out_is_refused_while_storage_is_loading() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "add_board", "name": "Garden" }));
    let mut page = Device::tab(device.now, device.storage.clone(), device.indexed_db.clone());
    page.defers_reads = true;
    page.start("/app");
    let log_out = intent(json!({ "type": "log_out", "discard_unsent": false }));
    assert_eq!(page.try_dispatch(log_out.clone()), Err(ErrorCode::UnsentChanges));
    page.deliver_read();
    assert_eq!((page.snapshot().sync.unsent, page.unsent_keys().len()), (1, 1));
    assert_eq!(page.try_dispatch(log_out.clone()), Err(ErrorCode::UnsentChanges));
    let mut other = Device::tab(device.now, device.storage.clone(), std::rc::Rc::default());
    other.defers_reads = true;
    other.start("/app");
    assert_eq!(other.try_dispatch(log_out.clone()), Err(ErrorCode::UnsentChanges));
    other.deliver_read();
    assert_eq!(other.try_dispatch(log_out), Ok(()), "nothing is unsent");
}

#[test]
fn a16_log_out_deletes_local_account_data() {
    let mut device = signed_in(ada());
    device.storage.insert("city".to_owned(), "Potsdam".to_owned());
    device.storage.insert("of-another-page".to_owned(), "x".to_owned());
    device.storage.insert(format!("outbox/{}/0-written-by-a-newer-version", ada()), "{}".to_owned());
    let theirs = format!("outbox/{}/{}", ben(), id(9));
    device.storage.insert(theirs.clone(), "{}".to_owned());
    device.reload("/app");
    device.fail_all_requests();
    device.dispatch_json(json!({ "type": "set_theme", "theme": "light" }));
    device.dispatch_json(json!({ "type": "set_focus_time", "minutes": 50 }));
    device.dispatch_json(json!({ "type": "add_board", "name": "Garden" }));
    device.dispatch_json(json!({ "type": "start_timer" }));
    device.take_effects();
    device.dispatch_json(json!({ "type": "log_out", "discard_unsent": true }));
    let left: Vec<&str> = device.storage.keys().map(String::as_str).collect();
    let kept = ["greetings", "of-another-page", theirs.as_str(), "theme"];
    assert_eq!(left, kept, "what belongs to the browser or to others stays");
    let shown = device.snapshot();
    assert_eq!((shown.boards.len(), shown.user.clone(), shown.sync.unsent), (0, None, 0));
    assert!(!shown.clock.greeting.contains("Ada"));
    assert_eq!((shown.timer.state.is_active, shown.timer.state.minutes), (false, 25));
    assert_eq!(device.request("/auth/logout/").json(), json!({ "refresh_token": "refresh-1" }));
    assert!(device.take_effects().contains(&UiEffect::StopSounds));
    device.reload("/app");
    assert!(!is_signed_in(&device));
    assert_eq!(device.snapshot().boards, []);
}

#[test]
fn a16_responses_after_log_out_are_ignored() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "load_boards" }));
    device.dispatch_json(json!({ "type": "log_out", "discard_unsent": false }));
    device.respond_with("/boards/get-boards/", 200, json!([adas_secret()]));
    assert_eq!(device.snapshot().boards, []);
}

#[test]
fn a17_log_out_in_another_tab_ends_the_session() {
    let mut device = signed_in(ada());
    device.store_in_other_tab("access_token", None);
    device.store_in_other_tab("refresh_token", None);
    assert!(!is_signed_in(&device));
    assert_eq!(device.snapshot().user, None);
    assert_eq!(device.take_paths(), [LOGIN]);
}

/// Returns whether the login page shows that the session has ended.
fn shows_session_ended(device: &Device) -> bool {
    device.snapshot().session.session_ended
}

#[test]
fn a37_an_expired_session_shows_a_notice() {
    let mut device = signed_in(ada());
    session_ends(&mut device);
    assert!(shows_session_ended(&device));
    assert_eq!(device.take_paths(), [LOGIN]);
    device.dispatch_json(json!({ "type": "visit", "path": LOGIN }));
    assert!(shows_session_ended(&device), "on the login page");
    log_in(&mut device, ada());
    assert!(!shows_session_ended(&device), "until the next login");

    session_ends(&mut device);
    let bad = json!({ "type": "log_in", "email": "ada", "password": "secret" });
    assert_eq!(device.try_dispatch(intent(bad)), Err(ErrorCode::EmailInvalid));
    assert!(!shows_session_ended(&device), "or until a form is sent");
    log_in(&mut device, ada());
    session_ends(&mut device);
    device.dispatch_json(json!({ "type": "visit", "path": "/auth?type=signup" }));
    assert!(!shows_session_ended(&device), "and not on another form");
}

#[test]
fn a37_refused_stored_tokens_show_the_notice() {
    let access = access_token(ada(), MORNING - 1_000);
    for tokens in [&[("refresh_token", "refresh-1")][..], &[("access_token", access.as_str())]] {
        let mut device = opened("/app/stats", tokens);
        if device.open_requests().contains(&"POST /auth/refresh/".to_owned()) {
            device.respond_with("/auth/refresh/", 401, refusal("refresh_invalid"));
        }
        assert!(shows_session_ended(&device), "{tokens:?}");
    }
}

#[test]
fn a37_session_end_shows_a_notice_in_every_tab() {
    let mut device = signed_in(ada());
    device.store_in_other_tab("access_token", None);
    device.store_in_other_tab("refresh_token", None);
    assert!(shows_session_ended(&device));
}

#[test]
fn a37_visitors_and_logged_out_users_see_no_notice() {
    let mut device = signed_out_device("/app/b");
    assert!(!shows_session_ended(&device), "not for visitors");
    log_in(&mut device, ada());
    device.fail_all_requests();
    device.dispatch_json(json!({ "type": "log_out", "discard_unsent": true }));
    assert!(!shows_session_ended(&device), "not after a log-out");

    let mut device = signed_in(ada());
    for key in ["user", "wantedPath", "access_token", "refresh_token"] {
        device.store_in_other_tab(key, None);
    }
    assert!(!is_signed_in(&device) && !shows_session_ended(&device), "not after a log-out in another tab");
    log_in(&mut device, ada());
    session_ends(&mut device);
    assert!(shows_session_ended(&device), "an earlier log-out does not affect the next session");
}

#[test]
fn a37_a_log_out_removes_the_user_before_the_tokens() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "log_out", "discard_unsent": false }));
    let removed = device.last.io_effects.iter().filter_map(|effect| match effect {
        IoEffect::RemoveLocalStorage { key } => Some(key.as_str()),
        _ => None,
    });
    let order: Vec<&str> = removed.filter(|key| ["user", "refresh_token"].contains(key)).collect();
    assert_eq!(
        order,
        ["user", "refresh_token"],
        "the order tells other tabs that this is a log-out and not a refused session"
    );
}

#[test]
fn a38_login_returns_to_the_page_of_the_ended_session() {
    let path = "/app/b/garden-7f3k?card=1";
    let leads_to = |device: &mut Device, account: Id| {
        device.dispatch_json(json!({ "type": "visit", "path": LOGIN }));
        device.take_effects();
        log_in(device, account);
        device.take_effects();
        device.dispatch_json(json!({ "type": "continue" }));
        device.take_paths()
    };
    let ended = || {
        let mut device = signed_in(ada());
        device.dispatch_json(json!({ "type": "visit", "path": path }));
        session_ends(&mut device);
        device
    };
    assert_eq!(leads_to(&mut ended(), ada()), [path]);
    assert_eq!(leads_to(&mut ended(), ben()), ["/app"], "the page belongs to another account");

    let mut device = ended();
    device.dispatch_json(json!({ "type": "visit", "path": path }));
    assert_eq!(leads_to(&mut device, ben()), ["/app"], "also where the browser went back to it");

    for (account, expected) in [(ada(), path), (ben(), "/app")] {
        let mut device = ended();
        let mut back = back_from_google(&mut device);
        back.respond_with("/auth/google/complete/", 200, auth_response(account, MORNING));
        back.take_effects();
        back.dispatch_json(json!({ "type": "continue" }));
        assert_eq!(back.take_paths(), [expected], "through Google as {account}");
    }

    let mut device = ended();
    device.dispatch_json(json!({ "type": "visit", "path": "/app/stats" }));
    assert_eq!(
        leads_to(&mut device, ben()),
        ["/app/stats"],
        "a page opened after the session ended applies to any account"
    );

    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "visit", "path": path }));
    device.store_in_other_tab("access_token", None);
    device.store_in_other_tab("refresh_token", None);
    assert_eq!(leads_to(&mut device, ada()), [path], "each tab keeps its own page");

    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "visit", "path": path }));
    device.dispatch_json(json!({ "type": "log_out", "discard_unsent": false }));
    assert_eq!(leads_to(&mut device, ada()), ["/app"], "a log-out discards the page");
}

#[test]
fn a17_login_in_another_tab_applies_here() {
    let mut device = signed_out_device("/app/stats");
    device.dispatch_json(json!({ "type": "visit", "path": "/auth" }));
    device.take_effects();
    device.store_in_other_tab("access_token", Some(&access_token(ada(), MORNING + TOKEN_LIFETIME_MS)));
    assert!(!is_signed_in(&device), "only one of two tokens is stored");
    device.store_in_other_tab("refresh_token", Some("refresh-1"));
    assert!(is_signed_in(&device));
    assert_eq!(device.take_paths(), ["/app/stats"]);
}

#[test]
fn a17_tokens_refreshed_by_another_tab_are_used() {
    let mut device = signed_in(ada());
    device.now += TOKEN_LIFETIME_MS;
    let fresh = access_token(ada(), device.now + TOKEN_LIFETIME_MS);
    device.store_in_other_tab("access_token", Some(&fresh));
    device.store_in_other_tab("refresh_token", Some("refresh-2"));
    device.dispatch_json(json!({ "type": "load_boards" }));
    assert_eq!(device.open_requests(), ["GET /boards/get-boards/"], "no renewal of its own");
    assert_eq!(device.requests[0].bearer, Some(fresh));
}

#[test]
fn a17_losing_the_refresh_race_keeps_the_session() {
    let mut device = signed_in(ada());
    device.now += TOKEN_LIFETIME_MS;
    device.dispatch_json(json!({ "type": "load_boards" }));
    let fresh = access_token(ada(), device.now + TOKEN_LIFETIME_MS);
    device.store_in_other_tab("access_token", Some(&fresh));
    device.store_in_other_tab("refresh_token", Some("refresh-2"));
    device.respond_with("/auth/refresh/", 401, refusal("refresh_invalid"));
    assert!(is_signed_in(&device));
    assert_eq!(device.open_requests(), ["GET /boards/get-boards/"]);
    assert_eq!(device.requests[0].bearer, Some(fresh));
    assert_eq!(device.stored("refresh_token"), Some("refresh-2"));
}

#[test]
fn a18_unsent_changes_wait_for_their_account() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "add_board", "name": "Ada's garden" }));
    device.respond_with("/boards/create-board/", 401, refusal("token_expired"));
    device.respond_with("/auth/refresh/", 401, refusal("refresh_invalid"));
    assert!(!is_signed_in(&device));
    assert_eq!(device.snapshot().boards, []);
    assert_eq!(device.unsent_keys().len(), 1);

    log_in(&mut device, ben());
    assert_eq!(device.snapshot().boards, [], "data of other accounts is not shown");
    assert_eq!(device.snapshot().sync.unsent, 0);
    assert!(!device.open_requests().contains(&"POST /boards/create-board/".to_owned()), "or sends it");
    assert_eq!(device.unsent_keys().len(), 1);
    device.fail_all_requests();
    device.dispatch_json(json!({ "type": "log_out", "discard_unsent": true }));
    assert_eq!(device.unsent_keys().len(), 1, "Ben's log-out is not Ada's");

    device.fail_all_requests();
    log_in(&mut device, ada());
    assert_eq!(device.snapshot().sync.unsent, 1);
    assert_eq!(device.snapshot().boards.len(), 1);
    assert_eq!(device.request("/boards/create-board/").json()["name"], "Ada's garden");
}

#[test]
fn a18_entries_sent_before_session_end_are_not_resent() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "add_board", "name": "Garden" }));
    device.reload("/app");
    device.respond_with("/boards/create-board/", 200, json!({ "board": device.snapshot().boards[0] }));
    assert_eq!(device.unsent_keys(), Vec::<String>::new());
    device.respond_with("/boards/", 401, refusal("token_expired"));
    device.respond_with("/auth/refresh/", 401, refusal("refresh_invalid"));
    device.fail_all_requests();
    log_in(&mut device, ada());
    assert_eq!(device.snapshot().sync.unsent, 0);
    assert!(!device.open_requests().contains(&"POST /boards/create-board/".to_owned()));
}

#[test]
fn a18_login_of_another_account_drops_requests_in_flight() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "load_boards" }));
    device.dispatch_json(json!({ "type": "add_board", "name": "Ada's garden" }));
    let (asked, sent) = (device.request("/boards/get-boards/").id, device.request("/boards/create-board/").id);
    log_in(&mut device, ben());
    let arrived = |body: serde_json::Value| ApiResponse::Received { status: 200, body: body.to_string() };
    device.respond_to(asked, arrived(json!([adas_secret()])));
    assert_eq!(device.snapshot().boards, []);
    device.respond_to(sent, arrived(json!({ "board": adas_secret() })));
    assert_eq!(device.snapshot().boards, []);
    assert_eq!(device.snapshot().user.as_ref().map(|user| user.id), Some(ben()));
}

#[test]
fn a18_queued_requests_are_not_sent_with_another_token() {
    let mut device = signed_in(ada());
    device.now += TOKEN_LIFETIME_MS;
    device.dispatch_json(json!({ "type": "add_board", "name": "Ada's garden" }));
    assert_eq!(device.open_requests(), ["POST /auth/refresh/"]);
    device.store_in_other_tab("access_token", Some(&access_token(ben(), device.now + TOKEN_LIFETIME_MS)));
    device.store_in_other_tab("refresh_token", Some("refresh-of-ben"));
    assert!(is_signed_in(&device));
    assert_eq!(device.snapshot().boards, []);
    assert_eq!(device.snapshot().user, None, "until Ben's user is loaded");
    assert_eq!(device.snapshot().sync.unsent, 0);
    let stale = device.request("/auth/refresh/").id;
    let renewed =
        json!({ "access_token": access_token(ada(), device.now + TOKEN_LIFETIME_MS), "refresh_token": "refresh-2" });
    device.respond_to(stale, ApiResponse::Received { status: 200, body: renewed.to_string() });
    assert!(!device.open_requests().iter().any(|request| request.contains("create-board")));
    assert_eq!(device.stored("refresh_token"), Some("refresh-of-ben"));
    assert_eq!(device.unsent_keys().len(), 1);
}

#[test]
fn a18_a_stored_user_of_another_account_is_not_shown() {
    let mut stored: std::collections::BTreeMap<_, _> = signed_in_storage(ada()).into();
    stored.insert("access_token".to_owned(), access_token(ben(), MORNING + TOKEN_LIFETIME_MS));
    let mut device = Device::at(MORNING, stored);
    device.start("/app");
    assert!(is_signed_in(&device));
    assert_eq!(device.snapshot().user, None);
}

/// Lets the session expire permanently.
fn session_ends(device: &mut Device) {
    device.dispatch_json(json!({ "type": "load_boards" }));
    device.respond_with("/boards/get-boards/", 401, refusal("token_expired"));
    device.respond_with("/auth/refresh/", 401, refusal("refresh_invalid"));
    assert!(!is_signed_in(device));
}

#[test]
fn a18_focus_time_after_expiry_waits_for_its_account() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "start_timer" }));
    session_ends(&mut device);
    device.now += 5 * 60_000;
    device.dispatch_json(json!({ "type": "skip_timer" }));
    assert_eq!(device.unsent_keys().len(), 1);
    log_in(&mut device, ada());
    assert_eq!(device.request("/focus-sessions/").json()["outcome"], "stopped");
}

#[test]
fn a18_a_running_timer_is_not_given_to_another_account() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "start_timer" }));
    session_ends(&mut device);
    log_in(&mut device, ben());
    assert!(!device.snapshot().timer.state.is_active);
    assert_eq!(device.stored("timerState"), None);
    device.now += 60 * 60_000;
    device.reload("/app");
    assert_eq!(device.snapshot().sync.unsent, 0);
    assert_eq!(device.unsent_keys(), Vec::<String>::new());
}
