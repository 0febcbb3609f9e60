//! The waitlist and its unsubscribe links, identified by the hash of their token.

use crate::StoreError;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::text::{Email, PersonName};
use core_wasm::protocol::time::Timestamp;
use sqlx::AnyConnection;

/// Adds an address to the waitlist once, with the id of its confirmation mail. An address that joined while mail was
/// not configured gets its mail when it joins again.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn insert(
    connection: &mut AnyConnection,
    name: &PersonName,
    email: &Email,
    mail_id: Option<Id>,
    now: Timestamp,
) -> Result<(), StoreError> {
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

/// Adds an unsubscribe link for an address. Returns false if the address is not on the waitlist or if its confirmation
/// mail is not `mail_id`.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn insert_link(
    connection: &mut AnyConnection,
    token_hash: &str,
    email: &str,
    mail_id: &str,
) -> Result<bool, StoreError> {
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

/// Removes the address of an unsubscribe link from the waitlist; the link stays valid and does nothing from then on.
/// Returns false if there is no such link.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn remove(connection: &mut AnyConnection, token_hash: &str) -> Result<bool, StoreError> {
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
