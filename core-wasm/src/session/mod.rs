//! Who is signed in. [`machine`] holds section 4's flow, [`forms`] signing up and logging in, [`google`] the way in over Google,
//! [`recovery`] what is done by links in mails, [`gate`] lets every request pass with a token that is valid, [`token`] reads when
//! an access token runs out, and [`password`] what a password must not be.

mod address;
pub mod forms;
pub mod gate;
pub mod google;
pub mod machine;
pub mod password;
pub mod recovery;
pub mod token;
