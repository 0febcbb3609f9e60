//! The weather: the bodies of the API, what a browser stores of it, and what the shell draws.

use super::text::PlaceName;
use super::time::Timestamp;
use super::view::LoadStatus;
use json::{ReadJson, WriteJson};
use serde::{Deserialize, Serialize};

/// The unit of temperatures.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum TemperatureUnit {
    /// The unit that is common in the region of the browser's language.
    #[default]
    Automatic,
    /// Degrees Celsius.
    Celsius,
    /// Degrees Fahrenheit.
    Fahrenheit,
}

/// A place that has a weather forecast.
#[derive(Clone, PartialEq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Place {
    /// The city, 1 to 100 characters.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub city: PlaceName,
    /// Degrees north: -90 to 90.
    pub latitude: f64,
    /// Degrees east: -180 to 180.
    pub longitude: f64,
}

/// A search result for a place name.
#[derive(Clone, PartialEq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FoundPlace {
    /// The place.
    pub place: Place,
    /// The region it is in, such as `Ontario, Canada`; may be empty.
    pub region: String,
}

/// The response to `GET /weather/place/`.
#[derive(Clone, PartialEq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlaceResponse {
    /// The likely place of the client, from its network address; null if unknown.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub place: Option<Place>,
}

/// The response to `GET /weather/places/`.
#[derive(Clone, PartialEq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlacesResponse {
    /// The places of that name, best match first; null if the search service is unavailable.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub places: Option<Vec<FoundPlace>>,
}

/// The response to `GET /weather/`, with the field names of the forecast service.
#[derive(Clone, PartialEq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WeatherResponse {
    /// The current weather; null if unknown.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub current_weather: Option<CurrentWeather>,
    /// The units of the current weather.
    pub current_weather_units: WeatherUnits,
}

/// The units of [`CurrentWeather`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WeatherUnits {
    /// Always `°C`.
    pub temperature: String,
}

/// The current weather at a place.
#[derive(Clone, PartialEq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CurrentWeather {
    /// Degrees Celsius: -100 to 70.
    pub temperature: f64,
    /// Wind speed in kilometers per hour: 0 to 500.
    pub windspeed: f64,
    /// The direction that the wind comes from, in degrees clockwise from north: 0 to 360.
    pub winddirection: f64,
    /// Whether it is daytime: 0 or 1.
    pub is_day: i64,
    /// The weather condition: 0 to 99 (WMO table 4677).
    pub weathercode: i64,
}

/// The weather as the browser caches it.
#[derive(Clone, PartialEq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
pub struct StoredWeather {
    /// [`super::stored::FORMAT`].
    pub format: u32,
    /// The latitude and the longitude that it is for, in degrees.
    pub at: (f64, f64),
    /// When it was received.
    pub since: Timestamp,
    /// The weather.
    pub current: CurrentWeather,
}

/// The name of a weather icon.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum WeatherIcon {
    /// A clear day.
    Sun,
    /// A clear night.
    Moon,
    /// Some clouds by day.
    CloudSun,
    /// Some clouds by night.
    CloudMoon,
    /// Overcast.
    Cloud,
    /// Fog.
    Fog,
    /// Drizzle.
    Drizzle,
    /// Rain.
    Rain,
    /// Freezing rain.
    FreezingRain,
    /// Snow.
    Snow,
    /// Rain or snow showers by day.
    SunShowers,
    /// Rain or snow showers by night.
    MoonShowers,
    /// A thunderstorm.
    Thunderstorm,
    /// Hail.
    Hail,
}

/// The weather as the shell draws it (specification, section 3: weather data).
#[derive(Clone, PartialEq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct WeatherReading {
    /// The temperature in the user's unit, rounded.
    pub temperature: i64,
    /// Wind speed in kilometers per hour.
    pub wind_speed: f64,
    /// The direction that the wind comes from, in degrees clockwise from north.
    pub wind_direction: f64,
    /// Whether it is daytime.
    pub is_day: bool,
    /// The weather condition (WMO table 4677).
    pub weather_code: i64,
    /// The temperature unit: `°C` or `°F`.
    #[serde(rename = "temp_unit")]
    pub temp_unit: String,
    /// The icon.
    pub icon: WeatherIcon,
    /// A description, such as `Partly cloudy`.
    pub words: String,
}

/// The weather on Home.
#[derive(Clone, PartialEq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct WeatherView {
    /// The weather; null if the latest known one is older than three hours, and then none is shown.
    pub reading: Option<WeatherReading>,
    /// The city; null until known.
    pub city: Option<PlaceName>,
    /// Whether the user has chosen the place. Otherwise it comes from the network address.
    pub is_chosen: bool,
    /// The search for a place; null if none is open.
    pub search: Option<PlaceSearch>,
}

/// A search for a place and its results.
#[derive(Clone, PartialEq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PlaceSearch {
    /// The loading status.
    pub status: LoadStatus,
    /// The results. While a new search is loading, these are the results of the previous one.
    pub places: Vec<FoundPlace>,
}
