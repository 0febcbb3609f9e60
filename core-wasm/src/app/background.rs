//! What stands behind Home and behind boards: what a person asks for, and what the server answers.

use super::App;
use crate::background::used;
use crate::call::{Answer, Purpose, Turn, percent_encoded};
use crate::env::Env;
use crate::plans::Limit;
use crate::protocol::background::Background;
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::id::Id;
use crate::protocol::intent::Intent;
use crate::protocol::op::BoardEdit;
use crate::protocol::photo::Photo;
use crate::protocol::text::Image;

impl App {
    /// What a person does with the background.
    pub(super) fn intend_background(&mut self, intent: Intent, env: &Env, turn: &mut Turn) -> Result<(), Rejection> {
        match intent {
            Intent::LoadBackground { prefers_light } => self.backdrop.load(prefers_light, env, turn),
            Intent::NextBackground => self.backdrop.next(turn),
            Intent::KeepBackground { is_kept } => {
                let background = self.backdrop.keep(is_kept, env);
                if background != self.prefs.get().background {
                    self.choose(background, turn)?;
                }
            }
            Intent::ChooseBackground { background } => {
                self.backdrop.check(&background)?;
                self.choose(background.clone(), turn)?;
                self.backdrop.chosen(&background, turn);
            }
            Intent::BackgroundMeasured { image, colors } => self.backdrop.measured(image, colors.as_ref(), turn),
            Intent::BackgroundFailed { image } => self.backdrop.failed(image, turn),
            Intent::LoadPhotos { query } => self.photos.load(&query, turn),
            Intent::LoadMorePhotos => self.photos.load_more(turn),
            _ => return Err(ErrorCode::NotFound.into()),
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
        if self.choose(background, turn).is_err() {
            turn.log("Error choosing the background");
        }
    }

    /// Refuses to choose a wallpaper or a board picture where the plan does not include that (SPEC L8).
    fn check_background(&self) -> Result<(), Limit> {
        if self.is_limited() { Err(Limit::Backgrounds) } else { Ok(()) }
    }

    /// Refuses another wallpaper where the plan does not include choosing one. Going back to one a day is always possible.
    pub(super) fn check_wallpaper(&self, background: &Background) -> Result<(), Limit> {
        let is_choice = *background != Background::Daily && *background != self.prefs.get().background;
        if is_choice { self.check_background() } else { Ok(()) }
    }

    /// Chooses a wallpaper.
    fn choose(&mut self, background: Background, turn: &mut Turn) -> Result<(), Rejection> {
        self.check_wallpaper(&background)?;
        Ok(self.prefs.set_background(background, self.is_unreachable(), turn)?)
    }

    /// Edits a board. The photo service is told of a photo that is put behind it (SPEC V8), and with the photo's address goes who took
    /// it (SPEC V18).
    pub(super) fn edit_board(
        &mut self,
        board_id: Id,
        mut edits: Vec<BoardEdit>,
        env: &Env,
        turn: &mut Turn,
    ) -> Result<(), Rejection> {
        let mut photo = None;
        for edit in &mut edits {
            if let BoardEdit::Image(value) = edit {
                let current = self.boards.overview().find(board_id).and_then(|board| board.image.as_ref());
                if value.is_some() && value.as_deref() != current.map(Image::as_str) {
                    self.check_background()?;
                }
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
