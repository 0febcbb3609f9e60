//! Rate limits by client address, account and email address. In memory only and per process.
//!
//! A client is an IPv4 address or an IPv6 /64. The clients of an IPv6 /48 together get 20 times the quota of one.

mod address_rate_limit;
mod clock;
mod failure_backoff;
mod keyed_rate_limit;
mod recent_successes;

use crate::error::DomainError;
use address_rate_limit::AddressRateLimit;
pub use address_rate_limit::{SITE_FACTOR, client_network, client_site};
use clock::MonotonicClock;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::text::Email;
use core_wasm::protocol::time::Timestamp;
use failure_backoff::FailureBackoff;
use governor::Quota;
use keyed_rate_limit::{Key, KeyedRateLimit};
use recent_successes::RecentSuccesses;
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;
use twentyfour_model::Config;

/// The maximum number of live connections per account: several tabs on several devices, with a margin.
const MAX_LIVE_CONNECTIONS: usize = 50;

/// The same without rate limits, for benchmarks with a thousand connections.
const MAX_LIVE_CONNECTIONS_UNLIMITED: usize = 2_000;

/// The maximum number of logged rejections per address and minute.
const MAX_LOGGED_REJECTIONS: u32 = 30;

/// The key of limits that all clients share.
const GLOBAL_KEY: Key = 0;

/// The rate limits; `None` inside if they are disabled.
pub struct RateLimits(Option<Limiters>);

/// The client of an API request.
#[derive(Clone, Copy, Debug)]
pub enum Client {
    /// A client with a valid access token.
    Account(Id),
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

struct Limiters {
    clock: MonotonicClock,
    keys: RandomState,
    api_by_account: KeyedRateLimit,
    api_by_address: AddressRateLimit,
    log_in_by_address: AddressRateLimit,
    log_in_by_email: KeyedRateLimit,
    log_in_successes: RecentSuccesses,
    log_in_failures: FailureBackoff,
    sign_up: AddressRateLimit,
    mail_by_address: AddressRateLimit,
    mail_by_email: KeyedRateLimit,
    waitlist: AddressRateLimit,
    leave_waitlist: AddressRateLimit,
    contact_by_address: AddressRateLimit,
    contact: KeyedRateLimit,
    password: KeyedRateLimit,
    password_failures: FailureBackoff,
    export: KeyedRateLimit,
    google: AddressRateLimit,
    logged_rejections: AddressRateLimit,
    suppression_notices: AddressRateLimit,
    weather: AddressRateLimit,
    photos: AddressRateLimit,
    photo_upstream_requests: AddressRateLimit,
    pictures: KeyedRateLimit,
    notes: KeyedRateLimit,
    board_invitations: KeyedRateLimit,
}

impl RateLimits {
    /// Makes the limits, if the configuration enables them.
    pub fn new(config: &Config) -> Self {
        Self(config.has_rate_limits.then(Limiters::new))
    }

    /// Returns the maximum number of live connections per account.
    pub fn max_live_connections(&self) -> usize {
        if self.0.is_some() { MAX_LIVE_CONNECTIONS } else { MAX_LIVE_CONNECTIONS_UNLIMITED }
    }

