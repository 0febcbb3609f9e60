//! Password hashing with Argon2id (RFC 9106), outside the async threads. [`requirements`] validates new passwords.

pub(crate) mod requirements;

use crate::error::DomainError;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use core_wasm::protocol::text::Password;
use tokio::sync::Semaphore;

/// A hash that no password matches. Logins with an unknown email address are checked against it, so that they take as
/// long as others.
const DUMMY_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$dHdlbnR5Zm91ci1ub2JvZA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// The maximum size of a password in bytes: 128 characters (SPEC A3) of four bytes.
const MAX_PASSWORD_BYTES: usize = 512;

/// Hashes and verifies passwords. At most as many run at once as there are processors, since each takes 19 MiB and a
/// full processor.
pub(crate) struct Passwords {
    permits: Semaphore,
    /// The number of verifications, for tests.
    #[cfg(test)]
    pub(crate) verified: std::sync::atomic::AtomicUsize,
}

impl Passwords {
    /// Makes a hasher with one permit per processor.
    pub(crate) fn new() -> Self {
        Self {
            permits: Semaphore::new(std::thread::available_parallelism().map_or(2, usize::from)),
            #[cfg(test)]
            verified: std::sync::atomic::AtomicUsize::new(0),
        }
    }

    /// Returns the hash of a password as a PHC string with its own random salt.
    ///
    /// # Errors
    /// Returns an error if hashing fails.
    pub(crate) async fn hash(&self, password: Password) -> Result<String, DomainError> {
        self.run_blocking(move || {
            Argon2::default()
                .hash_password(password.as_str().as_bytes())
                .map(|hash| hash.to_string())
                .map_err(|error| DomainError::Internal(format!("cannot hash a password: {error}")))
        })
        .await?
    }

    /// Returns whether a password matches a hash. If there is no hash, or the empty one of an account without a
    /// password, it takes as long and returns false. It also returns false for a text longer than any password, without
    /// hashing that text.
    ///
    /// # Errors
    /// Returns an error if the stored hash is invalid.
    pub(crate) async fn verify(&self, password: String, hash: Option<String>) -> Result<bool, DomainError> {
        #[cfg(test)]
        self.verified.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        let is_possible = password.len() <= MAX_PASSWORD_BYTES;
        let password = if is_possible { password } else { String::new() };
        self.run_blocking(move || {
            let stored_hash = hash.as_deref().filter(|hash| !hash.is_empty());
            let parsed = PasswordHash::new(stored_hash.unwrap_or(DUMMY_HASH))
                .map_err(|error| DomainError::Internal(format!("invalid stored password hash: {error}")))?;
            let matches = Argon2::default().verify_password(password.as_bytes(), &parsed).is_ok();
            Ok(matches && is_possible && stored_hash.is_some())
        })
        .await?
    }

    /// Returns a new hash of a password that was just verified, if the stored hash was made with outdated parameters
    /// (OWASP ASVS 4.0.3, 2.4), or `None` if it is up to date.
    ///
    /// # Errors
    /// Returns an error if hashing fails.
    pub(crate) async fn rehash_if_outdated(
        &self,
        password: &str,
        stored_hash: &str,
    ) -> Result<Option<String>, DomainError> {
        match Password::parse(password) {
            Ok(password) if !is_current(stored_hash) => self.hash(password).await.map(Some),
            _ => Ok(None),
        }
    }

    async fn run_blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, DomainError> {
        let _permit = self.permits.acquire().await.map_err(|error| DomainError::Internal(error.to_string()))?;
        tokio::task::spawn_blocking(work).await.map_err(|error| DomainError::Internal(error.to_string()))
    }
}

/// Returns whether a hash has the parameters that [`Passwords::hash`] uses now.
fn is_current(hash: &str) -> bool {
    PasswordHash::new(hash).is_ok_and(|hash| {
        let costs = |params: &Params| (params.m_cost(), params.t_cost(), params.p_cost());
        hash.algorithm.as_str() == Algorithm::default().ident().as_str()
            && hash.version == Some(Version::default().into())
            && Params::try_from(&hash).is_ok_and(|params| costs(&params) == costs(&Params::DEFAULT))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn password(text: &str) -> Password {
        Password::parse(text).unwrap_or_else(|code| panic!("{code:?}"))
    }

    #[tokio::test]
    async fn hash_is_salted_argon2id_and_matches_only_its_password() {
        let passwords = Passwords::new();
        let hash = passwords.hash(password("correct horse")).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$"));
        assert_ne!(hash, passwords.hash(password("correct horse")).await.unwrap());
        assert!(passwords.verify("correct horse".to_owned(), Some(hash.clone())).await.unwrap());
        assert!(!passwords.verify("Correct horse".to_owned(), Some(hash)).await.unwrap());
    }

    #[tokio::test]
    async fn dummy_hash_costs_as_much_as_a_real_one() {
        let passwords = Passwords::new();
        let hash = passwords.hash(password("correct horse")).await.unwrap();
        let cost = |hash: &str| hash.split('$').take(4).collect::<Vec<_>>().join("$");
        assert_eq!(cost(DUMMY_HASH), cost(&hash));
        assert_eq!(DUMMY_HASH.len(), hash.len());
        assert!(is_current(DUMMY_HASH) && is_current(&hash));
        assert!(!passwords.verify("correct horse".to_owned(), None).await.unwrap());
    }

    #[tokio::test]
    async fn account_without_password_never_matches() {
        let passwords = Passwords::new();
        for text in ["", "correct horse"] {
            assert!(!passwords.verify(text.to_owned(), Some(String::new())).await.unwrap());
        }
    }

    #[tokio::test]
    async fn overlong_passwords_are_never_hashed() {
        let passwords = Passwords::new();
        let max_password = "\u{1f40e}".repeat(128);
        let hash = passwords.hash(password(&max_password)).await.unwrap();
        assert!(passwords.verify(max_password.clone(), Some(hash.clone())).await.unwrap());
        assert!(!passwords.verify(format!("{max_password}x"), Some(hash)).await.unwrap());
        // The empty text that is verified instead matches nothing, not even its own hash.
        let empty = Argon2::default().hash_password(b"").unwrap().to_string();
        assert!(!passwords.verify("x".repeat(100_000), Some(empty)).await.unwrap());
    }

    #[tokio::test]
    async fn hash_with_outdated_parameters_is_rehashed() {
        let passwords = Passwords::new();
        let params = Params::new(8 * 1024, 1, 1, None).unwrap();
        for weak in [
            Argon2::new(Algorithm::Argon2id, Version::V0x13, params),
            Argon2::new(Algorithm::Argon2i, Version::V0x13, Params::DEFAULT),
            Argon2::new(Algorithm::Argon2id, Version::V0x10, Params::DEFAULT),
        ] {
            let stored_hash = weak.hash_password(b"correct horse").unwrap().to_string();
            assert!(passwords.verify("correct horse".to_owned(), Some(stored_hash.clone())).await.unwrap());
            let rehashed = passwords.rehash_if_outdated("correct horse", &stored_hash).await.unwrap().unwrap();
            assert!(passwords.verify("correct horse".to_owned(), Some(rehashed.clone())).await.unwrap());
            assert_eq!(passwords.rehash_if_outdated("correct horse", &rehashed).await.unwrap(), None);
        }
    }
}
