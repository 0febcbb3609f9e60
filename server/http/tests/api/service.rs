//! General behavior of all routes: trailing slashes, wrong methods, unknown paths, headers, restarts, and an
//! unavailable database.

use crate::support::{TestApp, add_card, add_list, new_id, on_both_engines, op};
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, HeaderValue, Method, Request};
use serde_json::json;
use std::net::SocketAddr;
use tower::ServiceExt;
use twentyfour_server::config::Secret;

on_both_engines! {
    async fn trailing_slash_is_optional(app: TestApp) {
        let ada = app.person("ada").await;
        for path in ["/api/health", "/api/user", "/api/boards/get-boards", "/api/preferences", "/api/focus-sessions"] {
            let without = app.get(path, &ada.access_token).await.assert_ok();
            assert_eq!(without, app.get(&format!("{path}/"), &ada.access_token).await.assert_ok(), "{path}");
        }
        let board = app.board(&ada, "B").await;
        for path in [format!("/api/boards/{board}"), format!("/api/boards/{board}/")] {
            app.get(&path, &ada.access_token).await.assert_ok();
        }
        for path in [format!("/api/boards/{board}/changes?since=0"), format!("/api/boards/{board}/changes/?since=0")] {
            app.get(&path, &ada.access_token).await.assert_ok();
        }
    }

    async fn unknown_api_paths_return_json_404(app: TestApp) {
        for path in ["/api", "/api/", "/api/nothing", "/api/auth", "/api/boards", "/api/boards/a/b/c", "/api//", "/api/%ff"] {
            for method in [Method::GET, Method::POST, Method::DELETE, Method::OPTIONS] {
                app.send_text(method, path, None, String::new()).await.assert_rejected(404, "not_found");
            }
        }
    }

    async fn wrong_methods_return_json_405(app: TestApp) {
        let id = new_id();
        for (method, path) in [
            (Method::POST, "/api/health/".to_owned()),
            (Method::GET, "/api/auth/login/".to_owned()),
            (Method::DELETE, "/api/user/".to_owned()),
            (Method::POST, "/api/boards/get-boards/".to_owned()),
            (Method::POST, "/api/boards/update-board/".to_owned()),
            (Method::PATCH, "/api/preferences/".to_owned()),
            (Method::DELETE, format!("/api/boards/{id}/")),
            (Method::GET, format!("/api/boards/{id}/ops/")),
            (Method::POST, "/".to_owned()),
            (Method::DELETE, "/app/b".to_owned()),
        ] {
            app.send_text(method, &path, None, String::new()).await.assert_rejected(405, "method_not_allowed");
        }
    }

    async fn responses_are_no_store_and_nosniff(app: TestApp) {
        for path in ["/api/health/", "/api/user/", "/api/nothing/"] {
            let response = app.send_text(Method::GET, path, None, String::new()).await;
            assert_eq!(response.headers["cache-control"], "no-store", "{path}");
            assert_eq!(response.headers["x-content-type-options"], "nosniff", "{path}");
            assert_eq!(response.headers["content-type"], "application/json", "{path}");
            assert_eq!(response.headers.contains_key("www-authenticate"), response.status.as_u16() == 401, "{path}");
        }
    }

    async fn acknowledged_writes_survive_a_restart(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "B").await;
        let (list, card) = (new_id(), new_id());
        let ops = json!([op(add_list(&list, "l", "80")), op(add_card(&card, &list, "c", "80"))]);
        app.send_ops(&ada, &board, ops.clone()).await.assert_ok();
        let before = (app.open_board(&ada, &board).await, app.get("/api/boards/get-boards/", &ada.access_token).await.assert_ok());
        // The first server is not closed, so anything it has not written yet is lost.
        let restarted = app.restart().await;
        let after = (
            restarted.open_board(&ada, &board).await,
            restarted.get("/api/boards/get-boards/", &ada.access_token).await.assert_ok(),
        );
        assert_eq!(before, after);
        let again = restarted.send_ops(&ada, &board, ops).await.assert_ok();
        assert_eq!(crate::support::statuses(&again), ["duplicate", "duplicate"]);
        restarted.post_unauthenticated("/api/auth/login/", json!({"email": ada.email, "password": "correct horse"})).await.assert_ok();
        restarted.post_unauthenticated("/api/auth/refresh/", json!({"refresh_token": ada.refresh_token})).await.assert_ok();
        restarted.database.close().await;
    }

    async fn unavailable_database_returns_503_and_recovers(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "B").await;
        app.set_reachable(false).await;
        let token = &ada.access_token;
        app.send_text(Method::GET, "/api/health/", None, String::new()).await.assert_rejected(503, "unavailable");
        app.get("/api/user/", token).await.assert_rejected(503, "unavailable");
        app.get("/api/boards/get-boards/", token).await.assert_rejected(503, "unavailable");
        app.get(&format!("/api/boards/{board}/changes/?since=0"), token).await.assert_rejected(503, "unavailable");
        let ops = json!([op(json!({"type": "trash_board"}))]);
        app.send_ops(&ada, &board, ops.clone()).await.assert_rejected(503, "unavailable");
        let login = json!({"email": ada.email, "password": "correct horse"});
        app.post_unauthenticated("/api/auth/login/", login.clone()).await.assert_rejected(503, "unavailable");
        app.post_unauthenticated("/api/auth/refresh/", json!({"refresh_token": ada.refresh_token})).await.assert_rejected(503, "unavailable");
        // Requests that need no database still work.
        app.get("/api/boards/nothing/", "x").await.assert_rejected(401, "token_invalid");
        app.send_text(Method::GET, "/api/openapi.json", None, String::new()).await.assert_ok();
        if app.is_postgres() {
            app.set_reachable(true).await;
            app.post_unauthenticated("/api/auth/login/", login).await.assert_ok();
            app.send_ops(&ada, &board, ops).await.assert_ok();
        }
    }

    async fn readiness_names_what_fails(app: TestApp) {
        let ready = async |app: &TestApp| app.send_text(Method::GET, "/api/health/ready/", None, String::new()).await;
        let response = ready(&app).await;
        assert_eq!(response.assert_ok(), json!({"database": "ok", "queue": "ok", "disk": "ok"}));
        app.send_text(Method::GET, "/api/health/live/", None, String::new()).await.assert_ok();
        let elsewhere = app.with_config(|config| config.data_dir = "/missing/folder".into());
        let response = ready(&elsewhere).await;
        assert_eq!((response.status.as_u16(), &response.body["disk"]), (503, &json!("failing")));
        app.set_reachable(false).await;
        assert_eq!(ready(&app).await.status, 200, "an outcome is reused for a second");
        app.advance_clock(1_001);
        let response = ready(&app).await;
        assert_eq!((response.status.as_u16(), response.body), (503, json!({"database": "failing", "queue": "ok", "disk": "ok"})));
        app.send_text(Method::GET, "/api/health/live/", None, String::new()).await.assert_ok();
        if app.is_postgres() {
            app.set_reachable(true).await;
            app.advance_clock(1_001);
            ready(&app).await.assert_ok();
        }
    }
}

