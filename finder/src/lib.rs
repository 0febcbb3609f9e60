//! Search in boards, cards and notes, and quick add. The browser loads this crate as a module of its own, when something
//! is searched or added so for the first time; the server uses [`query`] and [`text`] for its own index.
//!
//! - [`query`] parses the text of a search, and [`text`] brings texts into the form in which they are compared.
//! - [`document`] makes documents of what the browser stores, and [`index`] finds them by their words.
//! - [`fuzzy`] ranks titles and commands by some of their letters.
//! - [`quick_add`] turns a line of text into a card.
//! - [`finder`] has all documents of the device, and [`results`] is what it returns. `wasm` is its JavaScript API.

pub mod document;
pub mod finder;
pub mod fuzzy;
pub mod index;
pub mod query;
pub mod quick_add;
pub mod results;
pub mod snippet;
pub mod text;
#[cfg(target_arch = "wasm32")]
pub mod wasm;
