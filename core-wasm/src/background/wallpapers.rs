//! The wallpapers that come with the app. Their files are painted by a script of the page, which keeps the same list.

use crate::protocol::background::{Background, WallpaperId};
use crate::protocol::text::Color;
use crate::protocol::time::LocalDay;

/// The id and the mean colour of each, in the order in which they are offered (SPEC V15).
pub const WALLPAPERS: [(&str, &str); 12] = [
    ("misty-ridges", "#4e5765"),
    ("slow-waves", "#2c284b"),
    ("northern-lights", "#0e2e2e"),
    ("desert-dunes", "#855a5e"),
    ("moonlit-sea", "#213448"),
    ("dusk-lake", "#3e2c4d"),
    ("forest-ridge", "#3d5256"),
    ("first-light", "#52506e"),
    ("island-in-fog", "#5b676e"),
    ("milky-way", "#232b42"),
    ("cut-paper", "#2f3d40"),
    ("above-the-clouds", "#696272"),
];

/// The wallpaper of a day (SPEC V3).
pub fn of_day(day: LocalDay) -> Background {
    at(usize::try_from(day.number().rem_euclid(WALLPAPERS.len() as i64)).unwrap_or(0))
}

/// The one after a wallpaper; none after what is no wallpaper of this version.
pub fn after(background: &Background) -> Option<Background> {
    match background {
        Background::Wallpaper(id) => Some(at(index_of(id)? + 1)),
        _ => None,
    }
}

/// Whether this version has it.
pub fn is_known(id: &WallpaperId) -> bool {
    index_of(id).is_some()
}

/// Its mean colour.
pub fn color_of(id: &WallpaperId) -> Option<Color> {
    let (_, color) = WALLPAPERS.get(index_of(id)?)?;
    Color::parse(color).ok()
}

fn index_of(id: &WallpaperId) -> Option<usize> {
    WALLPAPERS.iter().position(|(known, _)| *known == id.as_str())
}

fn at(index: usize) -> Background {
    let (id, _) = WALLPAPERS[index % WALLPAPERS.len()];
    WallpaperId::parse(id).map_or_else(|_| unreachable!("the ids above are ids"), Background::Wallpaper)
}
