//! Background photos from the photo service: a random one from fixed topics, the latest ones, and a search. Responses
//! are cached. Photos are optional: without them the app uses its own wallpapers.

mod downloads;
mod unsplash;

use crate::cache::Cache;
use crate::error::DomainError;
use crate::rate_limits::RateLimits;
use crate::services::Context;
use crate::third_party::ThirdPartyClient;
use core_wasm::background::scrim::luminance_of;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::photo::{Photo, PhotoId, PhotosResponse, Tone};
use core_wasm::protocol::time::Timestamp;
use downloads::DownloadUrls;
use http::{HeaderName, HeaderValue, StatusCode, header};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::Value;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use tokio::sync::{Semaphore, SemaphorePermit};
use twentyfour_model::PhotoSettings;
use unsplash::SearchResponse;
use url::Url;

/// The topics of random photos (specification, section 3). Each is searched together with [`MOOD`].
const TOPICS: [&str; 10] =
    ["space", "nature", "mountains", "coding", "work", "fitness", "music", "food", "travel", "art"];

/// The search terms added to every topic.
const MOOD: &str = "day,light";

/// The relative luminance from which a photo's color counts as light.
const LIGHT_MIN_LUMINANCE: f64 = 0.4;

/// The number of photos per request: the maximum that the service allows.
const PER_PAGE: usize = 30;

/// The last page that can be requested.
pub const MAX_PAGE: u32 = 100;

/// The maximum number of characters of a search.
pub const MAX_QUERY_CHARS: usize = 100;

/// How long the photos of a topic are cached: one hour, in milliseconds.
const TOPIC_TTL_MS: i64 = 60 * 60 * 1_000;

/// How long a page is cached: 15 minutes, in milliseconds.
const PAGE_TTL_MS: i64 = 15 * 60 * 1_000;

/// How long the service is not called after a failure, and how long an empty result is cached: one minute, in
/// milliseconds.
const FAILURE_BACKOFF_MS: i64 = 60 * 1_000;

/// How long the service is not called after the hourly quota is used up: 15 minutes, in milliseconds.
const QUOTA_BACKOFF_MS: i64 = 15 * 60 * 1_000;

/// How long a request of [`RequestClass::Other`] waits for a permit: as long as one request may take.
const PERMIT_TIMEOUT: Duration = Duration::from_secs(2);

/// The maximum number of cached pages.
const MAX_CACHED_PAGES: usize = 2_000;

/// The number of requests of the hourly quota that are reserved for topics, which everybody's Home uses: one per topic,
/// plus a margin for other requests that are in flight.
const TOPIC_QUOTA_RESERVE: u64 = 20;

/// The maximum number of concurrent other requests. The remaining quota is known only from their responses.
const MAX_CONCURRENT_OTHER_REQUESTS: usize = 4;

/// The photo service and its cached responses.
pub struct Photos {
    context: Context,
    limits: Arc<RateLimits>,
    /// `None` if no access key is configured.
    service: Option<ThirdPartyClient>,
    /// By topic.
    topics: Cache<&'static str, Option<Arc<[Photo]>>>,
    /// By search text (`None` for the latest photos) and page number.
    pages: Cache<(Option<String>, u32), Option<Page>>,
    downloads: DownloadUrls,
    /// When the service may be called again, in milliseconds since the Unix epoch.
    retry_at: AtomicI64,
    /// When it may be called again for other requests than topics.
    other_retry_at: AtomicI64,
    /// The permits for other requests.
    other_permits: Semaphore,
}

/// The class of a request. Topics have a reserved part of the quota.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RequestClass {
    /// Photos of a topic: one request per hour and topic.
    Topic,
    /// Pages, searches and download reports.
    Other,
}

#[derive(Clone)]
struct Page {
    photos: Arc<[Photo]>,
    has_more: bool,
}

