//! The URLs for reporting the use of a photo to the photo service, for photos that this server has returned to a
//! client.

use core_wasm::protocol::photo::PhotoId;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use url::Url;

/// The maximum number of photos.
const MAX_ENTRIES: usize = 20_000;

/// The URLs by photo id.
#[derive(Default)]
pub(super) struct DownloadUrls(Mutex<Generations>);

/// Two generations, the older of which is dropped when the newer is full, so that recent photos are always kept.
#[derive(Default)]
struct Generations {
    new: HashMap<PhotoId, Url>,
    old: HashMap<PhotoId, Url>,
}

impl DownloadUrls {
    /// Stores the URLs of some photos.
    pub(super) fn insert(&self, photos: impl Iterator<Item = (PhotoId, Url)>) {
        let mut generations = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (id, url) in photos {
            if generations.new.len() >= MAX_ENTRIES / 2 {
                generations.old = std::mem::take(&mut generations.new);
            }
            generations.new.insert(id, url);
        }
    }

    /// Returns the URL of a photo, or `None` if it was not returned recently.
    pub(super) fn get(&self, id: &PhotoId) -> Option<Url> {
        let generations = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        generations.new.get(id).or_else(|| generations.old.get(id)).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn photo(number: usize) -> (PhotoId, Url) {
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
        let generations = downloads.0.lock().unwrap();
        assert!(generations.new.len() + generations.old.len() <= MAX_ENTRIES);
    }
}
