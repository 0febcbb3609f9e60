//! Rate limits by client address, account and email address.
//!
//! With SQLite, they are in memory. Servers on one PostgreSQL share them, in the database (`database.rs`) or in Redis
//! (`redis.rs`); while that is unavailable, each falls back to its own limits in memory.
//!
//! A client is an IPv4 address or an IPv6 /64. The clients of an IPv6 /48 together get 20 times the quota of one.

mod address_rate_limit;
mod clock;
mod database;
mod failure_backoff;
mod keyed_rate_limit;
mod limiters;
mod recent_successes;
mod redis;
mod shared;
mod subject;

use crate::error::DomainError;
use address_rate_limit::AddressRateLimit;
pub use address_rate_limit::{SITE_FACTOR, client_network, client_site};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::text::Email;
use core_wasm::protocol::time::Timestamp;
use keyed_rate_limit::KeyedRateLimit;
use limiters::Limiters;
pub use redis::check_redis_url;
use std::net::IpAddr;
use std::time::Duration;
use subject::Subject;
use twentyfour_model::Config;
use twentyfour_store::Database;

/// The maximum number of live connections per account: several tabs on several devices, with a margin.
const MAX_LIVE_CONNECTIONS: usize = 50;

/// The same without rate limits, for benchmarks with a thousand connections.
const MAX_LIVE_CONNECTIONS_UNLIMITED: usize = 2_000;

/// The rate limits; `None` inside if they are disabled.
pub struct RateLimits(Option<Limiters>);

/// The client of an API request.
#[derive(Clone, Copy, Debug)]
pub enum Client {
    /// A client with a valid access token.
    Account(Id),
    /// A program with an API token.
    ApiToken {
        /// The id of the token.
        id: Id,
        /// The account that it acts for.
        account_id: Id,
    },
    /// Any other client, by its address.
    Address(IpAddr),
}

/// How much of a rejection is logged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RejectionLogging {
    /// The full rejection.
    Full,
    /// A notice that further rejections are not logged.
    SuppressionNotice,
    /// Nothing.
    Suppressed,
}

impl RateLimits {
    /// Makes the limits, if the configuration enables them.
    ///
    /// # Panics
    /// Panics outside a tokio runtime.
    pub fn new(config: &Config, database: &Database) -> Self {
        Self(config.has_rate_limits.then(|| Limiters::new(config, database)))
    }

    /// Returns the maximum number of live connections per account.
    pub fn max_live_connections(&self) -> usize {
        if self.0.is_some() { MAX_LIVE_CONNECTIONS } else { MAX_LIVE_CONNECTIONS_UNLIMITED }
    }

    /// Limits API requests to 600 per minute and client, to 300 per minute and API token, and to 600 per minute with all API tokens of
    /// an account.
    ///
    /// # Errors
    /// Returns `DomainError::TooManyRequests` above the limit.
    pub async fn api(&self, client: Client, now: Timestamp) -> Result<(), DomainError> {
        let Some(limiters) = self.limiters_at(now) else { return Ok(()) };
        match client {
            Client::Account(id) => limiters.api_by_account.try_acquire(&Subject::Account(id), now).await,
            Client::ApiToken { id, account_id } => limiters.api_token(id, account_id, now).await,
            Client::Address(address) => limiters.api_by_address.try_acquire(address, now).await,
        }
        .map_err(|wait| too_many_requests("api", wait))
    }

    /// Limits password attempts to 10 per minute and address, and 10 per minute and email address. An address from
    /// which the account was recently logged in to is exempt from the limit per email address, so that strangers cannot
    /// lock the owner out. After 10 failures for an email address from one address, the delay before each further
    /// attempt there doubles, from 1 second to 15 minutes. Unknown email addresses are limited in the same way.
    ///
    /// # Errors
    /// Returns `DomainError::TooManyRequests` above a limit.
    pub async fn log_in(&self, address: IpAddr, email: &Email, now: Timestamp) -> Result<(), DomainError> {
        let Some(limiters) = self.limiters_at(now) else { return Ok(()) };
        limiters.log_in(address, email, now).await.map_err(|wait| too_many_requests("log_in", wait))
    }

