//! The backgrounds of Home and of boards: the user's intents and the server's responses.

use super::App;
use crate::api::{Purpose, percent_encoded};
use crate::background::report_photo_use;
use crate::context::Context;
use crate::env::Env;
use crate::plans::Limit;
use crate::protocol::background::Background;
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::id::Id;
use crate::protocol::intent::Intent;
use crate::protocol::op::BoardEdit;
use crate::protocol::photo::Photo;
use crate::protocol::response::ApiResponse;
use crate::protocol::text::Image;

impl App {
    /// Handles an intent about the background.
    pub(super) fn dispatch_background(
        &mut self,
        intent: Intent,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), Rejection> {
        match intent {
            Intent::LoadBackground { prefers_light } => self.home_background.load(prefers_light, env, ctx),
            Intent::NextBackground => self.home_background.next(ctx),
            Intent::KeepBackground { is_kept } => {
                let background = self.home_background.set_pinned(is_kept, env);
                if background != self.prefs.get().background {
                    self.choose(background, ctx)?;
                }
            }
            Intent::ChooseBackground { background } => {
                self.home_background.check(&background)?;
                self.choose(background.clone(), ctx)?;
                self.home_background.on_chosen(&background, ctx);
            }
            Intent::BackgroundMeasured { image, colors } => {
                self.home_background.on_measured(image, colors.as_ref(), ctx)
            }
            Intent::BackgroundFailed { image } => self.home_background.on_image_failed(image, ctx),
            Intent::LoadPhotos { query } => self.photos.load(&query, ctx),
            Intent::LoadMorePhotos => self.photos.load_more(ctx),
            _ => return Err(ErrorCode::NotFound.into()),
        }
        Ok(())
    }

    /// Handles the response to a request about photos or pictures.
    pub(super) fn on_background_response(
        &mut self,
        purpose: &Purpose,
        response: &ApiResponse,
        env: &Env,
        ctx: &mut Context,
    ) {
        match purpose {
            Purpose::LoadRandomPhoto => {
                if let Some(background) = self.home_background.on_photo_response(response, env, ctx) {
                    self.fall_back_to(background, ctx);
                }
            }
            Purpose::LoadPhotos { query, page } => self.photos.on_response(query, *page, response, ctx),
            Purpose::LoadPictures => self.pictures.on_response(response, ctx),
            Purpose::UploadPicture => self.pictures.on_upload_response(response, ctx),
            Purpose::DeletePicture { picture_id } => {
                let is_shown = self.prefs.get().background == Background::Picture(picture_id.clone());
                if self.pictures.on_delete_response(picture_id, response, ctx) && is_shown {
                    self.fall_back_to(Background::Daily, ctx);
                }
            }
            // The photo service's response to a reported photo does not matter to the user.
            _ => {}
        }
    }

    /// Replaces a background that is no longer available.
    fn fall_back_to(&mut self, background: Background, ctx: &mut Context) {
        if self.choose(background, ctx).is_err() {
            ctx.log("Error setting background");
        }
    }

    /// Refuses to choose a background if the plan does not include that (SPEC L8).
    fn check_background(&self) -> Result<(), Limit> {
        if self.has_plan_limits() { Err(Limit::Backgrounds) } else { Ok(()) }
    }

    /// Refuses another background of Home if the plan does not include choosing one. The daily image is always allowed.
    pub(super) fn check_home_background(&self, background: &Background) -> Result<(), Limit> {
        let is_choice = *background != Background::Daily && *background != self.prefs.get().background;
        if is_choice { self.check_background() } else { Ok(()) }
    }

    fn choose(&mut self, background: Background, ctx: &mut Context) -> Result<(), Rejection> {
        self.check_home_background(&background)?;
        Ok(self.prefs.set_background(background, self.is_offline_or_guest(), ctx)?)
    }

    /// Edits a board. If a photo becomes its background, the use is reported to the photo service (SPEC V8), and the
    /// photographer's name and link are added to the photo's URL (SPEC V18).
    pub(super) fn edit_board(
        &mut self,
        board_id: Id,
        mut edits: Vec<BoardEdit>,
        description_base: Option<String>,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), Rejection> {
        let mut photo = None;
        for edit in &mut edits {
            if let BoardEdit::Image(value) = edit {
                let current = self.boards.overview().find(board_id).and_then(|board| board.image.as_ref());
                if value.is_some() && value.as_deref() != current.map(Image::as_str) {
                    self.check_background()?;
                }
                photo = value.as_ref().and_then(|url| self.photos.find(url));
                *value = photo.map(with_credit).or(value.take());
            }
        }
        self.boards.edit_board(board_id, edits, description_base, env, ctx)?;
        if let Some(photo) = photo {
            report_photo_use(&photo.id, ctx);
        }
        Ok(())
    }
}

/// Returns the URL of a photo with the photographer's name and link in the fragment, which is never sent to a server.
/// Returns the plain URL if the result would be too long.
fn with_credit(photo: &Photo) -> String {
    let url = photo.urls.regular.as_str();
    let [name, link] = [photo.credit.name.as_str(), photo.credit.link.as_str()].map(percent_encoded);
    let credited = format!("{url}#by={name}&link={link}");
    if Image::parse(&credited).is_ok() { credited } else { url.to_owned() }
}
