//! Boards: their records, how an op changes them, and the order in which they are shown.
//!
//! [`reduce`] is shared by the server and the browser: it applies one op to the records that the op names. [`order`]
//! keeps the lists and cards of an open board sorted and turns positions into ranks. [`machine`] holds all boards that
//! are known on this device, [`overview`] the list of boards. [`edit`] turns the user's intents into ops, and
//! [`history`] undoes them. [`details`] is the open card, [`activity`] its activity log, and [`templates`] the contents
//! of new boards.

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
