//! All rules of Twentyfour, without input and output.
//!
//! Where to start:
//!
//! - [`protocol`]: the types that cross a boundary
//! - [`app`]: owns the state and routes each input to a machine
//! - one machine per feature: `account`, `admin`, `attachments`, [`background`], [`board`], `clock`, `drafts`, `focus_times`,
//!   `inbox`, [`notes`], [`prefs`], `presence`, [`session`], `sharing`, [`stats`], `tasks`, `timer`, `trash`, `undo`, [`weather`]
//! - `sync`: the outbox, the leader of a browser's tabs and the live connection; `resource`: requests for data of the
//!   server. Both know no feature
//! - [`env`]: time and randomness
//!
//! `SPEC.md` numbers the rules; test names start with the id of the rule that they test.

#![cfg_attr(not(test), warn(clippy::string_slice))]

mod account;
mod admin;
mod api;
pub mod app;
mod attachments;
pub mod background;
pub mod board;
mod clock;
mod context;
mod drafts;
pub mod env;
mod focus_times;
mod inbox;
mod map;
pub mod notes;
pub mod plans;
pub mod prefs;
mod presence;
pub mod protocol;
mod resource;
pub mod session;
mod sharing;
mod sort;
pub mod stats;
mod sync;
mod tasks;
mod timer;
mod trash;
mod undo;
pub mod weather;

#[cfg(all(target_arch = "wasm32", feature = "runtime"))]
pub mod wasm;
