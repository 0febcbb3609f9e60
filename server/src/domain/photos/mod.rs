//! Photos for the backgrounds, by the photo service: one of a topic by chance, the latest, and those that are searched for. Every
//! answer is kept for a while, and where there is none the app's own wallpapers serve: photos are an extra.

mod downloads;
mod unsplash;

use crate::AppState;
use crate::cache::Cache;
use crate::config::PhotoSettings;
use crate::error::ApiError;
use crate::third_party::ThirdPartyClient;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use core_wasm::background::scrim::luminance_of;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::photo::{Photo, PhotoId, PhotosResponse, Tone};
use core_wasm::protocol::time::Timestamp;
use downloads::DownloadUrls;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::Value;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use tokio::sync::{Semaphore, SemaphorePermit};
use unsplash::SearchResponse;
use url::Url;

/// What the photos of a day are of (specification, section 3). Each is asked for together with [`MOOD`].
const TOPICS: [&str; 10] =
    ["space", "nature", "mountains", "coding", "work", "fitness", "music", "food", "travel", "art"];

/// What they all are beside that.
const MOOD: &str = "day,light";

/// The relative luminance from which a photo's color counts as light.
const LIGHT_MIN_LUMINANCE: f64 = 0.4;

/// How many photos the service is asked for at once: the most that it gives.
const PER_PAGE: usize = 30;

/// The last page that can be asked for.
pub(crate) const MAX_PAGE: u32 = 100;

/// The most characters of a search.
pub(crate) const MAX_QUERY_CHARS: usize = 100;

/// How long the photos of a topic are handed out: an hour, in milliseconds.
const TOPIC_TTL_MS: i64 = 60 * 60 * 1_000;

/// How long a page is kept: 15 minutes, in milliseconds.
const PAGE_TTL_MS: i64 = 15 * 60 * 1_000;

/// How long nobody asks the service after it failed, and nobody for the same after it had nothing: a minute, in milliseconds.
const FAILURE_BACKOFF_MS: i64 = 60 * 1_000;

/// How long nobody asks the service when our requests are used up: 15 minutes, in milliseconds. They come back within the hour.
const QUOTA_BACKOFF_MS: i64 = 15 * 60 * 1_000;

/// How long a request for the rest waits for those before it: as long as one of them may take.
const PERMIT_TIMEOUT: Duration = Duration::from_secs(2);

/// The most pages that are kept.
const MAX_CACHED_PAGES: usize = 2_000;

/// How many requests of each hour are kept for the photos of the topics, which stand behind everybody's Home: one for each topic, and
/// what may be on its way for the rest, or tries whether there are more again.
const TOPIC_QUOTA_RESERVE: u64 = 20;

/// How many requests for the rest are on their way at once: what they use up is known when they have been answered.
const MAX_CONCURRENT_OTHER_REQUESTS: usize = 4;

/// The photo service, and what it has told.
pub(crate) struct Photos {
    /// `None` where there is no key.
    service: Option<ThirdPartyClient>,
    /// By topic.
    topics: Cache<&'static str, Option<Arc<[Photo]>>>,
    /// By what was searched for, which is `None` for the latest, and the number of the page.
    pages: Cache<(Option<String>, u32), Option<Page>>,
    downloads: DownloadUrls,
    /// When the service may be asked again, in milliseconds since the epoch.
    retry_at: AtomicI64,
    /// When it may be asked again for what is not of a topic.
    other_retry_at: AtomicI64,
    /// The places of such requests.
    other_permits: Semaphore,
}

/// What the service is asked for. Whatever anybody searches for, the photos of the topics have their part of our requests.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RequestClass {
    /// Photos of a topic: one request an hour for each.
    Topic,
    /// Pages, searches and what is used.
    Other,
}

#[derive(Clone)]
struct Page {
    photos: Arc<[Photo]>,
    has_more: bool,
}

impl Photos {
    pub(crate) fn new(settings: Option<&PhotoSettings>) -> Self {
        Self {
            service: settings.and_then(service),
            topics: Cache::new(TOPICS.len()),
            pages: Cache::new(MAX_CACHED_PAGES),
            downloads: DownloadUrls::default(),
            retry_at: AtomicI64::new(0),
            other_retry_at: AtomicI64::new(0),
            other_permits: Semaphore::new(MAX_CONCURRENT_OTHER_REQUESTS),
        }
    }

    /// What the service answers under a path. `None` where it cannot be asked, is not to be asked now, or has nothing.
    async fn fetch<T: DeserializeOwned>(
        &self,
        class: RequestClass,
        now: Timestamp,
        path: &[&str],
        query: &[(&str, &str)],
    ) -> Option<T> {
        let url = self.service.as_ref()?.url_for(path, query)?;
        self.fetch_url(class, now, url).await
    }

