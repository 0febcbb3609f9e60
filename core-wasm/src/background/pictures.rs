//! The user's own pictures (SPEC V10, V11).

use crate::api::{ApiRequest, Purpose};
use crate::context::Context;
use crate::plans::Limit;
use crate::protocol::background::PicturesView;
use crate::protocol::effect::IoEffect;
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::patch::Patch;
use crate::protocol::photo::{MAX_PICTURE_BYTES, PictureId, PictureResponse, PicturesResponse};
use crate::protocol::response::ApiResponse;
use crate::resource::remote::{FailureOutcome, RemoteResource};

/// The pictures of the signed-in user.
#[derive(Debug, Default)]
pub(crate) struct Pictures {
    view: PicturesView,
    /// The state of loading the list; the pictures are kept in `view`, with those of this browser's uploads.
    list: RemoteResource,
    /// The handle of the file that is being uploaded.
    uploading_file: Option<u32>,
}

impl Pictures {
    /// Returns the state for the mirror.
    pub(crate) fn view(&self) -> &PicturesView {
        &self.view
    }

    /// Loads the list of pictures. Known ones are shown meanwhile.
    pub(crate) fn load(&mut self, ctx: &mut Context) {
        let (had_failed, had_refusal) = (self.list.request(), self.view.refused.take().is_some());
        if had_refusal {
            self.list.clear();
        }
        if had_failed || had_refusal {
            self.show(ctx);
        }
        self.fetch(ctx);
    }

    fn fetch(&mut self, ctx: &mut Context) {
        if self.list.start_fetch() {
            ctx.requests.push(ApiRequest::get(Purpose::LoadPictures, "/pictures/"));
        }
    }

    /// Handles the response with the list. Known pictures stay if it failed.
    pub(crate) fn on_response(&mut self, response: &ApiResponse, ctx: &mut Context) {
        match response.read::<PicturesResponse>() {
            Ok(PicturesResponse { pictures }) => {
                let outcome = self.list.finish_fetch();
                if outcome.applies {
                    self.list.set(());
                    self.view.pictures = pictures;
                    self.show(ctx);
                }
                if outcome.is_outdated {
                    self.fetch(ctx);
                }
            }
            Err(_) => match self.list.fail_fetch() {
                FailureOutcome::Refetch => self.fetch(ctx),
                FailureOutcome::StatusFailed => self.show(ctx),
                FailureOutcome::StatusKept => {}
            },
        }
    }

    /// Uploads a file of `size` bytes that the runtime keeps.
    ///
    /// # Errors
    ///
    /// Returns why the upload was refused. The caller then releases the file.
    pub(crate) fn upload(
        &mut self,
        file: u32,
        size: u64,
        is_limited: bool,
        ctx: &mut Context,
    ) -> Result<(), Rejection> {
        if self.uploading_file.is_some() {
            return Err(ErrorCode::Busy.into());
        }
        if is_limited {
            return Err(Limit::Pictures.into());
        }
        if size > MAX_PICTURE_BYTES as u64 {
            return Err(ErrorCode::PictureTooLarge.into());
        }
        self.uploading_file = Some(file);
        ctx.requests.push(ApiRequest::upload(Purpose::UploadPicture, "POST", "/pictures/", file));
        (self.view.is_uploading, self.view.refused) = (true, None);
        self.show(ctx);
        Ok(())
    }

    /// Returns whether a file is being uploaded.
    pub(crate) fn is_uploading(&self, file: u32) -> bool {
        self.uploading_file == Some(file)
    }

    /// Handles the response to an upload.
    pub(crate) fn on_upload_response(&mut self, response: &ApiResponse, ctx: &mut Context) {
        self.release(ctx);
        match response.read::<PictureResponse>() {
            Ok(PictureResponse { picture }) => {
                self.list.invalidate();
                self.view.pictures.retain(|known| known.id != picture.id);
                self.view.pictures.insert(0, picture);
            }
            Err(_) => self.view.refused = Some(response.rejection()),
        }
        self.show(ctx);
    }

    /// Deletes a picture permanently.
    pub(crate) fn delete(&mut self, id: PictureId, ctx: &mut Context) {
        let path = format!("/pictures/{}/", id.as_str());
        let purpose = Purpose::DeletePicture { picture_id: id };
        ctx.requests.push(ApiRequest::with_body(purpose, "DELETE", path, String::new()).without_body());
    }

    /// Handles the response to a deletion. Returns whether the picture no longer exists.
    pub(crate) fn on_delete_response(&mut self, id: &PictureId, response: &ApiResponse, ctx: &mut Context) -> bool {
        let is_deleted = response.is_success() || response.rejection().code == ErrorCode::NotFound;
        if is_deleted {
            self.list.invalidate();
            self.view.pictures.retain(|known| known.id != *id);
            self.view.refused = None;
        } else {
            self.view.refused = Some(response.rejection());
        }
        self.show(ctx);
        is_deleted
    }

    /// Resets the state after a change of account.
    pub(crate) fn reset(&mut self, ctx: &mut Context) {
        self.release(ctx);
        self.list = RemoteResource::default();
        if self.view != PicturesView::default() {
            self.view = PicturesView::default();
            self.show(ctx);
        }
    }

    fn release(&mut self, ctx: &mut Context) {
        if let Some(file) = self.uploading_file.take() {
            ctx.step.io_effects.push(IoEffect::ReleaseFile { file });
        }
        self.view.is_uploading = false;
    }

    fn show(&mut self, ctx: &mut Context) {
        self.view.status = self.list.status();
        ctx.step.patches.push(Patch::Pictures { pictures: self.view.clone() });
    }
}
