//! The limits, with their quotas and where their state is stored.

use super::address_rate_limit::{AddressRateLimit, client_network};
use super::clock::MonotonicClock;
use super::database::DatabaseLimits;
use super::failure_backoff::FailureBackoff;
use super::keyed_rate_limit::KeyedRateLimit;
use super::recent_successes::RecentSuccesses;
use super::redis::RedisLimits;
use super::shared::SharedLimits;
use super::subject::Subject;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::text::Email;
use core_wasm::protocol::time::Timestamp;
use std::net::IpAddr;
use twentyfour_model::{Config, KeyedHash};
use twentyfour_store::Database;
use twentyfour_store::rate_limits::{Attempt, Quota};

/// The maximum number of logged rejections per address and minute.
const MAX_LOGGED_REJECTIONS: u32 = 30;

/// The limits of a server.
pub(super) struct Limiters {
    pub(super) clock: MonotonicClock,
    pub(super) api_by_account: KeyedRateLimit,
    pub(super) api_by_token: KeyedRateLimit,
    pub(super) api_by_tokens_of_account: KeyedRateLimit,
    pub(super) api_by_address: AddressRateLimit,
    log_in_by_address: AddressRateLimit,
    log_in_by_email: KeyedRateLimit,
    pub(super) log_in_successes: RecentSuccesses,
    pub(super) log_in_failures: FailureBackoff,
    pub(super) sign_up: AddressRateLimit,
    mail_by_address: AddressRateLimit,
    mail_by_email: KeyedRateLimit,
    pub(super) waitlist: AddressRateLimit,
    pub(super) leave_waitlist: AddressRateLimit,
    pub(super) contact_by_address: AddressRateLimit,
    pub(super) contact: KeyedRateLimit,
    password: KeyedRateLimit,
    pub(super) password_failures: FailureBackoff,
    pub(super) export: KeyedRateLimit,
    pub(super) import: KeyedRateLimit,
    pub(super) google: AddressRateLimit,
    pub(super) logged_rejections: AddressRateLimit,
    pub(super) suppression_notices: AddressRateLimit,
    pub(super) weather: AddressRateLimit,
    pub(super) photos: AddressRateLimit,
    pub(super) photo_upstream_requests: AddressRateLimit,
    pub(super) pictures: KeyedRateLimit,
    pub(super) notes: KeyedRateLimit,
    pub(super) board_invitations: KeyedRateLimit,
    pub(super) calendar_feed: KeyedRateLimit,
    pub(super) calendar_source: KeyedRateLimit,
}

/// Returns a quota of attempts per minute.
fn minute(times: u32) -> Quota {
    Quota { times, window_ms: 60 * 1_000 }
}

/// Returns a quota of attempts per hour.
fn hour(times: u32) -> Quota {
    Quota { times, window_ms: 60 * 60 * 1_000 }
}

/// Returns the limits that servers share: in Redis if it is configured, in a PostgreSQL otherwise. A server with SQLite is alone.
fn shared_limits(config: &Config, database: &Database) -> Option<SharedLimits> {
    let keys = KeyedHash::new(&config.jwt_secret);
    if let Some(url) = &config.limits_url {
        match RedisLimits::new(url) {
            Ok(redis) => return Some(SharedLimits::new(redis, keys, config.limits_timeout)),
            // The settings are checked at start.
            Err(error) => tracing::error!(error, "LIMITS_URL is invalid, limits are shared in the database"),
        }
    }
    (!database.is_sqlite())
        .then(|| SharedLimits::new(DatabaseLimits::new(database.clone()), keys, config.limits_timeout))
}