    /// The same under an address.
    async fn fetch_url<T: DeserializeOwned>(&self, class: RequestClass, now: Timestamp, url: Url) -> Option<T> {
        let service = self.service.as_ref()?;
        let _permit = if class == RequestClass::Other { Some(self.acquire_permit().await?) } else { None };
        if !self.can_request(class, now) {
            return None;
        }
        let response = service.fetch(url).await;
        let remaining = response.headers.get("x-ratelimit-remaining").and_then(|value| value.to_str().ok());
        let remaining = remaining.and_then(|count| count.parse::<u64>().ok());
        let quota_statuses = [StatusCode::FORBIDDEN, StatusCode::TOO_MANY_REQUESTS];
        if response.status.is_some_and(|status| quota_statuses.contains(&status)) || remaining == Some(0) {
            self.back_off(RequestClass::Topic, now, QUOTA_BACKOFF_MS);
        } else if response.body.is_none() && !response.status.is_some_and(is_request_specific) {
            self.back_off(RequestClass::Topic, now, FAILURE_BACKOFF_MS);
        }
        if remaining.is_some_and(|count| count <= TOPIC_QUOTA_RESERVE) {
            self.back_off(RequestClass::Other, now, QUOTA_BACKOFF_MS);
        }
        response.body
    }

    /// A place for a request for the rest. `None` where there is none in the time that such a request may take.
    async fn acquire_permit(&self) -> Option<SemaphorePermit<'_>> {
        tokio::time::timeout(PERMIT_TIMEOUT, self.other_permits.acquire()).await.ok()?.ok()
    }

    fn can_request(&self, class: RequestClass, now: Timestamp) -> bool {
        let at = |time: &AtomicI64| time.load(Ordering::Relaxed);
        now.millis() >= at(&self.retry_at) && (class == RequestClass::Topic || now.millis() >= at(&self.other_retry_at))
    }

    /// Leaves the service alone for a while. Where the topics have to wait, so has the rest.
    fn back_off(&self, class: RequestClass, now: Timestamp, milliseconds: i64) {
        let time = match class {
            RequestClass::Topic => &self.retry_at,
            RequestClass::Other => &self.other_retry_at,
        };
        time.fetch_max(now.millis() + milliseconds, Ordering::Relaxed);
    }

    /// The photos that can be shown of what the service told; where their use is told is remembered.
    fn parse_photos(&self, response: Vec<Value>) -> Arc<[Photo]> {
        let read = unsplash::photos(response);
        let address = |read: &unsplash::ParsedPhoto| {
            let service = self.service.as_ref()?;
            // One that leads elsewhere is none: nothing that a service says makes this server ask anybody else.
            let own = read.download.clone().filter(|url| service.is_own_origin(url));
            own.or_else(|| service.url_for(&["photos", read.photo.id.as_str(), "download"], &[]))
        };
        self.downloads.insert(read.iter().filter_map(|read| Some((read.photo.id.clone(), address(read)?))));
        read.into_iter().map(|read| read.photo).collect()
    }

    /// Photos of a topic. `None` where there are none.
    async fn topic_photos(&self, topic: &'static str, now: Timestamp) -> Option<Arc<[Photo]>> {
        let load = async {
            let subject = format!("{topic},{MOOD}");
            let count = PER_PAGE.to_string();
            let query =
                [("query", &*subject), ("count", &count), ("orientation", "landscape"), ("content_filter", "high")];
            let response: Option<Vec<Value>> =
                self.fetch(RequestClass::Topic, now, &["photos", "random"], &query).await;
            let photos = response.map(|response| self.parse_photos(response)).filter(|photos| !photos.is_empty());
            let ttl_ms =
                if photos.is_some() { TOPIC_TTL_MS } else { self.empty_result_ttl_ms(RequestClass::Topic, now) };
            (photos, ttl_ms)
        };
        self.topics.get(&topic, now, load).await
    }

    /// How long it is kept that there was nothing of a kind: not at all while nobody was asked, in milliseconds.
    fn empty_result_ttl_ms(&self, class: RequestClass, now: Timestamp) -> i64 {
        if self.can_request(class, now) { FAILURE_BACKOFF_MS } else { 0 }
    }

    /// A page of the latest photos, or of those that are searched for. `None` where there is none. Where nobody has asked for it
    /// lately, it is asked whether the service may be asked.
    async fn page(
        &self,
        query: Option<String>,
        page: u32,
        now: Timestamp,
        can_request: impl FnOnce() -> bool,
    ) -> Option<Page> {
        let key = (query, page);
        let load = async {
            if !can_request() {
                return (None, 0);
            }
            let (number, per_page) = (page.to_string(), PER_PAGE.to_string());
            let mut query_pairs = vec![("page", number.as_str()), ("per_page", &per_page)];
            let read = match &key.0 {
                None => {
                    let response: Option<Vec<Value>> =
                        self.fetch(RequestClass::Other, now, &["photos"], &query_pairs).await;
                    response.map(|response| (response.len() >= PER_PAGE, response))
                }
                Some(query) => {
                    query_pairs.extend([
                        ("query", query.as_str()),
                        ("orientation", "landscape"),
                        ("content_filter", "high"),
                    ]);
                    let response: Option<SearchResponse> =
                        self.fetch(RequestClass::Other, now, &["search", "photos"], &query_pairs).await;
                    response.map(|SearchResponse { total_pages, results }| (total_pages > u64::from(page), results))
                }
            };
            let read = read.map(|(has_more, response)| Page {
                photos: self.parse_photos(response),
                has_more: has_more && page < MAX_PAGE,
            });
            let ttl_ms = if read.is_some() { PAGE_TTL_MS } else { self.empty_result_ttl_ms(RequestClass::Other, now) };
            (read, ttl_ms)
        };
        self.pages.get(&key, now, load).await
    }
}

