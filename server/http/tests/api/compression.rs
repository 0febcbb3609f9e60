//! Which responses of the API are compressed. This does not depend on the database, so these tests run on SQLite only.

use crate::support::{TestApp, add_card, add_list, new_id};
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, header};
use flate2::read::GzDecoder;
use serde_json::{Value, json};
use std::io::Read;
use tower::ServiceExt;

/// Sends a request from a browser. Returns the headers and the body as sent.
async fn send(app: &TestApp, method: Method, path: &str, token: &str, body: Value) -> (HeaderMap, Vec<u8>) {
    let request =
        Request::builder().method(method).uri(path).header(header::ACCEPT_ENCODING, "gzip, deflate, br, zstd");
    let request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
    let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
    let response = app.router.clone().oneshot(request.body(body).unwrap()).await.unwrap();
    assert_eq!(response.status().as_u16(), 200, "{path}");
    let (parts, body) = response.into_parts();
    (parts.headers, axum::body::to_bytes(body, usize::MAX).await.unwrap().to_vec())
}

#[tokio::test]
async fn responses_over_1_kb_are_compressed() {
    let app = TestApp::on_sqlite().await;
    let ada = app.person("ada").await;
    let board = app.board(&ada, "B").await;
    let list = new_id();
    let cards = (0..20).map(|number| add_card(&new_id(), &list, &format!("Card {number}"), "80"));
    let cards: Vec<Value> = std::iter::once(add_list(&list, "l", "80")).chain(cards).collect();
    app.change(&ada, &board, &cards).await;
    for number in 0..10 {
        app.board(&ada, &format!("Board {number}")).await;
    }
    for path in [
        "/api/openapi.json".to_owned(),
        "/api/boards/get-boards/".to_owned(),
        format!("/api/boards/{board}/"),
        format!("/api/boards/{board}/export/?format=json"),
        format!("/api/boards/{board}/changes/"),
        format!("/api/boards/{board}/changes/?since=0"),
        format!("/api/boards/{board}/changes/?since=1"),
    ] {
        let (headers, body) = send(&app, Method::GET, &path, &ada.access_token, Value::Null).await;
        assert_eq!(headers["content-encoding"], "gzip", "{path}");
        assert!(headers["vary"].to_str().unwrap().eq_ignore_ascii_case("accept-encoding"), "{path}");
        assert_eq!(headers["content-type"], "application/json", "{path}");
        let mut text = String::new();
        GzDecoder::new(body.as_slice()).read_to_string(&mut text).unwrap();
        assert!(text.len() > 1_024 && body.len() * 2 < text.len(), "{path}: {} of {}", body.len(), text.len());
        let plain = app.get(&path, &ada.access_token).await;
        assert!(!plain.headers.contains_key("content-encoding"), "{path}");
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), plain.body, "{path}");
    }
    for path in
        ["/api/health/".to_owned(), "/api/preferences/".to_owned(), format!("/api/boards/{board}/changes/?since=2")]
    {
        let (headers, body) = send(&app, Method::GET, &path, &ada.access_token, Value::Null).await;
        assert!(body.len() <= 1_024 && !headers.contains_key("content-encoding"), "{path}");
    }
    app.remove().await;
}

#[tokio::test]
async fn responses_with_secrets_are_never_compressed() {
    let app = TestApp::on_sqlite().await;
    // The names that a stranger might choose make the responses longer than the limit.
    let name = "é".repeat(200);
    let account =
        json!({"first_name": name, "last_name": name, "email": "ada@example.org", "password": "correct horse"});
    let (headers, body) = send(&app, Method::POST, "/api/auth/signup/", "", account.clone()).await;
    assert!(body.len() > 1_024 && !headers.contains_key("content-encoding"));
    let (headers, body) = send(&app, Method::POST, "/api/auth/login/", "", account).await;
    assert!(body.len() > 1_024 && !headers.contains_key("content-encoding"));
    let tokens: Value = serde_json::from_slice(&body).unwrap();
    let (headers, body) = send(&app, Method::POST, "/api/auth/refresh/", "", tokens).await;
    assert!(!headers.contains_key("content-encoding"));
    let tokens: Value = serde_json::from_slice(&body).unwrap();
    let change = json!({"current_password": "correct horse", "password": "another horse"});
    let token = tokens["access_token"].as_str().unwrap();
    let (headers, body) = send(&app, Method::PUT, "/api/account/password/", token, change).await;
    assert!(!headers.contains_key("content-encoding"));
    let tokens: Value = serde_json::from_slice(&body).unwrap();
    let token = tokens["access_token"].as_str().unwrap();
    for path in ["/api/user/", "/api/account/"] {
        let (headers, _) = send(&app, Method::GET, path, token, Value::Null).await;
        assert!(!headers.contains_key("content-encoding"), "{path}");
    }
    app.remove().await;
}