impl Limiters {
    /// Makes the limits of a server.
    ///
    /// # Panics
    /// Panics outside a tokio runtime.
    pub(super) fn new(config: &Config, database: &Database) -> Self {
        let clock = MonotonicClock::default();
        let shared = shared_limits(config, database);
        let keyed = |name, quota| KeyedRateLimit::new(name, quota, &clock, shared.as_ref());
        let by_address = |name, quota| AddressRateLimit::new(name, quota, &clock, shared.as_ref());
        // A write to the database for each request would cost too much.
        let shared_by_requests = shared.as_ref().filter(|_| config.limits_url.is_some());
        Self {
            api_by_account: KeyedRateLimit::new("api account", minute(600), &clock, shared_by_requests),
            api_by_token: KeyedRateLimit::new("api token", minute(300), &clock, shared_by_requests),
            api_by_tokens_of_account: KeyedRateLimit::new("api tokens", minute(600), &clock, shared_by_requests),
            api_by_address: AddressRateLimit::new("api", minute(600), &clock, shared_by_requests),
            log_in_by_address: by_address("log_in", minute(10)),
            log_in_by_email: keyed("log_in email", minute(10)),
            log_in_successes: RecentSuccesses::new("log_in successes", &clock, shared.as_ref()),
            log_in_failures: FailureBackoff::new("log_in failures", &clock, shared.as_ref()),
            sign_up: by_address("sign_up", hour(20)),
            mail_by_address: by_address("mail", hour(10)),
            mail_by_email: keyed("mail email", hour(3)),
            waitlist: by_address("waitlist", hour(5)),
            leave_waitlist: by_address("leave_waitlist", minute(60)),
            contact_by_address: by_address("contact", hour(5)),
            contact: keyed("contact total", hour(30)),
            password: keyed("password", minute(10)),
            password_failures: FailureBackoff::new("password failures", &clock, shared.as_ref()),
            export: keyed("export", hour(10)),
            import: keyed("import", hour(10)),
            google: by_address("google", minute(20)),
            // Each server limits its own log.
            logged_rejections: AddressRateLimit::new("log", minute(MAX_LOGGED_REJECTIONS), &clock, None),
            suppression_notices: AddressRateLimit::new("log notices", minute(1), &clock, None),
            weather: by_address("weather", minute(60)),
            photos: by_address("photos", minute(60)),
            photo_upstream_requests: by_address("photo_upstream_requests", hour(120)),
            pictures: keyed("pictures", hour(60)),
            notes: keyed("notes", minute(120)),
            board_invitations: keyed("board_invitations", hour(60)),
            calendar_feed: keyed("calendar_feed", minute(30)),
            calendar_source: keyed("calendar_source", hour(20)),
            clock,
        }
    }

    /// Uses one request with an API token.
    ///
    /// # Errors
    /// Returns the time until the next request if none is allowed now.
    pub(super) async fn api_token(&self, id: Id, account_id: Id, now: Timestamp) -> Attempt {
        self.api_by_token.try_acquire(&Subject::ApiToken(id), now).await?;
        self.api_by_tokens_of_account.try_acquire(&Subject::Account(account_id), now).await
    }

    /// Uses one attempt to log in.
    ///
    /// # Errors
    /// Returns the time until the next attempt if none is allowed now.
    pub(super) async fn log_in(&self, address: IpAddr, email: &Email, now: Timestamp) -> Attempt {
        let pair = Subject::NetworkAndEmail(client_network(address), email);
        // The backoff is checked first, so that an attempt during its delay does not use up the other limits.
        self.log_in_failures.check(&pair, now).await?;
        self.log_in_by_address.try_acquire(address, now).await?;
        // An address that is known has its own limits, which is enough.
        if !self.log_in_successes.contains(&pair, now).await {
            self.log_in_by_email.try_acquire(&Subject::Email(email), now).await?;
        }
        self.log_in_failures.try_acquire(&pair, now).await
    }

    /// Uses one requested mail.
    ///
    /// # Errors
    /// Returns the time until the next one if none is allowed now.
    pub(super) async fn mail(&self, address: IpAddr, email: &Email, now: Timestamp) -> Attempt {
        self.mail_by_address.try_acquire(address, now).await?;
        self.mail_by_email.try_acquire(&Subject::Email(email), now).await
    }

    /// Uses one attempt of a logged-in user to confirm the password.
    ///
    /// # Errors
    /// Returns the time until the next attempt if none is allowed now.
    pub(super) async fn password(&self, account_id: Id, now: Timestamp) -> Attempt {
        let account = Subject::Account(account_id);
        self.password_failures.check(&account, now).await?;
        self.password.try_acquire(&account, now).await?;
        self.password_failures.try_acquire(&account, now).await
    }
}
