//! How often somebody may ask, by the address that they ask from and by the account that they ask about. All of it is forgotten when
//! the server stops, and each of several servers counts for itself.

mod clock;
mod failure_backoff;
mod keyed_rate_limit;
mod recent_successes;

use crate::config::Config;
use crate::error::ApiError;
use clock::MonotonicClock;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::text::Email;
use core_wasm::protocol::time::Timestamp;
use failure_backoff::FailureBackoff;
use governor::Quota;
use keyed_rate_limit::{Key, KeyedRateLimit};
use recent_successes::RecentSuccesses;
use std::hash::{BuildHasher, RandomState};
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::Mutex;
use std::time::Duration;

/// How often it is looked for what can be forgotten.
const SWEEP_INTERVAL: Duration = Duration::from_secs(60);

/// The most live connections of one account. A person has a few tabs on a few devices; whoever has more has a fault or a plan.
const MAX_LIVE_CONNECTIONS: usize = 50;

/// The same where nothing is limited: measurements open a thousand.
const MAX_LIVE_CONNECTIONS_UNLIMITED: usize = 2_000;

/// How many refusals of one address the log tells in a minute.
const MAX_LOGGED_REJECTIONS: u32 = 30;

/// Whom a limit is about that is one for everybody together.
const GLOBAL_KEY: Key = 0;

/// The limits of a server.
pub(crate) struct RateLimits(Option<Limiters>);

/// Who asks for something of the API.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Client {
    /// Somebody with a valid access token.
    Account(Id),
    /// Anybody else.
    Address(IpAddr),
}

/// How much of a refusal the log tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RejectionLogging {
    /// What was refused.
    Full,
    /// That more is refused than is told.
    SuppressionNotice,
    /// Nothing.
    Suppressed,
}

struct Limiters {
    clock: MonotonicClock,
    last_sweep_at: Mutex<Duration>,
    keys: RandomState,
    api: KeyedRateLimit,
    log_in_by_address: KeyedRateLimit,
    log_in_by_email: KeyedRateLimit,
    log_in_successes: RecentSuccesses,
    log_in_failures: FailureBackoff,
    sign_up: KeyedRateLimit,
    mail_by_address: KeyedRateLimit,
    mail_by_email: KeyedRateLimit,
    waitlist: KeyedRateLimit,
    leave_waitlist: KeyedRateLimit,
    contact_by_address: KeyedRateLimit,
    contact: KeyedRateLimit,
    password: KeyedRateLimit,
    password_failures: FailureBackoff,
    export: KeyedRateLimit,
    google: KeyedRateLimit,
    logged_rejections: KeyedRateLimit,
    suppression_notices: KeyedRateLimit,
    weather: KeyedRateLimit,
    photos: KeyedRateLimit,
    photo_upstream_requests: KeyedRateLimit,
    pictures: KeyedRateLimit,
    notes: KeyedRateLimit,
}

impl RateLimits {
    pub(crate) fn new(config: &Config) -> Self {
        Self(config.has_rate_limits.then(Limiters::new))
    }

    /// The most live connections of one account.
    pub(crate) fn max_live_connections(&self) -> usize {
        if self.0.is_some() { MAX_LIVE_CONNECTIONS } else { MAX_LIVE_CONNECTIONS_UNLIMITED }
    }

    /// Whether somebody may ask for anything of the API: 600 times a minute.
    pub(crate) fn api(&self, client: Client, now: Timestamp) -> Result<(), ApiError> {
        let Some(limiters) = self.limiters_at(now) else { return Ok(()) };
        let key = match client {
            Client::Account(id) => limiters.account(id),
            Client::Address(address) => limiters.address(address),
        };
        limiters.api.try_acquire(key).map_err(|wait| too_many_requests("api", wait))
    }

