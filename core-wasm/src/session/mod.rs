//! The login session:
//!
//! - `machine`: the flow of section 4 of the specification
//! - [`forms`]: sign-up and login
//! - `google`: login with Google
//! - `recovery`: mailed links
//! - `auth_interceptor`: adds a valid token to each request
//! - `stored_tokens`: the tokens that all tabs share
//! - [`token`]: parses access tokens
//! - `url`: paths of the app and their queries
//! - [`password`]: checks passwords

pub(crate) mod auth_interceptor;
pub mod forms;
mod google;
pub(crate) mod machine;
pub mod password;
mod recovery;
mod stored_tokens;
pub mod token;
mod url;
