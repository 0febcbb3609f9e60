//! Exports: focus sessions as a file, or all data of an account as an archive.

pub mod archive;
pub mod csv_table;
mod limited_file;
mod notes;
mod readme;
pub mod sessions;
pub(crate) mod slots;
