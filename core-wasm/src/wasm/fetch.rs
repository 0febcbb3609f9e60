//! Requests to the server, with the 10 second limit of the specification (section 9).

use crate::call::Answer;
use gloo_timers::callback::Timeout;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, Headers, Request, RequestInit, Response};

const LIMIT_MILLISECONDS: u32 = 10_000;

/// How long a file of all sessions may take. It is 25 MB at most, more than 10 seconds bring over a slow connection, and it
/// comes as one answer.
const EXPORT_LIMIT_MILLISECONDS: u32 = 120_000;

/// What the address of such a file has in it.
const EXPORTS: &str = "/focus-sessions/export/";

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = fetch, catch)]
    fn global_fetch(request: &Request) -> Result<JsValue, JsValue>;
}

/// Sends a request and waits for all of its answer, for 10 seconds at most; for an export longer.
pub(super) async fn fetch(method: &str, address: &str, bearer: Option<&str>, body: Option<&str>) -> Answer {
    let limit = if address.contains(EXPORTS) { EXPORT_LIMIT_MILLISECONDS } else { LIMIT_MILLISECONDS };
    match attempt(method, address, bearer, body, limit).await {
        Ok((status, body)) => Answer::Arrived { status, body },
        Err(_) => Answer::Lost,
    }
}

async fn attempt(
    method: &str,
    address: &str,
    bearer: Option<&str>,
    body: Option<&str>,
    limit: u32,
) -> Result<(u16, String), JsValue> {
    let headers = Headers::new()?;
    headers.set("content-type", "application/json")?;
    if let Some(bearer) = bearer {
        headers.set("authorization", &format!("Bearer {bearer}"))?;
    }
    let controller = AbortController::new()?;
    let init = RequestInit::new();
    init.set_method(method);
    init.set_headers(&headers);
    init.set_signal(Some(&controller.signal()));
    if let Some(body) = body {
        init.set_body(&JsValue::from_str(body));
    }
    let request = Request::new_with_str_and_init(address, &init)?;
    // Dropped, and so cancelled, when the answer is there.
    let _limit = Timeout::new(limit, move || controller.abort());
    let response: Response = JsFuture::from(js_sys::Promise::resolve(&global_fetch(&request)?)).await?.dyn_into()?;
    let body = JsFuture::from(response.text()?).await?;
    Ok((response.status(), body.as_string().unwrap_or_default()))
}
