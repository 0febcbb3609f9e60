//! Search in boards, cards and notes. The browser loads this crate as a module of its own, when something is searched
//! for the first time; the server uses [`query`] and [`text`] for its own index.

pub mod fuzzy;
pub mod query;
pub mod text;