    /// Whether somebody may try a password for an account: 10 times a minute from an address and for an email. An address from which
    /// the email was logged in takes no part in those of the email, so that nobody elsewhere uses its own up. After 10 failures for an
    /// email from an address, each further try there waits twice as long as the one before, from a second up to 15 minutes. Emails
    /// that nobody has are limited alike.
    pub(crate) fn log_in(&self, address: IpAddr, email: &Email, now: Timestamp) -> Result<(), ApiError> {
        let Some(limiters) = self.limiters_at(now) else { return Ok(()) };
        let pair = limiters.email_address_key(address, email);
        // The last is asked twice: who has to wait for it anyway uses nothing up.
        limiters
            .log_in_failures
            .check(pair)
            .and_then(|()| limiters.log_in_by_address.try_acquire(limiters.address(address)))
            .and_then(|()| match limiters.log_in_successes.contains(pair) {
                // What it may try at all is its own already.
                true => Ok(()),
                false => limiters.log_in_by_email.try_acquire(limiters.email(email)),
            })
            .and_then(|()| limiters.log_in_failures.try_acquire(pair))
            .map_err(|wait| too_many_requests("log_in", wait))
    }

    /// Forgets what failed for an email from an address, and knows it there from now on, since the password was right.
    pub(crate) fn record_login_success(&self, address: IpAddr, email: &Email) {
        if let Some(limiters) = &self.0 {
            let pair = limiters.email_address_key(address, email);
            limiters.log_in_failures.reset(pair);
            limiters.log_in_successes.record(pair);
        }
    }

    /// Whether an account may be made: 20 times an hour from an address.
    pub(crate) fn sign_up(&self, address: IpAddr, now: Timestamp) -> Result<(), ApiError> {
        self.by_address("sign_up", address, now, |limiters| &limiters.sign_up)
    }

    /// Whether a mail may be asked for, to reset a password or to confirm an address: 3 times an hour for an email, and 10 times
    /// from an address.
    pub(crate) fn mail(&self, address: IpAddr, email: &Email, now: Timestamp) -> Result<(), ApiError> {
        let Some(limiters) = self.limiters_at(now) else { return Ok(()) };
        limiters
            .mail_by_address
            .try_acquire(limiters.address(address))
            .and_then(|()| limiters.mail_by_email.try_acquire(limiters.email(email)))
            .map_err(|wait| too_many_requests("mail", wait))
    }

    /// Whether somebody may be put on the waitlist: 5 times an hour from an address.
    pub(crate) fn waitlist(&self, address: IpAddr, now: Timestamp) -> Result<(), ApiError> {
        self.by_address("waitlist", address, now, |limiters| &limiters.waitlist)
    }

    /// Whether somebody may be taken off the waitlist: 60 times a minute from an address. Mail programs do so for many people.
    pub(crate) fn leave_waitlist(&self, address: IpAddr, now: Timestamp) -> Result<(), ApiError> {
        self.by_address("leave_waitlist", address, now, |limiters| &limiters.leave_waitlist)
    }

    /// Whether somebody may write to the host of the server: 5 times an hour from an address.
    pub(crate) fn contact(&self, address: IpAddr, now: Timestamp) -> Result<(), ApiError> {
        self.by_address("contact", address, now, |limiters| &limiters.contact_by_address)
    }

    /// Whether one more message may be passed on to the host: 30 an hour from everywhere, so that nobody fills their postbox.
    pub(crate) fn contact_mail(&self, now: Timestamp) -> Result<(), ApiError> {
        let Some(limiters) = self.limiters_at(now) else { return Ok(()) };
        limiters.contact.try_acquire(GLOBAL_KEY).map_err(|wait| too_many_requests("contact", wait))
    }

    /// Whether somebody may ask about the weather: 60 times a minute from an address.
    pub(crate) fn weather(&self, address: IpAddr, now: Timestamp) -> Result<(), ApiError> {
        self.by_address("weather", address, now, |limiters| &limiters.weather)
    }

    /// Whether somebody may ask for photos: 60 times a minute from an address.
    pub(crate) fn photos(&self, address: IpAddr, now: Timestamp) -> Result<(), ApiError> {
        self.by_address("photos", address, now, |limiters| &limiters.photos)
    }

    /// Whether somebody may have the photo service asked for what is not kept: 120 times an hour from an address. Its requests are
    /// few, and everybody's.
    pub(crate) fn photo_upstream_requests(&self, address: IpAddr, now: Timestamp) -> Result<(), ApiError> {
        self.by_address("photo_upstream_requests", address, now, |limiters| &limiters.photo_upstream_requests)
    }

    /// Whether somebody may upload a picture: 60 times an hour.
    pub(crate) fn pictures(&self, account_id: Id, now: Timestamp) -> Result<(), ApiError> {
        self.by_account("pictures", account_id, now, |limiters| &limiters.pictures)
    }

