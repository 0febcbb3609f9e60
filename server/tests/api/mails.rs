//! The queue of mails: nothing is lost, nothing is sent twice, and nothing holds up the rest.

use crate::support::{TestApp, on_both_engines};
use axum::http::Method;
use serde_json::{Value, json};
use twentyfour_server::config::{GoogleSettings, MailSettings, Secret};

on_both_engines! {
    async fn the_features_are_those_that_are_set(app: TestApp) {
        async fn features(app: &TestApp) -> Value {
            app.send_text(Method::GET, "/api/features/", None, String::new()).await.ok()
        }
        assert_eq!(features(&app).await, json!({"google": false, "mail": false, "invitation_only": false}));
        let full = app.configured(|config| {
            config.mail = Some(MailSettings { smtp_url: Secret::new("smtp://127.0.0.1:1"), from: "a@b.example".to_owned() });
            let client_secret = Secret::new("secret");
            config.google =
                Some(GoogleSettings { issuer_url: "https://issuer.example".to_owned(), client_id: "us".to_owned(), client_secret });
            config.is_invitation_only = true;
        });
        assert_eq!(features(&full).await, json!({"google": true, "mail": true, "invitation_only": true}));
        let mail_only = app.configured(|config| {
            config.mail = Some(MailSettings { smtp_url: Secret::new("smtp://127.0.0.1:1"), from: "a@b.example".to_owned() });
        });
        assert_eq!(features(&mail_only).await, json!({"google": false, "mail": true, "invitation_only": false}));
    }
}