    /// Limits API requests to 600 per minute and client.
    ///
    /// # Errors
    /// Returns `DomainError::TooManyRequests` above the limit.
    pub fn api(&self, client: Client, now: Timestamp) -> Result<(), DomainError> {
        let Some(limiters) = self.limiters_at(now) else { return Ok(()) };
        match client {
            Client::Account(id) => limiters.api_by_account.try_acquire(limiters.account(id)),
            Client::Address(address) => limiters.api_by_address.try_acquire(address),
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
    pub fn log_in(&self, address: IpAddr, email: &Email, now: Timestamp) -> Result<(), DomainError> {
        let Some(limiters) = self.limiters_at(now) else { return Ok(()) };
        let pair = limiters.email_address_key(address, email);
        // The backoff is checked first, so that an attempt during its delay does not use up the other limits.
        limiters
            .log_in_failures
            .check(pair)
            .and_then(|()| limiters.log_in_by_address.try_acquire(address))
            .and_then(|()| match limiters.log_in_successes.contains(pair) {
                // The address has its own limits, which is enough.
                true => Ok(()),
                false => limiters.log_in_by_email.try_acquire(limiters.email(email)),
            })
            .and_then(|()| limiters.log_in_failures.try_acquire(pair))
            .map_err(|wait| too_many_requests("log_in", wait))
    }

    /// Resets the failures for an email address from an address, and remembers that address, after a successful login.
    pub fn record_login_success(&self, address: IpAddr, email: &Email) {
        if let Some(limiters) = &self.0 {
            let pair = limiters.email_address_key(address, email);
            limiters.log_in_failures.reset(pair);
            limiters.log_in_successes.record(pair);
        }
    }

    /// Limits sign-ups to 20 per hour and address.
    ///
    /// # Errors
    /// Returns `DomainError::TooManyRequests` above the limit.
    pub fn sign_up(&self, address: IpAddr, now: Timestamp) -> Result<(), DomainError> {
        self.by_address("sign_up", address, now, |limiters| &limiters.sign_up)
    }

    /// Limits requested mails (password reset, confirmation) to 3 per hour and email address, and 10 per hour and
    /// client address.
    ///
    /// # Errors
    /// Returns `DomainError::TooManyRequests` above a limit.
    pub fn mail(&self, address: IpAddr, email: &Email, now: Timestamp) -> Result<(), DomainError> {
        let Some(limiters) = self.limiters_at(now) else { return Ok(()) };
        limiters
            .mail_by_address
            .try_acquire(address)
            .and_then(|()| limiters.mail_by_email.try_acquire(limiters.email(email)))
            .map_err(|wait| too_many_requests("mail", wait))
    }

    /// Limits waitlist entries to 5 per hour and address.
    ///
    /// # Errors
    /// Returns `DomainError::TooManyRequests` above the limit.
    pub fn waitlist(&self, address: IpAddr, now: Timestamp) -> Result<(), DomainError> {
        self.by_address("waitlist", address, now, |limiters| &limiters.waitlist)
    }

    /// Limits unsubscribe requests for the waitlist to 60 per minute and address, since one mail program may send those
    /// of many users.
    ///
    /// # Errors
    /// Returns `DomainError::TooManyRequests` above the limit.
    pub fn leave_waitlist(&self, address: IpAddr, now: Timestamp) -> Result<(), DomainError> {
        self.by_address("leave_waitlist", address, now, |limiters| &limiters.leave_waitlist)
    }

    /// Limits contact messages to 5 per hour and address.
    ///
    /// # Errors
    /// Returns `DomainError::TooManyRequests` above the limit.
    pub fn contact(&self, address: IpAddr, now: Timestamp) -> Result<(), DomainError> {
        self.by_address("contact", address, now, |limiters| &limiters.contact_by_address)
    }

    /// Limits contact mails to 30 per hour in total, so that nobody can flood the operator's inbox.
    ///
    /// # Errors
    /// Returns `DomainError::TooManyRequests` above the limit.
    pub fn contact_mail(&self, now: Timestamp) -> Result<(), DomainError> {
        let Some(limiters) = self.limiters_at(now) else { return Ok(()) };
        limiters.contact.try_acquire(GLOBAL_KEY).map_err(|wait| too_many_requests("contact", wait))
    }

    /// Limits weather requests to 60 per minute and address.
    ///
    /// # Errors
    /// Returns `DomainError::TooManyRequests` above the limit.
    pub fn weather(&self, address: IpAddr, now: Timestamp) -> Result<(), DomainError> {
        self.by_address("weather", address, now, |limiters| &limiters.weather)
    }

    /// Limits photo requests to 60 per minute and address.
    ///
    /// # Errors
    /// Returns `DomainError::TooManyRequests` above the limit.
    pub fn photos(&self, address: IpAddr, now: Timestamp) -> Result<(), DomainError> {
        self.by_address("photos", address, now, |limiters| &limiters.photos)
    }

    /// Limits photo requests that are not cached to 120 per hour and address, because all clients share the small quota
    /// at the photo service.
    ///
    /// # Errors
    /// Returns `DomainError::TooManyRequests` above the limit.
    pub fn photo_upstream_requests(&self, address: IpAddr, now: Timestamp) -> Result<(), DomainError> {
        self.by_address("photo_upstream_requests", address, now, |limiters| &limiters.photo_upstream_requests)
    }

    /// Limits uploads of pictures, the user's own included, to 60 per hour and account.
    ///
    /// # Errors
    /// Returns `DomainError::TooManyRequests` above the limit.
    pub fn pictures(&self, account_id: Id, now: Timestamp) -> Result<(), DomainError> {
        self.by_account("pictures", account_id, now, |limiters| &limiters.pictures)
    }

    /// Limits changes to notes to 120 per minute and account. Clients save once per second while the user types.
    ///
    /// # Errors
    /// Returns `DomainError::TooManyRequests` above the limit.
    pub fn notes(&self, account_id: Id, now: Timestamp) -> Result<(), DomainError> {
        self.by_account("notes", account_id, now, |limiters| &limiters.notes)
    }

    /// Limits invitations to boards to 60 per hour and account, since each can send a mail.
    ///
    /// # Errors
    /// Returns `DomainError::TooManyRequests` above the limit.
    pub fn board_invitations(&self, account_id: Id, now: Timestamp) -> Result<(), DomainError> {
        self.by_account("board_invitations", account_id, now, |limiters| &limiters.board_invitations)
    }

    /// Limits logins with Google to 20 per minute and address.
    ///
    /// # Errors
    /// Returns `DomainError::TooManyRequests` above the limit.
    pub fn google(&self, address: IpAddr, now: Timestamp) -> Result<(), DomainError> {
        self.by_address("google", address, now, |limiters| &limiters.google)
    }

    /// Limits password attempts of a logged-in user to 10 per minute and account. After 10 failures, further attempts
    /// are delayed as for [`RateLimits::log_in`], whatever address they come from.
    ///
    /// # Errors
    /// Returns `DomainError::TooManyRequests` above a limit.
    pub fn password(&self, account_id: Id, now: Timestamp) -> Result<(), DomainError> {
        let Some(limiters) = self.limiters_at(now) else { return Ok(()) };
        let key = limiters.account(account_id);
        limiters
            .password_failures
            .check(key)
            .and_then(|()| limiters.password.try_acquire(key))
            .and_then(|()| limiters.password_failures.try_acquire(key))
            .map_err(|wait| too_many_requests("password", wait))
    }

    /// Resets the failures of an account after the password was correct.
    pub fn record_reauthentication_success(&self, account_id: Id) {
        if let Some(limiters) = &self.0 {
            limiters.password_failures.reset(limiters.account(account_id));
        }
    }

    /// Limits data exports to 10 per hour and account.
    ///
    /// # Errors
    /// Returns `DomainError::TooManyRequests` above the limit.
    pub fn export(&self, account_id: Id, now: Timestamp) -> Result<(), DomainError> {
        self.by_account("export", account_id, now, |limiters| &limiters.export)
    }

    /// Returns how much of a rejection to log: 30 rejections per minute and address in full, then one notice per
    /// minute. Without rate limits, everything.
    pub fn rejection_logging(&self, address: IpAddr, now: Timestamp) -> RejectionLogging {
        let Some(limiters) = self.limiters_at(now) else { return RejectionLogging::Full };
        if limiters.logged_rejections.try_acquire(address).is_ok() {
            RejectionLogging::Full
        } else if limiters.suppression_notices.try_acquire(address).is_ok() {
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

    fn by_address(
        &self,
        limit: &'static str,
        address: IpAddr,
        now: Timestamp,
        limiter: fn(&Limiters) -> &AddressRateLimit,
    ) -> Result<(), DomainError> {
        let Some(limiters) = self.limiters_at(now) else { return Ok(()) };
        limiter(limiters).try_acquire(address).map_err(|wait| too_many_requests(limit, wait))
    }

    fn by_account(
        &self,
        limit: &'static str,
        account_id: Id,
        now: Timestamp,
        limiter: fn(&Limiters) -> &KeyedRateLimit,
    ) -> Result<(), DomainError> {
        let Some(limiters) = self.limiters_at(now) else { return Ok(()) };
        limiter(limiters).try_acquire(limiters.account(account_id)).map_err(|wait| too_many_requests(limit, wait))
    }
}

impl Limiters {
    fn new() -> Self {
        let clock = MonotonicClock::default();
        let minute = |times| KeyedRateLimit::new(Quota::per_minute(times), &clock);
        let hour = |times| KeyedRateLimit::new(Quota::per_hour(times), &clock);
        let minute_by_address = |times| AddressRateLimit::new(Quota::per_minute, times, &clock);
        let hour_by_address = |times| AddressRateLimit::new(Quota::per_hour, times, &clock);
        Self {
            api_by_account: minute(non_zero(600)),
            api_by_address: minute_by_address(non_zero(600)),
            log_in_by_address: minute_by_address(non_zero(10)),
            log_in_by_email: minute(non_zero(10)),
            log_in_successes: RecentSuccesses::new(&clock),
            log_in_failures: FailureBackoff::new(&clock),
            sign_up: hour_by_address(non_zero(20)),
            mail_by_address: hour_by_address(non_zero(10)),
            mail_by_email: hour(non_zero(3)),
            waitlist: hour_by_address(non_zero(5)),
            leave_waitlist: minute_by_address(non_zero(60)),
            contact_by_address: hour_by_address(non_zero(5)),
            contact: hour(non_zero(30)),
            password: minute(non_zero(10)),
            password_failures: FailureBackoff::new(&clock),
            export: hour(non_zero(10)),
            google: minute_by_address(non_zero(20)),
            logged_rejections: minute_by_address(non_zero(MAX_LOGGED_REJECTIONS)),
            suppression_notices: minute_by_address(non_zero(1)),
            weather: minute_by_address(non_zero(60)),
            photos: minute_by_address(non_zero(60)),
            photo_upstream_requests: hour_by_address(non_zero(120)),
            pictures: hour(non_zero(60)),
            notes: minute(non_zero(120)),
            board_invitations: hour(non_zero(60)),
            keys: RandomState::new(),
            clock,
        }
    }

    fn account(&self, id: Id) -> Key {
        self.keys.hash_one(("account", id))
    }

    fn email(&self, email: &Email) -> Key {
        self.keys.hash_one(("email", email.as_str()))
    }

    fn email_address_key(&self, address: IpAddr, email: &Email) -> Key {
        self.keys.hash_one((client_network(address), self.email(email)))
    }
}

/// Returns the number as `NonZeroU32`, or 1 for 0.
fn non_zero(tries: u32) -> NonZeroU32 {
    NonZeroU32::new(tries).unwrap_or(NonZeroU32::MIN)
}

fn too_many_requests(limit: &'static str, wait: Duration) -> DomainError {
    // Rounded up, so that a client that waits this long is not rejected again.
    let retry_after = u64::try_from(wait.as_millis().div_ceil(1_000)).unwrap_or(u64::MAX).max(1);
    DomainError::TooManyRequests { limit, retry_after }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logged_rejections_are_rate_limited_per_address() {
        let secret = twentyfour_model::Secret::new("secret");
        let config = Config { has_rate_limits: true, ..Config::new(secret, "http://127.0.0.1:8080") };
        let limits = RateLimits::new(&config);
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
        let unlimited = RateLimits::new(&Config { has_rate_limits: false, ..config });
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
