//! How often somebody may ask, by the address that they ask from and by the account that they ask about. All of it is forgotten when
//! the server stops, and each of several servers counts for itself.

mod budget;
mod clock;
mod failures;
mod known;

use crate::config::Config;
use crate::error::ApiError;
use budget::{Budget, Key};
use clock::ToldClock;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::text::Email;
use core_wasm::protocol::time::Timestamp;
use failures::Failures;
use governor::Quota;
use known::Known;
use std::hash::{BuildHasher, RandomState};
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::Mutex;
use std::time::Duration;

/// How often it is looked for what can be forgotten.
const SWEEP_EVERY: Duration = Duration::from_secs(60);

/// The most live connections of one account. A person has a few tabs on a few devices; whoever has more has a fault or a plan.
const LIVE_CONNECTIONS: usize = 50;

/// The same where nothing is limited: measurements open a thousand.
const LIVE_CONNECTIONS_UNLIMITED: usize = 2_000;

/// How many refusals of one address the log tells in a minute.
const TOLD_REFUSALS: u32 = 30;

/// Whom a limit is about that is one for everybody together.
const EVERYWHERE: Key = 0;

/// The limits of a server.
pub(crate) struct Limits(Option<Rules>);

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
pub(crate) enum Telling {
    /// What was refused.
    All,
    /// That more is refused than is told.
    ThatThereIsMore,
    /// Nothing.
    Nothing,
}

struct Rules {
    clock: ToldClock,
    swept_at: Mutex<Duration>,
    keys: RandomState,
    api: Budget,
    log_in_by_address: Budget,
    log_in_by_email: Budget,
    log_in_known: Known,
    log_in_failures: Failures,
    sign_up: Budget,
    mail_by_address: Budget,
    mail_by_email: Budget,
    waitlist: Budget,
    leave_waitlist: Budget,
    contact_by_address: Budget,
    contact: Budget,
    password: Budget,
    password_failures: Failures,
    export: Budget,
    google: Budget,
    told_refusals: Budget,
    told_that_there_is_more: Budget,
    weather: Budget,
    photos: Budget,
    photo_questions: Budget,
    pictures: Budget,
    notes: Budget,
}

impl Limits {
    pub(crate) fn new(config: &Config) -> Self {
        Self(config.has_rate_limits.then(Rules::new))
    }

    /// The most live connections of one account.
    pub(crate) fn live_connections(&self) -> usize {
        if self.0.is_some() { LIVE_CONNECTIONS } else { LIVE_CONNECTIONS_UNLIMITED }
    }

    /// Whether somebody may ask for anything of the API: 600 times a minute.
    pub(crate) fn api(&self, client: Client, now: Timestamp) -> Result<(), ApiError> {
        let Some(rules) = self.at(now) else { return Ok(()) };
        let key = match client {
            Client::Account(id) => rules.account(id),
            Client::Address(address) => rules.address(address),
        };
        rules.api.take(key).map_err(|wait| refused("api", wait))
    }

    /// Whether somebody may try a password for an account: 10 times a minute from an address and for an email. An address from which
    /// the email was logged in takes no part in those of the email, so that nobody elsewhere uses its own up. After 10 failures for an
    /// email from an address, each further try there waits twice as long as the one before, from a second up to 15 minutes. Emails
    /// that nobody has are limited alike.
    pub(crate) fn log_in(&self, address: IpAddr, email: &Email, now: Timestamp) -> Result<(), ApiError> {
        let Some(rules) = self.at(now) else { return Ok(()) };
        let pair = rules.pair(address, email);
        // The last is asked twice: who has to wait for it anyway uses nothing up.
        rules
            .log_in_failures
            .look(pair)
            .and_then(|()| rules.log_in_by_address.take(rules.address(address)))
            .and_then(|()| match rules.log_in_known.knows(pair) {
                // What it may try at all is its own already.
                true => Ok(()),
                false => rules.log_in_by_email.take(rules.email(email)),
            })
            .and_then(|()| rules.log_in_failures.take(pair))
            .map_err(|wait| refused("log_in", wait))
    }

