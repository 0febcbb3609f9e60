//! Photos: the requests to the photo service, their number, and the handling of invalid responses. They do not use the
//! database, so these tests run on SQLite only.

use crate::support::{TestApp, TestResponse};
use axum::body::Body;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, Request, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::{Json, Router};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use twentyfour_server::config::{PhotoSettings, Secret};

const MINUTE: i64 = 60_000;

/// How the service behaves.
#[derive(Clone, Copy, PartialEq, Debug)]
enum ServiceBehavior {
    Right,
    LastOne,
    /// The remaining quota.
    Remaining(&'static str),
    Status(u16),
    Html,
    Empty,
    BrokenJson,
    HugeBody,
    HangsUp,
    Slow,
    Away,
    OneLight,
    OtherJson,
    Hostile,
}

/// A fake photo service that records its requests.
#[derive(Clone)]
struct FakeService {
    url: url::Url,
    held: Arc<Mutex<(ServiceBehavior, Vec<String>)>>,
}

impl FakeService {
    fn set(&self, behavior: ServiceBehavior) {
        self.held.lock().unwrap().0 = behavior;
    }

    fn take_requests(&self) -> Vec<String> {
        std::mem::take(&mut self.held.lock().unwrap().1)
    }

    fn photo(&self, id: &str) -> Value {
        json!({
            "id": id, "slug": "unused", "width": 6000, "height": 4000, "color": "#60544D", "blur_hash": "LoC%a7IoIVxZ",
            "description": null, "alt_description": format!("photo {id}"), "likes": 12,
            "urls": {
                "raw": format!("https://images.unsplash.com/{id}"),
                "regular": format!("https://images.unsplash.com/{id}?w=1080"),
                "thumb": format!("https://images.unsplash.com/{id}?w=200")
            },
            "links": {"download_location": self.url.join(&format!("photos/{id}/download?ixid={id}-x")).unwrap()},
            "user": {"id": "x", "name": "Ada Byron", "links": {"html": "https://unsplash.com/@ada"}}
        })
    }

    /// A response with values that must not reach clients.
    fn hostile(&self) -> Value {
        let changed = |pointer: &str, value: Value| {
            let mut photo = self.photo("bad");
            *photo.pointer_mut(pointer).unwrap() = value;
            photo
        };
        json!([
            changed("/urls/regular", json!("javascript:alert(1)")),
            changed("/urls/regular", json!("http://images.unsplash.com/x")),
            changed("/urls/thumb", json!("https://evil.example/x")),
            changed("/urls/thumb", json!("https://images.unsplash.com.evil.example/x")),
            changed("/user/links/html", json!("javascript:alert(1)")),
            changed("/id", json!("../../etc")),
            7,
            null,
            {}
        ])
    }
}

async fn respond(State(service): State<FakeService>, uri: Uri, headers: HeaderMap) -> Response {
    let behavior = {
        let mut held = service.held.lock().unwrap();
        held.1.push(uri.to_string());
        held.0
    };
    assert_eq!(headers["authorization"], "Client-ID the-key");
    assert_eq!(headers["accept-version"], "v1");
    let page = |count: usize| (0..count).map(|number| service.photo(&format!("p{number}"))).collect::<Vec<_>>();
    let right = |remaining: &'static str| {
        let body = match uri.path() {
            "/photos/random" | "/photos" => json!(page(30)),
            "/search/photos" => json!({"total": 61, "total_pages": 3, "results": page(30)}),
            _ => json!({"url": "https://images.unsplash.com/x?dl=x.jpg"}),
        };
        ([("x-ratelimit-limit", "50"), ("x-ratelimit-remaining", remaining)], Json(body)).into_response()
    };
    match behavior {
        ServiceBehavior::Right => right("49"),
        ServiceBehavior::LastOne => right("0"),
        ServiceBehavior::Remaining(count) => right(count),
        ServiceBehavior::Status(302) => Redirect::to("/photos").into_response(),
        ServiceBehavior::Status(status) => {
            (StatusCode::from_u16(status).unwrap(), "Rate Limit Exceeded").into_response()
        }
        ServiceBehavior::Html => Html("<html><script>alert(1)</script>").into_response(),
        ServiceBehavior::Empty => StatusCode::OK.into_response(),
        ServiceBehavior::BrokenJson => "[{\"id\": \"p1\", \"urls\"".into_response(),
        ServiceBehavior::HugeBody => {
            let chunks = futures_util::stream::iter((0..800).map(|_| Ok::<_, std::io::Error>(vec![b' '; 1 << 16])));
            Body::from_stream(chunks).into_response()
        }
        ServiceBehavior::HangsUp => panic!("the connection is closed without an answer"),
        ServiceBehavior::Slow => {
            tokio::time::sleep(Duration::from_secs(20)).await;
            right("49")
        }
        ServiceBehavior::Away => {
            let mut photo = service.photo("elsewhere");
            photo["links"]["download_location"] = json!("http://127.0.0.1:9/photos/elsewhere/download");
            Json(json!([photo])).into_response()
        }
        ServiceBehavior::OneLight => {
            let mut light = service.photo("light");
            light["color"] = json!("#E8EEF2");
            Json(json!([service.photo("dark"), light, service.photo("night")])).into_response()
        }
        ServiceBehavior::OtherJson => Json(json!({"errors": ["no"]})).into_response(),
        ServiceBehavior::Hostile => Json(service.hostile()).into_response(),
    }
}

