//! Imports of the samples, of archives, and of damaged files.

mod archives;
mod damaged_files;
mod sessions;
mod support;
mod tables;
