//! Each rate limit at its edge, wherever its state is stored.

use crate::redis::RedisServer;
use crate::support::{Person, TestApp, TestResponse, enable_contact_form, new_id};
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Method, Request};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::ops::Deref;
use std::time::Duration;
use twentyfour_server::config::{Config, GoogleSettings, Secret};

const SECOND: i64 = 1_000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;

/// A server with rate limits.
pub(crate) struct Limited {
    app: TestApp,
    limits_url: Option<Secret>,
}

impl Limited {
    /// Makes a server that stores the state of limits in memory (SQLite), or in the database (PostgreSQL).
    pub(crate) fn new(app: &TestApp) -> Self {
        Self { app: app.clone(), limits_url: None }.with(|_| ())
    }

    /// Makes a server that stores the state of limits in a Redis.
    pub(crate) fn in_redis(app: &TestApp, redis: &RedisServer) -> Self {
        Self { app: app.clone(), limits_url: Some(Secret::new(redis.url())) }.with(|_| ())
    }

    /// Returns a server like [`TestApp::alone`].
    pub(crate) fn alone(&self) -> Self {
        Self { app: self.app.alone(), limits_url: self.limits_url.clone() }.with(|_| ())
    }

    /// Returns another server with other settings, and with the same state of limits if it is shared.
    pub(crate) fn with(&self, change: impl FnOnce(&mut Config)) -> Self {
        let app = self.app.with_config(|config| {
            config.has_rate_limits = true;
            config.limits_url = self.limits_url.clone();
            // On a busy machine, a decision must not be left to this server.
            config.limits_timeout = Duration::from_secs(10);
            change(config);
        });
        Self { app, limits_url: self.limits_url.clone() }
    }

    /// Returns the shared state, in a fixed order: the rows of the table, or the keys in the Redis with their values.
    pub(crate) async fn shared_state(&self) -> Vec<String> {
        let Some(url) = &self.limits_url else {
            let sql = "SELECT key_hash || ' ' || moment || ' ' || failures || ' ' || expires_at FROM rate_limits \
                       ORDER BY key_hash";
            return self.query_column(sql).await;
        };
        let address = url.expose().strip_prefix("redis://").unwrap();
        let command = |text: &str| crate::redis::send_command(address, text);
        let keys = command("KEYS *");
        let mut state: Vec<String> = keys
            .lines()
            .filter(|line| line.starts_with("twentyfour"))
            .map(|key| format!("{key} {}", command(&format!("GET {key}"))))
            .collect();
        state.sort();
        state
    }
}

impl Deref for Limited {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.app
    }
}

