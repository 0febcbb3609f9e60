//! The languages of the app.

use json::{ReadJson, WriteJson};
use serde::{Deserialize, Serialize};

/// The language of the app, of responses and of mails.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Language {
    /// English; the default.
    #[default]
    En,
    /// German.
    De,
    /// Spanish.
    Es,
}

impl Language {
    /// Returns the language tag (BCP 47), which is also the value on the wire.
    pub fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::De => "de",
            Self::Es => "es",
        }
    }

    /// Returns the language of a language tag with or without a region, such as `es-419`.
    pub fn from_tag(tag: &str) -> Option<Self> {
        let language = tag.split('-').next().unwrap_or_default();
        [Self::En, Self::De, Self::Es].into_iter().find(|known| known.tag().eq_ignore_ascii_case(language))
    }
}
