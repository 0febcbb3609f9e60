//! HTTP requests with the timeout of 10 seconds (specification, section 9).

use crate::protocol::messages::current_language;
use crate::protocol::response::ApiResponse;
use crate::protocol::text::find;
use gloo_timers::callback::Timeout;
use std::cell::Cell;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, Blob, Headers, Request, RequestInit, Response, Url};

pub(super) const REQUEST_TIMEOUT_MS: u32 = 10_000;

/// The timeout of an export of sessions, which needs more than 10 seconds on a slow connection.
const EXPORT_TIMEOUT_MS: u32 = 120_000;

/// The timeout of the download of a file, and of an imported board. The archive of an account is up to 4 GiB. A board
/// is up to 32 MiB, and one that always timed out would hold up the outbox. Longer than the server's timeout of an import, which is an
/// hour for the body and two minutes for the response, so that the client does not give up before the server answers.
const FILE_TIMEOUT_MS: u32 = 65 * 60 * 1_000;

/// The timeout of an uploaded picture.
const UPLOAD_TIMEOUT_MS: u32 = 60_000;

/// The timeout of notes, in both directions. A note is up to 2 MB, which takes more than 10 seconds on a slow
/// connection. If it always timed out, the changes behind it in the outbox would wait forever.
const NOTE_TIMEOUT_MS: u32 = 60_000;

/// The part of a URL that identifies the export of all sessions.
const EXPORT_PATH: &str = "/focus-sessions/export/";

/// The part of a URL that identifies an imported board.
const IMPORT_PATH: &str = "/boards/import-records/";

/// The part of a URL that identifies attachments. Their uploads have no timeout: the server ends one when no data arrives.
const ATTACHMENTS_PATH: &str = "/attachments/";

/// The part of a URL that identifies notes.
const NOTES_PATH: &str = "/notes/";

/// How long the failure of a request is delayed while the page is unloading, in milliseconds. By then the page has been
/// unloaded.
const UNLOAD_GRACE_MS: u32 = 1_000;

thread_local! {
    /// Whether the page has started to unload.
    static IS_UNLOADING: Cell<bool> = const { Cell::new(false) };
}

/// Records that the page has started to unload. Between `beforeunload` and `pagehide`, Firefox and WebKit abort
/// requests and still run the page's scripts, which would log the aborted requests of a reload as network failures.
pub(super) fn mark_unloading() {
    IS_UNLOADING.set(true);
}

/// Waits until the page has been unloaded, or for a second if the user canceled the navigation.
async fn delay_while_unloading() {
    if !IS_UNLOADING.get() {
        return;
    }
    let grace_period = js_sys::Promise::new(&mut |resolve, _| {
        Timeout::new(UNLOAD_GRACE_MS, move || _ = resolve.call0(&JsValue::UNDEFINED)).forget();
    });
    _ = JsFuture::from(grace_period).await;
    IS_UNLOADING.set(false);
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = fetch, catch)]
    fn global_fetch(request: &Request) -> Result<JsValue, JsValue>;
}

/// The response to a request that the page has sent before the core was loaded.
pub(super) struct EarlyResponse {
    /// The path of the request, without the address of the API.
    pub(super) path: String,
    /// The access token that it was sent with.
    pub(super) access_token: String,
    /// The promise of its `Response`.
    pub(super) response: js_sys::Promise,
}

impl EarlyResponse {
    /// Waits for the complete response. The page has set the timeout.
    pub(super) async fn receive(self) -> ApiResponse {
        let receive = async { read_text(JsFuture::from(self.response).await?.dyn_into()?).await };
        to_response(receive.await).await
    }
}

/// Returns the status and the body of a response.
async fn read_text(response: Response) -> Result<(u16, String), JsValue> {
    let body = JsFuture::from(response.text()?).await?.as_string().unwrap_or_default();
    Ok((response.status(), body))
}

