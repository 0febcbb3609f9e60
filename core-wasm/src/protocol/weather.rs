//! The weather: the bodies of the API, what a browser stores of it, and what the shell draws.

use super::text::PlaceName;
use super::time::Timestamp;
use super::view::LoadStatus;
use serde::{Deserialize, Serialize};

/// The unit in which temperatures are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum TemperatureUnit {
    /// As is usual in the region that the browser's language names.
    #[default]
    Automatic,
    /// Degrees Celsius.
    Celsius,
    /// Degrees Fahrenheit.
    Fahrenheit,
}

/// A place whose weather is told.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
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

/// A place that was searched for by its name.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FoundPlace {
    /// The place.
    pub place: Place,
    /// Where it lies, such as `Ontario, Canada`; may be empty.
    pub region: String,
}

/// `GET /weather/place/`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlaceResponse {
    /// Where whoever asks seems to be; null where nobody knows.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub place: Option<Place>,
}

/// `GET /weather/places/`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlacesResponse {
    /// The places of that name, the likeliest first; null where nobody could be asked.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub places: Option<Vec<FoundPlace>>,
}

/// `GET /weather/`, in the forecast service's own words.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WeatherResponse {
    /// The weather now; null where nobody knows.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub current_weather: Option<CurrentWeather>,
    /// The units of that.
    pub current_weather_units: WeatherUnits,
}

/// The units of [`CurrentWeather`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WeatherUnits {
    /// Always `°C`.
    pub temperature: String,
}

/// The weather at a place, now.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CurrentWeather {
    /// Degrees Celsius: -100 to 70.
    pub temperature: f64,
    /// Kilometres an hour: 0 to 500.
    pub windspeed: f64,
    /// Where the wind comes from, in degrees from north, clockwise: 0 to 360.
    pub winddirection: f64,
    /// Whether the sun is up: 0 or 1.
    pub is_day: i64,
    /// What it is like: 0 to 99 (WMO table 4677).
    pub weathercode: i64,
}

/// The weather as the browser stores it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StoredWeather {
    /// [`super::stored::FORMAT`].
    pub format: u32,
    /// The latitude and the longitude that it was asked for.
    pub at: (f64, f64),
    /// When it came.
    pub since: Timestamp,
    /// The weather.
    pub current: CurrentWeather,
}

/// The picture of a weather. Each is the name of an icon.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
    /// No sky to be seen.
    Cloud,
    /// Fog.
    Fog,
    /// Drizzle.
    Drizzle,
    /// Rain.
    Rain,
    /// Rain that freezes.
    FreezingRain,
    /// Snow.
    Snow,
    /// Showers by day.
    SunShowers,
    /// Showers by night.
    MoonShowers,
    /// Thunder and lightning.
    Thunderstorm,
    /// Hail.
    Hail,
}

/// The weather, as the shell draws it (specification, section 3: weather data).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct WeatherReading {
    /// The temperature in the person's unit, rounded.
    pub temperature: i64,
    /// Kilometres an hour.
    pub wind_speed: f64,
    /// Where the wind comes from, in degrees from north, clockwise.
    pub wind_direction: f64,
    /// Whether the sun is up.
    pub is_day: bool,
    /// What it is like (WMO table 4677).
    pub weather_code: i64,
    /// `°C` or `°F`.
    #[serde(rename = "temp_unit")]
    pub temp_unit: String,
    /// Its picture.
    pub icon: WeatherIcon,
    /// The same in words, such as `Partly cloudy`.
    pub words: String,
}

/// What is known of the weather.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct WeatherView {
    /// The weather; null where none of the last three hours is known, and then nothing is shown.
    pub reading: Option<WeatherReading>,
    /// The city; null before one is known.
    pub city: Option<PlaceName>,
    /// Whether the person has chosen the place; otherwise it was told by their network.
    pub is_chosen: bool,
    /// The search for a place; null while nobody searches.
    pub search: Option<PlaceSearch>,
}

/// A search for a place.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PlaceSearch {
    /// How far it has come.
    pub status: LoadStatus,
    /// What was found; what an earlier text found shows until then.
    pub places: Vec<FoundPlace>,
}
