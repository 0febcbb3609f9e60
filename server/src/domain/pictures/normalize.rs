//! Makes a picture that can be shown of a file that somebody sent: decoded within limits, turned the right way up, scaled down, and
//! encoded anew, so that nothing of the file itself is kept.

use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::text::Color;
use image::codecs::jpeg::JpegEncoder;
use image::imageops::{self, FilterType};
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits, RgbImage, RgbaImage};
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};
use std::io::Cursor;

/// The most pixels that are decoded.
const MAX_PIXELS: u64 = 50_000_000;

/// The most pixels of a side.
const MAX_SIDE_PIXELS: u32 = 12_000;

/// The most bytes that a decoder may take for the pixels.
const MAX_DECODER_BYTES: u64 = 256 << 20;

/// The most pixels of what is kept: as wide as the wallpapers.
const MAX_WIDTH: u32 = 2_560;

/// The same upwards.
const MAX_HEIGHT: u32 = 1_600;

/// The quality of the JPEG, of 100.
const QUALITY: u8 = 85;

/// What shows where a picture is transparent: the surface of the dark theme.
const BACKGROUND: [u8; 3] = [0x11, 0x16, 0x1d];

/// A picture that can be shown.
#[derive(Debug)]
pub(super) struct NormalizedPicture {
    /// Its bytes.
    pub(super) jpeg: Vec<u8>,
    /// Pixels.
    pub(super) width: u32,
    /// Pixels.
    pub(super) height: u32,
    /// The mean of its colours.
    pub(super) color: Color,
}

/// Makes a picture of a file. What it is, its first bytes say, and no name and no header.
pub(super) fn normalize(file: &[u8]) -> Result<NormalizedPicture, ErrorCode> {
    let format = image::guess_format(file).map_err(|_| ErrorCode::PictureUnsupported)?;
    if !matches!(format, ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP) {
        return Err(ErrorCode::PictureUnsupported);
    }
    let mut limits = Limits::default();
    (limits.max_image_width, limits.max_image_height) = (Some(MAX_SIDE_PIXELS), Some(MAX_SIDE_PIXELS));
    limits.max_alloc = Some(MAX_DECODER_BYTES);
    let mut reader = ImageReader::with_format(Cursor::new(file), format);
    reader.limits(limits.clone());
    let mut decoder = reader.into_decoder().map_err(error_code)?;
    // Of the header alone: nothing has been decoded.
    let (width, height) = decoder.dimensions();
    if width > MAX_SIDE_PIXELS || height > MAX_SIDE_PIXELS || u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(ErrorCode::PictureTooLarge);
    }
    limits.reserve(decoder.total_bytes()).map_err(error_code)?;
    if format == ImageFormat::Jpeg && !has_end_of_image(file) {
        // The decoder would leave the rest grey.
        return Err(ErrorCode::PictureBroken);
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let profile = decoder.icc_profile().ok().flatten();
    let decoded = DynamicImage::from_decoder(decoder).map_err(error_code)?;

    let mut pixels = scale_down(flatten_alpha(decoded), orientation);
    if let Some(profile) = profile {
        to_srgb(&mut pixels, &profile);
    }
    let mut upright = DynamicImage::ImageRgb8(pixels);
    upright.apply_orientation(orientation);
    let pixels = upright.into_rgb8();
    let mut jpeg = Vec::new();
    JpegEncoder::new_with_quality(&mut jpeg, QUALITY).encode_image(&pixels).map_err(error_code)?;
    Ok(NormalizedPicture { jpeg, width: pixels.width(), height: pixels.height(), color: mean_color(&pixels)? })
}

/// What a person is told of a failure.
fn error_code(error: ImageError) -> ErrorCode {
    match error {
        ImageError::Limits(_) => ErrorCode::PictureTooLarge,
        ImageError::Unsupported(_) => ErrorCode::PictureUnsupported,
        _ => ErrorCode::PictureBroken,
    }
}

