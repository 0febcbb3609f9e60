//! What stands behind Home (SPEC V1 to V17): the person's choice, or else a photo of the day. It is never blank: where no photo
//! can be had, one of the wallpapers that come with the app stands there.

mod photos;
mod pictures;
pub mod scrim;
pub mod wallpapers;

pub use photos::{Photos, used};
pub use pictures::Pictures;

use crate::board::stored::read;
use crate::call::{Answer, Call, Purpose, Turn};
use crate::env::Env;
use crate::protocol::background::{Background, BackgroundView, RegionColors, StoredBackground, ThemeScrims};
use crate::protocol::error::ErrorCode;
use crate::protocol::http::{Preferences, Theme};
use crate::protocol::patch::Patch;
use crate::protocol::photo::{CreditLink, Photo, PhotoCredit, PhotoId, PhotoUrl, PhotoUrls, RandomPhotoAnswer};
use crate::protocol::stored::{FORMAT, key};
use crate::protocol::time::{LocalDay, Timestamp};
use crate::stats::local_day;
use std::collections::BTreeMap;

/// How long nobody asks again for a photo that could not be had: 15 minutes, in milliseconds (SPEC V17).
const TRIED_AGAIN_AFTER: i64 = 15 * 60 * 1_000;

/// What a random photo was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asked {
    /// The day has none yet.
    Daily,
    /// The person wants another one.
    Next,
}

/// The picture behind Home.
#[derive(Debug)]
pub struct Backdrop {
    /// Whether it is looked at: until then nothing is asked for.
    is_wanted: bool,
    choice: Background,
    theme: Theme,
    /// Whether the device prefers light colors, as far as is known: it decides where the theme is that of the device.
    device_is_light: bool,
    day_start: i64,
    /// The person's day.
    today: LocalDay,
    /// The picture of a day; `Daily` where there was none yet.
    daily: Background,
    /// That day.
    day: Option<LocalDay>,
    /// When it was taken.
    since: Timestamp,
    /// Whether it only stands in for a photo that could not be had then.
    is_stand_in: bool,
    asked: Option<Asked>,
    /// The address of what cannot be shown.
    failed: Option<String>,
    /// What text needs on the picture at an address.
    measured: Option<(String, ThemeScrims)>,
    /// What was stored last.
    stored: Option<StoredBackground>,
    view: BackgroundView,
}

impl Backdrop {
    /// What the browser has stored. What cannot be read was never stored (SPEC V4).
    pub fn restore(stored: &BTreeMap<String, String>, preferences: &Preferences) -> Self {
        let nothing = BackgroundView {
            shown: Background::Daily,
            image: String::new(),
            color: None,
            is_kept: false,
            is_changing: false,
            scrims: Default::default(),
        };
        let mut backdrop = Self {
            is_wanted: false,
            choice: preferences.background.clone(),
            theme: preferences.theme,
            device_is_light: false,
            day_start: preferences.day_start_minutes,
            today: LocalDay::from_number(0),
            daily: Background::Daily,
            day: None,
            since: Timestamp::from_millis(0),
            is_stand_in: false,
            asked: None,
            failed: None,
            measured: None,
            stored: None,
            view: nothing,
        };
        backdrop.take(stored.get(key::BACKGROUND).map(String::as_str));
        backdrop.view = backdrop.seen();
        backdrop
    }

    /// What the shell draws.
    pub fn view(&self) -> &BackgroundView {
        &self.view
    }

    /// Starts to keep the wallpaper up to date. `prefers_light` is the device's color scheme, or `None` to keep the last known one.
    pub fn load(&mut self, prefers_light: Option<bool>, env: &Env, turn: &mut Turn) {
        self.is_wanted = true;
        self.device_is_light = prefers_light.unwrap_or(self.device_is_light);
        self.try_again(env, turn);
        self.tick(env, turn);
    }

    /// Asks once more for the photo of a day that has none, not too soon after the last try (SPEC V17).
    fn try_again(&mut self, env: &Env, turn: &mut Turn) {
        let is_due = self.is_stand_in && env.now.millis() - self.since.millis() >= TRIED_AGAIN_AFTER;
        if is_due && self.is_wanted && self.asked.is_none() && self.choice == Background::Daily {
            self.ask(Asked::Daily, turn);
        }
    }

    /// Time has passed: a new day has another photo (SPEC V2).
    pub fn tick(&mut self, env: &Env, turn: &mut Turn) {
        self.today = local_day(env.now, env.utc_offset, self.day_start);
        if self.is_wanted && self.asked.is_none() && self.choice == Background::Daily && self.day != Some(self.today) {
            self.ask(Asked::Daily, turn);
        }
        self.show(turn);
    }

