//! Tests of accepted and rejected files. Files that no encoder here can write are in tests/pictures (written by Pillow,
//! 64 by 48 pixels each).

use super::*;
use image::{ExtendedColorType, ImageEncoder, Rgb, Rgba};

const CMYK: &[u8] = include_bytes!("../../../../http/tests/pictures/cmyk.jpg");
const PROGRESSIVE: &[u8] = include_bytes!("../../../../http/tests/pictures/progressive.jpg");
const ANIMATED: &[u8] = include_bytes!("../../../../http/tests/pictures/animated.webp");
const LOSSY: &[u8] = include_bytes!("../../../../http/tests/pictures/lossy.webp");
const GIF: &[u8] = include_bytes!("../../../../http/tests/pictures/animation.gif");

/// Encodes a picture in a format.
fn encoded(picture: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    picture.into().write_to(&mut file, format).unwrap();
    file.into_inner()
}

/// A picture whose left half is red and whose right half is blue.
fn halves(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, _| if x < width / 2 { Rgb([230, 20, 20]) } else { Rgb([20, 20, 230]) })
}

/// Normalizes a file and decodes the resulting JPEG.
fn shown(file: &[u8]) -> (NormalizedPicture, RgbImage) {
    let prepared = normalize(file).unwrap();
    assert_eq!(image::guess_format(&prepared.jpeg).unwrap(), ImageFormat::Jpeg);
    let pixels = image::load_from_memory(&prepared.jpeg).unwrap().into_rgb8();
    assert_eq!(pixels.dimensions(), (prepared.width, prepared.height));
    (prepared, pixels)
}

#[track_caller]
fn assert_close(pixel: Rgb<u8>, expected: [u8; 3]) {
    let is_close = pixel.0.iter().zip(expected).all(|(one, other)| one.abs_diff(other) <= 12);
    assert!(is_close, "{pixel:?} is not like {expected:?}");
}

/// Builds a PNG chunk (W3C PNG, section 5.3).
fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut checksum = !0_u32;
    for byte in kind.iter().chain(data) {
        checksum ^= u32::from(*byte);
        for _ in 0..8 {
            checksum = if checksum & 1 == 1 { (checksum >> 1) ^ 0xedb8_8320 } else { checksum >> 1 };
        }
    }
    let length = u32::try_from(data.len()).unwrap().to_be_bytes();
    [&length[..], kind, data, &(!checksum).to_be_bytes()].concat()
}

/// A PNG whose header declares a size, a bit depth and a color type, with only a few bytes of data.
fn png_claiming(width: u32, height: u32, depth: u8, color: u8) -> Vec<u8> {
    let header = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[depth, color, 0, 0, 0]].concat();
    let data = [0x78, 0x9c, 0x63, 0x60, 0x60, 0x60, 0, 0, 0, 4, 0, 1];
    [b"\x89PNG\r\n\x1a\n".to_vec(), chunk(b"IHDR", &header), chunk(b"IDAT", &data), chunk(b"IEND", &[])].concat()
}

/// Returns about so many zero bytes in deflate format (RFC 1950, RFC 1951), built by hand because encoders are too slow
/// for a test.
fn zeros(count: usize) -> Vec<u8> {
    let (mut packed, mut bits, mut length) = (vec![0x78, 0x9c], 0_u32, 0);
    let mut push = |code: u32, code_length: u32| {
        bits |= code << length;
        length += code_length;
        while length >= 8 {
            packed.push(bits.to_le_bytes()[0]);
            bits >>= 8;
            length -= 8;
        }
    };
    // The last block, with fixed Huffman codes: a zero, then copies of 258 zeros each, and the end. The codes are
    // written with their first bit in the lowest position.
    push(0b011, 3);
    push(0b0000_1100, 8);
    let repeats = count / 258;
    for _ in 0..repeats {
        push(0b1010_0011, 8);
        push(0, 5);
    }
    push(0, 7 + 7);
    let sum = u32::try_from((1 + repeats * 258) % 65_521).unwrap();
    packed.extend(((sum << 16) | 1).to_be_bytes());
    packed
}

/// Inserts a segment into a JPEG after its first marker.
fn with_segment(jpeg: &[u8], marker: u8, data: &[u8]) -> Vec<u8> {
    let length = u16::try_from(data.len() + 2).unwrap().to_be_bytes();
    [&jpeg[..2], &[0xff, marker], &length, data, &jpeg[2..]].concat()
}

