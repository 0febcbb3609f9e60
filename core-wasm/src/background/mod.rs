//! The background of Home (SPEC V1 to V20): the user's choice, or else the photo of the day. It is never blank: if no
//! photo is available, a bundled wallpaper is the fallback.

mod image_url;
mod photos;
mod pictures;
pub mod scrim;
pub mod wallpapers;

pub(crate) use photos::{Photos, report_photo_use};
pub(crate) use pictures::Pictures;

use crate::api::{ApiRequest, Purpose};
use crate::context::Context;
use crate::env::Env;
use crate::map::Map;
use crate::protocol::background::{Background, BackgroundView, RegionColors, StoredBackground, ThemeScrims};
use crate::protocol::error::ErrorCode;
use crate::protocol::http::{Preferences, Theme};
use crate::protocol::patch::Patch;
use crate::protocol::photo::RandomPhotoResponse;
use crate::protocol::response::ApiResponse;
use crate::protocol::stored::{FORMAT, local_key, parse_stored};
use crate::protocol::time::{LocalDay, Timestamp, local_day};
use image_url::{image_url, photo_from_url};

/// How long to wait before requesting an unavailable photo again, in milliseconds (SPEC V17).
const RETRY_PHOTO_AFTER_MS: i64 = 15 * 60 * 1_000;

/// Why a random photo was requested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PhotoRequest {
    /// The current day has no photo yet.
    Daily,
    /// The user wants another photo.
    Next,
}

/// The background of Home.
#[derive(Debug)]
pub(crate) struct HomeBackground {
    /// Whether the background has been shown. No photo is requested before.
    is_active: bool,
    choice: Background,
    theme: Theme,
    /// Whether the device prefers light colors, as last reported. It decides if the theme is [`Theme::System`].
    device_is_light: bool,
    day_start: i64,
    /// The user's current day.
    today: LocalDay,
    /// The daily image; `Daily` if there is none yet.
    daily: Background,
    /// The day that the daily image belongs to.
    daily_day: Option<LocalDay>,
    /// When the daily image was chosen.
    daily_set_at: Timestamp,
    /// Whether the daily image is a fallback because no photo was available.
    is_fallback: bool,
    pending_request: Option<PhotoRequest>,
    /// The URL of an image that could not be loaded.
    failed_image: Option<String>,
    /// The URL of an image whose colors have been measured, with the scrims that text on it needs.
    measured: Option<(String, ThemeScrims)>,
    /// The last stored value.
    stored: Option<StoredBackground>,
    view: BackgroundView,
}

impl HomeBackground {
    /// Restores the background from the local storage. A value that cannot be read is ignored (SPEC V4).
    pub(crate) fn restore(stored: &Map<String, String>, preferences: &Preferences) -> Self {
        let nothing = BackgroundView {
            shown: Background::Daily,
            image: String::new(),
            color: None,
            is_kept: false,
            is_changing: false,
            scrims: Default::default(),
        };
        let mut backdrop = Self {
            is_active: false,
            choice: preferences.background.clone(),
            theme: preferences.theme,
            device_is_light: false,
            day_start: preferences.day_start_minutes,
            today: LocalDay::from_days_since_epoch(0),
            daily: Background::Daily,
            daily_day: None,
            daily_set_at: Timestamp::from_millis(0),
            is_fallback: false,
            pending_request: None,
            failed_image: None,
            measured: None,
            stored: None,
            view: nothing,
        };
        backdrop.restore_stored(stored.get(local_key::BACKGROUND).map(String::as_str));
        backdrop.view = backdrop.compute_view();
        backdrop
    }

    /// Returns the state for the mirror.
    pub(crate) fn view(&self) -> &BackgroundView {
        &self.view
    }

    /// Shows the background and keeps it up to date from now on. `prefers_light` is the device's color scheme, or
    /// `None` to keep the last known one.
    pub(crate) fn load(&mut self, prefers_light: Option<bool>, env: &Env, ctx: &mut Context) {
        self.is_active = true;
        self.device_is_light = prefers_light.unwrap_or(self.device_is_light);
        self.retry_daily_photo(env, ctx);
        self.tick(env, ctx);
    }

    /// Requests the daily photo again if there is none, but not too soon after the last attempt (SPEC V17).
    fn retry_daily_photo(&mut self, env: &Env, ctx: &mut Context) {
        let is_due = self.is_fallback && env.now.millis() - self.daily_set_at.millis() >= RETRY_PHOTO_AFTER_MS;
        if is_due && self.is_active && self.pending_request.is_none() && self.choice == Background::Daily {
            self.request_photo(PhotoRequest::Daily, ctx);
        }
    }

    /// Chooses a new daily image when a new day has started (SPEC V2).
    pub(crate) fn tick(&mut self, env: &Env, ctx: &mut Context) {
        self.today = local_day(env.now, env.utc_offset, self.day_start);
        if self.is_active
            && self.pending_request.is_none()
            && self.choice == Background::Daily
            && self.daily_day != Some(self.today)
        {
            self.request_photo(PhotoRequest::Daily, ctx);
        }
        self.publish(ctx);
    }