    /// The page is visible again, or the network is back: what could not be shown may be there now.
    pub fn woken(&mut self, env: &Env, turn: &mut Turn) {
        self.failed = None;
        self.try_again(env, turn);
        self.tick(env, turn);
    }

    /// The person's preferences are known, or have changed.
    pub fn follow(&mut self, preferences: &Preferences, env: &Env, turn: &mut Turn) {
        let Preferences { background, theme, day_start_minutes, .. } = preferences;
        if self.choice != *background || self.theme != *theme || self.day_start != *day_start_minutes {
            (self.choice, self.theme, self.day_start) = (background.clone(), *theme, *day_start_minutes);
            self.tick(env, turn);
        }
    }

    /// Shows another one as soon as there is one (SPEC V5).
    pub fn next(&mut self, turn: &mut Turn) {
        if self.asked.is_none() {
            self.ask(Asked::Next, turn);
        }
        self.asked = Some(Asked::Next);
        self.show(turn);
    }

    fn ask(&mut self, asked: Asked, turn: &mut Turn) {
        // A dark picture looks gray in the light theme.
        let path = if self.is_light() { "/photos/random/?tone=light" } else { "/photos/random/" };
        turn.calls.push(Call::get(Purpose::LoadRandomPhoto, path).unauthorised());
        self.asked = Some(asked);
    }

    /// A photo has come, or has not. Answers the choice that follows from it, where there is one.
    pub fn random_loaded(&mut self, answer: &Answer, env: &Env, turn: &mut Turn) -> Option<Background> {
        let asked = self.asked.take()?;
        self.today = local_day(env.now, env.utc_offset, self.day_start);
        let photo = match answer.read::<RandomPhotoAnswer>() {
            Ok(RandomPhotoAnswer { photo }) => photo,
            Err(_) => {
                turn.log("Error fetching photo");
                None
            }
        };
        let is_shown = asked == Asked::Next || self.choice == Background::Daily;
        let is_stand_in = photo.is_none() && asked == Asked::Daily;
        let background = match photo {
            Some(photo) => {
                if is_shown {
                    used(&photo.id, turn);
                }
                Background::Photo(Box::new(photo))
            }
            None => {
                let after =
                    if asked == Asked::Next { wallpapers::after(&self.view.shown, self.is_light()) } else { None };
                after.unwrap_or_else(|| wallpapers::of_day(self.today, self.is_light()))
            }
        };
        self.set_daily(background, env);
        self.is_stand_in = is_stand_in;
        self.show(turn);
        (asked == Asked::Next && self.choice != Background::Daily).then_some(Background::Daily)
    }

    /// Whether the light theme is drawn.
    fn is_light(&self) -> bool {
        match self.theme {
            Theme::Dark => false,
            Theme::Light => true,
            Theme::System => self.device_is_light,
        }
    }

    fn set_daily(&mut self, background: Background, env: &Env) {
        (self.daily, self.day, self.since) = (background, Some(self.today), env.now);
        (self.is_stand_in, self.failed) = (false, None);
    }

    /// Keeps what is shown, or lets every day bring another (SPEC V6). Answers the choice that follows.
    pub fn keep(&mut self, is_kept: bool, env: &Env) -> Background {
        if is_kept {
            return self.view.shown.clone();
        }
        // It goes on to be shown today.
        if matches!(self.view.shown, Background::Photo(_) | Background::Wallpaper(_))
            && self.choice != Background::Daily
        {
            self.today = local_day(env.now, env.utc_offset, self.day_start);
            self.set_daily(self.view.shown.clone(), env);
        }
        Background::Daily
    }

    /// Whether something can be chosen (SPEC V7).
    pub fn check(&self, background: &Background) -> Result<(), ErrorCode> {
        match background {
            Background::Wallpaper(id) if !wallpapers::is_known(id) => Err(ErrorCode::ImageInvalid),
            _ => Ok(()),
        }
    }

    /// It has been chosen: the photo service is told of a photo (SPEC V8), and whatever is on its way comes too late.
    pub fn chosen(&mut self, background: &Background, turn: &mut Turn) {
        if let Background::Photo(photo) = background {
            used(&photo.id, turn);
        }
        (self.asked, self.failed) = (None, None);
        self.show(turn);
    }

    /// The picture at an address has been looked at; `None` where its colours cannot be had (SPEC V12).
    pub fn measured(&mut self, image: String, colors: Option<&RegionColors>, turn: &mut Turn) {
        if image == self.view.image {
            self.measured = Some((image, scrim::scrims(colors)));
            self.show(turn);
        }
    }

    /// The picture at an address cannot be shown (SPEC V14).
    pub fn failed(&mut self, image: String, turn: &mut Turn) {
        if image == self.view.image && !matches!(self.view.shown, Background::Wallpaper(_)) {
            self.failed = Some(image);
            self.show(turn);
        }
    }

