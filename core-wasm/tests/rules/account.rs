//! The account in Settings (SPEC A27 to A30, A32 to A35), including property tests with random events.

use crate::live::connect_live;
use crate::support::device::Device;
use crate::support::{
    LOGIN, TOKEN_LIFETIME_MS, access_token, ada, ben, id, intent, is_signed_in, log_in, refusal, signed_in,
    signed_in_storage, signed_out_device, user,
};
use core_wasm::app::Input;
use core_wasm::protocol::effect::{IoEffect, UiEffect};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::User;
use core_wasm::protocol::response::ApiResponse;
use core_wasm::protocol::time::Timestamp;
use core_wasm::protocol::view::{AccountAction, AccountView, LoadStatus};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Returns a response with the account and one login per device.
fn account_response(devices: &[&str]) -> Value {
    let login = |(place, device): (usize, &&str)| {
        json!({ "id": id(100 + place as u64), "device": device, "created_at": "2026-03-01T08:00:00.000Z",
            "last_seen": "2026-03-03T08:30:00.000Z", "is_current": place == 0 })
    };
    let logins: Vec<Value> = devices.iter().enumerate().map(login).collect();
    let quota = json!({ "used": 1, "limit": 50 });
    let usage = json!({ "boards": quota, "cards": quota, "notes": quota, "pictures": quota, "note_bytes": quota, "change_bytes": quota, "attachment_bytes": quota });
    let account = json!({ "has_password": true, "has_google": false, "pending_email": null, "delete_at": null, "logins": logins,
        "usage": usage });
    json!({ "account": account })
}

/// Returns the devices on which the account is logged in, as the page shows them.
fn devices(device: &Device) -> Option<Vec<&str>> {
    let account = device.snapshot().account.account.as_ref()?;
    Some(account.logins.iter().map(|login| login.device.as_str()).collect())
}

/// Returns the action in progress, the last completed action, and the reason for the last refusal.
fn doing(device: &Device) -> (Option<AccountAction>, Option<AccountAction>, Option<ErrorCode>) {
    let account = &device.snapshot().account;
    (account.busy, account.done, account.refused.as_ref().map(|refused| refused.rejection.code))
}

/// Returns a device with Settings open.
fn in_settings() -> Device {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "load_account" }));
    device.respond_with("/account/", 200, account_response(&["Chrome on Windows", "Firefox on Android"]));
    device.respond_with("/user/", 200, json!({ "user": [user(ada())] }));
    device.respond_with("/features/", 200, json!({ "google": true, "mail": false, "invitation_only": false }));
    device.take_effects();
    device
}

/// Returns a new token pair for a device.
fn other_tokens(device: &Device) -> Value {
    json!({ "access_token": access_token(ada(), device.now + TOKEN_LIFETIME_MS), "refresh_token": "refresh-2" })
}

/// An action with its intent, and the method and path of its request.
struct ActionCase {
    action: AccountAction,
    intent: Value,
    method: &'static str,
    path: &'static str,
}

/// Returns every action.
fn actions() -> Vec<ActionCase> {
    use AccountAction::*;
    let name = json!({ "type": "edit_profile", "first_name": " Augusta ", "last_name": "King" });
    let password = json!({ "type": "change_password", "current_password": "old secret", "password": "correct horse" });
    let email = json!({ "type": "change_email", "email": "New@Example.com", "password": "old secret" });
    let case = |action, intent, method, path| ActionCase { action, intent, method, path };
    vec![
        case(Profile, name, "PUT", "/user/"),
        case(Avatar, json!({ "type": "upload_avatar", "file": 7, "size": 5 }), "PUT", "/account/avatar/"),
        case(Avatar, json!({ "type": "remove_avatar" }), "DELETE", "/account/avatar/"),
        case(Password, password, "PUT", "/account/password/"),
        case(Email, email, "PUT", "/account/email/"),
        case(Confirmation, json!({ "type": "send_confirmation" }), "POST", "/account/send-confirmation/"),
        case(
            Logins,
            json!({ "type": "end_login", "login_id": id(101), "password": "old secret" }),
            "POST",
            "/account/logins/end/",
        ),
        case(
            Logins,
            json!({ "type": "log_out_everywhere", "password": "old secret", "discard_unsent": false }),
            "POST",
            "/account/logins/end-all/",
        ),
        case(Export, json!({ "type": "export_account" }), "GET", "/account/export/"),
        case(Delete, json!({ "type": "delete_account", "password": "old secret" }), "POST", "/account/delete/"),
        case(Keep, json!({ "type": "keep_account" }), "POST", "/account/keep/"),
    ]
}

