//! Texts that have been checked: whoever holds one knows that it can be kept. Lengths count characters (Unicode scalar
//! values), and blanks at both ends are cut off where a text is a name or a title.

use super::error::ErrorCode;
use serde::{Deserialize, Deserializer, Serialize, de};

fn bounded(text: &str, at_most: usize, too_long: ErrorCode) -> Result<&str, ErrorCode> {
    if text.contains('\0') {
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
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
        #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// Checks a text. The error is the code of the rule that it breaks.
            pub fn parse(text: &str) -> Result<Self, ErrorCode> {
                let parse: fn(&str) -> Result<String, ErrorCode> = $parse;
                parse(text).map(Self)
            }

            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::parse(&String::deserialize(deserializer)?).map_err(|code| de::Error::custom(code.sentence()))
            }
        }
    };
}

checked_text!(
    /// A board's name: 1 to 200 characters, not blank (SPEC B1).
    BoardName,
    |text| required(text, 200, ErrorCode::NameRequired, ErrorCode::NameTooLong)
);
checked_text!(
    /// A list's name: 0 to 200 characters; an empty one is shown as "Untitled list" (SPEC B2).
    ListName,
    |text| bounded(text.trim(), 200, ErrorCode::NameTooLong).map(str::to_owned)
);
checked_text!(
    /// A card's title: 1 to 500 characters, not blank (SPEC B3).
    CardTitle,
    |text| required(text, 500, ErrorCode::TitleRequired, ErrorCode::TitleTooLong)
);
checked_text!(
    /// A description: 0 to 50,000 characters, kept as typed (SPEC B4).
    #[derive(Default)]
    Description,
    |text| bounded(text, 50_000, ErrorCode::DescriptionTooLong).map(str::to_owned)
);
checked_text!(
    /// A label: 1 to 50 characters, not blank (SPEC B5).
    Label,
    |text| required(text, 50, ErrorCode::LabelInvalid, ErrorCode::LabelInvalid)
);
checked_text!(
    /// A colour: `#rrggbb` in lower case, or `transparent` for none (SPEC B6).
    Color,
    |text| {
        let color = text.to_ascii_lowercase();
        let is_hex = color.len() == 7 && color.starts_with('#') && color[1..].bytes().all(|byte| byte.is_ascii_hexdigit());
        if is_hex || color == "transparent" { Ok(color) } else { Err(ErrorCode::ColorInvalid) }
    }
);
checked_text!(
    /// The address of a picture: a bundled one (`/backgrounds/…`) or https on the photo service's image host (SPEC B7).
    Image,
    |text| {
        let bundled = text.strip_prefix("/backgrounds/").is_some_and(|name| !name.is_empty() && !name.contains(['/', '\\']) && !name.contains(".."));
        let hosted = text.strip_prefix("https://images.unsplash.com/").is_some_and(|path| !path.is_empty());
        let plain = text.len() <= 2_000 && text.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"'()<>\\".contains(&byte));
        if plain && (bundled || hosted) { Ok(text.to_owned()) } else { Err(ErrorCode::ImageInvalid) }
    }
);
checked_text!(
    /// The readable part of a board's address: 1 to 80 lower-case letters, digits and inner hyphens (SPEC B8).
    Slug,
    |text| {
        let characters = text.len() <= 80 && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        let ends = !text.is_empty() && !text.starts_with('-') && !text.ends_with('-');
        if characters && ends { Ok(text.to_owned()) } else { Err(ErrorCode::SlugInvalid) }
    }
);
checked_text!(
    /// A person's first or last name: 1 to 200 characters, not blank (SPEC A2). The caller names which of the two lacks.
    PersonName,
    |text| required(text, 200, ErrorCode::NameRequired, ErrorCode::NameTooLong)
);
checked_text!(
    /// An email address in lower case, as the browser's email field takes it (HTML standard, "valid e-mail address"),
    /// with a dot in the host and at most 254 characters (RFC 5321, 4.5.3.1.3; SPEC A1).
    Email,
    |text| {
        let email = text.trim().to_lowercase();
        let valid = email.len() <= 254
            && email.split_once('@').is_some_and(|(name, host)| {
                let name_holds = (1..=64).contains(&name.len())
                    && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(&byte));
                let part_holds = |part: &str| {
                    (1..=63).contains(&part.len())
                        && !part.starts_with('-')
                        && !part.ends_with('-')
                        && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
                };
                name_holds && host.contains('.') && host.split('.').all(part_holds)
            });
        if valid { Ok(email) } else { Err(ErrorCode::EmailInvalid) }
    }
);

/// A password as typed: 8 to 128 characters of any kind (SPEC A3). It is never printed and never serialised.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl Password {
    /// Checks a password's length. Blanks count and stay.
    pub fn parse(text: &str) -> Result<Self, ErrorCode> {
        match text.chars().count() {
            0..8 => Err(ErrorCode::PasswordTooShort),
            8..=128 => Ok(Self(text.to_owned())),
            _ => Err(ErrorCode::PasswordTooLong),
        }
    }

    /// The password, for hashing.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
