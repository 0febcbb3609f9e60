//! What this device has changed and the server does not have yet, and the connection by which it hears of everything else.
//!
//! [`outbox`] holds and sends the changes, [`describe`] puts into words what the server would not have, and [`live`] is the live
//! connection. What the browser stores of boards is in [`crate::board::storage`].

mod backoff;
pub mod describe;
pub mod failed_writes;
pub mod leader;
pub mod live;
pub mod outbox;
