//! Requests of pages whose data the core has no rules for: calendars, API tokens and webhooks. The core adds the access token and
//! passes the response on as it is.

use crate::api::{ApiRequest, Purpose};
use crate::context::Context;
use crate::protocol::effect::UiEffect;
use crate::protocol::error::ErrorCode;
use crate::protocol::response::ApiResponse;

/// Sends a request to a path of the API.
///
/// # Errors
///
/// Returns `BadIntent` for another method or no path.
pub(super) fn call_server(
    call_id: u32,
    method: &str,
    path: String,
    body: Option<String>,
    ctx: &mut Context,
) -> Result<(), ErrorCode> {
    const METHODS: [&str; 4] = ["GET", "POST", "PUT", "DELETE"];
    let method = METHODS.into_iter().find(|known| *known == method).filter(|_| path.starts_with('/'));
    let method = method.ok_or(ErrorCode::BadIntent)?;
    let purpose = Purpose::CallServer { call_id };
    ctx.requests.push(match body {
        Some(body) => ApiRequest::with_body(purpose, method, path, body),
        None => ApiRequest { method, ..ApiRequest::get(purpose, path) },
    });
    Ok(())
}

/// Passes the response on to the page.
pub(super) fn on_call_response(call_id: u32, response: &ApiResponse, ctx: &mut Context) {
    let (status, body) = match response {
        ApiResponse::Received { status, body } => (Some(*status), body.clone()),
        _ => (None, String::new()),
    };
    ctx.step.ui_effects.push(UiEffect::ServerResponse { call_id, status, body });
}
