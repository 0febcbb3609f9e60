//! Token validation, and how every request gets a valid token (SPEC A4 to A11, A19).

use crate::support::device::Device;
use crate::support::server::Server;
use crate::support::{
    LOGIN, MORNING, TOKEN_LIFETIME_MS, access_token, ada, ben, is_signed_in, opened, refusal, signed_in,
    signed_in_storage, tokens, user,
};
use core_wasm::app::Input;
use core_wasm::protocol::effect::IoEffect;
use core_wasm::protocol::view::LoadStatus;
use core_wasm::session::token::claims;
use serde_json::json;

#[test]
fn a4_without_tokens_no_request_is_sent() {
    let mut device = Device::new([]);
    assert!(device.snapshot().session.loading);
    device.start("/");
    assert!(!device.snapshot().session.loading);
    assert!(!is_signed_in(&device));
    assert_eq!(device.open_requests(), Vec::<String>::new());
    assert_eq!(device.take_paths(), Vec::<String>::new(), "the landing page needs no login");
}

#[test]
fn a4_empty_tokens_are_no_tokens() {
    assert!(!is_signed_in(&opened("/", &[("access_token", ""), ("refresh_token", "")])));
}

#[test]
fn a5_the_app_opens_before_any_response() {
    let mut device = Device::new(signed_in_storage(ada()));
    device.start("/app/b");
    assert!(is_signed_in(&device));
    assert!(!device.snapshot().session.loading);
    assert_eq!(device.snapshot().user, Some(user(ada())), "the user that was stored");
    assert_eq!(device.open_requests()[0], "POST /auth/validate-token/");
    assert_eq!(device.take_paths(), Vec::<String>::new());
}

#[test]
fn a5_the_app_stays_open_offline() {
    let mut device = Device::new(signed_in_storage(ada()));
    device.start("/app");
    device.fail_all_requests();
    device.fail_all_requests();
    assert!(is_signed_in(&device));
    assert_eq!(device.snapshot().user, Some(user(ada())));
    device.dispatch_json(json!({ "type": "add_board", "name": "Made offline" }));
}

#[test]
fn a6_a_valid_token_loads_the_user() {
    let mut device = Device::new(signed_in_storage(ada()).into_iter().filter(|(key, _)| key != "user"));
    device.start("/app");
    assert_eq!(device.snapshot().user, None);
    let check = device.request("/auth/validate-token/").clone();
    assert_eq!(check.json(), json!({ "token": access_token(ada(), MORNING + TOKEN_LIFETIME_MS) }));
    device.respond_with("/auth/validate-token/", 200, json!({ "message": "Valid." }));
    assert_eq!(device.request("/user/").bearer, Some(access_token(ada(), MORNING + TOKEN_LIFETIME_MS)));
    device.respond_with("/user/", 200, json!({ "user": [user(ada())] }));
    assert_eq!(device.snapshot().user, Some(user(ada())));
    assert_eq!(serde_json::from_str(device.stored("user").unwrap()).ok(), Some(user(ada())));
    assert!(device.snapshot().clock.greeting.contains("Ada"));
}

#[test]
fn a7_a_refused_token_is_removed_and_refreshed() {
    let mut device = Device::new(signed_in_storage(ada()));
    device.start("/app");
    device.respond_with("/auth/validate-token/", 401, refusal("token_invalid"));
    assert_eq!(tokens(&device), (None, Some("refresh-1")));
    assert!(is_signed_in(&device));
    assert_eq!(device.request("/auth/refresh/").json(), json!({ "refresh_token": "refresh-1" }));
    let fresh = access_token(ada(), MORNING + 2 * TOKEN_LIFETIME_MS);
    device.respond_with("/auth/refresh/", 200, json!({ "access_token": fresh, "refresh_token": "refresh-2" }));
    assert_eq!(tokens(&device), (Some(fresh.as_str()), Some("refresh-2")));
    assert_eq!(device.request("/user/").bearer.as_ref(), Some(&fresh));
}

#[test]
fn a8_without_a_refresh_token_the_login_page_opens() {
    let access = access_token(ada(), MORNING + TOKEN_LIFETIME_MS);
    let mut device = opened("/app", &[("access_token", &access)]);
    device.respond_with("/auth/validate-token/", 401, refusal("token_invalid"));
    assert!(!is_signed_in(&device));
    assert_eq!(tokens(&device), (None, None));
    assert_eq!(device.take_paths(), [LOGIN]);
}

