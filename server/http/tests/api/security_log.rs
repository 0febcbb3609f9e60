//! The security log, in the JSON format. It does not depend on the database, so these tests run on SQLite only.

use crate::support::TestApp;
use axum::http::Method;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::io::{self, Write};
use std::sync::Once;

const SECOND: i64 = 1_000;
const DAY: i64 = 24 * 60 * 60 * SECOND;

thread_local! {
    /// The log of the current thread's test. `None`: not captured.
    static CAPTURED: RefCell<Option<Vec<u8>>> = const { RefCell::new(None) };
}

/// The writer for all tests, which appends to the log of the current thread.
struct ThreadWriter;

impl Write for ThreadWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        CAPTURED.with_borrow_mut(|log| log.as_mut().map(|log| log.extend(bytes)));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The security log of a test that runs on a single thread.
pub(crate) struct SecurityLog(());

impl SecurityLog {
    /// Starts capturing.
    pub(crate) fn begin() -> Self {
        // One subscriber for all tests, because tracing caches globally which events are enabled.
        static LOG: Once = Once::new();
        LOG.call_once(|| {
            let log = tracing_subscriber::fmt().json().flatten_event(true).with_env_filter("security=info");
            tracing::subscriber::set_global_default(log.with_writer(|| ThreadWriter).finish()).unwrap();
        });
        CAPTURED.set(Some(Vec::new()));
        Self(())
    }

    /// Returns the events since the last call, with these fields and the route.
    pub(crate) fn events(&self, fields: &[&str]) -> Vec<Value> {
        let bytes = CAPTURED.replace(Some(Vec::new())).unwrap();
        let event = |line: &str| {
            let line: Value = serde_json::from_str(line).unwrap();
            fields.iter().map(|field| line[field].clone()).chain([line["span"]["route"].clone()]).collect()
        };
        str::from_utf8(&bytes).unwrap().lines().map(event).collect()
    }
}

#[tokio::test]
async fn account_events_are_logged() {
    let log = SecurityLog::begin();
    let app = TestApp::on_sqlite().await;
    let ada = app.person("ada").await;
    app.mails().await;
    log.events(&[]);
    let assert_events = |expected: &[(&str, Option<&str>)]| {
        let with_account =
            |(event, route): &(&str, Option<&str>)| json!([event, ada.id, route.map(|route| format!("/api{route}"))]);
        let expected: Vec<Value> = expected.iter().map(with_account).collect();
        assert_eq!(log.events(&["event", "account"]), expected);
    };

    app.refresh(&ada.refresh_token).await.assert_ok();
    app.advance_clock(31 * SECOND);
    app.refresh(&ada.refresh_token).await.assert_rejected(401, "refresh_invalid");
    let events: Vec<Value> = log.events(&["event"]).into_iter().map(|event| event[0].clone()).collect();
    assert_eq!(events, ["RefreshTokenReused", "LoginEnded", "RequestRejected"]);

    let token = app.with_new_token(&ada).await.access_token;
    app.get("/api/account/export/", &token).await;
    assert_events(&[("LoginSucceeded", Some("/auth/login")), ("AccountExported", Some("/account/export"))]);

    let change = json!({"email": "ada@example.com", "password": "correct horse"});
    app.put("/api/account/email/", &token, change).await.assert_ok();
    let confirm = json!({"token": app.mailed_token().await});
    app.post_unauthenticated("/api/auth/confirm-email/", confirm).await.assert_ok();
    assert_events(&[("EmailChanged", Some("/auth/confirm-email"))]);

    app.post_unauthenticated("/api/auth/forgot-password/", json!({"email": "ada@example.com"})).await.assert_ok();
    let requests = log.events(&["event", "account"]);
    assert_eq!(requests, [json!(["PasswordResetRequested", null, "/api/auth/forgot-password"])]);
    let mails = app.mails().await;
    let link = mails.iter().find(|mail| mail.text.contains("type=reset")).unwrap();
    let reset = json!({"token": crate::support::token(link), "password": "a better horse"});
    app.post_unauthenticated("/api/auth/reset-password/", reset).await.assert_ok();
    assert_events(&[("LoginEnded", Some("/auth/reset-password")), ("PasswordReset", Some("/auth/reset-password"))]);

    let log_in = json!({"email": "ada@example.com", "password": "a better horse"}).to_string();
    let response = app.send_text(Method::POST, "/api/auth/login/", None, log_in).await.assert_ok();
    let token = response["access_token"].as_str().unwrap();
    let delete = json!({"password": "a better horse"});
    app.post("/api/account/delete/", token, delete.clone()).await.assert_ok();
    app.post("/api/account/keep/", token, Value::Null).await.assert_ok();
    app.post("/api/account/delete/", token, delete).await.assert_ok();
    app.advance_clock(8 * DAY);
    app.purge_accounts().await;
    assert_events(&[
        ("LoginSucceeded", Some("/auth/login")),
        ("DeletionRequested", Some("/account/delete")),
        ("DeletionCanceled", Some("/account/keep")),
        ("DeletionRequested", Some("/account/delete")),
        ("AccountDeleted", None),
    ]);
    app.remove().await;
}
