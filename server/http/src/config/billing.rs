//! The billing portal: `BILLING_PORTAL_URL`.

use super::non_empty;
use clap::Args;
use url::Url;

#[derive(Args, Debug)]
pub(super) struct BillingArgs {
    /// Page where people change and pay for their plan. Setting it enables the limits of the Basic plan; without it
    /// everything is unlocked.
    #[arg(long, env = "BILLING_PORTAL_URL", global = true)]
    billing_portal_url: Option<String>,
}

impl BillingArgs {
    /// Returns the URL, or `None` if it is not set.
    ///
    /// # Errors
    /// Returns a sentence for the operator if the setting is invalid.
    pub(super) fn portal_url(&self) -> Result<Option<Url>, String> {
        let Some(setting) = non_empty(&self.billing_portal_url) else { return Ok(None) };
        // The URL becomes a link, so only http and https are allowed.
        Url::parse(setting)
            .ok()
            .filter(|url| ["http", "https"].contains(&url.scheme()))
            .map(Some)
            .ok_or_else(|| "BILLING_PORTAL_URL must be a URL like https://billing.example.".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{SECRET, config};

    #[test]
    fn billing_portal_url_must_be_http() {
        let portal = |arguments: &[&str]| {
            config(&[&["--jwt-secret", SECRET], arguments].concat()).map(|config| config.billing_portal_url)
        };
        assert_eq!(portal(&[]).unwrap(), None);
        assert_eq!(portal(&["--billing-portal-url", ""]).unwrap(), None);
        let non_empty = portal(&["--billing-portal-url", "https://billing.example/portal?of=us"]).unwrap().unwrap();
        assert_eq!(non_empty.as_str(), "https://billing.example/portal?of=us");
        for wrong in ["billing.example", "javascript:alert(1)", "mailto:us@billing.example", "off"] {
            assert!(portal(&["--billing-portal-url", wrong]).unwrap_err().contains("BILLING_PORTAL_URL"), "{wrong}");
        }
    }
}