#[test]
fn a27_account_is_refetched_while_known_data_shows() {
    let mut device = signed_in(ada());
    assert_eq!(device.snapshot().account, AccountView::default());
    device.dispatch_json(json!({ "type": "load_account" }));
    assert_eq!(
        device.open_requests(),
        ["GET /account/", "GET /features/", "GET /user/"],
        "whether the email is confirmed is the user's, and whether the link to do so is mailed the server's"
    );
    device.fail_request("/account/");
    assert_eq!((device.snapshot().account.status, devices(&device)), (LoadStatus::Failed, None));
    device.dispatch_json(json!({ "type": "load_account" }));
    assert_eq!(device.snapshot().account.status, LoadStatus::Loading);
    device.respond_with("/account/", 200, account_response(&["Chrome on Windows"]));
    assert_eq!(
        (device.snapshot().account.status, devices(&device)),
        (LoadStatus::Ready, Some(vec!["Chrome on Windows"]))
    );
    device.dispatch_json(json!({ "type": "load_account" }));
    device.fail_request("/account/");
    assert_eq!(
        (device.snapshot().account.status, devices(&device)),
        (LoadStatus::Ready, Some(vec!["Chrome on Windows"]))
    );
}

#[test]
fn a27_stale_responses_are_refetched() {
    let mut device = in_settings();
    device.dispatch_json(json!({ "type": "load_account" }));
    device.dispatch_json(json!({ "type": "end_login", "login_id": id(101), "password": "old secret" }));
    device.respond_with("/account/logins/end/", 200, account_response(&["Chrome on Windows"]));
    device.respond_with("/account/", 200, account_response(&["Chrome on Windows", "Firefox on Android"]));
    assert_eq!(devices(&device), Some(vec!["Chrome on Windows"]), "the ended login does not reappear");
    device.respond_with("/account/", 200, account_response(&["Chrome on Windows"]));
    assert!(!device.open_requests().contains(&"GET /account/".to_owned()));
}

#[test]
fn a27_account_data_is_not_stored_or_shared() {
    let mut device = in_settings();
    device.dispatch_json(json!({ "type": "keep_account" }));
    let texts: Vec<String> =
        device.storage.values().cloned().chain(device.indexed_db.borrow().texts.values().cloned()).collect();
    assert!(texts.iter().all(|text| !text.contains("Firefox on Android")));
    device.store_in_other_tab("access_token", Some(&access_token(ben(), device.now + TOKEN_LIFETIME_MS)));
    device.store_in_other_tab("refresh_token", Some("refresh-of-ben"));
    assert!(is_signed_in(&device));
    assert_eq!(device.snapshot().account, AccountView::default());
    device.dispatch_json(json!({ "type": "load_account" }));
    let mut strangers = signed_out_device("/");
    for ActionCase { intent: sends, .. } in actions() {
        assert_eq!(strangers.try_dispatch(intent(sends)), Err(ErrorCode::SignedOut));
    }
    assert_eq!(strangers.snapshot().account, AccountView::default());
}

#[test]
fn a27_late_responses_after_log_out_are_ignored() {
    let mut device = in_settings();
    device.dispatch_json(json!({ "type": "load_account" }));
    device.dispatch_json(json!({ "type": "log_out", "discard_unsent": false }));
    device.respond_with("/account/", 200, account_response(&["Chrome on Windows"]));
    assert_eq!(device.snapshot().account, AccountView::default());
}

#[test]
fn a28_one_action_at_a_time() {
    for ActionCase { action, intent: sends, method, path } in actions() {
        let mut device = in_settings();
        device.dispatch_json(sends);
        assert_eq!(device.open_requests(), [format!("{method} {path}")]);
        assert!(device.requests[0].bearer.is_some());
        assert_eq!(doing(&device), (Some(action), None, None));
        for ActionCase { intent: other, .. } in actions() {
            assert_eq!(device.try_dispatch(intent(other)), Err(ErrorCode::Busy));
        }
        assert_eq!(doing(&device), (Some(action), None, None));
    }
}

#[test]
fn a28_a_refused_form_keeps_the_session() {
    let codes = [
        (403, "password_wrong"),
        (403, "login_stale"),
        (409, "email_taken"),
        (422, "password_common"),
        (404, "not_found"),
    ];
    for ActionCase { action, intent: sends, path, .. } in actions() {
        let answers = codes.iter().map(|(status, code)| (Some((*status, refusal(code).to_string())), *code));
        let away = [
            (Some((429, refusal("too_many_requests").to_string())), "too_many_requests"),
            (Some((429, String::new())), "unavailable"),
            (Some((401, "<html>".to_owned())), "unavailable"),
            (Some((503, refusal("internal").to_string())), "unavailable"),
            (None, "unavailable"),
        ];
        for (response, code) in answers.chain(away) {
            let mut device = in_settings();
            device.dispatch_json(sends.clone());
            match &response {
                Some((status, body)) => device.respond_with_text(path, *status, body),
                None => device.fail_request(path),
            }
            let account = &device.snapshot().account;
            let refused = account.refused.as_ref().map(|refused| (refused.action, refused.rejection.code.as_str()));
            assert_eq!(
                (account.busy, account.done, refused),
                (None, None, Some((action, code))),
                "{path} {response:?}"
            );
            assert!(is_signed_in(&device));
            assert_eq!((device.take_paths(), device.snapshot().user.clone()), (vec![], Some(user(ada()))));
        }
    }
}

