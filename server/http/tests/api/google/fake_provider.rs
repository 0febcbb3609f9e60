//! A fake OpenID provider, which can also misbehave.

use crate::support::{START, new_id};
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use url::Url;

pub(super) const CLIENT_ID: &str = "twentyfour";
pub(super) const CLIENT_SECRET: &str = "a secret of the client, 32 characters and more";

/// How an endpoint of the provider responds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum ProviderBehavior {
    #[default]
    Right,
    /// An HTML page with status 200.
    Html,
    /// Status 500.
    Broken,
    /// A redirect.
    Elsewhere,
    /// 50 MB of JSON.
    Huge,
    /// After a minute.
    Slow,
}

/// How an ID token is signed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Signing {
    #[default]
    Right,
    /// By an unknown key with the id of the known key.
    Forged,
    /// By HMAC with the client secret.
    Symmetric,
    /// Not signed.
    Unsigned,
    /// The ID token is missing.
    Missing,
}

/// The provider's behavior for the next requests.
#[derive(Default)]
pub(super) struct Behavior {
    pub(super) discovery: ProviderBehavior,
    pub(super) token: ProviderBehavior,
    pub(super) signing: Signing,
    /// A different issuer.
    pub(super) issuer: Option<String>,
    /// Claims that replace those of the ID token; null removes a claim.
    pub(super) claims: Value,
    /// The number of discovery requests.
    pub(super) discoveries: usize,
    key: Key,
    codes: HashMap<String, IssuedCode>,
}

/// The request that a code was issued for.
struct IssuedCode {
    nonce: String,
    code_challenge: String,
    redirect_uri: String,
    claims: Value,
}

struct Key {
    id: String,
    signs: EncodingKey,
}

impl Default for Key {
    /// A new P-256 key.
    fn default() -> Self {
        // RFC 5208 and RFC 5915: everything but the private number is the same for each key.
        let mut der = vec![
            0x30, 0x41, 0x02, 0x01, 0x00, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08,
            0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x04, 0x27, 0x30, 0x25, 0x02, 0x01, 0x01, 0x04, 0x20,
        ];
        let mut number = [0; 32];
        getrandom::fill(&mut number).unwrap();
        // Smaller than the order of the curve's group.
        number[0] &= 0x7f;
        der.extend(number);
        Self { id: new_id(), signs: EncodingKey::from_ec_der(&der) }
    }
}

/// The provider, on its own port.
#[derive(Clone)]
pub(super) struct FakeProvider {
    pub(super) url: String,
    behavior: Arc<Mutex<Behavior>>,
}

impl FakeProvider {
    pub(super) async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let provider = Self { url, behavior: Arc::default() };
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(discovery))
            .route("/keys", get(keys))
            .route("/token", post(token))
            .with_state(provider.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        provider
    }

    pub(super) fn behavior(&self) -> MutexGuard<'_, Behavior> {
        self.behavior.lock().unwrap()
    }

    /// Rotates the signing key; the previous one is no longer published.
    pub(super) fn change_keys(&self) {
        self.behavior().key = Key::default();
    }

    /// Logs in at the provider, as a user would, and returns the query of the callback.
    pub(super) fn authorize(&self, auth_url: &str, claims: Value) -> String {
        let url = Url::parse(auth_url).unwrap();
        assert_eq!(format!("{}{}", url.origin().ascii_serialization(), url.path()), format!("{}/authorize", self.url));
        let query: HashMap<String, String> = url.query_pairs().into_owned().collect();
        assert_eq!((query["response_type"].as_str(), query["client_id"].as_str()), ("code", CLIENT_ID));
        assert_eq!(query["code_challenge_method"], "S256");
        let mut scopes: Vec<&str> = query["scope"].split(' ').collect();
        scopes.sort_unstable();
        assert_eq!(scopes, ["email", "openid", "profile"]);
        let code = new_id();
        let granted = IssuedCode {
            nonce: query["nonce"].clone(),
            code_challenge: query["code_challenge"].clone(),
            redirect_uri: query["redirect_uri"].clone(),
            claims,
        };
        self.behavior().codes.insert(code.clone(), granted);
        format!("code={code}&state={}", query["state"])
    }
}

