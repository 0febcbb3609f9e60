//! The sentences that the core writes, as functions made from `messages/en/`.
//!
//! The texts are data: English ones in the module, those of other languages in catalogs (`core-wasm/languages`) that the page
//! loads ([`set_language`]). Elsewhere, the catalogs are part of the program ([`in_language`]).

mod catalog;
#[rustfmt::skip]
pub(crate) mod core;
#[rustfmt::skip]
pub(crate) mod errors;
#[cfg(not(target_arch = "wasm32"))]
mod languages;
#[rustfmt::skip]
pub(crate) mod lead_times;
mod template;

pub use catalog::{LanguageCatalog, set_language};
#[cfg(not(target_arch = "wasm32"))]
pub use languages::{Texts, in_language, with_language};

use crate::protocol::language::Language;
use std::cell::Cell;
use std::sync::LazyLock;
use template::Values;

const CORE: Area = Area { first: 0 };
const ERRORS: Area = Area { first: core::COUNT };
const LEAD_TIMES: Area = Area { first: ERRORS.first + errors::COUNT };

/// The English texts of all areas, in the order that catalogs have, too. Split when they are needed, since a table in the
/// module would have an address and a length for each.
static ENGLISH: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let areas = [core::ENGLISH, errors::ENGLISH, lead_times::ENGLISH];
    let mut texts = Vec::with_capacity(LEAD_TIMES.first + lead_times::COUNT);
    texts.extend(areas.into_iter().flat_map(|area| area.split_terminator('\0')));
    texts
});

/// A language and its texts.
#[derive(Clone, Copy)]
struct Current {
    language: Language,
    texts: &'static [&'static str],
}

thread_local! {
    /// The language of this thread, if it is not English.
    static CURRENT: Cell<Option<Current>> = const { Cell::new(None) };
}

fn current() -> Current {
    CURRENT.get().unwrap_or_else(|| Current { language: Language::En, texts: &ENGLISH })
}

/// Returns the language of the texts that are written now, on this thread.
pub fn current_language() -> Language {
    current().language
}

/// A text without parameters, as an index: in tables, it takes less code than a text.
#[derive(Clone, Copy)]
pub(crate) struct Text(u16);

impl Text {
    /// Returns the text in the current language.
    pub(crate) fn get(self) -> &'static str {
        text(usize::from(self.0))
    }
}

/// The texts of a file of the catalog.
#[derive(Clone, Copy)]
struct Area {
    /// The index of its first text.
    first: usize,
}

impl Area {
    /// Returns the index of a text without parameters.
    fn at(self, index: usize) -> Text {
        Text((self.first + index) as u16)
    }

    /// Returns a text without parameters.
    fn text(self, index: usize) -> &'static str {
        text(self.first + index)
    }

    /// Fills in a text with parameters.
    fn format(self, index: usize, number: u64, strings: &[&str]) -> String {
        format(self.first + index, number, strings)
    }
}

/// Returns a text of the current language. The reference to a reference is one value for WebAssembly, and takes less code
/// where it is used than a text, which is two.
#[inline(never)]
fn text(index: usize) -> &'static &'static str {
    current().texts.get(index).unwrap_or(&"")
}

#[inline(never)]
fn format(index: usize, number: u64, strings: &[&str]) -> String {
    let (text, english) = (*text(index), ENGLISH[index]);
    // A text that the catalog lacks has the plurals and separators of English, too.
    let language = if std::ptr::eq(text, english) { Language::En } else { current_language() };
    fill(text, english, Values { language, number, strings })
}

/// Fills in a text, or the English one if a catalog has a malformed text.
fn fill(text: &str, english: &str, values: Values<'_>) -> String {
    let filled = template::fill(text, values);
    filled.or_else(|| template::fill(english, Values { language: Language::En, ..values })).unwrap_or_default()
}