#[test]
fn a28_unparsable_responses_are_failures() {
    for ActionCase { action, intent: sends, path, .. } in actions() {
        if action == AccountAction::Export {
            continue;
        }
        let mut device = in_settings();
        device.dispatch_json(sends);
        device.respond_with_text(path, 200, "<html>Welcome to the hotel</html>");
        assert_eq!(doing(&device), (None, None, Some(ErrorCode::Unavailable)), "{action:?}");
        assert!(is_signed_in(&device));
    }
}

#[test]
fn a28_a_401_ends_the_session() {
    for ActionCase { intent: sends, path, .. } in actions() {
        let mut device = in_settings();
        device.dispatch_json(sends);
        device.respond_with(path, 401, refusal("token_invalid"));
        device.respond_with("/auth/refresh/", 401, refusal("refresh_invalid"));
        assert_eq!((is_signed_in(&device), device.take_paths()), (false, vec![LOGIN.to_owned()]), "{path}");
        assert_eq!(device.snapshot().account, AccountView::default());
    }
}

#[test]
fn a28_invalid_input_is_not_sent() {
    let mut device = in_settings();
    for (sends, code) in [
        (json!({ "type": "edit_profile", "first_name": " ", "last_name": "King" }), ErrorCode::FirstNameRequired),
        (json!({ "type": "edit_profile", "first_name": "Ada", "last_name": "" }), ErrorCode::LastNameRequired),
        (
            json!({ "type": "change_password", "current_password": "", "password": "correct horse" }),
            ErrorCode::PasswordRequired,
        ),
        (
            json!({ "type": "change_password", "current_password": "x", "password": "short" }),
            ErrorCode::PasswordTooShort,
        ),
        (
            json!({ "type": "change_password", "current_password": "x", "password": "ADA EXAMPLE" }),
            ErrorCode::PasswordPersonal,
        ),
        (json!({ "type": "change_email", "email": "ada", "password": "x" }), ErrorCode::EmailInvalid),
        (json!({ "type": "change_email", "email": "new@example.com", "password": "" }), ErrorCode::PasswordRequired),
        (json!({ "type": "delete_account", "password": "" }), ErrorCode::PasswordRequired),
        (json!({ "type": "end_login", "login_id": id(101), "password": "" }), ErrorCode::PasswordRequired),
        (json!({ "type": "log_out_everywhere", "password": "", "discard_unsent": false }), ErrorCode::PasswordRequired),
    ] {
        assert_eq!(device.try_dispatch(intent(sends.clone())), Err(code), "{sends}");
        assert_eq!(doing(&device), (None, None, Some(code)), "{sends}");
        assert_eq!(device.open_requests(), Vec::<String>::new());
    }
    device.dispatch_json(json!({ "type": "keep_account" }));
    assert_eq!(
        doing(&device),
        (Some(AccountAction::Keep), None, None),
        "the next begins without the refusal of the last"
    );
}

#[test]
fn a28_an_account_without_password_needs_none() {
    let mut account = account_response(&["Chrome on Windows"]);
    account["account"]["has_password"] = json!(false);
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "load_account" }));
    device.respond_with("/account/", 200, account);
    device.dispatch_json(json!({ "type": "change_password", "current_password": "", "password": "correct horse" }));
    let sent = json!({ "current_password": "", "password": "correct horse" });
    assert_eq!(device.request("/account/password/").json(), sent);
    device.respond_with("/account/password/", 403, refusal("login_stale"));
    device.dispatch_json(json!({ "type": "end_login", "login_id": id(101), "password": "" }));
    assert_eq!(device.request("/account/logins/end/").json(), json!({ "id": id(101), "password": "" }));
    device.respond_with("/account/logins/end/", 403, refusal("login_stale"));
    device.dispatch_json(json!({ "type": "log_out_everywhere", "password": "", "discard_unsent": false }));
    assert_eq!(device.request("/account/logins/end-all/").json(), json!({ "password": "" }));
}