/// A server with a fake service that responds correctly by default.
async fn with_service() -> (TestApp, FakeService) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url: url::Url = format!("http://{}", listener.local_addr().unwrap()).parse().unwrap();
    let service = FakeService { url: url.clone(), held: Arc::new(Mutex::new((ServiceBehavior::Right, vec![]))) };
    let router = Router::new().fallback(respond).with_state(service.clone());
    tokio::spawn(async move { axum::serve(listener, router).await });
    let app = TestApp::on_sqlite().await.with_config(|config| {
        config.has_rate_limits = true;
        config.photos = Some(PhotoSettings { api_url: url, access_key: Secret::new("the-key") });
    });
    (app, service)
}

/// Sends a request from one of many addresses, since the rate limit has its own test.
async fn ask(app: &TestApp, method: &str, path: &str) -> TestResponse {
    static NEXT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let [.., high, low] = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed).to_be_bytes();
    ask_from(app, [8, 8, high, low], method, path).await
}

async fn ask_from(app: &TestApp, from: [u8; 4], method: &str, path: &str) -> TestResponse {
    let request = Request::builder().method(method).uri(path).extension(ConnectInfo(SocketAddr::from((from, 4711))));
    app.send(request.body(Body::empty()).unwrap()).await
}

async fn get(app: &TestApp, path: &str) -> TestResponse {
    ask(app, "GET", path).await
}

/// The response without photos; `is_offered` is false only if no photo service is configured.
fn nothing(is_offered: bool) -> Value {
    json!({"photos": [], "has_more": false, "is_available": false, "is_offered": is_offered})
}