    /// Whether somebody may change a note: 120 times a minute. Whoever writes saves once a second.
    pub(crate) fn notes(&self, account_id: Id, now: Timestamp) -> Result<(), ApiError> {
        self.by_account("notes", account_id, now, |limiters| &limiters.notes)
    }

    /// Whether somebody may be sent to Google: 20 times a minute from an address.
    pub(crate) fn google(&self, address: IpAddr, now: Timestamp) -> Result<(), ApiError> {
        self.by_address("google", address, now, |limiters| &limiters.google)
    }

    /// Whether somebody who is logged in may try the account's password once more, before something that asks for it: 10 times a
    /// minute. After 10 failures each further try waits as for [`RateLimits::log_in`], from wherever it comes.
    pub(crate) fn password(&self, account_id: Id, now: Timestamp) -> Result<(), ApiError> {
        let Some(limiters) = self.limiters_at(now) else { return Ok(()) };
        let key = limiters.account(account_id);
        limiters
            .password_failures
            .check(key)
            .and_then(|()| limiters.password.try_acquire(key))
            .and_then(|()| limiters.password_failures.try_acquire(key))
            .map_err(|wait| too_many_requests("password", wait))
    }

    /// Forgets what failed for an account that somebody is logged in to, since the password was right.
    pub(crate) fn record_reauthentication_success(&self, account_id: Id) {
        if let Some(limiters) = &self.0 {
            limiters.password_failures.reset(limiters.account(account_id));
        }
    }

    /// Whether somebody may have all that an account holds as a file: 10 times an hour.
    pub(crate) fn export(&self, account_id: Id, now: Timestamp) -> Result<(), ApiError> {
        self.by_account("export", account_id, now, |limiters| &limiters.export)
    }

    /// How much the log tells of one more thing that is refused to an address: 30 a minute, and then once a minute that there is more,
    /// so that nobody fills the log. Where nothing is limited, all of it.
    pub(crate) fn rejection_logging(&self, address: IpAddr, now: Timestamp) -> RejectionLogging {
        let Some(limiters) = self.limiters_at(now) else { return RejectionLogging::Full };
        let key = limiters.address(address);
        if limiters.logged_rejections.try_acquire(key).is_ok() {
            RejectionLogging::Full
        } else if limiters.suppression_notices.try_acquire(key).is_ok() {
            RejectionLogging::SuppressionNotice
        } else {
            RejectionLogging::Suppressed
        }
    }

    /// The rules, at a time.
    fn limiters_at(&self, now: Timestamp) -> Option<&Limiters> {
        let limiters = self.0.as_ref()?;
        limiters.clock.advance_to(now);
        limiters.sweep_if_due();
        Some(limiters)
    }

    fn by_address(
        &self,
        limit: &'static str,
        address: IpAddr,
        now: Timestamp,
        limiter: fn(&Limiters) -> &KeyedRateLimit,
    ) -> Result<(), ApiError> {
        let Some(limiters) = self.limiters_at(now) else { return Ok(()) };
        limiter(limiters).try_acquire(limiters.address(address)).map_err(|wait| too_many_requests(limit, wait))
    }

    fn by_account(
        &self,
        limit: &'static str,
        account_id: Id,
        now: Timestamp,
        limiter: fn(&Limiters) -> &KeyedRateLimit,
    ) -> Result<(), ApiError> {
        let Some(limiters) = self.limiters_at(now) else { return Ok(()) };
        limiter(limiters).try_acquire(limiters.account(account_id)).map_err(|wait| too_many_requests(limit, wait))
    }
}

