//! Photos to choose a background from (SPEC V9).

use crate::call::{Answer, Call, Purpose, Turn, percent_encoded};
use crate::protocol::background::PhotosView;
use crate::protocol::patch::Patch;
use crate::protocol::photo::{Photo, PhotoId, PhotosAnswer};
use crate::protocol::view::LoadStatus;

/// The most characters of a search; what is longer is cut.
const LONGEST_QUERY: usize = 100;

/// The photos on offer.
#[derive(Debug, Default)]
pub struct Photos {
    view: PhotosView,
    /// How many pages are known.
    pages: u32,
    /// The page that is on its way.
    asking: Option<u32>,
}

impl Photos {
    /// What the shell draws.
    pub fn view(&self) -> &PhotosView {
        &self.view
    }

    /// The photo at an address, where it is among these.
    pub fn find(&self, address: &str) -> Option<&Photo> {
        self.view.photos.iter().find(|photo| photo.urls.regular.as_str() == address)
    }

    /// Shows the photos of a search, or those for everybody where it is blank.
    pub fn load(&mut self, query: &str, turn: &mut Turn) {
        let query: String = query.trim().chars().take(LONGEST_QUERY).collect();
        if query != self.view.query {
            let is_offered = self.view.is_offered;
            *self = Self { view: PhotosView { query, is_offered, ..PhotosView::default() }, ..Self::default() };
        } else if self.asking.is_some() || (self.view.status == LoadStatus::Ready && self.view.is_available) {
            return;
        }
        self.ask(self.pages + 1, turn);
    }

    /// Adds the next page.
    pub fn load_more(&mut self, turn: &mut Turn) {
        if self.asking.is_none() && self.view.has_more {
            self.ask(self.pages + 1, turn);
        }
    }

    fn ask(&mut self, page: u32, turn: &mut Turn) {
        let query = self.view.query.clone();
        let path = if query.is_empty() {
            format!("/photos/?page={page}")
        } else {
            format!("/photos/search/?query={}&page={page}", percent_encoded(&query))
        };
        turn.calls.push(Call::get(Purpose::LoadPhotos { query, page }, path).unauthorised());
        self.asking = Some(page);
        self.view.status = LoadStatus::Loading;
        self.show(turn);
    }

    /// A page has come, or has not.
    pub fn loaded(&mut self, query: &str, page: u32, answer: &Answer, turn: &mut Turn) {
        if self.view.query != query || self.asking != Some(page) {
            // Something else is searched for by now.
            return;
        }
        self.asking = None;
        match answer.read::<PhotosAnswer>() {
            Ok(PhotosAnswer { photos, has_more, is_available, is_offered }) => {
                self.view.is_offered = is_offered;
                for photo in photos {
                    if self.view.photos.iter().all(|known| known.id != photo.id) {
                        self.view.photos.push(photo);
                    }
                }
                self.view.status = LoadStatus::Ready;
                self.view.is_available = is_available;
                // Where the service could not be asked for a later page, it may be asked for it again.
                if is_available {
                    self.pages = page;
                    self.view.has_more = has_more;
                }
            }
            Err(_) => {
                turn.log("Error fetching Unsplash images:");
                self.view.status = LoadStatus::Failed;
            }
        }
        self.show(turn);
    }

    fn show(&self, turn: &mut Turn) {
        turn.step.patches.push(Patch::Photos { photos: self.view.clone() });
    }
}

/// Tells the photo service that somebody uses a photo, as its guidelines ask (SPEC V8).
pub fn used(id: &PhotoId, turn: &mut Turn) {
    let path = format!("/photos/{}/download/", id.as_str());
    turn.calls.push(Call::send(Purpose::PhotoUsed, "POST", path, String::new()).empty().unauthorised());
}
