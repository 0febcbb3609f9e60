//! The language of a thread, for the server, which writes texts in several languages at once.

use super::template::Values;
use super::{CURRENT, Current, catalog, current_language};
use crate::protocol::language::Language;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::LazyLock;

static GERMAN: LazyLock<Option<Current>> = LazyLock::new(|| embedded(include_str!("../../../languages/de.json")));
static SPANISH: LazyLock<Option<Current>> = LazyLock::new(|| embedded(include_str!("../../../languages/es.json")));

fn embedded(file: &str) -> Option<Current> {
    catalog::read(json::parse(file).ok()?)
}

/// Runs a function whose texts are in a language.
pub fn in_language<T>(language: Language, run: impl FnOnce() -> T) -> T {
    struct Reset(Option<Current>);

    impl Drop for Reset {
        fn drop(&mut self) {
            CURRENT.set(self.0);
        }
    }

    let current = match language {
        Language::En => None,
        Language::De => *GERMAN,
        Language::Es => *SPANISH,
    };
    let _reset = Reset(CURRENT.replace(current));
    run()
}

/// Runs a future whose texts are in a language. What it spawns has the language of the thread.
pub async fn with_language<F: Future>(language: Language, future: F) -> F::Output {
    let mut future = pin!(future);
    poll_fn(|context| in_language(language, || future.as_mut().poll(context))).await
}

/// The texts of a file of the catalog that only the server writes.
pub struct Texts {
    /// The English texts.
    pub en: &'static [&'static str],
    /// The German texts.
    pub de: &'static [&'static str],
    /// The Spanish texts.
    pub es: &'static [&'static str],
}

impl Texts {
    /// Returns a text without parameters in the current language.
    pub fn text(&self, index: usize) -> &'static str {
        match current_language() {
            Language::En => self.en[index],
            Language::De => self.de[index],
            Language::Es => self.es[index],
        }
    }

    /// Fills in a text in the current language.
    pub fn format(&self, index: usize, number: u64, strings: &[&str]) -> String {
        super::fill(self.text(index), self.en[index], Values { language: current_language(), number, strings })
    }
}