/// Runs each case with the state of limits in memory, in PostgreSQL and in Redis, as the tests `<case>::memory`,
/// `<case>::postgres` and `<case>::redis`.
macro_rules! on_each_store {
    ($($(#[$meta:meta])* async fn $name:ident($app:ident: Limited) $body:block)*) => {
        $(
            $(#[$meta])*
            mod $name {
                use super::*;

                async fn case($app: Limited) $body

                #[tokio::test]
                async fn memory() {
                    let app = TestApp::on_sqlite().await;
                    case(Limited::new(&app)).await;
                    app.remove().await;
                }

                #[tokio::test]
                #[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
                async fn postgres() {
                    let app = TestApp::on_postgres().await;
                    case(Limited::new(&app)).await;
                    app.remove().await;
                }

                #[tokio::test]
                async fn redis() {
                    let (app, redis) = (TestApp::on_sqlite().await, RedisServer::start());
                    case(Limited::in_redis(&app, &redis)).await;
                    app.remove().await;
                }
            }
        )*
    };
}

/// A client with a given address.
pub(crate) struct Peer<'a>(pub(crate) &'a TestApp, pub(crate) &'a str);

impl Peer<'_> {
    pub(crate) async fn send(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: &Value,
    ) -> TestResponse {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let peer = SocketAddr::new(self.1.parse().unwrap(), 4711);
        let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
        self.0.send(request.extension(ConnectInfo(peer)).body(body).unwrap()).await
    }

    pub(crate) async fn get(&self, path: &str) -> TestResponse {
        self.send(Method::GET, path, &[], &Value::Null).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> TestResponse {
        self.send(Method::POST, path, &[], &body).await
    }

    pub(crate) async fn log_in(&self, email: &str, password: &str) -> TestResponse {
        self.post("/api/auth/login/", json!({"email": email, "password": password})).await
    }

    pub(crate) async fn join_waitlist(&self) -> TestResponse {
        self.post("/api/add-to-waitlist/", json!({"name": "Ada", "email": "ada@example.org"})).await
    }
}

/// Checks that a response is a rate limit rejection with this waiting time.
#[track_caller]
pub(crate) fn assert_retry_after(response: TestResponse, seconds: u64, expected_wait: &str) {
    assert_eq!(response.headers["retry-after"], seconds.to_string().as_str());
    assert!(response.body["message"].as_str().unwrap().contains(expected_wait), "{}", response.body);
    response.assert_rejected(429, "too_many_requests");
}

async fn send_api_requests(app: &TestApp, person: &Person, times: usize) {
    for _ in 0..times {
        app.get("/api/boards/get-boards/", &person.access_token).await.assert_ok();
    }
}

/// 50,000 networks of one IPv6 site send a request each. Neither accounts nor other addresses notice.
#[tokio::test]
async fn many_networks_of_a_site_affect_nobody_else() {
    let app = TestApp::on_sqlite().await;
    let limits = Limited::new(&app);
    let app = &*limits;
    let ada = app.person("ada").await;
    let mut accepted = 0;
    for network in 0..50_000_u32 {
        let address = format!("2001:db8:5:{network:x}::1");
        let response = Peer(app, &address).get("/api/health/").await;
        accepted += u32::from(response.status.as_u16() == 200);
    }
    assert_eq!(accepted, 12_000, "20 times the limit of one client");
    for address in ["2001:db8:6::1", "192.0.2.1"] {
        for _ in 0..600 {
            Peer(app, address).get("/api/health/").await.assert_ok();
        }
    }
    send_api_requests(app, &ada, 600).await;
    limits.database.close().await;
}

#[tokio::test]
async fn successful_login_marks_the_address_until_restart() {
    let app = TestApp::on_sqlite().await;
    let limits = Limited::new(&app);
    let app = &*limits;
    app.person("ada").await;
    let email = "ada@example.org";
    let use_up = async |app: &TestApp| {
        app.advance_clock(MINUTE);
        for number in 0..10 {
            let address = format!("192.0.2.{number}");
            Peer(app, &address).log_in(email, "wrong horse").await.assert_rejected(401, "credentials_invalid");
        }
    };
    // One address has many failures, and another had a login with a different email address.
    app.person("eve").await;
    for round in 0..3 {
        app.advance_clock(MINUTE);
        for _ in 0..3 {
            Peer(app, "198.51.100.1").log_in(email, "wrong horse").await.assert_rejected(401, "credentials_invalid");
        }
        Peer(app, "198.51.100.2").log_in("eve@example.org", "correct horse").await.assert_ok();
        use_up(app).await;
        for address in ["198.51.100.1", "198.51.100.2", "192.0.2.1"] {
            let response = Peer(app, address).log_in(email, "correct horse").await;
            assert_eq!(response.status.as_u16(), 429, "{address} in round {round}");
        }
    }
    app.advance_clock(MINUTE);
    Peer(app, "198.51.100.1").log_in(email, "correct horse").await.assert_ok();
    use_up(app).await;
    Peer(app, "198.51.100.1").log_in(email, "correct horse").await.assert_ok();
    let restarted = limits.with(|_| ());
    use_up(&restarted).await;
    assert_retry_after(Peer(&restarted, "198.51.100.1").log_in(email, "correct horse").await, 6, "6 seconds");
    limits.database.close().await;
}

#[tokio::test]
async fn disabled_limits_limit_nothing() {
    let app = TestApp::on_sqlite().await;
    let ada = app.person("ada").await;
    send_api_requests(&app, &ada, 700).await;
    let peer = Peer(&app, "192.0.2.1");
    for _ in 0..12 {
        peer.log_in("ada@example.org", "wrong horse").await.assert_rejected(401, "credentials_invalid");
        peer.join_waitlist().await.assert_ok();
    }
    app.remove().await;
}

on_each_store! {
    async fn account_limit_is_600_requests_per_min(app: Limited) {
        let app = app.alone();
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        send_api_requests(&app, &ada, 599).await;
        let bearer = format!("Bearer {}", ada.access_token);
        let token = [("authorization", bearer.as_str())];
        Peer(&app, "192.0.2.1").send(Method::GET, "/api/user/", &token, &Value::Null).await.assert_ok();
        for (path, address) in [("/api/user/", "192.0.2.1"), ("/api/user/", "192.0.2.2"), ("/api/health/", "192.0.2.1")] {
            let response = Peer(&app, address).send(Method::GET, path, &token, &Value::Null).await;
            assert_retry_after(response, 1, "Try again in 1 second.");
        }
        app.get("/api/user/", &eve.access_token).await.assert_ok();
        // Each request refills after a tenth of a second.
        app.advance_clock(99);
        app.get("/api/user/", &ada.access_token).await.assert_rejected(429, "too_many_requests");
        app.advance_clock(1);
        app.get("/api/user/", &ada.access_token).await.assert_ok();
        app.get("/api/user/", &ada.access_token).await.assert_rejected(429, "too_many_requests");
        app.advance_clock(MINUTE);
        send_api_requests(&app, &ada, 600).await;
        app.get("/api/user/", &ada.access_token).await.assert_rejected(429, "too_many_requests");
    }

    async fn anonymous_limit_is_600_requests_per_min(app: Limited) {
        let app = app.alone();
        let ada = app.person("ada").await;
        let peer = Peer(&app, "2001:db8::1");
        for path in ["/api/health/", "/api/nothing/", "/api/live/"].into_iter().cycle().take(599) {
            assert_ne!(peer.get(path).await.status.as_u16(), 429);
        }
        // An invalid token does not count as a token.
        let forged = [("authorization", "Bearer forged")];
        peer.send(Method::GET, "/api/user/", &forged, &Value::Null).await.assert_rejected(401, "token_invalid");
        peer.send(Method::GET, "/api/user/", &forged, &Value::Null).await.assert_rejected(429, "too_many_requests");
        for path in ["/api/health/", "/api/nothing/", "/api/live/", "/api"] {
            peer.get(path).await.assert_rejected(429, "too_many_requests");
        }
        let neighbor = Peer(&app, "2001:db8::2");
        neighbor.get("/api/health/").await.assert_rejected(429, "too_many_requests");
        Peer(&app, "2001:db8:0:1::1").get("/api/health/").await.assert_ok();
        // Pages and files are not part of the API, and logged-in users have their own limit.
        for path in ["/", "/assets/none.js"] {
            assert_ne!(peer.get(path).await.status.as_u16(), 429);
        }
        let bearer = format!("Bearer {}", ada.access_token);
        peer.send(Method::GET, "/api/user/", &[("authorization", bearer.as_str())], &Value::Null).await.assert_ok();
    }

    async fn logins_per_address_are_limited_to_10_per_min(app: Limited) {
        app.person("ada").await;
        let peer = Peer(&app, "192.0.2.1");
        for number in 0..10 {
            peer.log_in(&format!("nobody{number}@example.org"), "wrong horse")
                .await
                .assert_rejected(401, "credentials_invalid");
        }
        assert_retry_after(peer.log_in("ada@example.org", "correct horse").await, 6, "Try again in 6 seconds.");
        Peer(&app, "192.0.2.2").log_in("ada@example.org", "correct horse").await.assert_ok();
        app.advance_clock(6 * SECOND - 1);
        assert_retry_after(peer.log_in("ada@example.org", "correct horse").await, 1, "Try again in 1 second.");
        app.advance_clock(1);
        peer.log_in("ada@example.org", "correct horse").await.assert_ok();
    }

    async fn logins_per_email_are_limited_even_without_an_account(app: Limited) {
        app.person("ada").await;
        for email in ["ada@example.org", "nobody@example.org"] {
            for number in 0..10 {
                let address = format!("192.0.2.{number}");
                Peer(&app, &address).log_in(email, "wrong horse").await.assert_rejected(401, "credentials_invalid");
            }
            assert_retry_after(
                Peer(&app, "192.0.2.99").log_in(&email.to_uppercase(), "correct horse").await,
                6,
                "6 seconds",
            );
            app.advance_clock(MINUTE);
        }
    }

    async fn known_address_is_not_limited_by_other_addresses(app: Limited) {
        app.person("ada").await;
        app.person("eve").await;
        let (home, email) = (Peer(&app, "2001:db8::1"), "ada@example.org");
        home.log_in(email, "correct horse").await.assert_ok();
        for minute in 0..3 {
            app.advance_clock(MINUTE);
            for number in 0..10 {
                let address = format!("192.0.2.{}", 10 * minute + number);
                Peer(&app, &address).log_in(email, "wrong horse").await.assert_rejected(401, "credentials_invalid");
            }
            assert_retry_after(Peer(&app, "198.51.100.1").log_in(email, "correct horse").await, 6, "6 seconds");
            // The ten attempts per minute are shared by the whole network of the address.
            for number in 0..9 {
                let neighbor = format!("2001:db8::{number}");
                Peer(&app, &neighbor).log_in(email, "wrong horse").await.assert_rejected(401, "credentials_invalid");
            }
            home.log_in(email, "correct horse").await.assert_ok();
            assert_retry_after(home.log_in(email, "correct horse").await, 6, "6 seconds");
            assert_retry_after(Peer(&app, "198.51.100.1").log_in(email, "correct horse").await, 6, "6 seconds");
        }
        // A recent login with one email address does not exempt an address for another one, and the backoff applies
        // everywhere.
        app.advance_clock(MINUTE);
        for number in 0..10 {
            let address = format!("192.0.2.{number}");
            Peer(&app, &address).log_in("eve@example.org", "wrong horse").await.assert_rejected(401, "credentials_invalid");
        }
        assert_retry_after(home.log_in("eve@example.org", "correct horse").await, 6, "6 seconds");
        app.advance_clock(MINUTE);
        for _ in 0..10 {
            home.log_in(email, "wrong horse").await.assert_rejected(401, "credentials_invalid");
        }
        app.advance_clock(MINUTE);
        home.log_in(email, "wrong horse").await.assert_rejected(401, "credentials_invalid");
        assert_retry_after(home.log_in(email, "correct horse").await, 2, "2 seconds");
    }

    async fn reauthentication_is_limited_with_growing_delay(app: Limited) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        // Changing to the current email address changes nothing, whatever the password is.
        let try_once = async |person: &Person, password: &str| {
            let body = json!({"email": person.email, "password": password});
            app.put("/api/account/email/", &person.access_token, body).await
        };
        for _ in 0..10 {
            try_once(&ada, "wrong horse").await.assert_rejected(403, "password_wrong");
        }
        // First the delay after the tenth failure, then the rest of the minute until the limit refills.
        assert_retry_after(try_once(&ada, "correct horse").await, 1, "1 second");
        app.advance_clock(SECOND);
        assert_retry_after(try_once(&ada, "correct horse").await, 5, "5 seconds");
        // The limit applies to all logins and routes of the account, but not to other accounts.
        let mut person = app.with_new_token(&ada).await;
        let body = json!({"current_password": "correct horse", "password": "battery staple"});
        assert_retry_after(app.put("/api/account/password/", &person.access_token, body).await, 5, "5 seconds");
        try_once(&eve, "wrong horse").await.assert_rejected(403, "password_wrong");
        app.advance_clock(5 * SECOND - 1);
        assert_retry_after(try_once(&ada, "correct horse").await, 1, "1 second");
        app.advance_clock(1);
        try_once(&ada, "wrong horse").await.assert_rejected(403, "password_wrong");
        app.advance_clock(MINUTE);
        for seconds in [4_u64, 8, 16, 32, 64, 128, 256, 512, 900, 900] {
            try_once(&person, "wrong horse").await.assert_rejected(403, "password_wrong");
            let expected_wait =
                if seconds <= 120 { format!("{seconds} seconds") } else { format!("{} minutes", seconds.div_ceil(60)) };
            assert_retry_after(try_once(&person, "correct horse").await, seconds, &expected_wait);
            app.advance_clock(i64::try_from(seconds).unwrap() * SECOND - 1);
            // Logging in again does not bypass the limit.
            person = app.with_new_token(&ada).await;
            assert_retry_after(try_once(&person, "correct horse").await, 1, "1 second");
            app.advance_clock(1);
        }
        try_once(&person, "correct horse").await.assert_ok();
        app.advance_clock(MINUTE);
        // The success resets all failures.
        for _ in 0..10 {
            try_once(&person, "wrong horse").await.assert_rejected(403, "password_wrong");
        }
    }

    async fn login_delay_grows_after_10_failures(app: Limited) {
        app.person("ada").await;
        let peer = Peer(&app, "192.0.2.1");
        for email in ["nobody@example.org", "ada@example.org"] {
            for _ in 0..10 {
                peer.log_in(email, "wrong horse").await.assert_rejected(401, "credentials_invalid");
            }
            app.advance_clock(MINUTE);
            // The minute included the delays of up to 8 s; these are the next ones.
            for seconds in [2_u64, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900] {
                peer.log_in(email, "wrong horse").await.assert_rejected(401, "credentials_invalid");
                let expected_wait =
                    if seconds <= 120 { format!("{seconds} seconds") } else { format!("{} minutes", seconds.div_ceil(60)) };
                // The limit per minute is not reached by the shorter ones, because that minute has passed.
                assert_retry_after(peer.log_in(email, "correct horse").await, seconds, &expected_wait);
                app.advance_clock(i64::try_from(seconds).unwrap() * SECOND);
            }
        }
        // The user was never locked out at other addresses.
        Peer(&app, "192.0.2.2").log_in("ada@example.org", "correct horse").await.assert_ok();
        peer.log_in("ada@example.org", "correct horse").await.assert_ok();
        app.advance_clock(MINUTE);
        // The success resets all failures.
        for _ in 0..10 {
            peer.log_in("ada@example.org", "wrong horse").await.assert_rejected(401, "credentials_invalid");
        }
    }

    async fn sign_ups_are_limited_to_20_per_h(app: Limited) {
        let sign_up = async |address: &str, number: usize| {
            let email = format!("person{number}@example.org");
            let body = json!({"first_name": "A", "last_name": "B", "email": email, "password": "correct horse"});
            Peer(&app, address).post("/api/auth/signup/", body).await
        };
        for number in 0..20 {
            sign_up("192.0.2.1", number).await.assert_ok();
        }
        // Invalid requests are not counted, and get their own error.
        Peer(&app, "192.0.2.1").post("/api/auth/signup/", json!({})).await.assert_rejected(422, "body_invalid");
        assert_retry_after(sign_up("192.0.2.1", 20).await, 180, "Try again in 3 minutes.");
        sign_up("192.0.2.2", 21).await.assert_ok();
        app.advance_clock(HOUR / 20);
        sign_up("192.0.2.1", 20).await.assert_ok();
    }

    async fn waitlist_joins_are_limited_to_5_per_h(app: Limited) {
        let peer = Peer(&app, "192.0.2.1");
        for _ in 0..10 {
            let refused = json!({"name": "Ada", "email": "nowhere"});
            peer.post("/api/add-to-waitlist/", refused).await.assert_rejected(422, "email_invalid");
        }
        for _ in 0..5 {
            peer.join_waitlist().await.assert_ok();
        }
        assert_retry_after(peer.join_waitlist().await, 720, "Try again in 12 minutes.");
        Peer(&app, "192.0.2.2").join_waitlist().await.assert_ok();
        app.advance_clock(HOUR / 5);
        peer.join_waitlist().await.assert_ok();
    }

    async fn waitlist_leaves_are_limited_to_60_per_min(app: Limited) {
        let peer = Peer(&app, "192.0.2.1");
        for _ in 0..60 {
            peer.post("/api/leave-waitlist/x/", Value::Null).await.assert_rejected(422, "link_invalid");
        }
        assert_retry_after(peer.post("/api/leave-waitlist/x/", Value::Null).await, 1, "Try again in 1 second.");
        Peer(&app, "192.0.2.2").post("/api/leave-waitlist/x/", Value::Null).await.assert_rejected(422, "link_invalid");
        app.advance_clock(SECOND);
        peer.post("/api/leave-waitlist/x/", Value::Null).await.assert_rejected(422, "link_invalid");
    }

    async fn contact_messages_are_limited_per_address_and_in_total(app: Limited) {
        let app = app.with(|config| {
            enable_contact_form(config);
        });
        let write = async |address: &str| {
            let body = json!({"name": "Ada", "email": "ada@example.org", "message": "Hello"});
            Peer(&app, address).post("/api/contact/", body).await
        };
        for _ in 0..10 {
            let refused = json!({"name": "Ada", "email": "ada@example.org", "message": " "});
            Peer(&app, "192.0.2.1").post("/api/contact/", refused).await.assert_rejected(422, "message_required");
        }
        for address in 1..=6 {
            for _ in 0..5 {
                write(&format!("192.0.2.{address}")).await.assert_ok();
            }
            assert_retry_after(write(&format!("192.0.2.{address}")).await, 720, "Try again in 12 minutes.");
        }
        assert_retry_after(write("192.0.2.7").await, 120, "Try again in 120 seconds.");
        app.advance_clock(HOUR / 30);
        write("192.0.2.8").await.assert_ok();
        assert_eq!(app.count("mails").await, 31);
    }

    async fn refresh_has_no_separate_limit(app: Limited) {
        let mut token = app.person("ada").await.refresh_token;
        for _ in 0..100 {
            let body = json!({"refresh_token": token});
            let pair = Peer(&app, "192.0.2.1").post("/api/auth/refresh/", body).await.assert_ok();
            token = pair["refresh_token"].as_str().unwrap().to_owned();
        }
    }

    async fn clients_behind_a_proxy_are_limited_separately(app: Limited) {
        let app = app.with(|config| {
            config.trusted_proxies = vec!["10.0.0.0/8".parse().unwrap()];
        });
        let join = async |peer: &str, forwarded_for: &str| {
            let body = json!({"name": "Ada", "email": "ada@example.org"});
            let headers = [("x-forwarded-for", forwarded_for)];
            Peer(&app, peer).send(Method::POST, "/api/add-to-waitlist/", &headers, &body).await
        };
        for client in ["192.0.2.1", "192.0.2.2"] {
            for forged in 0..5 {
                join("10.0.0.1", &format!("198.51.100.{forged}, {client}, 10.0.0.2")).await.assert_ok();
            }
            join("10.0.0.1", &format!("198.51.100.99, {client}")).await.assert_rejected(429, "too_many_requests");
            // Without the proxy, the header is ignored.
            join(client, "198.51.100.99").await.assert_rejected(429, "too_many_requests");
        }
    }

    async fn mail_requests_are_limited_by_email_and_address(app: Limited) {
        let forgot = async |address: &str, email: &str| {
            Peer(&app, address).post("/api/auth/forgot-password/", json!({"email": email})).await
        };
        for _ in 0..3 {
            forgot("192.0.2.1", "ada@example.org").await.assert_ok();
        }
        assert_retry_after(forgot("192.0.2.2", "ADA@example.org").await, 1_200, "Try again in 20 minutes.");
        for number in 0..6 {
            forgot("192.0.2.1", &format!("nobody{number}@example.org")).await.assert_ok();
        }
        forgot("192.0.2.1", "another@example.org").await.assert_ok();
        assert_retry_after(forgot("192.0.2.1", "last@example.org").await, 360, "Try again in 6 minutes.");
        forgot("192.0.2.3", "last@example.org").await.assert_ok();
        app.advance_clock(HOUR / 3 - 1);
        assert_retry_after(forgot("192.0.2.4", "ada@example.org").await, 1, "1 second");
        app.advance_clock(1);
        forgot("192.0.2.4", "ada@example.org").await.assert_ok();
    }

    async fn google_starts_are_limited_to_20_per_min(app: Limited) {
        let app = app.with(|config| {
            config.google = Some(GoogleSettings {
                // Nothing listens on this port; the test is about the limit.
                issuer_url: "http://127.0.0.1:1".to_owned(),
                client_id: "us".to_owned(),
                client_secret: Secret::new("secret"),
            });
        });
        for _ in 0..20 {
            Peer(&app, "192.0.2.1").get("/api/auth/google/").await.assert_rejected(503, "unavailable");
        }
        assert_retry_after(Peer(&app, "192.0.2.1").get("/api/auth/google/").await, 3, "3 seconds");
        Peer(&app, "192.0.2.2").get("/api/auth/google/").await.assert_rejected(503, "unavailable");
        app.advance_clock(3 * SECOND - 1);
        assert_retry_after(Peer(&app, "192.0.2.1").get("/api/auth/google/").await, 1, "1 second");
        app.advance_clock(1);
        Peer(&app, "192.0.2.1").get("/api/auth/google/").await.assert_rejected(503, "unavailable");
    }

    async fn two_devices_can_save_and_sync_every_second(app: Limited) {
        let ada = app.person("ada").await;
        let phone = app.log_in(&ada, "curl/8").await;
        let note = new_id();
        let mut last: Option<String> = None;
        for second in 0..120 {
            for person in [&ada, &phone] {
                last = Some(
                    app.save_note(person, &note, last.as_deref(), &format!("{second} {}", person.access_token.len())).await,
                );
            }
            // Each device is notified of the other one's save and requests it.
            for person in [&ada, &phone] {
                app.notes(person, 2 * second).await;
            }
            app.advance_clock(SECOND);
        }
        // Most of the account's limit for API requests is left.
        send_api_requests(&app, &ada, 300).await;
    }

    async fn note_changes_are_limited_to_120_per_min(app: Limited) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let phone = app.log_in(&ada, "curl/8").await;
        let (note, hers) = (new_id(), new_id());
        app.save_note(&ada, &note, None, "Rye").await;
        let pin = async |person: &Person, note: &str| app.change_note(person, note, json!({"type": "pin"})).await;
        for _ in 1..120 {
            pin(&ada, &note).await.assert_ok();
        }
        for person in [&ada, &phone] {
            assert_retry_after(pin(person, &note).await, 1, "1 second");
        }
        app.notes(&ada, 0).await;
        app.save_note(&eve, &hers, None, "Of somebody else").await;
        app.advance_clock(SECOND);
        pin(&phone, &note).await.assert_ok();
    }
}
