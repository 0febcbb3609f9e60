//! Normalizes an uploaded picture: decodes it within limits, rotates it upright, scales it down and encodes it again,
//! so that nothing of the original file is stored.

use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::text::Color;
use image::codecs::jpeg::JpegEncoder;
use image::imageops::{self, FilterType};
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits, RgbImage, RgbaImage};
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};
use std::io::Cursor;

/// The maximum number of pixels of a file.
const MAX_PIXELS: u64 = 50_000_000;

/// The maximum width and height of a file in pixels.
const MAX_SIDE_PIXELS: u32 = 12_000;

/// The maximum memory of a decoder in bytes.
const MAX_DECODER_BYTES: u64 = 256 << 20;

/// The maximum width of the result in pixels, the same as that of the wallpapers.
const MAX_WIDTH: u32 = 2_560;

/// The maximum height of the result in pixels.
const MAX_HEIGHT: u32 = 1_600;

/// The maximum width and height of a preview in pixels.
const PREVIEW_PIXELS: u32 = 800;

/// The width and height of a person's picture in pixels.
const AVATAR_PIXELS: u32 = 256;

/// The quality of the JPEG, from 1 to 100.
const QUALITY: u8 = 85;

/// The color behind transparent pixels (RGB): the surface of the dark theme.
const BACKGROUND: [u8; 3] = [0x11, 0x16, 0x1d];

/// A normalized picture.
#[derive(Debug)]
pub(super) struct NormalizedPicture {
    pub(super) jpeg: Vec<u8>,
    /// In pixels.
    pub(super) width: u32,
    /// In pixels.
    pub(super) height: u32,
    /// The mean color.
    pub(super) color: Color,
}

/// Normalizes a file. Its format is detected from its first bytes, regardless of names and headers.
///
/// # Errors
/// Returns `ErrorCode::PictureUnsupported` for other formats than JPEG, PNG and WebP, `ErrorCode::PictureTooLarge` if
/// it exceeds a limit, or `ErrorCode::PictureBroken` if it cannot be decoded.
pub(super) fn normalize(file: &[u8]) -> Result<NormalizedPicture, ErrorCode> {
    let fit = |pixels, orientation| scale_down(pixels, orientation, (MAX_WIDTH, MAX_HEIGHT));
    let Decoded { pixels, .. } = decode(file, fit)?;
    let jpeg = encode(&pixels)?;
    Ok(NormalizedPicture { jpeg, width: pixels.width(), height: pixels.height(), color: mean_color(&pixels)? })
}

/// A preview of a picture.
#[derive(Debug)]
pub(crate) struct Preview {
    /// At most 800 pixels wide and high.
    pub(crate) jpeg: Vec<u8>,
    /// The width of the picture itself, in pixels.
    pub(crate) width: u32,
    /// The height of the picture itself, in pixels.
    pub(crate) height: u32,
}

/// Makes the preview of a file, within the same limits as [`normalize`].
///
/// # Errors
/// Returns the same errors as [`normalize`].
pub(crate) fn preview(file: &[u8]) -> Result<Preview, ErrorCode> {
    let fit = |pixels, orientation| scale_down(pixels, orientation, (PREVIEW_PIXELS, PREVIEW_PIXELS));
    let Decoded { pixels, width, height } = decode(file, fit)?;
    Ok(Preview { jpeg: encode(&pixels)?, width, height })
}

/// Makes the picture of a person from a file: the square in its middle, as a JPEG of 256 by 256 pixels.
///
/// # Errors
/// Returns the same errors as [`normalize`].
pub(crate) fn avatar(file: &[u8]) -> Result<Vec<u8>, ErrorCode> {
    encode(&decode(file, |pixels, _| middle_square(&pixels))?.pixels)
}

/// A decoded picture, upright.
struct Decoded {
    /// The pixels, resized.
    pixels: RgbImage,
    /// The width before that, in pixels.
    width: u32,
    /// The height before that, in pixels.
    height: u32,
}

fn encode(pixels: &RgbImage) -> Result<Vec<u8>, ErrorCode> {
    let mut jpeg = Vec::new();
    JpegEncoder::new_with_quality(&mut jpeg, QUALITY).encode_image(pixels).map_err(error_code)?;
    Ok(jpeg)
}

