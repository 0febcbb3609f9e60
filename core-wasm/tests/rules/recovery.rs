//! Logging in with Google, and links in emails (SPEC A20 to A26).

use crate::session::wanted;
use crate::support::device::Device;
use crate::support::{
    LOGIN, MORNING, TOKEN_LIFETIME_MS, access_token, ada, auth_response, ben, intent, is_signed_in, log_in, opened,
    refusal, signed_in, signed_out_device, user,
};
use core_wasm::protocol::account::Features;
use core_wasm::protocol::effect::{ToastKind, UiEffect};
use core_wasm::protocol::error::ErrorCode;
use serde_json::{Value, json};

const GOOGLE_FAILED: &str = "Google login failed. Please try again.";

/// Returns the state of a page's form: whether its request is in flight, the error code, and the notice.
fn form(device: &Device) -> (bool, Option<ErrorCode>, Option<&str>) {
    let session = &device.snapshot().session;
    (session.submitting, session.error.as_ref().map(|error| error.code), session.notice.as_deref())
}

/// Returns the server's response to a successful request.
fn done() -> Value {
    json!({ "message": "Done." })
}

#[test]
fn a20_features_are_requested_once_per_page() {
    for path in ["/auth", "/auth/", "/auth?type=signup", "/auth?type=reset#token=x"] {
        let mut device = Device::new([]);
        device.start(path);
        assert_eq!(device.open_requests(), ["GET /features/"], "{path}");
        assert_eq!(device.request("/features/").bearer, None);
        assert_eq!(device.snapshot().session.features, None, "no features before the response");
        device.dispatch_json(json!({ "type": "visit", "path": "/auth?type=login" }));
        assert_eq!(device.open_requests(), ["GET /features/"], "one request only");
        device.respond_with("/features/", 200, json!({ "google": true, "mail": false, "invitation_only": true }));
        let features = Features { google: true, mail: false, invitation_only: true, billing_portal_url: None };
        assert_eq!(device.snapshot().session.features, Some(features.clone()));
        device.dispatch_json(json!({ "type": "visit", "path": "/auth?type=forgot" }));
        assert_eq!(device.open_requests(), Vec::<String>::new(), "the features are known already");
        log_in(&mut device, ada());
        device.store_in_other_tab("access_token", None);
        device.store_in_other_tab("refresh_token", None);
        assert_eq!(device.snapshot().session.features, Some(features), "the features are kept after a log-out");
    }
    let mut device = Device::new([]);
    device.start("/");
    assert_eq!(device.open_requests(), Vec::<String>::new(), "the landing page has no login form");
    device.dispatch_json(json!({ "type": "visit", "path": "/auth?type=login" }));
    assert_eq!(device.open_requests(), ["GET /features/"]);
}

#[test]
fn a20_settings_loads_the_features_too() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "load_account" }));
    assert!(device.open_requests().contains(&"GET /features/".to_owned()));
    device.respond_with("/features/", 200, json!({ "google": false, "mail": false, "invitation_only": false }));
    assert!(device.snapshot().session.features.as_ref().is_some_and(|features| !features.mail));
    device.dispatch_json(json!({ "type": "load_account" }));
    assert!(!device.open_requests().contains(&"GET /features/".to_owned()), "the features are known already");
}

#[test]
fn a20_failed_feature_requests_are_retried_by_the_next_form() {
    for response in [None, Some((503, json!({}))), Some((200, json!({ "google": "perhaps" })))] {
        let mut device = Device::new([]);
        device.start("/auth?type=login");
        match &response {
            Some((status, body)) => device.respond_with("/features/", *status, body.clone()),
            None => device.fail_request("/features/"),
        }
        assert_eq!(device.snapshot().session.features, None, "{response:?}");
        assert_eq!(form(&device), (false, None, None), "the form stays enabled");
        device.dispatch_json(json!({ "type": "visit", "path": "/auth?type=signup" }));
        assert_eq!(device.open_requests(), ["GET /features/"]);
    }
}

#[test]
fn a20_features_are_kept_across_account_changes() {
    let mut device = Device::new([]);
    device.start("/auth?type=login");
    device.store_in_other_tab("access_token", Some(&access_token(ada(), MORNING + TOKEN_LIFETIME_MS)));
    device.store_in_other_tab("refresh_token", Some("refresh-1"));
    device.store_in_other_tab("access_token", Some(&access_token(ben(), MORNING + TOKEN_LIFETIME_MS)));
    device.respond_with("/features/", 200, json!({ "google": true, "mail": true, "invitation_only": false }));
    assert!(device.snapshot().session.features.as_ref().is_some_and(|features| features.google));
}

