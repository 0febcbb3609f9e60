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
pub use languages::{Texts, current_language, in_language};
pub use template::Value;

use crate::protocol::language::Language;
use std::cell::Cell;

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

/// The texts of a file of the catalog.
#[derive(Clone, Copy)]
struct Area {
    /// The index of its first text.
    first: usize,
}

impl Area {
    /// Returns a text without parameters.
    #[inline]
    fn text(self, index: usize) -> &'static str {
        text(self.first + index)
    }

    /// Fills in a text with parameters.
    #[inline]
    fn format(self, index: usize, values: &[Value<'_>]) -> String {
        format(self.first + index, values)
    }
}

#[inline(never)]
fn text(index: usize) -> &'static str {
    CURRENT.get().texts.get(index).copied().unwrap_or_default()
}

#[inline(never)]
fn format(index: usize, values: &[Value<'_>]) -> String {
    fill(text(index), ENGLISH[index], values)
}

/// Fills in a text of the current language, or the English one if a catalog has a malformed text.
fn fill(text: &str, english: &str, values: &[Value<'_>]) -> String {
    let filled = template::fill(text, CURRENT.get().language, values);
    filled.or_else(|| template::fill(english, Language::En, values)).unwrap_or_default()
}