    /// Forgets what failed for an email from an address, and knows it there from now on, since the password was right.
    pub(crate) fn logged_in(&self, address: IpAddr, email: &Email) {
        if let Some(rules) = &self.0 {
            let pair = rules.pair(address, email);
            rules.log_in_failures.forget(pair);
            rules.log_in_known.remember(pair);
        }
    }

    /// Whether an account may be made: 20 times an hour from an address.
    pub(crate) fn sign_up(&self, address: IpAddr, now: Timestamp) -> Result<(), ApiError> {
        self.by_address("sign_up", address, now, |rules| &rules.sign_up)
    }

    /// Whether a mail may be asked for, to reset a password or to confirm an address: 3 times an hour for an email, and 10 times
    /// from an address.
    pub(crate) fn mail(&self, address: IpAddr, email: &Email, now: Timestamp) -> Result<(), ApiError> {
        let Some(rules) = self.at(now) else { return Ok(()) };
        rules
            .mail_by_address
            .take(rules.address(address))
            .and_then(|()| rules.mail_by_email.take(rules.email(email)))
            .map_err(|wait| refused("mail", wait))
    }

    /// Whether somebody may be put on the waitlist: 5 times an hour from an address.
    pub(crate) fn waitlist(&self, address: IpAddr, now: Timestamp) -> Result<(), ApiError> {
        self.by_address("waitlist", address, now, |rules| &rules.waitlist)
    }

    /// Whether somebody may be taken off the waitlist: 60 times a minute from an address. Mail programs do so for many people.
    pub(crate) fn leave_waitlist(&self, address: IpAddr, now: Timestamp) -> Result<(), ApiError> {
        self.by_address("leave_waitlist", address, now, |rules| &rules.leave_waitlist)
    }

    /// Whether somebody may write to the host of the server: 5 times an hour from an address.
    pub(crate) fn contact(&self, address: IpAddr, now: Timestamp) -> Result<(), ApiError> {
        self.by_address("contact", address, now, |rules| &rules.contact_by_address)
    }

    /// Whether one more message may be passed on to the host: 30 an hour from everywhere, so that nobody fills their postbox.
    pub(crate) fn contact_mail(&self, now: Timestamp) -> Result<(), ApiError> {
        let Some(rules) = self.at(now) else { return Ok(()) };
        rules.contact.take(EVERYWHERE).map_err(|wait| refused("contact", wait))
    }

    /// Whether somebody may ask about the weather: 60 times a minute from an address.
    pub(crate) fn weather(&self, address: IpAddr, now: Timestamp) -> Result<(), ApiError> {
        self.by_address("weather", address, now, |rules| &rules.weather)
    }

    /// Whether somebody may ask for photos: 60 times a minute from an address.
    pub(crate) fn photos(&self, address: IpAddr, now: Timestamp) -> Result<(), ApiError> {
        self.by_address("photos", address, now, |rules| &rules.photos)
    }

    /// Whether somebody may have the photo service asked for what is not kept: 120 times an hour from an address. Its requests are
    /// few, and everybody's.
    pub(crate) fn photo_questions(&self, address: IpAddr, now: Timestamp) -> Result<(), ApiError> {
        self.by_address("photo_questions", address, now, |rules| &rules.photo_questions)
    }

    /// Whether somebody may upload a picture: 60 times an hour.
    pub(crate) fn pictures(&self, account_id: Id, now: Timestamp) -> Result<(), ApiError> {
        self.by_account("pictures", account_id, now, |rules| &rules.pictures)
    }

    /// Whether somebody may change a note: 120 times a minute. Whoever writes saves once a second.
    pub(crate) fn notes(&self, account_id: Id, now: Timestamp) -> Result<(), ApiError> {
        self.by_account("notes", account_id, now, |rules| &rules.notes)
    }

    /// Whether somebody may be sent to Google: 20 times a minute from an address.
    pub(crate) fn google(&self, address: IpAddr, now: Timestamp) -> Result<(), ApiError> {
        self.by_address("google", address, now, |rules| &rules.google)
    }

