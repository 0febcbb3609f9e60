//! `/notes/`: reading notes, changing one, and its earlier texts.

use crate::App;
use crate::domain::notes::{self, change};
use crate::error::ApiError;
use crate::extract::{Actor, Device, JsonBody, PathSegment, PathSegments, Query};
use axum::Json;
use axum::extract::{DefaultBodyLimit, State};
use core_wasm::protocol::error::{ErrorCode, Rejection};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::note::{NoteAnswer, NoteChangeRequest, NoteVersionAnswer, NoteVersionsAnswer, NotesAnswer};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The most bytes of a change: a document of 2 MiB whose every character has to be escaped, and what stands around it.
const CHANGE_LIMIT: usize = (4 << 20) + (64 << 10);

pub(super) fn router() -> OpenApiRouter<App> {
    let changing = OpenApiRouter::new().routes(routes!(put)).layer(DefaultBodyLimit::max(CHANGE_LIMIT));
    OpenApiRouter::new().routes(routes!(load)).routes(routes!(versions)).routes(routes!(version)).merge(changing)
}

const DOCUMENT: &str =
    r#"{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"Buy milk"}]}]}"#;

fn note_example(document: Option<&str>) -> Value {
    json!({
        "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c76", "document": document, "save_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c77",
        "created_at": "2026-03-03T08:30:00.000Z", "edited_at": "2026-03-03T08:30:00.000Z", "pinned_at": null, "trashed_at": null,
        "apart": [], "version": 1
    })
}

fn version_example() -> Value {
    json!({
        "save_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c78", "edited_at": "2026-03-03T08:20:00.000Z", "device": "Chrome on Linux",
        "snippet": "Buy"
    })
}

/// Where to catch up from.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Since {
    /// The version that the client has; 0 asks for everything.
    #[param(minimum = 0, example = 0)]
    since: i64,
}

/// The notes that have changed since a version, those in the trash too, and the ids of those that were removed from there for good,
/// however long ago. An answer holds about 1 MiB of text, and one note at least: while `has_more`, ask for what follows its `version`. A
/// `version` below the one that was asked for tells that the server was set back to an earlier state: ask for everything.
#[utoipa::path(
    get, path = "/notes", tag = "Notes", params(Since),
    responses(
        (status = 200, description = "The notes, and the version that they lead to.", body = NotesAnswer, example = json!({
            "notes": [note_example(Some(DOCUMENT))], "removed": [], "version": 1, "has_more": false
        })),
        (status = 422, description = "`bad_query`: this is no version.", body = Rejection),
    )
)]
async fn load(
    State(app): State<App>,
    account: Actor,
    Query(Since { since }): Query<Since>,
) -> Result<Json<NotesAnswer>, ApiError> {
    notes::changes(&app, account, since).await.map(Json)
}

/// Changes a note; a save of one that does not exist makes it. The same change sent again changes nothing. A text that was not written
/// upon the one shown is kept beside it (`apart`), and of the two the one that was written later is shown. `document` is null in the
/// answer to a save whose text is the one shown.
#[utoipa::path(
    put, path = "/notes/{note_id}", tag = "Notes",
    params(("note_id" = Id, Path, description = "The note's id, made by the client.", example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c76")),
    request_body(content = NoteChangeRequest, example = json!({"change": {
        "type": "save", "save_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c77", "base": null, "document": DOCUMENT,
        "edited_at": "2026-03-03T08:30:00Z", "goes_on": true
    }})),
    responses(
        (status = 200, description = "The note as it is now.", body = NoteAnswer, example = json!({"note": note_example(None), "since": 0})),
        (status = 404, description = "`unknown_note`: there is no such note, and the change is no save. `not_found`: this is no id.", body = Rejection),
        (status = 409, description = "`note_limit`: the account has 10,000 notes, or 500 MiB of texts, and this would be more.", body = Rejection),
        (status = 413, description = "`too_large`: over 4 MiB.", body = Rejection),
        (status = 422, description = "`note_invalid`: no document of the editor's. `note_too_long`: one of more than 2 MiB. `body_invalid`.", body = Rejection),
    )
)]
async fn put(
    State(app): State<App>,
    account: Actor,
    Device(device): Device,
    PathSegment(note): PathSegment,
    JsonBody(request): JsonBody<NoteChangeRequest>,
) -> Result<Json<NoteAnswer>, ApiError> {
    change::change(&app, account, device, id(&note)?, request.change).await.map(Json)
}

/// The earlier texts of a note, the latest first, and among them those that were written apart. There are at most 100: of each stretch
/// of 10 minutes in which somebody wrote, one is kept, for 30 days.
#[utoipa::path(
    get, path = "/notes/{note_id}/versions", tag = "Notes",
    params(("note_id" = Id, Path, description = "The note's id.", example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c76")),
    responses(
        (status = 200, description = "What is known of them but for the texts.", body = NoteVersionsAnswer, example = json!({"versions": [version_example()]})),
        (status = 404, description = "`unknown_note`: there is no such note, or it is not yours. `not_found`: this is no id.", body = Rejection),
    )
)]
async fn versions(
    State(app): State<App>,
    account: Actor,
    PathSegment(note): PathSegment,
) -> Result<Json<NoteVersionsAnswer>, ApiError> {
    notes::versions(&app, account, id(&note)?).await.map(Json)
}

/// One of the earlier texts of a note.
#[utoipa::path(
    get, path = "/notes/{note_id}/versions/{save_id}", tag = "Notes",
    params(
        ("note_id" = Id, Path, description = "The note's id.", example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c76"),
        ("save_id" = Id, Path, description = "The save that wrote it.", example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c78")
    ),
    responses(
        (status = 200, description = "The text.", body = NoteVersionAnswer, example = json!({"version": version_example(), "document": DOCUMENT})),
        (status = 404, description = "`unknown_note`: there is no such note, or it is not yours. `not_found`: it has no such text any more.", body = Rejection),
    )
)]
async fn version(
    State(app): State<App>,
    account: Actor,
    PathSegments(note, save): PathSegments,
) -> Result<Json<NoteVersionAnswer>, ApiError> {
    notes::version(&app, account, id(&note)?, id(&save)?).await.map(Json)
}

fn id(text: &str) -> Result<Id, ErrorCode> {
    Id::parse(text).ok_or(ErrorCode::NotFound)
}
