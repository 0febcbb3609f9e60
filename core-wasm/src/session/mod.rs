//! Who is signed in. [`machine`] holds section 4's flow, [`forms`] signing up and logging in, [`google`] the way in over Google,
//! [`recovery`] what is done by links in mails, [`auth_interceptor`] lets every request pass with a token that is valid, [`token`] reads when
//! an access token runs out, and [`password`] what a password must not be.

pub mod auth_interceptor;
pub mod forms;
pub mod google;
pub mod machine;
pub mod password;
pub mod recovery;
pub mod token;
mod url;
