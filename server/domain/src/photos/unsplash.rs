//! Parsing and validation of responses of the photo service (Unsplash API, version 1).

use core_wasm::protocol::photo::{CreditLink, Photo, PhotoCredit, PhotoId, PhotoUrl, PhotoUrls};
use core_wasm::protocol::text::Color;
use serde::Deserialize;
use serde_json::Value;
use std::collections::HashSet;
use url::Url;

/// The maximum number of characters of a photo's description.
const MAX_ALT_CHARS: usize = 300;

/// The maximum number of characters of a photographer's name.
const MAX_NAME_CHARS: usize = 200;

/// The query parameters that the guidelines require on links to the service.
const REFERRAL: [(&str, &str); 2] = [("utm_source", "twentyfour"), ("utm_medium", "referral")];

/// The response of a search. Photos are parsed one by one, so that an invalid one does not affect the others.
#[derive(Deserialize)]
pub(super) struct SearchResponse {
    pub(super) total_pages: u64,
    pub(super) results: Vec<Value>,
}

/// A photo with data that only the server needs.
pub(super) struct ParsedPhoto {
    pub(super) photo: Photo,
    /// The URL for reporting the photo's use.
    pub(super) download: Option<Url>,
}

#[derive(Deserialize)]
struct PhotoBody {
    id: String,
    color: Option<String>,
    alt_description: Option<String>,
    description: Option<String>,
    urls: UrlsBody,
    links: Option<LinksBody>,
    user: UserBody,
}

#[derive(Deserialize)]
struct UrlsBody {
    regular: String,
    thumb: String,
}

#[derive(Deserialize)]
struct LinksBody {
    download_location: Option<String>,
}

#[derive(Deserialize)]
struct UserBody {
    name: String,
    links: UserLinksBody,
}

#[derive(Deserialize)]
struct UserLinksBody {
    html: String,
}

/// Returns the valid photos of a list without duplicates. Photos without pictures or a photographer, or with URLs on
/// other hosts than the service's, are skipped.
pub(super) fn photos(body: Vec<Value>) -> Vec<ParsedPhoto> {
    let mut seen = HashSet::new();
    body.into_iter().filter_map(parse_photo).filter(|read| seen.insert(read.photo.id.clone())).collect()
}

fn parse_photo(body: Value) -> Option<ParsedPhoto> {
    let body: PhotoBody = serde_json::from_value(body).ok()?;
    let name = single_line(&body.user.name, MAX_NAME_CHARS);
    let photo = Photo {
        id: PhotoId::parse(&body.id).ok()?,
        urls: PhotoUrls {
            regular: PhotoUrl::parse(&body.urls.regular).ok()?,
            thumb: PhotoUrl::parse(&body.urls.thumb).ok()?,
        },
        color: body.color.filter(|color| color.starts_with('#')).and_then(|color| Color::parse(&color).ok()),
        alt: single_line(&body.alt_description.or(body.description).unwrap_or_default(), MAX_ALT_CHARS),
        credit: PhotoCredit {
            name: Some(name).filter(|name| !name.is_empty())?,
            link: credit_link(&body.user.links.html)?,
        },
    };
    let download = body.links.and_then(|links| links.download_location).and_then(|url| Url::parse(&url).ok());
    Some(ParsedPhoto { photo, download })
}

/// Returns the URL of a photographer's page with the referral parameters.
fn credit_link(page: &str) -> Option<CreditLink> {
    let mut url = Url::parse(page).ok()?;
    url.set_fragment(None);
    url.query_pairs_mut().clear().extend_pairs(REFERRAL);
    CreditLink::parse(url.as_str()).ok()
}

/// Returns a text in one line, cut to a maximum number of characters.
fn single_line(text: &str, max_chars: usize) -> String {
    let words = text.split(|character: char| character.is_whitespace() || character.is_control());
    let line = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    line.chars().take(max_chars).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn photo_body() -> Value {
        json!({
            "id": "LBI7cgq3pbM", "color": "#60544D", "alt_description": "a lake\n at dusk", "description": "unused",
            "urls": {
                "raw": "https://images.unsplash.com/photo-1", "regular": "https://images.unsplash.com/photo-1?w=1080",
                "thumb": "https://images.unsplash.com/photo-1?w=200"
            },
            "links": {"download_location": "https://api.unsplash.com/photos/LBI7cgq3pbM/download?ixid=x"},
            "user": {"name": "Ada Byron", "links": {"html": "https://unsplash.com/@ada?utm_source=somebody&x=1#top"}}
        })
    }

    fn with(pointer: &str, value: Value) -> Value {
        let mut body = photo_body();
        *body.pointer_mut(pointer).unwrap() = value;
        body
    }

    #[test]
    fn photos_are_parsed_with_credit_and_deduplicated() {
        let read = photos(vec![photo_body(), json!("nonsense"), photo_body(), with("/id", json!("another"))]);
        assert_eq!(read.len(), 2);
        assert_eq!(
            serde_json::to_value(&read[0].photo).unwrap(),
            json!({
                "id": "LBI7cgq3pbM",
                "urls": {
                    "regular": "https://images.unsplash.com/photo-1?w=1080",
                    "thumb": "https://images.unsplash.com/photo-1?w=200"
                },
                "color": "#60544d", "alt": "a lake at dusk",
                "credit": {
                    "name": "Ada Byron", "link": "https://unsplash.com/@ada?utm_source=twentyfour&utm_medium=referral"
                }
            })
        );
        let download = read[0].download.as_ref().unwrap().as_str();
        assert_eq!(download, "https://api.unsplash.com/photos/LBI7cgq3pbM/download?ixid=x");
    }

    #[test]
    fn photos_without_valid_urls_or_credit_are_skipped() {
        for (pointer, value) in [
            ("/id", json!("../x")),
            ("/id", json!(7)),
            ("/urls/regular", json!("javascript:alert(1)")),
            ("/urls/regular", json!("http://images.unsplash.com/photo-1")),
            ("/urls/thumb", json!("https://evil.example/photo-1")),
            ("/urls/thumb", json!("https://plus.unsplash.com/premium_photo-1")),
            ("/urls", json!(null)),
            ("/user/name", json!(" \n")),
            ("/user/links/html", json!("javascript:alert(1)")),
            ("/user/links/html", json!("https://evil.example/@ada")),
            ("/user", json!(null)),
        ] {
            assert!(photos(vec![with(pointer, value.clone())]).is_empty(), "{pointer} {value}");
        }
    }

    #[test]
    fn optional_photo_fields_may_be_missing() {
        for (pointer, value) in [
            ("/color", json!(null)),
            ("/color", json!("blue")),
            ("/alt_description", json!(null)),
            ("/links", json!(null)),
            ("/links/download_location", json!("nowhere")),
        ] {
            assert_eq!(photos(vec![with(pointer, value.clone())]).len(), 1, "{pointer} {value}");
        }
        let long = with("/alt_description", json!("é".repeat(1_000)));
        assert_eq!(photos(vec![long])[0].photo.alt.chars().count(), MAX_ALT_CHARS);
    }
}
