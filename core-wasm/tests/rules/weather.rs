//! The weather (SPEC W1 to W12).

use crate::support::device::Device;
use crate::support::{MORNING, ada, signed_in, signed_out_device};
use core_wasm::app::Input;
use core_wasm::protocol::effect::Alarm;
use core_wasm::protocol::text::PlaceName;
use core_wasm::protocol::view::LoadStatus;
use core_wasm::protocol::weather::WeatherReading;
use serde_json::{Value, json};

const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;
const NOWHERE: [String; 0] = [];

fn berlin() -> Value {
    json!({ "city": "Berlin", "latitude": 52.5, "longitude": 13.4 })
}

fn weather(temperature: f64, weathercode: i64) -> Value {
    json!({
        "current_weather": {
            "temperature": temperature, "windspeed": 12.5, "winddirection": 240, "is_day": 1, "weathercode": weathercode
        },
        "current_weather_units": { "temperature": "°C" }
    })
}

fn load(device: &mut Device, language: &str) {
    device.dispatch_json(json!({ "type": "load_weather", "language": language }));
}

/// Returns a device in Berlin whose page shows the weather.
fn in_berlin() -> Device {
    let mut device = signed_in(ada());
    load(&mut device, "de-DE");
    device.respond_with("/weather/place/", 200, json!({ "place": berlin() }));
    device.respond_with("/weather/?", 200, weather(7.4, 2));
    device
}

/// Advances the time on a visible page, and returns the requests that follow.
fn advance_clock(device: &mut Device, milliseconds: i64) {
    device.now += milliseconds;
    device.feed(Input::Alarm { alarm: Alarm::Clock });
}

fn open_weather_requests(device: &Device) -> Vec<String> {
    device.open_requests().into_iter().filter(|request| request.contains("/weather/")).collect()
}

fn shown(device: &Device) -> Option<String> {
    let WeatherReading { temperature, temp_unit, words, .. } = device.snapshot().weather.reading.clone()?;
    Some(format!("{temperature} {temp_unit} {words}"))
}

fn city(device: &Device) -> Option<&str> {
    device.snapshot().weather.city.as_ref().map(PlaceName::as_str)
}

#[test]
fn w1_a_place_has_a_name_of_1_to_100_characters() {
    for name in ["Ö", "Saint-Louis-du-Ha! Ha!", &"x".repeat(100)] {
        assert_eq!(PlaceName::parse(name).unwrap().as_str(), name);
    }
    for name in ["", "  ", "Ber\nlin", "\u{1b}[31m", &"x".repeat(101)] {
        assert!(PlaceName::parse(name).is_err(), "{name:?}");
    }
}

#[test]
fn w2_location_is_requested_once_when_weather_is_shown() {
    let mut device = signed_in(ada());
    advance_clock(&mut device, HOUR);
    assert_eq!(open_weather_requests(&device), NOWHERE);
    load(&mut device, "en-GB");
    load(&mut device, "en-GB");
    assert_eq!(open_weather_requests(&device), ["GET /weather/place/"]);
    device.respond_with(
        "/weather/place/",
        200,
        json!({ "place": { "city": "Bonn", "latitude": 50.734, "longitude": 7.099 } }),
    );
    assert_eq!(device.stored("latitude"), Some("50.7"));
    assert_eq!(device.stored("longitude"), Some("7.1"));
    assert_eq!(device.stored("city"), Some("Bonn"));
    assert_eq!(open_weather_requests(&device), ["GET /weather/?latitude=50.7&longitude=7.1"]);
    device.reload("/app");
    load(&mut device, "en-GB");
    assert_eq!(open_weather_requests(&device), ["GET /weather/?latitude=50.7&longitude=7.1"], "the place is stored");
}

#[test]
fn w2_invalid_stored_places_are_requested_again() {
    for (latitude, longitude) in [("", "13.4"), ("52.5", "x"), ("NaN", "13.4"), ("91", "13.4"), ("52.5", "inf")] {
        let stored = [("latitude", latitude), ("longitude", longitude), ("city", "Berlin")];
        let mut device = Device::new(stored.map(|(key, text)| (key.to_owned(), text.to_owned())));
        device.start("/app");
        load(&mut device, "en-GB");
        assert_eq!(open_weather_requests(&device), ["GET /weather/place/"], "{latitude} {longitude}");
    }
}

