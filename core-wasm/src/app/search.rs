//! Searching on the server. What is on the device is searched by the finder, a module of its own, so the core only sends
//! the request, and passes the response on as it is.

use crate::api::{ApiRequest, Purpose, percent_encoded};
use crate::context::Context;
use crate::protocol::effect::UiEffect;
use crate::protocol::response::ApiResponse;

/// Requests a page of what a search finds on the server.
pub(super) fn search(query: String, cursor: Option<String>, ctx: &mut Context) {
    let mut path = format!("/search/?limit=50&q={}", percent_encoded(&query));
    if let Some(cursor) = &cursor {
        path.push_str("&cursor=");
        path.push_str(&percent_encoded(cursor));
    }
    ctx.requests.push(ApiRequest::get(Purpose::Search { query, cursor }, path));
}

/// Passes the response on to the page.
pub(super) fn on_search_response(query: &str, cursor: Option<&str>, response: &ApiResponse, ctx: &mut Context) {
    let results = match response {
        ApiResponse::Received { body, .. } if response.is_success() => Some(body.clone()),
        _ => None,
    };
    ctx.step.ui_effects.push(UiEffect::SearchResponse {
        query: query.to_owned(),
        cursor: cursor.map(str::to_owned),
        results,
    });
}
