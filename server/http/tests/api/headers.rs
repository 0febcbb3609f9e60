//! Headers of every kind of response, and CORS. They do not depend on the database, so these tests run on SQLite only.

use crate::support::TestApp;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request};

async fn request(app: &TestApp, method: Method, path: &str, headers: &[(&str, &str)]) -> (u16, HeaderMap) {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let response = app.send(request.body(Body::empty()).unwrap()).await;
    (response.status.as_u16(), response.headers)
}

#[tokio::test]
async fn every_response_has_security_headers() {
    let app = TestApp::on_sqlite().await;
    let mut statuses = Vec::new();
    for (method, path) in [
        (Method::GET, "/"),
        (Method::GET, "/auth"),
        (Method::GET, "/auth/"),
        (Method::GET, "/app/b"),
        (Method::GET, "/assets/none.js"),
        (Method::GET, "/nowhere"),
        (Method::POST, "/"),
        (Method::GET, "/api"),
        (Method::GET, "/api/openapi.json"),
        (Method::GET, "/api/user"),
        (Method::GET, "/api/nowhere"),
        (Method::DELETE, "/api/user/"),
        (Method::GET, "/api/live/"),
        (Method::POST, "/api/auth/login/"),
        (Method::OPTIONS, "/api/user/"),
    ] {
        let (status, headers) = request(&app, method.clone(), path, &[]).await;
        statuses.push(status);
        let named = format!("{method} {path}");
        let value_of =
            |name: &str| headers.get(name).map(|value| value.to_str().unwrap().to_owned()).unwrap_or_default();
        assert_eq!(value_of("x-content-type-options"), "nosniff", "{named}");
        assert_eq!(value_of("cross-origin-opener-policy"), "same-origin", "{named}");
        assert_eq!(value_of("cross-origin-resource-policy"), "same-origin", "{named}");
        assert_eq!(value_of("strict-transport-security"), "max-age=63072000", "{named}");
        assert!(value_of("permissions-policy").contains("camera=()"), "{named}");
        let is_auth = path.starts_with("/auth");
        let referrer = if is_auth { "no-referrer" } else { "strict-origin-when-cross-origin" };
        assert_eq!(value_of("referrer-policy"), referrer, "{named}");
        if path.starts_with("/api") {
            assert_eq!(
                value_of("content-security-policy"),
                "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
                "{named}"
            );
            assert_eq!(value_of("cache-control"), "no-store", "{named}");
        } else {
            assert!(
                value_of("content-security-policy").starts_with("default-src 'self'; script-src 'self'"),
                "{named}"
            );
            assert!(value_of("content-security-policy").ends_with("frame-ancestors 'none'"), "{named}");
        }
        for absent in ["server", "x-powered-by", "access-control-allow-origin", "set-cookie"] {
            assert!(!headers.contains_key(absent), "{named}: {absent}");
        }
    }
    for status in [200, 400, 401, 404, 405] {
        // Without a web build, pages do not return 200, but the OpenAPI document does.
        assert!(statuses.contains(&status), "{status} is not among {statuses:?}");
    }
    app.remove().await;
}

#[tokio::test]
async fn cors_allows_only_configured_origins() {
    let app = TestApp::on_sqlite().await;
    let preflight = [
        ("origin", "https://app.example"),
        ("access-control-request-method", "PUT"),
        ("access-control-request-headers", "authorization,content-type"),
    ];
    let (status, headers) = request(&app, Method::OPTIONS, "/api/preferences/", &preflight).await;
    assert_eq!(status, 405);
    assert!(headers.keys().all(|name| !name.as_str().starts_with("access-control")));

    let app = app.with_config(|config| {
        config.cors_origins = vec!["https://app.example".to_owned()];
        config.has_rate_limits = true;
    });
    let (status, headers) = request(&app, Method::OPTIONS, "/api/preferences/", &preflight).await;
    assert_eq!((status, &headers["access-control-allow-origin"]), (200, &"https://app.example".parse().unwrap()));
    let value_of = |name: &str| headers[name].to_str().unwrap().to_lowercase();
    assert!(value_of("access-control-allow-methods").contains("put"));
    assert!(value_of("access-control-allow-headers").contains("authorization"));
    assert!(value_of("access-control-allow-headers").contains("content-type"));
    assert!(!headers.contains_key("access-control-allow-credentials"));
    let (_, headers) = request(&app, Method::GET, "/api/user/", &preflight[..1]).await;
    assert_eq!(headers["access-control-allow-origin"], "https://app.example");
    assert_eq!(headers["access-control-expose-headers"], "retry-after");
    let mut vary = headers.get_all("vary").iter().map(|value| value.to_str().unwrap());
    assert!(vary.any(|names| names.contains("origin")));
    // Other origins get no CORS headers, and neither do pages.
    let (_, headers) = request(&app, Method::GET, "/api/user/", &[("origin", "https://evil.example")]).await;
    assert!(!headers.contains_key("access-control-allow-origin"));
    let (_, headers) = request(&app, Method::GET, "/", &preflight[..1]).await;
    assert!(!headers.contains_key("access-control-allow-origin"));
    // Rejections have the CORS headers too, including the time to wait.
    for _ in 0..600 {
        request(&app, Method::GET, "/api/nothing/", &preflight[..1]).await;
    }
    let (status, headers) = request(&app, Method::GET, "/api/nothing/", &preflight[..1]).await;
    assert_eq!((status, &headers["access-control-allow-origin"]), (429, &"https://app.example".parse().unwrap()));
    assert!(headers.contains_key("retry-after") && headers["cache-control"] == "no-store");
    app.remove().await;
}
