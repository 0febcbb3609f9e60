//! Photos to choose a background from (SPEC V9).

use crate::api::{ApiRequest, Purpose, percent_encoded};
use crate::context::Context;
use crate::protocol::background::PhotosView;
use crate::protocol::patch::Patch;
use crate::protocol::photo::{Photo, PhotoId, PhotosResponse};
use crate::protocol::response::ApiResponse;
use crate::protocol::view::LoadStatus;
use crate::resource::latest::LatestRequest;

/// The maximum length of a search, in characters. Longer texts are cut.
const MAX_QUERY_CHARS: usize = 100;

/// The photos to choose from.
#[derive(Debug, Default)]
pub(crate) struct Photos {
    view: PhotosView,
    /// The number of loaded pages.
    pages: u32,
    /// The request for the next page.
    request: LatestRequest,
}

impl Photos {
    /// Returns the state for the mirror.
    pub(crate) fn view(&self) -> &PhotosView {
        &self.view
    }

    /// Returns the loaded photo with this URL.
    pub(crate) fn find(&self, address: &str) -> Option<&Photo> {
        self.view.photos.iter().find(|photo| photo.urls.regular.as_str() == address)
    }

    /// Loads the results of a search, or the featured photos for a blank text.
    pub(crate) fn load(&mut self, query: &str, ctx: &mut Context) {
        let query: String = query.trim().chars().take(MAX_QUERY_CHARS).collect();
        if query != self.view.query {
            let is_offered = self.view.is_offered;
            *self = Self { view: PhotosView { query, is_offered, ..PhotosView::default() }, ..Self::default() };
        } else if self.request.is_in_flight() || (self.view.status == LoadStatus::Ready && self.view.is_available) {
            return;
        }
        self.request_page(self.pages + 1, ctx);
    }

    /// Loads the next page.
    pub(crate) fn load_more(&mut self, ctx: &mut Context) {
        if !self.request.is_in_flight() && self.view.has_more {
            self.request_page(self.pages + 1, ctx);
        }
    }

    fn request_page(&mut self, page: u32, ctx: &mut Context) {
        let query = self.view.query.clone();
        let path = page_path(&query, page);
        ctx.requests.push(ApiRequest::get(Purpose::LoadPhotos { query, page }, path.clone()).without_token());
        self.request.start(path);
        self.view.status = LoadStatus::Loading;
        self.show(ctx);
    }

    /// Handles the response with a page of photos.
    pub(crate) fn on_response(&mut self, query: &str, page: u32, response: &ApiResponse, ctx: &mut Context) {
        if !self.request.finish(&page_path(query, page)) {
            // The user has started another search meanwhile.
            return;
        }
        match response.read::<PhotosResponse>() {
            Ok(PhotosResponse { photos, has_more, is_available, is_offered }) => {
                self.view.is_offered = is_offered;
                for photo in photos {
                    if self.view.photos.iter().all(|known| known.id != photo.id) {
                        self.view.photos.push(photo);
                    }
                }
                self.view.status = LoadStatus::Ready;
                self.view.is_available = is_available;
                // If the service was unavailable for a later page, that page can be requested again.
                if is_available {
                    self.pages = page;
                    self.view.has_more = has_more;
                }
            }
            Err(_) => {
                ctx.log("Error fetching Unsplash images:");
                self.view.status = LoadStatus::Failed;
            }
        }
        self.show(ctx);
    }

    fn show(&self, ctx: &mut Context) {
        ctx.step.patches.push(Patch::Photos { photos: self.view.clone() });
    }
}

fn page_path(query: &str, page: u32) -> String {
    if query.is_empty() {
        format!("/photos/?page={page}")
    } else {
        format!("/photos/search/?query={}&page={page}", percent_encoded(query))
    }
}

/// Reports to the photo service that a photo is used, as its guidelines require (SPEC V8).
pub(crate) fn report_photo_use(id: &PhotoId, ctx: &mut Context) {
    let path = format!("/photos/{}/download/", id.as_str());
    ctx.requests.push(
        ApiRequest::with_body(Purpose::ReportPhotoUse, "POST", path, String::new()).without_body().without_token(),
    );
}