#[test]
fn a29_a_changed_name_shows_at_once() {
    let mut device = in_settings();
    device.dispatch_json(json!({ "type": "edit_profile", "first_name": " Augusta ", "last_name": "King" }));
    assert_eq!(device.request("/user/").json(), json!({ "first_name": "Augusta", "last_name": "King" }));
    let mut changed = user(ada());
    (changed.first_name, changed.last_name) = ("Augusta".to_owned(), "King".to_owned());
    device.respond_with("/user/", 200, json!({ "user": [changed] }));
    assert_eq!(doing(&device), (None, Some(AccountAction::Profile), None));
    assert_eq!(device.snapshot().user, Some(changed.clone()));
    assert!(device.snapshot().clock.greeting.contains("Augusta"));
    assert_eq!(serde_json::from_str(device.stored("user").unwrap()).ok(), Some(changed));
}

fn upload_avatar(device: &mut Device, file: u32, size: u64) -> Result<(), ErrorCode> {
    device.try_dispatch(intent(json!({ "type": "upload_avatar", "file": file, "size": size })))
}

#[test]
fn m130_one_upload_of_a_picture_at_a_time_and_errors_show() {
    let mut device = in_settings();
    assert_eq!(upload_avatar(&mut device, 1, (15 << 20) + 1), Err(ErrorCode::PictureTooLarge));
    assert_eq!(doing(&device), (None, None, Some(ErrorCode::PictureTooLarge)));
    assert_eq!(upload_avatar(&mut device, 2, 15 << 20), Ok(()));
    assert_eq!(doing(&device), (Some(AccountAction::Avatar), None, None));
    assert_eq!(device.request("/account/avatar/").body.as_deref(), Some("file 2"));
    assert_eq!(upload_avatar(&mut device, 3, (15 << 20) + 1), Err(ErrorCode::Busy));
    assert_eq!(upload_avatar(&mut device, 2, 5), Err(ErrorCode::Busy));
    assert_eq!(device.released, [1, 3], "the file in flight is still held");
    device.respond_with("/account/avatar/", 415, refusal("picture_unsupported"));
    assert_eq!(doing(&device), (None, None, Some(ErrorCode::PictureUnsupported)));
    assert_eq!(device.released, [1, 3, 2]);
    assert_eq!(upload_avatar(&mut device, 4, 5), Ok(()));
    device.fail_request("/account/avatar/");
    assert_eq!(doing(&device), (None, None, Some(ErrorCode::Unavailable)));
    assert_eq!(device.released, [1, 3, 2, 4]);
}

#[test]
fn m130_a_log_out_releases_the_picture_in_flight() {
    let mut device = in_settings();
    assert_eq!(upload_avatar(&mut device, 1, 5), Ok(()));
    device.dispatch_json(json!({ "type": "log_out", "discard_unsent": false }));
    assert_eq!((device.released.clone(), device.snapshot().account.clone()), (vec![1], AccountView::default()));
}

#[test]
fn m131_a_new_picture_shows_at_once_and_is_stored() {
    let mut device = in_settings();
    let path = format!("/api/avatars/{}/", "0a".repeat(16));
    assert_eq!(upload_avatar(&mut device, 1, 5), Ok(()));
    let pictured = User { picture: Some(path.clone()), ..user(ada()) };
    device.respond_with("/account/avatar/", 200, json!({ "user": [pictured] }));
    assert_eq!(doing(&device), (None, Some(AccountAction::Avatar), None));
    assert_eq!(device.snapshot().user, Some(pictured));
    device.reload("/app");
    assert_eq!(device.snapshot().user.as_ref().and_then(|user| user.picture.clone()), Some(path));
    device.dispatch_json(json!({ "type": "remove_avatar" }));
    assert_eq!(device.request("/account/avatar/").body, None);
    device.respond_with("/account/avatar/", 200, json!({ "user": [user(ada())] }));
    assert_eq!(device.snapshot().user, Some(user(ada())));
}

#[test]
fn m131_a_user_that_was_stored_without_a_picture_is_read() {
    let mut stored = json!(user(ada()));
    stored.as_object_mut().unwrap().remove("picture");
    assert_eq!(json::parse::<User>(&stored.to_string()).ok(), Some(user(ada())));
}

#[test]
fn a29_server_changes_to_the_account_show() {
    let mut device = in_settings();
    let mut account = account_response(&["Chrome on Windows"]);
    account["account"]["pending_email"] = json!("new@example.com");
    device.dispatch_json(json!({ "type": "change_email", "email": "New@Example.com", "password": "x" }));
    assert_eq!(device.request("/account/email/").json(), json!({ "email": "new@example.com", "password": "x" }));
    device.respond_with("/account/email/", 200, account.clone());
    let shown = device.snapshot().account.account.clone().unwrap();
    assert_eq!(shown.pending_email.as_deref(), Some("new@example.com"));
    account["account"]["delete_at"] = json!("2026-03-10T08:30:00.000Z");
    device.dispatch_json(json!({ "type": "delete_account", "password": "x" }));
    device.respond_with("/account/delete/", 200, account);
    assert_eq!(doing(&device), (None, Some(AccountAction::Delete), None));
    assert!(device.snapshot().account.account.as_ref().is_some_and(|account| account.delete_at.is_some()));
    let leaving = User { delete_at: Timestamp::parse("2026-03-10T08:30:00.000Z"), ..user(ada()) };
    assert_eq!(device.snapshot().user, Some(leaving.clone()), "the user in the mirror has the deletion date too");
    assert_eq!(serde_json::from_str(device.stored("user").unwrap()).ok(), Some(leaving));
    device.dispatch_json(json!({ "type": "keep_account" }));
    device.respond_with("/account/keep/", 200, account_response(&["Chrome on Windows"]));
    assert!(device.snapshot().account.account.as_ref().is_some_and(|account| account.delete_at.is_none()));
    assert_eq!(device.snapshot().user, Some(user(ada())));
    assert_eq!(device.open_requests(), Vec::<String>::new());
}

