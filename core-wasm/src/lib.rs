//! Every rule of Twentyfour, without input or output.
//!
//! Where to start: [`protocol`] is everything that crosses a boundary, [`app`] owns all state and routes one input to one
//! machine, and each feature's folder holds one machine: [`account`], [`board`], [`clock`], [`drafts`], [`focus_times`], [`notes`], [`session`], [`stats`], [`sync`], [`tasks`], [`timer`],
//! [`trash`], [`weather`].
//! [`env`] is the only way in for time and chance. `SPEC.md` numbers the rules that the tests are named by.

pub mod account;
pub mod api;
pub mod app;
pub mod background;
pub mod board;
pub mod clock;
pub mod context;
pub mod drafts;
pub mod env;
pub mod focus_times;
pub mod notes;
pub mod plans;
pub mod prefs;
pub mod protocol;
pub mod resource;
pub mod session;
mod sort;
pub mod stats;
pub mod sync;
pub mod tasks;
pub mod timer;
pub mod trash;
pub mod weather;

#[cfg(target_arch = "wasm32")]
pub mod wasm;

/// JSON text of a value of ours, which can always be written: its maps have text keys and its numbers are finite.
fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| unreachable!("protocol types can be written as JSON"))
}
