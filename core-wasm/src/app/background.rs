//! What stands behind Home and behind boards: what a person asks for, and what the server answers.

use super::App;
use crate::background::used;
use crate::call::{Answer, Purpose, Turn, percent_encoded};
use crate::env::Env;
use crate::protocol::background::Background;
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::intent::Intent;
use crate::protocol::op::BoardEdit;
use crate::protocol::photo::Photo;
use crate::protocol::text::Image;

impl App {
    /// What a person does with the background.
    pub(super) fn intend_background(&mut self, intent: Intent, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        match intent {
            Intent::LoadBackground { prefers_light } => self.backdrop.load(prefers_light, env, turn),
            Intent::NextBackground => self.backdrop.next(turn),
            Intent::KeepBackground { is_kept } => {
                let background = self.backdrop.keep(is_kept, env);
                if background != self.prefs.get().background {
                    self.prefs.set_background(background, turn)?;
                }
            }
            Intent::ChooseBackground { background } => {
                self.backdrop.check(&background)?;
                self.prefs.set_background(background.clone(), turn)?;
                self.backdrop.chosen(&background, turn);
            }
            Intent::BackgroundMeasured { image, colors } => self.backdrop.measured(image, colors.as_ref(), turn),
            Intent::BackgroundFailed { image } => self.backdrop.failed(image, turn),
            Intent::LoadPhotos { query } => self.photos.load(&query, turn),
            Intent::LoadMorePhotos => self.photos.load_more(turn),
            _ => return Err(ErrorCode::NotFound),
        }
        Ok(())
    }

    /// The server has answered what was asked about photos or pictures.
    pub(super) fn background_answered(&mut self, purpose: &Purpose, answer: &Answer, env: &Env, turn: &mut Turn) {
        match purpose {
            Purpose::LoadRandomPhoto => {
                if let Some(background) = self.backdrop.random_loaded(answer, env, turn) {
                    self.choose_again(background, turn);
                }
            }
            Purpose::LoadPhotos { query, page } => self.photos.loaded(query, *page, answer, turn),
            Purpose::LoadPictures => self.pictures.loaded(answer, turn),
            Purpose::UploadPicture => self.pictures.uploaded(answer, turn),
            Purpose::DeletePicture { picture_id } => {
                let is_shown = self.prefs.get().background == Background::Picture(picture_id.clone());
                if self.pictures.deleted(picture_id, answer, turn) && is_shown {
                    self.choose_again(Background::Daily, turn);
                }
            }
            // Whether the photo service has heard of it is nothing to the person.
            _ => {}
        }
    }

    /// What was chosen does not hold any more.
    fn choose_again(&mut self, background: Background, turn: &mut Turn) {
        if self.prefs.set_background(background, turn).is_err() {
            turn.log("Error choosing the background");
        }
    }

    /// Edits a board. The photo service is told of a photo that is put behind it (SPEC V8), and with the photo's address goes who took
    /// it (SPEC V18).
    pub(super) fn edit_board(
        &mut self,
        board_id: Id,
        mut edits: Vec<BoardEdit>,
        env: &Env,
        turn: &mut Turn,
    ) -> Result<(), ErrorCode> {
        let mut photo = None;
        for edit in &mut edits {
            if let BoardEdit::Image(value) = edit {
                photo = value.as_ref().and_then(|address| self.photos.find(address));
                *value = photo.map(with_credit).or(value.take());
            }
        }
        self.boards.edit_board(board_id, edits, env, turn)?;
        if let Some(photo) = photo {
            used(&photo.id, turn);
        }
        Ok(())
    }
}

/// The address of a photo, and behind a `#`, which no host is told, who took it: so that goes wherever the address goes. Where
/// both are too long for an address, it goes alone.
fn with_credit(photo: &Photo) -> String {
    let address = photo.urls.regular.as_str();
    let [name, link] = [photo.credit.name.as_str(), photo.credit.link.as_str()].map(percent_encoded);
    let credited = format!("{address}#by={name}&link={link}");
    if Image::parse(&credited).is_ok() { credited } else { address.to_owned() }
}