#[test]
fn a34_user_is_loaded_once_and_shows_the_deletion_date() {
    let mut device = Device::new(signed_in_storage(ada()));
    device.start("/app");
    device.respond_with("/auth/validate-token/", 200, json!({}));
    let leaving = User { delete_at: Timestamp::parse("2026-03-10T08:30:00.000Z"), ..user(ada()) };
    device.respond_with("/user/", 200, json!({ "user": [leaving] }));
    connect_live(&mut device);
    assert_eq!(device.snapshot().user, Some(leaving));
    assert!(!device.open_requests().iter().any(|request| request == "GET /user/" || request == "GET /account/"));
    device.dispatch_json(json!({ "type": "keep_account" }));
    device.respond_with("/account/keep/", 200, account_response(&["Chrome on Windows"]));
    assert_eq!(device.snapshot().user, Some(user(ada())), "the deletion can be canceled outside Settings");
}

#[test]
fn a34_user_is_refetched_when_the_server_is_reachable() {
    let mut device = Device::new(signed_in_storage(ada()));
    device.start("/app");
    device.fail_request("/auth/validate-token/");
    device.fail_request("/user/");
    assert_eq!(device.snapshot().user, Some(user(ada())), "the user that was stored");
    connect_live(&mut device);
    let leaving = User { delete_at: Timestamp::parse("2026-03-10T08:30:00.000Z"), ..user(ada()) };
    device.respond_with("/user/", 200, json!({ "user": [leaving] }));
    assert_eq!(device.snapshot().user, Some(leaving));
    connect_live(&mut device);
    assert!(!device.open_requests().contains(&"GET /user/".to_owned()), "once");
}

#[test]
fn a29_password_change_and_confirmation_refetch_the_account() {
    let mut device = in_settings();
    device.dispatch_json(json!({ "type": "change_password", "current_password": "x", "password": "correct horse" }));
    device.respond_with("/account/password/", 200, other_tokens(&device));
    assert_eq!(doing(&device), (None, Some(AccountAction::Password), None));
    device.respond_with("/account/", 200, account_response(&["Chrome on Windows"]));
    assert_eq!(devices(&device), Some(vec!["Chrome on Windows"]), "the other logins have ended");
    device.dispatch_json(json!({ "type": "confirm_email", "token": "t" }));
    device.respond_with("/auth/confirm-email/", 200, json!({ "message": "Done." }));
    assert_eq!(device.open_requests(), ["GET /user/", "GET /account/"]);
}

#[test]
fn a35_password_change_replaces_the_tokens() {
    let mut device = in_settings();
    device.now += 60_000;
    let change = json!({ "type": "change_password", "current_password": "x", "password": "correct horse" });
    device.dispatch_json(change.clone());
    let tokens = other_tokens(&device);
    assert_ne!(device.stored("access_token"), tokens["access_token"].as_str());
    device.respond_with("/account/password/", 200, tokens.clone());
    assert_eq!(device.stored("access_token"), tokens["access_token"].as_str());
    assert_eq!(device.stored("refresh_token"), Some("refresh-2"));
    assert_eq!(device.request("/account/").bearer.as_deref(), tokens["access_token"].as_str());
    device.respond_with("/account/", 200, account_response(&["Chrome on Windows"]));
    // A refused or unreadable response leaves the stored tokens unchanged.
    for (status, body) in [(403, refusal("password_wrong")), (200, json!({ "message": "Done." }))] {
        device.dispatch_json(change.clone());
        device.respond_with("/account/password/", status, body);
        assert_eq!(doing(&device).1, None);
        assert_eq!(device.stored("refresh_token"), Some("refresh-2"));
    }
    assert!(is_signed_in(&device));
}

