//! The types that every layer of the server shares: who makes a request, whose data it is, what mails and links are
//! for, the settings, the clock, random tokens, hosts and escaping for HTML. No SQL, no HTTP, no use cases.
//!
//! May import `core-wasm` and nothing else of the server.

mod actor;
pub mod clock;
pub mod host;
pub mod html;
mod keyed_hash;
mod link;
mod mail;
pub mod paths;
mod settings;
pub mod time_zone;
pub mod token;
mod webhook_signature;

pub use actor::{Actor, Owner};
pub use clock::Clock;
pub use keyed_hash::KeyedHash;
pub use link::LinkPurpose;
pub use mail::{MailKind, NewMail};
pub use settings::{
    AttachmentSettings, BackupSettings, BusSettings, Config, GoogleSettings, MailSettings, ObjectStoreSettings,
    OpRetention, PhotoSettings, PoolSettings, Secret, ServerTimeouts, Site, TlsSettings, WeatherSettings,
};
pub use webhook_signature::{new_webhook_secret, sign_webhook};

/// The target of the spans in traces. Their fields contain no texts of users, addresses or tokens.
pub const TRACES: &str = "traces";
