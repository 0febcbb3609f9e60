//! The files of the embedded web build, and its pages, which [`Site`] renders.

use super::negotiation::{accepts_encoding, matches_etag};
use super::site::{self, Site};
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use core_wasm::protocol::error::ErrorCode;
use rust_embed::{EmbeddedFile, RustEmbed};
use std::borrow::Cow;

/// The embedded web build. A debug build reads it from the disk at each request. It may be empty.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct WebBuild;

/// A compressed form of the build's files, made in advance.
struct CompressedForm {
    encoding: &'static str,
    extension: &'static str,
    /// The end of the ETag.
    tag_suffix: &'static str,
}

/// The compressed forms, the smallest first. Browsers accept Brotli only over https and from localhost.
const COMPRESSED_FORMS: [CompressedForm; 2] = [
    CompressedForm { encoding: "br", extension: ".br", tag_suffix: "-br" },
    CompressedForm { encoding: "gzip", extension: ".gz", tag_suffix: "-gz" },
];

/// Serves a file of the build, or the page at the path.
pub(super) async fn serve(State(site): State<Site>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    serve_from::<WebBuild>(&site, &method, &uri, &headers)
}

fn serve_from<Build: RustEmbed>(site: &Site, method: &Method, uri: &Uri, headers: &HeaderMap) -> Response {
    if *method != Method::GET && *method != Method::HEAD {
        return crate::error::ApiError::from(ErrorCode::MethodNotAllowed).into_response();
    }
    match uri.path() {
        "/robots.txt" => return site.robots(),
        "/sitemap.xml" => return site.sitemap(),
        _ => {}
    }
    let path = uri.path().trim_start_matches('/');
    // Pages have their own URLs, and compressed files are served under the name of the original.
    let is_compressed = COMPRESSED_FORMS.iter().any(|form| path.ends_with(form.extension));
    let is_file = !path.is_empty() && path != site::APP_PAGE && !path.starts_with("site/") && !is_compressed;
    if let Some(file) = Build::get(path).filter(|_| is_file) {
        return respond::<Build>(path, file, headers);
    }
    site.page::<Build>(uri.path(), headers).unwrap_or_else(|| {
        (StatusCode::NOT_FOUND, "The web build is missing. Run `cargo xtask build`.\n").into_response()
    })
}

fn respond<Build: RustEmbed>(path: &str, file: EmbeddedFile, request: &HeaderMap) -> Response {
    let compressed = COMPRESSED_FORMS.iter().filter(|form| accepts_encoding(request, form.encoding)).find_map(|form| {
        let file = Build::get(&format!("{path}{}", form.extension))?;
        Some((form, file))
    });
    let form = compressed.as_ref().map(|(form, _)| *form);
    // A strong ETag must differ between the compressed and the plain bytes.
    let tag = format!("\"{}{}\"", file_hash(&file), form.map_or("", |form| form.tag_suffix));
    let is_fresh = matches_etag(request, &tag);
    let mime = file.metadata.mimetype().to_owned();
    let is_text = mime.starts_with("text/") || mime == "application/javascript" || mime == "application/json";
    let body = match compressed.map_or(file, |(_, file)| file).data {
        _ if is_fresh => Body::empty(),
        Cow::Borrowed(bytes) => Body::from(Bytes::from_static(bytes)),
        Cow::Owned(bytes) => Body::from(bytes),
    };
    let status = if is_fresh { StatusCode::NOT_MODIFIED } else { StatusCode::OK };
    let caching = match path.split_once('/') {
        // Vite puts a content hash into these names, so the content never changes.
        Some(("assets", _)) => "public, max-age=31536000, immutable",
        // If one of these pictures is replaced, clients may keep the old one for a month.
        Some(("features" | "wallpapers", _)) => "public, max-age=2592000",
        _ => "no-cache",
    };

    let mut response = (status, body).into_response();
    let headers = response.headers_mut();
    for (name, value) in [(header::CACHE_CONTROL, caching), (header::VARY, "Accept-Encoding")] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let content_type = if is_text { format!("{mime}; charset=utf-8") } else { mime };
    for (name, value) in [(header::ETAG, tag), (header::CONTENT_TYPE, content_type)] {
        if let Ok(value) = HeaderValue::from_str(&value) {
            headers.insert(name, value);
        }
    }
    if let Some(form) = form {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(form.encoding));
    }
    response
}

/// Returns half of the file's SHA-256, which was computed when the file was embedded, in hexadecimal.
fn file_hash(file: &EmbeddedFile) -> String {
    twentyfour_model::token::hex(&file.metadata.sha256_hash()[..16])
}

#[cfg(test)]
mod tests {
    use super::*;
    use core_wasm::protocol::time::Timestamp;
    use std::sync::Arc;
    use twentyfour_model::{Config, Secret};

    /// A small web build: pages, a module with a compressed form, and a sound.
    #[derive(RustEmbed)]
    #[folder = "tests/web_build"]
    struct Fixture;

    async fn get(path: &str, headers: &[(header::HeaderName, &str)]) -> (StatusCode, HeaderMap, Vec<u8>) {
        let headers =
            headers.iter().map(|(name, value)| (name.clone(), HeaderValue::from_str(value).unwrap())).collect();
        let config = Config::new(Secret::new("secret"), "https://twentyfour.example");
        let site = Site::new(&config, Arc::new(|| Timestamp::from_millis(0)));
        let response = serve_from::<Fixture>(&site, &Method::GET, &path.parse().unwrap(), &headers);
        let (parts, body) = response.into_parts();
        (parts.status, parts.headers, axum::body::to_bytes(body, usize::MAX).await.unwrap().to_vec())
    }

