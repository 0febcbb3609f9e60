//! Requests to the server, with the 10 second limit of the specification (section 9).

use crate::call::Answer;
use gloo_timers::callback::Timeout;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, Blob, Headers, Request, RequestInit, Response, Url};

pub(super) const LIMIT_MILLISECONDS: u32 = 10_000;

/// How long a file may take. It is tens of megabytes at most, more than 10 seconds bring over a slow connection, and it comes as
/// one answer.
const FILE_LIMIT_MILLISECONDS: u32 = 120_000;

/// What the address of the file of all sessions has in it.
const EXPORTS: &str = "/focus-sessions/export/";

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = fetch, catch)]
    fn global_fetch(request: &Request) -> Result<JsValue, JsValue>;
}

/// Sends a request and waits for all of its answer, for 10 seconds at most; for an export longer.
pub(super) async fn fetch(method: &str, address: &str, bearer: Option<&str>, body: Option<&str>) -> Answer {
    let limit = if address.contains(EXPORTS) { FILE_LIMIT_MILLISECONDS } else { LIMIT_MILLISECONDS };
    answer(attempt(method, address, bearer, body, limit, false).await)
}

/// Fetches a file, for 120 seconds at most. Where the server gives it, the body of the answer is an address of this page under
/// which it lies.
pub(super) async fn fetch_file(address: &str, bearer: Option<&str>) -> Answer {
    answer(attempt("GET", address, bearer, None, FILE_LIMIT_MILLISECONDS, true).await)
}

/// Gives the memory of a file back that nobody wants.
pub(super) fn drop_file(answer: &Answer) {
    if let Answer::Arrived { status: 200..=299, body } = answer {
        // An address that names nothing is nothing to give back.
        _ = Url::revoke_object_url(body);
    }
}

fn answer(attempt: Result<(u16, String), JsValue>) -> Answer {
    match attempt {
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
    is_file: bool,
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
    let body = if is_file && response.ok() {
        let file: Blob = JsFuture::from(response.blob()?).await?.unchecked_into();
        Url::create_object_url_with_blob(&file)?
    } else {
        JsFuture::from(response.text()?).await?.as_string().unwrap_or_default()
    };
    Ok((response.status(), body))
}
