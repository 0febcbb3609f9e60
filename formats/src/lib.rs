//! Boards as files. The browser loads this crate as a module of its own, when something is imported or exported for the first
//! time; the server links it for its routes.
//!
//! - [`board_file`] is our own format, to which every other format is converted.
//! - [`import`] reads files of other products and our own, and [`losses`] counts what cannot be taken over.

pub mod board_file;
pub mod import;
pub mod losses;
