//! The texts of another language, which the page loads.

use super::{COUNT, CURRENT, Current, ENGLISH};
use crate::protocol::language::Language;
use json::ReadJson;

/// The texts of the core in another language: a file in the package's folder `languages`.
#[derive(ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LanguageCatalog {
    /// The language.
    pub language: Language,
    /// The texts, in the order that this version of the core expects.
    pub texts: Vec<String>,
}

/// Writes all later texts in the language of a catalog. A catalog with another number of texts is one of another
/// version: the texts become English. So does a single text that is empty.
pub fn set_language(catalog: LanguageCatalog) {
    CURRENT.set(from_catalog(catalog));
}

/// Returns the texts of a catalog. They stay in memory, because texts are used everywhere and the language is set once.
pub(super) fn from_catalog(catalog: LanguageCatalog) -> Current {
    if catalog.texts.len() != COUNT {
        return super::IN_ENGLISH;
    }
    let or_english = |(text, english): (String, &&'static str)| if text.is_empty() { english } else { &*text.leak() };
    let texts: Vec<&str> = catalog.texts.into_iter().zip(&ENGLISH).map(or_english).collect();
    Current { language: catalog.language, texts: texts.leak() }
}
