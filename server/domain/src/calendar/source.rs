//! The other calendar of an account: fetching its file, and the busy hours that were read last, in memory.

use super::busy::busy_times;
use crate::cache::Cache;
use crate::public_http::{PublicHttp, PublicHttpError, RequestLimits};
use chrono_tz::Tz;
use core_wasm::protocol::calendar::{BusyError, BusyTime};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use twentyfour_model::clock::MILLIS_PER_DAY;
use url::Url;

/// How long the busy hours are used before the file is requested again, in milliseconds.
const TTL_MS: i64 = 15 * 60 * 1_000;

/// How long a failure is remembered, in milliseconds.
const ERROR_TTL_MS: i64 = 5 * 60 * 1_000;

/// The busy hours that are kept, in days before and after the day on which the file was read.
const DAYS_BEFORE: i64 = 62;
const DAYS_AFTER: i64 = 366;

/// After this time a file is read again even if it has not changed, since it has only busy hours near that day, in milliseconds.
const MAX_AGE_MS: i64 = 7 * MILLIS_PER_DAY;

/// The maximum time to wait for, fetch and read a file. The app gives up after 10 seconds, and a request that it cancels would not
/// be remembered as a failure.
const TIME_LIMIT: Duration = Duration::from_secs(8);

/// The limits of a request.
const LIMITS: RequestLimits = RequestLimits { time: TIME_LIMIT, bytes: 5 << 20 };

/// The maximum number of accounts whose busy hours are kept.
const MAX_ACCOUNTS: usize = 500;

/// The maximum number of files that are fetched at the same time, each of which needs memory.
const MAX_CONCURRENT_FETCHES: usize = 10;

/// The maximum number of files that are read at the same time, each of which needs a processor and more memory.
const MAX_CONCURRENT_READS: usize = 2;

/// Whose busy hours are read, and from where.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct SourceKey {
    pub(super) account_id: Id,
    pub(super) url: String,
}

/// The busy hours of a calendar.
#[derive(Clone)]
pub(super) struct Fetched {
    /// Those of the last file that could be read.
    pub(super) busy: Arc<[BusyTime]>,
    /// Why the file could not be read now.
    pub(super) error: Option<BusyError>,
    /// The ETag of the file.
    tag: Option<HeaderValue>,
    read_at: Timestamp,
    /// The time zone of times without a zone. It is not part of the key, so that changing it does not fetch the file again.
    time_zone: Tz,
}

/// Fetches the calendars of accounts.
pub(super) struct Sources {
    http: Option<Arc<PublicHttp>>,
    /// What was fetched within the TTL.
    recent: Cache<SourceKey, Fetched>,
    /// What was read last, for requests that ask whether the file has changed.
    last_read: moka::sync::Cache<SourceKey, Fetched>,
    fetches: Semaphore,
    reads: Arc<Semaphore>,
}

impl Sources {
    pub(super) fn new(http: Option<Arc<PublicHttp>>) -> Self {
        let last_read = moka::sync::Cache::builder().max_capacity(u64::try_from(MAX_ACCOUNTS).unwrap_or(u64::MAX));
        Self {
            http,
            recent: Cache::new(MAX_ACCOUNTS),
            last_read: last_read.build(),
            fetches: Semaphore::new(MAX_CONCURRENT_FETCHES),
            reads: Arc::new(Semaphore::new(MAX_CONCURRENT_READS)),
        }
    }

    /// Returns an address that somebody enters. `webcal` addresses are read with https.
    ///
    /// # Errors
    /// Returns `ErrorCode::UrlInvalid` if it may not be fetched.
    pub(super) fn check_url(&self, text: &str) -> Result<Url, ErrorCode> {
        let text = text.trim();
        let scheme = text.get(..9).filter(|scheme| scheme.eq_ignore_ascii_case("webcal://"));
        let https = scheme.and_then(|_| text.get(9..)).map(|rest| format!("https://{rest}"));
        self.http.as_ref().ok_or(ErrorCode::UrlInvalid)?.check_url(https.as_deref().unwrap_or(text))
    }

    /// Returns the busy hours of a calendar. Concurrent requests fetch it once.
    pub(super) async fn fetch(&self, key: SourceKey, time_zone: Tz, now: Timestamp) -> Fetched {
        let load = async {
            let fetched = self.fetch_now(&key, time_zone, now).await;
            let ttl_ms = if fetched.error.is_some() { ERROR_TTL_MS } else { TTL_MS };
            (fetched, ttl_ms)
        };
        self.recent.get(&key, now, load).await
    }

    async fn fetch_now(&self, key: &SourceKey, time_zone: Tz, now: Timestamp) -> Fetched {
        let is_usable =
            |last: &Fetched| now.millis() - last.read_at.millis() < MAX_AGE_MS && last.time_zone == time_zone;
        let last = self.last_read.get(key).filter(is_usable);
        let requested = tokio::time::timeout(TIME_LIMIT, self.request(key, time_zone, last.clone(), now)).await;
        match requested.unwrap_or(Err(BusyError::Unreachable)) {
            Ok(fetched) => {
                self.last_read.insert(key.clone(), fetched.clone());
                fetched
            }
            Err(error) => {
                // Neither the address nor what was read, which are private.
                tracing::info!(account = %key.account_id, ?error, "cannot read the calendar of an account");
                let none = Fetched { busy: Arc::new([]), error: None, tag: None, read_at: now, time_zone };
                Fetched { error: Some(error), ..last.unwrap_or(none) }
            }
        }
    }

    async fn request(
        &self,
        key: &SourceKey,
        time_zone: Tz,
        last: Option<Fetched>,
        now: Timestamp,
    ) -> Result<Fetched, BusyError> {
        let (Some(http), Ok(url)) = (&self.http, self.check_url(&key.url)) else {
            return Err(BusyError::AddressNotAllowed);
        };
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT, HeaderValue::from_static("text/calendar, text/plain;q=0.8, */*;q=0.5"));
        if let Some(tag) = last.as_ref().and_then(|last| last.tag.clone()) {
            headers.insert(header::IF_NONE_MATCH, tag);
        }
        let _permit = self.fetches.acquire().await.map_err(|_| BusyError::Unreachable)?;
        let response = http.get(&url, headers, LIMITS).await.map_err(|error| match error {
            PublicHttpError::NotPublic => BusyError::AddressNotAllowed,
            PublicHttpError::TimedOut | PublicHttpError::Unreachable => BusyError::Unreachable,
        })?;
        match (response.status, last) {
            (StatusCode::NOT_MODIFIED, Some(last)) => return Ok(last),
            (StatusCode::OK, _) => {}
            _ => return Err(BusyError::Refused),
        }
        if response.is_truncated {
            return Err(BusyError::TooLarge);
        }
        let tag = response.headers.get(header::ETAG).cloned();
        let body = response.body;
        let (from, to) = (now.plus_millis(-DAYS_BEFORE * MILLIS_PER_DAY), now.plus_millis(DAYS_AFTER * MILLIS_PER_DAY));
        let permit = Arc::clone(&self.reads).acquire_owned().await.map_err(|_| BusyError::Unreachable)?;
        // A panic of the parser fails only this request. The thread goes on if the time is up, so it keeps the permit.
        let read = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            busy_times(&body, time_zone, from, to)
        })
        .await;
        let busy = read.ok().and_then(Result::ok).ok_or(BusyError::Unreadable)?;
        Ok(Fetched { busy: busy.into(), error: None, tag, read_at: now, time_zone })
    }
}
