//! Exports: focus sessions as a file, or all data of an account as an archive.

pub mod archive;
mod attachments;
mod file_names;
pub(crate) mod limited_file;
pub(crate) mod local_time;
mod notes;
mod readme;
pub mod sessions;
