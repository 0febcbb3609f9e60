//! Sign-up with and without required invitations.

use crate::support::{TestApp, on_both_engines};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

fn sign_up(email: &str, invitation: Value) -> Value {
    json!({
        "first_name": "Ada", "last_name": "Lovelace", "email": email, "password": "correct horse battery",
        "invitation": invitation
    })
}

/// Adds an invitation with a code.
async fn invite(app: &TestApp, code: &str) {
    let hash = Sha256::digest(code.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    app.execute(&format!("INSERT INTO invitations (code_hash, created_at) VALUES ('{hash}', 1)")).await;
}

on_both_engines! {
    async fn invitation_is_single_use(app: TestApp) {
        let app = app.with_config(|config| config.is_invitation_only = true);
        invite(&app, "a code").await;
        for nothing in [Value::Null, json!(""), json!("  ")] {
            let response = app.post_unauthenticated("/api/auth/signup/", sign_up("ada@example.org", nothing)).await;
            assert_eq!(response.body["message"], "You need an invitation to sign up. Join the waitlist to get one.");
            response.assert_rejected(403, "invitation_required");
        }
        for unknown in ["another", "A code", "a code\u{0}", "' OR 1 = 1 --"] {
            app.post_unauthenticated("/api/auth/signup/", sign_up("ada@example.org", json!(unknown))).await.assert_rejected(403, "invitation_invalid");
        }
        app.post_unauthenticated("/api/auth/signup/", sign_up("ada@example.org", json!(" a code "))).await.assert_ok();
        for email in ["eve@example.org", "ada@example.org"] {
            // Without an invitation, the response does not reveal who has an account.
            app.post_unauthenticated("/api/auth/signup/", sign_up(email, json!("a code"))).await.assert_rejected(403, "invitation_invalid");
        }
    }

    async fn failed_sign_up_keeps_the_invitation(app: TestApp) {
        app.person("eve").await;
        let app = app.with_config(|config| config.is_invitation_only = true);
        invite(&app, "a code").await;
        let refused = app.post_unauthenticated("/api/auth/signup/", sign_up("eve@example.org", json!("a code"))).await;
        refused.assert_rejected(409, "email_taken");
        app.post_unauthenticated("/api/auth/signup/", sign_up("nobody", json!("a code"))).await.assert_rejected(422, "email_invalid");
        app.post_unauthenticated("/api/auth/signup/", sign_up("ada@example.org", json!("a code"))).await.assert_ok();
    }

    async fn invitation_to_a_board_allows_one_sign_up(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "Launch").await;
        let invite = async || app.invite(&ada, &board, json!({"role": "editor"})).await.assert_ok();
        let (invited, revoked) = (invite().await, invite().await);
        let code_of = |invited: &Value| invited["link"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
        let path = format!("/api/boards/{board}/invitations/{}/", revoked["invitation"]["id"].as_str().unwrap());
        app.delete(&path, &ada.access_token).await.assert_ok();
        let app = app.with_config(|config| config.is_invitation_only = true);
        let sign_up_with = async |email: &str, code: &str| app.post_unauthenticated("/api/auth/signup/", sign_up(email, json!(code))).await;
        sign_up_with("x@example.org", &code_of(&revoked)).await.assert_rejected(403, "invitation_invalid");
        sign_up_with("ada@example.org", &code_of(&invited)).await.assert_rejected(409, "email_taken");
        let created = sign_up_with("grace@example.org", &code_of(&invited)).await.assert_ok();
        sign_up_with("eve@example.org", &code_of(&invited)).await.assert_rejected(403, "invitation_invalid");
        // The board is still to be joined.
        let accept = format!("/api/invitations/{}/accept/", code_of(&invited));
        app.post(&accept, created["access_token"].as_str().unwrap(), json!(null)).await.assert_ok();
        app.assert_verified().await;
    }

    async fn concurrent_use_of_an_invitation_succeeds_once(app: TestApp) {
        let app = app.with_config(|config| config.is_invitation_only = true);
        invite(&app, "a code").await;
        let tries: Vec<_> = (0..8).map(|number| {
            let app = app.clone();
            tokio::spawn(async move {
                let body = sign_up(&format!("p{number}@example.org"), json!("a code"));
                app.post_unauthenticated("/api/auth/signup/", body).await.status.as_u16()
            })
        }).collect();
        let mut statuses = Vec::new();
        for status in tries {
            statuses.push(status.await.unwrap());
        }
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 403, 403, 403, 403, 403, 403, 403]);
    }

    async fn invitation_is_ignored_when_sign_up_is_open(app: TestApp) {
        invite(&app, "a code").await;
        for (email, invitation) in [("a@example.org", json!("a code")), ("b@example.org", json!("a code")), ("c@example.org", json!("x"))] {
            app.post_unauthenticated("/api/auth/signup/", sign_up(email, invitation)).await.assert_ok();
        }
        let app = app.with_config(|config| config.is_invitation_only = true);
        app.post_unauthenticated("/api/auth/signup/", sign_up("d@example.org", json!("a code"))).await.assert_ok();
    }
}
