//! The weather where the person is (SPEC W1 to W12). It is an extra: where anything about it fails, it is not there.

mod codes;

pub use codes::meaning;

use crate::board::stored::read;
use crate::call::{Answer, Call, Purpose, Turn, percent_encoded};
use crate::env::Env;
use crate::protocol::patch::Patch;
use crate::protocol::stored::{FORMAT, key};
use crate::protocol::text::PlaceName;
use crate::protocol::time::Timestamp;
use crate::protocol::view::LoadStatus;
use crate::protocol::weather::{
    CurrentWeather, Place, PlaceAnswer, PlaceSearch, PlacesAnswer, StoredWeather, TemperatureUnit, WeatherAnswer,
    WeatherReading, WeatherView,
};
use std::collections::BTreeMap;

/// How old the weather may be before it is asked for again, in milliseconds.
const FRESH: i64 = 15 * 60 * 1_000;

/// How long after a failure it is tried again, in milliseconds.
const AGAIN: i64 = 5 * 60 * 1_000;

/// How old the weather may be that is still shown, in milliseconds.
const SHOWN: i64 = 3 * 60 * 60 * 1_000;

/// The regions that measure in Fahrenheit (Unicode CLDR, `unitPreferenceData`, category temperature, usage weather).
const FAHRENHEIT: [&str; 6] = ["BS", "BZ", "KY", "PR", "PW", "US"];

/// What the browser stores of the place and of its weather.
pub const KEYS: [&str; 5] = [key::LATITUDE, key::LONGITUDE, key::CITY, key::PLACE_CHOSEN, key::WEATHER];

/// Where it is asked where this browser is.
const PLACE: &str = "/weather/place/";

/// What stands under [`key::PLACE_CHOSEN`].
const CHOSEN: &str = "1";

/// What is known of the weather.
#[derive(Debug, Default)]
pub struct Weather {
    /// The browser's language; `None` until the weather is to be shown.
    language: Option<String>,
    unit: TemperatureUnit,
    latitude: Option<f64>,
    longitude: Option<f64>,
    city: Option<PlaceName>,
    /// Whether the person has chosen the place.
    is_chosen: bool,
    last: Option<StoredWeather>,
    /// The path of the request that is on its way.
    asking: Option<String>,
    /// When it may be asked for again.
    due: Option<Timestamp>,
    search: Option<PlaceSearch>,
    /// The text that is searched for.
    text: String,
    view: WeatherView,
}

impl Weather {
    /// What is stored in the browser. What cannot be read was never stored.
    pub fn restore(stored: &BTreeMap<String, String>) -> Self {
        let mut weather = Self::default();
        for stored_key in KEYS {
            weather.take(stored_key, stored.get(stored_key).map(String::as_str));
        }
        weather
    }

    /// What the shell draws.
    pub fn view(&self) -> &WeatherView {
        &self.view
    }

    /// The weather is to be shown, to somebody whose browser speaks a language (a BCP 47 tag).
    pub fn load(&mut self, language: String, env: &Env, turn: &mut Turn) {
        self.language = Some(language);
        self.tick(env, turn);
    }

    /// Time has passed: what is old is asked for again, and what is too old goes.
    pub fn tick(&mut self, env: &Env, turn: &mut Turn) {
        self.ask_if_due(env, turn);
        self.show(env, turn);
    }

    /// The person's choice of a unit is known, or has changed.
    pub fn follow(&mut self, unit: TemperatureUnit, env: &Env, turn: &mut Turn) {
        if self.unit != unit {
            self.unit = unit;
            self.show(env, turn);
        }
    }

    fn ask_if_due(&mut self, env: &Env, turn: &mut Turn) {
        if self.language.is_none()
            || self.asking.is_some()
            || self.due.is_some_and(|due| env.now < due && !self.is_back(env))
        {
            return;
        }
        let (path, purpose) = match self.here() {
            None => (PLACE.to_owned(), Purpose::LoadPlace),
            Some(at) => {
                let is_fresh = |last: &StoredWeather| {
                    last.at == at && (0..FRESH).contains(&(env.now.millis() - last.since.millis()))
                };
                if let Some(last) = self.last.as_ref().filter(|last| is_fresh(last)) {
                    self.due = Some(Timestamp::from_millis(last.since.millis() + FRESH));
                    return;
                }
                let path = format!("/weather/?latitude={:.1}&longitude={:.1}", at.0, at.1);
                (path.clone(), Purpose::LoadWeather { path })
            }
        };
        turn.calls.push(Call::get(purpose, path.clone()).unauthorised());
        self.asking = Some(path);
    }

