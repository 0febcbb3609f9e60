//! Photos of the photo service, and people's own pictures: the bodies of the API, and what may be shown.

use super::error::ErrorCode;
use super::text::{Color, Image, checked_text};
use super::time::Timestamp;
use serde::{Deserialize, Serialize};

/// Where the photo service keeps its pictures (SPEC B7). Pages load them from there, as its guidelines ask.
pub const PHOTO_IMAGE_HOST: &str = "https://images.unsplash.com";

/// Where the photo service has the pages that credits lead to (SPEC I2).
pub const PHOTO_PAGE_HOST: &str = "https://unsplash.com";

/// What the address of an own picture begins with; its id follows (SPEC B7).
pub const PICTURE_PATH: &str = "/api/pictures/";

/// The most bytes of a picture that is uploaded: 15 MB.
pub const MAX_PICTURE_BYTES: usize = 15 << 20;

/// The most pictures of an account.
pub const MAX_PICTURES: usize = 50;

checked_text!(
    /// The id of a photo, as the photo service gives it: 1 to 64 letters, digits, `_` and `-` (SPEC I1).
    #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
    PhotoId,
    |text| {
        let plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
        if plain && (1..=64).contains(&text.len()) { Ok(text.to_owned()) } else { Err(ErrorCode::NotFound) }
    }
);
checked_text!(
    /// The address of a photo's picture: https on the photo service's image host, and therefore an [`Image`] too (SPEC I2).
    #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
    PhotoUrl,
    |text| {
        let image = Image::parse(text)?;
        if is_path_of_host(PHOTO_IMAGE_HOST, image.as_str()) { Ok(text.to_owned()) } else { Err(ErrorCode::ImageInvalid) }
    }
);
checked_text!(
    /// The address of a page about a photographer: https on the photo service's own host, 2,000 characters at most (SPEC I2).
    #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
    CreditLink,
    |text| {
        let plain = text.len() <= 2_000 && text.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"'<>\\".contains(&byte));
        if plain && is_path_of_host(PHOTO_PAGE_HOST, text) { Ok(text.to_owned()) } else { Err(ErrorCode::ImageInvalid) }
    }
);
checked_text!(
    /// The id of an own picture: 32 hexadecimal digits in lower case, of 128 random bits. Whoever knows it may see the picture,
    /// so it is as good as a secret (SPEC I3).
    #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
    PictureId,
    |text| if is_picture_id(text) { Ok(text.to_owned()) } else { Err(ErrorCode::NotFound) }
);

impl PictureId {
    /// The id that random bytes make.
    pub fn from_bytes(random: [u8; 16]) -> Self {
        Self(format!("{:032x}", u128::from_be_bytes(random)))
    }

    /// The address of the picture, as a board keeps it.
    pub fn path(&self) -> String {
        format!("{PICTURE_PATH}{}", self.0)
    }
}

/// Whether a text is the id of an own picture.
pub(super) fn is_picture_id(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Whether an address leads to a path of a host (`https://host`), and to nothing but it.
fn is_path_of_host(host: &str, address: &str) -> bool {
    address.strip_prefix(host).and_then(|rest| rest.strip_prefix('/')).is_some_and(|path| !path.is_empty())
}

/// A photo of the photo service.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Photo {
    /// The service's id of it.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub id: PhotoId,
    /// Where its pictures are.
    pub urls: PhotoUrls,
    /// The colour that most of it has, for the time until it is there; null where nobody knows.
    #[cfg_attr(feature = "openapi", schema(required, value_type = Option<String>))]
    pub color: Option<Color>,
    /// What is on it, in words: 0 to 300 characters.
    pub alt: String,
    /// Who took it: to be shown wherever it is.
    pub credit: PhotoCredit,
}

/// The addresses of a photo, by size.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PhotoUrls {
    /// 1080 pixels wide. The image host takes `w`, `q` and `fm` in the query for other sizes.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub regular: PhotoUrl,
    /// 200 pixels wide.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub thumb: PhotoUrl,
}

/// Who took a photo.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PhotoCredit {
    /// The photographer's name: 1 to 200 characters.
    pub name: String,
    /// Their page, with the parameters that the service's guidelines ask for.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub link: CreditLink,
}

