//! Access tokens (JWT, RFC 7519) and refresh tokens (random, stored as a hash).

use crate::error::DomainError;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use twentyfour_model::token::hex;
use twentyfour_model::{Config, Secret};

const ISSUER: &str = "twentyfour";
const AUDIENCE: &str = "twentyfour-api";

#[derive(Serialize, Deserialize)]
struct Claims {
    iss: String,
    aud: String,
    /// The account's id.
    sub: String,
    /// The login's id (OpenID Connect Front-Channel Logout 1.0, section 3).
    sid: String,
    /// In seconds since the Unix epoch.
    iat: i64,
    /// In seconds since the Unix epoch.
    exp: i64,
}

/// The claims of a verified access token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AccessClaims {
    /// The account that the token belongs to.
    pub account_id: Id,
    /// The login that the token belongs to.
    pub login_id: Id,
    /// When the token expires.
    pub expires_at: Timestamp,
}

/// The tolerated clock difference between servers in seconds: a key may sign tokens for this long after its rotation.
const CLOCK_SKEW_SECONDS: i64 = 60;

/// A key that verifies access tokens.
struct VerificationKey {
    id: String,
    decoding_key: DecodingKey,
    /// The last second, since the Unix epoch, in which the key may have signed a token, so that a key that leaks later
    /// cannot create any (NIST SP 800-57, part 1, section 5.3.1). `None`: the key is current, or the time is unknown.
    signed_until: Option<i64>,
}

impl VerificationKey {
    fn new(secret: &Secret, signed_until: Option<i64>) -> Self {
        Self { id: key_id(secret), decoding_key: DecodingKey::from_secret(secret.as_bytes()), signed_until }
    }
}

/// Issues and verifies access tokens.
pub struct AccessTokens {
    key_id: String,
    encoding: EncodingKey,
    /// The accepted keys: the current one and the previous one.
    verification_keys: Vec<VerificationKey>,
    validation: Validation,
    lifetime_seconds: i64,
}

impl AccessTokens {
    /// Takes the keys and the lifetime of tokens from the configuration.
    pub fn new(config: &Config) -> Self {
        // Exactly one algorithm is accepted, so that a token cannot choose another.
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_issuer(&[ISSUER]);
        validation.set_audience(&[AUDIENCE]);
        validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        // `verify` compares the expiry with the server's own clock, which tests can move.
        validation.validate_exp = false;
        let signed_until = config.jwt_secret_replaced_at.map(|moment| moment.saturating_add(CLOCK_SKEW_SECONDS));
        Self {
            key_id: key_id(&config.jwt_secret),
            encoding: EncodingKey::from_secret(config.jwt_secret.as_bytes()),
            verification_keys: [(Some(&config.jwt_secret), None), (config.jwt_secret_previous.as_ref(), signed_until)]
                .into_iter()
                .filter_map(|(secret, signed_until)| Some(VerificationKey::new(secret?, signed_until)))
                .collect(),
            validation,
            lifetime_seconds: config.access_token_seconds,
        }
    }

    /// Issues an access token for a login of an account.
    ///
    /// # Errors
    /// Returns an error if signing fails.
    pub fn issue(&self, account_id: Id, login_id: Id, now: Timestamp) -> Result<String, DomainError> {
        let seconds = now.millis() / 1_000;
        let claims = Claims {
            iss: ISSUER.to_owned(),
            aud: AUDIENCE.to_owned(),
            sub: account_id.to_string(),
            sid: login_id.to_string(),
            iat: seconds,
            exp: seconds + self.lifetime_seconds,
        };
        let header = Header { kid: Some(self.key_id.clone()), ..Header::new(Algorithm::HS256) };
        jsonwebtoken::encode(&header, &claims, &self.encoding)
            .map_err(|error| DomainError::Internal(format!("cannot sign an access token: {error}")))
    }

