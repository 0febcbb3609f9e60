//! The public pages and the app's page: HTML templates of the web build, rendered with the server's settings. Rendered
//! pages are cached until the year, which they show, changes.

mod context;
mod template;

use super::headers::{page_policy, site_policy};
use super::negotiation::{accepts_encoding, matches_etag};
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, Datelike};
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::{EmbeddedFile, RustEmbed};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Arc, PoisonError, RwLock};
use template::TemplateContext;
use twentyfour_model::Clock;
use twentyfour_model::Config;
use twentyfour_model::token::hex;

/// The page for all routes of the app.
pub(super) const APP_PAGE: &str = "index.html";

/// The page for unknown paths.
const NOT_FOUND: &str = "site/not-found.html";

/// The public pages: paths and files in the build. Those in the sitemap come first.
const PAGES: [(&str, &str); 6] = [
    ("/", "site/landing.html"),
    ("/waitlist", "site/waitlist.html"),
    ("/about", "site/about.html"),
    ("/contact", "site/contact.html"),
    ("/privacy", "site/privacy.html"),
    ("/waitlist/leave", "site/leave-waitlist.html"),
];

/// The number of pages in the sitemap. The last page is useful only with a mailed link.
const SITEMAP_PAGES: usize = 5;

/// The rendered pages. Clones share them.
#[derive(Clone)]
pub(super) struct Site(Arc<SiteState>);

struct SiteState {
    context: TemplateContext,
    config: Config,
    clock: Clock,
    /// The rendered pages by file name.
    rendered: RwLock<BTreeMap<&'static str, Arc<RenderedPage>>>,
}

/// A rendered page.
struct RenderedPage {
    /// The hash of the template and the year that the page was rendered with.
    source: [u8; 32],
    year: i32,
    text: Bytes,
    /// `text`, compressed with gzip.
    compressed: Bytes,
    /// The ETag without the suffix for the encoding.
    tag: String,
    /// The Content Security Policy, which allows only the inline scripts (app) or inline styles (public pages) of this page.
    policy: Option<HeaderValue>,
}

impl Site {
    /// Makes the site from the server's settings. `clock` provides the year.
    pub(super) fn new(config: &Config, clock: Clock) -> Self {
        Self(Arc::new(SiteState {
            context: context::from_config(config),
            config: config.clone(),
            clock,
            rendered: RwLock::default(),
        }))
    }

    /// Returns the page at a path with its status, or `None` if the web build is missing.
    pub(super) fn page<Build: RustEmbed>(&self, path: &str, request: &HeaderMap) -> Option<Response> {
        let (name, status) = page_for(path);
        let page = self.rendered(name, &Build::get(name)?).inspect_err(|error| {
            tracing::error!(page = name, %error, "cannot render a page of the web build");
        });
        let page = page.ok()?;
        Some(respond(&page, status, request))
    }

    /// Returns robots.txt (RFC 9309), which allows crawlers only on the public pages.
    pub(super) fn robots(&self) -> Response {
        let text = format!(
            "User-agent: *\nDisallow: /app$\nDisallow: /app/\nDisallow: /api/\nDisallow: /auth\nDisallow: /join/\nDisallow: /public/\nDisallow: /unsubscribe/\nSitemap: {}/sitemap.xml\n",
            self.0.config.public_url
        );
        text_response("text/plain; charset=utf-8", text)
    }

    /// Returns the sitemap (sitemaps.org, protocol 0.9).
    pub(super) fn sitemap(&self) -> Response {
        let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
            <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n"
            .to_owned();
        for (path, _) in &PAGES[..SITEMAP_PAGES] {
            let template = format!("<url><loc>[[public_url]]{path}</loc></url>\n");
            text += &template::render(&template, &self.0.context)
                .unwrap_or_else(|error| unreachable!("the public URL is always set: {error}"));
        }
        text += "</urlset>\n";
        text_response("application/xml; charset=utf-8", text)
    }

    fn rendered(&self, name: &'static str, file: &EmbeddedFile) -> Result<Arc<RenderedPage>, minijinja::Error> {
        let year = DateTime::from_timestamp_millis((self.0.clock)().millis()).unwrap_or_default().year();
        let source = file.metadata.sha256_hash();
        let is_current = |page: &&Arc<RenderedPage>| page.year == year && page.source == source;
        // A poisoned lock is safe to use, since only complete pages are inserted.
        let known =
            self.0.rendered.read().unwrap_or_else(PoisonError::into_inner).get(name).filter(is_current).cloned();
        if let Some(page) = known {
            return Ok(page);
        }
        let page = Arc::new(self.render(name, file, source, year)?);
        self.0.rendered.write().unwrap_or_else(PoisonError::into_inner).insert(name, page.clone());
        Ok(page)
    }

