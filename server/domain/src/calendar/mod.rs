//! Calendars: the feed of an account, which calendar programs read at a secret address, and the busy hours of another calendar of
//! the account, which the server fetches.

mod busy;
mod feed;
mod rule_cost;
mod source;

pub use feed::FeedContents;

use crate::error::DomainError;
use crate::policy;
use crate::public_http::{PublicHttp, host_of};
use crate::rate_limits::RateLimits;
use crate::services::Context;
use chrono_tz::Tz;
use core_wasm::protocol::calendar::{
    BusyResponse, CalendarFeed, CalendarOptions, CalendarSource, CalendarsResponse, MAX_BUSY_DAYS,
};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::time::Timestamp;
use source::{SourceKey, Sources};
use std::sync::Arc;
use twentyfour_model::clock::MILLIS_PER_DAY;
use twentyfour_model::{Actor, Config, token};
use twentyfour_store::calendar::{self, Feed, Source};
use twentyfour_store::preferences;

/// The dependencies of calendars.
#[derive(Clone)]
pub struct CalendarDeps {
    pub(crate) context: Context,
    pub(crate) limits: Arc<RateLimits>,
    /// The base URL of links.
    pub(crate) public_url: String,
    sources: Arc<Sources>,
}

impl CalendarDeps {
    pub(crate) fn new(
        config: &Config,
        context: Context,
        limits: Arc<RateLimits>,
        http: Option<Arc<PublicHttp>>,
    ) -> Self {
        Self { context, limits, public_url: config.public_url.clone(), sources: Arc::new(Sources::new(http)) }
    }
}

/// Returns the calendars of an account.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn load(deps: &CalendarDeps, account: Actor) -> Result<CalendarsResponse, DomainError> {
    let owner = policy::owner_of(account);
    let feed = calendar::feed_of(deps.context.database.pool(), owner).await?;
    let source = calendar::source_of(deps.context.database.pool(), owner).await?;
    Ok(CalendarsResponse {
        feed: feed.map(|feed| described_feed(deps, feed)),
        source: source.map(|source| CalendarSource { host: host_of(&source.url), added_at: source.added_at }),
    })
}

fn described_feed(deps: &CalendarDeps, feed: Feed) -> CalendarFeed {
    let Feed { code, options, created_at, .. } = feed;
    CalendarFeed { url: format!("{}/calendar/{code}.ics", deps.public_url), options, created_at }
}

/// Makes a new secret address for the feed of an account. The earlier one stops working.
///
/// # Errors
/// Returns `ErrorCode::TokenInvalid` if the login has ended, or an error if the database fails.
pub async fn create_feed(
    deps: &CalendarDeps,
    account: Actor,
    options: CalendarOptions,
) -> Result<CalendarsResponse, DomainError> {
    let feed = Feed { account_id: account.id, code: token::random_token(), options, created_at: deps.context.now() };
    let is_stored = deps.context.database.write::<_, DomainError, _>(move |connection| {
        Box::pin(async move { Ok(calendar::put_feed(connection, &feed, account.login_id).await?) })
    });
    if !is_stored.await? {
        return Err(ErrorCode::TokenInvalid.into());
    }
    load(deps, account).await
}

/// Changes what the feed of an account contains. Its address stays the same.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if the account has no feed, or an error if the database fails.
pub async fn change_feed(
    deps: &CalendarDeps,
    account: Actor,
    options: CalendarOptions,
) -> Result<CalendarsResponse, DomainError> {
    let owner = policy::owner_of(account);
    let is_changed = deps.context.database.write::<_, DomainError, _>(move |connection| {
        Box::pin(async move { Ok(calendar::set_options(connection, owner, options).await?) })
    });
    if !is_changed.await? {
        return Err(ErrorCode::NotFound.into());
    }
    load(deps, account).await
}

/// Removes the feed of an account. Its address never works again.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn remove_feed(deps: &CalendarDeps, account: Actor) -> Result<CalendarsResponse, DomainError> {
    let owner = policy::owner_of(account);
    deps.context
        .database
        .write::<_, DomainError, _>(move |connection| {
            Box::pin(async move { Ok(calendar::remove_feed(connection, owner).await?) })
        })
        .await?;
    load(deps, account).await
}

/// Returns what the feed with a code contains now.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if there is no such feed, `DomainError::TooManyRequests` if it is read too often, or an error
/// if the database fails.
pub async fn read_feed(deps: &CalendarDeps, code: &str) -> Result<FeedContents, DomainError> {
    // Not from a replica, which might still have a feed that was removed.
    let feed = calendar::feed_by_code(deps.context.database.pool(), code).await?.ok_or(ErrorCode::NotFound)?;
    deps.limits.calendar_feed(feed.account_id, deps.context.now()).await?;
    feed::load(deps, policy::owner_of_feed(&feed), feed.options).await
}

/// Sets the address of another calendar whose busy hours the account sees. It replaces the earlier one.
///
/// # Errors
/// Returns `ErrorCode::UrlInvalid` if the address may not be fetched, `DomainError::TooManyRequests` if it is changed too often,
/// or an error if the database fails.
pub async fn set_source(deps: &CalendarDeps, account: Actor, url: &str) -> Result<CalendarsResponse, DomainError> {
    let owner = policy::owner_of(account);
    let url = deps.sources.check_url(url)?;
    deps.limits.calendar_source(account.id, deps.context.now()).await?;
    let source = Source { url: url.into(), added_at: deps.context.now() };
    deps.context
        .database
        .write::<_, DomainError, _>(move |connection| {
            Box::pin(async move { Ok(calendar::put_source(connection, owner, &source).await?) })
        })
        .await?;
    load(deps, account).await
}

/// Removes the address of the other calendar.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn remove_source(deps: &CalendarDeps, account: Actor) -> Result<CalendarsResponse, DomainError> {
    let owner = policy::owner_of(account);
    deps.context
        .database
        .write::<_, DomainError, _>(move |connection| {
            Box::pin(async move { Ok(calendar::remove_source(connection, owner).await?) })
        })
        .await?;
    load(deps, account).await
}

/// Returns the busy hours of the other calendar of an account that overlap the time from `from` to `to`. They are at most 15 minutes
/// old. If the calendar cannot be read, they are those that were read last.
///
/// # Errors
/// Returns `ErrorCode::BadQuery` if the range is empty or longer than [`MAX_BUSY_DAYS`], or an error if the database fails.
pub async fn busy(
    deps: &CalendarDeps,
    account: Actor,
    from: Timestamp,
    to: Timestamp,
) -> Result<BusyResponse, DomainError> {
    if !(1..=MAX_BUSY_DAYS * MILLIS_PER_DAY).contains(&(to.millis() - from.millis())) {
        return Err(ErrorCode::BadQuery.into());
    }
    let owner = policy::owner_of(account);
    let mut snapshot = deps.context.database.snapshot().await?;
    let source = calendar::source_of(&mut *snapshot, owner).await?;
    let preferences = preferences::load(&mut snapshot, owner).await?;
    snapshot.commit().await?;
    let Some(source) = source else { return Ok(BusyResponse { busy: vec![], error: None }) };
    let time_zone = preferences.time_zone.parse().unwrap_or(Tz::UTC);
    let key = SourceKey { account_id: account.id, url: source.url };
    let fetched = deps.sources.fetch(key, time_zone, deps.context.now()).await;
    let overlapping = fetched.busy.iter().filter(|time| time.starts_at < to && time.ends_at > from);
    Ok(BusyResponse { busy: overlapping.cloned().collect(), error: fetched.error })
}
