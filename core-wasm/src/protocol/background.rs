//! What stands behind Home: the person's choice, what a browser stores of it, and what the shell draws.

use super::error::{ErrorCode, Rejection};
use super::photo::{Photo, PictureId};
use super::text::{Color, checked_text};
use super::time::{LocalDay, Timestamp};
use super::view::LoadStatus;
use serde::{Deserialize, Serialize};

/// The most bytes of a choice as JSON text (SPEC V16).
pub const MAX_BACKGROUND_BYTES: usize = 4_096;

checked_text!(
    /// The id of a wallpaper that comes with the app: 1 to 40 lower-case letters and hyphens (SPEC V15). A newer version may have
    /// more of them than this one.
    #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
    WallpaperId,
    |text| {
        let plain = text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
        if plain && (1..=40).contains(&text.len()) { Ok(text.to_owned()) } else { Err(ErrorCode::ImageInvalid) }
    }
);

/// What is to stand behind Home.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Background {
    /// Another photo every day.
    #[default]
    Daily,
    /// A wallpaper that comes with the app.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    Wallpaper(WallpaperId),
    /// A picture of the person's own.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    Picture(PictureId),
    /// A photo of the photo service.
    Photo(Box<Photo>),
}

/// What a browser stores of the background, under `bgImg`: the picture of the day, and what it looked like last.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StoredBackground {
    /// [`super::stored::FORMAT`].
    pub format: u32,
    /// The day whose picture it is; null before the first has come.
    pub day: Option<LocalDay>,
    /// The picture of that day: a photo or a wallpaper.
    pub daily: Background,
    /// When it was taken: of two tabs the later one holds.
    pub since: Timestamp,
    /// Whether it only stands in for a photo that could not be had then.
    #[serde(default)]
    pub is_stand_in: bool,
    /// Whether the device preferred light colors.
    #[serde(default)]
    pub device_is_light: bool,
    /// Whether the person keeps what is shown, rather than see another every day.
    pub is_kept: bool,
    /// The address of what is shown, for the first paint.
    pub image: String,
    /// Its colour, for the first paint; null where nobody knows.
    pub color: Option<Color>,
    /// The scrims that text on it needs; null before it has been measured.
    pub scrims: Option<ThemeScrims>,
}

/// Colours of a picture where text stands on it, each `0xRRGGBB`, as they are without any overlay.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RegionColors {
    /// In the middle, behind the clock.
    pub clock: Vec<u32>,
    /// Along the top, behind the links.
    pub top: Vec<u32>,
    /// Along the foot, behind the credit.
    pub foot: Vec<u32>,
}

/// How deep the scrims behind texts on the picture must be: 0, none, to 1, opaque.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Scrims {
    /// In the middle.
    pub clock: f64,
    /// Along the top.
    pub top: f64,
    /// Along the foot.
    pub foot: f64,
}

/// The same in each theme.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ThemeScrims {
    /// Black ones, under light text.
    pub dark: Scrims,
    /// White ones, under dark text.
    pub light: Scrims,
}

/// What stands behind Home.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct BackgroundView {
    /// What is shown; never `daily`.
    pub shown: Background,
    /// The address of its picture, as boards keep one too.
    pub image: String,
    /// Its colour, for the time until it is there; null where nobody knows.
    pub color: Option<Color>,
    /// Whether the person keeps it, rather than see another every day.
    pub is_kept: bool,
    /// Whether another one is on its way.
    pub is_changing: bool,
    /// The scrims that text on it needs: which theme is drawn, the device may decide.
    pub scrims: ThemeScrims,
}

/// Photos to choose from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PhotosView {
    /// What is searched for; empty for those that the service shows to everybody.
    pub query: String,
    /// How far the page at hand has come.
    pub status: LoadStatus,
    /// The photos of all pages so far, none twice.
    pub photos: Vec<Photo>,
    /// Whether there is a page after them.
    pub has_more: bool,
    /// Whether the service could be asked; where not, the wallpapers of the app serve.
    pub is_available: bool,
    /// Whether this server has a photo service at all, as far as is known; without one there is nothing to search.
    pub is_offered: bool,
}

/// The person's own pictures.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct PicturesView {
    /// How far the list has come.
    pub status: LoadStatus,
    /// The pictures, the newest first.
    pub pictures: Vec<super::photo::Picture>,
    /// Whether one is on its way to the server.
    pub is_uploading: bool,
    /// Why the last one was not taken, or not deleted.
    pub refused: Option<Rejection>,
}

impl Default for PhotosView {
    fn default() -> Self {
        let status = LoadStatus::Loading;
        Self { query: String::new(), status, photos: vec![], has_more: false, is_available: true, is_offered: true }
    }
}

impl Default for PicturesView {
    fn default() -> Self {
        Self { status: LoadStatus::Loading, pictures: vec![], is_uploading: false, refused: None }
    }
}
