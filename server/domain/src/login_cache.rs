//! A cache of recently checked logins, so that most requests need no database query for it.

use super::tokens::AccessClaims;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How long an entry is valid, in milliseconds. Another server may end a login in the meantime.
const LOGIN_CACHE_TTL_MS: i64 = 10_000;

/// The maximum number of entries, of about 100 bytes each.
const MAX_CACHED_LOGINS: usize = 10_000;

/// An entry of the cache.
#[derive(Clone, Copy)]
struct CachedLogin {
    account_id: Id,
    at: Timestamp,
}

impl CachedLogin {
    /// Returns whether the entry is valid. If the clock was set back, entries from the future are not.
    fn is_fresh(&self, now: Timestamp) -> bool {
        (0..LOGIN_CACHE_TTL_MS).contains(&(now.millis() - self.at.millis()))
    }
}

#[derive(Default)]
struct CacheState {
    logins: HashMap<Id, CachedLogin>,
    /// Incremented whenever logins end on this server.
    generation: u64,
}

/// The cache of logins that were recently found in the database.
#[derive(Default)]
pub(crate) struct LoginCache(Mutex<CacheState>);

/// The generation of the cache when a database lookup began.
pub(crate) struct LookupGeneration(u64);

impl LoginCache {
    fn lock(&self) -> MutexGuard<'_, CacheState> {
        // A poisoned lock is safe to use, since the state is consistent after each step.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether a token's login was found in the database within the last 10 seconds.
    pub(crate) fn contains(&self, access: &AccessClaims, now: Timestamp) -> bool {
        let state = self.lock();
        state
            .logins
            .get(&access.login_id)
            .is_some_and(|login| login.account_id == access.account_id && login.is_fresh(now))
    }

    /// Returns the current generation. Call it before the database lookup and pass the result to [`Self::insert`].
    pub(crate) fn begin_lookup(&self) -> LookupGeneration {
        LookupGeneration(self.lock().generation)
    }

    /// Caches a login that was found in the database, unless a login has ended here since the lookup began, because it
    /// may be this one.
    pub(crate) fn insert(&self, lookup: LookupGeneration, access: &AccessClaims, now: Timestamp) {
        let mut state = self.lock();
        if state.generation != lookup.0 {
            return;
        }
        if state.logins.len() >= MAX_CACHED_LOGINS && !state.logins.contains_key(&access.login_id) {
            state.logins.retain(|_, login| login.is_fresh(now));
            if state.logins.len() >= MAX_CACHED_LOGINS {
                // More entries than fit within the TTL: starts over.
                state.logins.clear();
            }
        }
        state.logins.insert(access.login_id, CachedLogin { account_id: access.account_id, at: now });
    }

    /// Removes logins that have ended.
    pub(crate) fn remove(&self, ids: &[Id]) {
        let mut state = self.lock();
        state.generation += 1;
        for id in ids {
            state.logins.remove(id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: u64) -> Id {
        Id::from_parts(number, &[7; 10])
    }

    fn access(login: u64) -> AccessClaims {
        AccessClaims { account_id: id(1), login_id: id(login), expires_at: at(900_000) }
    }

    fn at(millis: i64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    #[test]
    fn cached_login_expires_after_10_s_and_matches_its_account_only() {
        let cache = LoginCache::default();
        assert!(!cache.contains(&access(2), at(50_000)));
        cache.insert(cache.begin_lookup(), &access(2), at(50_000));
        assert!(cache.contains(&access(2), at(59_999)));
        assert!(!cache.contains(&access(2), at(60_000)));
        assert!(!cache.contains(&access(2), at(49_999)), "the clock was set back");
        assert!(!cache.contains(&AccessClaims { account_id: id(9), ..access(2) }, at(50_000)));
    }

    #[test]
    fn ended_login_is_removed_even_during_a_lookup() {
        let cache = LoginCache::default();
        cache.insert(cache.begin_lookup(), &access(2), at(0));
        cache.insert(cache.begin_lookup(), &access(3), at(0));
        cache.remove(&[id(2)]);
        assert!(!cache.contains(&access(2), at(0)) && cache.contains(&access(3), at(0)));
        let lookup = cache.begin_lookup();
        cache.remove(&[id(4)]);
        cache.insert(lookup, &access(4), at(0));
        assert!(!cache.contains(&access(4), at(0)), "the database had answered before it ended");
    }

    #[test]
    fn login_cache_size_is_bounded() {
        let cache = LoginCache::default();
        for login in 0..25_000 {
            cache.insert(cache.begin_lookup(), &access(login), at(0));
            assert!(cache.contains(&access(login), at(0)));
            assert!(cache.lock().logins.len() <= MAX_CACHED_LOGINS);
        }
        // Expired entries are removed first.
        let cache = LoginCache::default();
        for login in 0..10_000 {
            cache.insert(cache.begin_lookup(), &access(login), at(if login < 5_000 { 0 } else { 10_000 }));
        }
        cache.insert(cache.begin_lookup(), &access(10_000), at(10_000));
        assert_eq!(cache.lock().logins.len(), 5_001);
        assert!(cache.contains(&access(9_999), at(10_000)));
    }
}
