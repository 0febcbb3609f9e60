//! Data that is fetched from the server.

pub mod fetch;