#[test]
fn a21_google_redirect_uses_the_server_url() {
    let mut device = signed_out_device(LOGIN);
    device.dispatch_json(json!({ "type": "google_log_in", "invitation": null }));
    assert_eq!(form(&device), (true, None, None));
    assert_eq!(
        device.try_dispatch(intent(json!({ "type": "google_log_in", "invitation": null }))),
        Err(ErrorCode::Busy)
    );
    assert_eq!(
        (device.open_requests(), device.request("/").bearer.clone()),
        (vec!["GET /auth/google/".to_owned()], None)
    );
    let address = "https://accounts.google.com/o/oauth2/v2/auth?state=x".to_owned();
    device.take_effects();
    device.respond_with("/auth/google/", 200, json!({ "auth_url": address }));
    assert_eq!(form(&device), (false, None, None), "the form is enabled in case the user navigates back");
    let message = "Response Received".to_owned();
    let toast = UiEffect::Toast { kind: ToastKind::Blank, message, undo: None };
    assert_eq!(device.take_effects(), [toast, UiEffect::Leave { address }]);
}

#[test]
fn a21_invitation_is_sent_before_the_google_redirect() {
    for (invitation, path) in [
        (json!("welcome-7"), "/auth/google/?invitation=welcome-7"),
        (json!("a&b=ü #"), "/auth/google/?invitation=a%26b%3D%C3%BC%20%23"),
        (json!(""), "/auth/google/"),
        (Value::Null, "/auth/google/"),
    ] {
        let mut device = signed_out_device("/auth?type=signup");
        device.dispatch_json(json!({ "type": "google_log_in", "invitation": invitation }));
        assert_eq!(device.open_requests(), [format!("GET {path}")]);
    }
}

#[test]
fn a21_a_failed_google_redirect_keeps_the_form() {
    for response in [
        None,
        Some((501, refusal("google_off"))),
        Some((429, refusal("too_many_requests"))),
        Some((200, json!({}))),
        Some((200, json!({ "auth_url": "javascript:alert(1)" }))),
        Some((200, json!({ "auth_url": "/app" }))),
    ] {
        let mut device = signed_out_device(LOGIN);
        device.dispatch_json(json!({ "type": "google_log_in", "invitation": null }));
        match &response {
            Some((status, body)) => device.respond_with("/auth/google/", *status, body.clone()),
            None => device.fail_request("/auth/google/"),
        }
        assert_eq!(form(&device), (false, None, None), "{response:?}");
        let message = GOOGLE_FAILED.to_owned();
        assert_eq!(device.take_effects(), [UiEffect::Toast { kind: ToastKind::Error, message, undo: None }]);
        log_in(&mut device, ada());
        assert!(is_signed_in(&device));
    }
}

#[test]
fn a21_the_google_callback_logs_in_once() {
    let mut device = Device::new([]);
    device.start("/auth?type=login&google=complete");
    assert_eq!(device.take_paths(), [LOGIN], "a reload does not repeat the callback");
    device.dispatch_json(json!({ "type": "visit", "path": LOGIN }));
    device.dispatch_json(json!({ "type": "visit", "path": "/auth?type=login&google=complete" }));
    assert_eq!(device.open_requests(), ["GET /features/", "POST /auth/google/complete/"], "a login is in flight");
    assert_eq!(device.request("/auth/google/complete/").body, None);
    assert_eq!(form(&device), (true, None, None));
    device.take_effects();
    device.respond_with("/auth/google/complete/", 200, auth_response(ada(), MORNING));
    assert_eq!(device.snapshot().user, Some(user(ada())));
    assert!(device.snapshot().session.welcome && !device.snapshot().session.submitting);
    assert_eq!(device.take_toasts(), ["Successfully logged in!"]);
    device.dispatch_json(json!({ "type": "continue" }));
    assert_eq!(device.take_paths(), ["/app"]);
}

