//! Validated texts: a value of one of these types is known to be storable. Lengths count characters (Unicode scalar
//! values). Names and titles are trimmed.

use super::email::{self, EmailError};
use super::error::ErrorCode;
use super::photo::{PICTURE_PATH, is_picture_id};
use super::range::LABEL_CHARS;
use serde::Serialize;

/// Returns a text in lower case, each character for itself. `str::to_lowercase` looks at the characters around a Greek
/// sigma as well, with 2 KB of code and tables.
pub(crate) fn lowercase(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}

/// Returns the form in which texts are searched: in lower case, where a sigma at the end of a word is like any other.
pub(crate) fn search_form(text: &str) -> String {
    replaced(&lowercase(text), "ς", "σ")
}

/// Returns where a text first contains a part. The search of the standard library is faster in texts that repeat
/// themselves, with 4 KB of code.
pub(crate) fn find(text: &str, part: &str) -> Option<usize> {
    let (text, part) = (text.as_bytes(), part.as_bytes());
    let Some(first) = part.first() else { return Some(0) };
    let mut at = 0;
    loop {
        // Only the first byte is compared while it does not occur.
        at += text.get(at..)?.iter().position(|byte| byte == first)?;
        if text[at..].starts_with(part) {
            return Some(at);
        }
        at += 1;
    }
}

/// Returns a text in which each occurrence of a part, which is not empty, is replaced.
pub(crate) fn replaced(text: &str, part: &str, by: &str) -> String {
    let (mut whole, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = find(rest, part) {
        whole.push_str(rest.get(..at).unwrap_or_default());
        whole.push_str(by);
        rest = rest.get(at + part.len()..).unwrap_or_default();
    }
    whole + rest
}

fn bounded(text: &str, at_most: usize, too_long: ErrorCode) -> Result<&str, ErrorCode> {
    if text.as_bytes().contains(&0) {
        return Err(ErrorCode::TextInvalid);
    }
    // A character has at least one byte, so short texts need no counting.
    if text.len() > at_most && text.chars().count() > at_most { Err(too_long) } else { Ok(text) }
}

fn required(text: &str, at_most: usize, blank: ErrorCode, too_long: ErrorCode) -> Result<String, ErrorCode> {
    let text = bounded(text.trim(), at_most, too_long)?;
    if text.is_empty() { Err(blank) } else { Ok(text.to_owned()) }
}

macro_rules! checked_text {
    ($(#[$meta:meta])* $name:ident, $parse:expr) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, json::WriteJson)]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// Validates a text.
            ///
            /// # Errors
            ///
            /// Returns the code of the rule that the text breaks.
            pub fn parse(text: &str) -> Result<Self, ErrorCode> {
                let parse: fn(&str) -> Result<String, ErrorCode> = $parse;
                parse(text).map(Self)
            }

            /// Returns the text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        json::read_as_text!($name, Self(String::new()), |text| Self::parse(text).ok());

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text: String = serde::Deserialize::deserialize(deserializer)?;
                Self::parse(&text).map_err(|code| serde::de::Error::custom(code.sentence()))
            }
        }
    };
}
pub(super) use checked_text;