#[test]
fn w2_an_unknown_location_is_silent() {
    let mut device = signed_in(ada());
    load(&mut device, "en-GB");
    device.respond_with("/weather/place/", 200, json!({ "place": null }));
    advance_clock(&mut device, 14 * MINUTE);
    assert_eq!(open_weather_requests(&device), NOWHERE);
    assert_eq!(shown(&device), None);
    assert_eq!(device.log, NOWHERE);
    advance_clock(&mut device, MINUTE);
    assert_eq!(open_weather_requests(&device), ["GET /weather/place/"], "the laptop may have been carried elsewhere");
}

#[test]
fn w3_weather_needs_no_account() {
    let mut device = signed_out_device("/");
    load(&mut device, "de-DE");
    assert_eq!(device.request("/weather/place/").bearer, None);
    device.respond_with("/weather/place/", 200, json!({ "place": berlin() }));
    assert_eq!(device.request("/weather/").bearer, None);
    device.respond_with("/weather/", 200, weather(7.4, 2));
    assert_eq!(shown(&device).as_deref(), Some("7 °C Partly cloudy"));
    assert_eq!(city(&device), Some("Berlin"));
    let signed_in = in_berlin();
    assert_eq!(shown(&signed_in).as_deref(), Some("7 °C Partly cloudy"));
}

#[test]
fn w4_weather_is_refetched_after_15_minutes() {
    let mut device = in_berlin();
    advance_clock(&mut device, 15 * MINUTE - 1);
    device.feed(Input::Online);
    assert_eq!(open_weather_requests(&device), NOWHERE);
    device.reload("/app");
    load(&mut device, "de-DE");
    assert_eq!(open_weather_requests(&device), NOWHERE);
    assert_eq!(shown(&device).as_deref(), Some("7 °C Partly cloudy"));
    advance_clock(&mut device, 1);
    advance_clock(&mut device, 1_000);
    assert_eq!(open_weather_requests(&device).len(), 1, "one request at a time");
    device.respond_with("/weather/?", 200, weather(-0.6, 71));
    assert_eq!(shown(&device).as_deref(), Some("-1 °C Light snow"));
    device.now += HOUR;
    device.feed(Input::Online);
    assert_eq!(open_weather_requests(&device).len(), 1, "a resumed page does not wait for its alarm");
}

#[test]
fn w4_a_clock_that_was_set_back_does_not_stop_the_weather() {
    let mut device = in_berlin();
    advance_clock(&mut device, -24 * HOUR);
    assert_eq!(open_weather_requests(&device).len(), 1);
    device.respond_with("/weather/?", 200, weather(3.0, 0));
    assert_eq!(shown(&device).as_deref(), Some("3 °C Clear sky"));
}

#[test]
fn w5_known_weather_shows_for_three_hours_after_a_failure() {
    let mut device = in_berlin();
    let mut failures = 0;
    while shown(&device).is_some() {
        advance_clock(&mut device, MINUTE);
        if !open_weather_requests(&device).is_empty() {
            failures += 1;
            match failures % 4 {
                0 => device.fail_request("/weather/?"),
                1 => device.respond_with_text("/weather/?", 502, "<html>"),
                2 => device.respond_with("/weather/?", 200, weather(1.0, 100)),
                _ => device.respond_with(
                    "/weather/?",
                    200,
                    json!({ "current_weather": null, "current_weather_units": { "temperature": "°C" } }),
                ),
            }
        }
    }
    assert_eq!(device.now - MORNING, 3 * HOUR);
    assert_eq!(failures, 34, "after 15 minutes, and then every 5");
    assert!(device.log.iter().all(|line| line == "Failed to fetch weather data"), "{:?}", device.log);
    assert_eq!(device.log.len(), 17, "one line per invalid response");
    advance_clock(&mut device, 5 * MINUTE);
    device.respond_with("/weather/?", 200, weather(1.0, 3));
    assert_eq!(shown(&device).as_deref(), Some("1 °C Overcast"));
}

