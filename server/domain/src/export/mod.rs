//! Exports: focus sessions as a file, or all data of an account as an archive.

pub mod archive;
pub mod csv_table;
mod limited_file;
mod notes;
pub(crate) mod open_archives;
mod readme;
pub mod sessions;