    /// Resets the failures for an email address from an address, and remembers that address, after a successful login.
    pub async fn record_login_success(&self, address: IpAddr, email: &Email, now: Timestamp) {
        if let Some(limiters) = self.limiters_at(now) {
            let pair = Subject::NetworkAndEmail(client_network(address), email);
            limiters.log_in_failures.reset(&pair).await;
            limiters.log_in_successes.record(&pair, now).await;
        }
    }

    /// Limits sign-ups to 20 per hour and address.
    ///
    /// # Errors
    /// Returns `DomainError::TooManyRequests` above the limit.
    pub async fn sign_up(&self, address: IpAddr, now: Timestamp) -> Result<(), DomainError> {
        self.by_address("sign_up", address, now, |limiters| &limiters.sign_up).await
    }

    /// Limits requested mails (password reset, confirmation) to 3 per hour and email address, and 10 per hour and
    /// client address.
    ///
    /// # Errors
    /// Returns `DomainError::TooManyRequests` above a limit.
    pub async fn mail(&self, address: IpAddr, email: &Email, now: Timestamp) -> Result<(), DomainError> {
        let Some(limiters) = self.limiters_at(now) else { return Ok(()) };
        limiters.mail(address, email, now).await.map_err(|wait| too_many_requests("mail", wait))
    }

    /// Limits waitlist entries to 5 per hour and address.
    ///
    /// # Errors
    /// Returns `DomainError::TooManyRequests` above the limit.
    pub async fn waitlist(&self, address: IpAddr, now: Timestamp) -> Result<(), DomainError> {
        self.by_address("waitlist", address, now, |limiters| &limiters.waitlist).await
    }

    /// Limits unsubscribe requests for the waitlist to 60 per minute and address, since one mail program may send those
    /// of many users.
    ///
    /// # Errors
    /// Returns `DomainError::TooManyRequests` above the limit.
    pub async fn leave_waitlist(&self, address: IpAddr, now: Timestamp) -> Result<(), DomainError> {
        self.by_address("leave_waitlist", address, now, |limiters| &limiters.leave_waitlist).await
    }

    /// Limits contact messages to 5 per hour and address.
    ///
    /// # Errors
    /// Returns `DomainError::TooManyRequests` above the limit.
    pub async fn contact(&self, address: IpAddr, now: Timestamp) -> Result<(), DomainError> {
        self.by_address("contact", address, now, |limiters| &limiters.contact_by_address).await
    }

    /// Limits contact mails to 30 per hour in total, so that nobody can flood the operator's inbox.
    ///
    /// # Errors
    /// Returns `DomainError::TooManyRequests` above the limit.
    pub async fn contact_mail(&self, now: Timestamp) -> Result<(), DomainError> {
        let Some(limiters) = self.limiters_at(now) else { return Ok(()) };
        let attempt = limiters.contact.try_acquire(&Subject::Everyone, now).await;
        attempt.map_err(|wait| too_many_requests("contact", wait))
    }

    /// Limits weather requests to 60 per minute and address.
    ///
    /// # Errors
    /// Returns `DomainError::TooManyRequests` above the limit.
    pub async fn weather(&self, address: IpAddr, now: Timestamp) -> Result<(), DomainError> {
        self.by_address("weather", address, now, |limiters| &limiters.weather).await
    }

    /// Limits photo requests to 60 per minute and address.
    ///
    /// # Errors
    /// Returns `DomainError::TooManyRequests` above the limit.
    pub async fn photos(&self, address: IpAddr, now: Timestamp) -> Result<(), DomainError> {
        self.by_address("photos", address, now, |limiters| &limiters.photos).await
    }

    /// Limits photo requests that are not cached to 120 per hour and address, because all clients share the small quota
    /// at the photo service.
    ///
    /// # Errors
    /// Returns `DomainError::TooManyRequests` above the limit.
    pub async fn photo_upstream_requests(&self, address: IpAddr, now: Timestamp) -> Result<(), DomainError> {
        self.by_address("photo_upstream_requests", address, now, |limiters| &limiters.photo_upstream_requests).await
    }

