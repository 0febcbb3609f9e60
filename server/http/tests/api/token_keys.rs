//! Keys in a token's own header (RFC 7515, sections 4.1.2, 4.1.3, 4.1.5 and 4.1.6) are neither accepted nor fetched.

use crate::support::{SECRET, TestApp, claims, key_id, on_both_engines};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use jsonwebtoken::{Algorithm, EncodingKey};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};

/// The attacker's secret.
const THEIRS: &str = "a secret of somebody else, 32 characters and more";

/// A token with these header fields, signed with HMAC-SHA-256.
fn token(header: &Value, claims: &Value, secret: &str) -> String {
    let [header, claims] = [header, claims].map(|part| URL_SAFE_NO_PAD.encode(part.to_string()));
    let signed = format!("{header}.{claims}");
    let key = EncodingKey::from_secret(secret.as_bytes());
    let signature = jsonwebtoken::crypto::sign(signed.as_bytes(), &key, Algorithm::HS256).unwrap();
    format!("{signed}.{signature}")
}

on_both_engines! {
    async fn embedded_or_remote_token_keys_are_ignored(app: TestApp) {
        let ada = app.person("ada").await;
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/keys", listener.local_addr().unwrap());
        let claims = claims(&ada.id, &app.login_id(&ada.access_token).await);
        let theirs = json!({
            "kty": "oct", "alg": "HS256", "use": "sig", "kid": key_id(SECRET), "k": URL_SAFE_NO_PAD.encode(THEIRS),
        });
        let plain = json!({"alg": "HS256", "typ": "JWT", "kid": key_id(SECRET)});
        app.get("/api/user/", &token(&plain, &claims, SECRET)).await.assert_ok();
        for (field, value) in [
            ("jku", json!(url)),
            ("x5u", json!(url)),
            ("jwk", theirs),
            ("x5c", json!([STANDARD.encode(THEIRS)])),
            ("x5t#S256", json!(URL_SAFE_NO_PAD.encode([7; 32]))),
        ] {
            for key_id in [key_id(SECRET), key_id(THEIRS), String::new()] {
                let mut header = plain.clone();
                (header[field], header["kid"]) = (value.clone(), json!(key_id));
                let forged = token(&header, &claims, THEIRS);
                assert!(jsonwebtoken::decode_header(&forged).is_ok(), "{field} is read");
                app.get("/api/user/", &forged).await.assert_rejected(401, "token_invalid");
                app.post_unauthenticated("/api/auth/validate-token/", json!({"token": forged})).await.assert_rejected(401, "token_invalid");
            }
            // With a signature of our own key, such a header field is ignored.
            let mut header = plain.clone();
            header[field] = value;
            app.get("/api/user/", &token(&header, &claims, SECRET)).await.assert_ok();
        }
        let is_called = async || tokio::select! {
            biased;
            _ = listener.accept() => true,
            () = tokio::time::sleep(std::time::Duration::from_millis(100)) => false,
        };
        assert!(!is_called().await, "the server requested a key");
        let _caller = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        assert!(is_called().await);
    }
}