    /// Whether somebody who is logged in may try the account's password once more, before something that asks for it: 10 times a
    /// minute. After 10 failures each further try waits as for [`Limits::log_in`], from wherever it comes.
    pub(crate) fn password(&self, account_id: Id, now: Timestamp) -> Result<(), ApiError> {
        let Some(rules) = self.at(now) else { return Ok(()) };
        let key = rules.account(account_id);
        rules
            .password_failures
            .look(key)
            .and_then(|()| rules.password.take(key))
            .and_then(|()| rules.password_failures.take(key))
            .map_err(|wait| refused("password", wait))
    }

    /// Forgets what failed for an account that somebody is logged in to, since the password was right.
    pub(crate) fn proved(&self, account_id: Id) {
        if let Some(rules) = &self.0 {
            rules.password_failures.forget(rules.account(account_id));
        }
    }

    /// Whether somebody may have all that an account holds as a file: 10 times an hour.
    pub(crate) fn export(&self, account_id: Id, now: Timestamp) -> Result<(), ApiError> {
        self.by_account("export", account_id, now, |rules| &rules.export)
    }

    /// How much the log tells of one more thing that is refused to an address: 30 a minute, and then once a minute that there is more,
    /// so that nobody fills the log. Where nothing is limited, all of it.
    pub(crate) fn telling(&self, address: IpAddr, now: Timestamp) -> Telling {
        let Some(rules) = self.at(now) else { return Telling::All };
        let key = rules.address(address);
        if rules.told_refusals.take(key).is_ok() {
            Telling::All
        } else if rules.told_that_there_is_more.take(key).is_ok() {
            Telling::ThatThereIsMore
        } else {
            Telling::Nothing
        }
    }

    /// The rules, at a time.
    fn at(&self, now: Timestamp) -> Option<&Rules> {
        let rules = self.0.as_ref()?;
        rules.clock.tell(now);
        rules.sweep_if_due();
        Some(rules)
    }

    fn by_address(
        &self,
        limit: &'static str,
        address: IpAddr,
        now: Timestamp,
        budget: fn(&Rules) -> &Budget,
    ) -> Result<(), ApiError> {
        let Some(rules) = self.at(now) else { return Ok(()) };
        budget(rules).take(rules.address(address)).map_err(|wait| refused(limit, wait))
    }

    fn by_account(
        &self,
        limit: &'static str,
        account_id: Id,
        now: Timestamp,
        budget: fn(&Rules) -> &Budget,
    ) -> Result<(), ApiError> {
        let Some(rules) = self.at(now) else { return Ok(()) };
        budget(rules).take(rules.account(account_id)).map_err(|wait| refused(limit, wait))
    }
}

impl Rules {
    fn new() -> Self {
        let clock = ToldClock::default();
        let minute = |times| Budget::new(Quota::per_minute(times), &clock);
        let hour = |times| Budget::new(Quota::per_hour(times), &clock);
        Self {
            api: minute(number(600)),
            log_in_by_address: minute(number(10)),
            log_in_by_email: minute(number(10)),
            log_in_known: Known::new(&clock),
            log_in_failures: Failures::new(&clock),
            sign_up: hour(number(20)),
            mail_by_address: hour(number(10)),
            mail_by_email: hour(number(3)),
            waitlist: hour(number(5)),
            leave_waitlist: minute(number(60)),
            contact_by_address: hour(number(5)),
            contact: hour(number(30)),
            password: minute(number(10)),
            password_failures: Failures::new(&clock),
            export: hour(number(10)),
            google: minute(number(20)),
            told_refusals: minute(number(TOLD_REFUSALS)),
            told_that_there_is_more: minute(number(1)),
            weather: minute(number(60)),
            photos: minute(number(60)),
            photo_questions: hour(number(120)),
            pictures: hour(number(60)),
            notes: minute(number(120)),
            swept_at: Mutex::default(),
            keys: RandomState::new(),
            clock,
        }
    }

    fn account(&self, id: Id) -> Key {
        self.keys.hash_one(("account", id))
    }

