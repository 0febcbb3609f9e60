//! Passwords, hashed with argon2id (RFC 9106) off the async threads.

use crate::error::ApiError;
use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use core_wasm::protocol::text::Password;
use tokio::sync::Semaphore;

/// The hash of a password that nobody has. An email that is unknown is checked against it, so that it takes the same time
/// as one that is known.
const NOBODYS_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$dHdlbnR5Zm91ci1ub2JvZA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Hashes passwords, no more at once than there are processors: each takes 19 MiB and all of one processor.
pub(crate) struct Passwords {
    places: Semaphore,
}

impl Passwords {
    pub(crate) fn new() -> Self {
        Self { places: Semaphore::new(std::thread::available_parallelism().map_or(2, usize::from)) }
    }

    /// A PHC string with a salt of its own.
    pub(crate) async fn hash(&self, password: Password) -> Result<String, ApiError> {
        self.off_the_async_threads(move || {
            Argon2::default()
                .hash_password(password.as_str().as_bytes())
                .map(|hash| hash.to_string())
                .map_err(|error| ApiError::Internal(format!("a password could not be hashed: {error}")))
        })
        .await?
    }

    /// Whether a password belongs to a hash. Without a hash it takes as long, and answers no.
    pub(crate) async fn verify(&self, password: String, hash: Option<String>) -> Result<bool, ApiError> {
        self.off_the_async_threads(move || {
            let kept = hash.as_deref().unwrap_or(NOBODYS_HASH);
            let parsed = PasswordHash::new(kept)
                .map_err(|error| ApiError::Internal(format!("a kept password hash cannot be read: {error}")))?;
            let matches = Argon2::default().verify_password(password.as_bytes(), &parsed).is_ok();
            Ok(matches && hash.is_some())
        })
        .await?
    }

    async fn off_the_async_threads<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let _place = self.places.acquire().await.map_err(|error| ApiError::Internal(error.to_string()))?;
        tokio::task::spawn_blocking(work).await.map_err(|error| ApiError::Internal(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn password(text: &str) -> Password {
        Password::parse(text).unwrap_or_else(|code| panic!("{code:?}"))
    }

    #[tokio::test]
    async fn a_hash_is_argon2id_salted_and_matches_its_password_only() {
        let passwords = Passwords::new();
        let hash = passwords.hash(password("correct horse")).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$"));
        assert_ne!(hash, passwords.hash(password("correct horse")).await.unwrap());
        assert!(passwords.verify("correct horse".to_owned(), Some(hash.clone())).await.unwrap());
        assert!(!passwords.verify("Correct horse".to_owned(), Some(hash)).await.unwrap());
    }

    #[tokio::test]
    async fn nobodys_hash_costs_as_much_as_anybodys() {
        let passwords = Passwords::new();
        let hash = passwords.hash(password("correct horse")).await.unwrap();
        let cost = |hash: &str| hash.split('$').take(4).collect::<Vec<_>>().join("$");
        assert_eq!(cost(NOBODYS_HASH), cost(&hash));
        assert_eq!(NOBODYS_HASH.len(), hash.len());
        assert!(!passwords.verify("correct horse".to_owned(), None).await.unwrap());
    }
}
