//! A cache with a TTL per entry. Concurrent requests for the same key share one load.

use core_wasm::protocol::time::Timestamp;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A cache of bounded size. The loader determines the TTL of each value.
pub(crate) struct Cache<K, V> {
    slots: Mutex<HashMap<K, Arc<Slot<V>>>>,
    capacity: usize,
}

/// The slot of a key. It is locked while its value is loaded.
type Slot<V> = tokio::sync::Mutex<Option<Entry<V>>>;

struct Entry<V> {
    value: V,
    expires_at: Timestamp,
}

impl<K: Clone + Eq + Hash, V: Clone> Cache<K, V> {
    /// Makes an empty cache for at most `capacity` values.
    pub(crate) fn new(capacity: usize) -> Self {
        Self { slots: Mutex::default(), capacity }
    }

    /// Returns the value of a key. If it is missing or expired, `load` provides it with its TTL in milliseconds.
    pub(crate) async fn get(&self, key: &K, now: Timestamp, load: impl Future<Output = (V, i64)>) -> V {
        let slot = self.slot(key, now);
        let mut entry = slot.lock().await;
        if let Some(Entry { value, expires_at }) = entry.as_ref()
            && now < *expires_at
        {
            return value.clone();
        }
        let (value, ttl_ms) = load.await;
        *entry = Some(Entry { value: value.clone(), expires_at: Timestamp::from_millis(now.millis() + ttl_ms) });
        value
    }

    fn slot(&self, key: &K, now: Timestamp) -> Arc<Slot<V>> {
        let mut slots = self.lock();
        if let Some(slot) = slots.get(key) {
            return slot.clone();
        }
        if slots.len() >= self.capacity {
            // A slot that is being loaded is locked, and is kept.
            slots.retain(|_, slot| {
                slot.try_lock().map_or(true, |entry| entry.as_ref().is_some_and(|entry| now < entry.expires_at))
            });
        }
        if slots.len() >= self.capacity {
            // All entries are in use: starts over, which costs one load per key.
            slots.clear();
        }
        slots.entry(key.clone()).or_default().clone()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<K, Arc<Slot<V>>>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        let given_up = cache.get(&"a", at(0), std::future::pending::<(i32, i64)>());
        assert!(tokio::time::timeout(Duration::from_millis(1), given_up).await.is_err());
        assert_eq!(cache.get(&"a", at(0), async { (7, 100) }).await, 7);
    }

    #[tokio::test]
    async fn cache_size_is_bounded() {
        let cache = Cache::new(3);
        for (key, ttl_ms) in [(1, 10), (2, 100), (3, 100), (4, 100)] {
            cache.get(&key, at(20), async { (key, ttl_ms) }).await;
        }
        cache.get(&5, at(40), async { (5, 100) }).await;
        assert!(cache.lock().len() <= 3);
        assert_eq!(cache.get(&5, at(40), async { (6, 100) }).await, 5);
    }
}