/// The service with what shows who asks (Unsplash's API, "Public authentication" and "Version").
fn service(settings: &PhotoSettings) -> Option<ThirdPartyClient> {
    let mut key = HeaderValue::from_str(&format!("Client-ID {}", settings.access_key.expose())).ok()?;
    key.set_sensitive(true);
    let version = (HeaderName::from_static("accept-version"), HeaderValue::from_static("v1"));
    let service = ThirdPartyClient::new("photos", settings.api_url.clone())?;
    Some(service.with_headers(vec![(header::AUTHORIZATION, key), version]))
}

/// A photo of one of the topics by chance: a light one where that is wanted and the topic has any. `None` where there is none.
pub(crate) async fn random(app: &AppState, address: IpAddr, tone: Tone) -> Result<Option<Photo>, ApiError> {
    let now = app.now();
    app.limits.photos(address, now)?;
    let [by_topic, by_photo] = [(); 2].map(|()| usize::from(u16::from_le_bytes(crate::random_bytes())));
    // Where there is nothing of one topic another serves: those that were asked before, while the service fails.
    for offset in 0..TOPICS.len() {
        let topic = TOPICS[(by_topic + offset) % TOPICS.len()];
        if let Some(photos) = app.photos.topic_photos(topic, now).await {
            let light: Vec<&Photo> = photos.iter().filter(|photo| tone == Tone::Light && is_light(photo)).collect();
            let photo = if light.is_empty() {
                photos.get(by_photo % photos.len())
            } else {
                light.get(by_photo % light.len()).copied()
            };
            return Ok(photo.cloned());
        }
    }
    Ok(None)
}

/// Whether a photo suits the light theme.
fn is_light(photo: &Photo) -> bool {
    photo.color.as_ref().is_some_and(|color| luminance_of(color) >= LIGHT_MIN_LUMINANCE)
}

/// A page of the latest photos.
pub(crate) async fn list(app: &AppState, address: IpAddr, page: u32) -> Result<PhotosResponse, ApiError> {
    photos_response(app, address, None, page).await
}

/// A page of the photos that are searched for. The service learns what, and not who searches.
pub(crate) async fn search(
    app: &AppState,
    address: IpAddr,
    query: &str,
    page: u32,
) -> Result<PhotosResponse, ApiError> {
    let query = query.trim().to_lowercase();
    let is_read = !query.contains(char::is_control) && (1..=MAX_QUERY_CHARS).contains(&query.chars().count());
    photos_response(app, address, Some(is_read.then_some(query).ok_or(ErrorCode::BadQuery)?), page).await
}

async fn photos_response(
    app: &AppState,
    address: IpAddr,
    query: Option<String>,
    page: u32,
) -> Result<PhotosResponse, ApiError> {
    if !(1..=MAX_PAGE).contains(&page) {
        return Err(ErrorCode::BadQuery.into());
    }
    let now = app.now();
    app.limits.photos(address, now)?;
    let can_request = || app.limits.photo_upstream_requests(address, now).is_ok();
    Ok(match app.photos.page(query, page, now, can_request).await {
        Some(Page { photos, has_more }) => {
            PhotosResponse { photos: photos.to_vec(), has_more, is_available: true, is_offered: true }
        }
        None => {
            let is_offered = app.photos.service.is_some();
            PhotosResponse { photos: Vec::new(), has_more: false, is_available: false, is_offered }
        }
    })
}

/// Tells the service that a photo is used, as its guidelines ask ("Triggering a download"), where this server has shown it to somebody:
/// whoever makes an id up uses up nobody's requests. Whether the service listens is nobody's trouble.
pub(crate) async fn track_download(app: &AppState, address: IpAddr, id: &str) -> Result<(), ApiError> {
    let id = PhotoId::parse(id)?;
    let now = app.now();
    app.limits.photos(address, now)?;
    if let Some(url) = app.photos.downloads.get(&id)
        && app.limits.photo_upstream_requests(address, now).is_ok()
    {
        app.photos.fetch_url::<IgnoredAny>(RequestClass::Other, now, url).await;
    }
    Ok(())
}

/// Whether a refusal is about what was asked for, which says nothing about the rest: all of 4xx but those about who asks, and how often.
fn is_request_specific(status: StatusCode) -> bool {
    let about_us = [StatusCode::UNAUTHORIZED, StatusCode::FORBIDDEN, StatusCode::TOO_MANY_REQUESTS];
    status.is_client_error() && !about_us.contains(&status)
}