/// `GET /photos/` and `GET /photos/search/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PhotosResponse {
    /// The photos of the page, in the service's order.
    pub photos: Vec<Photo>,
    /// Whether there is a page after this one.
    pub has_more: bool,
    /// Whether the service could be asked. Where not, the app's own wallpapers serve.
    pub is_available: bool,
    /// Whether this server has a photo service at all.
    #[serde(default = "default_is_offered")]
    pub is_offered: bool,
}

/// Servers that do not tell could always be asked.
fn default_is_offered() -> bool {
    true
}

/// Which theme a photo is to suit: `GET /photos/random/?tone=light`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Tone {
    /// Any photo.
    #[default]
    Any,
    /// A light photo where there is one.
    Light,
}

/// `GET /photos/random/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RandomPhotoResponse {
    /// A photo; null where the service could not be asked, and then the app's own wallpapers serve.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub photo: Option<Photo>,
}

/// A picture of somebody's own. It is at `/api/pictures/{id}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Picture {
    /// Its id.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub id: PictureId,
    /// Pixels: 1 to 2,560.
    pub width: u32,
    /// Pixels: 1 to 1,600.
    pub height: u32,
    /// The mean of all its colours, for the time until it is there.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub color: Color,
    /// When it was uploaded.
    pub created_at: Timestamp,
}

/// `POST /pictures/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PictureResponse {
    /// The picture as it is kept.
    pub picture: Picture,
}

/// `GET /pictures/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PicturesResponse {
    /// The account's pictures, the newest first: at most 50.
    pub pictures: Vec<Picture>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn i1_photo_id_has_1_to_64_letters_digits_underscores_and_hyphens() {
        for good in ["a", "LBI7cgq3pbM", "-9_Az", &"x".repeat(64)] {
            assert_eq!(PhotoId::parse(good).unwrap().as_str(), good);
        }
        for bad in ["", "a b", "a/b", "..", "ä", "a%2f", &"x".repeat(65)] {
            assert_eq!(PhotoId::parse(bad), Err(ErrorCode::NotFound), "{bad}");
        }
    }

    #[test]
    fn i2_photo_and_credit_urls_must_be_on_their_hosts() {
        let address = "https://images.unsplash.com/photo-1?ixlib=rb-4.0.3&q=80&w=1080";
        assert_eq!(PhotoUrl::parse(address).unwrap().as_str(), address);
        for bad in [
            "",
            "/wallpapers/dusk-lake-2560.webp",
            "http://images.unsplash.com/photo-1",
            "https://images.unsplash.com/",
            "https://plus.unsplash.com/premium_photo-1",
            "https://images.unsplash.com@evil.example/photo-1",
            "javascript:alert(1)",
            "data:image/png;base64,AAAA",
        ] {
            assert_eq!(PhotoUrl::parse(bad), Err(ErrorCode::ImageInvalid), "{bad}");
        }
        let page = "https://unsplash.com/@ada?utm_source=twentyfour&utm_medium=referral";
        assert_eq!(CreditLink::parse(page).unwrap().as_str(), page);
        for bad in [
            "",
            "https://unsplash.com",
            "http://unsplash.com/@ada",
            "https://unsplash.com.evil.example/@ada",
            "https://unsplash.com/@ada\"onclick",
            "javascript:alert(1)",
        ] {
            assert_eq!(CreditLink::parse(bad), Err(ErrorCode::ImageInvalid), "{bad}");
        }
    }

    #[test]
    fn i3_picture_id_is_128_random_bits_in_hexadecimal() {
        let id = PictureId::from_bytes([0x0a; 16]);
        assert_eq!(id.as_str(), "0a".repeat(16));
        assert_eq!(PictureId::parse(id.as_str()), Ok(id.clone()));
        assert_eq!(Image::parse(&id.path()).unwrap().as_str(), format!("/api/pictures/{}", "0a".repeat(16)));
        for bad in ["", "0A", &"0A".repeat(16), &"0a".repeat(17), &"0g".repeat(16), &"é".repeat(16)] {
            assert_eq!(PictureId::parse(bad), Err(ErrorCode::NotFound), "{bad}");
        }
    }
}
