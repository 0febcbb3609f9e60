//! `/boards/`: the overview, and single boards.

use super::snapshots;
use crate::App;
use crate::error::ApiError;
use crate::extract::{FilteringReader, JsonBody, PathSegment, Reader, Writer};
use crate::language::Localized;
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use core_wasm::protocol::error::{ErrorCode, Rejection};
use core_wasm::protocol::http::{
    CreateBoardRequest, CreateBoardResponse, ListedBoard, OpenedBoardResponse, UpdateBoardRequest, UpdateBoardResponse,
    board_updated_message,
};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::view::BoardView;
use serde_json::json;
use twentyfour_domain::board_snapshots::View;
use twentyfour_domain::{boards, ops};
use twentyfour_model::Actor;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(overview))
        .routes(routes!(create))
        .routes(routes!(update))
        .routes(routes!(open))
        .routes(routes!(first_screen))
}

/// An example board for the OpenAPI document.
pub(super) fn example() -> serde_json::Value {
    json!({
        "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70", "slug": "groceries-7f3k", "name": "Groceries", "description": "",
        "color": "#4caf50", "image": null, "favorite": false, "label_colors": [{"label": "shop", "color": "#4caf50"}],
        "trashed_at": null, "role": "owner", "members": [], "watched_ids": [], "is_muted": false
    })
}

/// The example board as visitors with its public link see it.
pub(super) fn public_example() -> serde_json::Value {
    let mut board = example();
    board["role"] = json!("viewer");
    board
}

/// An example list of that board.
pub(super) fn list_example() -> serde_json::Value {
    json!({
        "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71", "name": "To buy", "rank": "80", "is_collapsed": false,
        "trashed_at": null
    })
}

/// An example card in that list.
pub(super) fn card_example() -> serde_json::Value {
    json!({
        "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72", "list_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71", "rank": "80",
        "title": "Milk", "description": "", "priority": "low", "importance": "low", "completed_at": null,
        "due_date": "2026-03-03T09:00", "labels": ["shop"],
        "assignee_ids": [], "created_at": "2026-03-03T08:30:05.000Z",
        "archived_at": null, "trashed_at": null
    })
}

/// The example card, moved to the trash.
pub(super) fn trashed_card_example() -> serde_json::Value {
    let mut card = card_example();
    card["trashed_at"] = json!("2026-03-03T08:31:00.000Z");
    card
}

/// An example reminder on that card.
pub(super) fn item_example() -> serde_json::Value {
    json!({
        "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c76", "card_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72",
        "author_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c60", "content": {"kind": "reminder", "minutes_before": 30}, "created_at": "2026-03-03T08:30:10.000Z",
        "edited_at": null, "trashed_at": null
    })
}

fn first_screen_example() -> serde_json::Value {
    json!({
        "board": example(),
        "lists": [{
            "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71", "name": "To buy", "is_collapsed": false,
            "card_ids": ["0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72"], "unloaded_cards": 2
        }],
        "cards": [{
            "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72", "title": "Milk", "has_description": false, "priority": "low",
            "due_date": "2026-03-03T09:00", "due_status": null, "labels": ["shop"], "assignee_ids": [], "subtasks": 0, "subtasks_done": 0,
            "comments": 0, "reminders": 1
        }]
    })
}

fn opened_example() -> serde_json::Value {
    let mut board = example();
    board["columns"] =
        json!([{"id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71", "name": "To buy", "cards": [card_example()]}]);
    board
}

/// The example board in the overview.
pub(super) fn overview_example() -> serde_json::Value {
    let mut board = example();
    board["columns"] =
        json!([{"id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71", "name": "To buy", "cards": [], "card_count": 3}]);
    board
}

/// The example board in the list of boards.
fn listed_example() -> serde_json::Value {
    let mut board = overview_example();
    (board["list_count"], board["card_count"]) = (json!(1), json!(3));
    (board["changed_at"], board["present_ids"]) = (json!("2026-03-03T08:30:05.000Z"), json!([]));
    board
}

/// Returns the boards, favorites first, then by name.
///
/// Cards are returned with a single board only.
#[utoipa::path(
    get, path = "/boards/get-boards", tag = "Boards", security(("access_token" = []), ("api_token" = ["read"])),
    responses((status = 200, description = "The boards outside the trash.", body = Vec<ListedBoard>, example = json!([listed_example()])))
)]
async fn overview(State(app): State<App>, caller: FilteringReader) -> Result<Json<Vec<ListedBoard>>, ApiError> {
    let mut boards = boards::overview(&app.services.changes, caller.actor()).await?;
    boards.retain(|listed| caller.allows_board(listed.board.board.id));
    Ok(Json(boards))
}

