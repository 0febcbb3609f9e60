//! Where the photo service wants to be told that a photo is used: only of photos that this server has shown to somebody.

use core_wasm::protocol::photo::PhotoId;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use url::Url;

/// Of how many photos it is known at most.
const MOST: usize = 20_000;

/// The addresses, by photo.
#[derive(Default)]
pub(super) struct Downloads(Mutex<Known>);

/// What becomes too much is forgotten in two steps, so that what was shown a moment ago is known in any case.
#[derive(Default)]
struct Known {
    new: HashMap<PhotoId, Url>,
    old: HashMap<PhotoId, Url>,
}

impl Downloads {
    /// Remembers the addresses of some photos.
    pub(super) fn remember(&self, photos: impl Iterator<Item = (PhotoId, Url)>) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (id, url) in photos {
            if known.new.len() >= MOST / 2 {
                known.old = std::mem::take(&mut known.new);
            }
            known.new.insert(id, url);
        }
    }

    /// The address of a photo. `None` where it has not been shown lately.
    pub(super) fn address(&self, id: &PhotoId) -> Option<Url> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.new.get(id).or_else(|| known.old.get(id)).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn photo(number: usize) -> (PhotoId, Url) {
        (PhotoId::parse(&format!("p{number}")).unwrap(), format!("https://api.example/p{number}").parse().unwrap())
    }

    #[test]
    fn the_latest_are_known_and_no_more_than_fit() {
        let downloads = Downloads::default();
        for number in 0..MOST + 2_000 {
            downloads.remember(std::iter::once(photo(number)));
            if number >= 1_000 {
                let (id, url) = photo(number - 1_000);
                assert_eq!(downloads.address(&id), Some(url));
            }
        }
        let known = downloads.0.lock().unwrap();
        assert!(known.new.len() + known.old.len() <= MOST);
    }
}
