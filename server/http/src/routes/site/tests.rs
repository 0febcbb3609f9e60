use super::*;
use core_wasm::protocol::stored::local_key;
use core_wasm::protocol::text::Email;
use core_wasm::protocol::time::Timestamp;
use std::sync::atomic::{AtomicI64, Ordering};
use twentyfour_model::{GoogleSettings, MailSettings, PhotoSettings, Secret};

/// A small web build.
#[derive(RustEmbed)]
#[folder = "tests/web_build"]
struct Fixture;

/// The folder of the page sources, from which the web build makes the templates.
#[derive(RustEmbed)]
#[folder = "../../web/site"]
struct PageSources;

/// 2026-12-31T23:59:59Z.
const LAST_SECOND: i64 = 1_798_761_599_000;

fn config() -> Config {
    Config::new(Secret::new("secret"), "https://twentyfour.example")
}

/// A configuration with every setting, and values that try to break out of HTML.
fn full_config() -> Config {
    let mut config = config();
    let url = |text: &str| Some(text.parse().unwrap());
    config.site.contact_email = Some(Email::parse("o'hara+24@twentyfour.example").unwrap());
    config.site.social_url = url("https://www.social.example/@24?a=1&b=%22%3E");
    config.site.analytics_script_url = url("https://analytics.example/script.js?a=1&b='2'");
    config.weather.geoip_url = url("https://locator.example");
    config.weather.forecast_url = url("https://forecast.example");
    config.weather.geocoding_url = url("https://cities.example");
    config.photos =
        Some(PhotoSettings { api_url: "https://photos.example".parse().unwrap(), access_key: Secret::new("key") });
    config.google = Some(GoogleSettings {
        issuer_url: "https://openid.example".to_owned(),
        client_id: "us".to_owned(),
        client_secret: Secret::new("secret"),
    });
    config.mail = Some(MailSettings {
        smtp_url: Secret::new("smtp://mail.example"),
        from: "us@twentyfour.example".to_owned(),
        trusted_certificates: Vec::new(),
    });
    config.billing_portal_url = url("https://billing.example");
    config.is_invitation_only = true;
    config
}

fn site(config: &Config) -> Site {
    Site::new(config, Arc::new(|| Timestamp::from_millis(LAST_SECOND)))
}

async fn get_page(site: &Site, path: &str, headers: &[(HeaderName, &str)]) -> (StatusCode, HeaderMap, Vec<u8>) {
    let headers = headers.iter().map(|(name, value)| (name.clone(), HeaderValue::from_str(value).unwrap())).collect();
    let (parts, body) = site.page::<Fixture>(path, &headers).unwrap().into_parts();
    (parts.status, parts.headers, axum::body::to_bytes(body, usize::MAX).await.unwrap().to_vec())
}

async fn text(site: &Site, path: &str) -> String {
    String::from_utf8(get_page(site, path, &[]).await.2).unwrap()
}

/// Returns the variables that a page uses, in conditions and in its text.
fn variables(page: &str) -> Vec<String> {
    let conditions = page.split("<!--{ if ").skip(1).map(|rest| rest.split(" }-->").next().unwrap());
    let conditions = conditions.map(|condition| condition.trim_start_matches("not "));
    let printed = page.split("[[").skip(1).map(|rest| rest.split("]]").next().unwrap());
    conditions.chain(printed).map(str::to_owned).collect()
}

#[tokio::test]
async fn year_follows_the_clock() {
    let now = Arc::new(AtomicI64::new(LAST_SECOND));
    let clock = now.clone();
    let site = Site::new(&config(), Arc::new(move || Timestamp::from_millis(clock.load(Ordering::SeqCst))));
    assert!(text(&site, "/").await.contains("<p>© 2026</p>"));
    let (_, before, _) = get_page(&site, "/", &[]).await;
    now.fetch_add(1_000, Ordering::SeqCst);
    assert!(text(&site, "/").await.contains("<p>© 2027</p>"));
    // A cached page from last year is not valid any more.
    let known = before["etag"].to_str().unwrap();
    assert_eq!(get_page(&site, "/", &[(header::IF_NONE_MATCH, known)]).await.0, StatusCode::OK);
}