#[test]
fn a35_password_change_works_if_the_old_token_is_refused_first() {
    for renewed_first in [true, false] {
        let mut device = in_settings();
        device
            .dispatch_json(json!({ "type": "change_password", "current_password": "x", "password": "correct horse" }));
        // Another request was in flight with the old access token, which is no longer valid.
        device.dispatch_json(json!({ "type": "load_account" }));
        device.respond_with("/user/", 401, refusal("token_invalid"));
        assert_eq!(device.request("/auth/refresh/").json(), json!({ "refresh_token": "refresh-1" }));
        let pair = |name: &str| json!({ "access_token": access_token(ada(), device.now + TOKEN_LIFETIME_MS), "refresh_token": name });
        let [renewed, changed] = [pair("renewed"), pair("changed")];
        if renewed_first {
            device.respond_with("/auth/refresh/", 200, renewed);
            device.respond_with("/account/password/", 200, changed);
            assert_eq!(device.stored("refresh_token"), Some("changed"));
        } else {
            // The refresh comes too late: the tokens stored by now are valid.
            device.respond_with("/account/password/", 200, changed);
            device.respond_with("/auth/refresh/", 401, refusal("refresh_invalid"));
            assert_eq!(device.stored("refresh_token"), Some("changed"));
        }
        // Requests made before the change are repeated.
        device.respond_with("/account/", 200, account_response(&["Chrome on Windows", "Firefox on Android"]));
        device.respond_with("/account/", 200, account_response(&["Chrome on Windows"]));
        assert!(is_signed_in(&device) && device.stored("access_token").is_some());
        assert_eq!(devices(&device), Some(vec!["Chrome on Windows"]));
    }
}

#[test]
fn a29_requesting_a_link_detects_an_already_confirmed_email() {
    let mut device = in_settings();
    assert!(!device.snapshot().user.as_ref().is_some_and(|user| user.is_verified));
    device.dispatch_json(json!({ "type": "send_confirmation" }));
    device.respond_with("/account/send-confirmation/", 200, json!({ "message": "Your email is already confirmed." }));
    assert_eq!(doing(&device), (None, Some(AccountAction::Confirmation), None));
    assert_eq!(
        device.open_requests(),
        ["GET /account/", "GET /user/"],
        "the email may have been replaced by a new one"
    );
    let mut confirmed = user(ada());
    confirmed.is_verified = true;
    device.respond_with("/user/", 200, json!({ "user": [confirmed] }));
    assert_eq!(device.snapshot().user, Some(confirmed));
}

#[test]
fn a29_already_ended_logins_leave_the_list() {
    let mut device = in_settings();
    device.dispatch_json(json!({ "type": "end_login", "login_id": id(101), "password": "old secret" }));
    assert_eq!(device.request("/account/logins/end/").json(), json!({ "id": id(101), "password": "old secret" }));
    device.respond_with("/account/logins/end/", 404, refusal("not_found"));
    device.respond_with("/account/", 200, account_response(&["Chrome on Windows"]));
    assert_eq!(devices(&device), Some(vec!["Chrome on Windows"]));
    assert_eq!(doing(&device).2, Some(ErrorCode::NotFound));
}

#[test]
fn a30_export_file_is_named_by_the_local_day() {
    let mut device = in_settings();
    device.now = 1_772_579_400_000; // 2026-03-03T23:10:00Z, 00:10 in Berlin.
    device.store_in_other_tab("access_token", Some(&access_token(ada(), device.now + TOKEN_LIFETIME_MS)));
    device.dispatch_json(json!({ "type": "export_account" }));
    let is_file = |effect: &IoEffect| matches!(effect, IoEffect::FetchFile { path, .. } if path == "/account/export/");
    assert!(device.last.io_effects.iter().any(is_file), "the file itself stays outside the core");
    device.respond_with_text("/account/export/", 200, "blob:http://localhost/7");
    let (name, address) = ("twentyfour-2026-03-04.zip".to_owned(), "blob:http://localhost/7".to_owned());
    assert_eq!(device.take_effects(), [UiEffect::DownloadAddress { name, address }]);
    assert_eq!(doing(&device), (None, Some(AccountAction::Export), None));
}

#[test]
fn a30_export_file_name_uses_the_day_start() {
    let mut device = in_settings();
    device.dispatch_json(json!({ "type": "set_preferences", "update": { "day_start_minutes": 240 } }));
    device.respond_with("/preferences/", 200, json!({ "preferences": device.snapshot().preferences }));
    device.now = 1_772_579_400_000; // 00:10 in Berlin, which is before the start of the user’s day at 04:00.
    device.store_in_other_tab("access_token", Some(&access_token(ada(), device.now + TOKEN_LIFETIME_MS)));
    device.dispatch_json(json!({ "type": "export_account" }));
    device.respond_with_text("/account/export/", 200, "blob:http://localhost/7");
    let (name, address) = ("twentyfour-2026-03-03.zip".to_owned(), "blob:http://localhost/7".to_owned());
    let offered = UiEffect::DownloadAddress { name, address };
    assert!(device.take_effects().contains(&offered));
}

