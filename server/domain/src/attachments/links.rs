//! Signed addresses of attached files. Page elements cannot send a token, so the address itself is the permission, for a short
//! time: a member who was removed loses access.

use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, crypto};
use sha2::{Digest, Sha256};
use twentyfour_model::{Config, Secret};

use crate::error::DomainError;

/// How long an address is valid at most, in seconds.
const VALID_SECONDS: i64 = 600;

/// Addresses stay the same for this number of seconds, so that browsers find the files in their caches.
const STEP_SECONDS: i64 = 300;

/// What an address shows of an attachment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    /// The file.
    Original,
    /// The preview of a picture.
    Preview,
}

impl Variant {
    /// Parses a variant as it is written in an address.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Original, Self::Preview].into_iter().find(|variant| variant.as_str() == text)
    }

    fn as_str(self) -> &'static str {
        match self {
            Self::Original => "original",
            Self::Preview => "preview",
        }
    }
}

/// Signs and verifies addresses, with HMAC-SHA256.
pub(super) struct LinkKeys {
    encoding: EncodingKey,
    /// The accepted keys: the current one and the previous one, each with when the last addresses expire that it signed, in seconds
    /// since the Unix epoch, if that is known.
    decoding: Vec<(DecodingKey, Option<i64>)>,
}

impl LinkKeys {
    /// Derives the keys from the secrets that sign access tokens.
    pub(super) fn new(config: &Config) -> Self {
        let current = derive(&config.jwt_secret);
        let last_expiry = config.jwt_secret_replaced_at.map(|moment| moment.saturating_add(VALID_SECONDS));
        let previous = config.jwt_secret_previous.as_ref().map(|secret| (derive(secret), last_expiry));
        Self {
            encoding: EncodingKey::from_secret(&current),
            decoding: [(current, None)]
                .into_iter()
                .chain(previous)
                .map(|(key, last_expiry)| (DecodingKey::from_secret(&key), last_expiry))
                .collect(),
        }
    }

    /// Returns when the addresses that are made now expire, in seconds since the Unix epoch.
    pub(super) fn expires_at(now: Timestamp) -> i64 {
        (now.millis() / 1_000).div_euclid(STEP_SECONDS) * STEP_SECONDS + VALID_SECONDS
    }

    /// Returns the address of an attachment.
    ///
    /// # Errors
    /// Returns an error if signing fails.
    pub(super) fn url(&self, id: Id, variant: Variant, expires_at: i64) -> Result<String, DomainError> {
        let signature = crypto::sign(&message(id, variant, expires_at), &self.encoding, Algorithm::HS256)
            .map_err(|error| DomainError::Internal(format!("cannot sign an address: {error}")))?;
        let variant = variant.as_str();
        Ok(format!("/api/attachments/{id}/file/?variant={variant}&expires={expires_at}&signature={signature}"))
    }

    /// Checks an address.
    ///
    /// # Errors
    /// Returns `ErrorCode::NotFound` if it has expired or was not signed by this server.
    pub(super) fn check(
        &self,
        id: Id,
        variant: Variant,
        expires_at: i64,
        signature: &str,
        now: Timestamp,
    ) -> Result<(), ErrorCode> {
        let message = message(id, variant, expires_at);
        let is_signed = self.decoding.iter().any(|(key, last_expiry)| {
            last_expiry.is_none_or(|last| expires_at <= last)
                && crypto::verify(signature, &message, key, Algorithm::HS256).unwrap_or(false)
        });
        if is_signed && now.millis() / 1_000 < expires_at { Ok(()) } else { Err(ErrorCode::NotFound) }
    }
}

fn derive(secret: &Secret) -> [u8; 32] {
    Sha256::digest([b"attachment links: ", secret.as_bytes()].concat()).into()
}

fn message(id: Id, variant: Variant, expires_at: i64) -> Vec<u8> {
    format!("{id} {} {expires_at}", variant.as_str()).into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(secret: &str) -> LinkKeys {
        LinkKeys::new(&Config::new(Secret::new(secret), "https://twentyfour.example"))
    }

    #[test]
    fn addresses_are_valid_for_what_was_signed_and_expire() {
        let (key, id) = (keys("secret"), Id::from_parts(1, &[1; 10]));
        let now = Timestamp::from_millis(1_772_539_299_999);
        let expires_at = LinkKeys::expires_at(now);
        assert_eq!(expires_at, 1_772_539_800);
        let url = key.url(id, Variant::Preview, expires_at).unwrap();
        let signature = url.split("signature=").nth(1).unwrap();
        let check = |id, variant, expires_at, signature: &str, now| key.check(id, variant, expires_at, signature, now);
        assert_eq!(check(id, Variant::Preview, expires_at, signature, now), Ok(()));
        let last = Timestamp::from_millis(expires_at * 1_000 - 1);
        assert_eq!(check(id, Variant::Preview, expires_at, signature, last), Ok(()));
        let refused = Err(ErrorCode::NotFound);
        assert_eq!(check(id, Variant::Preview, expires_at, signature, last.plus_millis(1)), refused);
        assert_eq!(check(id, Variant::Preview, expires_at + 1, signature, now), refused);
        assert_eq!(check(id, Variant::Original, expires_at, signature, now), refused);
        assert_eq!(check(Id::from_parts(1, &[2; 10]), Variant::Preview, expires_at, signature, now), refused);
        for other in ["", "x", &signature.replacen(signature.chars().next().unwrap(), "_", 1)] {
            assert_eq!(check(id, Variant::Preview, expires_at, other, now), refused, "{other}");
        }
        assert_eq!(keys("another secret").check(id, Variant::Preview, expires_at, signature, now), refused);
    }

    #[test]
    fn previous_key_is_valid_only_for_addresses_signed_before_rotation() {
        let (previous, id) = (keys("secret"), Id::from_parts(1, &[1; 10]));
        let rotated_at = 1_772_539_200;
        let rotated = LinkKeys::new(&Config {
            jwt_secret_previous: Some(Secret::new("secret")),
            jwt_secret_replaced_at: Some(rotated_at),
            ..Config::new(Secret::new("new secret"), "https://twentyfour.example")
        });
        for (signed_at, expected) in [(rotated_at - 1, Ok(())), (rotated_at + STEP_SECONDS, Err(ErrorCode::NotFound))] {
            let signed_at = Timestamp::from_millis(signed_at * 1_000);
            let expires_at = LinkKeys::expires_at(signed_at);
            let url = previous.url(id, Variant::Original, expires_at).unwrap();
            let signature = url.split("signature=").nth(1).unwrap();
            assert_eq!(rotated.check(id, Variant::Original, expires_at, signature, signed_at), expected);
        }
    }
}