async fn behave(behavior: ProviderBehavior, right: impl FnOnce() -> Response) -> Response {
    match behavior {
        ProviderBehavior::Right => right(),
        ProviderBehavior::Html => Html("<!doctype html><title>Back soon</title>").into_response(),
        ProviderBehavior::Broken => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        ProviderBehavior::Elsewhere => Redirect::temporary("/elsewhere").into_response(),
        ProviderBehavior::Huge => Json(json!({"padding": "x".repeat(50_000_000)})).into_response(),
        ProviderBehavior::Slow => {
            tokio::time::sleep(Duration::from_secs(60)).await;
            right()
        }
    }
}

async fn discovery(State(provider): State<FakeProvider>) -> Response {
    let url = &provider.url;
    let (behavior, issuer) = {
        let mut behavior = provider.behavior();
        behavior.discoveries += 1;
        (behavior.discovery, behavior.issuer.clone().unwrap_or_else(|| url.clone()))
    };
    let metadata = json!({
        "issuer": issuer, "authorization_endpoint": format!("{url}/authorize"), "token_endpoint": format!("{url}/token"),
        "jwks_uri": format!("{url}/keys"), "response_types_supported": ["code"], "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["RS256", "ES256", "HS256", "none"],
    });
    behave(behavior, || Json(metadata).into_response()).await
}

async fn keys(State(provider): State<FakeProvider>) -> Json<Value> {
    let behavior = provider.behavior();
    let mut key = json!(Jwk::from_encoding_key(&behavior.key.signs, Algorithm::ES256).unwrap());
    key["kid"] = json!(behavior.key.id);
    key["use"] = json!("sig");
    Json(json!({"keys": [key]}))
}

async fn token(State(provider): State<FakeProvider>, headers: HeaderMap, body: Bytes) -> Response {
    let form: HashMap<String, String> = url::form_urlencoded::parse(&body).into_owned().collect();
    let credentials: Vec<String> =
        [CLIENT_ID, CLIENT_SECRET].map(|text| url::form_urlencoded::byte_serialize(text.as_bytes()).collect()).into();
    let basic = format!("Basic {}", STANDARD.encode(credentials.join(":")));
    let (behavior, response) = {
        let mut behavior = provider.behavior();
        let granted = form.get("code").and_then(|code| behavior.codes.remove(code)).filter(|granted| {
            let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(form["code_verifier"].as_bytes()));
            headers[header::AUTHORIZATION].to_str().unwrap() == basic
                && form["grant_type"] == "authorization_code"
                && form["redirect_uri"] == granted.redirect_uri
                && challenge == granted.code_challenge
        });
        let response = match granted {
            Some(granted) => {
                let mut response = json!({"access_token": new_id(), "token_type": "Bearer", "expires_in": 300});
                if let Some(token) = id_token(&provider.url, &behavior, &granted) {
                    response["id_token"] = json!(token);
                }
                Json(response).into_response()
            }
            None => (StatusCode::BAD_REQUEST, Json(json!({"error": "invalid_grant"}))).into_response(),
        };
        (behavior.token, response)
    };
    behave(behavior, || response).await
}

fn id_token(issuer: &str, behavior: &Behavior, granted: &IssuedCode) -> Option<String> {
    let now = START / 1_000;
    let mut claims = json!({
        "iss": issuer, "aud": CLIENT_ID, "iat": now, "exp": now + 24 * 60 * 60, "nonce": granted.nonce,
        "email_verified": true,
    });
    for (name, value) in [&granted.claims, &behavior.claims].into_iter().filter_map(Value::as_object).flatten() {
        claims[name] = value.clone();
    }
    claims.as_object_mut().unwrap().retain(|_, value| !value.is_null());
    let header = |algorithm| Header { kid: Some(behavior.key.id.clone()), ..Header::new(algorithm) };
    let sign = |header, key: &EncodingKey| jsonwebtoken::encode(&header, &claims, key).unwrap();
    match behavior.signing {
        Signing::Right => Some(sign(header(Algorithm::ES256), &behavior.key.signs)),
        Signing::Forged => Some(sign(header(Algorithm::ES256), &Key::default().signs)),
        Signing::Symmetric => {
            Some(sign(Header::new(Algorithm::HS256), &EncodingKey::from_secret(CLIENT_SECRET.as_bytes())))
        }
        Signing::Unsigned => {
            let [header, claims] =
                [json!({"alg": "none"}), claims].map(|part| URL_SAFE_NO_PAD.encode(part.to_string()));
            Some(format!("{header}.{claims}."))
        }
        Signing::Missing => None,
    }
}
