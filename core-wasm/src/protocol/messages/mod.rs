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
use template::Values;

/// The number of texts of all areas.
const COUNT: usize = core::ENGLISH.len() + errors::ENGLISH.len() + lead_times::ENGLISH.len();

/// The English texts of all areas, in the order that catalogs have, too.
static ENGLISH: [&str; COUNT] = {
    let areas: [&[&str]; 3] = [&core::ENGLISH, &errors::ENGLISH, &lead_times::ENGLISH];
    let mut all = [""; COUNT];
    let (mut area, mut count) = (0, 0);
    while area < areas.len() {
        let mut at = 0;
        while at < areas[area].len() {
            all[count] = areas[area][at];
            (at, count) = (at + 1, count + 1);
        }
        area += 1;
    }
    all
};

const CORE: Area = Area { first: 0 };
const ERRORS: Area = Area { first: core::ENGLISH.len() };
const LEAD_TIMES: Area = Area { first: ERRORS.first + errors::ENGLISH.len() };

/// A language and its texts.
#[derive(Clone, Copy)]
struct Current {
    language: Language,
    texts: &'static [&'static str],
}

const IN_ENGLISH: Current = Current { language: Language::En, texts: &ENGLISH };

thread_local! {
    static CURRENT: Cell<Current> = const { Cell::new(IN_ENGLISH) };
}

/// Returns the language of the texts that are written now, on this thread.
pub fn current_language() -> Language {
    CURRENT.get().language
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
    CURRENT.get().texts.get(index).unwrap_or(&"")
}

#[inline(never)]
fn format(index: usize, number: u64, strings: &[&str]) -> String {
    fill(text(index), ENGLISH[index], number, strings)
}

/// Fills in a text of the current language, or the English one if a catalog has a malformed text.
fn fill(text: &str, english: &str, number: u64, strings: &[&str]) -> String {
    let values = Values { language: current_language(), number, strings };
    let filled = template::fill(text, values);
    filled.or_else(|| template::fill(english, Values { language: Language::En, ..values })).unwrap_or_default()
}