checked_text!(
    /// A board's name: 1 to 200 characters, not blank (SPEC B1).
    #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
    BoardName,
    |text| required(text, 200, ErrorCode::NameRequired, ErrorCode::NameTooLong)
);
checked_text!(
    /// What a board was imported from, such as `trello:5f2b`: 1 to 100 characters, not blank (SPEC B60). Importing the same
    /// again is recognized by it.
    #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
    ImportKey,
    |text| required(text, 100, ErrorCode::NameRequired, ErrorCode::NameTooLong)
);
checked_text!(
    /// A list's name: 0 to 200 characters; an empty one is shown as "Untitled list" (SPEC B2).
    #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
    ListName,
    |text| bounded(text.trim(), 200, ErrorCode::NameTooLong).map(str::to_owned)
);
checked_text!(
    /// A card's title: 1 to 500 characters, not blank (SPEC B3).
    #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
    CardTitle,
    |text| required(text, 500, ErrorCode::TitleRequired, ErrorCode::TitleTooLong)
);
checked_text!(
    /// A description: 0 to 50,000 characters, stored as typed (SPEC B4).
    #[derive(Default)]
    #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
    Description,
    |text| bounded(text, 50_000, ErrorCode::DescriptionTooLong).map(str::to_owned)
);
checked_text!(
    /// A comment: 1 to 10,000 characters, not blank, stored as typed (SPEC B33).
    #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
    CommentText,
    |text| match bounded(text, 10_000, ErrorCode::CommentTooLong)? {
        blank if blank.trim().is_empty() => Err(ErrorCode::CommentRequired),
        text => Ok(text.to_owned()),
    }
);
checked_text!(
    /// An emoji of a reaction: 1 to 16 characters from the blocks of Unicode that contain emoji, at least one of them a symbol
    /// (SPEC M101). Families, flags and skin tones take several characters.
    #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
    Emoji,
    |text| {
        // Keycaps begin with a digit; joiners, variation selectors and tags combine symbols.
        let is_part = |character: char| matches!(character, '0'..='9' | '#' | '*' | '\u{200d}' | '\u{fe0f}' | '\u{e0020}'..='\u{e007f}');
        let is_symbol = |character: char| {
            matches!(character, '\u{a9}' | '\u{ae}' | '\u{203c}'..='\u{2bff}' | '\u{3030}' | '\u{303d}' | '\u{3297}' | '\u{3299}'
                | '\u{1f000}'..='\u{1faff}')
        };
        let is_emoji = text.chars().any(is_symbol) && text.chars().all(|character| is_part(character) || is_symbol(character));
        if is_emoji { bounded(text, 16, ErrorCode::EmojiInvalid).map(str::to_owned) } else { Err(ErrorCode::EmojiInvalid) }
    }
);
checked_text!(
    /// The name of an attached file: 1 to 255 characters, not blank (SPEC M60).
    #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
    FileName,
    |text| required(text, 255, ErrorCode::NameRequired, ErrorCode::NameTooLong)
);
checked_text!(
    /// A message to the operator of the server: 1 to 5,000 characters, not blank (SPEC A36).
    ContactMessage,
    |text| required(text, 5_000, ErrorCode::MessageRequired, ErrorCode::MessageTooLong)
);
checked_text!(
    /// A label: 1 to 50 characters, not blank (SPEC B5).
    #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
    Label,
    |text| required(text, LABEL_CHARS.max as usize, ErrorCode::LabelInvalid, ErrorCode::LabelInvalid)
);
checked_text!(
    /// A color: `#rrggbb` in lower case, or `transparent` for none (SPEC B6).
    #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
    Color,
    |text| {
        let color = text.to_ascii_lowercase();
        let digits = color.strip_prefix('#').unwrap_or_default();
        let is_hex = digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        if is_hex || color == "transparent" { Ok(color) } else { Err(ErrorCode::ColorInvalid) }
    }
);
checked_text!(
    /// The URL or path of a picture: a bundled one (`/backgrounds/…`, `/wallpapers/…`), an uploaded one
    /// (`/api/pictures/{id}`) or an https URL on the photo service's image host (SPEC B7).
    #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
    Image,
    |text| {
        let bundled_name = ["/backgrounds/", "/wallpapers/"].iter().find_map(|folder| text.strip_prefix(folder));
        let bundled = bundled_name
            .is_some_and(|name| !name.is_empty() && !name.contains(['/', '\\']) && find(name, "..").is_none());
        let own = text.strip_prefix(PICTURE_PATH).is_some_and(is_picture_id);
        let hosted = text.strip_prefix("https://images.unsplash.com/").is_some_and(|path| !path.is_empty());
        let plain =
            text.len() <= 2_000 && text.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"'()<>\\".contains(&byte));
        if plain && (bundled || own || hosted) { Ok(text.to_owned()) } else { Err(ErrorCode::ImageInvalid) }
    }
);
checked_text!(
    /// The readable part of a board's URL: 1 to 80 lower-case letters, digits and inner hyphens (SPEC B8).
    #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
    Slug,
    |text| {
        let is_allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        let characters = text.len() <= 80 && text.bytes().all(is_allowed);
        let ends = !text.is_empty() && !text.starts_with('-') && !text.ends_with('-');
        if characters && ends { Ok(text.to_owned()) } else { Err(ErrorCode::SlugInvalid) }
    }
);
checked_text!(
    /// A user's first or last name: 1 to 200 characters, not blank (SPEC A2). The caller chooses the error code for the
    /// field that is missing.
    PersonName,
    |text| required(text, 200, ErrorCode::NameRequired, ErrorCode::NameTooLong)
);
checked_text!(
    /// The name of an API token: 1 to 200 characters, not blank.
    ApiTokenName,
    |text| required(text, 200, ErrorCode::NameRequired, ErrorCode::NameTooLong)
);
checked_text!(
    /// The name of a city or another place: 1 to 100 characters, not blank, without control characters (SPEC W1).
    #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
    PlaceName,
    |text| match required(text, 100, ErrorCode::NameRequired, ErrorCode::NameTooLong)? {
        name if name.contains(char::is_control) => Err(ErrorCode::TextInvalid),
        name => Ok(name),
    }
);
checked_text!(
    /// A valid email address, in lower case, of at most 254 characters (SPEC A1; RFC 5321, section 4.5.3.1.3).
    Email,
    |text| email::parse_email(text).map_err(|_| ErrorCode::EmailInvalid)
);

