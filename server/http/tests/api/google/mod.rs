//! "Continue with Google", with a fake provider.

mod fake_provider;
mod linking;
mod log;
mod provider;

use crate::support::{TestApp, TestResponse, on_both_engines};
use axum::body::Body;
use axum::http::{Method, Request, header};
use fake_provider::{CLIENT_ID, CLIENT_SECRET, FakeProvider};
use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection, Row};
use twentyfour_server::config::{Config, GoogleSettings, Secret};

const SECOND: i64 = 1_000;
const MINUTE: i64 = 60 * SECOND;

const COMPLETE: &str = "/auth?type=login&google=complete";
const PASSWORD: &str = "/auth?type=google&google=password";
const FAILED: &str = "/auth?type=login&google=failed";

/// A browser that uses a server with the fake provider.
#[derive(Clone)]
struct Browser {
    app: TestApp,
    /// The value of its cookie.
    cookie: Option<String>,
}

/// A server with a fake provider.
async fn with_google(app: &TestApp) -> (TestApp, FakeProvider) {
    let provider = FakeProvider::start().await;
    (with_provider_and_config(app, &provider, |_| ()), provider)
}

/// A server with a fake provider and other settings.
fn with_provider_and_config(app: &TestApp, provider: &FakeProvider, change: impl FnOnce(&mut Config)) -> TestApp {
    app.with_config(|config| {
        change(config);
        config.google = Some(GoogleSettings {
            issuer_url: provider.url.clone(),
            client_id: CLIENT_ID.to_owned(),
            client_secret: Secret::new(CLIENT_SECRET),
        });
    })
}

impl Browser {
    fn new(app: &TestApp) -> Self {
        Self { app: app.clone(), cookie: None }
    }

    async fn send(&mut self, method: Method, path: &str) -> TestResponse {
        self.send_with(method, path, Body::empty()).await
    }

    async fn send_with(&mut self, method: Method, path: &str, body: Body) -> TestResponse {
        let mut request = Request::builder().method(method).uri(path);
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, format!("other=1; __Host-google={cookie}"));
        }
        let response = self.app.send(request.body(body).unwrap()).await;
        if let Some(cookie) = response.headers.get(header::SET_COOKIE) {
            let cookie = cookie.to_str().unwrap().strip_prefix("__Host-google=").unwrap();
            let (value, attributes) = cookie.split_once("; ").unwrap();
            for attribute in ["HttpOnly", "Secure", "Path=/"] {
                assert!(attributes.split("; ").any(|own| own == attribute), "{attribute} is missing: {attributes}");
            }
            assert!(!attributes.contains("Domain"));
            let is_removed = attributes.contains("Max-Age=0");
            assert_eq!(is_removed, value.is_empty());
            self.cookie = (!is_removed).then(|| value.to_owned());
        }
        response
    }

    /// Starts a login and returns the URL to open.
    async fn begin(&mut self) -> String {
        let response = self.send(Method::GET, "/api/auth/google/").await;
        let cookie = response.headers[header::SET_COOKIE].to_str().unwrap().to_owned();
        assert!(cookie.contains("SameSite=Lax") && cookie.contains("Max-Age=600"), "{cookie}");
        response.assert_ok()["auth_url"].as_str().unwrap().to_owned()
    }

    /// Follows the callback from the provider and returns the redirect target.
    async fn follow_callback(&mut self, query: &str) -> String {
        let response = self.send(Method::GET, &format!("/api/auth/google/callback?{query}")).await;
        assert_eq!((response.status.as_u16(), &response.body), (303, &Value::Null));
        let location = response.headers[header::LOCATION].to_str().unwrap();
        if location == COMPLETE || location == PASSWORD {
            let cookie = response.headers[header::SET_COOKIE].to_str().unwrap();
            let max_age = if location == COMPLETE { "Max-Age=120" } else { "Max-Age=600" };
            assert!(cookie.contains("SameSite=Strict") && cookie.contains(max_age), "{cookie}");
        } else {
            assert_eq!(self.cookie, None);
        }
        location.to_owned()
    }

    async fn complete(&mut self) -> TestResponse {
        self.send(Method::POST, "/api/auth/google/complete/").await
    }

    async fn link(&mut self, password: &str) -> TestResponse {
        let body = Body::from(json!({"password": password}).to_string());
        self.send_with(Method::POST, "/api/auth/google/link/", body).await
    }

    /// Logs in at the provider as a user with these claims, and returns the target of the callback's redirect.
    async fn log_in_at_provider(&mut self, provider: &FakeProvider, claims: Value) -> String {
        let auth_url = self.begin().await;
        self.follow_callback(&provider.authorize(&auth_url, claims)).await
    }

    /// Logs in completely, and returns the response with the tokens.
    async fn log_in(&mut self, provider: &FakeProvider, claims: Value) -> Value {
        assert_eq!(self.log_in_at_provider(provider, claims).await, COMPLETE);
        let response = self.complete().await.assert_ok();
        assert_eq!(self.cookie, None);
        response
    }
}

