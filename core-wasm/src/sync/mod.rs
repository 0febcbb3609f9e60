//! Synchronization with the server: the unsent changes of this device, and the live connection.
//!
//! [`outbox`] stores and sends the changes, [`describe`] describes the ones that the server refused, and [`live`] is
//! the live connection. The stored data of boards is in [`crate::board::storage`].

mod backoff;
pub mod describe;
pub mod failed_writes;
pub mod leader;
pub mod live;
pub mod outbox;
