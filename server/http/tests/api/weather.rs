//! Weather: the requests to third-party services, the data that they contain, and the handling of invalid responses.

use crate::support::{TestApp, TestResponse};
use axum::body::Body;
use axum::extract::{ConnectInfo, State};
use axum::http::{Request, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use axum::{Json, Router};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use twentyfour_server::config::WeatherSettings;

const MINUTE: i64 = 60_000;

/// How a service behaves.
#[derive(Clone, Copy, PartialEq, Debug)]
enum ServiceBehavior {
    Right,
    Status(u16),
    Html,
    Empty,
    HugeBody,
    HangsUp,
    Slow,
    OtherJson,
    Impossible,
}

/// All three services under one URL, with their recorded requests.
#[derive(Clone)]
struct FakeService(Arc<Mutex<(ServiceBehavior, Vec<String>)>>);

impl FakeService {
    fn set(&self, behavior: ServiceBehavior) {
        self.0.lock().unwrap().0 = behavior;
    }

    fn take_requests(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap().1)
    }
}

async fn respond(State(service): State<FakeService>, uri: Uri) -> Response {
    let behavior = {
        let mut held = service.0.lock().unwrap();
        held.1.push(uri.to_string());
        held.0
    };
    match behavior {
        ServiceBehavior::Right => Json(right(uri.path())).into_response(),
        ServiceBehavior::Status(status) => StatusCode::from_u16(status).unwrap().into_response(),
        ServiceBehavior::Html => Html("<html><script>alert(1)</script>").into_response(),
        ServiceBehavior::Empty => StatusCode::OK.into_response(),
        ServiceBehavior::HugeBody => {
            let chunks = futures_util::stream::iter((0..800).map(|_| Ok::<_, std::io::Error>(vec![b' '; 1 << 16])));
            Body::from_stream(chunks).into_response()
        }
        ServiceBehavior::HangsUp => panic!("the connection is closed without an answer"),
        ServiceBehavior::Slow => {
            tokio::time::sleep(Duration::from_secs(20)).await;
            Json(right(uri.path())).into_response()
        }
        ServiceBehavior::OtherJson => Json(json!({"error": true, "reason": "RateLimited"})).into_response(),
        ServiceBehavior::Impossible => Json(json!({
            "city": "Ber\nlin", "latitude": 5200, "longitude": "13",
            "current_weather": {"temperature": 4000, "windspeed": -1, "winddirection": 0, "is_day": 7, "weathercode": 1e9},
            "results": [{"name": "", "latitude": 1, "longitude": 1}, {"name": "Ulm", "latitude": 91, "longitude": 1}]
        }))
        .into_response(),
    }
}

/// Realistic responses of the services, with unused fields.
fn right(path: &str) -> Value {
    match path {
        "/v1/forecast" => json!({
            "latitude": 52.52, "longitude": 13.42, "generationtime_ms": 0.05, "utc_offset_seconds": 0, "elevation": 38.0,
            "current_weather_units": {"temperature": "°C", "windspeed": "km/h"},
            "current_weather": {
                "time": "2026-03-03T12:00", "interval": 900, "temperature": 7.4, "windspeed": 12.5, "winddirection": 240,
                "is_day": 1, "weathercode": 2
            }
        }),
        "/v1/search" => json!({"generationtime_ms": 0.8, "results": [
            {"id": 1, "name": "Berlin", "latitude": 52.52437, "longitude": 13.41053, "country": "Germany", "admin1": "State of Berlin"},
            {"id": 2, "name": "Singapore", "latitude": 1.28967, "longitude": 103.85007, "country": "Singapore", "admin1": "Singapore"},
            {"id": 3, "name": "Nowhere", "latitude": 0.04, "longitude": -0.04}
        ]}),
        _ => {
            json!({"ip": "8.8.4.0", "city": "Mountain View", "region": "California", "latitude": 37.4223, "longitude": -122.0850})
        }
    }
}

/// A server with fake services that respond correctly by default.
async fn with_services() -> (TestApp, FakeService) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url: url::Url = format!("http://{}", listener.local_addr().unwrap()).parse().unwrap();
    let service = FakeService(Arc::new(Mutex::new((ServiceBehavior::Right, vec![]))));
    let services = Router::new().fallback(respond).with_state(service.clone());
    tokio::spawn(async move { axum::serve(listener, services).await });
    let app = TestApp::on_sqlite().await.with_config(|config| {
        config.has_rate_limits = true;
        config.weather = WeatherSettings {
            geoip_url: Some(url.clone()),
            forecast_url: Some(url.clone()),
            geocoding_url: Some(url.clone()),
        };
    });
    (app, service)
}

