//! Access tokens (JWT, RFC 7519) and refresh tokens (random, kept as a hash).

use crate::config::Config;
use crate::error::ApiError;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

const ISSUER: &str = "twentyfour";
const AUDIENCE: &str = "twentyfour-api";

#[derive(Serialize, Deserialize)]
struct Claims {
    iss: String,
    aud: String,
    /// The account's id.
    sub: String,
    /// Seconds since the epoch.
    iat: i64,
    /// Seconds since the epoch.
    exp: i64,
}

/// Makes and checks access tokens.
pub(crate) struct Tokens {
    encoding: EncodingKey,
    decoding: DecodingKey,
    validation: Validation,
    lifetime_seconds: i64,
}

impl Tokens {
    pub(crate) fn new(config: &Config) -> Self {
        // One algorithm, so that no token chooses its own.
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_issuer(&[ISSUER]);
        validation.set_audience(&[AUDIENCE]);
        validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        // `verify` compares the expiry with the server's own clock, which tests can move.
        validation.validate_exp = false;
        Self {
            encoding: EncodingKey::from_secret(config.jwt_secret.as_bytes()),
            decoding: DecodingKey::from_secret(config.jwt_secret.as_bytes()),
            validation,
            lifetime_seconds: config.access_token_seconds,
        }
    }

    /// Makes an access token for an account.
    pub(crate) fn issue(&self, account_id: Id, now: Timestamp) -> Result<String, ApiError> {
        let seconds = now.millis() / 1_000;
        let claims = Claims {
            iss: ISSUER.to_owned(),
            aud: AUDIENCE.to_owned(),
            sub: account_id.to_string(),
            iat: seconds,
            exp: seconds + self.lifetime_seconds,
        };
        jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims, &self.encoding)
            .map_err(|error| ApiError::Internal(format!("an access token could not be signed: {error}")))
    }

    /// The account that an access token was made for.
    pub(crate) fn verify(&self, token: &str, now: Timestamp) -> Result<Id, ErrorCode> {
        self.verify_until(token, now).map(|(account_id, _)| account_id)
    }

    /// The account that an access token was made for, and when it runs out.
    pub(crate) fn verify_until(&self, token: &str, now: Timestamp) -> Result<(Id, Timestamp), ErrorCode> {
        let claims = jsonwebtoken::decode::<Claims>(token, &self.decoding, &self.validation)
            .map_err(|_| ErrorCode::TokenInvalid)?
            .claims;
        let expires_at = Timestamp::from_millis(claims.exp.saturating_mul(1_000));
        if expires_at <= now {
            return Err(ErrorCode::TokenExpired);
        }
        Id::parse(&claims.sub).map(|id| (id, expires_at)).ok_or(ErrorCode::TokenInvalid)
    }
}

/// A new refresh token: 256 random bits.
pub(crate) fn new_refresh_token() -> String {
    URL_SAFE_NO_PAD.encode(crate::random_bytes::<32>())
}

/// What is kept of a refresh token. It is random and long, so a plain SHA-256 cannot be turned back.
pub(crate) fn hash(token: &str) -> String {
    hex(&Sha256::digest(token.as_bytes()))
}

/// Bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        text.push(char::from_digit(u32::from(byte >> 4), 16).unwrap_or('0'));
        text.push(char::from_digit(u32::from(byte & 15), 16).unwrap_or('0'));
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Secret;

    const NOW: i64 = 1_800_000_000_000;

    fn tokens(secret: &str) -> Tokens {
        Tokens::new(&Config {
            jwt_secret: Secret::new(secret),
            access_token_seconds: 900,
            public_url: "http://127.0.0.1:8080".to_owned(),
        })
    }

    fn id() -> Id {
        Id::parse("0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70").unwrap()
    }

    fn signed(header: &Header, claims: &serde_json::Value) -> String {
        jsonwebtoken::encode(header, claims, &EncodingKey::from_secret(b"secret")).unwrap()
    }

    #[test]
    fn a_token_is_valid_for_its_lifetime_and_not_longer() {
        let tokens = tokens("secret");
        let token = tokens.issue(id(), Timestamp::from_millis(NOW)).unwrap();
        assert_eq!(tokens.verify(&token, Timestamp::from_millis(NOW)), Ok(id()));
        assert_eq!(tokens.verify(&token, Timestamp::from_millis(NOW + 899_999)), Ok(id()));
        assert_eq!(tokens.verify(&token, Timestamp::from_millis(NOW + 900_000)), Err(ErrorCode::TokenExpired));
    }

    #[test]
    fn a_token_of_another_secret_algorithm_issuer_or_audience_is_refused() {
        let now = Timestamp::from_millis(NOW);
        let mine = tokens("secret");
        let claims = serde_json::json!({
            "iss": ISSUER, "aud": AUDIENCE, "sub": id(), "iat": NOW / 1000, "exp": NOW / 1000 + 900,
        });
        let with = |key: &str, value: serde_json::Value| {
            let mut claims = claims.clone();
            claims[key] = value;
            signed(&Header::new(Algorithm::HS256), &claims)
        };
        assert_eq!(mine.verify(&signed(&Header::new(Algorithm::HS256), &claims), now), Ok(id()));
        let unsigned = format!(
            "{}.{}.",
            URL_SAFE_NO_PAD.encode(r#"{"alg":"none","typ":"JWT"}"#),
            URL_SAFE_NO_PAD.encode(claims.to_string())
        );
        for (reason, token) in [
            ("another secret", tokens("other").issue(id(), now).unwrap()),
            ("another algorithm", signed(&Header::new(Algorithm::HS512), &claims)),
            ("no signature", unsigned),
            ("another issuer", with("iss", "other".into())),
            ("another audience", with("aud", "other".into())),
            ("no subject", with("sub", serde_json::Value::Null)),
            ("a subject that is no id", with("sub", "me".into())),
            ("no expiry", with("exp", serde_json::Value::Null)),
            ("no token at all", "x".to_owned()),
        ] {
            assert_eq!(mine.verify(&token, now), Err(ErrorCode::TokenInvalid), "{reason}");
        }
    }

    #[test]
    fn hexadecimal_is_written_as_everywhere() {
        assert_eq!(hex(&[0x00, 0x9f, 0xff]), "009fff");
        assert_eq!(hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
