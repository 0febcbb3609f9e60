//! What this device has changed and the server does not have yet, and the live connection. No feature is known here.
//!
//! [`outbox`] holds and sends the changes; [`entry`] is what it asks of them, and the events by which it reports what happens
//! to them. [`pending`] is how a machine keeps its own entries. [`leader`] watches the tab that sends, [`failed_writes`]
//! retries failed writes to the storage, and [`live`] is the live connection.

mod backoff;
pub(crate) mod entry;
pub(crate) mod failed_writes;
pub(crate) mod leader;
pub(crate) mod live;
pub(crate) mod outbox;
pub(crate) mod pending;
