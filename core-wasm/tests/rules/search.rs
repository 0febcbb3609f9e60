//! Searching on the server (SPEC Z3).

use crate::support::device::Device;
use crate::support::{ada, intent, signed_in, signed_out_device};
use core_wasm::protocol::effect::UiEffect;
use core_wasm::protocol::error::ErrorCode;
use serde_json::json;

/// Returns what the searches on the server have found since the last call: the first pages.
fn results(device: &mut Device) -> Vec<(String, Option<String>)> {
    let response = |effect| match effect {
        UiEffect::SearchResponse { query, cursor: None, results } => Some((query, results)),
        _ => None,
    };
    device.take_effects().into_iter().filter_map(response).collect()
}

#[test]
fn z3_the_response_to_a_search_is_passed_on_with_its_text() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "search_server", "query": "rye bread" }));
    let path = "/search/?limit=50&q=rye%20bread";
    assert!(device.request(path).bearer.is_some());
    device.respond_with_text(path, 200, r#"{"results":[],"cursor":null}"#);
    let found = r#"{"results":[],"cursor":null}"#.to_owned();
    assert_eq!(results(&mut device), [("rye bread".to_owned(), Some(found))]);
}

#[test]
fn z3_a_failed_search_is_reported() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "search_server", "query": "a" }));
    device.respond_with("/search/", 422, json!({ "code": "bad_query", "message": "" }));
    device.dispatch_json(json!({ "type": "search_server", "query": "b" }));
    device.fail_request("/search/");
    assert_eq!(results(&mut device), [("a".to_owned(), None), ("b".to_owned(), None)]);
}

#[test]
fn z3_later_pages_are_requested_by_the_cursor_of_the_one_before() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "search_server", "query": "a", "cursor": "1.2&3" }));
    let path = "/search/?limit=50&q=a&cursor=1%2E2%263";
    assert!(device.request(path).bearer.is_some());
    device.respond_with_text(path, 200, "{}");
    let effects = device.take_effects();
    let [UiEffect::SearchResponse { query, cursor, results }] = &effects[..] else { panic!("one response") };
    assert_eq!((query.as_str(), cursor.as_deref(), results.as_deref()), ("a", Some("1.2&3"), Some("{}")));
}

#[test]
fn z3_a_search_needs_a_user() {
    let mut device = signed_out_device("/auth");
    let search = intent(json!({ "type": "search_server", "query": "a" }));
    assert_eq!(device.try_dispatch(search), Err(ErrorCode::SignedOut));
}
