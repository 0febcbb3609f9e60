//! What signs access tokens, and how long they are valid: `JWT_SECRET`, `JWT_SECRET_PREVIOUS` and `ACCESS_TOKEN_SECONDS`.

use super::{Secret, secret_file, set};
use clap::Args;
use std::path::Path;

/// The fewest characters that a JWT secret of the operator's own may have: 256 bits, as RFC 7518, section 3.2, asks for HS256.
pub(super) const SHORTEST_SECRET: usize = 32;

#[derive(Args, Debug)]
pub(super) struct AccessTokenArgs {
    /// The secret that signs access tokens, at least 32 characters. Default: made once and kept in the data folder. Several
    /// servers on one database need the same.
    #[arg(long, env = "JWT_SECRET", global = true, hide_env_values = true)]
    jwt_secret: Option<String>,

    /// The JWT secret of before, at least 32 characters: tokens that it signed stay good until they run out. Default: kept in the
    /// data folder by `admin roll-keys`, unless JWT_SECRET is set, and good for tokens of before the roll alone.
    #[arg(long, env = "JWT_SECRET_PREVIOUS", global = true, hide_env_values = true)]
    jwt_secret_previous: Option<String>,

    /// How long an access token is valid, in seconds: 1 to 86400. Clients trade it for a new one by themselves.
    #[arg(long, env = "ACCESS_TOKEN_SECONDS", global = true, default_value_t = 900, value_parser = clap::value_parser!(i64).range(1..=86_400))]
    pub(super) access_token_seconds: i64,
}

impl AccessTokenArgs {
    /// Whether the secret that signs access tokens is the operator's own, and none of the data folder's.
    pub(super) fn has_own_secret(&self) -> bool {
        set(&self.jwt_secret).is_some()
    }

    /// The secret that signs access tokens.
    pub(super) fn secret(&self, data_dir: &Path) -> Result<Secret, String> {
        match set(&self.jwt_secret) {
            Some(secret) => long_enough("JWT_SECRET", secret),
            None => secret_file::kept(data_dir)
                .map_err(|error| format!("The JWT secret cannot be kept in {}: {error}.", data_dir.display())),
        }
    }

    /// The secret of before, and when it was replaced, in seconds since the epoch, where that is known.
    pub(super) fn previous_secret(&self, data_dir: &Path) -> Result<(Option<Secret>, Option<i64>), String> {
        match set(&self.jwt_secret_previous) {
            Some(secret) => Ok((Some(long_enough("JWT_SECRET_PREVIOUS", secret)?), None)),
            // What lies in the data folder was replaced there, and not by the operator's own.
            None if self.has_own_secret() => Ok((None, None)),
            None => secret_file::previous(data_dir).map(Option::unzip).map_err(|error| {
                format!("The JWT secret of before cannot be read in {}: {error}.", data_dir.display())
            }),
        }
    }
}

/// A secret of the operator's own, by the name of its setting.
fn long_enough(name: &str, secret: &str) -> Result<Secret, String> {
    if secret.chars().count() < SHORTEST_SECRET {
        return Err(format!("{name} must have at least {SHORTEST_SECRET} characters."));
    }
    Ok(Secret::new(secret))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{SECRET, config};

    #[test]
    fn a_secret_of_the_operators_own_must_be_long() {
        assert!(config(&["--jwt-secret", "short"]).is_err());
        assert!(config(&["--jwt-secret", SECRET, "--jwt-secret-previous", "short"]).is_err());
        assert_eq!(config(&["--jwt-secret", SECRET]).unwrap().jwt_secret.as_bytes(), SECRET.as_bytes());
    }
}
