//! The photo service: `UNSPLASH_ACCESS_KEY` and `UNSPLASH_API_URL`.

use super::weather::parse_service_url;
use super::{Secret, non_empty};
use clap::Args;
use twentyfour_model::PhotoSettings;

#[derive(Args, Debug)]
pub(super) struct PhotoArgs {
    /// Unsplash access key; enables photos. Without it, built-in wallpapers are used.
    #[arg(long, env = "UNSPLASH_ACCESS_KEY", global = true, hide_env_values = true)]
    unsplash_access_key: Option<String>,

    /// Base URL of the Unsplash API, or off.
    #[arg(long, env = "UNSPLASH_API_URL", global = true, default_value = "https://api.unsplash.com")]
    unsplash_api_url: String,
}

impl PhotoArgs {
    /// Returns the service, or `None` if no key is set or the URL is `off`.
    ///
    /// # Errors
    /// Returns a sentence for the operator if a setting is invalid.
    pub(super) fn settings(&self) -> Result<Option<PhotoSettings>, String> {
        let api_url = parse_service_url("UNSPLASH_API_URL", &self.unsplash_api_url)?;
        let Some((key, api_url)) = non_empty(&self.unsplash_access_key).zip(api_url) else { return Ok(None) };
        // The key is sent in a header (RFC 9110, section 5.5).
        if !key.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err("UNSPLASH_ACCESS_KEY must contain only printable ASCII characters without spaces. Copy it from Unsplash again.".to_owned());
        }
        Ok(Some(PhotoSettings { api_url, access_key: Secret::new(key) }))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{SECRET, config};

    #[test]
    fn photos_require_a_key_and_debug_output_hides_it() {
        let photos =
            |arguments: &[&str]| config(&[&["--jwt-secret", SECRET], arguments].concat()).map(|config| config.photos);
        assert!(photos(&[]).unwrap().is_none());
        assert!(photos(&["--unsplash-access-key", ""]).unwrap().is_none());
        assert!(photos(&["--unsplash-access-key", "a-key", "--unsplash-api-url", "off"]).unwrap().is_none());
        let settings = photos(&["--unsplash-access-key", "a-key"]).unwrap().unwrap();
        assert_eq!(settings.api_url.as_str(), "https://api.unsplash.com/");
        assert!(!format!("{settings:?}").contains("a-key"));
        assert!(photos(&["--unsplash-access-key", "a key\r\nx"]).unwrap_err().contains("UNSPLASH_ACCESS_KEY"));
        let nowhere = photos(&["--unsplash-api-url", "api.unsplash.com"]);
        assert!(nowhere.unwrap_err().contains("UNSPLASH_API_URL"));
    }
}