/// Sends a GET request from a peer and returns the response with its body as text.
async fn get_as(app: &TestApp, peer: &str, path: &str, headers: &[(&str, &str)]) -> (u16, HeaderMap, String) {
    let peer: SocketAddr = peer.parse().unwrap();
    let mut request = Request::get(path).extension(ConnectInfo(peer));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let response = app.router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    let (parts, body) = response.into_parts();
    let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    (parts.status.as_u16(), parts.headers, String::from_utf8(bytes.to_vec()).unwrap())
}

#[tokio::test]
async fn metrics_are_for_this_machine_and_for_those_with_the_token() {
    const TOKEN: &str = "a token for the metrics";
    let app = TestApp::on_sqlite().await;
    let app = app.with_config(|config| {
        config.metrics_token = Some(Secret::new(TOKEN));
        config.has_rate_limits = true;
    });
    let ada = app.person("ada").await;
    app.get("/api/user/", &ada.access_token).await.assert_ok();
    let (status, headers, text) = get_as(&app, "127.0.0.1:4711", "/api/metrics", &[]).await;
    assert_eq!(
        (status, &headers["content-type"]),
        (200, &HeaderValue::from_static("application/openmetrics-text; version=1.0.0; charset=utf-8"))
    );
    for line in [
        "http_requests_total{method=\"GET\",route=\"/api/user\",status=\"200\"} 1",
        "http_requests_total{method=\"POST\",route=\"/api/auth/signup\",status=\"200\"} 1",
        "live_connections 0",
        "database_queued_writes 0",
        "mails_queued 1",
        "board_cache_bytes 0",
    ] {
        assert!(text.lines().any(|other| other == line), "{line}\n{text}");
    }
    let bearer = format!("Bearer {TOKEN}");
    assert_eq!(get_as(&app, "192.0.2.1:4711", "/api/metrics", &[("authorization", &bearer)]).await.0, 200);
    for (peer, headers) in [
        ("192.0.2.1:4711", &[][..]),
        ("192.0.2.1:4711", &[("authorization", "Bearer a wrong token")]),
        ("127.0.0.1:4711", &[("x-forwarded-for", "192.0.2.1")]),
        ("127.0.0.1:4711", &[("forwarded", "for=192.0.2.1")]),
    ] {
        assert_eq!(get_as(&app, peer, "/api/metrics", headers).await.0, 404, "{peer} {headers:?}");
    }
    for _ in 0..20 {
        get_as(&app, "192.0.2.2:4711", "/api/auth/google/", &[]).await;
    }
    let login = json!({"email": "nobody@example.org", "password": "wrong horse"});
    for _ in 0..11 {
        app.post_unauthenticated("/api/auth/login/", login.clone()).await;
    }
    let (_, _, text) = get_as(&app, "127.0.0.1:4711", "/api/metrics", &[]).await;
    assert!(text.contains("rate_limit_rejections_total{limit=\"log_in"), "{text}");
    app.remove().await;
}

#[tokio::test]
async fn every_response_has_the_id_of_its_request() {
    let app = TestApp::on_sqlite().await;
    let app = app.with_config(|config| config.trusted_proxies = vec!["10.0.0.0/8".parse().unwrap()]);
    let id_of = async |peer: &str, path: &str, sent: &[(&str, &str)]| {
        let (_, headers, _) = get_as(&app, peer, path, sent).await;
        headers["x-request-id"].to_str().unwrap().to_owned()
    };
    let first = id_of("192.0.2.1:1", "/api/health/", &[]).await;
    assert!(first.len() == 36 && first != id_of("192.0.2.1:1", "/api/nothing/", &[]).await);
    assert_ne!(id_of("192.0.2.1:1", "/api/health/", &[("x-request-id", "forged")]).await, "forged");
    assert_eq!(id_of("10.0.0.1:1", "/api/health/", &[("x-request-id", "of-the_proxy-1")]).await, "of-the_proxy-1");
    for invalid in ["", "with space", &"x".repeat(65), "line\u{1}"] {
        if let Ok(value) = HeaderValue::from_str(invalid) {
            let value = value.to_str().unwrap_or_default().to_owned();
            assert_ne!(id_of("10.0.0.1:1", "/api/health/", &[("x-request-id", &value)]).await, value);
        }
    }
    app.remove().await;
}
