//! Imports of the samples, of archives, and of damaged files.

#![allow(clippy::unwrap_used)]

mod accounts;
mod archives;
mod damaged_files;
mod own;
mod sessions;
mod support;
mod tables;