async fn get(app: &TestApp, from: &str, path: &str) -> TestResponse {
    let peer = SocketAddr::new(from.parse().unwrap(), 4711);
    app.send(Request::get(path).extension(ConnectInfo(peer)).body(Body::empty()).unwrap()).await
}

const BERLIN: &str = "/api/weather/?latitude=52.52437&longitude=13.41053";

#[tokio::test]
async fn services_get_only_coarse_locations() {
    let (app, services) = with_services().await;
    let place = get(&app, "8.8.4.77", "/api/weather/place/").await.assert_ok();
    assert_eq!(place, json!({"place": {"city": "Mountain View", "latitude": 37.4, "longitude": -122.1}}));
    let weather = get(&app, "8.8.4.77", BERLIN).await;
    assert_eq!(weather.headers["cache-control"], "no-store");
    assert_eq!(
        weather.assert_ok(),
        json!({
            "current_weather": {"temperature": 7.4, "windspeed": 12.5, "winddirection": 240.0, "is_day": 1, "weathercode": 2},
            "current_weather_units": {"temperature": "°C"}
        })
    );
    let places = get(&app, "8.8.4.77", "/api/weather/places/?name=%20B%C3%A9r%26count%3D9%20").await.assert_ok();
    assert_eq!(
        places,
        json!({"places": [
            {"place": {"city": "Berlin", "latitude": 52.5, "longitude": 13.4}, "region": "State of Berlin, Germany"},
            {"place": {"city": "Singapore", "latitude": 1.3, "longitude": 103.9}, "region": "Singapore"},
            {"place": {"city": "Nowhere", "latitude": 0.0, "longitude": -0.0}, "region": ""},
        ]})
    );
    assert_eq!(
        services.take_requests(),
        [
            "/8.8.4.0/json/",
            "/v1/forecast?latitude=52.5&longitude=13.4&current_weather=true",
            "/v1/search?name=b%C3%A9r%26count%3D9&count=8&language=en&format=json"
        ]
    );
    app.remove().await;
}

#[tokio::test]
async fn weather_is_cached_for_15_min() {
    let (app, services) = with_services().await;
    let ask = async |from: &str| {
        get(&app, from, "/api/weather/place/").await.assert_ok();
        get(&app, from, BERLIN).await.assert_ok();
        get(&app, from, "/api/weather/places/?name=Berlin").await.assert_ok();
        services.take_requests().len()
    };
    assert_eq!(ask("8.8.4.77").await, 3);
    assert_eq!(ask("8.8.4.9").await, 0);
    get(&app, "8.8.4.9", "/api/weather/?latitude=52.48&longitude=13.44").await.assert_ok();
    get(&app, "8.8.4.9", "/api/weather/places/?name=BERLIN").await.assert_ok();
    assert_eq!(services.take_requests(), [""; 0]);
    app.advance_clock(15 * MINUTE - 1);
    assert_eq!(ask("8.8.4.77").await, 0);
    app.advance_clock(1);
    assert_eq!(ask("8.8.4.77").await, 3);
    app.remove().await;
}

#[tokio::test]
async fn places_are_searched_in_the_language_of_the_request() {
    let (app, services) = with_services().await;
    for language in ["de", "es", "de"] {
        let request = Request::get("/api/weather/places/?name=Berlin").header(header::ACCEPT_LANGUAGE, language);
        let peer = SocketAddr::new([8, 8, 4, 77].into(), 4711);
        app.send(request.extension(ConnectInfo(peer)).body(Body::empty()).unwrap()).await.assert_ok();
    }
    let requests =
        ["de", "es"].map(|language| format!("/v1/search?name=berlin&count=8&language={language}&format=json"));
    assert_eq!(services.take_requests(), requests, "the third is cached");
    app.remove().await;
}

#[tokio::test]
async fn private_address_makes_no_geoip_request() {
    let (app, services) = with_services().await;
    for address in ["127.0.0.1", "192.168.1.7", "::1", "fd00::1", "::ffff:10.0.0.1"] {
        assert_eq!(get(&app, address, "/api/weather/place/").await.assert_ok(), json!({"place": null}), "{address}");
    }
    assert_eq!(services.take_requests(), [""; 0]);
    app.remove().await;
}

