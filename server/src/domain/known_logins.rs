//! The logins that this server has looked up a moment ago, so that not every request has to.

use super::tokens::Access;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How long it is believed that a login still exists. Another server on the same database may have ended it meanwhile.
const BELIEVED_MILLISECONDS: i64 = 10_000;

/// The most logins that are remembered, of about 100 bytes each.
const MAXIMUM_KNOWN: usize = 10_000;

/// When a login was found.
#[derive(Clone, Copy)]
struct Found {
    account_id: Id,
    at: Timestamp,
}

impl Found {
    /// A clock that was set back makes a find of the future, which is worth nothing.
    fn is_fresh(&self, now: Timestamp) -> bool {
        (0..BELIEVED_MILLISECONDS).contains(&(now.millis() - self.at.millis()))
    }
}

#[derive(Default)]
struct Known {
    logins: HashMap<Id, Found>,
    /// How often logins have ended here.
    endings: u64,
}

/// Logins that were found a moment ago.
#[derive(Default)]
pub(crate) struct KnownLogins(Mutex<Known>);

/// That the database is being asked, and how much had ended before.
pub(crate) struct Asked(u64);

impl KnownLogins {
    fn lock(&self) -> MutexGuard<'_, Known> {
        // What is kept here is right after each single step, so a panic elsewhere does not matter.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the login of a token was found within the last 10 seconds.
    pub(crate) fn knows(&self, access: &Access, now: Timestamp) -> bool {
        let known = self.lock();
        known
            .logins
            .get(&access.login_id)
            .is_some_and(|found| found.account_id == access.account_id && found.is_fresh(now))
    }

    /// To be called before the database is asked.
    pub(crate) fn ask(&self) -> Asked {
        Asked(self.lock().endings)
    }

    /// Remembers a login that the database had, unless one has ended here since it was asked: it may be this one.
    pub(crate) fn found(&self, asked: Asked, access: &Access, now: Timestamp) {
        let mut known = self.lock();
        if known.endings != asked.0 {
            return;
        }
        if known.logins.len() >= MAXIMUM_KNOWN && !known.logins.contains_key(&access.login_id) {
            known.logins.retain(|_, found| found.is_fresh(now));
            if known.logins.len() >= MAXIMUM_KNOWN {
                // More than that within seconds: all of them are looked up once more.
                known.logins.clear();
            }
        }
        known.logins.insert(access.login_id, Found { account_id: access.account_id, at: now });
    }

    /// Forgets logins that have ended.
    pub(crate) fn forget(&self, ids: &[Id]) {
        let mut known = self.lock();
        known.endings += 1;
        for id in ids {
            known.logins.remove(id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: u64) -> Id {
        Id::from_parts(number, &[7; 10])
    }

    fn access(login: u64) -> Access {
        Access { account_id: id(1), login_id: id(login), expires_at: at(900_000) }
    }

    fn at(millis: i64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    #[test]
    fn a_login_is_believed_for_ten_seconds_and_of_its_own_account() {
        let known = KnownLogins::default();
        assert!(!known.knows(&access(2), at(50_000)));
        known.found(known.ask(), &access(2), at(50_000));
        assert!(known.knows(&access(2), at(59_999)));
        assert!(!known.knows(&access(2), at(60_000)));
        assert!(!known.knows(&access(2), at(49_999)), "the clock was set back");
        assert!(!known.knows(&Access { account_id: id(9), ..access(2) }, at(50_000)));
    }

    #[test]
    fn one_that_ends_is_forgotten_at_once_also_while_the_database_answers() {
        let known = KnownLogins::default();
        known.found(known.ask(), &access(2), at(0));
        known.found(known.ask(), &access(3), at(0));
        known.forget(&[id(2)]);
        assert!(!known.knows(&access(2), at(0)) && known.knows(&access(3), at(0)));
        let asked = known.ask();
        known.forget(&[id(4)]);
        known.found(asked, &access(4), at(0));
        assert!(!known.knows(&access(4), at(0)), "the database had answered before it ended");
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let known = KnownLogins::default();
        for login in 0..25_000 {
            known.found(known.ask(), &access(login), at(0));
            assert!(known.knows(&access(login), at(0)));
            assert!(known.lock().logins.len() <= MAXIMUM_KNOWN);
        }
        // Those that are old go first.
        let known = KnownLogins::default();
        for login in 0..10_000 {
            known.found(known.ask(), &access(login), at(if login < 5_000 { 0 } else { 10_000 }));
        }
        known.found(known.ask(), &access(10_000), at(10_000));
        assert_eq!(known.lock().logins.len(), 5_001);
        assert!(known.knows(&access(9_999), at(10_000)));
    }
}
