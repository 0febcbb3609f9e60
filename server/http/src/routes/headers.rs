//! Security headers of every response.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use core_wasm::protocol::photo::PHOTO_IMAGE_HOST;
use twentyfour_model::Config;
use url::Url;

/// Returns the Content Security Policy of pages (CSP level 3).
///
/// Only styles are `'unsafe-inline'`: the toasts (goober) and the dialogs' scroll lock (Radix) add `<style>` elements
/// at run time and cannot use a nonce. Under this policy a style can neither run code nor load from other hosts.
/// `'wasm-unsafe-eval'` allows the core to be compiled but no text to be evaluated as code. `connect-src 'self'`
/// includes the live connection: `ws:` and `wss:` of the same host match the page's origin (section 6.7.2.8). If photos
/// are configured, they load from the photo service's own host, as the service requires. If analytics are configured,
/// the script may load from its origin and report page views there, by requests or images. `inline_scripts` are the
/// base64 of the SHA-256 of the page's inline scripts; no other inline script runs.
pub(super) fn page_policy(config: &Config, inline_scripts: &[String]) -> String {
    let photos = config.photos.as_ref().map(|_| format!(" {PHOTO_IMAGE_HOST}")).unwrap_or_default();
    let analytics = analytics_source(config.site.analytics_script_url.as_ref());
    let inline: String = inline_scripts.iter().map(|hash| format!(" 'sha256-{hash}'")).collect();
    format!(
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'{inline}{analytics}; style-src 'self' 'unsafe-inline'; \
         img-src 'self' data:{photos}{analytics}; connect-src 'self'{photos}{analytics}; media-src 'self'; font-src 'self'; \
         worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
}

/// Returns the Content Security Policy of a public page, which does not load the core. `inline_styles` are the base64 of
/// the SHA-256 of the page's inline styles, which render the page before anything else is fetched; no other style
/// applies.
pub(super) fn site_policy(analytics_script: Option<&Url>, inline_styles: &[String]) -> String {
    let analytics = analytics_source(analytics_script);
    // An empty list of sources allows no style.
    let inline: String = inline_styles.iter().map(|hash| format!(" 'sha256-{hash}'")).collect();
    format!(
        "default-src 'self'; script-src 'self'{analytics}; style-src{inline}; img-src 'self'{analytics}; \
         connect-src 'self'{analytics}; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
}

/// Returns the origin of the analytics script as an additional CSP source, or an empty string without analytics.
fn analytics_source(script: Option<&Url>) -> String {
    script.map(|url| format!(" {}", url.origin().ascii_serialization())).unwrap_or_default()
}

/// The policy of API responses: opened as a page, a response may do nothing. Directives for loaded resources fall back
/// to `default-src`.
const API_POLICY: &str = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Headers of every response. The last one keeps other sites from embedding our responses (Fetch, section 3.7).
const COMMON_HEADERS: [(HeaderName, &str); 3] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// An opener policy that cuts other sites off from our windows (HTML, section 7.1.3). Browsers warn about it, and ignore
/// it, without https.
const OPENER_POLICY: (HeaderName, &str) = (HeaderName::from_static("cross-origin-opener-policy"), "same-origin");

/// Returns the value of HSTS: two years (RFC 6797).
fn hsts(includes_subdomains: bool) -> &'static str {
    if includes_subdomains { "max-age=63072000; includeSubDomains" } else { "max-age=63072000" }
}

/// The settings that determine the headers, besides the path.
#[derive(Clone)]
pub(super) struct SecurityHeaders {
    /// The value of HSTS. `None`: the public URL is not https.
    hsts: Option<&'static str>,
    /// The Content Security Policy of responses that set none themselves, such as files of the web build.
    fallback: HeaderValue,
}

impl SecurityHeaders {
    /// Takes the policies from the configuration.
    pub(super) fn new(config: &Config) -> Self {
        // Cannot fail: every part of the policy is valid in a header.
        let fallback = HeaderValue::try_from(page_policy(config, &[])).unwrap_or(HeaderValue::from_static(API_POLICY));
        Self { hsts: config.is_https().then(|| hsts(config.has_hsts_subdomains)), fallback }
    }

    fn write(&self, path: &str, headers: &mut HeaderMap) {
        let mut set = |name: HeaderName, value: &'static str| _ = headers.insert(name, HeaderValue::from_static(value));
        for (name, value) in COMMON_HEADERS {
            set(name, value);
        }
        if let Some(hsts) = self.hsts {
            set(header::STRICT_TRANSPORT_SECURITY, hsts);
            set(OPENER_POLICY.0, OPENER_POLICY.1);
        }
        let is_api = path == "/api" || path.starts_with("/api/");
        // Mailed links, which contain tokens, lead to these pages, and the addresses of calendar feeds are secrets.
        let is_feed = path.starts_with("/calendar/");
        let is_secret = path == "/auth" || path == "/waitlist/leave" || path.starts_with("/unsubscribe/") || is_feed;
        set(header::REFERRER_POLICY, if is_secret { "no-referrer" } else { "strict-origin-when-cross-origin" });
        if is_api || is_feed {
            // Picture responses set their own policy and caching.
            headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(API_POLICY));
            // Responses contain private data and become stale with the next change.
            headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
        } else {
            // Pages of the web build set their own policy, with the hashes of what is inline.
            headers.entry(header::CONTENT_SECURITY_POLICY).or_insert_with(|| self.fallback.clone());
        }
    }
}

