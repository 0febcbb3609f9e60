//! Everything that crosses a boundary, and nothing else derives `Serialize`.
//!
//! Where to start: [`intent`] is what a person may ask for, [`patch`] is how the browser's mirror learns what changed,
//! [`effect`] is what the shell and the runtime have to do, [`op`] is a durable change to a board, [`record`] is what is
//! kept of a board, [`http`] holds the bodies of the API, [`account`] those about an account, [`weather`] what is about the weather,
//! [`note`] what is about notes, [`email`] says which addresses mail can go to, [`photo`] what is about photos and pictures, [`background`] what stands behind Home, [`stored`] the shapes in the browser's storage,
//! [`live`] passes over the WebSocket, [`peer`]
//! between the tabs of one browser, and [`error`] is every refusal with its code and its sentence.
//!
//! Fields are spelled as the product's specification spells them (`first_name`, `due_date`, `isActive`); a field that it
//! does not name is snake_case, in Rust, SQL, HTTP and TypeScript alike.

pub mod account;
pub mod background;
pub mod effect;
pub mod email;
pub mod error;
pub mod http;
pub mod id;
pub mod intent;
pub mod live;
pub mod note;
pub mod op;
pub mod patch;
pub mod peer;
pub mod photo;
pub mod record;
pub mod stored;
pub mod text;
pub mod time;
mod union_parsing;
pub mod view;
pub mod weather;