/// Decodes a file. `resize` gets the pixels as they are stored, and how they are rotated upright after that.
fn decode(file: &[u8], resize: impl FnOnce(RgbImage, Orientation) -> RgbImage) -> Result<Decoded, ErrorCode> {
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
    // Reads the size from the header, before anything is decoded.
    let (width, height) = decoder.dimensions();
    if width > MAX_SIDE_PIXELS || height > MAX_SIDE_PIXELS || u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(ErrorCode::PictureTooLarge);
    }
    limits.reserve(decoder.total_bytes()).map_err(error_code)?;
    if format == ImageFormat::Jpeg && !has_end_of_image(file) {
        // The decoder would fill the missing rest with gray.
        return Err(ErrorCode::PictureBroken);
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let profile = decoder.icc_profile().ok().flatten();
    let decoded = DynamicImage::from_decoder(decoder).map_err(error_code)?;

    let mut pixels = resize(flatten_alpha(decoded), orientation);
    if let Some(profile) = profile {
        to_srgb(&mut pixels, &profile);
    }
    let mut upright = DynamicImage::ImageRgb8(pixels);
    upright.apply_orientation(orientation);
    let (width, height) = if is_rotated_90(orientation) { (height, width) } else { (width, height) };
    Ok(Decoded { pixels: upright.into_rgb8(), width, height })
}

/// Returns whether an orientation swaps width and height.
fn is_rotated_90(orientation: Orientation) -> bool {
    use Orientation::{Rotate90, Rotate90FlipH, Rotate270, Rotate270FlipH};
    matches!(orientation, Rotate90 | Rotate90FlipH | Rotate270 | Rotate270FlipH)
}

/// Maps a decoder's error to an error code.
fn error_code(error: ImageError) -> ErrorCode {
    match error {
        ImageError::Limits(_) => ErrorCode::PictureTooLarge,
        ImageError::Unsupported(_) => ErrorCode::PictureUnsupported,
        _ => ErrorCode::PictureBroken,
    }
}

/// Returns whether a JPEG has an end-of-image marker (ITU-T T.81, annex B).
fn has_end_of_image(file: &[u8]) -> bool {
    const END_OF_IMAGE: u8 = 0xd9;
    // After the start-of-image marker.
    let mut at = 2;
    loop {
        // Inside scan data, 0xff is followed by 0 if it is a data byte and by 0xd0 to 0xd7 for restart markers. A
        // marker may be preceded by any number of 0xff fill bytes.
        let is_marker = |pair: &[u8]| pair[0] == 0xff && !matches!(pair[1], 0 | 0xd0..=0xd7 | 0xff);
        let Some(found) = file.get(at..).and_then(|rest| rest.windows(2).position(is_marker)) else { return false };
        at += found;
        let (marker, length) = (file[at + 1], file.get(at + 2..at + 4));
        if marker == END_OF_IMAGE {
            return true;
        }
        // Skips the segment after the marker, since an embedded thumbnail has its own end-of-image marker.
        let Some(length) = length.map(|length| usize::from(u16::from_be_bytes([length[0], length[1]]))) else {
            return false;
        };
        at += 2 + length;
    }
}

/// Returns the pixels without transparency.
fn flatten_alpha(decoded: DynamicImage) -> RgbImage {
    if !decoded.color().has_alpha() {
        return decoded.into_rgb8();
    }
    let pixels: RgbaImage = decoded.into_rgba8();
    let (width, height) = pixels.dimensions();
    // In place, because a copy of a large picture would take much memory.
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

/// Scales the pixels down, if needed, so that they fit a maximum width and height after rotation.
fn scale_down(pixels: RgbImage, orientation: Orientation, longest: (u32, u32)) -> RgbImage {
    let (widest, highest) = if is_rotated_90(orientation) { (longest.1, longest.0) } else { longest };
    let (width, height) = pixels.dimensions();
    let ratio = (f64::from(widest) / f64::from(width)).min(f64::from(highest) / f64::from(height));
    if ratio >= 1.0 {
        return pixels;
    }
    let side = |side: u32, longest: u32| ((f64::from(side) * ratio).round() as u32).clamp(1, longest);
    let (width, height) = (side(width, widest), side(height, highest));
    // First averages whole blocks, because the better filter alone would take several times the memory.
    let pixels = if ratio < 0.5 { imageops::thumbnail(&pixels, width * 2, height * 2) } else { pixels };
    imageops::resize(&pixels, width, height, FilterType::CatmullRom)
}

/// Cuts out the square in the middle, which is the same in every orientation, and scales it to the size of a person's picture.
fn middle_square(pixels: &RgbImage) -> RgbImage {
    let (width, height) = pixels.dimensions();
    let side = width.min(height);
    let square = imageops::crop_imm(pixels, (width - side) / 2, (height - side) / 2, side, side);
    let square = match side > AVATAR_PIXELS * 2 {
        true => imageops::thumbnail(&*square, AVATAR_PIXELS * 2, AVATAR_PIXELS * 2),
        false => square.to_image(),
    };
    imageops::resize(&square, AVATAR_PIXELS, AVATAR_PIXELS, FilterType::CatmullRom)
}

/// Converts colors to sRGB, which browsers assume without a profile. An unusable profile is ignored.
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

/// Returns the mean color of all pixels.
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
