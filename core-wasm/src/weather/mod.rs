//! The weather at the user's place (SPEC W1 to W12). It is optional: on any failure it is simply not shown.

mod codes;

pub(crate) use codes::describe_code;

use crate::api::{ApiRequest, Purpose, percent_encoded};
use crate::context::Context;
use crate::env::Env;
use crate::map::Map;
use crate::protocol::patch::Patch;
use crate::protocol::response::ApiResponse;
use crate::protocol::stored::{FORMAT, local_key, parse_stored};
use crate::protocol::text::PlaceName;
use crate::protocol::time::Timestamp;
use crate::protocol::view::LoadStatus;
use crate::protocol::weather::{
    CurrentWeather, Place, PlaceResponse, PlaceSearch, PlacesResponse, StoredWeather, TemperatureUnit, WeatherReading,
    WeatherResponse, WeatherView,
};
use crate::resource::latest::LatestRequest;

/// The age at which the weather is requested again, in milliseconds.
const MAX_AGE_MS: i64 = 15 * 60 * 1_000;

/// How long to wait after a failure before the next request, in milliseconds.
const RETRY_AFTER_MS: i64 = 5 * 60 * 1_000;

/// The maximum age of weather that is shown, in milliseconds.
const MAX_DISPLAY_AGE_MS: i64 = 3 * 60 * 60 * 1_000;

/// The regions that use Fahrenheit (Unicode CLDR, `unitPreferenceData`, category temperature, usage weather).
const FAHRENHEIT: [&str; 6] = ["BS", "BZ", "KY", "PR", "PW", "US"];

/// The local storage keys of the place and of its weather.
pub(crate) const STORAGE_KEYS: [&str; 5] =
    [local_key::LATITUDE, local_key::LONGITUDE, local_key::CITY, local_key::PLACE_CHOSEN, local_key::WEATHER];

/// The path of the request for the browser's place.
const LOCATE_PATH: &str = "/weather/place/";

/// The value of [`local_key::PLACE_CHOSEN`].
const CHOSEN_VALUE: &str = "1";

/// The weather and the place that it is for.
#[derive(Debug, Default)]
pub(crate) struct Weather {
    /// The browser's language; `None` until the weather is shown.
    language: Option<String>,
    unit: TemperatureUnit,
    latitude: Option<f64>,
    longitude: Option<f64>,
    city: Option<PlaceName>,
    /// Whether the user has chosen the place.
    is_chosen: bool,
    stored_weather: Option<StoredWeather>,
    /// The request for the place or for the weather.
    request: LatestRequest,
    /// When the next request is allowed.
    next_fetch_at: Option<Timestamp>,
    search: Option<PlaceSearch>,
    /// The text of the current search.
    search_text: String,
    view: WeatherView,
}

impl Weather {
    /// Restores the weather from the local storage. Values that cannot be read are ignored.
    pub(crate) fn restore(stored: &Map<String, String>) -> Self {
        let mut weather = Self::default();
        for stored_key in STORAGE_KEYS {
            weather.restore_key(stored_key, stored.get(stored_key).map(String::as_str));
        }
        weather
    }

    /// Returns the state for the mirror.
    pub(crate) fn view(&self) -> &WeatherView {
        &self.view
    }

    /// Shows the weather from now on. `language` is the browser's language as a BCP 47 tag.
    pub(crate) fn load(&mut self, language: String, env: &Env, ctx: &mut Context) {
        self.language = Some(language);
        self.tick(env, ctx);
    }

    /// Requests the weather again when it is old, and hides it when it is too old.
    pub(crate) fn tick(&mut self, env: &Env, ctx: &mut Context) {
        self.fetch_if_due(env, ctx);
        self.publish(env, ctx);
    }

    /// Applies a change of the temperature unit.
    pub(crate) fn set_unit(&mut self, unit: TemperatureUnit, env: &Env, ctx: &mut Context) {
        if self.unit != unit {
            self.unit = unit;
            self.publish(env, ctx);
        }
    }

    fn fetch_if_due(&mut self, env: &Env, ctx: &mut Context) {
        if self.language.is_none()
            || self.request.is_in_flight()
            || self.next_fetch_at.is_some_and(|due| env.now < due && !self.is_clock_set_back(env))
        {
            return;
        }
        let (path, purpose) = match self.coordinates() {
            None => (LOCATE_PATH.to_owned(), Purpose::LocateBrowser),
            Some(at) => {
                let is_fresh = |last: &StoredWeather| {
                    last.at == at && (0..MAX_AGE_MS).contains(&(env.now.millis() - last.since.millis()))
                };
                if let Some(last) = self.stored_weather.as_ref().filter(|last| is_fresh(last)) {
                    self.next_fetch_at = Some(Timestamp::from_millis(last.since.millis() + MAX_AGE_MS));
                    return;
                }
                let path = format!("/weather/?latitude={}&longitude={}", json::json(&at.0), json::json(&at.1));
                (path.clone(), Purpose::LoadWeather { path })
            }
        };
        ctx.requests.push(ApiRequest::get(purpose, path.clone()).without_token());
        self.request.start(path);
    }

