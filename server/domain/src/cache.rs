//! A cache of responses from other services. Concurrent requests for the same key load it once.

use core_wasm::protocol::time::Timestamp;
use moka::policy::EvictionPolicy;
use std::hash::Hash;
use std::pin::pin;

/// A bounded cache: the least recently used entries are evicted. Each entry has the TTL that its load returns.
///
/// Expiry follows the caller's clock, which tests move; moka's own expiry would follow the system's.
pub(crate) struct Cache<K, V>(moka::future::Cache<K, Entry<V>>);

#[derive(Clone)]
struct Entry<V> {
    value: V,
    expires_at: Timestamp,
}

impl<K, V> Cache<K, V>
where
    K: Clone + Eq + Hash + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    /// Returns an empty cache for at most `capacity` values.
    pub(crate) fn new(capacity: usize) -> Self {
        // The default policy may reject a new entry at once, so that it would be loaded again for the next caller.
        let cache = moka::future::Cache::builder().eviction_policy(EvictionPolicy::lru());
        Self(cache.max_capacity(u64::try_from(capacity).unwrap_or(u64::MAX)).build())
    }

    /// Returns the value of a key. If there is none or it has expired, runs `load`, which returns the value and its TTL
    /// in milliseconds; other callers wait for it. If the caller is dropped meanwhile, one of the others loads.
    pub(crate) async fn get(&self, key: &K, now: Timestamp, load: impl Future<Output = (V, i64)>) -> V {
        let load = async {
            let (value, ttl_ms) = load.await;
            Entry { value, expires_at: now.plus_millis(ttl_ms) }
        };
        let mut load = pin!(load);
        loop {
            let entry =
                self.0.entry_by_ref(key).or_insert_with_if(load.as_mut(), |entry| entry.expires_at <= now).await;
            let is_own = entry.is_fresh();
            let Entry { value, expires_at } = entry.into_value();
            // A value without a lifetime is only for the caller that loaded it. The others, to whom moka returns it
            // too, load their own.
            if is_own || now < expires_at {
                return value;
            }
        }
    }

    /// Removes the value of a key, so that the next caller loads it again.
    pub(crate) async fn remove(&self, key: &K) {
        self.0.invalidate(key).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    fn at(millis: i64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    #[tokio::test]
    async fn expired_value_is_reloaded() {
        let cache = Cache::new(10);
        assert_eq!(cache.get(&"a", at(0), async { (1, 100) }).await, 1);
        assert_eq!(cache.get(&"a", at(99), async { (2, 100) }).await, 1);
        assert_eq!(cache.get(&"b", at(99), async { (3, 100) }).await, 3);
        assert_eq!(cache.get(&"a", at(100), async { (4, 100) }).await, 4);
    }

    #[tokio::test]
    async fn removed_value_is_reloaded() {
        let cache = Cache::new(10);
        assert_eq!(cache.get(&"a", at(0), async { (1, 100) }).await, 1);
        cache.remove(&"a").await;
        assert_eq!(cache.get(&"a", at(0), async { (2, 100) }).await, 2);
    }

    #[tokio::test]
    async fn concurrent_loads_are_coalesced() {
        let (cache, loads) = (Arc::new(Cache::new(10)), Arc::new(AtomicUsize::new(0)));
        let tasks: Vec<_> = (0..20)
            .map(|_| {
                let (cache, loads) = (cache.clone(), loads.clone());
                tokio::spawn(async move {
                    let load = async {
                        tokio::time::sleep(Duration::from_millis(20)).await;
                        (loads.fetch_add(1, Ordering::SeqCst), 100)
                    };
                    cache.get(&"a", at(0), load).await
                })
            })
            .collect();
        for task in tasks {
            assert_eq!(task.await.unwrap(), 0);
        }
        assert_eq!(loads.load(Ordering::SeqCst), 1);
    }

    #[tokio::test]
    async fn canceled_load_is_retried_by_the_next_caller() {
        let cache = Cache::new(10);
        let canceled = cache.get(&"a", at(0), std::future::pending::<(i32, i64)>());
        assert!(tokio::time::timeout(Duration::from_millis(1), canceled).await.is_err());
        assert_eq!(cache.get(&"a", at(0), async { (7, 100) }).await, 7);
    }

    #[tokio::test]
    async fn cache_size_is_bounded() {
        let cache = Cache::new(3);
        for (key, ttl_ms) in [(1, 10), (2, 100), (3, 100), (4, 100)] {
            cache.get(&key, at(20), async { (key, ttl_ms) }).await;
        }
        cache.get(&5, at(40), async { (5, 100) }).await;
        // moka evicts in the background; this waits for it.
        cache.0.run_pending_tasks().await;
        assert!(cache.0.entry_count() <= 3);
        assert_eq!(cache.get(&5, at(40), async { (6, 100) }).await, 5);
    }
}