#[test]
fn a8_a_refused_refresh_token_is_removed_and_opens_the_login() {
    let mut device = opened("/app", &[("refresh_token", "refresh-1")]);
    assert_eq!(device.open_requests(), ["POST /auth/refresh/"]);
    device.respond_with("/auth/refresh/", 401, refusal("refresh_invalid"));
    assert!(!is_signed_in(&device));
    assert_eq!(tokens(&device), (None, None));
    assert_eq!(device.take_paths(), [LOGIN]);
    assert_eq!(device.open_requests(), Vec::<String>::new(), "nothing that waited for the token is sent");
}

#[test]
fn a8_an_expired_token_without_refresh_ends_the_session() {
    let mut device = opened("/app/b/garden", &[("access_token", &access_token(ada(), MORNING - 1_000))]);
    assert!(!is_signed_in(&device));
    assert_eq!(tokens(&device), (None, None));
    assert!(device.take_paths().iter().all(|path| path == LOGIN));
}

/// Returns responses that do not show whether a token is valid.
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
    let check = |response: Option<(u16, String)>| {
        let mut device = Device::new(signed_in_storage(ada()));
        device.start("/app");
        match &response {
            Some((status, body)) => device.respond_with_text("/auth/validate-token/", *status, body),
            None => device.fail_request("/auth/validate-token/"),
        }
        assert!(is_signed_in(&device), "{response:?}");
        assert_eq!(
            tokens(&device),
            (Some(access_token(ada(), MORNING + TOKEN_LIFETIME_MS).as_str()), Some("refresh-1"))
        );
        assert_eq!(device.take_paths(), Vec::<String>::new());
        assert!(!device.open_requests().contains(&"POST /auth/refresh/".to_owned()), "{response:?}");
    };
    uncertain_answers().into_iter().map(Some).chain([None]).for_each(check);
}

#[test]
fn a9_an_ambiguous_refresh_keeps_the_session() {
    let check = |response: Option<(u16, String)>| {
        let mut device = opened("/app", &[("refresh_token", "refresh-1")]);
        match &response {
            Some((status, body)) => device.respond_with_text("/auth/refresh/", *status, body),
            None => device.fail_request("/auth/refresh/"),
        }
        assert!(is_signed_in(&device), "{response:?}");
        assert_eq!(tokens(&device), (None, Some("refresh-1")));
        assert_eq!(device.take_paths(), Vec::<String>::new());
    };
    uncertain_answers().into_iter().map(Some).chain([None]).for_each(check);
}

#[test]
fn a9_unknown_error_codes_count_as_refusals() {
    let mut device = Device::new(signed_in_storage(ada()));
    device.start("/app");
    device.respond_with("/auth/validate-token/", 401, refusal("token_too_old_for_us"));
    assert_eq!(tokens(&device), (None, Some("refresh-1")));
}

#[test]
fn a10_expired_tokens_are_refreshed_before_use() {
    let mut device = signed_in(ada());
    device.now += TOKEN_LIFETIME_MS - 5_000;
    device.dispatch_json(json!({ "type": "load_boards" }));
    assert_eq!(device.open_requests(), ["POST /auth/refresh/"], "the token could expire in flight");
    let fresh = access_token(ada(), device.now + TOKEN_LIFETIME_MS);
    device.respond_with("/auth/refresh/", 200, json!({ "access_token": fresh, "refresh_token": "refresh-2" }));
    assert_eq!(device.open_requests(), ["GET /boards/get-boards/"]);
    assert_eq!(device.requests[0].bearer, Some(fresh));
}

#[test]
fn a10_valid_tokens_are_used_without_a_refresh() {
    let mut device = signed_in(ada());
    device.now += TOKEN_LIFETIME_MS - 15_000;
    device.dispatch_json(json!({ "type": "load_boards" }));
    assert_eq!(device.open_requests(), ["GET /boards/get-boards/"]);
}

#[test]
fn a10_a_device_clock_ahead_refreshes_only_once() {
    let mut device = signed_in(ada());
    device.now += 24 * 60 * 60_000;
    device.dispatch_json(json!({ "type": "load_boards" }));
    let fresh = access_token(ada(), MORNING + TOKEN_LIFETIME_MS);
    device.respond_with("/auth/refresh/", 200, json!({ "access_token": fresh, "refresh_token": "refresh-2" }));
    assert_eq!(device.open_requests(), ["GET /boards/get-boards/"], "a new token is not refreshed again");
    device.respond_with("/boards/get-boards/", 401, refusal("token_expired"));
    assert_eq!(device.open_requests(), ["POST /auth/refresh/"], "the server decides whether the token is expired");
}

