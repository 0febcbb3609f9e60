//! What the pages for everybody tell of this server: its settings, in words.

use super::template::Words;
use crate::config::Config;
use core_wasm::protocol::photo::PHOTO_IMAGE_HOST;
use url::Url;

/// The words of a server. What is not set, or switched off, has none.
pub(super) fn of(config: &Config) -> Words {
    let mut words = Words::default();
    words.set("public_url", &config.public_url);

    let site = &config.site;
    if let Some(email) = &site.contact_email {
        words.set("contact_email", email.as_str());
    }
    // What is written in the form is mailed there.
    if config.contact_email().is_some() {
        words.set("contact_form", "");
    }
    if let Some(url) = &site.social_url {
        words.set("social_url", url.as_str());
        words.set("social_name", host(url));
    }
    if site.contact_email.is_some() || site.social_url.is_some() {
        words.set("reach_out", "");
    }
    if let Some(url) = &site.analytics_script_url {
        words.set("analytics_script_url", url.as_str());
    }
    if config.is_invitation_only {
        words.set("invitation_only", "");
    }

    let mut others = false;
    let mut other = |name: &'static str, word: Option<String>| {
        if let Some(word) = word {
            words.set(name, word);
            others = true;
        }
    };
    other("locator", config.weather.locator_url.as_ref().map(host));
    other("forecast", config.weather.forecast_url.as_ref().map(host));
    other("city_search", config.weather.geocoding_url.as_ref().map(host));
    other("photos", config.photos.as_ref().map(|photos| host(&photos.api_url)));
    other("photo_images", config.photos.as_ref().and_then(|_| Url::parse(PHOTO_IMAGE_HOST).ok()).as_ref().map(host));
    other("google", config.google.as_ref().and_then(|google| Url::parse(&google.issuer_url).ok()).as_ref().map(host));
    other("mail", config.mail.as_ref().and_then(|mail| Url::parse(mail.smtp_url.expose()).ok()).as_ref().map(host));
    other("billing", config.billing_portal_url.as_ref().map(host));
    other("analytics", site.analytics_script_url.as_ref().map(host));
    if others {
        words.set("others", "");
    }
    words
}

/// The host of an address, as people call it.
fn host(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    host.strip_prefix("www.").unwrap_or(host).to_owned()
}
