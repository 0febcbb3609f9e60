//! `/tasks/`, `/trash/` and the activity of boards and cards.

use super::boards;
use crate::App;
use crate::error::ApiError;
use crate::extract::{FilteringReader, PathSegment, PathSegments, Query, Reader};
use axum::Json;
use axum::extract::State;
use core_wasm::protocol::error::{ErrorCode, Rejection};
use core_wasm::protocol::http::{ActivityFilter, ActivityKind, ActivityResponse, BoardsRecordsResponse};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::BoardRecords;
use serde::Deserialize;
use twentyfour_domain::api_tokens::Caller;
use twentyfour_domain::{activity, tasks, trash};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_tasks))
        .routes(routes!(list_trash))
        .routes(routes!(of_card))
        .routes(routes!(of_board))
}

/// Returns the cards on all boards that have a due date or are assigned to you, with their lists and your reminders, without
/// trashed and archived ones.
#[utoipa::path(
    get, path = "/tasks", tag = "Boards", security(("access_token" = []), ("api_token" = ["read"])),
    responses((status = 200, description = "The cards, by board.", body = BoardsRecordsResponse, example = json!({"boards": [{
        "version": 7, "is_complete": false, "board": boards::example(), "lists": [boards::list_example()],
        "cards": [boards::card_example()], "items": [boards::item_example()]
    }]})))
)]
async fn list_tasks(State(app): State<App>, caller: FilteringReader) -> Result<Json<BoardsRecordsResponse>, ApiError> {
    Ok(Json(allowed(&caller, tasks::list(&app.services.context, caller.actor()).await?)))
}

/// Returns the trashed records, kept for 30 days, and the archived ones: boards, lists, and cards with their lists.
#[utoipa::path(
    get, path = "/trash", tag = "Boards", security(("access_token" = []), ("api_token" = ["read"])),
    responses((status = 200, description = "The records by board.", body = BoardsRecordsResponse, example = json!({"boards": [{
        "version": 7, "is_complete": false, "board": boards::example(), "lists": [boards::list_example()],
        "cards": [boards::trashed_card_example()], "items": []
    }]})))
)]
async fn list_trash(State(app): State<App>, caller: FilteringReader) -> Result<Json<BoardsRecordsResponse>, ApiError> {
    Ok(Json(allowed(&caller, trash::list(&app.services.context, caller.actor()).await?)))
}

/// Returns the records of the boards that the caller may touch.
fn allowed(caller: &Caller, mut records: BoardsRecordsResponse) -> BoardsRecordsResponse {
    let id = |board: &BoardRecords| board.board.as_ref().map(|board| board.id);
    records.boards.retain(|board| caller.require_board_or_none(id(board)).is_ok());
    records
}

/// Returns the latest 100 ops that changed a card or its items, latest first.
///
/// Texts are cut to 200 characters.
#[utoipa::path(
    get, path = "/boards/{board}/cards/{card}/activity", tag = "Boards", security(("access_token" = []), ("api_token" = ["read"])),
    params(
        ("board" = String, Path, description = "The board's id.", example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70"),
        ("card" = String, Path, description = "The card's id.", example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72"),
    ),
    responses(
        (status = 200, description = "The activity.", body = ActivityResponse, example = json!({"activity": [{
            "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c75", "at": "2026-03-03T08:30:09.000Z", "who": "Ada Byron",
            "user_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c60", "card_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72",
            "change": {
                "type": "edit_card", "card_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72",
                "edit": {"field": "due_date", "value": "2026-03-03T09:00"}
            }
        }], "next": null})),
        (status = 404, description = "There is no such board or card, or it is not yours.", body = Rejection),
    )
)]
async fn of_card(
    State(app): State<App>,
    caller: Reader,
    PathSegments(board, card): PathSegments,
) -> Result<Json<ActivityResponse>, ApiError> {
    let id = |text: &str| Id::parse(text).ok_or(ErrorCode::NotFound);
    Ok(Json(activity::of_card(&app.services.context, caller.actor(), id(&board)?, id(&card)?).await?))
}

/// The query parameters of a page of a board's activity.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ActivityPage {
    /// The `next` of the previous page. Omit it for the first page.
    before: Option<Id>,
    /// Only changes by this account.
    member: Option<Id>,
    /// Whether only changes by accounts that were deleted are returned. Ignored with `member`.
    #[serde(default)]
    deleted: bool,
    /// Only changes of this kind: `cards`, `comments`, `lists` or `board`.
    #[param(value_type = Option<String>, example = "comments")]
    kind: Option<ActivityKind>,
}

/// Returns at most 100 ops that changed a board, its lists or its cards, in the order in which the server applied them, latest
/// first.
///
/// Favorites, collapsed lists and reminders are only in the activity that their author sees. Texts are cut to 200 characters. A
/// page can have few entries or none and still have a `next`.
#[utoipa::path(
    get, path = "/boards/{board}/activity", tag = "Boards", security(("access_token" = []), ("api_token" = ["read"])),
    params(
        ("board" = String, Path, description = "The board's id.", example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70"),
        ActivityPage,
    ),
    responses(
        (status = 200, description = "The activity.", body = ActivityResponse, example = json!({"activity": [{
            "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c75", "at": "2026-03-03T08:30:09.000Z", "who": "Ada Byron",
            "user_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c60", "card_id": null,
            "change": {
                "type": "edit_list", "list_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71",
                "edit": {"field": "name", "value": "Done"}
            }
        }], "next": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c75"})),
        (status = 404, description = "There is no such board, it is not yours, or `before` is not one of its ops.", body = Rejection),
        (status = 422, description = "`bad_query`.", body = Rejection),
    )
)]
async fn of_board(
    State(app): State<App>,
    caller: Reader,
    PathSegment(board): PathSegment,
    Query(page): Query<ActivityPage>,
) -> Result<Json<ActivityResponse>, ApiError> {
    let board = Id::parse(&board).ok_or(ErrorCode::NotFound)?;
    let filter = ActivityFilter { user_id: page.member, is_deleted: page.deleted, kind: page.kind };
    Ok(Json(activity::of_board(&app.services.context, caller.actor(), board, filter, page.before).await?))
}