impl Email {
    /// Validates a text as [`Email::parse`] does.
    ///
    /// # Errors
    ///
    /// Returns what exactly is wrong with the address.
    pub fn parse_with_fault(text: &str) -> Result<Self, EmailError> {
        email::parse_email(text).map(Self)
    }
}

/// A password as typed: 8 to 128 characters of any kind (SPEC A3). It is never printed and never serialized.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl Password {
    /// Checks a password's length. Whitespace counts and is not trimmed.
    ///
    /// # Errors
    ///
    /// Returns the code of the rule that the password breaks.
    pub fn parse(text: &str) -> Result<Self, ErrorCode> {
        match text.chars().count() {
            0..8 => Err(ErrorCode::PasswordTooShort),
            8..=128 => Ok(Self(text.to_owned())),
            _ => Err(ErrorCode::PasswordTooLong),
        }
    }

    /// Returns the password, for hashing.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::time::{DueDate, Timestamp};
    use proptest::prelude::{prop_assert_eq, proptest};

    proptest! {
        #[test]
        fn p4_parts_are_found_and_replaced_as_by_the_standard_library(text in "[ab\nσς]{0,12}", part in "[ab\nσς]{1,3}") {
            prop_assert_eq!(find(&text, &part), text.find(&part));
            prop_assert_eq!(replaced(&text, &part, "xyz"), text.replace(&part, "xyz"));
        }
    }

    #[test]
    fn n10_searches_ignore_case_and_the_form_of_a_sigma() {
        assert_eq!(lowercase("ÄΣ İ"), "äσ i\u{307}");
        assert_eq!(search_form("ΟΔΟΣ"), search_form("οδος"));
    }

    #[test]
    fn b1_board_name_is_not_blank_and_at_most_200_characters() {
        assert_eq!(BoardName::parse("  Home  ").unwrap().as_str(), "Home");
        assert_eq!(BoardName::parse(" \t "), Err(ErrorCode::NameRequired));
        assert!(BoardName::parse(&"ü".repeat(200)).is_ok());
        assert_eq!(BoardName::parse(&"ü".repeat(201)), Err(ErrorCode::NameTooLong));
    }

    #[test]
    fn b2_list_name_may_be_empty() {
        assert_eq!(ListName::parse("  ").unwrap().as_str(), "");
        assert_eq!(ListName::parse(&"x".repeat(201)), Err(ErrorCode::NameTooLong));
    }

    #[test]
    fn b3_card_title_is_not_blank_and_at_most_500_characters() {
        assert_eq!(CardTitle::parse("\n"), Err(ErrorCode::TitleRequired));
        assert!(CardTitle::parse(&"x".repeat(500)).is_ok());
        assert_eq!(CardTitle::parse(&"x".repeat(501)), Err(ErrorCode::TitleTooLong));
    }

    #[test]
    fn b4_description_is_kept_as_typed() {
        assert_eq!(Description::parse("  a\n\n b ").unwrap().as_str(), "  a\n\n b ");
        assert!(Description::parse(&"x".repeat(50_000)).is_ok());
        assert_eq!(Description::parse(&"x".repeat(50_001)), Err(ErrorCode::DescriptionTooLong));
    }

    #[test]
    fn b5_label_has_1_to_50_characters() {
        assert!(Label::parse("urgent").is_ok());
        assert_eq!(Label::parse(" "), Err(ErrorCode::LabelInvalid));
        assert_eq!(Label::parse(&"x".repeat(51)), Err(ErrorCode::LabelInvalid));
    }

    #[test]
    fn b6_color_is_hexadecimal_or_transparent() {
        assert_eq!(Color::parse("#4CAF50").unwrap().as_str(), "#4caf50");
        assert!(Color::parse("transparent").is_ok());
        for bad in ["", "red", "#fff", "#4caf5g", "4caf50", "#4caf500", "#4caf5\u{e9}"] {
            assert_eq!(Color::parse(bad), Err(ErrorCode::ColorInvalid), "{bad}");
        }
    }

    #[test]
    fn b7_image_is_bundled_uploaded_or_on_the_photo_host() {
        assert!(Image::parse("/backgrounds/dusk.avif").is_ok());
        assert!(Image::parse("/wallpapers/dusk-lake-2560.webp").is_ok());
        assert!(Image::parse("https://images.unsplash.com/photo-1?w=1080&q=80").is_ok());
        assert!(Image::parse("/api/pictures/0123456789abcdef0123456789abcdef").is_ok());
        let foreign = [
            "",
            "/backgrounds/",
            "/backgrounds/../x",
            "/wallpapers/",
            "/wallpapers/../x",
            "/backgrounds/a/b",
            "/api/pictures/",
            "/api/pictures/0123456789abcdef0123456789abcdeF",
            "/api/pictures/0123456789abcdef0123456789abcdef/",
            "/api/pictures/0123456789abcdef0123456789abcdef?x",
            "/api/pictures/../user",
            "/api/user",
            "//images.unsplash.com/x",
            "http://images.unsplash.com/x",
            "https://images.unsplash.com",
            "https://images.unsplash.com.evil.example/x",
            "https://evil.example/x",
            "javascript:alert(1)",
            "https://images.unsplash.com/x\") url(",
        ];
        for bad in foreign {
            assert_eq!(Image::parse(bad), Err(ErrorCode::ImageInvalid), "{bad}");
        }
    }

    #[test]
    fn b8_slug_is_lower_case_with_inner_hyphens() {
        assert!(Slug::parse("groceries-7f3k").is_ok());
        for bad in ["", "-a", "a-", "A", "a b", "a/b", "ä", &"a".repeat(81)] {
            assert_eq!(Slug::parse(bad), Err(ErrorCode::SlugInvalid), "{bad}");
        }
    }

    #[test]
    fn b30_nul_is_refused_everywhere() {
        assert_eq!(BoardName::parse("a\0b"), Err(ErrorCode::TextInvalid));
        assert_eq!(ListName::parse("\0"), Err(ErrorCode::TextInvalid));
        assert_eq!(CardTitle::parse("a\0"), Err(ErrorCode::TextInvalid));
        assert_eq!(Description::parse("\0"), Err(ErrorCode::TextInvalid));
        assert_eq!(Label::parse("a\0"), Err(ErrorCode::TextInvalid));
        assert_eq!(PersonName::parse("a\0"), Err(ErrorCode::TextInvalid));
        assert_eq!(Email::parse("a\0@example.com"), Err(ErrorCode::EmailInvalid));
    }

    #[test]
    fn b31_due_dates_are_calendar_days_and_timestamps_rfc_3339() {
        for good in ["2024-02-29", "2026-03-03T09:00", "2026-12-31T23:59"] {
            assert_eq!(DueDate::parse(good).unwrap().as_str(), good);
        }
        let bad = [
            "",
            "2026",
            "2026-",
            "2026-03",
            "2026-03-",
            "2023-02-29",
            "2026-3-3",
            "2026-03-03T24:00",
            "2026-03-03 09:00",
            "2026-03-03T09:00Z",
            "+026-03-03",
            "tomorrow",
        ];
        for bad in bad {
            assert_eq!(DueDate::parse(bad), None, "{bad}");
        }
        assert_eq!(Timestamp::parse("2026-03-03T09:30:00+01:00").unwrap().to_string(), "2026-03-03T08:30:00.000Z");
        for bad in [
            "",
            "2026",
            "2026-",
            "2026-03-03",
            "2026-03-03T09:30:00",
            "1969-12-31T23:59:59Z",
            "+12026-03-03T00:00:00Z",
            "2026-03-03T25:00:00Z",
        ] {
            assert_eq!(Timestamp::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn a1_email_has_a_name_and_a_host_with_a_dot() {
        assert_eq!(Email::parse(" Ada@Example.COM ").unwrap().as_str(), "ada@example.com");
        assert_eq!(Email::parse_with_fault(" Ada@Example.COM "), Ok(Email::parse("ada@example.com").unwrap()));
        for (bad, fault) in [("ada", EmailError::NoAt), ("ada@example", EmailError::NoDot)] {
            assert_eq!(Email::parse(bad), Err(ErrorCode::EmailInvalid), "{bad}");
            assert_eq!(Email::parse_with_fault(bad), Err(fault), "{bad}");
        }
    }

    #[test]
    fn a2_person_name_is_not_blank_and_at_most_200_characters() {
        assert_eq!(PersonName::parse(" Ada ").unwrap().as_str(), "Ada");
        assert_eq!(PersonName::parse("  "), Err(ErrorCode::NameRequired));
        assert_eq!(PersonName::parse(&"x".repeat(201)), Err(ErrorCode::NameTooLong));
    }

    #[test]
    fn a36_a_message_is_not_blank_and_has_at_most_5000_characters() {
        assert_eq!(ContactMessage::parse(" Hello,\n\nAda ").unwrap().as_str(), "Hello,\n\nAda");
        assert_eq!(ContactMessage::parse(" \r\n "), Err(ErrorCode::MessageRequired));
        assert!(ContactMessage::parse(&"ü".repeat(5_000)).is_ok());
        assert_eq!(ContactMessage::parse(&"x".repeat(5_001)), Err(ErrorCode::MessageTooLong));
        assert_eq!(ContactMessage::parse("a\0b"), Err(ErrorCode::TextInvalid));
    }

    #[test]
    fn a3_password_has_8_to_128_characters() {
        let code = |text: &str| Password::parse(text).err();
        assert_eq!(code("1234567"), Some(ErrorCode::PasswordTooShort));
        assert_eq!(code("        "), None);
        assert_eq!(code(&"ü".repeat(128)), None);
        assert_eq!(code(&"x".repeat(129)), Some(ErrorCode::PasswordTooLong));
    }
}
