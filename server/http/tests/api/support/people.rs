//! Helpers for users, their logins and their tokens.

use super::{SECRET, START, TestApp, TestResponse, new_id};
use axum::body::Body;
use axum::http::{Request, header};
use core_wasm::protocol::time::Timestamp;
use serde_json::{Value, json};
use sha2::Digest;
use std::sync::atomic::Ordering;

/// A user with an account.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub(crate) id: String,
    pub(crate) email: String,
    pub(crate) access_token: String,
    pub(crate) refresh_token: String,
}

impl TestApp {
    /// Creates an account.
    pub(crate) async fn person(&self, name: &str) -> Person {
        let email = format!("{name}@example.org");
        let body = json!({"first_name": name, "last_name": "Example", "email": email, "password": "correct horse"});
        let response = self.post_unauthenticated("/api/auth/signup/", body).await.assert_ok();
        Person {
            id: response["user"][0]["id"].as_str().unwrap().to_owned(),
            email,
            access_token: response["access_token"].as_str().unwrap().to_owned(),
            refresh_token: response["refresh_token"].as_str().unwrap().to_owned(),
        }
    }

    /// Confirms the email addresses of all accounts, as their links would.
    pub(crate) async fn confirm_emails(&self) {
        self.execute("UPDATE users SET is_verified = 1").await;
    }

    /// Logs in a user whose account already exists.
    pub(crate) async fn person_with_id(&self, id: &str) -> Person {
        let (login_id, expires_at) = (new_id(), START + 2_592_000_000);
        self.execute(&format!("INSERT INTO logins VALUES ('{login_id}', '{id}', '', {START}, {START}, {expires_at})"))
            .await;
        let access_token = access_token(&claims(id, &login_id), Some(&key_id(SECRET)), SECRET);
        Person { id: id.to_owned(), email: String::new(), access_token, refresh_token: String::new() }
    }

    /// Logs the user in again from another device.
    pub(crate) async fn log_in(&self, person: &Person, user_agent: &str) -> Person {
        let body = json!({"email": person.email, "password": "correct horse"}).to_string();
        let request = Request::post("/api/auth/login/").header(header::USER_AGENT, user_agent);
        let response = self.send(request.body(Body::from(body)).unwrap()).await.assert_ok();
        let token = |kind: &str| response[kind].as_str().unwrap().to_owned();
        Person { access_token: token("access_token"), refresh_token: token("refresh_token"), ..person.clone() }
    }

    /// Creates an API token that expires in 90 days, and returns it.
    pub(crate) async fn api_token(&self, person: &Person, scopes: Value, board_ids: Value) -> String {
        let body = json!({
            "name": "a script", "scopes": scopes, "board_ids": board_ids, "expires_at": self.in_days(90), "password": "correct horse"
        });
        let created = self.post("/api/account/tokens/", &person.access_token, body).await.assert_ok();
        created["token"].as_str().unwrap().to_owned()
    }

    /// Returns the time in some days, as the API writes it.
    pub(crate) fn in_days(&self, days: i64) -> Value {
        json!(Timestamp::from_millis(self.clock.load(Ordering::SeqCst) + days * 24 * 60 * 60 * 1_000))
    }

    /// Exchanges a refresh token.
    pub(crate) async fn refresh(&self, refresh_token: &str) -> TestResponse {
        self.post_unauthenticated("/api/auth/refresh/", json!({"refresh_token": refresh_token})).await
    }

    /// Returns the list of logins.
    pub(crate) async fn logins(&self, token: &str) -> Vec<Value> {
        let response = self.get("/api/account/", token).await.assert_ok();
        response["account"]["logins"].as_array().unwrap().clone()
    }

    /// Returns the login id of an access token.
    pub(crate) async fn login_id(&self, token: &str) -> String {
        self.logins(token).await[0]["id"].as_str().unwrap().to_owned()
    }

    /// Returns the user with a current access token.
    pub(crate) async fn with_new_token(&self, person: &Person) -> Person {
        let body = json!({"email": person.email, "password": "correct horse"});
        let response = self.post_unauthenticated("/api/auth/login/", body).await.assert_ok();
        Person { access_token: response["access_token"].as_str().unwrap().to_owned(), ..person.clone() }
    }
}

/// The claims of an access token issued now.
pub(crate) fn claims(account_id: &str, login_id: &str) -> Value {
    let now = START / 1_000;
    json!({"iss": "twentyfour", "aud": "twentyfour-api", "sub": account_id, "sid": login_id, "iat": now, "exp": now + 900})
}

/// Signs an access token as a server does.
pub(crate) fn access_token(claims: &Value, key_id: Option<&str>, secret: &str) -> String {
    let header = jsonwebtoken::Header { kid: key_id.map(str::to_owned), ..jsonwebtoken::Header::default() };
    jsonwebtoken::encode(&header, claims, &jsonwebtoken::EncodingKey::from_secret(secret.as_bytes())).unwrap()
}

/// Returns the id of a key.
pub(crate) fn key_id(secret: &str) -> String {
    let hash = sha2::Sha256::digest([b"key id: ", secret.as_bytes()].concat());
    hash[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}