#[test]
fn a21_an_existing_account_is_linked_by_its_password() {
    let link = |password: &str| json!({ "type": "link_google", "password": password });
    let mut device = opened("/auth?type=google&google=password", &[("wantedPath", &wanted("/app/stats"))]);
    assert_eq!(device.take_paths(), Vec::<String>::new(), "a reload shows the form again");
    assert_eq!(device.try_dispatch(intent(link(""))), Err(ErrorCode::PasswordRequired));
    device.dispatch_json(link("wrong horse"));
    assert_eq!(device.request("/auth/google/link/").body.as_deref(), Some(r#"{"password":"wrong horse"}"#));
    device.respond_with("/auth/google/link/", 403, refusal("password_wrong"));
    assert_eq!(form(&device).1, Some(ErrorCode::PasswordWrong));
    assert_eq!(device.take_toasts(), Vec::<String>::new(), "the form says what to do");
    device.dispatch_json(link("correct horse"));
    device.respond_with("/auth/google/link/", 200, auth_response(ada(), MORNING));
    assert!(is_signed_in(&device) && device.snapshot().session.welcome);
    device.take_effects();
    device.dispatch_json(json!({ "type": "continue" }));
    assert_eq!(device.take_paths(), ["/app/stats"]);
}

#[test]
fn a21_a_late_password_for_google_opens_the_login_page() {
    let mut device = signed_out_device("/auth?type=google&google=password");
    device.take_effects();
    device.dispatch_json(json!({ "type": "link_google", "password": "correct horse" }));
    device.respond_with("/auth/google/link/", 422, refusal("google_failed"));
    let effects = device.take_effects();
    assert!(effects.contains(&UiEffect::Navigate { path: LOGIN.to_owned(), replace: true }), "{effects:?}");
    let message = GOOGLE_FAILED.to_owned();
    assert!(effects.contains(&UiEffect::Toast { kind: ToastKind::Error, message, undo: None }), "{effects:?}");
    assert!(!is_signed_in(&device));
}

#[test]
fn a21_a_failed_google_callback_shows_an_error() {
    for response in [None, Some((422, refusal("google_failed"))), Some((200, json!({ "message": "Done." })))] {
        let mut device = signed_out_device("/");
        device.dispatch_json(json!({ "type": "visit", "path": "/auth?type=login&google=complete" }));
        match &response {
            Some((status, body)) => device.respond_with("/auth/google/complete/", *status, body.clone()),
            None => device.fail_request("/auth/google/complete/"),
        }
        assert_eq!(device.take_toasts(), [GOOGLE_FAILED], "{response:?}");
        assert_eq!(form(&device), (false, None, None));
        assert!(!is_signed_in(&device));
    }
    let mut device = Device::new([]);
    device.start("/auth?type=login&google=failed");
    assert_eq!(device.open_requests(), ["GET /features/"], "a failed login has no code to exchange");
    assert_eq!(device.take_toasts(), [GOOGLE_FAILED]);
    let mut device = signed_in(ada());
    device.take_effects();
    device.dispatch_json(json!({ "type": "visit", "path": "/auth?type=login&google=complete" }));
    assert_eq!(
        (device.open_requests(), device.take_paths()),
        (vec![], vec!["/app".to_owned()]),
        "a user is signed in already"
    );
}

#[test]
fn a22_sign_up_with_a_personal_password_is_not_sent() {
    let mut device = signed_out_device("/auth?type=signup");
    let sign_up = |password: &str, invitation: Value| {
        intent(json!({ "type": "sign_up", "first_name": " Augusta ", "last_name": "Lovelace",
            "email": "Countess@example.com", "password": password, "invitation": invitation }))
    };
    for own in ["LOVELACE", "augusta lovelace", "AugustaLovelace", "countess", "countess@example.com"] {
        assert_eq!(device.try_dispatch(sign_up(own, Value::Null)), Err(ErrorCode::PasswordPersonal), "{own}");
        assert_eq!(form(&device), (false, Some(ErrorCode::PasswordPersonal), None));
        assert_eq!(device.open_requests(), Vec::<String>::new());
    }
    assert_eq!(device.try_dispatch(sign_up("augusta", Value::Null)), Err(ErrorCode::PasswordTooShort));
    assert_eq!(device.try_dispatch(sign_up("correct horse", json!("welcome-7"))), Ok(()));
    assert_eq!(device.request("/auth/signup/").json()["invitation"], "welcome-7");
}

#[test]
fn a23_server_messages_are_shown_verbatim() {
    let mut device = signed_out_device("/auth?type=forgot");
    let bad = json!({ "type": "forgot_password", "email": "ada" });
    assert_eq!(device.try_dispatch(intent(bad)), Err(ErrorCode::EmailInvalid));
    assert_eq!(form(&device), (false, Some(ErrorCode::EmailInvalid), None));
    device.dispatch_json(json!({ "type": "forgot_password", "email": " Ada@Example.com " }));
    assert_eq!(form(&device), (true, None, None));
    assert_eq!(device.request("/auth/forgot-password/").json(), json!({ "email": "ada@example.com" }));
    assert_eq!(device.request("/auth/forgot-password/").bearer, None);
    device.respond_with(
        "/auth/forgot-password/",
        200,
        json!({ "message": "A link is on its way, if anybody has this." }),
    );
    assert_eq!(form(&device), (false, None, Some("A link is on its way, if anybody has this.")));
    assert_eq!(device.take_effects(), [], "the page shows the notice itself");
}

#[test]
fn a23_a_notice_survives_only_the_redirect_to_login() {
    let with_notice = || {
        let mut device = signed_out_device("/auth?type=forgot");
        device.dispatch_json(json!({ "type": "forgot_password", "email": "ada@example.com" }));
        device.respond_with("/auth/forgot-password/", 200, done());
        device
    };
    for (paths, stays) in [
        (vec!["/auth?type=forgot"], true),
        (vec!["/auth?type=login"], true),
        (vec!["/auth?type=signup"], false),
        (vec!["/auth?type=login", "/auth?type=forgot"], false),
        (vec!["/"], false),
    ] {
        let mut device = with_notice();
        paths.iter().for_each(|path| device.dispatch_json(json!({ "type": "visit", "path": path })));
        assert_eq!(form(&device).2.is_some(), stays, "{paths:?}");
    }
    let mut device = with_notice();
    device.dispatch_json(json!({ "type": "log_in", "email": "ada@example.com", "password": "correct horse" }));
    assert_eq!(form(&device), (true, None, None), "the next form begins without it");
}

#[test]
fn a24_a_password_reset_redirects_to_the_login() {
    let mut device = signed_out_device("/auth?type=reset#token=from-the-mail");
    let reset = |password: &str| intent(json!({ "type": "reset_password", "token": "t", "password": password }));
    assert_eq!(device.try_dispatch(reset("short")), Err(ErrorCode::PasswordTooShort));
    assert_eq!(form(&device), (false, Some(ErrorCode::PasswordTooShort), None));
    assert_eq!(device.try_dispatch(reset("correct horse")), Ok(()));
    assert_eq!(device.request("/auth/reset-password/").json(), json!({ "token": "t", "password": "correct horse" }));
    device.respond_with("/auth/reset-password/", 200, done());
    let changed = "Done.";
    assert_eq!(form(&device), (false, None, Some(changed)));
    assert_eq!(device.take_paths(), [LOGIN]);
    device.dispatch_json(json!({ "type": "visit", "path": LOGIN }));
    assert_eq!(form(&device), (false, None, Some(changed)));
    log_in(&mut device, ada());
    assert_eq!(form(&device), (false, None, None));
}

#[test]
fn a24_a_password_reset_ends_only_its_own_account_session() {
    for (is_theirs, paths) in [(true, vec![LOGIN]), (false, vec![])] {
        let mut device = signed_in(ada());
        device.take_effects();
        device.dispatch_json(json!({ "type": "visit", "path": "/auth?type=reset#token=t" }));
        assert_eq!(device.take_paths(), Vec::<String>::new(), "signed-in users stay on the page");
        device.dispatch_json(json!({ "type": "reset_password", "token": "t", "password": "correct horse" }));
        device.respond_with("/auth/reset-password/", 200, done());
        if is_theirs {
            device.respond_with("/user/", 401, refusal("token_invalid"));
            device.respond_with("/auth/refresh/", 401, refusal("refresh_invalid"));
        } else {
            device.respond_with("/user/", 200, json!({ "user": [user(ada())] }));
        }
        assert_eq!(
            (is_signed_in(&device), device.take_paths()),
            (!is_theirs, paths.into_iter().map(str::to_owned).collect())
        );
        assert_eq!(form(&device), (false, None, Some("Done.")));
    }
}

#[test]
fn a25_confirmation_needs_only_the_link() {
    let mut device = signed_out_device("/auth?type=confirm#token=t");
    device.dispatch_json(json!({ "type": "confirm_email", "token": "t" }));
    assert_eq!(device.try_dispatch(intent(json!({ "type": "confirm_email", "token": "t" }))), Err(ErrorCode::Busy));
    assert_eq!(device.request("/auth/confirm-email/").json(), json!({ "token": "t" }));
    device.respond_with("/auth/confirm-email/", 200, done());
    assert_eq!(form(&device), (false, None, Some("Done.")));
    assert_eq!((device.take_paths(), device.open_requests()), (vec![], vec![]), "no redirect, and no user to load");
}

#[test]
fn a25_confirmation_reloads_the_user() {
    let mut device = signed_in(ada());
    device.take_effects();
    device.dispatch_json(json!({ "type": "visit", "path": "/auth?type=confirm#token=t" }));
    assert_eq!(device.take_paths(), Vec::<String>::new());
    device.dispatch_json(json!({ "type": "confirm_email", "token": "t" }));
    device.respond_with("/auth/confirm-email/", 200, done());
    let mut confirmed = user(ada());
    confirmed.is_verified = true;
    device.respond_with("/user/", 200, json!({ "user": [confirmed] }));
    assert_eq!(device.snapshot().user, Some(confirmed));
    device.dispatch_json(json!({ "type": "visit", "path": "/app" }));
    assert_eq!(form(&device), (false, None, None), "the notice was the page's");
}

#[test]
fn a25_email_links_work_in_any_session_state() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "visit", "path": "/auth?type=confirm#token=t" }));
    device.dispatch_json(json!({ "type": "confirm_email", "token": "t" }));
    device.store_in_other_tab("access_token", Some(&access_token(ben(), MORNING + TOKEN_LIFETIME_MS)));
    device.store_in_other_tab("refresh_token", Some("refresh-of-ben"));
    device.respond_with("/auth/confirm-email/", 200, done());
    assert_eq!(form(&device), (false, None, Some("Done.")));

    let mut device = opened("/auth?type=confirm#token=t", &[("refresh_token", "refresh-1")]);
    device.dispatch_json(json!({ "type": "confirm_email", "token": "t" }));
    device.respond_with("/auth/refresh/", 401, refusal("refresh_invalid"));
    assert!(!is_signed_in(&device));
    assert_eq!(device.take_paths(), Vec::<String>::new(), "the link is still to be used");
    assert_eq!(form(&device), (true, None, None));
    device.respond_with("/auth/confirm-email/", 200, done());
    assert_eq!(form(&device), (false, None, Some("Done.")));
}

