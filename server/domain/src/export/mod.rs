//! Exports: focus sessions as a file, or all data of an account as an archive.

pub mod archive;
mod attachments;
pub mod csv_table;
mod file_names;
mod limited_file;
mod notes;
mod readme;
pub mod sessions;
pub(crate) mod slots;
