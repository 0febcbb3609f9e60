//! Where one's plan is changed and paid: `BILLING_PORTAL_URL`.

use super::set;
use clap::Args;
use url::Url;

#[derive(Args, Debug)]
pub(super) struct BillingArgs {
    /// The page on which people change and pay their plan, such as that of a payment service. It switches the limits of the plan
    /// Basic on; without it everything is unlocked for everybody.
    #[arg(long, env = "BILLING_PORTAL_URL", global = true)]
    billing_portal_url: Option<String>,
}

impl BillingArgs {
    /// The page; `None` where nothing is set.
    pub(super) fn portal_url(&self) -> Result<Option<Url>, String> {
        let Some(setting) = set(&self.billing_portal_url) else { return Ok(None) };
        // It becomes a link: nothing but a site may be behind it.
        Url::parse(setting)
            .ok()
            .filter(|url| ["http", "https"].contains(&url.scheme()))
            .map(Some)
            .ok_or_else(|| "BILLING_PORTAL_URL must be an address like https://billing.example.".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{SECRET, config};

    #[test]
    fn only_a_site_is_a_place_to_pay_at() {
        let portal = |arguments: &[&str]| {
            config(&[&["--jwt-secret", SECRET], arguments].concat()).map(|config| config.billing_portal_url)
        };
        assert_eq!(portal(&[]).unwrap(), None);
        assert_eq!(portal(&["--billing-portal-url", ""]).unwrap(), None);
        let set = portal(&["--billing-portal-url", "https://billing.example/portal?of=us"]).unwrap().unwrap();
        assert_eq!(set.as_str(), "https://billing.example/portal?of=us");
        for wrong in ["billing.example", "javascript:alert(1)", "mailto:us@billing.example", "off"] {
            assert!(portal(&["--billing-portal-url", wrong]).unwrap_err().contains("BILLING_PORTAL_URL"), "{wrong}");
        }
    }
}
