//! The public pages: `CONTACT_EMAIL`, `SOCIAL_URL` and `ANALYTICS_SCRIPT_URL`.

use super::non_empty;
use clap::Args;
use twentyfour_domain::emails;
use twentyfour_model::Site;
use twentyfour_model::host::is_loopback_host;
use url::{Host, Url};

#[derive(Args, Debug)]
pub(super) struct SiteArgs {
    /// Contact address, shown on the public pages; receives messages from the contact form. Default: none.
    #[arg(long, env = "CONTACT_EMAIL", global = true)]
    contact_email: Option<String>,

    /// Social profile that the public pages link to, such as "https://social.example/@twentyfour". Default: none.
    #[arg(long, env = "SOCIAL_URL", global = true)]
    social_url: Option<String>,

    /// Analytics script, such as "https://analytics.example/script.js". Pages may load it and report to its origin. Do
    /// Not Track is respected. Default: none.
    #[arg(long, env = "ANALYTICS_SCRIPT_URL", global = true)]
    analytics_script_url: Option<String>,
}

impl SiteArgs {
    /// Returns the settings of the public pages.
    ///
    /// # Errors
    /// Returns a sentence for the operator if a setting is invalid.
    pub(super) fn settings(&self) -> Result<Site, String> {
        let contact_email = non_empty(&self.contact_email).map(|setting| {
            emails::parse(setting)
                .map_err(|_| "CONTACT_EMAIL must be an email address like hello@twentyfour.example.".to_owned())
        });
        Ok(Site {
            contact_email: contact_email.transpose()?,
            social_url: parse_external_url("SOCIAL_URL", &self.social_url)?,
            analytics_script_url: parse_external_url("ANALYTICS_SCRIPT_URL", &self.analytics_script_url)?,
        })
    }
}

/// Parses the URL of an external resource. It must be https, except on a loopback address, because plain http could be
/// intercepted.
fn parse_external_url(name: &str, setting: &Option<String>) -> Result<Option<Url>, String> {
    let Some(setting) = non_empty(setting) else { return Ok(None) };
    Url::parse(setting)
        .ok()
        .filter(|url| url.scheme() == "https" || url.scheme() == "http" && url.host_str().is_some_and(is_loopback_host))
        .filter(|url| (url.username(), url.password()) == ("", None) && has_csp_safe_host(url))
        .map(Some)
        .ok_or_else(|| format!("{name} must be an https URL like https://service.example/path."))
}

/// Returns whether a host is an address or consists of letters, digits, dots and hyphens. URLs may contain other
/// characters, such as a semicolon, which ends a directive of a Content Security Policy.
fn has_csp_safe_host(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(domain)) => {
            domain.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.' || byte == b'-')
        }
        Some(_) => true,
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{SECRET, config};
    use super::*;

    fn site(arguments: &[&str]) -> Result<Site, String> {
        config(&[&["--jwt-secret", SECRET], arguments].concat()).map(|config| config.site)
    }

    #[test]
    fn site_settings_default_to_none() {
        for arguments in [&[][..], &["--contact-email", "", "--social-url", "", "--analytics-script-url", ""]] {
            let bare = site(arguments).unwrap();
            assert!(bare.contact_email.is_none() && bare.social_url.is_none() && bare.analytics_script_url.is_none());
        }
    }

    #[test]
    fn contact_email_must_be_a_valid_address() {
        let non_empty = site(&["--contact-email", "Hello@Twentyfour.example"]).unwrap();
        assert_eq!(non_empty.contact_email.unwrap().as_str(), "hello@twentyfour.example");
        for wrong in ["twentyfour.example", "Ada <ada@example.org>", "ada@example.org, bob@example.org", "off"] {
            assert!(site(&["--contact-email", wrong]).unwrap_err().contains("CONTACT_EMAIL"), "{wrong}");
        }
    }

    #[test]
    fn external_urls_require_https_except_loopback() {
        let script = |address: &str| site(&["--analytics-script-url", address]).map(|site| site.analytics_script_url);
        for right in [
            "https://analytics.example/script.js?site=24",
            "https://192.0.2.1:8443/script.js",
            "http://127.0.0.1:9000/script.js",
            "http://[::1]/script.js",
            "http://localhost/script.js",
        ] {
            assert_eq!(script(right).unwrap().unwrap().as_str(), right);
        }
        for wrong in [
            "analytics.example",
            "http://analytics.example/script.js",
            "http://localhost.example/script.js",
            "javascript:alert(1)",
            "data:text/javascript,alert(1)",
            "https://ada:secret@analytics.example/",
            "https://analytics.example;x/",
            "https://analytics.example,x/",
            "off",
        ] {
            assert!(script(wrong).unwrap_err().contains("ANALYTICS_SCRIPT_URL"), "{wrong}");
            assert!(site(&["--social-url", wrong]).unwrap_err().contains("SOCIAL_URL"), "{wrong}");
        }
        let social = site(&["--social-url", "https://social.example/@twentyfour"]).unwrap().social_url.unwrap();
        assert_eq!(social.as_str(), "https://social.example/@twentyfour");
    }
}