impl Limiters {
    fn new() -> Self {
        let clock = MonotonicClock::default();
        let minute = |times| KeyedRateLimit::new(Quota::per_minute(times), &clock);
        let hour = |times| KeyedRateLimit::new(Quota::per_hour(times), &clock);
        Self {
            api: minute(non_zero(600)),
            log_in_by_address: minute(non_zero(10)),
            log_in_by_email: minute(non_zero(10)),
            log_in_successes: RecentSuccesses::new(&clock),
            log_in_failures: FailureBackoff::new(&clock),
            sign_up: hour(non_zero(20)),
            mail_by_address: hour(non_zero(10)),
            mail_by_email: hour(non_zero(3)),
            waitlist: hour(non_zero(5)),
            leave_waitlist: minute(non_zero(60)),
            contact_by_address: hour(non_zero(5)),
            contact: hour(non_zero(30)),
            password: minute(non_zero(10)),
            password_failures: FailureBackoff::new(&clock),
            export: hour(non_zero(10)),
            google: minute(non_zero(20)),
            logged_rejections: minute(non_zero(MAX_LOGGED_REJECTIONS)),
            suppression_notices: minute(non_zero(1)),
            weather: minute(non_zero(60)),
            photos: minute(non_zero(60)),
            photo_upstream_requests: hour(non_zero(120)),
            pictures: hour(non_zero(60)),
            notes: minute(non_zero(120)),
            last_sweep_at: Mutex::default(),
            keys: RandomState::new(),
            clock,
        }
    }

    fn account(&self, id: Id) -> Key {
        self.keys.hash_one(("account", id))
    }

    fn address(&self, address: IpAddr) -> Key {
        self.keys.hash_one(("address", rate_limit_network(address)))
    }

    fn email(&self, email: &Email) -> Key {
        self.keys.hash_one(("email", email.as_str()))
    }

    fn email_address_key(&self, address: IpAddr, email: &Email) -> Key {
        self.keys.hash_one((self.address(address), self.email(email)))
    }

    fn sweep_if_due(&self) {
        let now = self.clock.elapsed();
        // Whoever finds it locked leaves the work to whoever is at it.
        let Ok(mut last_sweep_at) = self.last_sweep_at.try_lock() else { return };
        if now.saturating_sub(*last_sweep_at) < SWEEP_INTERVAL {
            return;
        }
        *last_sweep_at = now;
        for limiter in [
            &self.api,
            &self.log_in_by_address,
            &self.log_in_by_email,
            &self.sign_up,
            &self.mail_by_address,
            &self.mail_by_email,
            &self.waitlist,
            &self.leave_waitlist,
            &self.contact_by_address,
            &self.contact,
            &self.password,
            &self.export,
            &self.google,
            &self.logged_rejections,
            &self.suppression_notices,
            &self.weather,
            &self.photos,
            &self.photo_upstream_requests,
            &self.pictures,
            &self.notes,
        ] {
            limiter.sweep();
        }
        self.log_in_successes.sweep();
        self.log_in_failures.sweep();
        self.password_failures.sweep();
    }
}

/// A number of tries; none is none.
fn non_zero(tries: u32) -> NonZeroU32 {
    NonZeroU32::new(tries).unwrap_or(NonZeroU32::MIN)
}

/// Whom an address belongs to, as far as addresses tell: whoever has one of IPv6 has the 2^64 others beside it (RFC 6177,
/// section 2), and one of IPv4 stays one where it is written in the form of IPv6.
pub(crate) fn rate_limit_network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64))),
        address => address,
    }
}

fn too_many_requests(limit: &'static str, wait: Duration) -> ApiError {
    // Rounded up: whoever waits as long as they were told is not refused by the same limit again.
    let retry_after = u64::try_from(wait.as_millis().div_ceil(1_000)).unwrap_or(u64::MAX).max(1);
    ApiError::TooManyRequests { limit, retry_after }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ipv6_address_is_limited_by_its_64_bit_prefix() {
        let same = |one: &str, other: &str| {
            rate_limit_network(one.parse().unwrap()) == rate_limit_network(other.parse().unwrap())
        };
        assert!(same("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"));
        assert!(!same("2001:db8:1:2::1", "2001:db8:1:3::1"));
        assert!(same("::ffff:192.0.2.1", "192.0.2.1") && !same("192.0.2.1", "192.0.2.2"));
    }

    #[test]
    fn logged_rejections_are_rate_limited_per_address() {
        let secret = crate::config::Secret::new("secret");
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
        assert!(everything.into_iter().all(|telling| telling == RejectionLogging::Full));
    }

    #[test]
    fn retry_after_is_rounded_up_to_whole_seconds() {
        let logging = |milliseconds| match too_many_requests("", Duration::from_millis(milliseconds)) {
            ApiError::TooManyRequests { retry_after, .. } => retry_after,
            _ => unreachable!(),
        };
        assert_eq!([0, 1, 1_000, 1_001, 900_000].map(logging), [1, 1, 1, 2, 900]);
    }
}
