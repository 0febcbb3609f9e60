//! `/weather/`: the current weather, the client's location and a search for places. No account is needed.

use crate::App;
use crate::error::ApiError;
use crate::extract::{ClientAddress, Query};
use axum::Json;
use axum::extract::State;
use core_wasm::protocol::error::Rejection;
use core_wasm::protocol::weather::{PlaceResponse, PlacesResponse, WeatherResponse, WeatherUnits};
use serde::Deserialize;
use twentyfour_domain::weather;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(current)).routes(routes!(place)).routes(routes!(places))
}

/// The coordinates of a location.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Coordinates {
    /// Latitude in degrees; north is positive.
    #[param(minimum = -90, maximum = 90, example = 52.5)]
    latitude: f64,
    /// Longitude in degrees; east is positive.
    #[param(minimum = -180, maximum = 180, example = 13.4)]
    longitude: f64,
}

/// Returns the current weather at a location, rounded to a tenth of a degree, at most 15 minutes old.
///
/// `current_weather` is null if it is not available.
#[utoipa::path(
    get, path = "/weather", tag = "Weather", security(()), params(Coordinates),
    responses(
        (status = 200, description = "The weather.", body = WeatherResponse, example = json!({
            "current_weather": {"temperature": 7.4, "windspeed": 12.5, "winddirection": 240.0, "is_day": 1, "weathercode": 2},
            "current_weather_units": {"temperature": "°C"}
        })),
        (status = 422, description = "`bad_query`.", body = Rejection),
    )
)]
async fn current(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Query(Coordinates { latitude, longitude }): Query<Coordinates>,
) -> Result<Json<WeatherResponse>, ApiError> {
    let current_weather = weather::current(&app.services.weather, address, latitude, longitude).await?;
    Ok(Json(WeatherResponse { current_weather, current_weather_units: WeatherUnits { temperature: "°C".to_owned() } }))
}

/// Returns the approximate location of the client, by its network.
///
/// `place` is null if it is unknown.
#[utoipa::path(
    get, path = "/weather/place", tag = "Weather", security(()),
    responses((status = 200, description = "The place.", body = PlaceResponse, example = json!({
        "place": {"city": "Berlin", "latitude": 52.5, "longitude": 13.4}
    })))
)]
async fn place(State(app): State<App>, ClientAddress(address): ClientAddress) -> Result<Json<PlaceResponse>, ApiError> {
    Ok(Json(PlaceResponse { place: weather::place(&app.services.weather, address).await? }))
}

/// The query parameters of a search.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SearchQuery {
    /// The name or its beginning: 1 to 100 characters.
    #[param(min_length = 1, max_length = 100, example = "Berlin")]
    name: String,
}

/// Searches places by name, best match first, at most 8.
///
/// `places` is null if the search is not available.
#[utoipa::path(
    get, path = "/weather/places", tag = "Weather", security(()), params(SearchQuery),
    responses(
        (status = 200, description = "The places.", body = PlacesResponse, example = json!({"places": [
            {"place": {"city": "Berlin", "latitude": 52.5, "longitude": 13.4}, "region": "State of Berlin, Germany"}
        ]})),
        (status = 422, description = "`bad_query`.", body = Rejection),
    )
)]
async fn places(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Query(SearchQuery { name }): Query<SearchQuery>,
) -> Result<Json<PlacesResponse>, ApiError> {
    Ok(Json(PlacesResponse { places: weather::places(&app.services.weather, address, &name).await? }))
}
