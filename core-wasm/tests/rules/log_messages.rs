//! Log messages of failures (SPEC Y36; specification, section 8).

use crate::support::device::Device;
use crate::support::{ada, id, intent, refusal, signed_in, signed_in_storage, user};
use core_wasm::protocol::error::ErrorCode;
use serde_json::{Value, json};

/// A request that may fail: the intent that causes it, the path, a successful response, and the log message of a
/// failure.
struct Case {
    words: &'static str,
    intent: Value,
    path: &'static str,
    success: Value,
}

fn garden() -> Value {
    json!({
        "id": id(5), "slug": "garden", "name": "Garden", "description": "", "color": null, "image": null,
        "favorite": false, "label_colors": [], "trashed_at": null
    })
}

fn cases() -> Vec<Case> {
    let case = |words, path, intent, success| Case { words, intent, path, success };
    vec![
        case("Error fetching boards", "/boards/get-boards/", json!({ "type": "load_boards" }), json!([])),
        case(
            "Error fetching boards",
            "/boards/garden/changes/",
            json!({ "type": "open_board", "slug": "garden" }),
            json!({ "version": 1, "is_complete": true, "board": garden(), "lists": [], "cards": [], "items": [] }),
        ),
        case(
            "Error creating board",
            "/boards/create-board/",
            json!({ "type": "add_board", "name": "Garden" }),
            json!({ "board": garden() }),
        ),
        case(
            "Error fetching coordinates",
            "/weather/place/",
            json!({ "type": "load_weather", "language": "en-GB" }),
            json!({ "place": null }),
        ),
        case(
            "Error fetching Unsplash images:",
            "/photos/?page=1",
            json!({ "type": "load_photos", "query": "" }),
            json!({ "photos": [], "has_more": false, "is_available": true }),
        ),
        case("Error fetching photo", "/photos/random/", json!({ "type": "load_background" }), json!({ "photo": null })),
        case(
            "Error fetching user details",
            "/user/",
            json!({ "type": "load_account" }),
            json!({ "user": [user(ada())] }),
        ),
    ]
}

/// Dispatches the intent of a case, and responds to its request.
fn run(case: &Case, status: u16, body: Value) -> Vec<String> {
    let mut device = signed_in(ada());
    device.dispatch(intent(case.intent.clone()));
    device.respond_with(case.path, status, body);
    device.log
}

#[test]
fn y36_each_failure_is_logged_once() {
    for case in cases() {
        let (words, path) = (case.words, case.path);
        assert_eq!(run(&case, 200, case.success.clone()), [""; 0], "{path} succeeded");
        assert_eq!(run(&case, 500, refusal("internal")), [words], "{path} failed");
        assert_eq!(run(&case, 404, refusal("not_found")), [words], "{path} was refused");
    }
}

#[test]
fn y36_weather_and_token_failures_are_logged() {
    let mut device = signed_in(ada());
    device.dispatch(intent(json!({ "type": "load_weather", "language": "en-GB" })));
    let place = json!({ "city": "Berlin", "latitude": 52.5, "longitude": 13.4 });
    device.respond_with("/weather/place/", 200, json!({ "place": place }));
    device.respond_with("/weather/?", 500, refusal("internal"));
    assert_eq!(device.log, ["Failed to fetch weather data"]);

    let mut device = Device::new(signed_in_storage(ada()));
    device.start("/app");
    device.respond_with("/auth/validate-token/", 401, refusal("token_invalid"));
    device.respond_with("/auth/refresh/", 401, refusal("refresh_invalid"));
    assert_eq!(device.log, ["Error validating token", "Error refreshing token"]);
}

#[test]
fn y36_refused_board_edits_are_logged_and_shown() {
    let mut device = signed_in(ada());
    device.dispatch(intent(json!({ "type": "add_board", "name": "Garden" })));
    let board = device.snapshot().boards[0].clone();
    device.respond_with("/boards/create-board/", 200, json!({ "board": board }));
    device.dispatch(intent(json!({
        "type": "edit_board", "board_id": board.id, "edits": [{ "field": "name", "value": "Kitchen" }]
    })));
    device.respond_with(&format!("/boards/{}/ops/", board.id), 404, refusal("not_found"));
    assert_eq!(device.log, ["Error updating board"]);
    assert_eq!(device.snapshot().sync.refused[0].message, ErrorCode::BoardAccessLost.sentence());
}

#[test]
fn y36_an_offline_board_is_not_logged() {
    let mut device = signed_in(ada());
    device.dispatch(intent(json!({ "type": "add_board", "name": "Garden" })));
    device.fail_request("/boards/create-board/");
    assert_eq!((device.log.len(), device.snapshot().sync.unsent), (0, 1));
}
