//! Signing and lifetime of access tokens: `JWT_SECRET`, `JWT_SECRET_PREVIOUS` and `ACCESS_TOKEN_SECONDS`.

use super::{Secret, non_empty, secret_file};
use clap::Args;
use std::path::Path;

/// The minimum number of characters of a configured JWT secret: 256 bits, which RFC 7518, section 3.2, requires for
/// HS256.
pub(super) const MIN_SECRET_CHARS: usize = 32;

#[derive(Args, Debug)]
pub(super) struct AccessTokenArgs {
    /// Secret that signs access tokens, at least 32 characters. Required with PostgreSQL, where all servers must have the
    /// same. Default with SQLite: generated once and stored in the data folder.
    #[arg(long, env = "JWT_SECRET", global = true, hide_env_values = true)]
    jwt_secret: Option<String>,

    /// Previous JWT secret, at least 32 characters. Tokens signed with it stay valid until they expire. Default: stored
    /// in the data folder by `admin rotate-keys`, unless JWT_SECRET is set; it is accepted only for tokens issued
    /// before the rotation.
    #[arg(long, env = "JWT_SECRET_PREVIOUS", global = true, hide_env_values = true)]
    jwt_secret_previous: Option<String>,

    /// Access token lifetime in seconds, 1 to 86400. Clients refresh it automatically.
    #[arg(long, env = "ACCESS_TOKEN_SECONDS", global = true, default_value_t = 900, value_parser = clap::value_parser!(i64).range(1..=86_400))]
    pub(super) access_token_seconds: i64,
}

impl AccessTokenArgs {
    /// Returns whether the JWT secret comes from a setting rather than from the data folder.
    pub(super) fn has_configured_secret(&self) -> bool {
        non_empty(&self.jwt_secret).is_some()
    }

    /// Returns the JWT secret. If servers may share the database (`is_postgres`), it must be set, because the server does not know
    /// whether there are others, which would not accept the tokens of a secret of its own.
    ///
    /// # Errors
    /// Returns a sentence for the operator if it is missing or too short, or cannot be read or created.
    pub(super) fn secret(&self, data_dir: &Path, is_postgres: bool) -> Result<Secret, String> {
        match non_empty(&self.jwt_secret) {
            Some(secret) => parse_secret("JWT_SECRET", secret),
            None if is_postgres => Err(missing_secret(data_dir)),
            None => secret_file::load_or_create(data_dir).map_err(|error| {
                format!(
                    "Cannot read or create the JWT secret in {}: {error}. Make the folder writable for this user.",
                    data_dir.display()
                )
            }),
        }
    }

    /// Returns the previous JWT secret and, if known, when it was replaced, in seconds since the Unix epoch.
    ///
    /// # Errors
    /// Returns a sentence for the operator if it is too short or cannot be read.
    pub(super) fn previous_secret(&self, data_dir: &Path) -> Result<(Option<Secret>, Option<i64>), String> {
        match non_empty(&self.jwt_secret_previous) {
            Some(secret) => Ok((Some(parse_secret("JWT_SECRET_PREVIOUS", secret)?), None)),
            // A previous secret in the data folder belongs to the generated secret, not to a configured one.
            None if self.has_configured_secret() => Ok((None, None)),
            None => secret_file::previous(data_dir)
                .map(Option::unzip)
                .map_err(|error| format!("Cannot read the previous JWT secret in {}: {error}.", data_dir.display())),
        }
    }
}

/// Returns what to do about a missing secret. A server of an earlier release may have made one in the data folder.
fn missing_secret(data_dir: &Path) -> String {
    let remedy = match secret_file::path(data_dir) {
        path if path.exists() => format!(
            "set JWT_SECRET_FILE={} to go on with the secret that this server has used, and JWT_SECRET with the same secret on others",
            path.display()
        ),
        _ => "set it to at least 32 random characters, such as the output of `openssl rand -base64 48`".to_owned(),
    };
    format!(
        "JWT_SECRET is missing. Several servers can share a PostgreSQL, and all of them need the same secret to accept each other's \
         logins: {remedy}."
    )
}

/// Parses a configured secret. `name` is the name of the setting.
fn parse_secret(name: &str, secret: &str) -> Result<Secret, String> {
    if secret.chars().count() < MIN_SECRET_CHARS {
        return Err(format!("{name} must have at least {MIN_SECRET_CHARS} characters."));
    }
    Ok(Secret::new(secret))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{SECRET, config};

    #[test]
    fn configured_secret_has_a_minimum_length() {
        assert!(config(&["--jwt-secret", "short"]).is_err());
        assert!(config(&["--jwt-secret", SECRET, "--jwt-secret-previous", "short"]).is_err());
        assert_eq!(config(&["--jwt-secret", SECRET]).unwrap().jwt_secret.as_bytes(), SECRET.as_bytes());
    }

    #[test]
    fn postgres_requires_a_configured_secret() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().to_str().unwrap();
        for url in ["postgres://localhost/x", "postgresql://localhost/x"] {
            let error = config(&["--data-dir", data, "--database-url", url]).unwrap_err();
            assert!(error.contains("JWT_SECRET is missing") && error.contains("openssl rand"), "{error}");
            let arguments =
                ["--data-dir", data, "--database-url", url, "--jwt-secret", SECRET, "--attachments-dir", data];
            assert!(config(&arguments).is_ok());
        }
        assert_eq!(folder.path().read_dir().unwrap().count(), 0, "no secret is made");
        // With SQLite, the server makes one. After a move to PostgreSQL, the error names its file.
        config(&["--data-dir", data]).unwrap();
        let error = config(&["--data-dir", data, "--database-url", "postgres://localhost/x"]).unwrap_err();
        assert!(error.contains("JWT_SECRET_FILE=") && error.contains("jwt_secret"), "{error}");
    }
}
