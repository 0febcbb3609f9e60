//! `/search/`.

use super::boards;
use crate::App;
use crate::error::ApiError;
use crate::extract::{FilteringReader, Query};
use axum::Json;
use axum::extract::State;
use core_wasm::protocol::error::Rejection;
use core_wasm::protocol::http::SearchResponse;
use serde::Deserialize;
use twentyfour_domain::search;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(find))
}

/// The query parameters of a search.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SearchPage {
    /// What to look for, at most 200 characters: words, "quoted phrases", and the filters `board:`, `label:`, `due:`, `is:` and
    /// `assignee:`. A minus negates each of them.
    #[serde(default)]
    #[param(example = "milk label:shop due:week")]
    q: String,
    /// The maximum number of results, 1 to 50; 20 if omitted.
    #[param(minimum = 1, maximum = 50, example = 20)]
    limit: Option<i64>,
    /// The `cursor` of the previous page. Omit it for the first page.
    cursor: Option<String>,
}

/// Searches your boards and notes: the names and descriptions of boards, lists, cards, subtasks, comments, the names of attachments,
/// and notes.
///
/// First comes what has all words in its title, then what is newer. Texts and labels are found some seconds after they were saved.
/// Archived and trashed records are found with `is:archived` and `is:trashed` only.
#[utoipa::path(
    get, path = "/search", tag = "Boards", security(("access_token" = []), ("api_token" = ["read"])), params(SearchPage),
    responses(
        (status = 200, description = "What was found.", body = SearchResponse, example = json!({"results": [{
            "kind": "card", "id": boards::card_example()["id"], "board_id": boards::example()["id"], "board_name": "Groceries",
            "board_slug": "groceries-7f3k", "card_id": boards::card_example()["id"], "title": "Milk",
            "title_ranges": [{"start": 0, "end": 4}], "snippet": "", "ranges": [], "is_archived": false, "is_trashed": false,
            "is_done": false, "due": "2026-03-03T09:00"
        }], "cursor": null})),
        (status = 422, description = "`bad_query`: the text is too long, or a parameter is invalid.", body = Rejection),
    )
)]
async fn find(
    State(app): State<App>,
    caller: FilteringReader,
    Query(page): Query<SearchPage>,
) -> Result<Json<SearchResponse>, ApiError> {
    let page = search::Page { text: page.q, limit: page.limit, cursor: page.cursor };
    Ok(Json(search::search(&app.services.context, &caller, page).await?))
}