#[tokio::test]
async fn random_photo_comes_from_a_cached_topic() {
    let (app, service) = with_service().await;
    let response = get(&app, "/api/photos/random/").await;
    assert_eq!(response.headers[header::CACHE_CONTROL], "no-store");
    let photo = response.assert_ok()["photo"].clone();
    let id = photo["id"].as_str().unwrap();
    assert_eq!(
        photo,
        json!({
            "id": id,
            "urls": {
                "regular": format!("https://images.unsplash.com/{id}?w=1080"),
                "thumb": format!("https://images.unsplash.com/{id}?w=200")
            },
            "color": "#60544d", "alt": format!("photo {id}"),
            "credit": {"name": "Ada Byron", "link": "https://unsplash.com/@ada?utm_source=twentyfour&utm_medium=referral"}
        })
    );
    let requests = service.take_requests();
    let begin = "/photos/random?query=";
    let end = "%2Cday%2Clight&count=30&orientation=landscape&content_filter=high";
    assert!(requests.len() == 1 && requests[0].starts_with(begin) && requests[0].ends_with(end), "{requests:?}");

    // Of many requests, each topic is fetched once per hour, and the photos vary.
    let many = async || {
        let mut seen = BTreeSet::new();
        for _ in 0..200 {
            seen.insert(get(&app, "/api/photos/random/").await.assert_ok()["photo"]["id"].as_str().unwrap().to_owned());
        }
        seen.len()
    };
    assert!(many().await > 10);
    let topics: BTreeSet<String> = requests.into_iter().chain(service.take_requests()).collect();
    assert_eq!(topics.len(), 10, "{topics:?}");
    app.advance_clock(60 * MINUTE - 1);
    many().await;
    assert_eq!(service.take_requests(), [""; 0]);
    app.advance_clock(1);
    get(&app, "/api/photos/random/").await.assert_ok();
    assert_eq!(service.take_requests().len(), 1);
    app.remove().await;
}

#[tokio::test]
async fn light_tone_prefers_light_photos() {
    let (app, service) = with_service().await;
    for tone in ["light", "any"] {
        service.set(ServiceBehavior::OneLight);
        let path = format!("/api/photos/random/?tone={tone}");
        let mut seen = BTreeSet::new();
        for _ in 0..60 {
            seen.insert(get(&app, &path).await.assert_ok()["photo"]["id"].as_str().unwrap().to_owned());
        }
        assert_eq!(seen.len(), if tone == "light" { 1 } else { 3 }, "{tone}: {seen:?}");
        assert!(seen.contains("light"));
    }
    // If there are no light photos, any photo is returned.
    app.advance_clock(60 * MINUTE);
    service.set(ServiceBehavior::Right);
    assert!(get(&app, "/api/photos/random/?tone=light").await.assert_ok()["photo"]["id"].is_string());
    get(&app, "/api/photos/random/?tone=blue").await.assert_rejected(422, "bad_query");
    app.remove().await;
}

#[tokio::test]
async fn pages_and_searches_are_cached_for_15_min() {
    let (app, service) = with_service().await;
    let ids = |page: &Value| page["photos"].as_array().unwrap().len();
    let first = get(&app, "/api/photos/").await.assert_ok();
    assert_eq!((ids(&first), &first["has_more"], &first["is_available"]), (30, &json!(true), &json!(true)));
    assert_eq!(get(&app, "/api/photos/?page=1").await.assert_ok(), first);
    get(&app, "/api/photos/?page=2").await.assert_ok();
    assert_eq!(get(&app, "/api/photos/?page=100").await.assert_ok()["has_more"], false, "the last page");
    let found = get(&app, "/api/photos/search/?query=%20B%C3%A9r%26page%3D9%20&page=2").await.assert_ok();
    assert_eq!((ids(&found), &found["has_more"]), (30, &json!(true)));
    assert_eq!(get(&app, "/api/photos/search/?query=b%C3%A9R%26page%3D9&page=2").await.assert_ok(), found);
    assert_eq!(get(&app, "/api/photos/search/?query=sea&page=3").await.assert_ok()["has_more"], false);
    let all = [
        "/photos?page=1&per_page=30",
        "/photos?page=2&per_page=30",
        "/photos?page=100&per_page=30",
        "/search/photos?page=2&per_page=30&query=b%C3%A9r%26page%3D9&orientation=landscape&content_filter=high",
        "/search/photos?page=3&per_page=30&query=sea&orientation=landscape&content_filter=high",
    ];
    assert_eq!(service.take_requests(), all);
    app.advance_clock(15 * MINUTE - 1);
    get(&app, "/api/photos/").await.assert_ok();
    assert_eq!(service.take_requests(), [""; 0]);
    app.advance_clock(1);
    get(&app, "/api/photos/").await.assert_ok();
    assert_eq!(service.take_requests(), all[..1]);
    app.remove().await;
}