/// EXIF data with an orientation and a location.
fn exif(orientation: u8) -> Vec<u8> {
    let mut exif = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
    exif.push(orientation);
    exif.extend(b"\0\0\0\0\0\0GPS 52.5200 N 13.4050 E");
    exif
}

#[test]
fn jpeg_png_and_webp_are_converted_to_jpeg() {
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
        let (prepared, pixels) = shown(&encoded(halves(40, 20), format));
        assert_eq!((prepared.width, prepared.height), (40, 20), "{format:?}");
        assert_close(*pixels.get_pixel(4, 10), [230, 20, 20]);
        assert_close(*pixels.get_pixel(35, 10), [20, 20, 230]);
        let mean = u8::from_str_radix(&prepared.color.as_str()[1..3], 16).unwrap();
        assert_close(Rgb([mean, 0, 0]), [125, 0, 0]);
    }
    for (file, left) in
        [(PROGRESSIVE, None), (LOSSY, Some([0, 128, 0])), (CMYK, Some([255, 0, 0])), (ANIMATED, Some([0, 0, 255]))]
    {
        let (prepared, pixels) = shown(file);
        assert_eq!((prepared.width, prepared.height), (64, 48));
        if let Some(left) = left {
            assert_close(*pixels.get_pixel(8, 24), left);
        }
    }
}

#[test]
fn all_bit_depths_and_color_types_are_converted() {
    let deep = image::ImageBuffer::from_pixel(8, 8, Rgb([0xc8c8_u16, 0x6464, 0x3232]));
    assert_close(*shown(&encoded(deep, ImageFormat::Png)).1.get_pixel(4, 4), [200, 100, 50]);
    let grey = image::GrayImage::from_pixel(8, 8, image::Luma([90]));
    assert_close(*shown(&encoded(grey.clone(), ImageFormat::Png)).1.get_pixel(4, 4), [90, 90, 90]);
    assert_close(*shown(&encoded(grey, ImageFormat::Jpeg)).1.get_pixel(4, 4), [90, 90, 90]);
    let deep = image::ImageBuffer::from_pixel(8, 8, image::LumaA([0xffff_u16, 0x8080]));
    let [red, green, blue] = BACKGROUND.map(|below| 128 + below / 2);
    assert_close(*shown(&encoded(deep, ImageFormat::Png)).1.get_pixel(4, 4), [red, green, blue]);
}

#[test]
fn transparency_is_flattened_on_the_dark_background() {
    let pixels =
        RgbaImage::from_fn(32, 16, |x, _| if x < 16 { Rgba([255, 255, 255, 0]) } else { Rgba([240, 0, 0, 255]) });
    for format in [ImageFormat::Png, ImageFormat::WebP] {
        let (_, pixels) = shown(&encoded(pixels.clone(), format));
        assert_close(*pixels.get_pixel(4, 8), BACKGROUND);
        assert_close(*pixels.get_pixel(28, 8), [240, 0, 0]);
    }
}

#[test]
fn pictures_are_scaled_down_and_never_up() {
    for ((width, height), expected) in [
        ((2_000, 1_800), (1_778, 1_600)),
        ((6_000, 300), (2_560, 128)),
        ((2_561, 100), (2_560, 100)),
        ((2_560, 100), (2_560, 100)),
        ((300, 5_000), (96, 1_600)),
        ((12_000, 1), (2_560, 1)),
        ((1, 1), (1, 1)),
    ] {
        let (prepared, pixels) = shown(&encoded(halves(width, height), ImageFormat::Png));
        assert_eq!((prepared.width, prepared.height), expected, "{width} by {height}");
        if expected.0 > 90 && expected.1 > 8 {
            assert_close(*pixels.get_pixel(expected.0 / 8, expected.1 / 2), [230, 20, 20]);
            assert_close(*pixels.get_pixel(expected.0 * 7 / 8, expected.1 / 2), [20, 20, 230]);
        }
    }
}