/// The claims of a user with a Google account whose organization manages the email address.
fn ada() -> Value {
    json!({
        "sub": "ada-at-google", "email": "Ada@example.org", "hd": "example.org", "given_name": "Ada",
        "family_name": "Lovelace"
    })
}

/// Runs a query directly on the database and returns its number.
async fn number(app: &TestApp, sql: &str) -> i64 {
    let mut connection = AnyConnection::connect(&app.url).await.unwrap();
    let row = sqlx::query(sqlx::AssertSqlSafe(sql.to_owned())).fetch_one(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    row.get(0)
}

on_both_engines! {
    async fn google_login_requires_a_client(app: TestApp) {
        app.send_text(Method::GET, "/api/auth/google/", None, String::new()).await.assert_rejected(501, "google_off");
        assert_eq!(Browser::new(&app).follow_callback("code=x&state=y").await, FAILED);
        app.post_unauthenticated("/api/auth/google/complete/", Value::Null).await.assert_rejected(422, "google_failed");
        let password = json!({"password": "correct horse"});
        app.post_unauthenticated("/api/auth/google/link/", password).await.assert_rejected(422, "google_failed");
    }

    async fn http_cookie_has_no_host_prefix(app: TestApp) {
        let provider = FakeProvider::start().await;
        let app = with_provider_and_config(&app, &provider, |config| config.public_url = "http://127.0.0.1:8080".to_owned());
        let response = app.send_text(Method::GET, "/api/auth/google/", None, String::new()).await;
        let cookie = response.headers[header::SET_COOKIE].to_str().unwrap().to_owned();
        assert!(cookie.starts_with("google=") && !cookie.contains("Secure"), "{cookie}");
        assert!(response.assert_ok()["auth_url"].as_str().unwrap().contains("redirect_uri=http%3A%2F%2F127.0.0.1%3A8080%2Fapi%2Fauth%2Fgoogle%2Fcallback&"));
    }

    async fn stored_attempt_cannot_complete_a_login(app: TestApp) {
        let (app, provider) = with_google(&app).await;
        let mut browser = Browser::new(&app);
        let auth_url = browser.begin().await;
        let stored = |secret: &str| format!(
            "SELECT count(*) FROM google_attempts WHERE cookie_hash = '{secret}' OR state_hash = '{secret}'"
        );
        let state = auth_url.split_once("&state=").unwrap().1.split('&').next().unwrap().to_owned();
        let first = browser.cookie.clone().unwrap();
        assert_eq!(browser.follow_callback(&provider.authorize(&auth_url, ada())).await, COMPLETE);
        let second = browser.cookie.clone().unwrap();
        assert_ne!(first, second);
        for secret in [state, first, second] {
            assert_eq!(number(&app, &stored(&secret)).await, 0);
        }
        assert_eq!(number(&app, "SELECT count(*) FROM google_attempts").await, 1);
    }

    async fn callback_requires_the_starting_browser(app: TestApp) {
        let (app, provider) = with_google(&app).await;
        let (mut ada_browser, mut eve, mut nobody) = (Browser::new(&app), Browser::new(&app), Browser::new(&app));
        let query = provider.authorize(&ada_browser.begin().await, ada());
        eve.begin().await;
        assert_eq!(eve.follow_callback(&query).await, FAILED);
        assert_eq!(nobody.follow_callback(&query).await, FAILED);
        // The failed attempts do not affect the original login.
        assert_eq!(ada_browser.follow_callback(&query).await, COMPLETE);
    }

    async fn callback_is_valid_once_within_10_min(app: TestApp) {
        let (app, provider) = with_google(&app).await;
        let mut browser = Browser::new(&app);
        let query = provider.authorize(&browser.begin().await, ada());
        let cookie = browser.cookie.clone();
        assert_eq!(browser.follow_callback(&query).await, COMPLETE);
        browser.cookie = cookie;
        assert_eq!(browser.follow_callback(&query).await, FAILED);

        let query = provider.authorize(&browser.begin().await, ada());
        app.advance_clock(10 * MINUTE - 1);
        assert_eq!(browser.follow_callback(&query).await, COMPLETE);
        let query = provider.authorize(&browser.begin().await, ada());
        app.advance_clock(10 * MINUTE);
        assert_eq!(browser.follow_callback(&query).await, FAILED);
    }

    async fn completion_is_valid_once_within_2_min(app: TestApp) {
        let (app, provider) = with_google(&app).await;
        let mut browser = Browser::new(&app);
        browser.log_in_at_provider(&provider, ada()).await;
        let cookie = browser.cookie.clone();
        Browser::new(&app).complete().await.assert_rejected(422, "google_failed");
        let response = browser.complete().await.assert_ok();
        assert_eq!(browser.cookie, None);
        app.get("/api/user/", response["access_token"].as_str().unwrap()).await.assert_ok();
        app.post_unauthenticated("/api/auth/refresh/", json!({"refresh_token": response["refresh_token"]})).await.assert_ok();
        browser.cookie = cookie;
        browser.complete().await.assert_rejected(422, "google_failed");

        browser.log_in_at_provider(&provider, ada()).await;
        app.advance_clock(2 * MINUTE - 1);
        browser.complete().await.assert_ok();
        browser.log_in_at_provider(&provider, ada()).await;
        app.advance_clock(2 * MINUTE);
        browser.complete().await.assert_rejected(422, "google_failed");
        // A login that was only started cannot be completed.
        browser.begin().await;
        browser.complete().await.assert_rejected(422, "google_failed");
    }

    async fn callback_always_redirects_to_the_page(app: TestApp) {
        let (app, provider) = with_google(&app).await;
        let mut browser = Browser::new(&app);
        for denied in ["error=access_denied", "error=%00%0d%0aforged", "", "code=", "code=x&code=y", "code=%ff", "error=x&code=y"] {
            let auth_url = browser.begin().await;
            let (_, state) = auth_url.split_once("&state=").unwrap();
            let state = state.split('&').next().unwrap();
            assert_eq!(browser.follow_callback(&format!("{denied}&state={state}")).await, FAILED, "{denied}");
        }
        let query = provider.authorize(&browser.begin().await, ada());
        let (code, _) = query.split_once('&').unwrap();
        for wrong in [code.to_owned(), format!("{code}&state="), format!("{code}&state=x"), format!("{query}&{query}")] {
            browser.begin().await;
            assert_eq!(browser.follow_callback(&wrong).await, FAILED, "{wrong}");
        }
        assert_eq!(number(&app, "SELECT count(*) FROM users").await, 0);
    }

    async fn uncompleted_logins_are_deleted(app: TestApp) {
        let (app, provider) = with_google(&app).await;
        let mut browser = Browser::new(&app);
        browser.begin().await;
        browser.log_in_at_provider(&provider, ada()).await;
        let mut later = Browser::new(&app);
        app.advance_clock(10 * MINUTE);
        let query = provider.authorize(&later.begin().await, ada());
        app.delete_expired().await;
        assert_eq!(number(&app, "SELECT count(*) FROM google_attempts").await, 1);
        assert_eq!(later.follow_callback(&query).await, COMPLETE);
    }
}
