//! The log of logins with Google. It does not depend on the database, so these tests run on SQLite only.

use super::{Browser, COMPLETE, FAILED, ada, with_google};
use crate::security_log::SecurityLog;
use crate::support::TestApp;
use axum::body::Body;
use axum::http::{Request, header};
use serde_json::json;

#[tokio::test]
async fn google_logins_and_failures_are_logged() {
    let log = SecurityLog::begin();
    let app = TestApp::on_sqlite().await;
    let (app, provider) = with_google(&app).await;
    let bob = app.person("bob").await;
    log.events(&[]);

    let mut browser = Browser::new(&app);
    assert_eq!(browser.log_in_at_provider(&provider, ada()).await, COMPLETE);
    let cookie = format!("__Host-google={}", browser.cookie.clone().unwrap());
    let complete = Request::post("/api/auth/google/complete/").header(header::COOKIE, cookie);
    let complete = complete.header(header::USER_AGENT, "curl/8.5.0").body(Body::empty()).unwrap();
    let response = app.send(complete).await.assert_ok();
    let (account, fields) = (&response["user"][0]["id"], ["event", "login_method", "device", "account", "reason"]);
    let (callback, completion) = ("/api/auth/google/callback", "/api/auth/google/complete");
    assert_eq!(
        log.events(&fields),
        [
            json!(["SignUp", null, null, account, null, callback]),
            json!(["LoginSucceeded", "google", "curl", account, null, completion]),
        ]
    );

    let claims = json!({"sub": "bob-at-google", "email": bob.email, "hd": "example.org", "given_name": "Bob", "family_name": "B"});
    assert_eq!(Browser::new(&app).log_in_at_provider(&provider, claims).await, COMPLETE);
    assert_eq!(
        log.events(&fields),
        [
            json!(["GoogleLinked", null, null, bob.id, null, callback]),
            json!(["LoginEnded", null, null, bob.id, null, callback]),
        ]
    );

    assert_eq!(Browser::new(&app).follow_callback("code=x&state=y").await, FAILED);
    let auth_url = browser.begin().await;
    let (_, state) = auth_url.split_once("&state=").unwrap();
    let state = state.split('&').next().unwrap();
    assert_eq!(browser.follow_callback(&format!("error=x%0Aevent%3DForged&state={state}")).await, FAILED);
    let forged = "provider returned \"x\\nevent=Forged\"";
    assert_eq!(
        log.events(&fields),
        [
            json!(["LoginFailed", "google", null, null, "missing cookie", callback]),
            json!(["LoginFailed", "google", null, null, forged, callback]),
        ]
    );
    app.remove().await;
}
