//! The weather for the pages: where somebody seems to be, the weather there, and places of a name. Every answer is kept for a while,
//! and where nobody knows there is none: the weather is an extra.

mod network;

use crate::Parts;
use crate::cache::Cache;
use crate::config::WeatherSettings;
use crate::error::ApiError;
use crate::third_party::ThirdParty;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::text::PlaceName;
use core_wasm::protocol::weather::{CurrentWeather, FoundPlace, Place};
use core_wasm::weather::degrees;
use network::network_of;
use serde::Deserialize;
use std::net::IpAddr;

/// How long an answer is kept: 15 minutes, in milliseconds.
const KEPT: i64 = 15 * 60 * 1_000;

/// How long it is kept that there was none: a minute, in milliseconds.
const KEPT_NONE: i64 = 60 * 1_000;

/// The most answers of one kind that are kept.
const MOST: usize = 10_000;

/// How many places a search tells.
const PLACES: usize = 8;

/// Whom to ask about the weather, and what they have told. `None` for each that the host has switched off.
pub(crate) struct Weather {
    locator: Option<ThirdParty>,
    forecast: Option<ThirdParty>,
    geocoding: Option<ThirdParty>,
    located: Cache<IpAddr, Option<Place>>,
    /// By latitude and longitude, in tenths of a degree.
    forecasts: Cache<(i64, i64), Option<CurrentWeather>>,
    found: Cache<String, Option<Vec<FoundPlace>>>,
}

impl Weather {
    pub(crate) fn new(settings: &WeatherSettings) -> Self {
        let service = |name, url: &Option<_>| url.clone().and_then(|url| ThirdParty::new(name, url));
        Self {
            locator: service("the place of an address", &settings.locator_url),
            forecast: service("the weather", &settings.forecast_url),
            geocoding: service("places of a name", &settings.geocoding_url),
            located: Cache::new(MOST),
            forecasts: Cache::new(MOST),
            found: Cache::new(MOST),
        }
    }
}

/// Where an address seems to be. The locator learns the network alone that it belongs to, and nothing of one that is not of the public
/// internet.
pub(crate) async fn place(app: &Parts, address: IpAddr) -> Result<Option<Place>, ApiError> {
    app.limits.weather(address, app.now())?;
    let (Some(locator), Some(network)) = (&app.weather.locator, network_of(address)) else { return Ok(None) };
    let ask = async {
        let located: Option<Located> = locator.get(&[&network.to_string(), "json", ""], &[]).await;
        kept(located.and_then(|Located { city, latitude, longitude }| whole_place(&city?, latitude?, longitude?)))
    };
    Ok(app.weather.located.get(&network, app.now(), ask).await)
}

/// The weather somewhere, now. The service learns the place to a tenth of a degree, and not who asks.
pub(crate) async fn current(
    app: &Parts,
    address: IpAddr,
    latitude: f64,
    longitude: f64,
) -> Result<Option<CurrentWeather>, ApiError> {
    if !are_degrees(latitude, longitude) {
        return Err(ErrorCode::BadQuery.into());
    }
    app.limits.weather(address, app.now())?;
    let Some(service) = &app.weather.forecast else { return Ok(None) };
    let (latitude, longitude) = (degrees(latitude, 90.0), degrees(longitude, 180.0));
    let key = ((latitude * 10.0).round() as i64, (longitude * 10.0).round() as i64);
    let ask = async {
        let (latitude, longitude) = (format!("{latitude:.1}"), format!("{longitude:.1}"));
        let query = [("latitude", latitude.as_str()), ("longitude", &longitude), ("current_weather", "true")];
        let forecast: Option<Forecast> = service.get(&["v1", "forecast"], &query).await;
        kept(forecast.and_then(|forecast| forecast.current_weather).filter(is_weather))
    };
    Ok(app.weather.forecasts.get(&key, app.now(), ask).await)
}

/// Places of a name, the likeliest first. `None` where nobody could be asked.
pub(crate) async fn places(app: &Parts, address: IpAddr, name: &str) -> Result<Option<Vec<FoundPlace>>, ApiError> {
    let name = PlaceName::parse(name).map_err(|_| ErrorCode::BadQuery)?;
    app.limits.weather(address, app.now())?;
    let Some(service) = &app.weather.geocoding else { return Ok(None) };
    let key = name.as_str().to_lowercase();
    let ask = async {
        let query = [("name", key.as_str()), ("count", "8"), ("language", "en"), ("format", "json")];
        let found: Option<Found> = service.get(&["v1", "search"], &query).await;
        kept(found.map(|found| found.results.into_iter().filter_map(FoundCity::place).take(PLACES).collect()))
    };
    Ok(app.weather.found.get(&key, app.now(), ask).await)
}

/// An answer with how long it is kept.
fn kept<T>(answer: Option<T>) -> (Option<T>, i64) {
    let good_for = if answer.is_some() { KEPT } else { KEPT_NONE };
    (answer, good_for)
}

/// What the locator tells (the fields of ipapi.co that are used).
#[derive(Deserialize)]
struct Located {
    city: Option<String>,
    latitude: Option<f64>,
    longitude: Option<f64>,
}

/// What the forecast service tells (Open-Meteo, `current_weather=true`).
#[derive(Deserialize)]
struct Forecast {
    current_weather: Option<CurrentWeather>,
}

/// What the search for places tells (Open-Meteo's geocoding). Without any there is no list.
#[derive(Deserialize)]
struct Found {
    #[serde(default)]
    results: Vec<FoundCity>,
}

#[derive(Deserialize)]
struct FoundCity {
    name: String,
    latitude: f64,
    longitude: f64,
    admin1: Option<String>,
    country: Option<String>,
}

impl FoundCity {
    fn place(self) -> Option<FoundPlace> {
        let place = whole_place(&self.name, self.latitude, self.longitude)?;
        let parts = [self.admin1, self.country].into_iter().flatten().filter_map(|part| PlaceName::parse(&part).ok());
        let mut parts: Vec<String> = parts.map(|part| part.as_str().to_owned()).collect();
        parts.dedup();
        Some(FoundPlace { place, region: parts.join(", ") })
    }
}

/// A place, unless anything of it cannot be.
fn whole_place(city: &str, latitude: f64, longitude: f64) -> Option<Place> {
    let city = PlaceName::parse(city).ok()?;
    are_degrees(latitude, longitude).then(|| Place {
        city,
        latitude: degrees(latitude, 90.0),
        longitude: degrees(longitude, 180.0),
    })
}

fn are_degrees(latitude: f64, longitude: f64) -> bool {
    (-90.0..=90.0).contains(&latitude) && (-180.0..=180.0).contains(&longitude)
}

/// Whether a weather can be: services make mistakes too.
fn is_weather(weather: &CurrentWeather) -> bool {
    (-100.0..=70.0).contains(&weather.temperature)
        && (0.0..=500.0).contains(&weather.windspeed)
        && (0.0..=360.0).contains(&weather.winddirection)
        && (0..=1).contains(&weather.is_day)
        && (0..=99).contains(&weather.weathercode)
}