#[tokio::test]
async fn photo_failure_is_silent_and_backs_off() {
    let (app, service) = with_service().await;
    for (behavior, minutes) in [
        (ServiceBehavior::Status(401), 1),
        (ServiceBehavior::Status(403), 15),
        (ServiceBehavior::Status(429), 15),
        (ServiceBehavior::Status(500), 1),
        (ServiceBehavior::Status(302), 1),
        (ServiceBehavior::Html, 1),
        (ServiceBehavior::Empty, 1),
        (ServiceBehavior::BrokenJson, 1),
        (ServiceBehavior::HugeBody, 1),
        (ServiceBehavior::HangsUp, 1),
        (ServiceBehavior::OtherJson, 1),
    ] {
        service.set(behavior);
        // The first request detects the failure; further ones do not call the service, whatever they are for.
        assert_eq!(get(&app, "/api/photos/").await.assert_ok(), nothing(true), "{behavior:?}");
        assert_eq!(service.take_requests().len(), 1, "{behavior:?}");
        assert_eq!(get(&app, "/api/photos/random/").await.assert_ok(), json!({"photo": null}), "{behavior:?}");
        assert_eq!(get(&app, "/api/photos/search/?query=sea").await.assert_ok(), nothing(true), "{behavior:?}");
        ask(&app, "POST", "/api/photos/p1/download/").await.assert_ok();
        app.advance_clock(minutes * MINUTE - 1);
        assert_eq!(get(&app, "/api/photos/search/?query=lake").await.assert_ok(), nothing(true), "{behavior:?}");
        assert_eq!(service.take_requests(), [""; 0], "{behavior:?}: left alone");
        app.advance_clock(1);
        for path in ["/api/photos/random/", "/api/photos/search/?query=sea"] {
            get(&app, path).await.assert_ok();
        }
        assert_eq!(service.take_requests().len(), 1, "{behavior:?}: one tries again");
        app.advance_clock(15 * MINUTE);
    }
    service.set(ServiceBehavior::Right);
    assert_eq!(get(&app, "/api/photos/search/?query=sea").await.assert_ok()["is_available"], true);
    app.remove().await;
}

#[tokio::test]
async fn cached_photos_are_served_when_rate_limited() {
    let (app, service) = with_service().await;
    service.set(ServiceBehavior::LastOne);
    let photo = get(&app, "/api/photos/random/").await.assert_ok()["photo"].clone();
    assert!(photo.is_object(), "the response with the last request of the quota is used");
    for _ in 0..30 {
        assert!(get(&app, "/api/photos/random/").await.assert_ok()["photo"].is_object());
    }
    assert_eq!(get(&app, "/api/photos/").await.assert_ok(), nothing(true));
    assert_eq!(service.take_requests().len(), 1);
    app.advance_clock(15 * MINUTE);
    assert_eq!(get(&app, "/api/photos/").await.assert_ok()["is_available"], true);
    app.remove().await;
}

#[tokio::test]
async fn empty_result_does_not_affect_other_queries() {
    let (app, service) = with_service().await;
    for status in [404, 400, 410, 422] {
        service.set(ServiceBehavior::Status(status));
        let missed = format!("/api/photos/search/?query=xyzzy{status}");
        assert_eq!(get(&app, &missed).await.assert_ok(), nothing(true));
        service.set(ServiceBehavior::Right);
        assert_eq!(
            get(&app, &format!("/api/photos/search/?query=sea{status}")).await.assert_ok()["is_available"],
            true
        );
        get(&app, &missed).await.assert_ok();
        assert_eq!(service.take_requests().len(), 2, "{status}: and is not asked for again at once");
    }
    app.remove().await;
}