#[test]
fn a30_unsent_changes_are_sent_before_the_export() {
    let mut device = in_settings();
    device.dispatch_json(json!({ "type": "add_board", "name": "Garden" }));
    device.dispatch_json(json!({ "type": "export_account" }));
    assert_eq!(device.open_requests(), ["POST /boards/create-board/"]);
    let board = device.snapshot().boards[0].clone();
    device.respond_with("/boards/create-board/", 200, json!({ "board": board }));
    assert!(device.open_requests().contains(&"GET /account/export/".to_owned()));
    device.fail_request("/account/export/");
    device.dispatch_json(json!({ "type": "add_board", "name": "Kitchen" }));
    device.dispatch_json(json!({ "type": "export_account" }));
    device.fail_request("/boards/create-board/");
    assert_eq!(doing(&device), (None, None, Some(ErrorCode::Unavailable)), "the export fails offline");
    assert!(!device.open_requests().contains(&"GET /account/export/".to_owned()));
}

#[test]
fn a32_log_out_everywhere_ends_all_logins_then_the_session() {
    let mut device = in_settings();
    device.dispatch_json(json!({ "type": "log_out_everywhere", "password": "old secret", "discard_unsent": false }));
    assert_eq!(device.request("/account/logins/end-all/").json(), json!({ "password": "old secret" }));
    assert!(is_signed_in(&device), "until the server has done it");
    device.respond_with("/account/logins/end-all/", 403, refusal("password_wrong"));
    assert_eq!((is_signed_in(&device), doing(&device).2), (true, Some(ErrorCode::PasswordWrong)));
    device.dispatch_json(json!({ "type": "log_out_everywhere", "password": "old secret", "discard_unsent": false }));
    device.respond_with("/account/logins/end-all/", 200, json!({ "message": "Done." }));
    assert!(!is_signed_in(&device));
    assert_eq!(device.take_paths(), [LOGIN]);
    assert_eq!(device.open_requests(), Vec::<String>::new(), "this login has ended with the others");
    let left: Vec<&str> = device.storage.keys().map(String::as_str).collect();
    assert_eq!(left, ["greetings", "theme"], "the colors and the choice of greetings are the browser's");
    assert!(device.indexed_db.borrow().texts.is_empty(), "the account's data is deleted from the browser");
}

#[test]
fn a32_log_out_everywhere_is_refused_with_unsent_changes() {
    let mut device = in_settings();
    device.dispatch_json(json!({ "type": "add_board", "name": "Garden" }));
    let everywhere = |discard: bool| {
        intent(json!({ "type": "log_out_everywhere", "password": "old secret", "discard_unsent": discard }))
    };
    assert_eq!(device.try_dispatch(everywhere(false)), Err(ErrorCode::UnsentChanges));
    assert_eq!((device.open_requests().len(), doing(&device)), (1, (None, None, None)));
    let board = device.snapshot().boards[0].clone();
    device.respond_with("/boards/create-board/", 200, json!({ "board": board }));
    assert_eq!(device.try_dispatch(everywhere(false)), Ok(()));
    device.dispatch_json(json!({ "type": "add_board", "name": "Kitchen" }));
    device.respond_with("/account/logins/end-all/", 200, json!({ "message": "Done." }));
    assert!(!is_signed_in(&device));
    assert_eq!(device.unsent_keys().len(), 1, "the change is kept for the next login");
    log_in(&mut device, ada());
    assert_eq!(device.snapshot().sync.unsent, 1);
    device.fail_all_requests();
    assert_eq!(device.try_dispatch(everywhere(true)), Ok(()));
    device.respond_with("/account/logins/end-all/", 200, json!({ "message": "Done." }));
    assert_eq!(device.unsent_keys(), Vec::<String>::new());
}

/// An event on a page of Settings.
#[derive(Clone, Copy, Debug)]
enum Event {
    Act,
    Load,
    Recover,
    Answer,
    Lose,
    Change,
    Wake,
    Elsewhere,
    Visit,
    LogIn,
}

fn any_event() -> impl Strategy<Value = (Event, u8, u8)> {
    use Event::*;
    let events = [
        Act, Act, Act, Act, Load, Recover, Recover, Answer, Answer, Answer, Answer, Lose, Change, Wake, Elsewhere,
        Visit, LogIn,
    ];
    (prop::sample::select(events.to_vec()), any::<u8>(), any::<u8>())
}

