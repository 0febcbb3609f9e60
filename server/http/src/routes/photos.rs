//! `GET /photos/random/`, `GET /photos/`, `GET /photos/search/` and `POST /photos/{photo}/download/`: background
//! photos. No account is needed.

use super::{Confirmation, confirmation, messages};
use crate::App;
use crate::error::ApiError;
use crate::extract::{ClientAddress, PathSegment, Query};
use axum::Json;
use axum::extract::State;
use core_wasm::protocol::error::Rejection;
use core_wasm::protocol::http::MessageResponse;
use core_wasm::protocol::photo::{PhotosResponse, RandomPhotoResponse, Tone};
use serde::Deserialize;
use twentyfour_domain::photos;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(random))
        .routes(routes!(list))
        .routes(routes!(search))
        .routes(routes!(track_download))
}

/// An example photo for the OpenAPI document.
fn example() -> serde_json::Value {
    serde_json::json!({
        "id": "LBI7cgq3pbM",
        "urls": {
            "regular": "https://images.unsplash.com/photo-1417325384643?q=80&w=1080",
            "thumb": "https://images.unsplash.com/photo-1417325384643?q=80&w=200"
        },
        "color": "#60544d",
        "alt": "a lake between mountains",
        "credit": {"name": "Ada Byron", "link": "https://unsplash.com/@ada?utm_source=twentyfour&utm_medium=referral"}
    })
}

/// The query parameters of a random photo.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct RandomPhotoQuery {
    /// `light` prefers photos that suit the light theme.
    #[serde(default)]
    #[param(inline, example = "light")]
    tone: Tone,
}

/// Returns a random photo from one of ten topics.
///
/// `photo` is null if the photo service is unavailable.
#[utoipa::path(
    get, path = "/photos/random", tag = "Photos", security(()), params(RandomPhotoQuery),
    responses(
        (status = 200, description = "The photo.", body = RandomPhotoResponse, example = json!({"photo": example()})),
        (status = 422, description = "`bad_query`.", body = Rejection),
    )
)]
async fn random(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Query(RandomPhotoQuery { tone }): Query<RandomPhotoQuery>,
) -> Result<Json<RandomPhotoResponse>, ApiError> {
    Ok(Json(RandomPhotoResponse { photo: photos::random(&app.services.photos, address, tone).await? }))
}

/// The query parameters of a page.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct PageQuery {
    /// The page number, from 1.
    #[param(minimum = 1, maximum = 100, example = 1)]
    #[serde(default = "first_page")]
    page: u32,
}

fn first_page() -> u32 {
    1
}

/// Returns the latest photos, at most 30 per page.
///
/// `is_available` is false if the photo service is unavailable. `is_offered` is false if this server has no photo
/// service.
#[utoipa::path(
    get, path = "/photos", tag = "Photos", security(()), params(PageQuery),
    responses(
        (status = 200, description = "The photos.", body = PhotosResponse, example = json!({
            "photos": [example()], "has_more": true, "is_available": true, "is_offered": true
        })),
        (status = 422, description = "`bad_query`.", body = Rejection),
    )
)]
async fn list(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Query(PageQuery { page }): Query<PageQuery>,
) -> Result<Json<PhotosResponse>, ApiError> {
    Ok(Json(photos::list(&app.services.photos, address, page).await?))
}

/// The query parameters of a search.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SearchQuery {
    /// The search words: 1 to 100 characters.
    #[param(min_length = 1, max_length = 100, example = "mountains")]
    query: String,
    /// The page number, from 1.
    #[param(minimum = 1, maximum = 100, example = 1)]
    #[serde(default = "first_page")]
    page: u32,
}

/// Searches photos, best match first, at most 30 per page.
///
/// `is_available` is false if the photo service is unavailable. `is_offered` is false if this server has no photo
/// service.
#[utoipa::path(
    get, path = "/photos/search", tag = "Photos", security(()), params(SearchQuery),
    responses(
        (status = 200, description = "The photos.", body = PhotosResponse, example = json!({
            "photos": [example()], "has_more": false, "is_available": true, "is_offered": true
        })),
        (status = 422, description = "`bad_query`.", body = Rejection),
    )
)]
async fn search(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Query(SearchQuery { query, page }): Query<SearchQuery>,
) -> Result<Json<PhotosResponse>, ApiError> {
    Ok(Json(photos::search(&app.services.photos, address, &query, page).await?))
}

/// Reports to the photo service that a photo returned by this API is used, as its guidelines require.
#[utoipa::path(
    post, path = "/photos/{photo}/download", tag = "Photos", security(()),
    params(("photo" = String, Path, description = "The photo's id.", example = "LBI7cgq3pbM")),
    responses(
        (status = 200, description = "Accepted. A failure of the photo service is ignored.", body = MessageResponse, example = json!({"message": messages::photo_use_recorded()})),
        (status = 404, description = "`not_found`: invalid photo id.", body = Rejection),
    )
)]
async fn track_download(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    PathSegment(photo): PathSegment,
) -> Result<Confirmation, ApiError> {
    photos::track_download(&app.services.photos, address, &photo).await?;
    Ok(confirmation(messages::photo_use_recorded()))
}
