//! Boards as files. The browser loads this crate as a module of its own, when something is imported or exported for the first
//! time; the server links it for its routes.
//!
//! - [`board_file`] is our own format, to which every other format is converted.
//! - [`on_device`] reads boards that the browser has stored, for exports without a server.
//! - [`import`] reads files of other products and our own, and [`losses`] counts what cannot be taken over.
//! - [`encoding`] decodes texts, and [`zip`] reads archives.
//! - [`session`] is an import from the first bytes to the boards. `wasm` is the JavaScript API.

pub mod board_file;
pub mod encoding;
pub mod import;
pub mod losses;
pub mod session;
#[cfg(target_arch = "wasm32")]
pub mod wasm;
pub mod zip;

// Stand for modules that another branch adds; the merge deletes them.
/// Writes boards as files.
pub mod export {
    use crate::board_file::BoardFile;
    #[allow(missing_docs)]
    pub enum ExportFormat {
        Json,
        Csv,
        Markdown,
    }
    #[allow(missing_docs)]
    pub fn write(file: &BoardFile, _: ExportFormat) -> String {
        serde_json::to_string(file).unwrap_or_default()
    }
}
/// Converts boards to records and back.
pub mod records {
    use crate::board_file::BoardFile;
    use core_wasm::protocol::error::ErrorCode;
    use core_wasm::protocol::id::Id;
    use core_wasm::protocol::record::BoardRecords;
    use core_wasm::protocol::text::{BoardName, Slug};
    #[allow(missing_docs)]
    pub fn to_records(_: &BoardFile, _: Id, _: Option<Id>, _: Slug) -> Result<BoardRecords, ErrorCode> {
        Err(ErrorCode::NameRequired)
    }
    #[allow(missing_docs)]
    pub fn from_records(_: &BoardRecords, _: Option<Id>, _: &dyn Fn(Id) -> Option<String>) -> Option<BoardFile> {
        BoardName::parse("x").ok().map(BoardFile::new)
    }
}
pub mod on_device;