    #[tokio::test]
    async fn known_pages_return_200_and_others_404() {
        for (path, status, title) in [
            ("/", 200, "Landing"),
            ("/app/b/groceries-7f3k", 200, "App"),
            ("/nowhere", 404, "Not found"),
            ("/index.html", 404, "Not found"),
            ("/site/landing.html", 404, "Not found"),
            ("/site/not-found.html", 404, "Not found"),
        ] {
            let (found, headers, body) = get(path, &[]).await;
            assert_eq!(found.as_u16(), status, "{path}");
            assert!(String::from_utf8(body).unwrap().contains(&format!("<title>{title}</title>")), "{path}");
            assert_eq!(headers["content-type"], "text/html; charset=utf-8");
            assert_eq!(headers["cache-control"], "no-cache");
        }
    }

    #[tokio::test]
    async fn assets_are_immutable_and_compressed_when_accepted() {
        let (status, plain, body) = get("/assets/app-1.js", &[]).await;
        assert_eq!((status, body.as_slice()), (StatusCode::OK, &b"console.log(1);\n"[..]));
        assert_eq!(plain["content-type"], "text/javascript; charset=utf-8");
        assert_eq!(plain["cache-control"], "public, max-age=31536000, immutable");
        assert_eq!(plain["vary"], "Accept-Encoding");
        assert!(!plain.contains_key("content-encoding"));
        let (_, compressed, body) = get("/assets/app-1.js", &[(header::ACCEPT_ENCODING, "gzip, br")]).await;
        assert_eq!(
            (&compressed["content-encoding"], body.as_slice()),
            (&HeaderValue::from_static("br"), &b"compressed\n"[..])
        );
        assert_eq!(compressed["content-type"], plain["content-type"]);
        let (_, gzip, body) = get("/assets/app-1.js", &[(header::ACCEPT_ENCODING, "gzip, deflate")]).await;
        assert_eq!(
            (&gzip["content-encoding"], body.as_slice()),
            (&HeaderValue::from_static("gzip"), &b"gzipped\n"[..])
        );
        assert_eq!((&gzip["content-type"], &gzip["vary"]), (&plain["content-type"], &plain["vary"]));
        // A strong ETag names one encoding, and is compared with that of the encoding that would be sent.
        let tags = [&plain, &compressed, &gzip].map(|headers| headers["etag"].to_str().unwrap().to_owned());
        assert!(tags[0] != tags[1] && tags[0] != tags[2] && tags[1] != tags[2], "{tags:?}");
        for (encodings, own) in [("", &tags[0]), ("br", &tags[1]), ("gzip", &tags[2])] {
            for tag in &tags {
                let request = [(header::ACCEPT_ENCODING, encodings), (header::IF_NONE_MATCH, tag.as_str())];
                let status = if tag == own { StatusCode::NOT_MODIFIED } else { StatusCode::OK };
                assert_eq!(get("/assets/app-1.js", &request).await.0, status, "{encodings} {tag}");
            }
        }
        let (status, headers, _) = get("/sounds/bell.mp3", &[(header::ACCEPT_ENCODING, "br")]).await;
        assert_eq!((status, &headers["content-type"]), (StatusCode::OK, &HeaderValue::from_static("audio/mpeg")));
        assert_eq!(headers["cache-control"], "no-cache");
        assert!(!headers.contains_key("content-encoding"));
        for path in ["/assets/app-1.js.br", "/assets/app-1.js.gz"] {
            assert_eq!(get(path, &[]).await.0, StatusCode::NOT_FOUND, "{path}");
        }
        let (status, headers, _) = get("/wallpapers/dusk-1280.webp", &[]).await;
        assert_eq!((status, &headers["content-type"]), (StatusCode::OK, &HeaderValue::from_static("image/webp")));
        assert_eq!(headers["cache-control"], "public, max-age=2592000");
    }

    #[tokio::test]
    async fn service_worker_is_not_cached() {
        let (status, headers, _) = get("/service-worker.js", &[]).await;
        assert_eq!(status, StatusCode::OK);
        // A browser does not run a worker with another type, and a cached worker would never be updated.
        assert_eq!(headers["content-type"], "text/javascript; charset=utf-8");
        assert_eq!(headers["cache-control"], "no-cache");
        let (status, headers, _) = get("/manifest.webmanifest", &[]).await;
        assert_eq!(
            (status, &headers["content-type"]),
            (StatusCode::OK, &HeaderValue::from_static("application/manifest+json"))
        );
        assert_eq!(headers["cache-control"], "no-cache");
    }

    #[tokio::test]
    async fn matching_etag_returns_304() {
        for path in ["/assets/app-1.js", "/", "/app"] {
            let (_, headers, _) = get(path, &[]).await;
            let tag = headers["etag"].to_str().unwrap().to_owned();
            for known in [tag.clone(), format!("\"other\", {tag}"), format!("W/{tag}"), "*".to_owned()] {
                let (status, headers, body) = get(path, &[(header::IF_NONE_MATCH, &known)]).await;
                assert_eq!((status, body.len()), (StatusCode::NOT_MODIFIED, 0), "{path} {known}");
                assert_eq!(headers["etag"], tag.as_str());
            }
            assert_eq!(get(path, &[(header::IF_NONE_MATCH, "\"other\"")]).await.0, StatusCode::OK);
        }
        // A missing page returns 404 even if the browser has it cached.
        let (_, headers, _) = get("/nowhere", &[]).await;
        let known = headers["etag"].to_str().unwrap();
        assert_eq!(get("/nowhere", &[(header::IF_NONE_MATCH, known)]).await.0, StatusCode::NOT_FOUND);
    }
}
