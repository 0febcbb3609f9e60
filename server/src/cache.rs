//! What others have told, kept for a while: of many who ask for the same at once, one asks.

use core_wasm::protocol::time::Timestamp;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Values by key, of bounded number. Each is kept for as long as whoever made it says.
pub(crate) struct Cache<K, V> {
    places: Mutex<HashMap<K, Arc<Place<V>>>>,
    most: usize,
}

/// The place of one value. Whoever fills it holds it locked meanwhile.
type Place<V> = tokio::sync::Mutex<Option<Kept<V>>>;

struct Kept<V> {
    value: V,
    until: Timestamp,
}

impl<K: Clone + Eq + Hash, V: Clone> Cache<K, V> {
    /// An empty cache of at most so many values.
    pub(crate) fn new(most: usize) -> Self {
        Self { places: Mutex::default(), most }
    }

    /// The value of a key. Where none is kept it is made, together with how many milliseconds it is good for.
    pub(crate) async fn get(&self, key: &K, now: Timestamp, make: impl Future<Output = (V, i64)>) -> V {
        let place = self.place(key, now);
        let mut kept = place.lock().await;
        if let Some(Kept { value, until }) = kept.as_ref()
            && now < *until
        {
            return value.clone();
        }
        let (value, good_for) = make.await;
        *kept = Some(Kept { value: value.clone(), until: Timestamp::from_millis(now.millis() + good_for) });
        value
    }

    fn place(&self, key: &K, now: Timestamp) -> Arc<Place<V>> {
        let mut places = self.lock();
        if let Some(place) = places.get(key) {
            return place.clone();
        }
        if places.len() >= self.most {
            // A place that is being filled is locked, and stays.
            places.retain(|_, place| {
                place.try_lock().map_or(true, |kept| kept.as_ref().is_some_and(|kept| now < kept.until))
            });
        }
        if places.len() >= self.most {
            // More is asked for than fits. To begin anew is simple, and costs each of them one question.
            places.clear();
        }
        places.entry(key.clone()).or_default().clone()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<K, Arc<Place<V>>>> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
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
    async fn a_value_is_made_anew_when_it_is_good_no_longer() {
        let cache = Cache::new(10);
        assert_eq!(cache.get(&"a", at(0), async { (1, 100) }).await, 1);
        assert_eq!(cache.get(&"a", at(99), async { (2, 100) }).await, 1);
        assert_eq!(cache.get(&"b", at(99), async { (3, 100) }).await, 3);
        assert_eq!(cache.get(&"a", at(100), async { (4, 100) }).await, 4);
    }

    #[tokio::test]
    async fn of_many_who_ask_at_once_one_makes_it() {
        let (cache, made) = (Arc::new(Cache::new(10)), Arc::new(AtomicUsize::new(0)));
        let asking: Vec<_> = (0..20)
            .map(|_| {
                let (cache, made) = (cache.clone(), made.clone());
                tokio::spawn(async move {
                    let make = async {
                        tokio::time::sleep(Duration::from_millis(20)).await;
                        (made.fetch_add(1, Ordering::SeqCst), 100)
                    };
                    cache.get(&"a", at(0), make).await
                })
            })
            .collect();
        for asked in asking {
            assert_eq!(asked.await.unwrap(), 0);
        }
        assert_eq!(made.load(Ordering::SeqCst), 1);
    }

    #[tokio::test]
    async fn whoever_gives_up_while_it_is_made_leaves_it_to_the_next() {
        let cache = Cache::new(10);
        let given_up = cache.get(&"a", at(0), std::future::pending::<(i32, i64)>());
        assert!(tokio::time::timeout(Duration::from_millis(1), given_up).await.is_err());
        assert_eq!(cache.get(&"a", at(0), async { (7, 100) }).await, 7);
    }

    #[tokio::test]
    async fn no_more_are_kept_than_fit() {
        let cache = Cache::new(3);
        for (key, good_for) in [(1, 10), (2, 100), (3, 100), (4, 100)] {
            cache.get(&key, at(20), async { (key, good_for) }).await;
        }
        cache.get(&5, at(40), async { (5, 100) }).await;
        assert!(cache.lock().len() <= 3);
        assert_eq!(cache.get(&5, at(40), async { (6, 100) }).await, 5);
    }
}
