//! Requests to the server, with the 10 second limit of the specification (section 9).

use crate::api::ApiResponse;
use gloo_timers::callback::Timeout;
use std::cell::Cell;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, Blob, Headers, Request, RequestInit, Response, Url};

pub(super) const REQUEST_TIMEOUT_MS: u32 = 10_000;

/// How long a file may take. It is tens of megabytes at most, more than 10 seconds bring over a slow connection, and it comes as
/// one answer.
const FILE_TIMEOUT_MS: u32 = 120_000;

/// How long a file may take on its way to the server.
const UPLOAD_TIMEOUT_MS: u32 = 60_000;

/// How long notes may take, either way: one is up to 2 MB, which 10 seconds bring only over a fast connection, and those that wait
/// behind it would wait for ever.
const NOTE_TIMEOUT_MS: u32 = 60_000;

/// What the address of the file of all sessions has in it.
const EXPORT_PATH: &str = "/focus-sessions/export/";

/// What the addresses of notes have in them.
const NOTES_PATH: &str = "/notes/";

/// How long a failed request is kept back once the page has begun to unload, in milliseconds. A page that unloads is gone by then.
const UNLOAD_GRACE_MS: u32 = 1_000;

thread_local! {
    /// Whether the page has begun to unload.
    static IS_UNLOADING: Cell<bool> = const { Cell::new(false) };
}

/// Records that the page has begun to unload. Firefox and WebKit abort its requests after `beforeunload` and let its scripts see
/// that, before `pagehide`: a reload would be logged as a failure of the network.
pub(super) fn mark_unloading() {
    IS_UNLOADING.set(true);
}

/// Waits until the page is gone, or for a second where it stays because the person canceled the navigation.
async fn delay_while_unloading() {
    if !IS_UNLOADING.get() {
        return;
    }
    let stayed = js_sys::Promise::new(&mut |resolve, _| {
        Timeout::new(UNLOAD_GRACE_MS, move || _ = resolve.call0(&JsValue::UNDEFINED)).forget();
    });
    _ = JsFuture::from(stayed).await;
    IS_UNLOADING.set(false);
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = fetch, catch)]
    fn global_fetch(request: &Request) -> Result<JsValue, JsValue>;
}

/// Sends a request and waits for all of its answer, for 10 seconds at most; for an export and for notes longer.
pub(super) async fn fetch(method: &str, address: &str, bearer: Option<&str>, body: Option<&str>) -> ApiResponse {
    let limit = match address {
        _ if address.contains(EXPORT_PATH) => FILE_TIMEOUT_MS,
        _ if address.contains(NOTES_PATH) => NOTE_TIMEOUT_MS,
        _ => REQUEST_TIMEOUT_MS,
    };
    to_response(try_fetch(method, address, bearer, body.map(Body::Json), limit, false).await).await
}

/// Fetches a file, for 120 seconds at most. Where the server gives it, the body of the answer is an address of this page under
/// which it lies.
pub(super) async fn fetch_file(address: &str, bearer: Option<&str>) -> ApiResponse {
    to_response(try_fetch("GET", address, bearer, None, FILE_TIMEOUT_MS, true).await).await
}

/// Sends a file, for 60 seconds at most: it is up to 15 MB, and whoever sends it waits. The browser names its kind where it knows
/// one; what the file is, its bytes tell the server.
pub(super) async fn send_file(address: &str, bearer: Option<&str>, file: &Blob) -> ApiResponse {
    to_response(try_fetch("POST", address, bearer, Some(Body::File(file)), UPLOAD_TIMEOUT_MS, false).await).await
}

/// Gives the memory of a file back that nobody wants.
pub(super) fn revoke_file_url(response: &ApiResponse) {
    if let ApiResponse::Received { status: 200..=299, body } = response {
        // An address that names nothing is nothing to give back.
        _ = Url::revoke_object_url(body);
    }
}

/// What a request sends.
#[derive(Clone, Copy)]
enum Body<'a> {
    /// JSON text.
    Json(&'a str),
    /// A file as it is.
    File(&'a Blob),
}

async fn to_response(attempt: Result<(u16, String), JsValue>) -> ApiResponse {
    match attempt {
        Ok((status, body)) => ApiResponse::Received { status, body },
        Err(error) => {
            delay_while_unloading().await;
            // The time limit aborts a request, and nothing else does.
            let is_timed_out = error.dyn_ref::<js_sys::Error>().is_some_and(|error| error.name() == "AbortError");
            if is_timed_out { ApiResponse::TimedOut } else { ApiResponse::NetworkError }
        }
    }
}

async fn try_fetch(
    method: &str,
    address: &str,
    bearer: Option<&str>,
    body: Option<Body<'_>>,
    limit: u32,
    is_file: bool,
) -> Result<(u16, String), JsValue> {
    let headers = Headers::new()?;
    let kind = match body {
        Some(Body::File(file)) if file.type_().is_empty() => "application/octet-stream".to_owned(),
        Some(Body::File(file)) => file.type_(),
        _ => "application/json".to_owned(),
    };
    headers.set("content-type", &kind)?;
    if let Some(bearer) = bearer {
        headers.set("authorization", &format!("Bearer {bearer}"))?;
    }
    let controller = AbortController::new()?;
    let init = RequestInit::new();
    init.set_method(method);
    init.set_headers(&headers);
    init.set_signal(Some(&controller.signal()));
    match body {
        Some(Body::Json(text)) => init.set_body(&JsValue::from_str(text)),
        Some(Body::File(file)) => init.set_body(file),
        None => {}
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
