//! What this device has changed and the server does not have yet, and the connection by which it hears of everything else.
//!
//! [`outbox`] holds and sends the changes, [`refused`] puts into words what the server would not have, and [`live`] is the live
//! connection. What the browser stores of boards is in [`crate::board::stored`].

pub mod asking;
pub mod leader;
pub mod live;
pub mod outbox;
mod pause;
pub mod refused;
pub mod unsaved;
