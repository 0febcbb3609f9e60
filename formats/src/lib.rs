//! Boards as files. The browser loads this crate as a module of its own, when something is imported or exported for the first
//! time; the server links it for its routes.
//!
//! - [`board_file`] is our own format, to which every other format is converted.
//! - [`export`] writes a file as JSON, CSV or Markdown.
//! - [`records`] makes the records of a board from a file, and the reverse.
//! - [`on_device`] reads boards that the browser has stored, for exports without a server.
//! - [`import`] reads files of other products and our own, and [`losses`] counts what cannot be taken over.
//! - [`encoding`] decodes texts, and [`zip`] reads archives.
//! - [`session`] is an import from the first bytes to the boards. `wasm` is the JavaScript API.

pub mod board_file;
pub mod csv_table;
pub mod encoding;
pub mod export;
pub mod import;
pub mod losses;
mod markdown;
pub mod on_device;
pub mod records;
pub mod session;
#[cfg(test)]
mod testing;
#[cfg(target_arch = "wasm32")]
pub mod wasm;
pub mod zip;
