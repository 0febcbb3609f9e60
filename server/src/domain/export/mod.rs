//! What somebody may take away: their sessions as a file, or all that is kept of their account as an archive.

pub(crate) mod archive;
pub(crate) mod csv_table;
mod notes;
mod readme;
pub(crate) mod sessions;
