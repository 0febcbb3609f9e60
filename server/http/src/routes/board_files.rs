//! `/boards/{board}/export` and `/boards/import`: boards as files.

use crate::App;
use crate::error::ApiError;
use crate::extract::{LargeJsonBody, PathSegment, Query, Reader, Writer};
use axum::Json;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use core_wasm::protocol::error::Rejection;
use core_wasm::protocol::http::CreateBoardResponse;
use core_wasm::protocol::record::BoardRecords;
use formats::board_file::BoardFile;
use formats::export::ExportFormat;
use serde::Deserialize;
use serde_json::{Value, json};
use twentyfour_domain::board_files::{self, BoardImport};
use twentyfour_domain::boards;
use twentyfour_model::Actor;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The maximum size of a board file in bytes: 50,000 cards with 380 bytes of texts each. It is as much as one account may send
/// at a time (`body_budget`).
const IMPORT_LIMIT: usize = 32 << 20;

pub(super) fn router() -> OpenApiRouter<App> {
    let imports = OpenApiRouter::new()
        .routes(routes!(import))
        .routes(routes!(import_records))
        .layer(DefaultBodyLimit::max(IMPORT_LIMIT));
    OpenApiRouter::new().routes(routes!(export)).merge(imports)
}

/// An example file for the OpenAPI document.
fn example() -> Value {
    json!({
        "format": "twentyfour-board", "version": 1, "name": "Groceries", "description": "", "color": "#4caf50", "image": null,
        "favorite": false, "is_template": false, "label_colors": [{"label": "shop", "color": "#4caf50"}],
        "lists": [{"id": 1, "name": "To buy", "is_collapsed": false, "cards": [{
            "id": 1, "title": "Milk", "description": "", "priority": "low", "completed_at": null,
            "due_date": "2026-03-03T09:00", "labels": ["shop"], "is_assigned": false, "recurrence": null, "estimate_minutes": null,
            "created_at": "2026-03-03T08:30:05.000Z", "archived_at": null, "subtasks": [], "comments": [], "reminders": [30]
        }]}]
    })
}

/// The query parameters of an export.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ExportQuery {
    /// The file format: `json`, `csv` or `markdown`.
    #[param(value_type = String, example = "json")]
    format: ExportFormat,
}

/// Exports a board as a file, with its archive, as you see it.
///
/// JSON can be imported again without a loss; `docs/format.md` describes it. CSV (RFC 4180) has a row per card and starts with the
/// UTF-8 byte order mark; text that starts like a formula has an apostrophe in front. Markdown has a task per card.
/// Attachments and the trash are not included.
#[utoipa::path(
    get, path = "/boards/{board}/export", tag = "Boards", security(("access_token" = []), ("api_token" = ["read"])),
    params(("board" = String, Path, description = "The board's slug or id.", example = "groceries-7f3k"), ExportQuery),
    responses(
        (status = 200, description = "The file.", content(
            (Value = "application/json", example = json!(example())),
            (String = "text/csv", example = json!("\u{feff}board,list,title,description,priority,is_completed,completed_at,due_date,labels,estimate_minutes,created_at,archived_at,subtasks,comments\r\n")),
            (String = "text/markdown", example = json!("# Groceries\n\n## To buy\n\n- [ ] Milk\n")),
        )),
        (status = 404, description = "There is no such board, or you are not a member.", body = Rejection),
        (status = 422, description = "`bad_query`.", body = Rejection),
    )
)]
async fn export(
    State(app): State<App>,
    caller: Reader,
    PathSegment(board): PathSegment,
    Query(query): Query<ExportQuery>,
) -> Result<Response, ApiError> {
    let address = boards::address(&board)?;
    let file = board_files::export(&app.services.context, caller.actor(), &address, query.format).await?;
    let headers = [
        (header::CONTENT_TYPE, query.format.content_type().to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{}\"", file.name)),
    ];
    Ok((headers, file.text).into_response())
}

/// The query parameters of an import.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ImportQuery {
    /// The id of the new board. A repeated request with the same id returns the existing board.
    #[param(example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70")]
    id: Option<String>,
    /// What identifies the board where it comes from, 1 to 100 characters. The new board has it as `import_key`.
    #[param(example = "trello:5f2b8c7e")]
    key: Option<String>,
    /// Whether it was imported without a connection. If so, the plan's limit on boards does not apply.
    #[serde(default)]
    made_offline: bool,
}