#[tokio::test]
async fn topic_photos_keep_their_quota() {
    let (app, service) = with_service().await;
    service.set(ServiceBehavior::Remaining("21"));
    assert_eq!(get(&app, "/api/photos/search/?query=a").await.assert_ok()["is_available"], true);
    service.set(ServiceBehavior::Remaining("20"));
    assert_eq!(
        get(&app, "/api/photos/search/?query=b").await.assert_ok()["is_available"],
        true,
        "the response that reaches the limit is used"
    );
    service.take_requests();
    for number in 0..30 {
        assert_eq!(get(&app, &format!("/api/photos/search/?query=c{number}")).await.assert_ok(), nothing(true));
        ask(&app, "POST", &format!("/api/photos/p{number}/download/")).await.assert_ok();
    }
    assert_eq!(get(&app, "/api/photos/?page=2").await.assert_ok(), nothing(true));
    assert_eq!(
        get(&app, "/api/photos/search/?query=a").await.assert_ok()["is_available"],
        true,
        "cached results are served"
    );
    assert_eq!(service.take_requests(), [""; 0]);
    let mut topics = BTreeSet::new();
    for _ in 0..200 {
        assert!(get(&app, "/api/photos/random/").await.assert_ok()["photo"].is_object());
        topics.extend(service.take_requests());
    }
    assert_eq!(topics.len(), 10, "{topics:?}");
    // The service's hourly quota is reset.
    service.set(ServiceBehavior::Right);
    app.advance_clock(15 * MINUTE);
    assert_eq!(get(&app, "/api/photos/search/?query=d").await.assert_ok()["is_available"], true);
    app.remove().await;
}

#[tokio::test]
async fn concurrent_searches_keep_the_topic_quota() {
    let (app, service) = with_service().await;
    service.set(ServiceBehavior::Remaining("20"));
    let searches = (0..100).map(|number| format!("/api/photos/search/?query=s{number}"));
    let responses = futures_util::future::join_all(searches.map(|path| {
        let app = &app;
        async move { get(app, &path).await.assert_ok()["is_available"] == true }
    }));
    assert!(responses.await.into_iter().filter(|is_available| *is_available).count() <= 4);
    assert!(service.take_requests().len() <= 4, "only requests in flight when the first response arrives");
    assert!(get(&app, "/api/photos/random/").await.assert_ok()["photo"].is_object());
    app.remove().await;
}

#[tokio::test]
async fn upstream_photo_requests_are_limited_to_120_per_h() {
    let (app, service) = with_service().await;
    let search = async |number: usize| {
        let path = format!("/api/photos/search/?query=n{number}");
        ask_from(&app, [8, 8, 4, 4], "GET", &path).await.assert_ok()["is_available"] == true
    };
    // The limit refills by two per minute.
    for minute in 0..2 {
        for number in 0..60 {
            assert!(search(60 * minute + number).await);
        }
        app.advance_clock(MINUTE);
    }
    for number in 120..124 {
        assert!(search(number).await, "{number}");
    }
    assert!(!search(124).await && search(123).await, "cached results are served");
    assert_eq!(service.take_requests().len(), 124);
    assert_eq!(get(&app, "/api/photos/search/?query=another").await.assert_ok()["is_available"], true);
    app.remove().await;
}

#[tokio::test]
async fn invalid_photos_are_dropped() {
    let (app, service) = with_service().await;
    service.set(ServiceBehavior::Hostile);
    let page = get(&app, "/api/photos/").await.assert_ok();
    assert_eq!(page["photos"], json!([]));
    assert_eq!(get(&app, "/api/photos/random/").await.assert_ok(), json!({"photo": null}));
    app.remove().await;
}

#[tokio::test]
async fn photo_requests_time_out_after_2_s() {
    let (app, service) = with_service().await;
    service.set(ServiceBehavior::Slow);
    let began = Instant::now();
    let (first, second) = tokio::join!(get(&app, "/api/photos/"), get(&app, "/api/photos/"));
    assert_eq!((first.assert_ok(), second.assert_ok()), (nothing(true), nothing(true)));
    assert_eq!(get(&app, "/api/photos/random/").await.assert_ok(), json!({"photo": null}));
    // The timeout is 2 seconds and the service takes 20; the bound leaves time for a slow machine.
    assert!(began.elapsed() >= Duration::from_secs(2) && began.elapsed() < Duration::from_secs(10));
    assert_eq!(service.take_requests().len(), 1);
    app.remove().await;
}