/// Whether a JPEG goes on until its end-of-image marker (ITU-T T.81, annex B).
fn has_end_of_image(file: &[u8]) -> bool {
    const END_OF_IMAGE: u8 = 0xd9;
    // Behind the start of the image.
    let mut at = 2;
    loop {
        // Within the data of a scan 0xff stands before 0 where it is none, and before 0xd0 to 0xd7 where the decoder starts over.
        // Before a marker there may be any number of them.
        let is_marker = |pair: &[u8]| pair[0] == 0xff && !matches!(pair[1], 0 | 0xd0..=0xd7 | 0xff);
        let Some(found) = file.get(at..).and_then(|rest| rest.windows(2).position(is_marker)) else { return false };
        at += found;
        let (marker, length) = (file[at + 1], file.get(at + 2..at + 4));
        if marker == END_OF_IMAGE {
            return true;
        }
        // What follows on the marker, and its length itself, is passed over: a smaller picture in it has an end of its own.
        let Some(length) = length.map(|length| usize::from(u16::from_be_bytes([length[0], length[1]]))) else {
            return false;
        };
        at += 2 + length;
    }
}

/// The pixels without transparency.
fn flatten_alpha(decoded: DynamicImage) -> RgbImage {
    if !decoded.color().has_alpha() {
        return decoded.into_rgb8();
    }
    let pixels: RgbaImage = decoded.into_rgba8();
    let (width, height) = pixels.dimensions();
    // In place: a second copy of a large picture would be large too.
    let mut samples = pixels.into_raw();
    let count = samples.len() / 4;
    for pixel in 0..count {
        let alpha = u32::from(samples[pixel * 4 + 3]);
        for channel in 0..3 {
            let above = u32::from(samples[pixel * 4 + channel]) * alpha;
            let below = u32::from(BACKGROUND[channel]) * (255 - alpha);
            samples[pixel * 3 + channel] = u8::try_from((above + below + 127) / 255).unwrap_or(u8::MAX);
        }
    }
    samples.truncate(count * 3);
    RgbImage::from_raw(width, height, samples).unwrap_or_default()
}

/// The pixels scaled down, as far as they have to be, to what fits when it has been turned.
fn scale_down(pixels: RgbImage, orientation: Orientation) -> RgbImage {
    use Orientation::{Rotate90, Rotate90FlipH, Rotate270, Rotate270FlipH};
    let is_on_its_side = matches!(orientation, Rotate90 | Rotate90FlipH | Rotate270 | Rotate270FlipH);
    let (widest, highest) = if is_on_its_side { (MAX_HEIGHT, MAX_WIDTH) } else { (MAX_WIDTH, MAX_HEIGHT) };
    let (width, height) = pixels.dimensions();
    let ratio = (f64::from(widest) / f64::from(width)).min(f64::from(highest) / f64::from(height));
    if ratio >= 1.0 {
        return pixels;
    }
    let side = |side: u32, longest: u32| ((f64::from(side) * ratio).round() as u32).clamp(1, longest);
    let (width, height) = (side(width, widest), side(height, highest));
    // Means of whole blocks first: the good filter alone would take a multiple of the memory.
    let pixels = if ratio < 0.5 { imageops::thumbnail(&pixels, width * 2, height * 2) } else { pixels };
    imageops::resize(&pixels, width, height, FilterType::CatmullRom)
}

/// Brings colours to sRGB, which is what is shown without a profile. A profile that cannot be used is passed over.
fn to_srgb(pixels: &mut RgbImage, profile: &[u8]) {
    let Ok(profile) = ColorProfile::new_from_slice(profile) else { return };
    if profile.color_space != DataColorSpace::Rgb {
        return;
    }
    let (srgb, options) = (ColorProfile::new_srgb(), TransformOptions::default());
    let Ok(transform) = profile.create_transform_8bit(Layout::Rgb, &srgb, Layout::Rgb, options) else { return };
    let mut converted = RgbImage::new(pixels.width(), pixels.height());
    if transform.transform(pixels, &mut converted).is_ok() {
        *pixels = converted;
    }
}

/// The mean of all pixels.
fn mean_color(pixels: &RgbImage) -> Result<Color, ErrorCode> {
    let mut sums = [0_u64; 3];
    for pixel in pixels.pixels() {
        for (sum, channel) in sums.iter_mut().zip(pixel.0) {
            *sum += u64::from(channel);
        }
    }
    let count = (u64::from(pixels.width()) * u64::from(pixels.height())).max(1);
    let [red, green, blue] = sums.map(|sum| (sum + count / 2) / count);
    Color::parse(&format!("#{red:02x}{green:02x}{blue:02x}"))
}

#[cfg(test)]
mod tests;