    /// Returns the latitude and the longitude in degrees, once both are known.
    fn coordinates(&self) -> Option<(f64, f64)> {
        Some((self.latitude?, self.longitude?))
    }

    /// Returns whether the clock was set back so far that the next request would be much too late.
    fn is_clock_set_back(&self, env: &Env) -> bool {
        self.next_fetch_at.is_some_and(|due| due.millis() - env.now.millis() > MAX_AGE_MS)
    }

    fn schedule_fetch(&mut self, after: i64, env: &Env) {
        self.next_fetch_at = Some(Timestamp::from_millis(env.now.millis() + after));
    }

    /// Handles the response with the browser's place.
    pub(crate) fn on_place_response(&mut self, response: &ApiResponse, env: &Env, ctx: &mut Context) {
        if !self.request.finish(LOCATE_PATH) {
            // The user has chosen a place meanwhile.
            return;
        }
        match response.read::<PlaceResponse>() {
            Ok(PlaceResponse { place: Some(place) }) => {
                self.set_place(Some(place), false, ctx);
                self.tick(env, ctx);
            }
            Ok(PlaceResponse { place: None }) => self.schedule_fetch(MAX_AGE_MS, env),
            Err(_) => {
                ctx.log("Error fetching coordinates");
                self.schedule_fetch(RETRY_AFTER_MS, env);
            }
        }
    }

    /// Handles the response with the weather.
    pub(crate) fn on_response(&mut self, path: &str, response: &ApiResponse, env: &Env, ctx: &mut Context) {
        let Some(at) = self.coordinates().filter(|_| self.request.finish(path)) else {
            // The place has changed meanwhile.
            return;
        };
        match response.read::<WeatherResponse>() {
            Ok(WeatherResponse { current_weather: Some(current), .. })
                if describe_code(current.weathercode, true).is_some() =>
            {
                let last = StoredWeather { format: FORMAT, at, since: env.now, current };
                ctx.set_local_storage(local_key::WEATHER, json::json(&last));
                self.stored_weather = Some(last);
                self.schedule_fetch(MAX_AGE_MS, env);
            }
            Ok(_) => self.schedule_fetch(RETRY_AFTER_MS, env),
            Err(_) => {
                ctx.log("Failed to fetch weather data");
                self.schedule_fetch(RETRY_AFTER_MS, env);
            }
        }
        self.publish(env, ctx);
    }

    /// Searches for a place by name. A blank name ends the search.
    pub(crate) fn search(&mut self, text: &str, env: &Env, ctx: &mut Context) {
        self.search_text = text.trim().to_owned();
        if self.search_text.is_empty() {
            self.search = None;
        } else {
            let places = self.search.take().map(|search| search.places).unwrap_or_default();
            self.search = Some(PlaceSearch { status: LoadStatus::Loading, places });
            let path = format!("/weather/places/?name={}", percent_encoded(&self.search_text));
            ctx.requests
                .push(ApiRequest::get(Purpose::SearchPlaces { text: self.search_text.clone() }, path).without_token());
        }
        self.publish(env, ctx);
    }

    /// Handles the response to a search.
    pub(crate) fn on_places_response(&mut self, text: &str, response: &ApiResponse, env: &Env, ctx: &mut Context) {
        if self.search_text != text || self.search.is_none() {
            // The user has started another search meanwhile.
            return;
        }
        self.search = Some(match response.read::<PlacesResponse>() {
            Ok(PlacesResponse { places: Some(places) }) => PlaceSearch { status: LoadStatus::Ready, places },
            _ => PlaceSearch { status: LoadStatus::Failed, places: vec![] },
        });
        self.publish(env, ctx);
    }

    /// Chooses a place; `None` for the place that the network address suggests.
    pub(crate) fn choose(&mut self, place: Option<Place>, env: &Env, ctx: &mut Context) {
        let is_chosen = place.is_some();
        self.set_place(place, is_chosen, ctx);
        self.request.cancel();
        (self.next_fetch_at, self.search) = (None, None);
        self.tick(env, ctx);
    }

