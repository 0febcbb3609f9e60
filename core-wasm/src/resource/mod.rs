//! Data that is fetched from the server. A machine holds a [`remote::RemoteResource`] for what pages show; [`fetch::Fetch`] is
//! its part for what has no load status.

mod demand;
pub(crate) mod fetch;
pub(crate) mod remote;