impl Photos {
    /// Makes a client. Without settings, no photos are available.
    pub fn new(settings: Option<&PhotoSettings>, context: Context, limits: Arc<RateLimits>) -> Self {
        Self {
            context,
            limits,
            service: settings.and_then(service),
            topics: Cache::new(TOPICS.len()),
            pages: Cache::new(MAX_CACHED_PAGES),
            downloads: DownloadUrls::default(),
            retry_at: AtomicI64::new(0),
            other_retry_at: AtomicI64::new(0),
            other_permits: Semaphore::new(MAX_CONCURRENT_OTHER_REQUESTS),
        }
    }

    /// Calls the service at a path. Returns `None` if it is disabled, backing off, or returns nothing usable.
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

    /// Like [`Self::fetch`], with a full URL.
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

    /// Waits for a permit for another request. Returns `None` if none becomes available in time.
    async fn acquire_permit(&self) -> Option<SemaphorePermit<'_>> {
        tokio::time::timeout(PERMIT_TIMEOUT, self.other_permits.acquire()).await.ok()?.ok()
    }

    fn can_request(&self, class: RequestClass, now: Timestamp) -> bool {
        let at = |time: &AtomicI64| time.load(Ordering::Relaxed);
        now.millis() >= at(&self.retry_at) && (class == RequestClass::Topic || now.millis() >= at(&self.other_retry_at))
    }

    /// Stops calling the service for a while. A backoff for topics applies to other requests too.
    fn back_off(&self, class: RequestClass, now: Timestamp, milliseconds: i64) {
        let time = match class {
            RequestClass::Topic => &self.retry_at,
            RequestClass::Other => &self.other_retry_at,
        };
        time.fetch_max(now.millis() + milliseconds, Ordering::Relaxed);
    }

    /// Parses the photos in a response and stores their download URLs.
    fn parse_photos(&self, response: Vec<Value>) -> Arc<[Photo]> {
        let read = unsplash::photos(response);
        let address = |read: &unsplash::ParsedPhoto| {
            let service = self.service.as_ref()?;
            // Other origins are not accepted: a response must not make this server call arbitrary hosts.
            let own = read.download.clone().filter(|url| service.is_own_origin(url));
            own.or_else(|| service.url_for(&["photos", read.photo.id.as_str(), "download"], &[]))
        };
        self.downloads.insert(read.iter().filter_map(|read| Some((read.photo.id.clone(), address(read)?))));
        read.into_iter().map(|read| read.photo).collect()
    }

    /// Returns photos of a topic, or `None` if none are available.
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

    /// Returns how long a failure is cached, in milliseconds: 0 if the service was not called.
    fn empty_result_ttl_ms(&self, class: RequestClass, now: Timestamp) -> i64 {
        if self.can_request(class, now) { FAILURE_BACKOFF_MS } else { 0 }
    }

    /// Returns a page of the latest photos or of a search, or `None` if it is not available. `can_request` is
    /// awaited only if the page is not cached, and must return whether the client may cause a call to the service.
    async fn page(
        &self,
        query: Option<String>,
        page: u32,
        now: Timestamp,
        can_request: impl Future<Output = bool>,
    ) -> Option<Page> {
        let key = (query, page);
        let load = async {
            if !can_request.await {
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

/// Returns the client of the service with its authentication (Unsplash API, "Public authentication" and "Version").
fn service(settings: &PhotoSettings) -> Option<ThirdPartyClient> {
    let mut key = HeaderValue::from_str(&format!("Client-ID {}", settings.access_key.expose())).ok()?;
    key.set_sensitive(true);
    let version = (HeaderName::from_static("accept-version"), HeaderValue::from_static("v1"));
    let service = ThirdPartyClient::new("photos", settings.api_url.clone())?;
    Some(service.with_headers(vec![(header::AUTHORIZATION, key), version]))
}

/// Returns a random photo of a random topic, preferring light ones if requested. Returns `None` if none is available.
///
/// # Errors
/// Returns `ErrorCode::TooManyRequests` if the rate limit is exceeded.
pub async fn random(photos: &Photos, address: IpAddr, tone: Tone) -> Result<Option<Photo>, DomainError> {
    let now = photos.context.now();
    photos.limits.photos(address, now).await?;
    let [by_topic, by_photo] =
        [(); 2].map(|()| usize::from(u16::from_le_bytes(twentyfour_model::token::random_bytes())));
    // If a topic has no photos, another one may have some in the cache.
    for offset in 0..TOPICS.len() {
        let topic = TOPICS[(by_topic + offset) % TOPICS.len()];
        if let Some(photos) = photos.topic_photos(topic, now).await {
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

/// Returns whether a photo suits the light theme.
fn is_light(photo: &Photo) -> bool {
    photo.color.as_ref().is_some_and(|color| luminance_of(color) >= LIGHT_MIN_LUMINANCE)
}

/// Returns a page of the latest photos.
///
/// # Errors
/// Returns `ErrorCode::BadQuery` if the page is out of range, or `ErrorCode::TooManyRequests` if the rate limit is
/// exceeded.
pub async fn list(photos: &Photos, address: IpAddr, page: u32) -> Result<PhotosResponse, DomainError> {
    photos_response(photos, address, None, page).await
}

/// Returns a page of a photo search. The service receives the search text, and nothing about the client.
///
/// # Errors
/// Returns `ErrorCode::BadQuery` if the text or the page is invalid, or `ErrorCode::TooManyRequests` if the rate limit
/// is exceeded.
pub async fn search(photos: &Photos, address: IpAddr, query: &str, page: u32) -> Result<PhotosResponse, DomainError> {
    let query = query.trim().to_lowercase();
    let is_read = !query.contains(char::is_control) && (1..=MAX_QUERY_CHARS).contains(&query.chars().count());
    photos_response(photos, address, Some(is_read.then_some(query).ok_or(ErrorCode::BadQuery)?), page).await
}

async fn photos_response(
    photos: &Photos,
    address: IpAddr,
    query: Option<String>,
    page: u32,
) -> Result<PhotosResponse, DomainError> {
    if !(1..=MAX_PAGE).contains(&page) {
        return Err(ErrorCode::BadQuery.into());
    }
    let now = photos.context.now();
    photos.limits.photos(address, now).await?;
    let can_request = async { photos.limits.photo_upstream_requests(address, now).await.is_ok() };
    Ok(match photos.page(query, page, now, can_request).await {
        Some(Page { photos, has_more }) => {
            PhotosResponse { photos: photos.to_vec(), has_more, is_available: true, is_offered: true }
        }
        None => {
            let is_offered = photos.service.is_some();
            PhotosResponse { photos: Vec::new(), has_more: false, is_available: false, is_offered }
        }
    })
}

/// Reports to the service that a photo is used, as its guidelines require ("Triggering a download"). Only photos that
/// this server has returned are reported, so that made-up ids use no quota. Failures are ignored.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if the id is invalid, or `ErrorCode::TooManyRequests` if the rate limit is exceeded.
pub async fn track_download(photos: &Photos, address: IpAddr, id: &str) -> Result<(), DomainError> {
    let id = PhotoId::parse(id)?;
    let now = photos.context.now();
    photos.limits.photos(address, now).await?;
    if let Some(url) = photos.downloads.get(&id)
        && photos.limits.photo_upstream_requests(address, now).await.is_ok()
    {
        photos.fetch_url::<IgnoredAny>(RequestClass::Other, now, url).await;
    }
    Ok(())
}

/// Returns whether an error status concerns only this request: 4xx, except for authentication and rate limits.
fn is_request_specific(status: StatusCode) -> bool {
    let account_statuses = [StatusCode::UNAUTHORIZED, StatusCode::FORBIDDEN, StatusCode::TOO_MANY_REQUESTS];
    status.is_client_error() && !account_statuses.contains(&status)
}