    /// The latitude and the longitude, once both are known.
    fn here(&self) -> Option<(f64, f64)> {
        Some((self.latitude?, self.longitude?))
    }

    /// Whether the clock was set back so far that the next time would be long in coming.
    fn is_back(&self, env: &Env) -> bool {
        self.due.is_some_and(|due| due.millis() - env.now.millis() > FRESH)
    }

    fn again(&mut self, after: i64, env: &Env) {
        self.due = Some(Timestamp::from_millis(env.now.millis() + after));
    }

    /// Where this browser is has been told, or has not.
    pub fn place_loaded(&mut self, answer: &Answer, env: &Env, turn: &mut Turn) {
        if self.asking.as_deref() != Some(PLACE) {
            // The person has chosen a place meanwhile.
            return;
        }
        self.asking = None;
        match answer.read::<PlaceAnswer>() {
            Ok(PlaceAnswer { place: Some(place) }) => {
                self.set_place(Some(place), false, turn);
                self.tick(env, turn);
            }
            Ok(PlaceAnswer { place: None }) => self.again(FRESH, env),
            Err(_) => {
                turn.log("Error fetching coordinates");
                self.again(AGAIN, env);
            }
        }
    }

    /// The weather has been told, or has not.
    pub fn loaded(&mut self, path: &str, answer: &Answer, env: &Env, turn: &mut Turn) {
        let Some(at) = self.here().filter(|_| self.asking.as_deref() == Some(path)) else {
            // It is about a place that is not this one any more.
            return;
        };
        self.asking = None;
        match answer.read::<WeatherAnswer>() {
            Ok(WeatherAnswer { current_weather: Some(current), .. })
                if meaning(current.weathercode, true).is_some() =>
            {
                let last = StoredWeather { format: FORMAT, at, since: env.now, current };
                turn.store(key::WEATHER, crate::json(&last));
                self.last = Some(last);
                self.again(FRESH, env);
            }
            Ok(_) => self.again(AGAIN, env),
            Err(_) => {
                turn.log("Failed to fetch weather data");
                self.again(AGAIN, env);
            }
        }
        self.show(env, turn);
    }

    /// Searches for a place by its name. A blank one ends the search.
    pub fn search(&mut self, text: &str, env: &Env, turn: &mut Turn) {
        self.text = text.trim().to_owned();
        if self.text.is_empty() {
            self.search = None;
        } else {
            let places = self.search.take().map(|search| search.places).unwrap_or_default();
            self.search = Some(PlaceSearch { status: LoadStatus::Loading, places });
            let path = format!("/weather/places/?name={}", percent_encoded(&self.text));
            turn.calls.push(Call::get(Purpose::SearchPlaces { text: self.text.clone() }, path).unauthorised());
        }
        self.show(env, turn);
    }

    /// Places have been found, or have not.
    pub fn found(&mut self, text: &str, answer: &Answer, env: &Env, turn: &mut Turn) {
        if self.text != text || self.search.is_none() {
            // Something else is searched for by now.
            return;
        }
        self.search = Some(match answer.read::<PlacesAnswer>() {
            Ok(PlacesAnswer { places: Some(places) }) => PlaceSearch { status: LoadStatus::Ready, places },
            _ => PlaceSearch { status: LoadStatus::Failed, places: vec![] },
        });
        self.show(env, turn);
    }

    /// Chooses a place; `None` for wherever the network says that this browser is.
    pub fn choose(&mut self, place: Option<Place>, env: &Env, turn: &mut Turn) {
        let is_chosen = place.is_some();
        self.set_place(place, is_chosen, turn);
        (self.asking, self.due, self.search) = (None, None, None);
        self.tick(env, turn);
    }

