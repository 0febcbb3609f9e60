//! Importing the archive of an account's export ([`crate::export::archive`]), which another server may have made.
//!
//! Ids of records are derived from the account and the id in the archive ([`ids`]), so importing an archive again adds nothing.

mod attachments;
mod focus_sessions;
mod ids;
mod notes;
mod pictures;
mod settings;
