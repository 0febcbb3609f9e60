//! The person's own pictures (SPEC V10, V11).

use crate::call::{Answer, Call, Purpose, Turn};
use crate::plans::Limit;
use crate::protocol::background::PicturesView;
use crate::protocol::effect::IoEffect;
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::patch::Patch;
use crate::protocol::photo::{LARGEST_PICTURE, PictureAnswer, PictureId, PicturesAnswer};
use crate::protocol::view::LoadStatus;

/// The pictures of whoever is signed in.
#[derive(Debug, Default)]
pub struct Pictures {
    view: PicturesView,
    /// The file that is on its way.
    file: Option<u32>,
}

impl Pictures {
    /// What the shell draws.
    pub fn view(&self) -> &PicturesView {
        &self.view
    }

    /// Asks for the list, showing what is known meanwhile.
    pub fn load(&mut self, turn: &mut Turn) {
        turn.calls.push(Call::get(Purpose::LoadPictures, "/pictures/"));
        if self.view.status == LoadStatus::Failed || self.view.refused.is_some() {
            (self.view.status, self.view.refused) = (LoadStatus::Loading, None);
            self.show(turn);
        }
    }

    /// The list has come, or has not. What is known stays.
    pub fn loaded(&mut self, answer: &Answer, turn: &mut Turn) {
        match answer.read::<PicturesAnswer>() {
            Ok(PicturesAnswer { pictures }) => (self.view.status, self.view.pictures) = (LoadStatus::Ready, pictures),
            Err(_) if self.view.status == LoadStatus::Ready => return,
            Err(_) => self.view.status = LoadStatus::Failed,
        }
        self.show(turn);
    }

    /// Sends a file of `size` bytes that the runtime holds. The runtime releases a file that is refused.
    pub fn upload(&mut self, file: u32, size: u64, is_limited: bool, turn: &mut Turn) -> Result<(), Rejection> {
        if self.file.is_some() {
            return Err(ErrorCode::Busy.into());
        }
        if is_limited {
            return Err(Limit::Pictures.into());
        }
        if size > LARGEST_PICTURE as u64 {
            return Err(ErrorCode::PictureTooLarge.into());
        }
        self.file = Some(file);
        turn.calls.push(Call::upload(Purpose::UploadPicture, "/pictures/", file));
        (self.view.is_uploading, self.view.refused) = (true, None);
        self.show(turn);
        Ok(())
    }

    /// Releases a file whose upload was refused, unless it is being uploaded already: then it is released once it has arrived.
    pub fn release_refused(&self, file: u32, turn: &mut Turn) {
        if self.file != Some(file) {
            turn.step.io.push(IoEffect::ReleaseFile { file });
        }
    }

    /// The file has arrived, or has not.
    pub fn uploaded(&mut self, answer: &Answer, turn: &mut Turn) {
        self.release(turn);
        match answer.read::<PictureAnswer>() {
            Ok(PictureAnswer { picture }) => {
                self.view.pictures.retain(|known| known.id != picture.id);
                self.view.pictures.insert(0, picture);
            }
            Err(_) => self.view.refused = Some(answer.rejection()),
        }
        self.show(turn);
    }

    /// Deletes a picture for good.
    pub fn delete(&mut self, id: PictureId, turn: &mut Turn) {
        let path = format!("/pictures/{}/", id.as_str());
        let purpose = Purpose::DeletePicture { picture_id: id };
        turn.calls.push(Call::send(purpose, "DELETE", path, String::new()).empty());
    }

    /// A picture is deleted, or is not. Answers whether it is gone.
    pub fn deleted(&mut self, id: &PictureId, answer: &Answer, turn: &mut Turn) -> bool {
        let is_gone = answer.is_success() || answer.rejection().code == ErrorCode::NotFound;
        if is_gone {
            self.view.pictures.retain(|known| known.id != *id);
            self.view.refused = None;
        } else {
            self.view.refused = Some(answer.rejection());
        }
        self.show(turn);
        is_gone
    }

    /// Somebody else is signed in now, or nobody.
    pub fn forget(&mut self, turn: &mut Turn) {
        self.release(turn);
        if self.view != PicturesView::default() {
            self.view = PicturesView::default();
            self.show(turn);
        }
    }

    fn release(&mut self, turn: &mut Turn) {
        if let Some(file) = self.file.take() {
            turn.step.io.push(IoEffect::ReleaseFile { file });
        }
        self.view.is_uploading = false;
    }

    fn show(&self, turn: &mut Turn) {
        turn.step.patches.push(Patch::Pictures { pictures: self.view.clone() });
    }
}
