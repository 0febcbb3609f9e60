//! The texts of another language, which the page loads.

use super::{CURRENT, Current, ENGLISH};
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
    CURRENT.set(read(catalog));
}

/// Returns the texts of a catalog, or `None` if it is of another version. They stay in memory, because texts are used
/// everywhere and the language is set once.
pub(super) fn read(LanguageCatalog { language, texts }: LanguageCatalog) -> Option<Current> {
    if texts.len() != ENGLISH.len() {
        return None;
    }
    let mut read: Vec<&str> = ENGLISH.clone();
    for (known, text) in read.iter_mut().zip(texts) {
        if !text.is_empty() {
            *known = text.leak();
        }
    }
    Some(Current { language, texts: read.leak() })
}
