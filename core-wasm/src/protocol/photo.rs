//! Photos of the photo service and the user's uploaded pictures: the bodies of the API, and which URLs are allowed.

use super::error::ErrorCode;
use super::text::{Color, Image, checked_text};
use super::time::Timestamp;
use json::{ReadJson, WriteJson};
use serde::{Deserialize, Serialize};

/// The image host of the photo service (SPEC B7). Pages load photos directly from it, as the service's guidelines
/// require.
pub const PHOTO_IMAGE_HOST: &str = "https://images.unsplash.com";

/// The website of the photo service, which credits link to (SPEC I2).
pub const PHOTO_PAGE_HOST: &str = "https://unsplash.com";

/// The start of an uploaded picture's path; its id follows (SPEC B7).
pub const PICTURE_PATH: &str = "/api/pictures/";

/// The start of the path of a person's picture; its id and a slash follow (SPEC M130).
pub const AVATAR_PATH: &str = "/api/avatars/";

/// The maximum size of an uploaded picture: 15 MB.
pub const MAX_PICTURE_BYTES: usize = 15 << 20;

/// The maximum number of pictures per account.
pub const MAX_PICTURES: usize = 50;

checked_text!(
    /// A photo's id from the photo service: 1 to 64 letters, digits, `_` and `-` (SPEC I1).
    #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
    PhotoId,
    |text| {
        let plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
        if plain && (1..=64).contains(&text.len()) { Ok(text.to_owned()) } else { Err(ErrorCode::NotFound) }
    }
);
checked_text!(
    /// The URL of a photo: https on the photo service's image host, and therefore a valid [`Image`] too (SPEC I2).
    #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
    PhotoUrl,
    |text| {
        let image = Image::parse(text)?;
        if is_path_of_host(PHOTO_IMAGE_HOST, image.as_str()) { Ok(text.to_owned()) } else { Err(ErrorCode::ImageInvalid) }
    }
);
checked_text!(
    /// The URL of a photographer's page: https on the photo service's website, at most 2,000 characters (SPEC I2).
    #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
    CreditLink,
    |text| {
        let plain = text.len() <= 2_000 && text.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"'<>\\".contains(&byte));
        if plain && is_path_of_host(PHOTO_PAGE_HOST, text) { Ok(text.to_owned()) } else { Err(ErrorCode::ImageInvalid) }
    }
);
checked_text!(
    /// The id of an uploaded picture: 32 lower-case hexadecimal digits, from 128 random bits. Anyone who knows it can
    /// see the picture, so treat it as a secret (SPEC I3).
    #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
    PictureId,
    |text| if is_picture_id(text) { Ok(text.to_owned()) } else { Err(ErrorCode::NotFound) }
);

impl PictureId {
    /// Creates an id from random bytes.
    pub fn from_bytes(random: [u8; 16]) -> Self {
        Self(format!("{:032x}", u128::from_be_bytes(random)))
    }

    /// Returns the path of the picture, in the form that boards use.
    pub fn path(&self) -> String {
        format!("{PICTURE_PATH}{}", self.0)
    }

    /// Returns the path of the picture of a person.
    pub fn avatar_path(&self) -> String {
        format!("{AVATAR_PATH}{}/", self.0)
    }
}

/// Returns whether a text is a valid picture id.
pub(super) fn is_picture_id(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Returns whether a URL is a host (`https://host`) followed by a path that is not empty.
fn is_path_of_host(host: &str, address: &str) -> bool {
    address.strip_prefix(host).and_then(|rest| rest.strip_prefix('/')).is_some_and(|path| !path.is_empty())
}

/// A photo of the photo service.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Photo {
    /// The photo's id at the photo service.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub id: PhotoId,
    /// The URLs of the photo.
    pub urls: PhotoUrls,
    /// The main color, to show until the photo has loaded; null if unknown.
    #[cfg_attr(feature = "openapi", schema(required, value_type = Option<String>))]
    pub color: Option<Color>,
    /// A description of the photo (alternative text): 0 to 300 characters.
    pub alt: String,
    /// The photographer. The credit must be shown wherever the photo is.
    pub credit: PhotoCredit,
}

/// The URLs of a photo, by size.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
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

/// The photographer of a photo.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PhotoCredit {
    /// The photographer's name: 1 to 200 characters.
    pub name: String,
    /// The photographer's page, with the query parameters that the service's guidelines require.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub link: CreditLink,
}

/// The response to `GET /photos/` and `GET /photos/search/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PhotosResponse {
    /// The photos of the page, in the service's order.
    pub photos: Vec<Photo>,
    /// Whether there is another page.
    pub has_more: bool,
    /// Whether the photo service is available. If not, offer the bundled wallpapers.
    pub is_available: bool,
    /// Whether this server has a photo service at all.
    #[serde(default = "default_is_offered")]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub is_offered: bool,
}

/// Servers that do not send the field always have a photo service.
fn default_is_offered() -> bool {
    true
}

/// The theme that a photo should suit: `GET /photos/random/?tone=light`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Tone {
    /// Any photo.
    #[default]
    Any,
    /// A light photo, if there is one.
    Light,
}

/// The response to `GET /photos/random/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RandomPhotoResponse {
    /// A photo; null if the photo service is unavailable. Use a bundled wallpaper then.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub photo: Option<Photo>,
}

/// A picture that a user uploaded. Its path is `/api/pictures/{id}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Picture {
    /// Its id.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub id: PictureId,
    /// Its width in pixels: 1 to 2,560.
    pub width: u32,
    /// Its height in pixels: 1 to 1,600.
    pub height: u32,
    /// Its average color, to show until the picture has loaded.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub color: Color,
    /// When it was uploaded.
    pub created_at: Timestamp,
}

/// The response to `POST /pictures/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PictureResponse {
    /// The stored picture.
    pub picture: Picture,
}

/// The response to `GET /pictures/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PicturesResponse {
    /// The account's pictures, newest first: at most 50.
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