#[test]
fn w5_failed_locations_are_requested_again() {
    let mut device = signed_in(ada());
    load(&mut device, "en-GB");
    device.fail_request("/weather/place/");
    assert_eq!(device.log, ["Error fetching coordinates"]);
    advance_clock(&mut device, 5 * MINUTE - 1);
    assert_eq!(open_weather_requests(&device), NOWHERE);
    advance_clock(&mut device, 1);
    assert_eq!(open_weather_requests(&device), ["GET /weather/place/"]);
}

#[test]
fn w6_the_unit_is_that_of_the_region_unless_one_was_chosen() {
    for (language, told) in [
        ("en-US", "45 °F Partly cloudy"),
        ("es-PR", "45 °F Partly cloudy"),
        ("en-Latn-us", "45 °F Partly cloudy"),
        ("en-GB", "7 °C Partly cloudy"),
        ("en", "7 °C Partly cloudy"),
        ("", "7 °C Partly cloudy"),
    ] {
        let mut device = in_berlin();
        load(&mut device, language);
        advance_clock(&mut device, 1_000);
        assert_eq!(shown(&device).as_deref(), Some(told), "{language}");
        device.dispatch_json(json!({ "type": "set_preferences", "update": { "temperature_unit": "fahrenheit" } }));
        assert_eq!(shown(&device).as_deref(), Some("45 °F Partly cloudy"));
        device.dispatch_json(json!({ "type": "set_preferences", "update": { "temperature_unit": "celsius" } }));
        assert_eq!(shown(&device).as_deref(), Some("7 °C Partly cloudy"));
    }
}

#[test]
fn w7_temperatures_are_whole_degrees() {
    for (told, celsius, fahrenheit) in [(0.4, 0, 33), (-0.4, 0, 31), (0.5, 1, 33), (-17.8, -18, 0), (37.8, 38, 100)] {
        let mut device = in_berlin();
        advance_clock(&mut device, HOUR);
        device.respond_with("/weather/?", 200, weather(told, 0));
        assert_eq!(device.snapshot().weather.reading.as_ref().unwrap().temperature, celsius, "{told}");
        device.dispatch_json(json!({ "type": "set_preferences", "update": { "temperature_unit": "fahrenheit" } }));
        assert_eq!(device.snapshot().weather.reading.as_ref().unwrap().temperature, fahrenheit, "{told}");
    }
}

fn search(device: &mut Device, text: &str) {
    device.dispatch_json(json!({ "type": "search_places", "text": text }));
}

fn found(device: &Device) -> (LoadStatus, Vec<&str>) {
    let search = device.snapshot().weather.search.as_ref().expect("a search");
    (search.status, search.places.iter().map(|found| found.place.city.as_str()).collect())
}

fn places_response(names: &[&str]) -> Value {
    let place = |name| json!({ "place": { "city": name, "latitude": 1.0, "longitude": 2.0 }, "region": "Somewhere" });
    json!({ "places": names.iter().map(place).collect::<Vec<_>>() })
}

#[test]
fn w9_search_shows_results_of_the_last_text() {
    let mut device = in_berlin();
    search(&mut device, " Ber ");
    assert_eq!(found(&device), (LoadStatus::Loading, vec![]));
    search(&mut device, "Bergen & Ulm");
    assert_eq!(
        open_weather_requests(&device),
        ["GET /weather/places/?name=Ber", "GET /weather/places/?name=Bergen%20%26%20Ulm"]
    );
    device.respond_with("/weather/places/?name=Bergen", 200, places_response(&["Bergen"]));
    assert_eq!(found(&device), (LoadStatus::Ready, vec!["Bergen"]));
    device.respond_with("/weather/places/?name=Ber", 200, places_response(&["Berlin", "Bern"]));
    assert_eq!(found(&device), (LoadStatus::Ready, vec!["Bergen"]));
    search(&mut device, "Oslo");
    assert_eq!(found(&device), (LoadStatus::Loading, vec!["Bergen"]), "nothing flickers");
    device.fail_request("/weather/places/");
    assert_eq!(found(&device), (LoadStatus::Failed, vec![]));
    search(&mut device, "Rome");
    device.respond_with("/weather/places/", 200, json!({ "places": null }));
    assert_eq!(found(&device), (LoadStatus::Failed, vec![]));
    search(&mut device, "Paris");
    search(&mut device, "  ");
    device.respond_with("/weather/places/", 200, places_response(&["Paris"]));
    assert_eq!(device.snapshot().weather.search, None);
    assert_eq!(device.log, NOWHERE);
}

