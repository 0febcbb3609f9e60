//! The waitlist.

use crate::error::ApiError;
use core_wasm::protocol::text::{Email, PersonName};
use core_wasm::protocol::time::Timestamp;
use sqlx::AnyConnection;

/// Puts an address on the waitlist, once.
pub(crate) async fn insert(
    connection: &mut AnyConnection,
    name: &PersonName,
    email: &Email,
    now: Timestamp,
) -> Result<(), ApiError> {
    sqlx::query("INSERT INTO waitlist (email, name, joined_at) VALUES ($1, $2, $3) ON CONFLICT (email) DO NOTHING")
        .bind(email.as_str().to_owned())
        .bind(name.as_str().to_owned())
        .bind(now.millis())
        .execute(connection)
        .await?;
    Ok(())
}
