//! A cache of recently found API tokens, so that most requests need no database query for theirs.

use super::FoundToken;
use core_wasm::protocol::time::Timestamp;
use moka::policy::EvictionPolicy;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How long an entry is valid, in milliseconds. Another server may revoke a token in the meantime.
const TTL_MS: i64 = 10_000;

/// The maximum number of entries, of a few hundred bytes each, or up to 4 KB for a token of 100 boards.
const MAX_ENTRIES: u64 = 5_000;

/// An entry: a token and the time of its lookup.
#[derive(Clone)]
struct Entry {
    token: Arc<FoundToken>,
    at: Timestamp,
}

/// The tokens that were recently found in the database, by their hashes.
pub(crate) struct ApiTokenCache {
    tokens: moka::sync::Cache<String, Entry>,
    /// Incremented whenever tokens end on this server. Inserting and clearing hold the lock, so that an insert cannot follow the
    /// revocation that makes it outdated.
    generation: Mutex<u64>,
}

/// The generation of the cache when a database lookup began.
pub(super) struct LookupGeneration(u64);

impl Default for ApiTokenCache {
    fn default() -> Self {
        let tokens = moka::sync::Cache::builder().eviction_policy(EvictionPolicy::lru());
        Self { tokens: tokens.max_capacity(MAX_ENTRIES).build(), generation: Mutex::default() }
    }
}

impl ApiTokenCache {
    fn lock_generation(&self) -> MutexGuard<'_, u64> {
        // A poisoned lock is safe to use, since the state is consistent after each step.
        self.generation.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the token with a hash if it was found within the last 10 seconds.
    pub(super) fn get(&self, token_hash: &str, now: Timestamp) -> Option<Arc<FoundToken>> {
        let entry = self.tokens.get(token_hash)?;
        // If the clock was set back, entries from the future are not valid.
        (0..TTL_MS).contains(&(now.millis() - entry.at.millis())).then_some(entry.token)
    }

    /// Returns the current generation. Call it before the database lookup and pass the result to [`Self::insert`].
    pub(super) fn begin_lookup(&self) -> LookupGeneration {
        LookupGeneration(*self.lock_generation())
    }

    /// Caches a token that was found in the database, unless a token has ended here since the lookup began, because it may be
    /// this one.
    pub(super) fn insert(&self, lookup: LookupGeneration, token_hash: String, token: Arc<FoundToken>, now: Timestamp) {
        let generation = self.lock_generation();
        if *generation == lookup.0 {
            self.tokens.insert(token_hash, Entry { token, at: now });
        }
    }

    /// Forgets all tokens, after some have ended.
    pub(crate) fn clear(&self) {
        let mut generation = self.lock_generation();
        *generation += 1;
        self.tokens.invalidate_all();
    }
}