#[test]
fn orientation_is_applied_and_metadata_removed() {
    let plain = encoded(halves(120, 60), ImageFormat::Jpeg);
    let (red, blue) = ([230, 20, 20], [20, 20, 230]);
    for (orientation, size, first) in [
        (1, (120, 60), red),
        (2, (120, 60), blue),
        (3, (120, 60), blue),
        (4, (120, 60), red),
        (5, (60, 120), red),
        (6, (60, 120), red),
        (7, (60, 120), blue),
        (8, (60, 120), blue),
        (77, (120, 60), red),
    ] {
        let file = with_segment(&with_segment(&plain, 0xe1, &exif(orientation)), 0xfe, b"taken by Ada");
        let (prepared, pixels) = shown(&file);
        assert_eq!((prepared.width, prepared.height), size, "{orientation}");
        assert_close(*pixels.get_pixel(8, 8), first);
        for secret in [&b"Exif"[..], b"GPS", b"Ada"] {
            assert!(!prepared.jpeg.windows(secret.len()).any(|part| part == secret));
        }
    }
    // A picture that is rotated by 90 degrees is scaled by its size after rotation.
    let prepared = normalize(&with_segment(&encoded(halves(3_000, 200), ImageFormat::Jpeg), 0xe1, &exif(6))).unwrap();
    assert_eq!((prepared.width, prepared.height), (107, 1_600));
}

#[test]
fn avatar_is_the_upright_square_in_the_middle() {
    let (red, blue) = ([230, 20, 20], [20, 20, 230]);
    // The outer quarters are cut off, so the halves stay halves.
    for (width, height) in [(2_400, 1_200), (400, 200), (40, 20)] {
        let file = encoded(halves(width, height), ImageFormat::Jpeg);
        for (orientation, left, right) in [(1, red, blue), (3, blue, red), (6, red, red), (8, blue, blue)] {
            let jpeg = avatar(&with_segment(&file, 0xe1, &exif(orientation))).unwrap();
            assert!(!jpeg.windows(4).any(|part| part == b"Exif"));
            let pixels = image::load_from_memory_with_format(&jpeg, ImageFormat::Jpeg).unwrap().into_rgb8();
            assert_eq!(pixels.dimensions(), (256, 256));
            assert_close(*pixels.get_pixel(30, 30), left);
            assert_close(*pixels.get_pixel(225, 30), right);
        }
    }
    let dot = image::load_from_memory(&avatar(&encoded(halves(1, 1), ImageFormat::Png)).unwrap()).unwrap();
    assert_eq!((dot.width(), dot.height()), (256, 256));
    assert_eq!(avatar(GIF), Err(ErrorCode::PictureUnsupported));
}

#[test]
fn wide_gamut_colors_are_converted_to_srgb() {
    let pixels = RgbImage::from_pixel(16, 16, Rgb([200, 100, 50]));
    let file = |profile: Vec<u8>| {
        let mut jpeg = Vec::new();
        let mut encoder = JpegEncoder::new_with_quality(&mut jpeg, 100);
        encoder.set_icc_profile(profile).unwrap();
        encoder.write_image(&pixels, 16, 16, ExtendedColorType::Rgb8).unwrap();
        jpeg
    };
    // Computed from the matrices of both color spaces: 214, 94, 33.
    let (_, converted) = shown(&file(ColorProfile::new_display_p3().encode().unwrap()));
    let red = converted.get_pixel(8, 8).0[0];
    assert!((210..=218).contains(&red), "{red}");
    for profile in [ColorProfile::new_srgb().encode().unwrap(), b"no profile at all".to_vec(), vec![0xff; 4_000]] {
        let red = shown(&file(profile)).1.get_pixel(8, 8).0[0];
        assert!((198..=202).contains(&red), "{red}");
    }
}

#[test]
fn non_pictures_are_rejected() {
    let html = b"<!doctype html><script>alert(1)</script>".to_vec();
    let svg = br#"<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>"#.to_vec();
    let files = [
        vec![],
        vec![0xff],
        html,
        svg,
        GIF.to_vec(),
        b"BM\x1e\0\0\0\0\0\0\0\x1a\0\0\0\x0c\0\0\0\x01\0\x01\0\x01\0\x18\0\0\0\xff\0".to_vec(),
        b"\0\0\0\x20ftypavif\0\0\0\0avifmif1".to_vec(),
        b"%PDF-1.7".to_vec(),
        b"PK\x03\x04".to_vec(),
        vec![0; 1_000],
    ];
    for file in files {
        assert_eq!(normalize(&file).unwrap_err(), ErrorCode::PictureUnsupported, "{file:?}");
    }
    // The first bytes are those of another format.
    for disguise in [&b"\xff\xd8\xff\xe0"[..], b"\x89PNG\r\n\x1a\n", b"RIFF\x24\0\0\0WEBPVP8 "] {
        let file = [disguise, b"<script>alert(1)</script> and so on, for some more bytes"].concat();
        assert_eq!(normalize(&file).unwrap_err(), ErrorCode::PictureBroken, "{file:?}");
    }
}