    /// Limits uploads of pictures, the user's own included, to 60 per hour and account.
    ///
    /// # Errors
    /// Returns `DomainError::TooManyRequests` above the limit.
    pub async fn pictures(&self, account_id: Id, now: Timestamp) -> Result<(), DomainError> {
        self.by_account("pictures", account_id, now, |limiters| &limiters.pictures).await
    }

    /// Limits changes to notes to 120 per minute and account. Clients save once per second while the user types.
    ///
    /// # Errors
    /// Returns `DomainError::TooManyRequests` above the limit.
    pub async fn notes(&self, account_id: Id, now: Timestamp) -> Result<(), DomainError> {
        self.by_account("notes", account_id, now, |limiters| &limiters.notes).await
    }

    /// Limits invitations to boards to 60 per hour and account, since each can send a mail.
    ///
    /// # Errors
    /// Returns `DomainError::TooManyRequests` above the limit.
    pub async fn board_invitations(&self, account_id: Id, now: Timestamp) -> Result<(), DomainError> {
        self.by_account("board_invitations", account_id, now, |limiters| &limiters.board_invitations).await
    }

    /// Limits reads of an account's calendar feed to 30 per minute, from all addresses together: one calendar service reads the
    /// feeds of many accounts.
    ///
    /// # Errors
    /// Returns `DomainError::TooManyRequests` above the limit.
    pub async fn calendar_feed(&self, account_id: Id, now: Timestamp) -> Result<(), DomainError> {
        self.by_account("calendar_feed", account_id, now, |limiters| &limiters.calendar_feed).await
    }

    /// Limits new addresses of another calendar to 20 per hour and account, since each is fetched.
    ///
    /// # Errors
    /// Returns `DomainError::TooManyRequests` above the limit.
    pub async fn calendar_source(&self, account_id: Id, now: Timestamp) -> Result<(), DomainError> {
        self.by_account("calendar_source", account_id, now, |limiters| &limiters.calendar_source).await
    }

    /// Limits logins with Google to 20 per minute and address.
    ///
    /// # Errors
    /// Returns `DomainError::TooManyRequests` above the limit.
    pub async fn google(&self, address: IpAddr, now: Timestamp) -> Result<(), DomainError> {
        self.by_address("google", address, now, |limiters| &limiters.google).await
    }

    /// Limits password attempts of a logged-in user to 10 per minute and account. After 10 failures, further attempts
    /// are delayed as for [`RateLimits::log_in`], whatever address they come from.
    ///
    /// # Errors
    /// Returns `DomainError::TooManyRequests` above a limit.
    pub async fn password(&self, account_id: Id, now: Timestamp) -> Result<(), DomainError> {
        let Some(limiters) = self.limiters_at(now) else { return Ok(()) };
        limiters.password(account_id, now).await.map_err(|wait| too_many_requests("password", wait))
    }

    /// Resets the failures of an account after the password was correct.
    pub async fn record_reauthentication_success(&self, account_id: Id) {
        if let Some(limiters) = &self.0 {
            limiters.password_failures.reset(&Subject::Account(account_id)).await;
        }
    }

    /// Limits data exports to 10 per hour and account.
    ///
    /// # Errors
    /// Returns `DomainError::TooManyRequests` above the limit.
    pub async fn export(&self, account_id: Id, now: Timestamp) -> Result<(), DomainError> {
        self.by_account("export", account_id, now, |limiters| &limiters.export).await
    }

    /// Limits imports of archives to 10 per hour and account.
    ///
    /// # Errors
    /// Returns `DomainError::TooManyRequests` above the limit.
    pub async fn import(&self, account_id: Id, now: Timestamp) -> Result<(), DomainError> {
        self.by_account("import", account_id, now, |limiters| &limiters.import).await
    }

