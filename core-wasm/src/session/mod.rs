//! Who is signed in. [`machine`] holds section 4's flow, [`gate`] lets every request pass with a token that is valid, and
//! [`token`] reads when an access token runs out. [`password`] knows which passwords are too close to the person.

pub mod gate;
pub mod machine;
pub mod password;
pub mod token;
