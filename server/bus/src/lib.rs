//! Live updates: the connections of this server, and announcements between the servers on one database.
//!
//! [`hub`] holds the connections of this server and their queues. `transport` carries texts between servers: over PostgreSQL,
//! NATS, or within the process. `sender` and `receiver` announce the changes of boards, notes, preferences, inboxes and
//! memberships over it, in the form of `changes`, and `shared_presence` announces who has which board open (`presence`). A
//! write stores what it announces in its own transaction, so that `relay` finds the news of a server that crashed. `sweep`
//! finds connections whose login was ended elsewhere.
//!
//! May import `twentyfour-store`, `twentyfour-model` and `core-wasm`.

mod announcement;
mod catch_up;
mod changed_records;
mod changes;
pub mod hub;
mod live;
mod message;
mod presence;
mod receiver;
mod relay;
mod sender;
mod shared_presence;
mod sweep;
mod transport;
mod waiting_boards;

pub use announcement::{AnnouncedRecords, Announcement, News};
pub use changed_records::Changed;
pub use live::{Announcer, Live};
pub use message::{READY, encode};
pub use transport::{InProcess, Received, Topic, Transport};
