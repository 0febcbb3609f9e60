//! The messages to connections.

use bytes::Bytes;
use core_wasm::protocol::live::LiveMessage;
use twentyfour_store::json;

/// What is sent when a connection is authenticated, or has to request all changes again.
pub const READY: LiveMessage = LiveMessage::Ready { accepts_presence: true };

/// Encodes a message as JSON text.
pub fn encode(message: &LiveMessage) -> Bytes {
    json(message).into()
}
