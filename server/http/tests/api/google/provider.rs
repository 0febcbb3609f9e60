//! Failures of the provider.

use super::fake_provider::{CLIENT_ID, ProviderBehavior, Signing};
use super::{Browser, COMPLETE, FAILED, MINUTE, ada, number, with_google};
use crate::support::{START, TestApp, on_both_engines};
use axum::http::Method;
use serde_json::json;

on_both_engines! {
    async fn invalid_id_tokens_are_rejected(app: TestApp) {
        let (app, provider) = with_google(&app).await;
        let mut browser = Browser::new(&app);
        let past = START / 1_000;
        for claims in [
            json!({"iss": "https://accounts.example"}),
            json!({"aud": "another client"}),
            json!({"aud": [CLIENT_ID, "another client"]}),
            json!({"aud": null}),
            json!({"azp": "another client"}),
            json!({"exp": past}),
            json!({"exp": null}),
            json!({"nonce": "another"}),
            json!({"nonce": null}),
            json!({"sub": null}),
            json!({"email_verified": false}),
            json!({"email_verified": null}),
            json!({"email_verified": "true"}),
            json!({"email_verified": 1}),
            json!({"email": null}),
            json!({"email": "nobody"}),
            json!({"email": "a\u{0}da@example.org"}),
        ] {
            provider.behavior().claims = claims.clone();
            assert_eq!(browser.log_in_at_provider(&provider, ada()).await, FAILED, "{claims}");
        }
        provider.behavior().claims = json!({});
        for signing in [Signing::Forged, Signing::Symmetric, Signing::Unsigned, Signing::Missing] {
            provider.behavior().signing = signing;
            assert_eq!(browser.log_in_at_provider(&provider, ada()).await, FAILED, "{signing:?}");
        }
        assert_eq!(number(&app, "SELECT count(*) FROM users").await, 0);
        assert_eq!(number(&app, "SELECT count(*) FROM google_identities").await, 0);
        provider.behavior().signing = Signing::Right;
        provider.behavior().claims = json!({"azp": CLIENT_ID, "aud": [CLIENT_ID]});
        assert_eq!(browser.log_in_at_provider(&provider, ada()).await, COMPLETE);
    }

    async fn invalid_provider_responses_are_rejected(app: TestApp) {
        let (app, provider) = with_google(&app).await;
        let mut browser = Browser::new(&app);
        for behavior in [ProviderBehavior::Html, ProviderBehavior::Broken, ProviderBehavior::Elsewhere, ProviderBehavior::Huge, ProviderBehavior::Slow] {
            provider.behavior().token = behavior;
            assert_eq!(browser.log_in_at_provider(&provider, ada()).await, FAILED, "{behavior:?}");
        }
        assert_eq!(number(&app, "SELECT count(*) FROM users").await, 0);
        provider.behavior().token = ProviderBehavior::Right;
        assert_eq!(browser.log_in_at_provider(&provider, ada()).await, COMPLETE);
    }

    async fn failed_discovery_is_reported_and_retried(app: TestApp) {
        let (app, provider) = with_google(&app).await;
        for behavior in [ProviderBehavior::Html, ProviderBehavior::Broken, ProviderBehavior::Elsewhere, ProviderBehavior::Huge, ProviderBehavior::Slow] {
            provider.behavior().discovery = behavior;
            app.send_text(Method::GET, "/api/auth/google/", None, String::new()).await.assert_rejected(503, "unavailable");
        }
        assert_eq!(number(&app, "SELECT count(*) FROM google_attempts").await, 0);
        provider.behavior().discovery = ProviderBehavior::Right;
        assert_eq!(Browser::new(&app).log_in_at_provider(&provider, ada()).await, COMPLETE);
    }

    async fn issuer_mismatch_is_rejected(app: TestApp) {
        let (app, provider) = with_google(&app).await;
        let elsewhere = provider.url.replace("127.0.0.1", "localhost");
        let beneath = format!("{}/beneath", provider.url);
        for issuer in ["https://accounts.example", elsewhere.as_str(), beneath.as_str(), ""] {
            // The tokens have the same issuer, so both are consistent.
            provider.behavior().issuer = Some(issuer.to_owned());
            provider.behavior().claims = json!({"iss": issuer});
            app.send_text(Method::GET, "/api/auth/google/", None, String::new()).await.assert_rejected(503, "unavailable");
        }
        assert_eq!(provider.behavior().discoveries, 4);
        assert_eq!(number(&app, "SELECT count(*) FROM google_attempts").await, 0);
        // The issuer must not change during a login either, when the metadata is fetched again.
        let mut browser = Browser::new(&app);
        provider.behavior().issuer = None;
        let query = provider.authorize(&browser.begin().await, ada());
        provider.behavior().issuer = Some(elsewhere.clone());
        provider.behavior().claims = json!({"iss": elsewhere});
        provider.change_keys();
        assert_eq!(browser.follow_callback(&query).await, FAILED);
        assert_eq!(number(&app, "SELECT count(*) FROM users").await, 0);
        provider.behavior().issuer = None;
        provider.behavior().claims = json!({});
        assert_eq!(browser.log_in_at_provider(&provider, ada()).await, COMPLETE);
    }

    async fn provider_metadata_is_cached_for_an_hour(app: TestApp) {
        let app = app.alone();
        let (app, provider) = with_google(&app).await;
        let mut browser = Browser::new(&app);
        browser.log_in_at_provider(&provider, ada()).await;
        app.advance_clock(60 * MINUTE - 1);
        provider.behavior().discovery = ProviderBehavior::Broken;
        assert_eq!(browser.log_in_at_provider(&provider, ada()).await, COMPLETE);
        assert_eq!(provider.behavior().discoveries, 1);
        app.advance_clock(1);
        provider.behavior().discovery = ProviderBehavior::Right;
        assert_eq!(browser.log_in_at_provider(&provider, ada()).await, COMPLETE);
        assert_eq!(provider.behavior().discoveries, 2);
    }

    async fn rotated_provider_key_is_refetched(app: TestApp) {
        let app = app.alone();
        let (app, provider) = with_google(&app).await;
        let mut browser = Browser::new(&app);
        browser.log_in_at_provider(&provider, ada()).await;
        provider.change_keys();
        assert_eq!(browser.log_in_at_provider(&provider, ada()).await, COMPLETE);
        assert_eq!(provider.behavior().discoveries, 2);
        assert_eq!(browser.log_in_at_provider(&provider, ada()).await, COMPLETE);
        assert_eq!(provider.behavior().discoveries, 2);
    }
}
