//! Pages and their headers. The files themselves are the web build's, which these tests do not need; the browser tests run
//! against a binary that has it.

use crate::support::TestApp;
use axum::body::Body;
use axum::http::{Method, Request};

#[tokio::test]
async fn paths_outside_the_api_never_answer_json_and_unknown_ones_are_404() {
    let app = TestApp::on_sqlite().await;
    for path in ["/nowhere", "/app/b/x/y", "/apix", "/../etc/passwd", "/assets/none.js", "/index.html", "/%00", "/%ff"]
    {
        let answer = app.send(Request::builder().method(Method::GET).uri(path).body(Body::empty()).unwrap()).await;
        assert_eq!(answer.status.as_u16(), 404, "{path}");
        assert_ne!(answer.headers["content-type"], "application/json", "{path}");
    }
    app.remove().await;
}
