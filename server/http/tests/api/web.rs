//! Pages and their headers. These tests do not need the web build; the browser tests run against a binary that has it.

use crate::support::{PUBLIC_URL, TestApp};
use axum::body::Body;
use axum::http::{Method, Request};
use tower::ServiceExt;

#[tokio::test]
async fn web_paths_never_return_json_and_unknown_ones_are_404() {
    let app = TestApp::on_sqlite().await;
    for path in ["/nowhere", "/app/b/x/y", "/apix", "/../etc/passwd", "/assets/none.js", "/index.html", "/%00", "/%ff"]
    {
        let response = app.send(Request::builder().method(Method::GET).uri(path).body(Body::empty()).unwrap()).await;
        assert_eq!(response.status.as_u16(), 404, "{path}");
        assert_ne!(response.headers["content-type"], "application/json", "{path}");
    }
    app.remove().await;
}

#[tokio::test]
async fn robots_and_sitemap_use_the_public_url() {
    let app = TestApp::on_sqlite().await;
    for (path, content_type, line) in [
        ("/robots.txt", "text/plain; charset=utf-8", format!("Sitemap: {PUBLIC_URL}/sitemap.xml")),
        ("/sitemap.xml", "application/xml; charset=utf-8", format!("<url><loc>{PUBLIC_URL}/waitlist</loc></url>")),
    ] {
        let request = Request::builder().uri(path).header("host", "evil.example").body(Body::empty()).unwrap();
        let response = app.router.clone().oneshot(request).await.unwrap();
        assert_eq!(
            (response.status().as_u16(), &response.headers()["content-type"]),
            (200, &content_type.parse().unwrap())
        );
        let body = axum::body::to_bytes(response.into_body(), 10_000).await.unwrap();
        let text = String::from_utf8(body.to_vec()).unwrap();
        assert!(text.contains(&line) && !text.contains("evil.example"), "{text}");
    }
    app.remove().await;
}