    /// Returns the claims of a valid access token. Does not check whether the login has ended since.
    ///
    /// # Errors
    /// Returns `ErrorCode::TokenExpired` if the token has expired, or `ErrorCode::TokenInvalid` if it is invalid
    /// otherwise.
    pub fn verify(&self, token: &str, now: Timestamp) -> Result<AccessClaims, ErrorCode> {
        let (key, claims) = self
            .verification_keys
            .iter()
            .find_map(|key| {
                let decoded = jsonwebtoken::decode::<Claims>(token, &key.decoding_key, &self.validation).ok()?;
                (decoded.header.kid.as_deref() == Some(key.id.as_str())).then_some((key, decoded.claims))
            })
            .ok_or(ErrorCode::TokenInvalid)?;
        // The lifetime is limited too: a leaked key could otherwise sign backdated tokens that last longer.
        let is_signed_in_time = key
            .signed_until
            .is_none_or(|last| claims.iat <= last && claims.exp.saturating_sub(claims.iat) <= self.lifetime_seconds);
        if !is_signed_in_time {
            return Err(ErrorCode::TokenInvalid);
        }
        let expires_at = Timestamp::from_millis(claims.exp.saturating_mul(1_000));
        if expires_at <= now {
            return Err(ErrorCode::TokenExpired);
        }
        Id::parse(&claims.sub)
            .zip(Id::parse(&claims.sid))
            .map(|(account_id, login_id)| AccessClaims { account_id, login_id, expires_at })
            .ok_or(ErrorCode::TokenInvalid)
    }
}