#[test]
fn a26_failed_forms_show_the_server_message() {
    let forms = [
        ("/auth/login/", json!({ "type": "log_in", "email": "ada@example.com", "password": "correct horse" })),
        ("/auth/forgot-password/", json!({ "type": "forgot_password", "email": "ada@example.com" })),
        ("/auth/reset-password/", json!({ "type": "reset_password", "token": "t", "password": "correct horse" })),
        ("/auth/confirm-email/", json!({ "type": "confirm_email", "token": "t" })),
    ];
    let wait = json!({ "code": "too_many_requests", "message": "Too many tries. Wait 40 seconds." });
    for (path, sends) in forms {
        for (response, code, message) in [
            (Some((429, wait.to_string())), ErrorCode::TooManyRequests, "Too many tries. Wait 40 seconds."),
            (Some((422, refusal("link_invalid").to_string())), ErrorCode::LinkInvalid, "A sentence."),
            (Some((408, refusal("request_timeout").to_string())), ErrorCode::RequestTimeout, "A sentence."),
            (Some((429, "<html>".to_owned())), ErrorCode::Unavailable, ErrorCode::Unavailable.sentence()),
            (Some((503, refusal("internal").to_string())), ErrorCode::Unavailable, ErrorCode::Unavailable.sentence()),
            (Some((200, "<html>".to_owned())), ErrorCode::Unavailable, ErrorCode::Unavailable.sentence()),
            (None, ErrorCode::Unavailable, ErrorCode::Unavailable.sentence()),
        ] {
            let mut device = signed_out_device("/auth?type=login");
            device.dispatch_json(sends.clone());
            match &response {
                Some((status, body)) => device.respond_with_text(path, *status, body),
                None => device.fail_request(path),
            }
            assert_eq!(form(&device), (false, Some(code), None), "{path} {response:?}");
            let shown = device.snapshot().session.error.clone();
            assert_eq!(shown.map(|error| error.message).as_deref(), Some(message), "{path} {response:?}");
            let has_toast = path == "/auth/login/" && code != ErrorCode::TooManyRequests;
            let toasts: &[&str] = if has_toast { &["Something went wrong. Please try again."] } else { &[] };
            assert_eq!(
                device.take_toasts(),
                toasts,
                "{path}: no toast speaks of another try where only a new link or a pause helps"
            );
        }
    }
}

#[test]
fn a24_the_reset_page_stays_open_when_the_session_ends() {
    let mut device = opened("/auth?type=reset#token=t", &[("refresh_token", "refresh-1")]);
    device.respond_with("/auth/refresh/", 401, refusal("refresh_invalid"));
    assert_eq!((is_signed_in(&device), device.take_paths()), (false, vec![]));
    device.dispatch_json(json!({ "type": "reset_password", "token": "t", "password": "correct horse" }));
    device.respond_with("/auth/reset-password/", 200, done());
    assert_eq!(form(&device).2, Some("Done."));
    assert_eq!(device.take_paths(), [LOGIN]);
}