#[tokio::test]
async fn weather_failure_is_silent_and_retried_after_a_minute() {
    let (app, services) = with_services().await;
    for behavior in [
        ServiceBehavior::Status(403),
        ServiceBehavior::Status(429),
        ServiceBehavior::Status(500),
        ServiceBehavior::Status(302),
        ServiceBehavior::Html,
        ServiceBehavior::Empty,
        ServiceBehavior::HugeBody,
        ServiceBehavior::HangsUp,
        ServiceBehavior::OtherJson,
        ServiceBehavior::Impossible,
    ] {
        services.set(behavior);
        assert_eq!(
            get(&app, "8.8.4.77", "/api/weather/place/").await.assert_ok(),
            json!({"place": null}),
            "{behavior:?}"
        );
        assert_eq!(get(&app, "8.8.4.77", BERLIN).await.assert_ok()["current_weather"], json!(null), "{behavior:?}");
        let places = get(&app, "8.8.4.77", "/api/weather/places/?name=Ulm").await.assert_ok();
        // This service omits the list if it is empty.
        let is_read = matches!(behavior, ServiceBehavior::OtherJson | ServiceBehavior::Impossible);
        assert_eq!(places, json!({"places": if is_read { json!([]) } else { json!(null) }}), "{behavior:?}");
        assert!(services.take_requests().len() >= 2);
        get(&app, "8.8.4.77", BERLIN).await.assert_ok();
        assert_eq!(services.take_requests(), [""; 0], "{behavior:?}: not at every request");
        app.advance_clock(15 * MINUTE);
    }
    services.set(ServiceBehavior::Status(500));
    get(&app, "8.8.4.77", BERLIN).await.assert_ok();
    services.set(ServiceBehavior::Right);
    app.advance_clock(MINUTE);
    assert_eq!(get(&app, "8.8.4.77", BERLIN).await.assert_ok()["current_weather"]["weathercode"], 2);
    app.remove().await;
}

#[tokio::test]
async fn weather_requests_time_out_after_2_s() {
    let (app, services) = with_services().await;
    services.set(ServiceBehavior::Slow);
    let began = Instant::now();
    let (first, second) = tokio::join!(get(&app, "8.8.4.77", BERLIN), get(&app, "8.8.4.78", BERLIN));
    assert_eq!(
        (&first.assert_ok()["current_weather"], &second.assert_ok()["current_weather"]),
        (&json!(null), &json!(null))
    );
    // The timeout is 2 seconds and the service takes 20; the bound leaves time for a slow machine.
    assert!(began.elapsed() >= Duration::from_secs(2) && began.elapsed() < Duration::from_secs(10));
    assert_eq!(services.take_requests().len(), 1, "both requests share one upstream request");
    app.remove().await;
}

#[tokio::test]
async fn disabled_services_return_nothing() {
    let app = TestApp::on_sqlite().await;
    assert_eq!(get(&app, "8.8.4.77", "/api/weather/place/").await.assert_ok(), json!({"place": null}));
    assert_eq!(get(&app, "8.8.4.77", BERLIN).await.assert_ok()["current_weather"], json!(null));
    assert_eq!(get(&app, "8.8.4.77", "/api/weather/places/?name=Berlin").await.assert_ok(), json!({"places": null}));
    app.remove().await;
}

#[tokio::test]
async fn invalid_coordinates_or_name_are_rejected() {
    let (app, services) = with_services().await;
    for query in [
        "",
        "latitude=1",
        "latitude=x&longitude=1",
        "latitude=NaN&longitude=1",
        "latitude=90.1&longitude=1",
        "latitude=1&longitude=-181",
        "latitude=inf&longitude=1",
    ] {
        get(&app, "8.8.4.77", &format!("/api/weather/?{query}")).await.assert_rejected(422, "bad_query");
    }
    for name in ["", "name=", "name=%20", "name=a%0Ab", &format!("name={}", "x".repeat(101))] {
        get(&app, "8.8.4.77", &format!("/api/weather/places/?{name}")).await.assert_rejected(422, "bad_query");
    }
    assert_eq!(services.take_requests(), [""; 0]);
    app.remove().await;
}

#[tokio::test]
async fn weather_requests_are_limited_to_60_per_min() {
    let (app, _) = with_services().await;
    for _ in 0..60 {
        get(&app, "8.8.4.77", BERLIN).await.assert_ok();
    }
    get(&app, "8.8.4.77", BERLIN).await.assert_rejected(429, "too_many_requests");
    get(&app, "8.8.5.77", BERLIN).await.assert_ok();
    app.advance_clock(1_000);
    get(&app, "8.8.4.77", BERLIN).await.assert_ok();
    app.remove().await;
}
