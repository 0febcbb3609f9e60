//! Boards: their records, how an op changes them, and the order in which they are shown.
//!
//! - [`reduce`] is shared by the server and the browser: it applies one op to the records that the op names.
//! - [`order`] keeps the lists and cards of a board sorted and turns positions into ranks; [`replica`] is a board with
//!   the user's unsent ops on top.
//! - `machine` holds all boards that are known on this device, `overview` the list of boards, `partial` records of
//!   boards that are not in memory, `pending` the changes that the server does not have yet, and `storage` what the
//!   browser stores of boards.
//! - `edit` turns the user's intents into ops, and [`sync_results`] is what the server decided about them.
//! - `open` is the view of the open board: `details` is its open card, `activity` the activity log of a card, and
//!   `filter` the filter.
//! - `templates` are the contents of new boards.

pub(crate) mod activity;
pub(crate) mod details;
pub mod due;
pub(crate) mod edit;
pub(crate) mod filter;
pub(crate) mod machine;
mod open;
pub mod order;
pub(crate) mod overview;
pub(crate) mod partial;
mod pending;
pub mod reduce;
pub mod replica;
pub mod slug;
pub(crate) mod storage;
pub mod sync_results;
pub(crate) mod templates;
