//! Exports: focus sessions as a file, or all data of an account as an archive.

pub(crate) mod archive;
pub(crate) mod csv_table;
mod notes;
mod readme;
pub(crate) mod sessions;