    fn set_place(&mut self, place: Option<Place>, is_chosen: bool, turn: &mut Turn) {
        let place = place.map(|place| {
            let (latitude, longitude) = (degrees(place.latitude, 90.0), degrees(place.longitude, 180.0));
            Place { latitude, longitude, ..place }
        });
        match &place {
            Some(place) => {
                turn.store(key::LATITUDE, place.latitude.to_string());
                turn.store(key::LONGITUDE, place.longitude.to_string());
                turn.store(key::CITY, place.city.as_str());
            }
            None => [key::LATITUDE, key::LONGITUDE, key::CITY].into_iter().for_each(|stored| turn.remove(stored)),
        }
        if is_chosen {
            turn.store(key::PLACE_CHOSEN, CHOSEN);
        } else if self.is_chosen {
            turn.remove(key::PLACE_CHOSEN);
        }
        self.latitude = place.as_ref().map(|place| place.latitude);
        self.longitude = place.as_ref().map(|place| place.longitude);
        self.city = place.map(|place| place.city);
        self.is_chosen = is_chosen;
    }

    /// Forgets where the person is (SPEC W11), until the weather is to be shown again.
    pub fn forget(&mut self, turn: &mut Turn) {
        KEYS.into_iter().for_each(|stored| turn.remove(stored));
        *self = Self { unit: self.unit, ..Self::default() };
        turn.step.patches.push(Patch::Weather { weather: WeatherView::default() });
    }

    /// Another tab has stored something of the place or of its weather.
    pub fn stored_elsewhere(&mut self, stored_key: &str, value: Option<&str>, env: &Env, turn: &mut Turn) {
        self.take(stored_key, value);
        if stored_key != key::WEATHER {
            (self.asking, self.due) = (None, None);
        }
        self.show(env, turn);
    }

    /// Takes over what is stored under one of [`KEYS`].
    fn take(&mut self, stored_key: &str, value: Option<&str>) {
        let number = |most: f64| {
            let number: f64 = value?.parse().ok()?;
            (number.abs() <= most).then(|| degrees(number, most))
        };
        match stored_key {
            key::LATITUDE => self.latitude = number(90.0),
            key::LONGITUDE => self.longitude = number(180.0),
            key::CITY => self.city = value.and_then(|city| PlaceName::parse(city).ok()),
            key::PLACE_CHOSEN => self.is_chosen = value == Some(CHOSEN),
            _ => self.last = value.and_then(|text| read(text, |stored: &StoredWeather| stored.format)),
        }
    }

    /// Tells the mirror what has changed.
    fn show(&mut self, env: &Env, turn: &mut Turn) {
        let view = WeatherView {
            reading: self.reading(env),
            city: self.city.clone(),
            is_chosen: self.is_chosen,
            search: self.search.clone(),
        };
        if self.view != view {
            self.view = view.clone();
            turn.step.patches.push(Patch::Weather { weather: view });
        }
    }

    /// The weather that is shown: that of here, of the last three hours.
    fn reading(&self, env: &Env) -> Option<WeatherReading> {
        let (language, here, last) = (self.language.as_ref()?, self.here()?, self.last.as_ref()?);
        let age = env.now.millis() - last.since.millis();
        if last.at != here || !(-FRESH..SHOWN).contains(&age) {
            return None;
        }
        let CurrentWeather { temperature, windspeed, winddirection, is_day, weathercode } = last.current;
        let is_day = is_day != 0;
        let (icon, words) = meaning(weathercode, is_day)?;
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

/// Degrees as they are stored and asked for: to a tenth, which is some ten kilometres, and within their range.
pub fn degrees(degrees: f64, most: f64) -> f64 {
    if degrees.is_finite() { (degrees.clamp(-most, most) * 10.0).round() / 10.0 } else { 0.0 }
}

/// Whether the region of a language tag (RFC 5646, section 2.1) measures in Fahrenheit.
fn is_fahrenheit_usual(language: &str) -> bool {
    let region = language.split('-').skip(1).find(|part| part.len() == 2);
    region.is_some_and(|region| FAHRENHEIT.iter().any(|usual| usual.eq_ignore_ascii_case(region)))
}
