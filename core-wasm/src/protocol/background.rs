//! The background of Home: the user's choice, what a browser stores of it, and what the shell draws.

use super::error::{ErrorCode, Rejection};
use super::photo::{Photo, PictureId};
use super::text::{Color, checked_text};
use super::time::{LocalDay, Timestamp};
use super::view::LoadStatus;
use json::{ReadJson, WriteJson};
use serde::{Deserialize, Serialize};

/// The maximum size of a background choice as JSON text, in bytes (SPEC V16).
pub const MAX_BACKGROUND_BYTES: usize = 4_096;

checked_text!(
    /// The id of a bundled wallpaper: 1 to 40 lower-case letters and hyphens (SPEC V15). A newer version of the app may
    /// have wallpapers that this version does not know.
    #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
    WallpaperId,
    |text| {
        let plain = text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
        if plain && (1..=40).contains(&text.len()) { Ok(text.to_owned()) } else { Err(ErrorCode::ImageInvalid) }
    }
);

/// The background that the user has chosen for Home.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Background {
    /// A new photo every day.
    #[default]
    Daily,
    /// A bundled wallpaper.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    Wallpaper(WallpaperId),
    /// A picture that the user uploaded.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    Picture(PictureId),
    /// A photo of the photo service.
    Photo(Box<Photo>),
}

/// What the browser stores under `bgImg`: the daily image and how the background last looked.
#[derive(Clone, PartialEq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
pub struct StoredBackground {
    /// [`super::stored::FORMAT`].
    pub format: u32,
    /// The day that the daily image belongs to; null before the first one was loaded.
    pub day: Option<LocalDay>,
    /// The daily image: a photo or a wallpaper.
    pub daily: Background,
    /// When it was chosen. If two tabs disagree, the later choice wins.
    pub since: Timestamp,
    /// Whether it is a fallback because no photo was available.
    #[serde(default)]
    pub is_stand_in: bool,
    /// Whether the device preferred light colors.
    #[serde(default)]
    pub device_is_light: bool,
    /// Whether the user pinned the daily image, so that it does not change every day.
    pub is_kept: bool,
    /// The URL of the image that is shown, for the first paint.
    pub image: String,
    /// Its color, for the first paint; null if unknown.
    pub color: Option<Color>,
    /// The scrims that text on the image needs; null until its colors have been measured.
    pub scrims: Option<ThemeScrims>,
}

/// Colors of a picture in the regions that have text on them, as `0xRRGGBB`, without any overlay.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RegionColors {
    /// In the middle, behind the clock.
    pub clock: Vec<u32>,
    /// At the top, behind the links.
    pub top: Vec<u32>,
    /// At the bottom, behind the photo credit.
    pub foot: Vec<u32>,
}

/// Opacity of the scrims behind the texts on a picture: 0 (none) to 1 (opaque).
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Scrims {
    /// In the middle, behind the clock.
    pub clock: f64,
    /// At the top, behind the links.
    pub top: f64,
    /// At the bottom, behind the photo credit.
    pub foot: f64,
}

/// The scrims of each theme.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ThemeScrims {
    /// Black scrims, under light text.
    pub dark: Scrims,
    /// White scrims, under dark text.
    pub light: Scrims,
}

/// The background of Home.
#[derive(Clone, PartialEq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct BackgroundView {
    /// The background that is shown; never `daily`.
    pub shown: Background,
    /// The URL or path of its picture, in the form that boards use too.
    pub image: String,
    /// Its main color, to show until the picture has loaded; null if unknown.
    pub color: Option<Color>,
    /// Whether the user pinned it, so that it does not change every day.
    pub is_kept: bool,
    /// Whether another background is being loaded.
    pub is_changing: bool,
    /// The scrims that text on it needs, for both themes: the device may decide which theme is drawn.
    pub scrims: ThemeScrims,
}

/// Photos to choose from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PhotosView {
    /// The search text; empty for the photos that the service features.
    pub query: String,
    /// The loading status of the latest page.
    pub status: LoadStatus,
    /// The photos of all pages loaded so far, without duplicates.
    pub photos: Vec<Photo>,
    /// Whether there is another page.
    pub has_more: bool,
    /// Whether the photo service is available. If not, offer the bundled wallpapers.
    pub is_available: bool,
    /// Whether this server has a photo service at all. If not, hide the search. True until known.
    pub is_offered: bool,
}

/// The user's own pictures.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct PicturesView {
    /// The loading status of the list.
    pub status: LoadStatus,
    /// The pictures, newest first.
    pub pictures: Vec<super::photo::Picture>,
    /// Whether a picture is being uploaded.
    pub is_uploading: bool,
    /// Why the last upload or deletion was refused; null if it was not.
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