#[test]
fn a10_sync_continues_over_several_token_lifetimes() {
    let mut device = signed_in(ada());
    let mut server = Server::new(ada());
    for _ in 0..4 {
        device.now += TOKEN_LIFETIME_MS;
        device.dispatch_json(json!({ "type": "add_board", "name": "Garden" }));
        while let Some(request) = device.requests.first().cloned() {
            server.respond(&mut device, &request);
        }
    }
    assert_eq!(server.boards.len(), 4);
    assert!(is_signed_in(&device));
}

#[test]
fn a11_a_401_refreshes_once_and_retries_each_request_once() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "load_boards" }));
    device.dispatch_json(json!({ "type": "load_stats" }));
    device.respond_with("/boards/get-boards/", 401, refusal("token_expired"));
    device.respond_with("/focus-days/", 401, refusal("token_expired"));
    assert_eq!(device.open_requests(), ["POST /auth/refresh/"]);
    let fresh = access_token(ada(), MORNING + 2 * TOKEN_LIFETIME_MS);
    device.respond_with("/auth/refresh/", 200, json!({ "access_token": fresh, "refresh_token": "refresh-2" }));
    assert_eq!(device.open_requests(), ["GET /boards/get-boards/", "GET /focus-days/"]);
    assert!(device.requests.iter().all(|request| request.bearer.as_ref() == Some(&fresh)));
    device.respond_with("/boards/get-boards/", 401, refusal("token_expired"));
    assert!(!is_signed_in(&device), "refused with a token that was just renewed: not repeated for ever");
    assert_eq!(device.take_paths(), [LOGIN]);
}

#[test]
fn a11_a_late_401_uses_the_refreshed_token() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "load_boards" }));
    device.dispatch_json(json!({ "type": "load_stats" }));
    device.respond_with("/boards/get-boards/", 401, refusal("token_expired"));
    let fresh = access_token(ada(), MORNING + 2 * TOKEN_LIFETIME_MS);
    device.respond_with("/auth/refresh/", 200, json!({ "access_token": fresh, "refresh_token": "refresh-2" }));
    device.respond_with("/focus-days/", 401, refusal("token_expired"));
    assert_eq!(device.open_requests(), ["GET /boards/get-boards/", "GET /focus-days/"], "no second renewal");
}

#[test]
fn a11_a_failed_refresh_fails_its_requests_and_retries_later() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "load_boards" }));
    device.respond_with("/boards/get-boards/", 401, refusal("token_expired"));
    device.fail_request("/auth/refresh/");
    assert!(is_signed_in(&device));
    assert_eq!(json!(device.snapshot().boards_status), "failed", "the pending request has failed");
    device.dispatch_json(json!({ "type": "load_boards" }));
    assert_eq!(device.open_requests(), ["POST /auth/refresh/"]);
}

#[test]
fn a19_expiry_and_account_are_parsed_from_the_token() {
    let claims = claims(&access_token(ada(), MORNING + TOKEN_LIFETIME_MS)).unwrap();
    assert_eq!((claims.account, claims.expires_at.millis()), (ada(), MORNING + TOKEN_LIFETIME_MS));
}

#[test]
fn a19_unparsable_tokens_are_left_to_the_server() {
    // The payloads are empty, `{}`, `{"sub":7}`, and `{}` with padding, which a JWT does not have.
    let unreadable = ["opaque", "a.b.c", "..", "e30.e30.e30", "ä.ö.ü", "e30.eyJzdWIiOjd9.x", "e30.e30=.x"];
    for token in unreadable {
        assert_eq!(claims(token), None, "{token}");
        let mut device = opened("/app", &[("access_token", token), ("refresh_token", "refresh-1")]);
        assert!(is_signed_in(&device));
        assert_eq!(device.open_requests(), ["POST /auth/validate-token/"], "{token} is shown to the server");
        device.respond_with("/auth/validate-token/", 200, json!({}));
        device.respond_with("/user/", 200, json!({ "user": [user(ada())] }));
        assert_eq!(device.open_requests(), ["GET /preferences/"], "the server has returned the account");
    }
    let far = access_token(ada(), i64::MAX);
    assert!(claims(&far).is_none_or(|claims| claims.expires_at.millis() > 0), "no end is too far to be read");
}

