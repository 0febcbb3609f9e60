//! The waitlist.

use crate::Parts;
use crate::error::ApiError;
use crate::store::waitlist;
use core_wasm::protocol::http::WaitlistRequest;
use core_wasm::protocol::text::{Email, PersonName};
use std::net::IpAddr;

/// Puts a visitor on the waitlist. Who is on it already is thanked again, and nobody learns who is.
pub(crate) async fn join(app: &Parts, request: WaitlistRequest, address: IpAddr) -> Result<(), ApiError> {
    let name = PersonName::parse(&request.name)?;
    let email = Email::parse(&request.email)?;
    let now = app.now();
    app.limits.waitlist(address, now)?;
    app.database
        .write(move |connection| Box::pin(async move { waitlist::insert(connection, &name, &email, now).await }))
        .await
}