#[tokio::test]
async fn pages_show_only_configured_settings() {
    let bare = site(&config());
    let landing = text(&bare, "/").await;
    assert!(landing.contains("<link rel=\"canonical\" href=\"https://twentyfour.example/\">"), "{landing}");
    assert!(!landing.contains("mailto") && !landing.contains("<!--"), "{landing}");
    let contact = text(&bare, "/contact").await;
    assert!(contact.contains("Nobody is named.") && !contact.contains("<form>"), "{contact}");
    assert!(!text(&bare, "/app").await.contains("analytics-script"));

    let set = site(&full_config());
    let landing = text(&set, "/").await;
    let link = "<a href=\"mailto:o&#39;hara+24@twentyfour.example\">o&#39;hara+24@twentyfour.example</a>";
    assert!(landing.contains(link), "{landing}");
    let link = "<a href=\"https://www.social.example/@24?a=1&amp;b=%22%3E\">social.example</a>";
    assert!(landing.contains(link), "{landing}");
    let contact = text(&set, "/contact").await;
    assert!(!contact.contains("Nobody is named.") && contact.contains("<form>"), "{contact}");
    let meta = "<meta name=\"analytics-script\" content=\"https://analytics.example/script.js?a=1&amp;b=%272%27\">";
    for path in ["/app", "/app/b/groceries-7f3k", "/auth", "/test"] {
        assert!(text(&set, path).await.contains(meta), "{path}");
    }

    // A profile on another site is a way to contact somebody, but the form cannot send to it.
    let mut config = config();
    config.site.social_url = full_config().site.social_url;
    let social = site(&config);
    // An address is not enough for the form if mail is not configured.
    config.site = full_config().site;
    let contact = text(&site(&config), "/contact").await;
    assert!(!contact.contains("Nobody is named.") && !contact.contains("<form>"), "{contact}");
    let landing = text(&social, "/").await;
    assert!(landing.contains("social.example") && !landing.contains("mailto"), "{landing}");
    let contact = text(&social, "/contact").await;
    assert!(!contact.contains("Nobody is named.") && !contact.contains("<form>"), "{contact}");
}

#[tokio::test]
async fn page_csp_allows_only_its_own_styles() {
    for (config, analytics) in [(config(), ""), (full_config(), " https://analytics.example")] {
        let site = site(&config);
        for (path, styles) in [("/", 1), ("/about", 2), ("/contact", 0)] {
            let (_, headers, body) = get_page(&site, path, &[]).await;
            let page = String::from_utf8(body).unwrap();
            let contents = page.split("<style>").skip(1).map(|rest| rest.split_once("</style>").unwrap().0);
            let hashes: Vec<String> =
                contents.map(|style| format!(" 'sha256-{}'", STANDARD.encode(Sha256::digest(style)))).collect();
            assert_eq!(hashes.len(), styles, "{path}");
            let policy = headers["content-security-policy"].to_str().unwrap();
            let parts: Vec<String> = policy.split("; ").map(str::to_owned).collect();
            assert!(parts.contains(&format!("style-src{}", hashes.concat())), "{path}: {policy}");
            assert!(parts.contains(&format!("script-src 'self'{analytics}")), "{path}: {policy}");
            assert!(!policy.contains("unsafe"), "{path}: {policy}");
        }
    }
}

#[tokio::test]
async fn app_csp_allows_only_its_own_inline_scripts() {
    for (config, analytics) in [(config(), ""), (full_config(), " https://analytics.example")] {
        let (_, headers, _) = get_page(&site(&config), "/app", &[]).await;
        let policy = headers["content-security-policy"].to_str().unwrap();
        let hashes =
            ["first()", "second()"].map(|script| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(script))));
        let scripts = format!("; script-src 'self' 'wasm-unsafe-eval' {} {}{analytics};", hashes[0], hashes[1]);
        assert!(policy.contains(&scripts), "{policy}");
    }
}

#[tokio::test]
async fn pages_are_gzipped_when_accepted() {
    let site = site(&config());
    let (_, plain, text) = get_page(&site, "/", &[]).await;
    assert!(!plain.contains_key("content-encoding"));
    let (_, compressed, bytes) = get_page(&site, "/", &[(header::ACCEPT_ENCODING, "br, gzip")]).await;
    assert_eq!(compressed["content-encoding"], "gzip");
    assert_eq!(compressed["content-type"], "text/html; charset=utf-8");
    assert_eq!((&compressed["vary"], &compressed["cache-control"]), (&plain["vary"], &plain["cache-control"]));
    assert_ne!(compressed["etag"], plain["etag"]);
    let mut unpacked = Vec::new();
    std::io::copy(&mut flate2::read::GzDecoder::new(bytes.as_slice()), &mut unpacked).unwrap();
    assert_eq!(unpacked, text);
}

