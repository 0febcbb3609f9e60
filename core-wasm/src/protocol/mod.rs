//! The types that cross a boundary: between the core and the shell, the browser's storage, the server and other tabs.
//! No other module derives `Serialize`.
//!
//! Where to start:
//!
//! - [`intent`]: what the user can ask the core to do
//! - [`patch`]: changes to the shell's mirror of the state; [`view`]: the state itself
//! - [`effect`]: what the shell and the runtime have to do
//! - [`op`]: durable changes to a board; [`record`]: the records of a board; [`id_map`]: records by id
//! - [`http`], [`account`], [`account_import`], [`api_token`], [`calendar`], [`weather`], [`note`], [`photo`]: the bodies of the HTTP API
//! - [`sharing`]: the members of a board, their roles, and invitations; [`presence`]: who has a board open; [`inbox`]: what
//!   others did that concerns the reader
//! - [`background`]: the background of Home
//! - [`response`]: the outcome of an HTTP request; [`rank`]: the order of lists and cards
//! - [`range`]: which numbers input fields accept
//! - [`stored`]: what the browser's storage contains
//! - [`live`]: messages of the WebSocket; [`peer`]: messages between the tabs of one browser; [`text_delta`]: the
//!   difference between two texts
//! - [`error`]: every rejection, with its code and its sentence; [`email`]: which email addresses are accepted
//! - `messages`: the sentences that the core writes, made from the message catalog
//!
//! Field names follow the product's specification (`first_name`, `due_date`, `isActive`). A field that the
//! specification does not name is snake_case, in Rust, SQL, HTTP and TypeScript alike.

pub mod account;
pub mod account_import;
pub mod admin;
pub mod api_token;
pub mod attachment;
pub mod background;
pub mod calendar;
pub mod effect;
pub mod email;
pub mod error;
pub mod http;
pub mod id;
pub mod id_map;
pub mod inbox;
pub mod intent;
pub mod language;
pub mod live;
pub mod messages;
pub mod note;
pub mod op;
pub mod patch;
pub mod peer;
pub mod photo;
pub mod presence;
pub mod range;
pub mod rank;
pub mod record;
pub mod response;
pub mod sharing;
pub mod stored;
pub mod text;
pub mod text_delta;
pub mod time;
mod union_parsing;
pub mod view;
pub mod weather;
pub mod webhook;
