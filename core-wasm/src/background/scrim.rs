//! The opacity that scrims behind text on a picture need (SPEC V12). Layers are blended like in browsers: per channel,
//! in sRGB.

use crate::protocol::background::{RegionColors, Scrims, ThemeScrims};
use crate::protocol::http::Theme;
use crate::protocol::text::Color;

/// The contrast that the scrims guarantee: 4.5 to 1 (WCAG 2.2, 1.4.3), plus a margin for the rounding of each layer by
/// browsers.
const CONTRAST: f64 = 4.7;

/// What a theme draws on pictures. [`Theme::System`] is one of the other two.
struct ThemeStyle {
    /// The gray level of the scrim: 0 is black, 1 is white.
    scrim: f64,
    /// The opacity of the black overlay on the whole picture (specification, section 9).
    overlay: f64,
    /// The color of text; must equal `--photo-text` in CSS.
    text: u32,
}

fn theme_style(theme: Theme) -> ThemeStyle {
    match theme {
        Theme::Dark | Theme::System => ThemeStyle { scrim: 0.0, overlay: 0.3, text: 0x00ff_ffff },
        Theme::Light => ThemeStyle { scrim: 1.0, overlay: 0.1, text: 0x000f_161d },
    }
}

/// Returns the scrims that text on a picture with these colors needs. If they are unknown, the scrims suffice for any
/// picture.
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

/// Returns the scrim opacity that makes text readable on all of these colors (`0xRRGGBB`), rounded up to hundredths.
/// Without colors it suffices for any picture.
pub fn depth(theme: Theme, colors: &[u32]) -> f64 {
    if colors.is_empty() {
        return deepest(theme);
    }
    // As the opacity grows, the contrast crosses the required value only once, so bisection finds the lowest opacity.
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

/// Returns the opacity that suffices on any picture.
fn deepest(theme: Theme) -> f64 {
    let worst = if theme == Theme::Light { 0 } else { 0x00ff_ffff };
    depth(theme, &[worst])
}

/// Returns the WCAG 2 contrast ratio (1 to 21) of text on a picture's color, below the overlay and a scrim.
pub fn contrast(theme: Theme, color: u32, scrim: f64) -> f64 {
    let style = theme_style(theme);
    let background_luminance = luminance(channels(color).map(|channel| {
        let below = channel * (1.0 - style.overlay);
        below + (style.scrim - below) * scrim
    }));
    let text = luminance(channels(style.text));
    (background_luminance.max(text) + 0.05) / (background_luminance.min(text) + 0.05)
}

/// Returns the relative luminance of a color (WCAG 2): 0 is black, 1 is white.
pub fn luminance_of(color: &Color) -> f64 {
    u32::from_str_radix(color.as_str().trim_start_matches('#'), 16).map_or(0.0, |color| luminance(channels(color)))
}

/// Returns red, green and blue, each from 0 to 1.
fn channels(color: u32) -> [f64; 3] {
    let [_, red, green, blue] = color.to_be_bytes();
    [red, green, blue].map(|channel| f64::from(channel) / 255.0)
}

/// Returns the relative luminance of a color (WCAG 2.2).
fn luminance(channels: [f64; 3]) -> f64 {
    let [red, green, blue] = channels
        .map(|channel| if channel <= 0.040_45 { channel / 12.92 } else { to_power_2_4((channel + 0.055) / 1.055) });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// Returns a number between 0.09 and 1 to the power of 2.4: the fifth root of the twelfth power, by Newton's method.
/// `powf` of the standard library is exact for all numbers, with more code.
fn to_power_2_4(number: f64) -> f64 {
    let square = number * number;
    let target = square * square * square * square * square * square;
    let mut root = square;
    for _ in 0..12 {
        let fourth = root * root * root * root;
        root -= (root * fourth - target) / (5.0 * fourth);
    }
    root
}

#[cfg(test)]
mod tests {
    use super::to_power_2_4;

    #[test]
    fn v12_powers_are_those_of_the_standard_library() {
        for number in (90..=1_000).map(|thousandths| f64::from(thousandths) / 1_000.0) {
            assert!((to_power_2_4(number) / number.powf(2.4) - 1.0).abs() < 1e-15, "{number}");
        }
    }
}
