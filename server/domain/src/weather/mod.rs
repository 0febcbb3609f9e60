//! Weather: the client's approximate location, the current weather and a search for places. Responses are cached.
//! Weather is optional, so failures yield no data instead of errors.

mod network;

use crate::cache::Cache;
use crate::error::DomainError;
use crate::rate_limits::RateLimits;
use crate::services::Context;
use crate::third_party::ThirdPartyClient;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::messages::current_language;
use core_wasm::protocol::text::PlaceName;
use core_wasm::protocol::weather::{CurrentWeather, FoundPlace, Place};
use core_wasm::weather::round_degrees;
use network::public_network;
use serde::Deserialize;
use std::net::IpAddr;
use std::sync::Arc;
use twentyfour_model::WeatherSettings;

/// How long a response is cached: 15 minutes, in milliseconds.
const CACHE_TTL_MS: i64 = 15 * 60 * 1_000;

/// How long a failure is cached: one minute, in milliseconds.
const NEGATIVE_CACHE_TTL_MS: i64 = 60 * 1_000;

/// The maximum number of cached responses of one kind.
const MAX_CACHE_ENTRIES: usize = 10_000;

/// The maximum number of places in a search result.
const MAX_PLACES: usize = 8;

/// The weather services and their cached responses. A service is `None` if the operator disabled it.
pub struct Weather {
    context: Context,
    limits: Arc<RateLimits>,
    geoip: Option<ThirdPartyClient>,
    forecast: Option<ThirdPartyClient>,
    geocoding: Option<ThirdPartyClient>,
    places_by_network: Cache<IpAddr, Option<Place>>,
    /// By latitude and longitude, in tenths of a degree.
    forecasts: Cache<(i64, i64), Option<CurrentWeather>>,
    /// By language and name.
    places_by_name: Cache<(&'static str, String), Option<Vec<FoundPlace>>>,
}

impl Weather {
    /// Creates the clients of the services that are configured.
    pub fn new(settings: &WeatherSettings, context: Context, limits: Arc<RateLimits>) -> Self {
        let service = |name, url: &Option<_>| url.clone().and_then(|url| ThirdPartyClient::new(name, url));
        Self {
            context,
            limits,
            geoip: service("geolocation", &settings.geoip_url),
            forecast: service("weather", &settings.forecast_url),
            geocoding: service("geocoding", &settings.geocoding_url),
            places_by_network: Cache::new(MAX_CACHE_ENTRIES),
            forecasts: Cache::new(MAX_CACHE_ENTRIES),
            places_by_name: Cache::new(MAX_CACHE_ENTRIES),
        }
    }
}

/// Returns the approximate location of an address. The geolocation service receives only the address's network, and
/// nothing for addresses that are not public.
///
/// # Errors
/// Returns `ErrorCode::TooManyRequests` if the rate limit is exceeded.
pub async fn place(weather: &Weather, address: IpAddr) -> Result<Option<Place>, DomainError> {
    weather.limits.weather(address, weather.context.now()).await?;
    let (Some(geoip), Some(network)) = (&weather.geoip, public_network(address)) else { return Ok(None) };
    let load = async {
        let response: Option<GeoIpResponse> = geoip.get(&[&network.to_string(), "json", ""], &[]).await;
        with_ttl(
            response.and_then(|GeoIpResponse { city, latitude, longitude }| parse_place(&city?, latitude?, longitude?)),
        )
    };
    Ok(weather.places_by_network.get(&network, weather.context.now(), load).await)
}

/// Returns the current weather at a location. The service receives the coordinates rounded to a tenth of a degree, and
/// nothing about the client.
///
/// # Errors
/// Returns `ErrorCode::BadQuery` if the coordinates are invalid, or `ErrorCode::TooManyRequests` if the rate limit is
/// exceeded.
pub async fn current(
    weather: &Weather,
    address: IpAddr,
    latitude: f64,
    longitude: f64,
) -> Result<Option<CurrentWeather>, DomainError> {
    if !are_valid_coordinates(latitude, longitude) {
        return Err(ErrorCode::BadQuery.into());
    }
    weather.limits.weather(address, weather.context.now()).await?;
    let Some(service) = &weather.forecast else { return Ok(None) };
    let (latitude, longitude) = (round_degrees(latitude, 90.0), round_degrees(longitude, 180.0));
    let key = ((latitude * 10.0).round() as i64, (longitude * 10.0).round() as i64);
    let load = async {
        let (latitude, longitude) = (format!("{latitude:.1}"), format!("{longitude:.1}"));
        let query = [("latitude", latitude.as_str()), ("longitude", &longitude), ("current_weather", "true")];
        let forecast: Option<ForecastResponse> = service.get(&["v1", "forecast"], &query).await;
        with_ttl(forecast.and_then(|forecast| forecast.current_weather).filter(is_plausible))
    };
    Ok(weather.forecasts.get(&key, weather.context.now(), load).await)
}

/// Searches places by name, the best match first. Names are in the language of the request. Returns `None` if the service is disabled or fails.
///
/// # Errors
/// Returns `ErrorCode::BadQuery` if the name is invalid, or `ErrorCode::TooManyRequests` if the rate limit is exceeded.
pub async fn places(weather: &Weather, address: IpAddr, name: &str) -> Result<Option<Vec<FoundPlace>>, DomainError> {
    let name = PlaceName::parse(name).map_err(|_| ErrorCode::BadQuery)?;
    weather.limits.weather(address, weather.context.now()).await?;
    let Some(service) = &weather.geocoding else { return Ok(None) };
    let key = (current_language().tag(), name.as_str().to_lowercase());
    let load =
        async {
            let query = [("name", key.1.as_str()), ("count", "8"), ("language", key.0), ("format", "json")];
            let response: Option<GeocodingResponse> = service.get(&["v1", "search"], &query).await;
            with_ttl(response.map(|response| {
                response.results.into_iter().filter_map(GeocodingResult::place).take(MAX_PLACES).collect()
            }))
        };
    Ok(weather.places_by_name.get(&key, weather.context.now(), load).await)
}

/// Returns a response with the time for which it is cached, in milliseconds.
fn with_ttl<T>(response: Option<T>) -> (Option<T>, i64) {
    let ttl_ms = if response.is_some() { CACHE_TTL_MS } else { NEGATIVE_CACHE_TTL_MS };
    (response, ttl_ms)
}

/// The response of the geolocation service (the used fields of ipapi.co).
#[derive(Deserialize)]
struct GeoIpResponse {
    city: Option<String>,
    latitude: Option<f64>,
    longitude: Option<f64>,
}

/// The response of the forecast service (Open-Meteo, `current_weather=true`).
#[derive(Deserialize)]
struct ForecastResponse {
    current_weather: Option<CurrentWeather>,
}

/// The response of the place search (Open-Meteo Geocoding). `results` is missing if there are none.
#[derive(Deserialize)]
struct GeocodingResponse {
    #[serde(default)]
    results: Vec<GeocodingResult>,
}

#[derive(Deserialize)]
struct GeocodingResult {
    name: String,
    latitude: f64,
    longitude: f64,
    admin1: Option<String>,
    country: Option<String>,
}

impl GeocodingResult {
    fn place(self) -> Option<FoundPlace> {
        let place = parse_place(&self.name, self.latitude, self.longitude)?;
        let parts = [self.admin1, self.country].into_iter().flatten().filter_map(|part| PlaceName::parse(&part).ok());
        let mut parts: Vec<String> = parts.map(|part| part.as_str().to_owned()).collect();
        parts.dedup();
        Some(FoundPlace { place, region: parts.join(", ") })
    }
}

/// Returns a place, or `None` if a value is invalid.
fn parse_place(city: &str, latitude: f64, longitude: f64) -> Option<Place> {
    let city = PlaceName::parse(city).ok()?;
    are_valid_coordinates(latitude, longitude).then(|| Place {
        city,
        latitude: round_degrees(latitude, 90.0),
        longitude: round_degrees(longitude, 180.0),
    })
}

fn are_valid_coordinates(latitude: f64, longitude: f64) -> bool {
    (-90.0..=90.0).contains(&latitude) && (-180.0..=180.0).contains(&longitude)
}

/// Returns whether the values are plausible, since the service may return wrong data.
fn is_plausible(weather: &CurrentWeather) -> bool {
    (-100.0..=70.0).contains(&weather.temperature)
        && (0.0..=500.0).contains(&weather.windspeed)
        && (0.0..=360.0).contains(&weather.winddirection)
        && (0..=1).contains(&weather.is_day)
        && (0..=99).contains(&weather.weathercode)
}