#[test]
fn too_many_pixels_are_rejected_before_decoding() {
    let began = std::time::Instant::now();
    for (width, height, depth, color) in [
        (60_000, 60_000, 8, 2),
        (12_001, 1, 8, 2),
        (1, 12_001, 8, 0),
        (8_000, 8_000, 8, 0),
        (u32::MAX >> 1, u32::MAX >> 1, 16, 6),
        // 392 MB of pixels.
        (7_000, 7_000, 16, 6),
    ] {
        let refused = normalize(&png_claiming(width, height, depth, color)).unwrap_err();
        assert_eq!(refused, ErrorCode::PictureTooLarge, "{width} by {height}");
    }
    // JPEG has its size in the frame header and WebP in its first chunk.
    let mut jpeg = encoded(halves(64, 48), ImageFormat::Jpeg);
    let frame = jpeg.windows(2).position(|pair| pair == [0xff, 0xc0]).unwrap();
    jpeg[frame + 5..frame + 9].copy_from_slice(&[0xff, 0xff, 0xff, 0xff]);
    assert_eq!(normalize(&jpeg).unwrap_err(), ErrorCode::PictureTooLarge);
    let mut webp = ANIMATED.to_vec();
    assert_eq!(&webp[12..16], b"VP8X");
    webp[24..30].copy_from_slice(&[0xff, 0x3f, 0, 0xff, 0x3f, 0]);
    assert_eq!(normalize(&webp).unwrap_err(), ErrorCode::PictureTooLarge);
    assert!(began.elapsed() < std::time::Duration::from_secs(5), "{:?}", began.elapsed());
}

#[test]
fn decompression_bombs_stay_within_limits() {
    // Millions of empty pixels in a few kilobytes: large, but allowed.
    let bomb = encoded(image::GrayImage::new(3_000, 3_000), ImageFormat::Png);
    assert!(bomb.len() < 100_000, "{}", bomb.len());
    let prepared = normalize(&bomb).unwrap();
    assert_eq!((prepared.width, prepared.height, prepared.color.as_str()), (1_600, 1_600, "#000000"));
    // A profile that unpacks to 600 MB, in four chunks, is ignored.
    let profile = [&b"x\0\0"[..], &zeros(600 << 20)].concat();
    let plain = encoded(halves(40, 20), ImageFormat::Png);
    let bomb = [&plain[..33], &chunk(b"iCCP", &profile), &plain[33..]].concat();
    let outcome = normalize(&bomb).map(|prepared| (prepared.width, prepared.height));
    assert!(matches!(outcome, Ok((40, 20)) | Err(ErrorCode::PictureTooLarge)), "{outcome:?}");
}

#[test]
fn truncated_files_are_rejected() {
    let png = encoded(halves(40, 20), ImageFormat::Png);
    let webp = encoded(halves(40, 20), ImageFormat::WebP);
    let jpeg = with_segment(&encoded(halves(40, 20), ImageFormat::Jpeg), 0xe1, &exif(6));
    // The PNG is complete when its pixels are; only the last checksum and the end chunk are missing.
    for (file, needed) in [
        (&jpeg[..], jpeg.len()),
        (CMYK, CMYK.len()),
        (PROGRESSIVE, PROGRESSIVE.len()),
        (&png, png.len() - 16),
        (&webp, webp.len() - 1),
    ] {
        assert!(normalize(file).is_ok());
        for length in 0..needed {
            let refused = normalize(&file[..length]).map(|_| ()).unwrap_err();
            let is_known = length < 16 && refused == ErrorCode::PictureUnsupported;
            assert!(is_known || refused == ErrorCode::PictureBroken, "{length} of {}: {refused:?}", file.len());
        }
    }
}