/// Adds the security headers to every response. Expects paths without a trailing slash.
pub(super) async fn add_security_headers(
    State(policy): State<SecurityHeaders>,
    request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path().to_owned();
    let mut response = next.run(request).await;
    policy.write(&path, response.headers_mut());
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use twentyfour_model::{PhotoSettings, Secret};

    fn headers(public_url: &str, path: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        SecurityHeaders::new(&Config::new(Secret::new("secret"), public_url)).write(path, &mut headers);
        headers
    }

    #[test]
    fn scripts_are_allowed_only_from_self() {
        let policy = &headers("http://127.0.0.1", "/")["content-security-policy"];
        let scripts = policy.to_str().unwrap().split(';').find(|part| part.trim().starts_with("script-src")).unwrap();
        assert_eq!(scripts.trim(), "script-src 'self' 'wasm-unsafe-eval'");
        // The service worker and what it requests. `manifest-src` falls back to `default-src`.
        for part in
            ["default-src 'self'", "worker-src 'self'", "connect-src 'self'", "object-src 'none'", "base-uri 'none'"]
        {
            assert!(policy.to_str().unwrap().contains(part), "{part}");
        }
    }

    #[test]
    fn hsts_is_sent_only_with_https() {
        for path in ["/", "/api/health"] {
            assert_eq!(headers("https://twentyfour.example", path)["strict-transport-security"], "max-age=63072000");
            assert!(!headers("http://192.168.1.2", path).contains_key("strict-transport-security"));
        }
    }

    #[test]
    fn hsts_includes_subdomains_only_by_the_setting() {
        let mut config = Config::new(Secret::new("secret"), "https://twentyfour.example");
        config.has_hsts_subdomains = true;
        let mut headers = HeaderMap::new();
        SecurityHeaders::new(&config).write("/", &mut headers);
        assert_eq!(headers["strict-transport-security"], "max-age=63072000; includeSubDomains");
    }

    #[test]
    fn api_policy_applies_to_api_paths_only() {
        for (path, is_api) in [("/api", true), ("/api/x", true), ("/apix", false), ("/app/api", false)] {
            let policy = &headers("http://127.0.0.1", path)["content-security-policy"];
            assert_eq!(policy == API_POLICY, is_api, "{path}");
        }
    }

    #[test]
    fn photo_host_is_allowed_only_with_photos_enabled() {
        let mut config = Config::new(Secret::new("secret"), "http://127.0.0.1");
        assert!(!page_policy(&config, &[]).contains("unsplash"));
        let api_url = "https://api.unsplash.com".parse().unwrap();
        config.photos = Some(PhotoSettings { api_url, access_key: Secret::new("key") });
        let policy = page_policy(&config, &[]);
        for part in
            ["img-src 'self' data: https://images.unsplash.com;", "connect-src 'self' https://images.unsplash.com;"]
        {
            assert!(policy.contains(part), "{policy}");
        }
    }

    #[test]
    fn analytics_origin_is_allowed_only_when_configured() {
        let mut config = Config::new(Secret::new("secret"), "http://127.0.0.1");
        let without = page_policy(&config, &[]);
        config.site.analytics_script_url = Some("https://analytics.example:8443/js/script.js?site=24".parse().unwrap());
        let policy = page_policy(&config, &[]);
        let changed = |part: &str| part.replace(" https://analytics.example:8443", "");
        for (part, before) in policy.split("; ").zip(without.split("; ")) {
            let is_allowed = ["script-src", "img-src", "connect-src"].iter().any(|name| part.starts_with(name));
            assert_eq!(part.ends_with(" https://analytics.example:8443"), is_allowed, "{part}");
            assert_eq!(changed(part), before);
        }
    }

    #[test]
    fn pages_linked_from_mails_send_no_referrer() {
        for path in ["/auth", "/waitlist/leave", "/unsubscribe/token", "/calendar/token.ics"] {
            assert_eq!(headers("https://twentyfour.example", path)["referrer-policy"], "no-referrer", "{path}");
        }
        let waitlist = &headers("https://twentyfour.example", "/waitlist")["referrer-policy"];
        assert_eq!(waitlist, "strict-origin-when-cross-origin");
    }
}