/// Returns a response to a request. Two thirds of the kinds are successful.
fn any_response(device: &Device, path: &str, kind: usize) -> (u16, String) {
    let good = match path {
        "/user/" => json!({ "user": [user(ada())] }),
        "/features/" => json!({ "google": true, "mail": true, "invitation_only": false }),
        "/auth/google/" => json!({ "auth_url": "https://accounts.example" }),
        "/auth/login/" | "/auth/google/complete/" => crate::support::auth_response(ada(), device.now),
        "/auth/refresh/" | "/account/password/" => other_tokens(device),
        "/account/send-confirmation/" | "/account/logins/end-all/" => json!({ "message": "Done." }),
        path if path.starts_with("/account/") => account_response(&["Chrome on Windows"]),
        _ => json!({ "message": "Done." }),
    };
    let bad = [
        (403, refusal("password_wrong").to_string()),
        (401, refusal("token_invalid").to_string()),
        (422, refusal("link_invalid").to_string()),
        (429, refusal("too_many_requests").to_string()),
        (503, String::new()),
        (200, "<html>".to_owned()),
    ];
    bad.get(kind % 18).cloned().unwrap_or((200, good.to_string()))
}

fn perform(device: &mut Device, (event, a, b): (Event, u8, u8)) {
    let [a, b] = [usize::from(a), usize::from(b)];
    let request = device.requests.get(a % device.requests.len().max(1)).cloned();
    let path = ["/auth?type=login", "/auth?type=reset#token=t", "/auth?type=login&google=complete", "/app", "/"][a % 5];
    match event {
        Event::Act => _ = device.try_dispatch(intent(actions()[a % actions().len()].intent.clone())),
        Event::Load => _ = device.try_dispatch(intent(json!({ "type": "load_account" }))),
        Event::Recover => {
            let forms = [
                json!({ "type": "google_log_in", "invitation": null }),
                json!({ "type": "forgot_password", "email": "ada@example.com" }),
                json!({ "type": "reset_password", "token": "t", "password": "correct horse" }),
                json!({ "type": "confirm_email", "token": "t" }),
            ];
            _ = device.try_dispatch(intent(forms[a % 4].clone()));
        }
        Event::Answer => {
            if let Some(request) = request {
                let (status, body) = any_response(device, &request.path, b);
                device.respond_to(request.id, ApiResponse::Received { status, body });
            }
        }
        Event::Lose => {
            if let Some(request) = request {
                device.respond_to(request.id, ApiResponse::NetworkError);
            }
        }
        Event::Change => _ = device.try_dispatch(intent(json!({ "type": "add_board", "name": "Garden" }))),
        Event::Wake => _ = device.feed(Input::Online),
        Event::Elsewhere => {
            let fresh = access_token(if a.is_multiple_of(2) { ada() } else { ben() }, device.now + TOKEN_LIFETIME_MS);
            device.store_in_other_tab("access_token", (b % 3 > 0).then_some(fresh.as_str()));
            device.store_in_other_tab("refresh_token", (b % 3 > 0).then_some("refresh-3"));
        }
        Event::Visit => device.dispatch_json(json!({ "type": "visit", "path": path })),
        Event::LogIn => {
            let login = json!({ "type": "log_in", "email": "ada@example.com", "password": "correct horse" });
            _ = device.try_dispatch(intent(login));
        }
    }
}

/// Returns whether a request of an action is in flight, or waits for a token refresh or for unsent changes.
fn is_action_in_flight(device: &Device) -> bool {
    let paths: Vec<&str> = device.requests.iter().map(|request| request.path.as_str()).collect();
    let is_action = |path: &&str| path.starts_with("/account/") && *path != "/account/" || *path == "/user/";
    paths.iter().any(is_action) || paths.contains(&"/auth/refresh/") || device.snapshot().sync.unsent > 0
}

/// Returns whether the request of a form is in flight.
fn is_form_in_flight(device: &Device) -> bool {
    let others = ["/auth/validate-token/", "/auth/refresh/", "/auth/logout/"];
    device.requests.iter().any(|request| request.path.starts_with("/auth/") && !others.contains(&request.path.as_str()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]
    #[test]
    fn a33_no_action_stays_busy_forever(
        events in prop::collection::vec(any_event(), 1..60)
    ) {
        let mut device = in_settings();
        for event in events {
            perform(&mut device, event);
            let (busy, done, refused) = doing(&device);
            prop_assert!(busy.is_none() || is_action_in_flight(&device), "{:?} after {:?}", busy, event);
            prop_assert!(busy.is_none() || (done.is_none() && refused.is_none()));
            prop_assert!(done.is_none() || refused.is_none());
            prop_assert_eq!(device.snapshot().session.submitting, is_form_in_flight(&device), "after {:?}", event);
            prop_assert!(is_signed_in(&device) || device.snapshot().account == AccountView::default());
        }
        // Once every request has a response or has failed, nothing may be in progress any more.
        for _ in 0..200 {
            let Some(request) = device.requests.first().cloned() else { break };
            let (status, body) = any_response(&device, &request.path, 17);
            device.respond_to(request.id, ApiResponse::Received { status, body });
        }
        prop_assert_eq!(doing(&device).0, None);
        prop_assert!(!device.snapshot().session.submitting);
    }
}
