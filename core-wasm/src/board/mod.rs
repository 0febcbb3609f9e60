//! Boards: their records, how an op changes them, and the order in which they are shown.
//!
//! - [`reduce`] is shared by the server and the browser: it applies one op to the records that the op names. [`policy`]
//!   has the role that each op needs.
//! - `order` keeps the lists and cards of a board sorted and turns positions into ranks; [`replica`] is a board with
//!   the user's unsent ops on top.
//! - `machine` has all boards that are known on this device: `overview` the list of boards, `replicas` the boards in
//!   memory, `partial` records of other boards and of the trash, and `open` the open board. `pending` are the changes
//!   that the server does not have yet, and `storage` is what the browser stores of boards.
//! - `edit` turns the user's intents into ops, `bulk` those on many cards, `copying` copies cards, lists
//!   and boards, of which `prepared` loads those that are not open, `creation` creates boards, and `sync_results` is what the server
//!   decided about both.
//! - `open_view` is what is shown of the open board: `details` is its open card, `activity` the activity log of a card,
//!   `board_activity` that of the board, `shared_focus` the focus time of its members,
//!   and `filter` the filter. `first_screen` is what is shown while the board is being read.
//! - `recurrence` computes when a recurring card is due next.
//! - `public` is the board of a public link.
//! - [`on_device`] reads a stored board for the finder.
//! - `templates` are the contents of new boards.

pub(crate) mod activity;
mod board_activity;
mod bulk;
pub(crate) mod copying;
pub(crate) mod creation;
mod details;
pub mod due;
mod edit;
mod filter;
pub mod first_screen;
pub(crate) mod machine;
pub mod mentions;
mod moving;
pub mod on_device;
mod open;
mod open_view;
pub mod order;
pub(crate) mod overview;
pub(crate) mod partial;
mod pending;
pub mod policy;
mod prepared;
pub(crate) mod public;
mod quick_add;
pub mod recurrence;
pub mod reduce;
mod replaced_texts;
pub mod replica;
mod replicas;
mod shared_focus;
pub mod slug;
mod storage;
pub(crate) mod sync_results;
mod templates;
pub(crate) mod undo;