/// Returns the id of a key, which identifies it without revealing anything about it.
fn key_id(secret: &Secret) -> String {
    hex(&Sha256::digest([b"key id: ", secret.as_bytes()].concat())[..8])
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use proptest::prelude::*;

    const NOW: i64 = 1_800_000_000_000;

    fn tokens(secret: &str) -> AccessTokens {
        AccessTokens::new(&Config::new(Secret::new(secret), "http://127.0.0.1:8080"))
    }

    fn id() -> Id {
        Id::parse("0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70").unwrap()
    }

    fn login_id() -> Id {
        Id::parse("0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71").unwrap()
    }

    fn header(algorithm: Algorithm) -> Header {
        Header { kid: Some(key_id(&Secret::new("secret"))), ..Header::new(algorithm) }
    }

    fn signed(header: &Header, claims: &serde_json::Value) -> String {
        jsonwebtoken::encode(header, claims, &EncodingKey::from_secret(b"secret")).unwrap()
    }

    #[test]
    fn token_expires_after_its_lifetime() {
        let tokens = tokens("secret");
        let token = tokens.issue(id(), login_id(), Timestamp::from_millis(NOW)).unwrap();
        let access =
            AccessClaims { account_id: id(), login_id: login_id(), expires_at: Timestamp::from_millis(NOW + 900_000) };
        assert_eq!(tokens.verify(&token, Timestamp::from_millis(NOW)), Ok(access));
        assert_eq!(tokens.verify(&token, Timestamp::from_millis(NOW + 899_999)), Ok(access));
        assert_eq!(tokens.verify(&token, Timestamp::from_millis(NOW + 900_000)), Err(ErrorCode::TokenExpired));
    }

    #[test]
    fn foreign_secret_algorithm_issuer_or_audience_is_rejected() {
        let now = Timestamp::from_millis(NOW);
        let mine = tokens("secret");
        let claims = serde_json::json!({
            "iss": ISSUER, "aud": AUDIENCE, "sub": id(), "sid": login_id(), "iat": NOW / 1000, "exp": NOW / 1000 + 900,
        });
        let with = |key: &str, value: serde_json::Value| {
            let mut claims = claims.clone();
            claims[key] = value;
            signed(&header(Algorithm::HS256), &claims)
        };
        assert!(mine.verify(&signed(&header(Algorithm::HS256), &claims), now).is_ok());
        let unsigned = format!(
            "{}.{}.",
            URL_SAFE_NO_PAD
                .encode(format!(r#"{{"alg":"none","typ":"JWT","kid":"{}"}}"#, key_id(&Secret::new("secret")))),
            URL_SAFE_NO_PAD.encode(claims.to_string())
        );
        for (reason, token) in [
            ("another secret", tokens("other").issue(id(), login_id(), now).unwrap()),
            ("no key id", signed(&Header::new(Algorithm::HS256), &claims)),
            ("another algorithm", signed(&header(Algorithm::HS512), &claims)),
            ("no signature", unsigned),
            ("another issuer", with("iss", "other".into())),
            ("another audience", with("aud", "other".into())),
            ("no subject", with("sub", serde_json::Value::Null)),
            ("a subject that is no id", with("sub", "me".into())),
            ("no login", with("sid", serde_json::Value::Null)),
            ("no expiry", with("exp", serde_json::Value::Null)),
            ("no token at all", "x".to_owned()),
        ] {
            assert_eq!(mine.verify(&token, now), Err(ErrorCode::TokenInvalid), "{reason}");
        }
    }

    #[test]
    fn key_can_be_rotated() {
        let now = Timestamp::from_millis(NOW);
        let before = tokens("secret");
        let rotated = AccessTokens::new(&Config {
            jwt_secret_previous: Some(Secret::new("secret")),
            ..Config::new(Secret::new("another"), "http://127.0.0.1:8080")
        });
        assert!(rotated.verify(&before.issue(id(), login_id(), now).unwrap(), now).is_ok());
        let token = rotated.issue(id(), login_id(), now).unwrap();
        assert!(rotated.verify(&token, now).is_ok());
        assert_eq!(before.verify(&token, now), Err(ErrorCode::TokenInvalid));
        assert!(tokens("another").verify(&token, now).is_ok());
    }

    #[test]
    fn previous_key_is_valid_only_for_tokens_issued_before_rotation() {
        let before = tokens("secret");
        let replaced_at = NOW / 1_000;
        let rotated = AccessTokens::new(&Config {
            jwt_secret_previous: Some(Secret::new("secret")),
            jwt_secret_replaced_at: Some(replaced_at),
            ..Config::new(Secret::new("another"), "http://127.0.0.1:8080")
        });
        let verify = |issued_at: i64| {
            let issued_at = Timestamp::from_millis(issued_at * 1_000);
            rotated.verify(&before.issue(id(), login_id(), issued_at).unwrap(), issued_at).map(|_| ())
        };
        assert_eq!(verify(replaced_at - 1), Ok(()));
        assert_eq!(verify(replaced_at + 60), Ok(()), "the clocks of two servers differ");
        assert_eq!(verify(replaced_at + 61), Err(ErrorCode::TokenInvalid));
        // With the key an attacker can backdate a token, but not extend its lifetime.
        let claims = serde_json::json!({
            "iss": ISSUER, "aud": AUDIENCE, "sub": id(), "sid": login_id(), "iat": replaced_at, "exp": replaced_at + 1_000_000,
        });
        let forged = signed(&header(Algorithm::HS256), &claims);
        assert_eq!(rotated.verify(&forged, Timestamp::from_millis(NOW)), Err(ErrorCode::TokenInvalid));
    }

    proptest! {
        #[test]
        fn random_texts_are_rejected(
            text in ".*",
            parts in prop::collection::vec("[A-Za-z0-9_-]{0,90}", 0..5),
            signature in "[A-Za-z0-9_-]{43}",
        ) {
            let (tokens, now) = (tokens("secret"), Timestamp::from_millis(NOW));
            let real = tokens.issue(id(), login_id(), now).unwrap();
            let (payload, _) = real.rsplit_once('.').unwrap();
            for token in [text, parts.join("."), format!("{payload}.{}", parts.concat()), format!("{payload}.{signature}")] {
                prop_assert!(token == real || tokens.verify(&token, now) == Err(ErrorCode::TokenInvalid), "{token}");
            }
        }

        #[test]
        fn token_with_a_flipped_bit_is_rejected(position in any::<prop::sample::Index>(), bit in 0..8u8) {
            let (tokens, now) = (tokens("secret"), Timestamp::from_millis(NOW));
            let real = tokens.issue(id(), login_id(), now).unwrap();
            let mut bytes = real.clone().into_bytes();
            bytes[position.index(real.len())] ^= 1 << bit;
            let changed = String::from_utf8_lossy(&bytes);
            prop_assert_eq!(tokens.verify(&changed, now), Err(ErrorCode::TokenInvalid), "{}", changed);
        }
    }
}