/// Sends a request and waits for the complete response: at most 10 seconds, longer for an export and for notes,
/// and about an hour for an import.
pub(super) async fn fetch(method: &str, url: &str, bearer: Option<&str>, body: Option<&str>) -> ApiResponse {
    let timeout_ms = match url {
        _ if find(url, EXPORT_PATH).is_some() => EXPORT_TIMEOUT_MS,
        _ if find(url, IMPORT_PATH).is_some() => FILE_TIMEOUT_MS,
        _ if find(url, NOTES_PATH).is_some() => NOTE_TIMEOUT_MS,
        _ => REQUEST_TIMEOUT_MS,
    };
    to_response(try_fetch(method, url, bearer, body.map(Body::Json), Some(timeout_ms), false).await).await
}

/// Fetches a file, for about an hour at most. On success the response's body is a `blob:` URL of this page.
pub(super) async fn fetch_file(url: &str, bearer: Option<&str>) -> ApiResponse {
    to_response(try_fetch("GET", url, bearer, None, Some(FILE_TIMEOUT_MS), true).await).await
}

/// Uploads a file: a picture for at most 60 seconds, an attachment without a time limit. The browser sends its media type
/// if it knows it, but the server decides by the contents. `controller` ends the request.
pub(super) async fn send_file(
    method: &str,
    url: &str,
    bearer: Option<&str>,
    file: &Blob,
    controller: AbortController,
) -> ApiResponse {
    let timeout_ms = if find(url, ATTACHMENTS_PATH).is_some() { None } else { Some(UPLOAD_TIMEOUT_MS) };
    to_response(try_fetch(method, url, bearer, Some(Body::File(file, &controller)), timeout_ms, false).await).await
}

/// Releases the file of a response that is not needed any more.
pub(super) fn revoke_file_url(response: &ApiResponse) {
    if let ApiResponse::Received { status: 200..=299, body } = response {
        // Revoking an invalid URL does nothing.
        _ = Url::revoke_object_url(body);
    }
}

/// The body of a request.
#[derive(Clone, Copy)]
enum Body<'a> {
    /// JSON text.
    Json(&'a str),
    /// The bytes of a file, with what ends the request.
    File(&'a Blob, &'a AbortController),
}

async fn to_response(attempt: Result<(u16, String), JsValue>) -> ApiResponse {
    match attempt {
        Ok((status, body)) => ApiResponse::Received { status, body },
        Err(error) => {
            delay_while_unloading().await;
            // Only the timeout aborts a request, and the page, which then ignores the response.
            let is_timed_out = error.dyn_ref::<js_sys::Error>().is_some_and(|error| error.name() == "AbortError");
            if is_timed_out { ApiResponse::TimedOut } else { ApiResponse::NetworkError }
        }
    }
}

async fn try_fetch(
    method: &str,
    url: &str,
    bearer: Option<&str>,
    body: Option<Body<'_>>,
    timeout_ms: Option<u32>,
    is_file: bool,
) -> Result<(u16, String), JsValue> {
    let headers = Headers::new()?;
    let kind = match body {
        Some(Body::File(file, _)) if file.type_().is_empty() => "application/octet-stream".to_owned(),
        Some(Body::File(file, _)) => file.type_(),
        _ => "application/json".to_owned(),
    };
    headers.set("content-type", &kind)?;
    // Browsers would send their own language.
    headers.set("accept-language", current_language().tag())?;
    if let Some(bearer) = bearer {
        headers.set("authorization", &format!("Bearer {bearer}"))?;
    }
    let controller = match body {
        Some(Body::File(_, controller)) => controller.clone(),
        _ => AbortController::new()?,
    };
    let init = RequestInit::new();
    init.set_method(method);
    init.set_headers(&headers);
    init.set_signal(Some(&controller.signal()));
    match body {
        Some(Body::Json(text)) => init.set_body(&JsValue::from_str(text)),
        Some(Body::File(file, _)) => init.set_body(file),
        None => {}
    }
    let request = Request::new_with_str_and_init(url, &init)?;
    // Dropping the timeout when the response is complete cancels it.
    let _timeout = timeout_ms.map(|timeout_ms| Timeout::new(timeout_ms, move || controller.abort()));
    let response: Response = JsFuture::from(js_sys::Promise::resolve(&global_fetch(&request)?)).await?.dyn_into()?;
    if is_file && response.ok() {
        let file: Blob = JsFuture::from(response.blob()?).await?.unchecked_into();
        return Ok((response.status(), Url::create_object_url_with_blob(&file)?));
    }
    read_text(response).await
}
