//! Requests that pages make through the core (SPEC A41).

use crate::support::device::Device;
use crate::support::{ada, intent, signed_in, signed_out_device};
use core_wasm::protocol::effect::UiEffect;
use core_wasm::protocol::error::ErrorCode;
use serde_json::json;

fn responses(device: &mut Device) -> Vec<(u32, Option<u16>, String)> {
    let response = |effect| match effect {
        UiEffect::ServerResponse { call_id, status, body } => Some((call_id, status, body)),
        _ => None,
    };
    device.take_effects().into_iter().filter_map(response).collect()
}

#[test]
fn a41_responses_are_passed_on_with_the_number_of_their_call() {
    let mut device = signed_in(ada());
    let path = "/account/calendar/";
    device.dispatch_json(json!({ "type": "call_server", "call_id": 1, "method": "GET", "path": path }));
    assert!(device.request(path).bearer.is_some());
    device.respond_with_text(path, 200, r#"{"feed":null}"#);
    device.dispatch_json(json!({ "type": "call_server", "call_id": 2, "method": "POST", "path": path, "body": "{}" }));
    device.respond_with_text(path, 422, r#"{"code":"body_invalid"}"#);
    device.dispatch_json(json!({ "type": "call_server", "call_id": 3, "method": "DELETE", "path": path }));
    device.fail_request(path);
    assert_eq!(
        responses(&mut device),
        [
            (1, Some(200), r#"{"feed":null}"#.to_owned()),
            (2, Some(422), r#"{"code":"body_invalid"}"#.to_owned()),
            (3, None, String::new()),
        ]
    );
}

#[test]
fn a41_calls_need_an_account_a_method_and_a_path() {
    let call = |method: &str, path: &str| {
        intent(json!({ "type": "call_server", "call_id": 1, "method": method, "path": path }))
    };
    let mut device = signed_in(ada());
    for (method, path) in
        [("PATCH", "/account/calendar/"), ("get", "/account/calendar/"), ("GET", "x.example/"), ("GET", "")]
    {
        assert_eq!(device.try_dispatch(call(method, path)), Err(ErrorCode::BadIntent), "{method} {path}");
    }
    let mut visitor = signed_out_device("/auth");
    assert_eq!(visitor.try_dispatch(call("GET", "/account/calendar/")), Err(ErrorCode::SignedOut));
}
