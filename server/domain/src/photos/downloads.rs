//! The URLs by which the photo service counts the uses of a photo, for photos that this server has returned.

use core_wasm::protocol::photo::PhotoId;
use moka::policy::EvictionPolicy;
use moka::sync::Cache;
use url::Url;

/// The maximum number of photos whose URLs are stored.
const MAX_ENTRIES: u64 = 20_000;

/// The URLs by photo. The least recently used ones are evicted.
pub(super) struct DownloadUrls(Cache<PhotoId, Url>);

impl Default for DownloadUrls {
    fn default() -> Self {
        Self(Cache::builder().eviction_policy(EvictionPolicy::lru()).max_capacity(MAX_ENTRIES).build())
    }
}

impl DownloadUrls {
    /// Adds the URLs of some photos.
    pub(super) fn insert(&self, photos: impl Iterator<Item = (PhotoId, Url)>) {
        photos.for_each(|(id, url)| self.0.insert(id, url));
    }

    /// Returns the URL of a photo; `None` if it was never returned or has been evicted.
    pub(super) fn get(&self, id: &PhotoId) -> Option<Url> {
        self.0.get(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn photo(number: u64) -> (PhotoId, Url) {
        (PhotoId::parse(&format!("p{number}")).unwrap(), format!("https://api.example/p{number}").parse().unwrap())
    }

    #[test]
    fn latest_download_urls_are_kept_within_the_limit() {
        let downloads = DownloadUrls::default();
        for number in 0..MAX_ENTRIES + 2_000 {
            downloads.insert(std::iter::once(photo(number)));
            if number >= 1_000 {
                let (id, url) = photo(number - 1_000);
                assert_eq!(downloads.get(&id), Some(url));
            }
        }
        // moka evicts in the background; this waits for it.
        downloads.0.run_pending_tasks();
        assert!(downloads.0.entry_count() <= MAX_ENTRIES);
    }
}