    /// Nobody looks at it any more.
    pub fn rest(&mut self, turn: &mut Turn) {
        (self.is_wanted, self.asked) = (false, None);
        self.show(turn);
    }

    /// Forgets what is stored of it: it is somebody's own (SPEC V13).
    pub fn forget(&mut self, turn: &mut Turn) {
        turn.remove(key::BACKGROUND);
        self.take(None);
        self.failed = None;
        self.rest(turn);
    }

    /// Another tab has stored a picture (SPEC V13).
    pub fn stored_elsewhere(&mut self, text: Option<&str>, turn: &mut Turn) {
        let other = text.and_then(|text| read(text, |stored: &StoredBackground| stored.format));
        if let Some(other) = other
            && (other.since, crate::json(&other.daily)) > (self.since, crate::json(&self.daily))
        {
            (self.daily, self.day, self.since) = (other.daily, other.day, other.since);
            self.is_stand_in = other.is_stand_in;
            if self.asked == Some(Asked::Daily) && self.day == Some(self.today) {
                self.asked = None;
            }
            self.show(turn);
        }
    }

    /// Takes over what is stored.
    fn take(&mut self, text: Option<&str>) {
        let stored = text.and_then(|text| read(text, |stored: &StoredBackground| stored.format));
        let is_of_a_day = |daily: &Background| matches!(daily, Background::Photo(_) | Background::Wallpaper(_));
        (self.daily, self.day, self.since) = match &stored {
            Some(stored) if is_of_a_day(&stored.daily) => (stored.daily.clone(), stored.day, stored.since),
            _ => (text.and_then(of_address).unwrap_or_default(), None, Timestamp::from_millis(0)),
        };
        self.device_is_light = stored.as_ref().is_some_and(|stored| stored.device_is_light);
        self.is_stand_in = self.day.is_some() && stored.as_ref().is_some_and(|stored| stored.is_stand_in);
        self.measured = stored.as_ref().and_then(|stored| Some((stored.image.clone(), stored.scrims?)));
        self.stored = stored;
    }

    /// What is to be seen now.
    fn seen(&self) -> BackgroundView {
        let wanted = if self.choice == Background::Daily { &self.daily } else { &self.choice };
        let can_be_shown = match wanted {
            Background::Daily => false,
            // Nobody has asked for this one, so it follows the theme.
            Background::Wallpaper(id) if self.choice == Background::Daily && self.is_stand_in => {
                wallpapers::is_known(id) && !wallpapers::suits_other_theme(wanted, self.is_light())
            }
            Background::Wallpaper(id) => wallpapers::is_known(id),
            Background::Picture(_) | Background::Photo(_) => self.failed.as_ref() != Some(&address(wanted)),
        };
        let shown = if can_be_shown { wanted.clone() } else { wallpapers::of_day(self.today, self.is_light()) };
        let image = address(&shown);
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
            is_changing: self.asked == Some(Asked::Next),
            scrims,
        }
    }

    /// Tells the mirror what has changed, and stores it for the next start.
    fn show(&mut self, turn: &mut Turn) {
        let view = self.seen();
        if self.view != view {
            self.view = view.clone();
            turn.step.patches.push(Patch::Background { background: view });
        }
        let stored = StoredBackground {
            format: FORMAT,
            day: self.day,
            daily: self.daily.clone(),
            since: self.since,
            is_stand_in: self.is_stand_in,
            device_is_light: self.device_is_light,
            is_kept: self.view.is_kept,
            image: self.view.image.clone(),
            color: self.view.color.clone(),
            scrims: self.measured.as_ref().filter(|(image, _)| *image == self.view.image).map(|(_, scrims)| *scrims),
        };
        if self.is_wanted && self.stored.as_ref() != Some(&stored) {
            turn.store(key::BACKGROUND, crate::json(&stored));
            self.stored = Some(stored);
        }
    }
}

/// The address of a picture, as boards keep one too. What is to be another every day has none.
fn address(background: &Background) -> String {
    match background {
        Background::Wallpaper(id) => format!("/wallpapers/{}-2560.webp", id.as_str()),
        Background::Picture(id) => id.address(),
        Background::Photo(photo) => photo.urls.regular.as_str().to_owned(),
        Background::Daily => String::new(),
    }
}

/// The photo at an address that stands under the specification's key by itself. Nobody knows who took it.
fn of_address(text: &str) -> Option<Background> {
    let address = PhotoUrl::parse(text).ok()?;
    Some(Background::Photo(Box::new(Photo {
        id: PhotoId::parse("unknown").ok()?,
        urls: PhotoUrls { regular: address.clone(), thumb: address },
        color: None,
        alt: String::new(),
        credit: PhotoCredit { name: String::new(), link: CreditLink::parse("https://unsplash.com/photos").ok()? },
    })))
}
