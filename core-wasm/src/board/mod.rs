//! Boards: their records, how an op changes them, and the order in which they are shown.
//!
//! [`reduce`] is what the server and the browser share: one op, applied to the records that it names. [`order`] keeps the
//! lists and cards of an open board sorted, and turns positions into ranks. [`machine`] holds every board that is known,
//! [`overview`] the list of them, and [`edit`] turns a person's intents into ops, which [`history`] takes back. [`details`] is the
//! open card, [`activity`] what has happened to it, [`templates`] what a board can begin with.

pub mod activity;
pub mod details;
pub mod due;
pub mod edit;
pub mod filter;
pub mod history;
pub mod machine;
pub mod order;
pub mod overview;
pub mod partial;
pub mod rank;
pub mod reduce;
pub mod replica;
pub mod slug;
pub(crate) mod storage;
pub mod templates;
