//! Full-text search in boards and notes.
//!
//! `search_texts` has a row for each record with text: its folded words. A full-text index of the database finds rows by the words,
//! FTS5 of SQLite or the GIN index of PostgreSQL (`matching.rs`, the only place where SQL differs). What is found is joined with
//! the records and memberships, so that access, states and due dates are always current. Only the texts may lag behind: they are
//! written in the background (`progress.rs`), because writing an index in the transactions of ops would make all of them slower.

mod find;
mod matching;
mod members;
mod progress;
mod texts;

pub use find::{CardFilter, Found, Location, Position, SearchRequest, find};
pub use members::{SearchableBoard, boards_of, people_of};
pub use progress::{Subject, accounts_behind, boards_behind, index_step, remove_missing};
pub(super) use progress::{forget_deleted, forget_notes, forget_subject};
pub use texts::Kind;
