//! "Continue with Google": `GOOGLE_CLIENT_ID`, `GOOGLE_CLIENT_SECRET` and `GOOGLE_ISSUER_URL`.

use super::{Secret, non_empty};
use clap::Args;
use twentyfour_model::GoogleSettings;
use url::Url;

#[derive(Args, Debug)]
pub(super) struct GoogleArgs {
    /// The OpenID provider behind "Continue with Google".
    #[arg(long, env = "GOOGLE_ISSUER_URL", global = true, default_value = "https://accounts.google.com")]
    google_issuer_url: String,

    /// Google client ID. With the secret, enables "Continue with Google". Register PUBLIC_URL/api/auth/google/callback
    /// as the redirect URI.
    #[arg(long, env = "GOOGLE_CLIENT_ID", global = true)]
    google_client_id: Option<String>,

    /// Google client secret.
    #[arg(long, env = "GOOGLE_CLIENT_SECRET", global = true, hide_env_values = true)]
    google_client_secret: Option<String>,
}

impl GoogleArgs {
    /// Returns the provider, or `None` if it is not configured.
    ///
    /// # Errors
    /// Returns a sentence for the operator if a setting is missing or invalid.
    pub(super) fn settings(&self) -> Result<Option<GoogleSettings>, String> {
        let (client_id, client_secret) =
            match (non_empty(&self.google_client_id), non_empty(&self.google_client_secret)) {
                (None, None) => return Ok(None),
                (Some(client_id), Some(client_secret)) => (client_id.to_owned(), Secret::new(client_secret)),
                _ => {
                    return Err("GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together: set both or neither."
                        .to_owned());
                }
            };
        if !Url::parse(&self.google_issuer_url).is_ok_and(|url| ["http", "https"].contains(&url.scheme())) {
            return Err("GOOGLE_ISSUER_URL must be a URL like https://accounts.google.com.".to_owned());
        }
        Ok(Some(GoogleSettings { issuer_url: self.google_issuer_url.clone(), client_id, client_secret }))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{SECRET, config};

    #[test]
    fn google_client_id_and_secret_are_required_together() {
        let google =
            |arguments: &[&str]| config(&[&["--jwt-secret", SECRET], arguments].concat()).map(|config| config.google);
        for wrong in [
            &["--google-client-id", "us"][..],
            &["--google-client-secret", "a secret"],
            &["--google-client-id", "us", "--google-client-secret", "a secret", "--google-issuer-url", "google"],
        ] {
            assert!(google(wrong).is_err(), "{wrong:?}");
        }
        assert!(google(&[]).unwrap().is_none());
        let settings = google(&["--google-client-id", "us", "--google-client-secret", "a secret"]).unwrap().unwrap();
        assert_eq!(settings.issuer_url, "https://accounts.google.com");
        assert!(!format!("{settings:?}").contains("a secret"));
    }
}
