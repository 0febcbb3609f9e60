//! Requests to the server, with the 10 second limit of the specification (section 9).

use crate::call::Answer;
use gloo_timers::callback::Timeout;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, Headers, Request, RequestInit, Response};

const LIMIT_MILLISECONDS: u32 = 10_000;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = fetch, catch)]
    fn global_fetch(request: &Request) -> Result<JsValue, JsValue>;
}

/// Sends a request and waits for all of its answer, for 10 seconds at most.
pub(super) async fn fetch(method: &str, address: &str, bearer: Option<&str>, body: Option<&str>) -> Answer {
    match attempt(method, address, bearer, body).await {
        Ok((status, body)) => Answer::Arrived { status, body },
        Err(_) => Answer::Lost,
    }
}

async fn attempt(
    method: &str,
    address: &str,
    bearer: Option<&str>,
    body: Option<&str>,
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
    let _limit = Timeout::new(LIMIT_MILLISECONDS, move || controller.abort());
    let response: Response = JsFuture::from(js_sys::Promise::resolve(&global_fetch(&request)?)).await?.dyn_into()?;
    let body = JsFuture::from(response.text()?).await?;
    Ok((response.status(), body.as_string().unwrap_or_default()))
}
