//! The URLs of backgrounds.

use crate::protocol::background::Background;
use crate::protocol::photo::{CreditLink, Photo, PhotoCredit, PhotoId, PhotoUrl, PhotoUrls};

/// Returns the URL or path of a background's picture, in the form that boards use. Empty for `Daily`.
pub(super) fn image_url(background: &Background) -> String {
    match background {
        Background::Wallpaper(id) => format!("/wallpapers/{}-2560.webp", id.as_str()),
        Background::Picture(id) => id.path(),
        Background::Photo(photo) => photo.urls.regular.as_str().to_owned(),
        Background::Daily => String::new(),
    }
}

/// Returns the photo of a plain URL, which older data stores under the specification's key. Its photographer is
/// unknown.
pub(super) fn photo_from_url(text: &str) -> Option<Background> {
    let address = PhotoUrl::parse(text).ok()?;
    Some(Background::Photo(Box::new(Photo {
        id: PhotoId::parse("unknown").ok()?,
        urls: PhotoUrls { regular: address.clone(), thumb: address },
        color: None,
        alt: String::new(),
        credit: PhotoCredit { name: String::new(), link: CreditLink::parse("https://unsplash.com/photos").ok()? },
    })))
}