#[tokio::test]
async fn download_is_tracked_at_the_service_only() {
    let (app, service) = with_service().await;
    get(&app, "/api/photos/").await.assert_ok();
    service.take_requests();
    ask(&app, "POST", "/api/photos/p7/download/").await.assert_ok();
    // An id that was not returned by this server may be made up.
    ask(&app, "POST", "/api/photos/unknown-1/download/").await.assert_ok();
    assert_eq!(service.take_requests(), ["/photos/p7/download?ixid=p7-x"]);
    // A download URL on another host, here on a port that this process would notice.
    service.set(ServiceBehavior::Away);
    get(&app, "/api/photos/?page=2").await.assert_ok();
    service.set(ServiceBehavior::Right);
    ask(&app, "POST", "/api/photos/elsewhere/download/").await.assert_ok();
    assert_eq!(service.take_requests(), ["/photos?page=2&per_page=30", "/photos/elsewhere/download"]);
    for id in ["..", "%2e%2e%2fme", "a%3Fb", "a%20b", &"x".repeat(65)] {
        ask(&app, "POST", &format!("/api/photos/{id}/download/")).await.assert_rejected(404, "not_found");
    }
    assert_eq!(service.take_requests(), [""; 0]);
    app.remove().await;
}

#[tokio::test]
async fn photos_without_a_key_make_no_requests() {
    let app = TestApp::on_sqlite().await;
    assert_eq!(get(&app, "/api/photos/random/").await.assert_ok(), json!({"photo": null}));
    assert_eq!(get(&app, "/api/photos/?page=2").await.assert_ok(), nothing(false));
    assert_eq!(get(&app, "/api/photos/search/?query=sea").await.assert_ok(), nothing(false));
    ask(&app, "POST", "/api/photos/p7/download/").await.assert_ok();
    app.remove().await;
}

#[tokio::test]
async fn invalid_page_or_query_is_rejected() {
    let (app, service) = with_service().await;
    for query in ["page=0", "page=101", "page=-1", "page=x", "page=", "page=99999999999", "page=1.5"] {
        get(&app, &format!("/api/photos/?{query}")).await.assert_rejected(422, "bad_query");
        get(&app, &format!("/api/photos/search/?query=sea&{query}")).await.assert_rejected(422, "bad_query");
    }
    for query in ["", "query=", "query=%20%20", "query=a%0Ab", "query=a%00", &format!("query={}", "x".repeat(101))] {
        get(&app, &format!("/api/photos/search/?{query}")).await.assert_rejected(422, "bad_query");
    }
    assert_eq!(service.take_requests(), [""; 0]);
    get(&app, &format!("/api/photos/search/?query={}", "%C3%A9".repeat(100))).await.assert_ok();
    app.remove().await;
}

#[tokio::test]
async fn photo_requests_are_limited_to_60_per_min() {
    let (app, _) = with_service().await;
    for _ in 0..60 {
        ask_from(&app, [8, 8, 4, 4], "GET", "/api/photos/random/").await.assert_ok();
    }
    ask_from(&app, [8, 8, 4, 4], "GET", "/api/photos/").await.assert_rejected(429, "too_many_requests");
    ask_from(&app, [8, 8, 4, 4], "POST", "/api/photos/p1/download/").await.assert_rejected(429, "too_many_requests");
    ask_from(&app, [8, 8, 5, 5], "GET", "/api/photos/").await.assert_ok();
    app.advance_clock(1_000);
    ask_from(&app, [8, 8, 4, 4], "GET", "/api/photos/").await.assert_ok();
    app.remove().await;
}
