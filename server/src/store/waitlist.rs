//! The waitlist, and the links by which one leaves it, by the hash of their token.

use crate::error::ApiError;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::text::{Email, PersonName};
use core_wasm::protocol::time::Timestamp;
use sqlx::AnyConnection;

/// Puts an address on the waitlist, once, with the mail that tells of it. Whoever joined while no mail was sent is told when they join
/// again.
pub(crate) async fn insert(
    connection: &mut AnyConnection,
    name: &PersonName,
    email: &Email,
    mail_id: Option<Id>,
    now: Timestamp,
) -> Result<(), ApiError> {
    sqlx::query(
        "INSERT INTO waitlist (email, name, joined_at, mail_id) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (email) DO UPDATE SET mail_id = excluded.mail_id WHERE waitlist.mail_id IS NULL",
    )
    .bind(email.as_str().to_owned())
    .bind(name.as_str().to_owned())
    .bind(now.millis())
    .bind(mail_id.map(|id| id.to_string()))
    .execute(connection)
    .await?;
    Ok(())
}

/// Keeps a link for an address. False where it is not on the waitlist, or another mail tells of it.
pub(crate) async fn insert_link(
    connection: &mut AnyConnection,
    token_hash: &str,
    email: &str,
    mail_id: &str,
) -> Result<bool, ApiError> {
    let inserted = sqlx::query(
        "INSERT INTO waitlist_links (token_hash, email) \
         SELECT CAST($1 AS TEXT), email FROM waitlist WHERE email = $2 AND mail_id = $3",
    )
    .bind(token_hash.to_owned())
    .bind(email.to_owned())
    .bind(mail_id.to_owned())
    .execute(connection)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

/// Takes the address of a link off the waitlist; its links stay, without it. False where there is no such link.
pub(crate) async fn remove(connection: &mut AnyConnection, token_hash: &str) -> Result<bool, ApiError> {
    sqlx::query("DELETE FROM waitlist WHERE email = (SELECT email FROM waitlist_links WHERE token_hash = $1)")
        .bind(token_hash.to_owned())
        .execute(&mut *connection)
        .await?;
    let link = sqlx::query("SELECT token_hash FROM waitlist_links WHERE token_hash = $1")
        .bind(token_hash.to_owned())
        .fetch_optional(connection)
        .await?;
    Ok(link.is_some())
}
