//! Data that is fetched from the server. A machine holds a [`remote::RemoteResource`] for what pages show;
//! [`fetch::Fetch`] is its part for what has no load status. A [`latest::LatestRequest`] is for data of which the user can
//! select another part before the response arrives.

mod demand;
pub(crate) mod fetch;
pub(crate) mod latest;
pub(crate) mod remote;
