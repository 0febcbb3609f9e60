//! How deep a scrim behind text on a picture must be (SPEC V12). What lies on the picture is mixed as browsers mix it: channel by
//! channel, in sRGB.

use crate::protocol::background::{RegionColors, Scrims, ThemeScrims};
use crate::protocol::http::Theme;
use crate::protocol::text::Color;

/// The contrast of text that the scrims bring about: 4.5 to 1 (WCAG 2.2, 1.4.3), and a little for what browsers round in
/// each of the layers.
const CONTRAST: f64 = 4.7;

/// What a theme draws on pictures. That of the device is one of the other two.
struct ThemeStyle {
    /// The grey of the scrim: 0, black, or 1, white.
    scrim: f64,
    /// The black overlay on all of the picture (specification, section 9).
    overlay: f64,
    /// The colour of text, as `--photo-text` says.
    text: u32,
}

fn theme_style(theme: Theme) -> ThemeStyle {
    match theme {
        Theme::Dark | Theme::System => ThemeStyle { scrim: 0.0, overlay: 0.3, text: 0x00ff_ffff },
        Theme::Light => ThemeStyle { scrim: 1.0, overlay: 0.1, text: 0x000f_161d },
    }
}

/// The scrims that text needs on a picture with such colours; the deepest where nobody knows its colours.
pub fn scrims(colors: Option<&RegionColors>) -> ThemeScrims {
    let of = |theme| match colors {
        Some(colors) => Scrims {
            clock: depth(theme, &colors.clock),
            top: depth(theme, &colors.top),
            foot: depth(theme, &colors.foot),
        },
        None => Scrims { clock: deepest(theme), top: deepest(theme), foot: deepest(theme) },
    };
    ThemeScrims { dark: of(Theme::Dark), light: of(Theme::Light) }
}

/// The depth that makes text readable on every one of some colours (`0xRRGGBB`), in hundredths, rounded up; the deepest where
/// there are none.
pub fn depth(theme: Theme, colors: &[u32]) -> f64 {
    if colors.is_empty() {
        return deepest(theme);
    }
    // The depth that a colour needs is where its contrast passes the least: there is one such place, so it is searched by halves.
    let needed = colors.iter().map(|color| {
        let (mut too_little, mut enough) = (-1, 100);
        while enough - too_little > 1 {
            let middle = (too_little + enough) / 2;
            if contrast(theme, *color, f64::from(middle) / 100.0) >= CONTRAST {
                enough = middle;
            } else {
                too_little = middle;
            }
        }
        enough
    });
    f64::from(needed.max().unwrap_or(100)) / 100.0
}

/// The depth that suffices whatever lies below.
fn deepest(theme: Theme) -> f64 {
    let worst = if theme == Theme::Light { 0 } else { 0x00ff_ffff };
    depth(theme, &[worst])
}

/// The contrast of text with a colour of a picture under the overlay and a scrim, by WCAG 2: 1 to 21.
pub fn contrast(theme: Theme, color: u32, scrim: f64) -> f64 {
    let style = theme_style(theme);
    let background_luminance = luminance(channels(color).map(|channel| {
        let below = channel * (1.0 - style.overlay);
        below + (style.scrim - below) * scrim
    }));
    let text = luminance(channels(style.text));
    (background_luminance.max(text) + 0.05) / (background_luminance.min(text) + 0.05)
}

/// The relative luminance of a color (WCAG 2): 0, black, to 1, white.
pub fn luminance_of(color: &Color) -> f64 {
    u32::from_str_radix(color.as_str().trim_start_matches('#'), 16).map_or(0.0, |color| luminance(channels(color)))
}

/// Red, green and blue, each from 0 to 1.
fn channels(color: u32) -> [f64; 3] {
    let [_, red, green, blue] = color.to_be_bytes();
    [red, green, blue].map(|channel| f64::from(channel) / 255.0)
}

/// The relative luminance of a colour (WCAG 2.2).
fn luminance(channels: [f64; 3]) -> f64 {
    let [red, green, blue] = channels
        .map(|channel| if channel <= 0.040_45 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}
