//! `POST /boards/{board}/ops/` and `GET /boards/{board}/changes/`: synchronization of board replicas.

use super::snapshots;
use crate::App;
use crate::error::ApiError;
use crate::extract::{JsonText, PathSegment, Query, Reader, Writer};
use crate::rejections::RejectionReason;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use core_wasm::protocol::error::{ErrorCode, Rejection};
use core_wasm::protocol::http::{OpsRequest, OpsResponse};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::BoardRecords;
use serde::Deserialize;
use serde_json::value::RawValue;
use twentyfour_domain::boards::Changes;
use twentyfour_domain::ops::{MAX_OPS, Received};
use twentyfour_domain::{boards, ops};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The maximum size of a batch in bytes. It holds 500 descriptions of 50,000 mostly ASCII characters.
const BATCH_LIMIT: usize = 32 << 20;

pub(super) fn router() -> OpenApiRouter<App> {
    let batches = OpenApiRouter::new().routes(routes!(apply)).layer(DefaultBodyLimit::max(BATCH_LIMIT));
    OpenApiRouter::new().routes(routes!(changes)).merge(batches)
}

/// A batch whose ops are parsed one by one, so that an invalid op does not affect the others. It borrows from the body, because
/// a copy would take up to 32 MiB more.
#[derive(Deserialize)]
struct Batch<'a> {
    #[serde(borrow)]
    ops: Vec<&'a RawValue>,
}

/// The part of an invalid op that its rejection needs.
#[derive(Deserialize)]
struct OpIdOnly {
    id: Id,
}

/// Parses the ops of a batch for a board.
///
/// # Errors
/// Returns an error if the body is not a batch, `ErrorCode::NotFound` if there can be no such board, or `ErrorCode::TooManyOps`.
fn parse_batch(body: &JsonText, board: &str) -> Result<(Id, Vec<Received>), ApiError> {
    let Batch { ops } = body.parse()?;
    let board_id = Id::parse(board).ok_or(ErrorCode::NotFound)?;
    // The use case checks this too. Checked here, a large batch is rejected before its ops are parsed.
    if ops.len() > MAX_OPS {
        return Err(ErrorCode::TooManyOps.into());
    }
    Ok((board_id, ops.into_iter().map(parse_op).collect()))
}

fn parse_op(op: &RawValue) -> Received {
    match serde_json::from_str(op.get()) {
        Ok(op) => Received::Op(Box::new(op)),
        Err(_) => Received::Unreadable(serde_json::from_str::<OpIdOnly>(op.get()).ok().map(|named| named.id)),
    }
}

/// Applies ops in order.
///
/// The status is 200 also if ops were refused: `results` has the result of each, in the order of the request. An op that cannot be
/// applied is refused with a code and changes nothing; an op that was applied before is a duplicate.
#[utoipa::path(
    post, path = "/boards/{board}/ops", tag = "Boards", security(("access_token" = []), ("api_token" = ["write"])),
    params(("board" = String, Path, description = "The board's id.", example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70")),
    request_body(content = OpsRequest, example = json!({"ops": [
        {
            "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c73", "at": "2026-03-03T08:30:00Z",
            "change": {"type": "add_list", "list_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71", "name": "To buy", "rank": "80"}
        },
        {
            "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c74", "at": "2026-03-03T08:30:05Z",
            "change": {
                "type": "add_card", "card_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72",
                "list_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71", "rank": "80", "title": "Milk", "priority": "low"
            }
        },
        {
            "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c75", "at": "2026-03-03T08:30:09Z",
            "change": {
                "type": "edit_card", "card_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72",
                "edit": {"field": "due_date", "value": "2026-03-03T09:00"}
            }
        },
        {
            "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c76", "at": "2026-03-03T08:30:12Z",
            "change": {
                "type": "merge_description", "card_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72",
                "base": "Two liters", "text": "Two liters\n\nOr oat milk"
            }
        }
    ]})),
    responses(
        (status = 200, description = "The result of each op.", body = OpsResponse, example = json!({"version": 8, "results": [
            {"id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c73", "status": "duplicate"},
            {"id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c74", "status": "applied"},
            {"id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c75", "status": "refused", "code": "unknown_card"},
            {"id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c76", "status": "refused", "code": "unknown_card"}
        ]})),
        (status = 404, description = "There is no such board, or you are not a member.", body = Rejection),
        (status = 413, description = "`too_many_ops` (over 500) or `too_large` (over 32 MiB).", body = Rejection),
    )
)]
async fn apply(
    State(app): State<App>,
    caller: Writer,
    PathSegment(board): PathSegment,
    body: JsonText,
) -> Result<Response, ApiError> {
    let (board_id, received) = parse_batch(&body, &board)?;
    // The ops own their data, so the body need not stay in memory while they are applied.
    drop(body);
    for other_board in received.iter().filter_map(Received::other_board) {
        caller.require_board(other_board)?;
    }
    let response = ops::apply_batch(&app.services.changes, caller.actor(), board_id, received).await?;
    // The response has every rejection; the log has only the first one.
    let rejection = response.results.iter().find_map(|result| result.code).map(RejectionReason::Rule);
    Ok((rejection.map(Extension), Json(response)).into_response())
}

/// The query parameters for incremental changes.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Since {
    /// The version that the client has. If omitted, the response contains all current records.
    #[param(example = 7)]
    since: Option<i64>,
}

/// Returns the records written after a version, including trashed ones.
///
/// Without a version, or if records were permanently deleted since, returns all current records instead
/// (`is_complete`). The app opens boards with this request. Responses with the whole board, also those since version 0,
/// have an ETag for `If-None-Match`.
#[utoipa::path(
    get, path = "/boards/{board}/changes", tag = "Boards", security(("access_token" = []), ("api_token" = ["read"])),
    params(("board" = String, Path, description = "The board's id or slug.", example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70"), Since),
    responses(
        (status = 200, description = "The records and the resulting version.", body = BoardRecords, example = json!({
            "version": 8, "is_complete": false, "board": null, "lists": [],
            "cards": [super::boards::trashed_card_example()], "items": []
        })),
        (status = 304, description = "The whole board is the one whose ETag was sent."),
        (status = 404, description = "There is no such board, or you are not a member.", body = Rejection),
        (status = 422, description = "`bad_query`: not a version of this board.", body = Rejection),
    )
)]
async fn changes(
    State(app): State<App>,
    caller: Reader,
    PathSegment(board): PathSegment,
    Query(Since { since }): Query<Since>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let encoding = snapshots::accepted_encoding(&headers);
    match boards::changes(&app.services, caller.actor(), &boards::address(&board)?, since, encoding).await? {
        Changes::Whole(snapshot) => Ok(snapshots::respond(snapshot, &headers)),
        Changes::Written(records) => Ok(Json(records).into_response()),
    }
}
