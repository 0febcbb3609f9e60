//! What this device has changed and the server does not have yet.

pub mod outbox;
mod pause;
pub mod refused;