    fn render(
        &self,
        name: &str,
        file: &EmbeddedFile,
        source: [u8; 32],
        year: i32,
    ) -> Result<RenderedPage, minijinja::Error> {
        let mut context = self.0.context.clone();
        context.set("year", year.to_string());
        let text = template::render(&String::from_utf8_lossy(&file.data), &context)?;
        let config = &self.0.config;
        let policy = if name == APP_PAGE {
            page_policy(config, &inline_hashes(&text, "script"))
        } else {
            site_policy(config.site.analytics_script_url.as_ref(), &inline_hashes(&text, "style"))
        };
        Ok(RenderedPage {
            source,
            year,
            compressed: gzip(text.as_bytes()),
            tag: hex(&Sha256::digest(&text)[..16]),
            policy: HeaderValue::try_from(policy).ok(),
            text: text.into(),
        })
    }
}

/// Returns the file and the status of the page at a path. Expects paths without a trailing slash.
fn page_for(path: &str) -> (&'static str, StatusCode) {
    if let Some((_, file)) = PAGES.iter().find(|(known, _)| *known == path) {
        return (file, StatusCode::OK);
    }
    if is_app_route(path) { (APP_PAGE, StatusCode::OK) } else { (NOT_FOUND, StatusCode::NOT_FOUND) }
}

/// Returns whether a path is a route of the app.
fn is_app_route(path: &str) -> bool {
    let segments: Vec<&str> = path.split('/').skip(1).collect();
    match segments.as_slice() {
        ["auth" | "app" | "test"]
        | ["app", "admin" | "inbox" | "notes" | "tasks" | "search" | "stats" | "settings" | "trash" | "b"] => true,
        ["app", "b" | "project" | "notes", of] | ["join" | "public" | "unsubscribe", of] => !of.is_empty(),
        _ => false,
    }
}

fn respond(page: &RenderedPage, status: StatusCode, request: &HeaderMap) -> Response {
    let is_compressed = accepts_encoding(request, "gzip");
    // A strong ETag must differ between the compressed and the plain bytes.
    let tag = format!("\"{}{}\"", page.tag, if is_compressed { "-gz" } else { "" });
    let is_fresh = status == StatusCode::OK && matches_etag(request, &tag);
    let (status, body) = match is_fresh {
        true => (StatusCode::NOT_MODIFIED, Body::empty()),
        false => (status, Body::from(if is_compressed { page.compressed.clone() } else { page.text.clone() })),
    };
    let mut response = (status, body).into_response();
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value: &'static str| _ = headers.insert(name, HeaderValue::from_static(value));
    set(header::CACHE_CONTROL, "no-cache");
    set(header::VARY, "Accept-Encoding");
    set(header::CONTENT_TYPE, "text/html; charset=utf-8");
    if is_compressed {
        set(header::CONTENT_ENCODING, "gzip");
    }
    if let Ok(tag) = HeaderValue::try_from(tag) {
        headers.insert(header::ETAG, tag);
    }
    if let Some(policy) = &page.policy {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy.clone());
    }
    response
}

/// Returns a short text response that is built for each request.
fn text_response(content_type: &'static str, text: String) -> Response {
    let content_type = HeaderValue::from_static(content_type);
    let caching = HeaderValue::from_static("no-cache");
    ([(header::CONTENT_TYPE, content_type), (header::CACHE_CONTROL, caching)], text).into_response()
}

/// Returns the base64 of the SHA-256 of a page's inline scripts or styles, as a Content Security Policy contains them
/// (level 3, section 6.7.2.5).
fn inline_hashes(page: &str, element: &str) -> Vec<String> {
    let (start, end) = (format!("<{element}"), format!("</{element}>"));
    let elements = page.split(&start).skip(1);
    let contents = elements.filter_map(|rest| rest.split_once('>')?.1.split_once(&end)).map(|(content, _)| content);
    contents.filter(|content| !content.is_empty()).map(|content| STANDARD.encode(Sha256::digest(content))).collect()
}

/// Compresses with gzip at the best level, since each page is compressed only once.
fn gzip(text: &[u8]) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to memory cannot fail.
    let written = encoder.write_all(text).and_then(|()| encoder.finish());
    written.unwrap_or_default().into()
}

#[cfg(test)]
mod tests;