    fn set_place(&mut self, place: Option<Place>, is_chosen: bool, ctx: &mut Context) {
        let place = place.map(|place| {
            let (latitude, longitude) = (round_degrees(place.latitude, 90.0), round_degrees(place.longitude, 180.0));
            Place { latitude, longitude, ..place }
        });
        match &place {
            Some(place) => {
                ctx.set_local_storage(local_key::LATITUDE, json::json(&place.latitude));
                ctx.set_local_storage(local_key::LONGITUDE, json::json(&place.longitude));
                ctx.set_local_storage(local_key::CITY, place.city.as_str());
            }
            None => [local_key::LATITUDE, local_key::LONGITUDE, local_key::CITY]
                .into_iter()
                .for_each(|stored| ctx.remove_local_storage(stored)),
        }
        if is_chosen {
            ctx.set_local_storage(local_key::PLACE_CHOSEN, CHOSEN_VALUE);
        } else if self.is_chosen {
            ctx.remove_local_storage(local_key::PLACE_CHOSEN);
        }
        self.latitude = place.as_ref().map(|place| place.latitude);
        self.longitude = place.as_ref().map(|place| place.longitude);
        self.city = place.map(|place| place.city);
        self.is_chosen = is_chosen;
    }

    /// Removes the place and its weather (SPEC W11), until the weather is shown again.
    pub(crate) fn reset(&mut self, ctx: &mut Context) {
        STORAGE_KEYS.into_iter().for_each(|stored| ctx.remove_local_storage(stored));
        *self = Self { unit: self.unit, ..Self::default() };
        ctx.step.patches.push(Patch::Weather { weather: WeatherView::default() });
    }

    /// Applies a change of the place or its weather by another tab.
    pub(crate) fn on_storage_event(&mut self, stored_key: &str, value: Option<&str>, env: &Env, ctx: &mut Context) {
        self.restore_key(stored_key, value);
        if stored_key != local_key::WEATHER {
            self.request.cancel();
            self.next_fetch_at = None;
        }
        self.publish(env, ctx);
    }

    /// Applies the stored value of one of [`STORAGE_KEYS`].
    fn restore_key(&mut self, stored_key: &str, value: Option<&str>) {
        let number = |most: f64| {
            let number: f64 = json::parse(value?).ok()?;
            (number.abs() <= most).then(|| round_degrees(number, most))
        };
        match stored_key {
            local_key::LATITUDE => self.latitude = number(90.0),
            local_key::LONGITUDE => self.longitude = number(180.0),
            local_key::CITY => self.city = value.and_then(|city| PlaceName::parse(city).ok()),
            local_key::PLACE_CHOSEN => self.is_chosen = value == Some(CHOSEN_VALUE),
            _ => {
                self.stored_weather = value.and_then(|text| parse_stored(text, |stored: &StoredWeather| stored.format))
            }
        }
    }

    /// Updates the mirror if the view has changed.
    fn publish(&mut self, env: &Env, ctx: &mut Context) {
        let view = WeatherView {
            reading: self.current_reading(env),
            city: self.city.clone(),
            is_chosen: self.is_chosen,
            search: self.search.clone(),
        };
        if self.view != view {
            self.view = view.clone();
            ctx.step.patches.push(Patch::Weather { weather: view });
        }
    }

    /// Returns the weather to show: that of the current place, at most three hours old.
    fn current_reading(&self, env: &Env) -> Option<WeatherReading> {
        let (language, here, last) = (self.language.as_ref()?, self.coordinates()?, self.stored_weather.as_ref()?);
        let age = env.now.millis() - last.since.millis();
        if last.at != here || !(-MAX_AGE_MS..MAX_DISPLAY_AGE_MS).contains(&age) {
            return None;
        }
        let CurrentWeather { temperature, windspeed, winddirection, is_day, weathercode } = last.current;
        let is_day = is_day != 0;
        let (icon, words) = describe_code(weathercode, is_day)?;
        let is_fahrenheit = match self.unit {
            TemperatureUnit::Automatic => is_fahrenheit_usual(language),
            TemperatureUnit::Celsius => false,
            TemperatureUnit::Fahrenheit => true,
        };
        let (temperature, temp_unit) =
            if is_fahrenheit { (temperature * 9.0 / 5.0 + 32.0, "°F") } else { (temperature, "°C") };
        Some(WeatherReading {
            temperature: temperature.round() as i64,
            wind_speed: windspeed,
            wind_direction: winddirection,
            is_day,
            weather_code: weathercode,
            temp_unit: temp_unit.to_owned(),
            icon,
            words: words.to_owned(),
        })
    }
}

/// Rounds a latitude or longitude to a tenth of a degree, about 10 km, and clamps it to ±`most`.
pub fn round_degrees(degrees: f64, most: f64) -> f64 {
    if degrees.is_finite() { (degrees.max(-most).min(most) * 10.0).round() / 10.0 } else { 0.0 }
}

/// Returns whether the region of a language tag (RFC 5646, section 2.1) uses Fahrenheit.
fn is_fahrenheit_usual(language: &str) -> bool {
    let region = language.split('-').skip(1).find(|part| part.len() == 2);
    region.is_some_and(|region| FAHRENHEIT.iter().any(|usual| usual.eq_ignore_ascii_case(region)))
}
