//! The bundled wallpapers. A script of the web app paints their files and contains the same list.

use crate::protocol::background::{Background, WallpaperId};
use crate::protocol::text::Color;
use crate::protocol::time::LocalDay;

/// A bundled wallpaper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wallpaper {
    /// Its id, which is also the name of its files.
    pub id: &'static str,
    /// Its average color.
    pub color: &'static str,
    /// Whether it suits the light theme: its average luminance is at least 0.4.
    pub is_light: bool,
}

const fn dark(id: &'static str, color: &'static str) -> Wallpaper {
    Wallpaper { id, color, is_light: false }
}

const fn light(id: &'static str, color: &'static str) -> Wallpaper {
    Wallpaper { id, color, is_light: true }
}

/// All wallpapers, in the order in which they are offered (SPEC V15).
pub const WALLPAPERS: [Wallpaper; 16] = [
    dark("misty-ridges", "#4e5765"),
    dark("slow-waves", "#2c284b"),
    dark("northern-lights", "#0e2e2e"),
    dark("desert-dunes", "#855a5e"),
    dark("moonlit-sea", "#213448"),
    dark("dusk-lake", "#3e2c4d"),
    dark("forest-ridge", "#3d5256"),
    dark("first-light", "#52506e"),
    dark("island-in-fog", "#5b676e"),
    dark("milky-way", "#232b42"),
    dark("cut-paper", "#2f3d40"),
    dark("above-the-clouds", "#696272"),
    light("morning-haze", "#c2d2da"),
    light("white-dunes", "#c4d4de"),
    light("sunlit-clouds", "#b5cee3"),
    light("white-paper", "#c3d3d0"),
];

/// Returns the wallpaper of a day: a light one for the light theme, a dark one for the dark theme (SPEC V3, V19).
pub fn of_day(day: LocalDay, is_light: bool) -> Background {
    let suitable = || WALLPAPERS.iter().filter(move |wallpaper| wallpaper.is_light == is_light);
    let index = usize::try_from(day.days_since_epoch().rem_euclid(suitable().count() as i64)).unwrap_or(0);
    to_background(suitable().nth(index).unwrap_or(&WALLPAPERS[0]))
}

/// Returns the next wallpaper that suits the theme; `None` if `shown` is not a wallpaper of this version.
pub fn next_after(shown: &Background, is_light: bool) -> Option<Background> {
    let Background::Wallpaper(id) = shown else { return None };
    let next = index_of(id)? + 1;
    WALLPAPERS.iter().cycle().skip(next).take(WALLPAPERS.len()).find(|one| one.is_light == is_light).map(to_background)
}

/// Returns whether this version has the wallpaper.
pub fn is_known(id: &WallpaperId) -> bool {
    index_of(id).is_some()
}

/// Returns whether a background is a wallpaper that suits the other theme.
pub fn suits_other_theme(background: &Background, is_light: bool) -> bool {
    let Background::Wallpaper(id) = background else { return false };
    index_of(id).is_some_and(|index| WALLPAPERS[index].is_light != is_light)
}

/// Returns the average color of a wallpaper.
pub fn color_of(id: &WallpaperId) -> Option<Color> {
    Color::parse(WALLPAPERS[index_of(id)?].color).ok()
}

fn index_of(id: &WallpaperId) -> Option<usize> {
    WALLPAPERS.iter().position(|known| known.id == id.as_str())
}

fn to_background(wallpaper: &Wallpaper) -> Background {
    WallpaperId::parse(wallpaper.id).map_or_else(|_| unreachable!("the built-in ids are valid"), Background::Wallpaper)
}