#[test]
fn w10_a_chosen_place_applies_immediately() {
    let mut device = in_berlin();
    advance_clock(&mut device, HOUR);
    let oslo = json!({ "city": "Oslo", "latitude": 59.913_3, "longitude": 10.738_9 });
    search(&mut device, "Oslo");
    device.dispatch_json(json!({ "type": "choose_place", "place": oslo }));
    assert_eq!((city(&device), shown(&device)), (Some("Oslo"), None), "Berlin's weather is not shown for Oslo");
    assert!(device.snapshot().weather.is_chosen && device.snapshot().weather.search.is_none());
    device.respond_with("/weather/?latitude=52.5", 200, weather(7.0, 2));
    assert_eq!(shown(&device), None, "that was Berlin's");
    device.respond_with("/weather/?latitude=59.9&longitude=10.7", 200, weather(-4.0, 75));
    assert_eq!(shown(&device).as_deref(), Some("-4 °C Heavy snow"));
    device.reload("/app");
    load(&mut device, "de-DE");
    assert!(device.snapshot().weather.is_chosen);
    assert_eq!((city(&device), shown(&device).as_deref()), (Some("Oslo"), Some("-4 °C Heavy snow")));
    device.dispatch_json(json!({ "type": "choose_place", "place": null }));
    assert!(!device.snapshot().weather.is_chosen);
    device.respond_with("/weather/place/", 200, json!({ "place": berlin() }));
    assert_eq!(city(&device), Some("Berlin"));
}

#[test]
fn w10_a_late_location_does_not_override_a_choice() {
    let mut device = signed_in(ada());
    load(&mut device, "de-DE");
    device.dispatch_json(
        json!({ "type": "choose_place", "place": { "city": "Oslo", "latitude": 1e300, "longitude": -500 } }),
    );
    device.respond_with("/weather/place/", 200, json!({ "place": berlin() }));
    assert_eq!(city(&device), Some("Oslo"));
    assert_eq!(open_weather_requests(&device), ["GET /weather/?latitude=90.0&longitude=-180.0"]);
}

#[test]
fn w11_log_out_deletes_the_place_and_weather() {
    let mut device = in_berlin();
    device.dispatch_json(json!({ "type": "log_out", "discard_unsent": true }));
    for key in ["latitude", "longitude", "city", "weather", "placeChosen"] {
        assert_eq!(device.stored(key), None, "{key}");
    }
    assert_eq!((city(&device), shown(&device)), (None, None));
    advance_clock(&mut device, HOUR);
    assert_eq!(open_weather_requests(&device), NOWHERE);
}

#[test]
fn w12_chosen_place_syncs_between_tabs() {
    let mut device = in_berlin();
    for (key, text) in [("latitude", "59.9"), ("longitude", "10.7"), ("city", "Oslo"), ("placeChosen", "1")] {
        device.store_in_other_tab(key, Some(text));
    }
    assert_eq!((city(&device), device.snapshot().weather.is_chosen, shown(&device)), (Some("Oslo"), true, None));
    let stored = json!({
        "format": 1, "at": [59.9, 10.7], "since": "2026-03-03T08:00:00.000Z", "current": weather(-4.0, 75)["current_weather"]
    });
    device.now = 1_772_525_000_000;
    device.store_in_other_tab("weather", Some(&stored.to_string()));
    assert_eq!(shown(&device).as_deref(), Some("-4 °C Heavy snow"));
    device.store_in_other_tab("weather", Some("{"));
    assert_eq!(shown(&device), None);
}