/// Creates a board.
///
/// A repeated request with the same id returns the existing board.
#[utoipa::path(
    post, path = "/boards/create-board", tag = "Boards", security(("access_token" = []), ("api_token" = ["write"])),
    request_body(content = CreateBoardRequest, example = json!({"name": "Groceries", "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70"})),
    responses(
        (status = 200, description = "The board.", body = CreateBoardResponse, example = json!({"board": overview_example()})),
        (status = 402, description = "`plan_limit`: the plan does not allow another board.", body = Rejection),
        (status = 409, description = "`slug_taken` or `id_taken`.", body = Rejection),
        (status = 422, description = "`body_invalid`, or a field breaks a rule.", body = Rejection),
    )
)]
async fn create(
    State(app): State<App>,
    caller: Writer,
    JsonBody(request): JsonBody<CreateBoardRequest>,
) -> Result<Json<CreateBoardResponse>, ApiError> {
    let board = boards::create(&app.services.changes, caller.actor(), request).await?;
    Ok(Json(CreateBoardResponse { board }))
}

/// Updates fields of a board.
#[utoipa::path(
    put, path = "/boards/update-board", tag = "Boards",
    request_body(content = UpdateBoardRequest, example = json!({
        "boardId": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70", "updatedBoard": {"name": "Shopping", "color": "#4caf50", "image": null}
    })),
    responses(
        (status = 200, description = "The updated board.", body = UpdateBoardResponse, example = json!({
            "message": board_updated_message(), "board": overview_example()
        })),
        (status = 402, description = "`plan_limit`: choosing a board picture requires Pro, if plans are sold. Nothing has changed.", body = Rejection),
        (status = 403, description = "`forbidden_role`: your role does not allow this.", body = Rejection),
        (status = 404, description = "There is no such board, or you are not a member.", body = Rejection),
        (status = 422, description = "`body_invalid`, or a field breaks a rule. Nothing has changed.", body = Rejection),
    )
)]
async fn update(
    State(app): State<App>,
    account: Actor,
    JsonBody(request): JsonBody<UpdateBoardRequest>,
) -> Result<Localized<Json<UpdateBoardResponse>>, ApiError> {
    let id = Id::parse(&request.board_id).ok_or(ErrorCode::BadId)?;
    let board = ops::update_board(&app.services.changes, account, id, request.updated_board).await?;
    Ok(Localized(Json(UpdateBoardResponse { message: board_updated_message().to_owned(), board })))
}

/// Returns a board with its lists and their cards in order (`board.columns`), without trashed and archived records.
///
/// `lists`, `cards` and `items` are the same records unordered. The response has an ETag for `If-None-Match`. To keep a
/// copy up to date, use `changes`.
#[utoipa::path(
    get, path = "/boards/{board}", tag = "Boards", security(("access_token" = []), ("api_token" = ["read"])),
    params(("board" = String, Path, description = "The board's slug or id.", example = "groceries-7f3k")),
    responses(
        (status = 200, description = "The board.", body = OpenedBoardResponse, example = json!({
            "version": 7, "is_complete": true, "board": opened_example(), "lists": [list_example()], "cards": [card_example()],
            "items": [item_example()]
        })),
        (status = 304, description = "The board is the one whose ETag was sent."),
        (status = 404, description = "There is no such board, or you are not a member.", body = Rejection),
    )
)]
async fn open(
    State(app): State<App>,
    caller: Reader,
    PathSegment(board): PathSegment,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let encoding = snapshots::accepted_encoding(&headers);
    let snapshot =
        boards::open_encoded(&app.services, caller.actor(), &boards::address(&board)?, View::Columns, encoding).await?;
    Ok(snapshots::respond(snapshot, &headers))
}

/// Returns what a board shows at first: its lists in order, and the first 40 cards of each.
///
/// `unloaded_cards` is the number of the other cards of a list. `due_status` is always null, because it depends on the
/// time zone of the client. The response has an ETag for `If-None-Match`.
#[utoipa::path(
    get, path = "/boards/{board}/first-screen", tag = "Boards",
    params(("board" = String, Path, description = "The board's slug or id.", example = "groceries-7f3k")),
    responses(
        (status = 200, description = "The first screen.", body = BoardView, example = json!(first_screen_example())),
        (status = 304, description = "The first screen is the one whose ETag was sent."),
        (status = 404, description = "There is no such board, or you are not a member.", body = Rejection),
    )
)]
async fn first_screen(
    State(app): State<App>,
    account: Actor,
    PathSegment(board): PathSegment,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let encoding = snapshots::accepted_encoding(&headers);
    let address = boards::address(&board)?;
    let snapshot = boards::open_encoded(&app.services, account, &address, View::FirstScreen, encoding).await?;
    Ok(snapshots::respond(snapshot, &headers))
}
