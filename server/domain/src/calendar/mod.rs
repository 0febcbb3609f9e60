//! Calendars: the feed of an account, which calendar programs read at a secret address.

mod feed;

pub use feed::FeedContents;

use crate::error::DomainError;
use crate::policy;
use crate::rate_limits::RateLimits;
use crate::services::Context;
use core_wasm::protocol::calendar::{CalendarFeed, CalendarOptions, CalendarsResponse};
use core_wasm::protocol::error::ErrorCode;
use std::sync::Arc;
use twentyfour_model::{Actor, token};
use twentyfour_store::calendar::{self, Feed};

/// The dependencies of calendars.
#[derive(Clone)]
pub struct CalendarDeps {
    pub(crate) context: Context,
    pub(crate) limits: Arc<RateLimits>,
    /// The base URL of links.
    pub(crate) public_url: String,
}

/// Returns the calendars of an account.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn load(deps: &CalendarDeps, account: Actor) -> Result<CalendarsResponse, DomainError> {
    let owner = policy::owner_of(account);
    let feed = calendar::feed_of(deps.context.database.pool(), owner).await?;
    Ok(CalendarsResponse { feed: feed.map(|feed| described(deps, feed)), source: None })
}

fn described(deps: &CalendarDeps, feed: Feed) -> CalendarFeed {
    let Feed { code, options, created_at, .. } = feed;
    CalendarFeed { url: format!("{}/calendar/{code}.ics", deps.public_url), options, created_at }
}

/// Makes a new secret address for the feed of an account. The earlier one stops working.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn create_feed(
    deps: &CalendarDeps,
    account: Actor,
    options: CalendarOptions,
) -> Result<CalendarsResponse, DomainError> {
    let feed =
        Feed { account_id: account.id, code: token::random_token(), options, created_at: deps.context.now() };
    deps.context
        .database
        .write::<_, DomainError, _>(move |connection| {
            Box::pin(async move { Ok(calendar::put_feed(connection, &feed).await?) })
        })
        .await?;
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