/// Imports a board file as a new board, all or nothing.
///
/// The body is the JSON of an export, up to 32 MiB; `docs/format.md` describes it. It may take up to an hour to arrive, unless no
/// data arrives for 30 seconds.
#[utoipa::path(
    post, path = "/boards/import", tag = "Boards", security(("access_token" = []), ("api_token" = ["write"])),
    params(ImportQuery),
    request_body(content = Value, example = json!(example())),
    responses(
        (status = 200, description = "The board.", body = CreateBoardResponse, example = json!({"board": super::boards::overview_example()})),
        (status = 402, description = "`plan_limit`: the plan does not allow another board.", body = Rejection),
        (status = 408, description = "`request_timeout`: no data arrived for 30 seconds, or the body took more than an hour.", body = Rejection),
        (status = 409, description = "`id_taken`.", body = Rejection),
        (status = 413, description = "`too_large` (over 32 MiB).", body = Rejection),
        (status = 422, description = "`body_invalid`, or a value breaks a rule. Nothing has changed.", body = Rejection),
        (status = 503, description = "`server_busy`: too many uploads at once, of this account or in total.", body = Rejection),
    )
)]
async fn import(
    State(app): State<App>,
    caller: Writer,
    Query(query): Query<ImportQuery>,
    LargeJsonBody(file): LargeJsonBody<BoardFile>,
) -> Result<Json<CreateBoardResponse>, ApiError> {
    let ImportQuery { id, key, made_offline } = query;
    let import = BoardImport { id, key, made_offline, file };
    let board = board_files::import(&app.services.changes, caller.actor(), import).await?;
    Ok(Json(CreateBoardResponse { board }))
}

/// The query parameters of an import of records.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct RecordsQuery {
    /// Whether it was imported without a connection. If so, the plan's limit on boards does not apply.
    #[serde(default)]
    made_offline: bool,
}

/// An example of records for the OpenAPI document.
fn records_example() -> Value {
    let board = json!({
        "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c81", "slug": "groceries-8a2m", "name": "Groceries", "description": "", "color": null,
        "image": null, "favorite": false, "label_colors": [], "trashed_at": null, "import_key": "trello:5f2b8c7e"
    });
    json!({"version": 1, "is_complete": true, "board": board, "lists": [], "cards": [], "items": []})
}

/// Imports the records that a device has made of a file, all or nothing.
///
/// For clients that show the board before the server has it. The new board and its records have the same ids. They are those that
/// `POST /boards/import` gives to the same file, so records with other ids, in the trash, or of other members are not taken over as
/// they are. A repeated request returns the existing board. The body may take up to an hour to arrive, unless no data arrives for 30
/// seconds.
#[utoipa::path(
    post, path = "/boards/import-records", tag = "Boards", params(RecordsQuery),
    request_body(content = BoardRecords, example = json!(records_example())),
    responses(
        (status = 200, description = "The board.", body = CreateBoardResponse, example = json!({"board": super::boards::overview_example()})),
        (status = 402, description = "`plan_limit`: the plan does not allow another board.", body = Rejection),
        (status = 408, description = "`request_timeout`: no data arrived for 30 seconds, or the body took more than an hour.", body = Rejection),
        (status = 409, description = "`id_taken`.", body = Rejection),
        (status = 413, description = "`too_large` (over 32 MiB).", body = Rejection),
        (status = 422, description = "`body_invalid`, or a value breaks a rule. Nothing has changed.", body = Rejection),
        (status = 503, description = "`server_busy`: too many uploads at once, of this account or in total.", body = Rejection),
    )
)]
async fn import_records(
    State(app): State<App>,
    account: Actor,
    Query(RecordsQuery { made_offline }): Query<RecordsQuery>,
    LargeJsonBody(records): LargeJsonBody<BoardRecords>,
) -> Result<Json<CreateBoardResponse>, ApiError> {
    let board = board_files::import_records(&app.services.changes, account, records, made_offline).await?;
    Ok(Json(CreateBoardResponse { board }))
}
