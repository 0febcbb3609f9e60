//! A cache of recently checked logins, so that most requests need no database query for it.

use super::tokens::AccessClaims;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use moka::policy::EvictionPolicy;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How long an entry is valid, in milliseconds. Another server may end a login in the meantime.
const LOGIN_CACHE_TTL_MS: i64 = 10_000;

/// The maximum number of entries, of about 100 bytes each.
const MAX_CACHED_LOGINS: u64 = 10_000;

/// An entry of the cache: a login's account and the time of its lookup.
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

/// The cache of logins that were recently found in the database. The least recently used ones are evicted.
///
/// Expiry follows the caller's clock, which tests move; moka's own expiry would follow the system's.
pub(crate) struct LoginCache {
    logins: moka::sync::Cache<Id, CachedLogin>,
    /// Incremented whenever logins end on this server. Inserting and removing hold the lock, so that an insert cannot
    /// follow the removal that makes it outdated.
    generation: Mutex<u64>,
}

/// The generation of the cache when a database lookup began.
pub(crate) struct LookupGeneration(u64);

impl Default for LoginCache {
    fn default() -> Self {
        // The default policy may reject a new entry at once, so that the login would be looked up again.
        let logins = moka::sync::Cache::builder().eviction_policy(EvictionPolicy::lru());
        Self { logins: logins.max_capacity(MAX_CACHED_LOGINS).build(), generation: Mutex::default() }
    }
}

impl LoginCache {
    fn lock_generation(&self) -> MutexGuard<'_, u64> {
        // A poisoned lock is safe to use, since the state is consistent after each step.
        self.generation.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether a token's login was found in the database within the last 10 seconds.
    pub(crate) fn contains(&self, access: &AccessClaims, now: Timestamp) -> bool {
        let login = self.logins.get(&access.login_id);
        login.is_some_and(|login| login.account_id == access.account_id && login.is_fresh(now))
    }

    /// Returns the current generation. Call it before the database lookup and pass the result to [`Self::insert`].
    pub(crate) fn begin_lookup(&self) -> LookupGeneration {
        LookupGeneration(*self.lock_generation())
    }

    /// Caches a login that was found in the database, unless a login has ended here since the lookup began, because it
    /// may be this one.
    pub(crate) fn insert(&self, lookup: LookupGeneration, access: &AccessClaims, now: Timestamp) {
        let generation = self.lock_generation();
        if *generation == lookup.0 {
            self.logins.insert(access.login_id, CachedLogin { account_id: access.account_id, at: now });
        }
    }

    /// Removes logins that have ended.
    pub(crate) fn remove(&self, ids: &[Id]) {
        let mut generation = self.lock_generation();
        *generation += 1;
        for id in ids {
            self.logins.invalidate(id);
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
        }
        // moka evicts in the background; this waits for it.
        cache.logins.run_pending_tasks();
        assert!(cache.logins.entry_count() <= MAX_CACHED_LOGINS);
        assert!(cache.contains(&access(24_999), at(0)));
        assert!(!cache.contains(&access(0), at(0)), "the least recently used entry was evicted");
    }
}
