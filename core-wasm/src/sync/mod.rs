//! Sends the changes of this device to the server, and holds the live connection. Knows no feature.
//!
//! - [`outbox`]: the unsent changes, and how they are sent
//! - [`entry`]: the trait that an entry of the outbox implements, and the events that report what happens
//!   to it
//! - [`pending`]: a machine's copy of its own entries
//! - [`leader`]: monitors the tab that sends
//! - [`failed_writes`]: retries failed writes to the storage
//! - [`live`]: the live connection

mod backoff;
pub(crate) mod entry;
pub(crate) mod failed_writes;
pub(crate) mod leader;
pub(crate) mod live;
pub(crate) mod outbox;
pub(crate) mod pending;
