//! What the photo service tells (Unsplash's API, version 1), and how much of it is believed.

use core_wasm::protocol::photo::{CreditLink, Photo, PhotoCredit, PhotoId, PhotoUrl, PhotoUrls};
use core_wasm::protocol::text::Color;
use serde::Deserialize;
use serde_json::Value;
use std::collections::HashSet;
use url::Url;

/// The most characters of what is on a photo.
const LONGEST_ALT: usize = 300;

/// The most characters of a photographer's name.
const LONGEST_NAME: usize = 200;

/// What the guidelines ask every link to the service to carry.
const REFERRAL: [(&str, &str); 2] = [("utm_source", "twentyfour"), ("utm_medium", "referral")];

/// The answer of a search. Each photo is left for later, so that a bad one does not spoil the others.
#[derive(Deserialize)]
pub(super) struct Found {
    pub(super) total_pages: u64,
    pub(super) results: Vec<Value>,
}

/// A photo with what only the server needs.
pub(super) struct Read {
    pub(super) photo: Photo,
    /// Where the service wants to be told that it is used.
    pub(super) download: Option<Url>,
}

#[derive(Deserialize)]
struct Told {
    id: String,
    color: Option<String>,
    alt_description: Option<String>,
    description: Option<String>,
    urls: ToldUrls,
    links: Option<ToldLinks>,
    user: ToldUser,
}

#[derive(Deserialize)]
struct ToldUrls {
    regular: String,
    thumb: String,
}

#[derive(Deserialize)]
struct ToldLinks {
    download_location: Option<String>,
}

#[derive(Deserialize)]
struct ToldUser {
    name: String,
    links: ToldUserLinks,
}

#[derive(Deserialize)]
struct ToldUserLinks {
    html: String,
}

/// The photos of a list that can be shown, each once. What lacks its pictures or its photographer, or has them elsewhere than on the
/// service's own hosts, is left out.
pub(super) fn photos(told: Vec<Value>) -> Vec<Read> {
    let mut seen = HashSet::new();
    told.into_iter().filter_map(read).filter(|read| seen.insert(read.photo.id.clone())).collect()
}

fn read(told: Value) -> Option<Read> {
    let told: Told = serde_json::from_value(told).ok()?;
    let name = plain(&told.user.name, LONGEST_NAME);
    let photo = Photo {
        id: PhotoId::parse(&told.id).ok()?,
        urls: PhotoUrls {
            regular: PhotoUrl::parse(&told.urls.regular).ok()?,
            thumb: PhotoUrl::parse(&told.urls.thumb).ok()?,
        },
        color: told.color.filter(|color| color.starts_with('#')).and_then(|color| Color::parse(&color).ok()),
        alt: plain(&told.alt_description.or(told.description).unwrap_or_default(), LONGEST_ALT),
        credit: PhotoCredit {
            name: Some(name).filter(|name| !name.is_empty())?,
            link: credit_link(&told.user.links.html)?,
        },
    };
    let download = told.links.and_then(|links| links.download_location).and_then(|url| Url::parse(&url).ok());
    Some(Read { photo, download })
}

/// A photographer's page, saying that one comes from here.
fn credit_link(page: &str) -> Option<CreditLink> {
    let mut url = Url::parse(page).ok()?;
    url.set_fragment(None);
    url.query_pairs_mut().clear().extend_pairs(REFERRAL);
    CreditLink::parse(url.as_str()).ok()
}

/// A text in one line, of so many characters at most.
fn plain(text: &str, at_most: usize) -> String {
    let words = text.split(|character: char| character.is_whitespace() || character.is_control());
    let line = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    line.chars().take(at_most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn told() -> Value {
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
        let mut told = told();
        *told.pointer_mut(pointer).unwrap() = value;
        told
    }

    #[test]
    fn a_photo_is_read_with_its_credit_and_each_is_there_once() {
        let read = photos(vec![told(), json!("nonsense"), told(), with("/id", json!("another"))]);
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
    fn what_cannot_be_shown_or_credited_is_left_out() {
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
    fn what_is_missing_beside_is_no_matter() {
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
        assert_eq!(photos(vec![long])[0].photo.alt.chars().count(), LONGEST_ALT);
    }
}