#[tokio::test]
async fn robots_and_sitemap_list_public_pages() {
    let read = async |response: Response| {
        let bytes = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
        String::from_utf8(bytes.to_vec()).unwrap()
    };
    let mut config = config();
    config.public_url = "https://twentyfour.example/&".to_owned();
    let site = site(&config);
    let robots = read(site.robots()).await;
    for path in ["/app$", "/app/", "/api/", "/auth", "/join/", "/public/", "/unsubscribe/"] {
        assert!(robots.contains(&format!("\nDisallow: {path}\n")), "{robots}");
    }
    assert!(robots.ends_with("\nSitemap: https://twentyfour.example/&/sitemap.xml\n"), "{robots}");
    let sitemap = site.sitemap();
    assert_eq!(sitemap.headers()["content-type"], "application/xml; charset=utf-8");
    let sitemap = read(sitemap).await;
    for path in ["/", "/waitlist", "/about", "/contact", "/privacy"] {
        assert!(sitemap.contains(&format!("<loc>https://twentyfour.example/&amp;{path}</loc>")), "{sitemap}");
    }
    assert!(!sitemap.contains("leave") && sitemap.matches("<url>").count() == 5, "{sitemap}");
}

#[test]
fn known_routes_serve_a_page_and_others_404() {
    for path in [
        "/auth",
        "/app",
        "/app/inbox",
        "/app/notes",
        "/app/notes/0192f0c1",
        "/app/tasks",
        "/app/search",
        "/app/stats",
        "/app/admin",
        "/app/trash",
        "/app/settings",
        "/app/b",
        "/app/b/groceries-7f3k",
        "/app/project/0192f0c1",
        "/join/a-Code_7",
        "/public/a-Code_7",
        "/unsubscribe/a-Token_7",
        "/test",
    ] {
        assert_eq!(page_for(path), (APP_PAGE, StatusCode::OK), "{path}");
    }
    for (path, file) in PAGES {
        assert_eq!(page_for(path), (file, StatusCode::OK));
    }
    for path in [
        "/nowhere",
        "/app/nowhere",
        "/app/b/x/y",
        "/app/project",
        "/join",
        "/join/",
        "/join/a/b",
        "/public",
        "/public/a/b",
        "/unsubscribe/",
        "/app/inbox/x",
        "/appx",
        "/wp-login.php",
        "//",
        "/waitlist/x",
        "/site",
    ] {
        assert_eq!(page_for(path), (NOT_FOUND, StatusCode::NOT_FOUND), "{path}");
    }
}

#[test]
fn every_template_variable_is_defined() {
    let mut known = context::from_config(&full_config());
    known.set("year", "2026");
    let mut count = 0;
    for file in PageSources::iter().filter(|file| file.ends_with(".html")) {
        let source = PageSources::get(&file).unwrap();
        let page = std::str::from_utf8(&source.data).unwrap();
        for name in variables(page) {
            assert!(known.contains(&name), "{file} uses {name}");
        }
        // Without settings, every variable that is not set is within a condition, and each block ends.
        let mut bare = context::from_config(&config());
        bare.set("year", "2026");
        for context in [&known, &bare] {
            let rendered = template::render(page, context).unwrap_or_else(|error| panic!("{file}: {error}"));
            assert!(variables(&rendered).is_empty() && !rendered.contains("<!--"), "{file}");
        }
        count += 1;
    }
    assert!(count >= 7, "too few pages were found");
}

#[test]
fn privacy_page_lists_all_storage_keys() {
    let source = PageSources::get("privacy.html").unwrap();
    let page = std::str::from_utf8(&source.data).unwrap();
    for key in [
        local_key::ACCESS_TOKEN,
        local_key::REFRESH_TOKEN,
        local_key::TIMER_STATE,
        local_key::TIMER_SESSION,
        local_key::TIMER_LAST_SEEN,
        local_key::THEME,
        local_key::FOCUS_TIME,
        local_key::USER,
        local_key::GUEST_NAME,
        local_key::RETURN_PATH,
        local_key::PREFERENCES,
        local_key::LATITUDE,
        local_key::LONGITUDE,
        local_key::CITY,
        local_key::PLACE_CHOSEN,
        local_key::WEATHER,
        local_key::BACKGROUND,
    ] {
        assert!(page.contains(&format!("<code>{key}</code>")), "{key}");
    }
}