    /// Returns how much of a rejection to log: 30 rejections per minute and address in full, then one notice per
    /// minute. Without rate limits, everything.
    pub fn rejection_logging(&self, address: IpAddr, now: Timestamp) -> RejectionLogging {
        let Some(limiters) = self.limiters_at(now) else { return RejectionLogging::Full };
        if limiters.logged_rejections.try_acquire_unshared(address).is_ok() {
            RejectionLogging::Full
        } else if limiters.suppression_notices.try_acquire_unshared(address).is_ok() {
            RejectionLogging::SuppressionNotice
        } else {
            RejectionLogging::Suppressed
        }
    }

    /// Returns the limiters, with their clock advanced to `now`.
    fn limiters_at(&self, now: Timestamp) -> Option<&Limiters> {
        let limiters = self.0.as_ref()?;
        limiters.clock.advance_to(now);
        Some(limiters)
    }

    async fn by_address(
        &self,
        limit: &'static str,
        address: IpAddr,
        now: Timestamp,
        limiter: fn(&Limiters) -> &AddressRateLimit,
    ) -> Result<(), DomainError> {
        let Some(limiters) = self.limiters_at(now) else { return Ok(()) };
        limiter(limiters).try_acquire(address, now).await.map_err(|wait| too_many_requests(limit, wait))
    }

    async fn by_account(
        &self,
        limit: &'static str,
        account_id: Id,
        now: Timestamp,
        limiter: fn(&Limiters) -> &KeyedRateLimit,
    ) -> Result<(), DomainError> {
        let Some(limiters) = self.limiters_at(now) else { return Ok(()) };
        let attempt = limiter(limiters).try_acquire(&Subject::Account(account_id), now).await;
        attempt.map_err(|wait| too_many_requests(limit, wait))
    }
}

fn too_many_requests(limit: &'static str, wait: Duration) -> DomainError {
    // Rounded up, so that a client that waits this long is not rejected again.
    let retry_after = u64::try_from(wait.as_millis().div_ceil(1_000)).unwrap_or(u64::MAX).max(1);
    DomainError::TooManyRequests { limit, retry_after }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn logged_rejections_are_rate_limited_per_address() {
        let secret = twentyfour_model::Secret::new("secret");
        let config = Config { has_rate_limits: true, ..Config::new(secret, "http://127.0.0.1:8080") };
        let folder = tempfile::tempdir().unwrap();
        let database = Database::open(&format!("sqlite://{}", folder.path().join("test.db").display())).await.unwrap();
        let limits = RateLimits::new(&config, &database);
        let logging = |last: u8, now| limits.rejection_logging([192, 0, 2, last].into(), Timestamp::from_millis(now));
        assert!((0..30).all(|_| logging(1, 0) == RejectionLogging::Full));
        assert_eq!(logging(1, 0), RejectionLogging::SuppressionNotice);
        assert!((0..1_000).all(|_| logging(1, 0) == RejectionLogging::Suppressed));
        assert_eq!(logging(2, 0), RejectionLogging::Full, "each address for itself");
        assert_eq!(
            [(); 3].map(|()| logging(1, 2_000)),
            [RejectionLogging::Full, RejectionLogging::Suppressed, RejectionLogging::Suppressed]
        );
        assert!((0..30).all(|_| logging(1, 62_000) == RejectionLogging::Full));
        assert_eq!(
            [(); 2].map(|()| logging(1, 62_000)),
            [RejectionLogging::SuppressionNotice, RejectionLogging::Suppressed]
        );
        let unlimited = RateLimits::new(&Config { has_rate_limits: false, ..config }, &database);
        let everything =
            (0..1_000).map(|_| unlimited.rejection_logging([192, 0, 2, 1].into(), Timestamp::from_millis(0)));
        assert!(everything.into_iter().all(|logging| logging == RejectionLogging::Full));
    }

    #[test]
    fn retry_after_is_rounded_up_to_whole_seconds() {
        let retry_after_of = |milliseconds| match too_many_requests("", Duration::from_millis(milliseconds)) {
            DomainError::TooManyRequests { retry_after, .. } => retry_after,
            _ => unreachable!(),
        };
        assert_eq!([0, 1, 1_000, 1_001, 900_000].map(retry_after_of), [1, 1, 1, 2, 900]);
    }
}