    /// Retries an image that could not be loaded, because the page is visible again or the network is back.
    pub(crate) fn on_resume(&mut self, env: &Env, ctx: &mut Context) {
        self.failed_image = None;
        self.retry_daily_photo(env, ctx);
        self.tick(env, ctx);
    }

    /// Applies a change of the user's preferences.
    pub(crate) fn on_preferences_changed(&mut self, preferences: &Preferences, env: &Env, ctx: &mut Context) {
        let Preferences { background, theme, day_start_minutes, .. } = preferences;
        if self.choice != *background || self.theme != *theme || self.day_start != *day_start_minutes {
            (self.choice, self.theme, self.day_start) = (background.clone(), *theme, *day_start_minutes);
            self.tick(env, ctx);
        }
    }

    /// Requests another background, and shows it as soon as it has been loaded (SPEC V5).
    pub(crate) fn next(&mut self, ctx: &mut Context) {
        if self.pending_request.is_none() {
            self.request_photo(PhotoRequest::Next, ctx);
        }
        self.pending_request = Some(PhotoRequest::Next);
        self.publish(ctx);
    }

    fn request_photo(&mut self, request: PhotoRequest, ctx: &mut Context) {
        // A dark picture looks gray in the light theme.
        let path = if self.is_light() { "/photos/random/?tone=light" } else { "/photos/random/" };
        ctx.requests.push(ApiRequest::get(Purpose::LoadRandomPhoto, path).without_token());
        self.pending_request = Some(request);
    }

    /// Handles the response with a random photo. Returns the new choice of background, if it leads to one.
    pub(crate) fn on_photo_response(
        &mut self,
        response: &ApiResponse,
        env: &Env,
        ctx: &mut Context,
    ) -> Option<Background> {
        let request = self.pending_request.take()?;
        self.today = local_day(env.now, env.utc_offset, self.day_start);
        let photo = match response.read::<RandomPhotoResponse>() {
            Ok(RandomPhotoResponse { photo }) => photo,
            Err(_) => {
                ctx.log("Error fetching photo");
                None
            }
        };
        let is_shown = request == PhotoRequest::Next || self.choice == Background::Daily;
        let is_stand_in = photo.is_none() && request == PhotoRequest::Daily;
        let background = match photo {
            Some(photo) => {
                if is_shown {
                    report_photo_use(&photo.id, ctx);
                }
                Background::Photo(Box::new(photo))
            }
            None => {
                let after = if request == PhotoRequest::Next {
                    wallpapers::next_after(&self.view.shown, self.is_light())
                } else {
                    None
                };
                after.unwrap_or_else(|| wallpapers::of_day(self.today, self.is_light()))
            }
        };
        self.set_daily(background, env);
        self.is_fallback = is_stand_in;
        self.publish(ctx);
        (request == PhotoRequest::Next && self.choice != Background::Daily).then_some(Background::Daily)
    }

    /// Returns whether the light theme is shown.
    fn is_light(&self) -> bool {
        match self.theme {
            Theme::Dark => false,
            Theme::Light => true,
            Theme::System => self.device_is_light,
        }
    }

    fn set_daily(&mut self, background: Background, env: &Env) {
        (self.daily, self.daily_day, self.daily_set_at) = (background, Some(self.today), env.now);
        (self.is_fallback, self.failed_image) = (false, None);
    }

    /// Pins or unpins the daily image (SPEC V6). Returns the new choice of background.
    pub(crate) fn set_pinned(&mut self, is_kept: bool, env: &Env) -> Background {
        if is_kept {
            return self.view.shown.clone();
        }
        // The image stays for today.
        if matches!(self.view.shown, Background::Photo(_) | Background::Wallpaper(_))
            && self.choice != Background::Daily
        {
            self.today = local_day(env.now, env.utc_offset, self.day_start);
            self.set_daily(self.view.shown.clone(), env);
        }
        Background::Daily
    }

    /// Checks whether a background can be chosen (SPEC V7).
    ///
    /// # Errors
    ///
    /// Returns `ImageInvalid` for a wallpaper that this version does not have.
    pub(crate) fn check(&self, background: &Background) -> Result<(), ErrorCode> {
        match background {
            Background::Wallpaper(id) if !wallpapers::is_known(id) => Err(ErrorCode::ImageInvalid),
            _ => Ok(()),
        }
    }

    /// Applies the user's choice: reports the use of a photo to the photo service (SPEC V8), and ignores a photo that
    /// is still being loaded.
    pub(crate) fn on_chosen(&mut self, background: &Background, ctx: &mut Context) {
        if let Background::Photo(photo) = background {
            report_photo_use(&photo.id, ctx);
        }
        (self.pending_request, self.failed_image) = (None, None);
        self.publish(ctx);
    }

    /// Stores the scrims for the measured colors of an image; `None` if the colors could not be read (SPEC V12).
    pub(crate) fn on_measured(&mut self, image: String, colors: Option<&RegionColors>, ctx: &mut Context) {
        if image == self.view.image {
            self.measured = Some((image, scrim::scrims(colors)));
            self.publish(ctx);
        }
    }