    fn address(&self, address: IpAddr) -> Key {
        self.keys.hash_one(("address", network(address)))
    }

    fn email(&self, email: &Email) -> Key {
        self.keys.hash_one(("email", email.as_str()))
    }

    fn pair(&self, address: IpAddr, email: &Email) -> Key {
        self.keys.hash_one((self.address(address), self.email(email)))
    }

    fn sweep_if_due(&self) {
        let now = self.clock.passed();
        // Whoever finds it locked leaves the work to whoever is at it.
        let Ok(mut swept_at) = self.swept_at.try_lock() else { return };
        if now.saturating_sub(*swept_at) < SWEEP_EVERY {
            return;
        }
        *swept_at = now;
        for budget in [
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
            &self.told_refusals,
            &self.told_that_there_is_more,
            &self.weather,
            &self.photos,
            &self.photo_questions,
            &self.pictures,
            &self.notes,
        ] {
            budget.sweep();
        }
        self.log_in_known.sweep();
        self.log_in_failures.sweep();
        self.password_failures.sweep();
    }
}

/// A number of tries; none is none.
fn number(tries: u32) -> NonZeroU32 {
    NonZeroU32::new(tries).unwrap_or(NonZeroU32::MIN)
}

/// Whom an address belongs to, as far as addresses tell: whoever has one of IPv6 has the 2^64 others beside it (RFC 6177,
/// section 2), and one of IPv4 stays one where it is written in the form of IPv6.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64))),
        address => address,
    }
}

fn refused(limit: &'static str, wait: Duration) -> ApiError {
    // Rounded up: whoever waits as long as they were told is not refused by the same limit again.
    let retry_after = u64::try_from(wait.as_millis().div_ceil(1_000)).unwrap_or(u64::MAX).max(1);
    ApiError::TooManyRequests { limit, retry_after }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_ipv6_counts_as_its_network() {
        let same = |one: &str, other: &str| network(one.parse().unwrap()) == network(other.parse().unwrap());
        assert!(same("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"));
        assert!(!same("2001:db8:1:2::1", "2001:db8:1:3::1"));
        assert!(same("::ffff:192.0.2.1", "192.0.2.1") && !same("192.0.2.1", "192.0.2.2"));
    }

    #[test]
    fn nobody_fills_the_log_with_what_is_refused_to_them() {
        let secret = crate::config::Secret::new("secret");
        let config = Config { has_rate_limits: true, ..Config::new(secret, "http://127.0.0.1:8080") };
        let limits = Limits::new(&config);
        let told = |last: u8, now| limits.telling([192, 0, 2, last].into(), Timestamp::from_millis(now));
        assert!((0..30).all(|_| told(1, 0) == Telling::All));
        assert_eq!(told(1, 0), Telling::ThatThereIsMore);
        assert!((0..1_000).all(|_| told(1, 0) == Telling::Nothing));
        assert_eq!(told(2, 0), Telling::All, "each address for itself");
        assert_eq!([(); 3].map(|()| told(1, 2_000)), [Telling::All, Telling::Nothing, Telling::Nothing]);
        assert!((0..30).all(|_| told(1, 62_000) == Telling::All));
        assert_eq!([(); 2].map(|()| told(1, 62_000)), [Telling::ThatThereIsMore, Telling::Nothing]);
        let unlimited = Limits::new(&Config { has_rate_limits: false, ..config });
        let everything = (0..1_000).map(|_| unlimited.telling([192, 0, 2, 1].into(), Timestamp::from_millis(0)));
        assert!(everything.into_iter().all(|telling| telling == Telling::All));
    }

    #[test]
    fn a_wait_is_told_in_whole_seconds_and_never_as_none() {
        let told = |milliseconds| match refused("", Duration::from_millis(milliseconds)) {
            ApiError::TooManyRequests { retry_after, .. } => retry_after,
            _ => unreachable!(),
        };
        assert_eq!([0, 1, 1_000, 1_001, 900_000].map(told), [1, 1, 1, 2, 900]);
    }
}
