//! Sending requests and checking responses.

use super::TestApp;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use serde_json::Value;
use tower::ServiceExt;

/// A response with its body as JSON; null if it is not JSON.
#[derive(Debug)]
pub(crate) struct TestResponse {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Value,
}

impl TestResponse {
    /// Returns the body of a response that must be 200.
    #[track_caller]
    pub(crate) fn assert_ok(self) -> Value {
        assert_eq!(self.status, StatusCode::OK, "{}", self.body);
        self.body
    }

    /// Checks that the response is a rejection with this status and code, in the right format.
    #[track_caller]
    pub(crate) fn assert_rejected(self, status: u16, code: &str) {
        assert_eq!((self.status.as_u16(), self.body["code"].as_str()), (status, Some(code)), "{}", self.body);
        let keys: Vec<&String> = self.body.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["code", "message"]);
        assert!(self.body["message"].as_str().unwrap().len() > 10);
    }
}

impl TestApp {
    pub(crate) async fn send(&self, request: Request<Body>) -> TestResponse {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
        let body = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        TestResponse { status: parts.status, headers: parts.headers, body }
    }

    /// Sends a body as it is.
    pub(crate) async fn send_text(
        &self,
        method: Method,
        path: &str,
        token: Option<&str>,
        body: impl Into<Body>,
    ) -> TestResponse {
        let mut request = Request::builder().method(method).uri(path).header(header::CONTENT_TYPE, "application/json");
        if let Some(token) = token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        self.send(request.body(body.into()).unwrap()).await
    }

    pub(crate) async fn get(&self, path: &str, token: &str) -> TestResponse {
        self.send_text(Method::GET, path, Some(token), String::new()).await
    }

    pub(crate) async fn post(&self, path: &str, token: &str, body: Value) -> TestResponse {
        self.send_text(Method::POST, path, Some(token), body.to_string()).await
    }

    pub(crate) async fn put(&self, path: &str, token: &str, body: Value) -> TestResponse {
        self.send_text(Method::PUT, path, Some(token), body.to_string()).await
    }

    pub(crate) async fn delete(&self, path: &str, token: &str) -> TestResponse {
        self.send_text(Method::DELETE, path, Some(token), String::new()).await
    }

    /// Sends a request without a token.
    pub(crate) async fn post_unauthenticated(&self, path: &str, body: Value) -> TestResponse {
        self.send_text(Method::POST, path, None, body.to_string()).await
    }
}
