//! The JavaScript API of the module. Results are JSON text, which `JSON.parse` reads faster than objects are made one by
//! one.

// The macros of wasm-bindgen expand to unsafe code.
#![allow(unsafe_code)]

use crate::session::{self, ImportSession};
use core_wasm::protocol::time::Timestamp;
use js_sys::Function;
use wasm_bindgen::prelude::*;

/// A file to import.
#[wasm_bindgen]
pub struct ImportFile(ImportSession);

#[wasm_bindgen]
impl ImportFile {
    /// Starts an import. The context is JSON text: the time, and names for what has none.
    ///
    /// # Errors
    ///
    /// Throws if the context is invalid.
    #[wasm_bindgen(constructor)]
    pub fn new(context: &str) -> Result<ImportFile, JsError> {
        ImportSession::new(context).map(Self).ok_or_else(|| JsError::new("invalid_context"))
    }

    /// Appends bytes of the file.
    ///
    /// # Errors
    ///
    /// Throws an error with the message `too_large`.
    pub fn push(&mut self, chunk: &[u8]) -> Result<(), JsError> {
        self.0.push(chunk).map_err(|_| JsError::new("too_large"))
    }

    /// Reads the file and returns what will be imported, as JSON text. The options are JSON text. `utc_offset` returns the
    /// offset of the user's time zone at a time in milliseconds, in minutes; positive is east of Greenwich.
    pub fn read(&mut self, name: &str, options: &str, utc_offset: &Function) -> String {
        let offset = |at: Timestamp| {
            let minutes = utc_offset.call1(&JsValue::NULL, &JsValue::from_f64(at.millis() as f64));
            minutes.ok().and_then(|minutes| minutes.as_f64()).unwrap_or_default() as i32
        };
        self.0.read(name, options, &offset)
    }

    /// Returns the records of a board as JSON text.
    ///
    /// # Errors
    ///
    /// Throws if there is no such board, or if an id or the slug is invalid.
    pub fn board_records(
        &self,
        index: usize,
        board_id: &str,
        account_id: Option<String>,
        slug: &str,
    ) -> Result<String, JsError> {
        let records = self.0.board_records(index, board_id, account_id.as_deref(), slug);
        records.ok_or_else(|| JsError::new("invalid_board"))
    }
}

/// Returns a board as a file: `json`, `csv` or `markdown`. The records are JSON text, and so are the names of the other members
/// by their ids.
///
/// # Errors
///
/// Throws if something is invalid.
#[wasm_bindgen]
pub fn export_board(records: &str, account_id: Option<String>, names: &str, format: &str) -> Result<String, JsError> {
    session::export_board(records, account_id.as_deref(), names, format).ok_or_else(|| JsError::new("invalid_board"))
}
