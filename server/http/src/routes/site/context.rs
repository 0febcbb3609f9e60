//! Template variables of the public pages, from the server's settings.

use super::template::TemplateContext;
use core_wasm::protocol::photo::PHOTO_IMAGE_HOST;
use twentyfour_model::Config;
use url::Url;

/// Returns the variables of a server. Settings that are missing or disabled set no variable.
pub(super) fn from_config(config: &Config) -> TemplateContext {
    let mut context = TemplateContext::default();
    context.set("public_url", config.public_url.as_str());

    let site = &config.site;
    if let Some(email) = &site.contact_email {
        context.set("contact_email", email.as_str());
    }
    // Messages from the form are sent to this address.
    if config.contact_email().is_some() {
        context.set("contact_form", true);
    }
    if let Some(url) = &site.social_url {
        context.set("social_url", url.as_str());
        context.set("social_name", host(url));
    }
    if site.contact_email.is_some() || site.social_url.is_some() {
        context.set("has_contact", true);
    }
    if let Some(url) = &site.analytics_script_url {
        context.set("analytics_script_url", url.as_str());
    }
    if config.is_invitation_only {
        context.set("invitation_only", true);
    }

    let mut has_third_parties = false;
    let mut third_party = |name: &'static str, value: Option<String>| {
        if let Some(value) = value {
            context.set(name, value);
            has_third_parties = true;
        }
    };
    third_party("geoip", config.weather.geoip_url.as_ref().map(host));
    third_party("forecast", config.weather.forecast_url.as_ref().map(host));
    third_party("city_search", config.weather.geocoding_url.as_ref().map(host));
    third_party("photos", config.photos.as_ref().map(|photos| host(&photos.api_url)));
    third_party(
        "photo_images",
        config.photos.as_ref().and_then(|_| Url::parse(PHOTO_IMAGE_HOST).ok()).as_ref().map(host),
    );
    third_party(
        "google",
        config.google.as_ref().and_then(|google| Url::parse(&google.issuer_url).ok()).as_ref().map(host),
    );
    third_party(
        "mail",
        config.mail.as_ref().and_then(|mail| Url::parse(mail.smtp_url.expose()).ok()).as_ref().map(host),
    );
    third_party("billing", config.billing_portal_url.as_ref().map(host));
    third_party("analytics", site.analytics_script_url.as_ref().map(host));
    if has_third_parties {
        context.set("has_third_parties", true);
    }
    context
}

/// Returns the host of a URL without `www.`.
fn host(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    host.strip_prefix("www.").unwrap_or(host).to_owned()
}
