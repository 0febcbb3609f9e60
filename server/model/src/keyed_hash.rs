//! Hashes that name people in shared state without revealing them.

use super::Secret;
use super::token::hex;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// What the key of the hashes is derived for, so that they have nothing in common with the signatures of access tokens.
const PURPOSE: &[u8] = b"twentyfour rate limits";

/// The number of bytes of a hash. 128 bits are enough against collisions.
const HASH_BYTES: usize = 16;

/// Hashes texts with a key that only the servers know (HMAC-SHA-256). An email address or a network address can be guessed, so a
/// hash without a key would reveal it. Servers with the same `JWT_SECRET` make the same hashes.
#[derive(Clone)]
pub struct KeyedHash(Hmac<Sha256>);

impl KeyedHash {
    /// Makes the hashes of servers with this JWT secret.
    pub fn new(jwt_secret: &Secret) -> Self {
        let key = keyed(jwt_secret.as_bytes()).chain_update(PURPOSE).finalize().into_bytes();
        Self(keyed(&key))
    }

    /// Returns the hash of a text in hexadecimal.
    pub fn hash(&self, text: &str) -> String {
        let hash = self.0.clone().chain_update(text.as_bytes()).finalize().into_bytes();
        hex(hash.get(..HASH_BYTES).unwrap_or_default())
    }
}

fn keyed(key: &[u8]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).unwrap_or_else(|_| unreachable!("HMAC takes keys of any length"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hash_depends_on_the_text_and_the_secret() {
        let hash = |secret: &str, text: &str| KeyedHash::new(&Secret::new(secret)).hash(text);
        assert_eq!(hash("one", "ada@example.org"), hash("one", "ada@example.org"));
        assert_ne!(hash("one", "ada@example.org"), hash("other", "ada@example.org"));
        assert_ne!(hash("one", "ada@example.org"), hash("one", "eve@example.org"));
        let text = hash("one", "ada@example.org");
        assert!(text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit()), "{text}");
    }
}
