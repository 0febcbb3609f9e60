//! Data that is fetched from the server.

pub(crate) mod demand;
pub(crate) mod fetch;