#[test]
fn a5_a_second_start_does_not_restore_old_storage() {
    let mut device = signed_in(ada());
    device.now += TOKEN_LIFETIME_MS;
    device.dispatch_json(json!({ "type": "load_boards" }));
    let fresh = access_token(ada(), device.now + TOKEN_LIFETIME_MS);
    device.respond_with("/auth/refresh/", 200, json!({ "access_token": fresh, "refresh_token": "refresh-2" }));
    device.respond_with("/boards/get-boards/", 200, json!([]));
    device.start("/auth");
    assert_eq!(device.take_paths(), ["/app"], "a new page visit");
    assert_eq!(device.open_requests(), Vec::<String>::new());
    device.dispatch_json(json!({ "type": "load_boards" }));
    assert_eq!(device.requests[0].bearer, Some(fresh));
}

#[test]
fn a10_requests_queue_during_a_refresh() {
    let expired = access_token(ada(), MORNING - TOKEN_LIFETIME_MS);
    // No user is stored: the account is known from the token alone, even after the token was removed.
    let mut device = opened("/app/b", &[("access_token", &expired), ("refresh_token", "refresh")]);
    device.dispatch_json(json!({ "type": "load_boards" }));
    let renewed =
        json!({ "access_token": access_token(ada(), device.now + TOKEN_LIFETIME_MS), "refresh_token": "next" });
    device.respond_with("/auth/refresh/", 200, renewed);
    device.respond_with("/user/", 200, json!({ "user": [user(ada())] }));
    device.respond_with("/boards/get-boards/", 200, json!([]));
    assert_eq!(device.snapshot().boards_status, LoadStatus::Ready);
}

/// Returns the id and the refresh token of the last refresh effect.
fn renewal(device: &Device) -> (u64, String) {
    let found = device.last.io_effects.iter().find_map(|effect| match effect {
        IoEffect::RefreshTokens { id, refresh_token, .. } => Some((*id, refresh_token.clone())),
        _ => None,
    });
    found.expect("a renewal")
}

#[test]
fn a31_a_token_refreshed_by_another_tab_is_reused() {
    let mut device = signed_in(ada());
    device.now += TOKEN_LIFETIME_MS;
    device.dispatch_json(json!({ "type": "load_boards" }));
    let (id, traded) = renewal(&device);
    assert_eq!(traded, "refresh-1");
    device.dispatch_json(json!({ "type": "load_stats" }));
    // Another tab has refreshed the tokens first; its lock is free, and these are the tokens that it stored.
    device.requests.clear();
    let fresh = access_token(ada(), device.now + TOKEN_LIFETIME_MS);
    let found =
        |id| Input::TokensRefreshedElsewhere { id, access: Some(fresh.clone()), refresh: Some("refresh-2".to_owned()) };
    device.feed(found(id + 7));
    assert_eq!(device.open_requests(), Vec::<String>::new(), "no refresh has this id");
    device.feed(found(id));
    assert!(is_signed_in(&device));
    assert_eq!(
        device.open_requests(),
        ["GET /boards/get-boards/", "GET /focus-days/"],
        "the pending requests continue"
    );
    assert!(device.requests.iter().all(|request| request.bearer.as_ref() == Some(&fresh)));
    device.respond_with("/boards/get-boards/", 401, refusal("token_expired"));
    assert_eq!(renewal(&device).1, "refresh-2", "the next renewal trades the token that was found");
}

#[test]
fn a31_reused_tokens_may_be_expired_foreign_or_missing() {
    let waiting = || {
        let mut device = signed_in(ada());
        device.now += TOKEN_LIFETIME_MS;
        device.dispatch_json(json!({ "type": "load_boards" }));
        let (id, _) = renewal(&device);
        device.requests.clear();
        (device, id)
    };
    let (mut device, id) = waiting();
    let (access, refresh) = (Some(access_token(ada(), device.now - 1_000)), Some("refresh-2".to_owned()));
    device.feed(Input::TokensRefreshedElsewhere { id, access, refresh });
    assert_eq!(
        (device.open_requests(), renewal(&device).1),
        (vec!["POST /auth/refresh/".to_owned()], "refresh-2".to_owned())
    );

    let (mut device, id) = waiting();
    let (access, refresh) =
        (Some(access_token(ben(), device.now + TOKEN_LIFETIME_MS)), Some("refresh-of-ben".to_owned()));
    device.feed(Input::TokensRefreshedElsewhere { id, access, refresh });
    assert!(is_signed_in(&device));
    assert!(
        !device.open_requests().contains(&"GET /boards/get-boards/".to_owned()),
        "Ada's request is not sent for Ben"
    );

    let (mut device, id) = waiting();
    device.feed(Input::TokensRefreshedElsewhere { id, access: None, refresh: None });
    assert_eq!((is_signed_in(&device), device.take_paths()), (false, vec![LOGIN.to_owned()]));
}
