//! Boards: their records, how an op changes them, and the order in which they are shown.
//!
//! [`reduce`] is what the server and the browser share: one op, applied to the records that it names. [`order`] keeps the
//! lists and cards of an open board sorted, and turns positions into ranks. [`machine`] answers a person's intents.

pub mod machine;
pub mod order;
pub mod rank;
pub mod reduce;
pub mod replica;
pub mod slug;
