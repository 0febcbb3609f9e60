//! The login session:
//!
//! - [`machine`]: the flow of section 4 of the specification
//! - [`forms`]: sign-up and login
//! - [`google`]: login with Google
//! - [`recovery`]: mailed links
//! - [`auth_interceptor`]: adds a valid token to each request
//! - [`token`]: parses access tokens
//! - [`password`]: checks passwords

pub mod auth_interceptor;
pub mod forms;
pub mod google;
pub mod machine;
pub mod password;
pub mod recovery;
pub mod token;
mod url;