    /// Replaces an image that could not be loaded (SPEC V14).
    pub(crate) fn on_image_failed(&mut self, image: String, ctx: &mut Context) {
        if image == self.view.image && !matches!(self.view.shown, Background::Wallpaper(_)) {
            self.failed_image = Some(image);
            self.publish(ctx);
        }
    }

    /// Stops requesting photos, because the background is not shown any more.
    pub(crate) fn deactivate(&mut self, ctx: &mut Context) {
        (self.is_active, self.pending_request) = (false, None);
        self.publish(ctx);
    }

    /// Resets the state and removes the stored background, because it belongs to the previous user (SPEC V13).
    pub(crate) fn reset(&mut self, ctx: &mut Context) {
        ctx.remove_local_storage(local_key::BACKGROUND);
        self.restore_stored(None);
        self.failed_image = None;
        self.deactivate(ctx);
    }

    /// Applies a background that another tab has stored, if it is newer (SPEC V13).
    pub(crate) fn on_storage_event(&mut self, text: Option<&str>, ctx: &mut Context) {
        let other = text.and_then(|text| parse_stored(text, |stored: &StoredBackground| stored.format));
        if let Some(other) = other
            && (other.since, json::json(&other.daily)) > (self.daily_set_at, json::json(&self.daily))
        {
            (self.daily, self.daily_day, self.daily_set_at) = (other.daily, other.day, other.since);
            self.is_fallback = other.is_stand_in;
            if self.pending_request == Some(PhotoRequest::Daily) && self.daily_day == Some(self.today) {
                self.pending_request = None;
            }
            self.publish(ctx);
        }
    }

    /// Applies the stored value.
    fn restore_stored(&mut self, text: Option<&str>) {
        let stored = text.and_then(|text| parse_stored(text, |stored: &StoredBackground| stored.format));
        let is_daily_image = |daily: &Background| matches!(daily, Background::Photo(_) | Background::Wallpaper(_));
        (self.daily, self.daily_day, self.daily_set_at) = match &stored {
            Some(stored) if is_daily_image(&stored.daily) => (stored.daily.clone(), stored.day, stored.since),
            _ => (text.and_then(photo_from_url).unwrap_or_default(), None, Timestamp::from_millis(0)),
        };
        self.device_is_light = stored.as_ref().is_some_and(|stored| stored.device_is_light);
        self.is_fallback = self.daily_day.is_some() && stored.as_ref().is_some_and(|stored| stored.is_stand_in);
        self.measured = stored.as_ref().and_then(|stored| Some((stored.image.clone(), stored.scrims?)));
        self.stored = stored;
    }

    /// Returns the background to show now.
    fn compute_view(&self) -> BackgroundView {
        let choice = if self.choice == Background::Daily { &self.daily } else { &self.choice };
        let can_be_shown = match choice {
            Background::Daily => false,
            // The user did not choose the fallback, so it follows the theme.
            Background::Wallpaper(id) if self.choice == Background::Daily && self.is_fallback => {
                wallpapers::is_known(id) && !wallpapers::suits_other_theme(choice, self.is_light())
            }
            Background::Wallpaper(id) => wallpapers::is_known(id),
            Background::Picture(_) | Background::Photo(_) => self.failed_image.as_ref() != Some(&image_url(choice)),
        };
        let shown = if can_be_shown { choice.clone() } else { wallpapers::of_day(self.today, self.is_light()) };
        let image = image_url(&shown);
        let scrims = match &self.measured {
            Some((measured, scrims)) if *measured == image => *scrims,
            _ => scrim::scrims(None),
        };
        BackgroundView {
            color: match &shown {
                Background::Wallpaper(id) => wallpapers::color_of(id),
                Background::Photo(photo) => photo.color.clone(),
                Background::Picture(_) | Background::Daily => None,
            },
            shown,
            image,
            is_kept: self.choice != Background::Daily,
            is_changing: self.pending_request == Some(PhotoRequest::Next),
            scrims,
        }
    }

    /// Updates the mirror if the view has changed, and stores the background for the next start.
    fn publish(&mut self, ctx: &mut Context) {
        let view = self.compute_view();
        if self.view != view {
            self.view = view.clone();
            ctx.step.patches.push(Patch::Background { background: view });
        }
        let stored = StoredBackground {
            format: FORMAT,
            day: self.daily_day,
            daily: self.daily.clone(),
            since: self.daily_set_at,
            is_stand_in: self.is_fallback,
            device_is_light: self.device_is_light,
            is_kept: self.view.is_kept,
            image: self.view.image.clone(),
            color: self.view.color.clone(),
            scrims: self.measured.as_ref().filter(|(image, _)| *image == self.view.image).map(|(_, scrims)| *scrims),
        };
        if self.is_active && self.stored.as_ref() != Some(&stored) {
            ctx.set_local_storage(local_key::BACKGROUND, json::json(&stored));
            self.stored = Some(stored);
        }
    }
}
