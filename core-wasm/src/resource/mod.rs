//! Lists that the server is asked for.

pub mod fetch;
